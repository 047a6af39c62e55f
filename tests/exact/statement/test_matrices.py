"""Tests of matrices as numbers and as terms: ranks, determinants, products and powers of unknown size."""

from fractions import Fraction

import pytest
from sympy import Symbol, sqrt

from theory.statement.coq import coq
from theory.statement.predicted import NotExpressibleError, as_term
from theory.statement.problem import Goal, Problem
from theory.statement.smtlib import smtlib
from theory.term import Term, Vec, each, one_if, places, product_of, total, variable
from theory.term.matrices import determinant, product, rank, square, trace

n, k, m = (variable(name, "nat") for name in "nkm")
x, y = variable("x"), variable("y")
A = Vec.named("A", n, n)


def written(term: Term) -> str:
    """A real term in Coq."""
    found = coq(Problem((n, k, m, x, y), (), (Goal((), term > 5),), (("A", (n, n)),)))
    return found.split("((5%:R < ", 1)[1].removesuffix(").").removesuffix(")").removesuffix(" :> R").removesuffix(")")


@pytest.mark.parametrize(
    ("term", "wanted"),
    [
        (rank(A), "(mxrank (\\matrix_(r_0 < n, c_0 < n) A r_0 c_0))%:R"),
        (determinant(A), "(\\det (\\matrix_(r_0 < n, c_0 < n) A r_0 c_0)"),
        (product_of(A[k]), "(\\prod_(i_0 < n) A k i_0"),
        (x**n, "(x ^+ n"),
        (one_if(x < y), "(x < y)%R%:R"),
        (one_if(k < m), "(k < m)%N%:R"),
        (one_if(k == m), "(k == m :> nat)%:R"),
        (A[k * n + m][m], "A ((k * n)%N + m)%N m"),
        (total(each(lambda w: A[w][w], places(m**n))), "(\\sum_(i_0 < (m ^ n)%N) A i_0 i_0)"),
    ],
)
def test_what_coq_has_of_its_own(term: Term, wanted: str) -> None:
    """Ranks, determinants, products, powers and places of unknown size are Coq's; comparisons are of their kind."""
    assert wanted in written(term) + ")"


def test_a_rank_of_sums_binds_no_index_of_theirs() -> None:
    """A A^T has its sums inside the matrix, and a sum of ranks is around it."""
    gram = square(A)
    assert "\\matrix_(r_0 < n, c_0 < n) (\\sum_(i_0 < n) (A r_0 i_0 * A c_0 i_0))" in written(rank(gram))
    assert "\\sum_(i_1 < n)" in written(total(Vec(n, lambda place: determinant(gram) * A[place][place])))


def test_a_power_with_a_symbol_is_one_of_a_whole_number() -> None:
    """x^(2n - 1) is (x^2)^n/x; other exponents are refused."""
    power = written(as_term(Symbol("x") ** (2 * Symbol("n") - 1), {"x": x, "n": n}))
    assert "((x * x) ^+ n)" in power
    assert "(1 / x)" in power
    with pytest.raises(NotExpressibleError, match="the power"):
        as_term(Symbol("x") ** Symbol("y"), {"x": x, "y": y})


@pytest.mark.parametrize("term", [rank(A), x**n, product_of(A[0])])
def test_a_solver_is_told_to_choose_sizes(term: Term) -> None:
    """What has unknown size is nothing for a solver."""
    with pytest.raises(ValueError, match="choose its size"):
        smtlib(Problem((x, n), (term > 0,), ()))


def test_ranks_of_numbers() -> None:
    """By elimination, with Fractions and with a root for each row."""
    rows = ((Fraction(1), Fraction(2)), (Fraction(2), Fraction(4)), (Fraction(0), Fraction(0)))
    assert rank(rows) == 1
    assert rank(tuple(tuple(value * sqrt(size) for value in row) for size, row in enumerate(rows, 2))) == 1
    assert rank(((Fraction(1), Fraction(2)), (Fraction(2), Fraction(5)))) == 2


def test_products_and_traces_of_numbers() -> None:
    """Of small matrices, by hand."""
    assert product(((1, 2), (0, 1)), ((3, 4), (5, 6))) == ((13, 16), (5, 6))
    assert trace(((5, 2), (2, 1))) == 6
    assert determinant(((5, 2), (2, 1))) == 1
