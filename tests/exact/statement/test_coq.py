"""What is written for Coq: bound names that are told apart, means over laws, layers, matrices and series."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Symbol

from theory.statement.coq import coq
from theory.statement.predicted import NotExpressibleError, as_term
from theory.statement.problem import Goal, Problem
from theory.statement.smtlib import smtlib
from theory.term import (
    AnyLaw,
    Vec,
    all_rows,
    each,
    every,
    exchangeable,
    has_mean,
    largest,
    mean,
    one_if,
    over_draws,
    over_layers,
    places,
    product_of,
    sign_symmetric,
    some,
    symmetric,
    total,
    variable,
)
from theory.term.matrices import determinant, rank, square

n, m, d, k, L = (variable(name, "nat") for name in ("n", "m", "d", "k", "L"))
a, b = variable("a"), variable("b")
x, p, v, A = Vec.named("x", n), Vec.named("p", m), Vec.named("v", m), Vec.named("A", n, n)
law = AnyLaw("u", n, lambda row: every(lambda e: e > 0, row))


def written(condition: Any, *hypotheses: Any) -> str:
    rows = (("x", (n,)), ("p", (m,)), ("v", (m,)), ("A", (n, n)))
    problem = Problem((n, m, d, k, L, a, b), hypotheses, (Goal((), condition),), rows=rows, laws=("u",))
    return coq(problem).replace("\n", " ")


def doubled(after: Any, row: Any) -> Any:
    return after(row) + after(row)


def drawn_twice() -> Any:
    """E of the sum of two values at d drawn places, one map inside the other."""

    def outer(drawn: Vec) -> Any:
        return over_draws(p, d, lambda again: total(each(lambda i, j: v[i] * v[j], drawn, again)))

    return over_draws(p, d, outer) == 0


def equal_or_greater(e: Any) -> Any:
    return every(lambda f: (e == f) | every(lambda g: g > e + f, x), x)


NESTED = all_rows(n, lambda z: all_rows(n, lambda y: z[0] <= y[0]))
KNOWN = has_mean(law, lambda z: z[0])
POWER = as_term(Symbol("a") ** (2 * Symbol("n") - 1), {"a": a, "n": n})
WRITTEN: list[tuple[Any, list[str]]] = [
    (  # the number of i with sum_j x_j x_i > 0: two names
        total(each(lambda e: one_if(total(each(lambda f: f * e, x)) > 0), x)) == 1,
        [r"\sum_(i_1 < n) (0 < (\sum_(i_0 < n) (x i_0 * x i_1)))%R%:R"],
    ),
    (  # for all i the number of k for which some x_j is x_i
        every(lambda e: total(each(lambda _: one_if(some(lambda f: f == e, x)), x)) > 0, x),
        [r"forall j_1, (j_1 < n)%N", r"1 - (\prod_(j_0 < n) (x j_0 != x j_1)%:R)"],
    ),
    (  # sum_ij [i != j] is no 0
        total(each(lambda e: total(each(lambda f: one_if(e != f), x)), x)) == 0,
        [r"\sum_(i_1 < n) (\sum_(i_0 < n) (x i_1 != x i_0)%:R)"],
    ),
    (every(equal_or_greater, x), [r"forall j_2, (j_2 < n)%N -> (forall j_1, (j_1 < n)%N"]),
    (
        drawn_twice(),
        [r"\sum_(f_1 : {ffun 'I_d -> 'I_m})", r"\sum_(f_0 : {ffun 'I_d -> 'I_m})", "(v (f_1 i_0) * v (f_0 i_0))"],
    ),
    (NESTED, [r"(forall z_1 : nat -> R, (forall z_0 : nat -> R, (z_1 0%N <= z_0 0%N)))"]),
    (~NESTED, [r"(exists z_1 : nat -> R, (exists z_0 : nat -> R, (z_0 0%N < z_1 0%N)))"]),
    (
        mean(law, total) == 1,
        [
            "(has_u : ((nat -> R) -> R) -> Prop) (mean_u : ((nat -> R) -> R) -> R)",
            r"(mean_u (fun w_0 => (\sum_(i_0 < n) w_0 i_0))) = 1",
        ],
    ),
    (
        mean(law, lambda z: mean(law, lambda y: z[0] * y[0])) >= 0,
        ["(fun w_1 => (mean_u (fun w_0 => (w_1 0%N * w_0 0%N))))"],
    ),
    (~KNOWN, ["(~ (has_u"]),
    (symmetric(law).negation, ["(~ (forall f"]),
    (sign_symmetric(law), ["(forall i f, (i < n)%N"]),
    (
        over_layers(doubled, L, total, x) == 0,
        [
            "(iter L (fun (next_0 : (nat -> R) -> R) (row_0 : nat -> R) => ((next_0 row_0) + (next_0 row_0))) "
            r"(fun row_0 : nat -> R => (\sum_(i_0 < n) row_0 i_0)) x) = 0"
        ],
    ),
    (
        over_layers(doubled, L, lambda row: over_layers(doubled, L, total, row), x) == 0,
        [
            "(next_1 : (nat -> R) -> R) (row_1 : nat -> R)",
            "(fun row_1 : nat -> R => (iter L (fun (next_0 : (nat -> R) -> R) (row_0 : nat -> R)",
            " row_1)",
        ],
    ),
    (rank(A) > 5, ["(mxrank (\\matrix_(r_0 < n, c_0 < n) A r_0 c_0))%:R"]),
    (determinant(A) > 5, ["(\\det (\\matrix_(r_0 < n, c_0 < n) A r_0 c_0)"]),
    (rank(square(A)) > 5, ["\\matrix_(r_0 < n, c_0 < n) (\\sum_(i_0 < n) (A r_0 i_0 * A c_0 i_0))"]),
    (total(Vec(n, lambda i: determinant(square(A)) * A[i][i])) > 5, ["\\sum_(i_1 < n)"]),
    (product_of(A[k]) > 5, ["(\\prod_(i_0 < n) A k i_0"]),
    (a**n > 5, ["(a ^+ n"]),
    (POWER > 5, ["((a * a) ^+ n)", "(1 / a)"]),
    (one_if(a < b) > 5, ["(a < b)%R%:R"]),
    (one_if(k < m) > 5, ["(k < m)%N%:R"]),
    (one_if(k == m) > 5, ["(k == m :> nat)%:R"]),
    (A[k * n + m][m] > 5, ["A ((k * n)%N + m)%N m"]),
    (total(each(lambda i: A[i][i], places(m**n))) > 5, ["(\\sum_(i_0 < (m ^ n)%N) A i_0 i_0)"]),
    (
        largest(each(lambda e: total(each(lambda f: f - e, x)), x)) >= 0,
        [r"\big[Num.max/(\sum_(i_0 < n) (x i_0 - x 0%N))]_(i_1 < n) (\sum_(i_0 < n) (x i_0 - x i_1))"],
    ),
]


@pytest.mark.parametrize(("condition", "parts"), WRITTEN, ids=[parts[0] for _, parts in WRITTEN])
def test_what_is_written(condition: Any, parts: list[str]) -> None:
    """Names that sums, maps, means, layers and quantifiers bind differ where one is inside the other, in conditions,
    too; a mean is a functional of a function of the row; ranks, powers and places of unknown size are Coq's."""
    text = written(condition)
    assert [part for part in parts if part not in text] == []


def test_what_is_said_of_a_law() -> None:
    """What is certain of the row stands where the mean is positive; the law of the negative is a hypothesis."""
    text = written(KNOWN, law.conditions, exchangeable(law))
    assert "(forall (w_0 : nat -> R), (forall j_0, (j_0 < n)%N -> (0 < w_0 j_0)) -> 0 < f w_0) -> 0 < mean_u f" in text
    assert "(has_u (fun w_0 => w_0 0%N))" in text
    assert "(i < n)%N -> (j < n)%N -> has_u f" in text
    text = written(mean(law, total) >= 0, symmetric(law))
    assert "has_u (fun z => f (fun k => - z k)) /\\ mean_u (fun z => f (fun k => - z k)) = mean_u f" in text


def test_what_is_denied_twice_is_said() -> None:
    """Of all rows, and of means."""
    assert ~~NESTED is NESTED
    assert KNOWN.negation.negation is KNOWN


def test_what_is_for_no_solver() -> None:
    """Another power than a whole number's; what has unknown size."""
    with pytest.raises(NotExpressibleError, match="the power"):
        as_term(Symbol("a") ** Symbol("b"), {"a": a, "b": b})
    for term in (rank(A), a**n, product_of(A[0]), total(x)):
        with pytest.raises(ValueError, match="choose its size"):
            smtlib(Problem((a, n), (term > 0,), ()))
