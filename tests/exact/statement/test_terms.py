"""Tests of terms: numbers that are not known, paths of functions of them, rows of unknown length."""

from fractions import Fraction

import pytest
from sympy import Integer, Rational

from theory.batchnorm import dot, recentre, relu
from theory.statement.coq import coq
from theory.statement.problem import Goal, Problem
from theory.term import (
    TooManyPathsError,
    Vec,
    constant,
    different,
    each,
    every,
    explored,
    larger,
    largest,
    one_if,
    size,
    some,
    total,
    variable,
)
from theory.tree import negative, positive

x, y, z = map(variable, "xyz")


def put(term, at):
    """The value of a term, by its definition."""
    op, args = term.op, term.args
    if op == "const":
        return args[0]
    if op == "var":
        return at[args[0]]
    a, b = (put(part, at) for part in (args if len(args) == 2 else (*args, constant(0))))
    return {"+": a + b, "*": a * b, "max": max(a, b), "abs": abs(a)}[op]


@pytest.mark.parametrize("batch", [(0, 1, 5), (2, 2, -1), (Fraction(1, 3), 7, 0)])
def test_terms_are_what_they_are_made_of(batch) -> None:
    """The primitives on terms, with numbers put in, are the primitives on numbers."""
    at = dict(zip("xyz", map(Fraction, batch), strict=True))
    numbers = tuple(at.values())
    for primitive in (positive, negative, recentre, relu):
        assert [put(term, at) for term in primitive((x, y, z))] == [
            Fraction(int(value.numerator), int(value.denominator)) for value in primitive(numbers)
        ]
    assert put(dot((x, y, z), (x, y, z)), at) == dot(numbers, numbers)


def test_equal_terms_are_one_object() -> None:
    """What is built twice is the same; constants fold; SymPy's numbers and Fractions mix in on both sides."""
    assert (x + 1) * y is (x + 1) * y
    assert constant(2) * 3 is constant(6)
    assert Integer(2) * x is x * 2 or str(Integer(2) * x) == str(x * 2)
    assert Rational(1, 2) + x is x + Fraction(1, 2)
    with pytest.raises(TypeError, match="rational"):
        constant(0.5)


def test_all_orders_of_three_numbers_are_paths() -> None:
    """`sorted` asks; each path's answer is sorted under its conditions, and every order is one of the answers."""
    found = [tuple(map(str, path.value)) for path in explored(lambda: sorted([x, y, z]))]
    assert set(found) == {tuple(order) for order in ("xyz", "xzy", "yxz", "yzx", "zxy", "zyx")}


def test_sets_of_terms_ask_for_equality() -> None:
    """How many different numbers there are, along each path."""
    assert [path.value for path in explored(lambda: len({x, y}))] == [1, 2]


def test_a_function_that_remembers_is_refused() -> None:
    """A cache makes the second run another one than the first."""
    asked = []

    def forgetful() -> bool:
        asked.append(1)
        return bool(x > len(asked)) and bool(y > 0)

    with pytest.raises(TooManyPathsError, match="another one asked"):
        list(explored(forgetful))


def test_paths_are_bounded_and_conditions_need_a_path() -> None:
    """More branches than are followed, and a branch outside `explored`."""
    with pytest.raises(TooManyPathsError, match="more than 8 paths"):
        list(explored(lambda: [bool(x > i) for i in range(9)], most=8))
    with pytest.raises(TooManyPathsError, match="neither true nor false"):
        bool(x > 0)


def test_rows_of_unknown_length() -> None:
    """Sums bind indices of their own; nothing asks for a length or for the entries one by one."""
    row = Vec.named("v", variable("n", "nat"))
    assert str(total(each(lambda a: a * total(row), row))) == "sum(i_1 < n: (v[i_1] * sum(i_0 < n: v[i_0])))"
    assert size(row) is variable("n", "nat")
    assert str(larger(row[3], 0)) == "max(v[3], 0)"
    for ask in (len, list, sum):
        with pytest.raises(TypeError, match="not known"):
            ask(row)


def test_a_condition_at_every_place() -> None:
    """Of numbers a truth, of terms that are known by name all of them at once, of a row one condition with a bound
    index of its own; denied, it fails at some place."""
    assert every(lambda a, b: a < b, (1, 2), (2, 3))
    assert not every(lambda a: a > 1, (1, 2))
    assert str(every(lambda a: a > 1, (x, y))) == "(1 < x and 1 < y)"
    row = Vec.named("v", variable("n", "nat"))
    inside = every(lambda a: every(lambda b: a <= b, row), row)
    assert str(inside) == "every(j_1 < n: every(j_0 < n: v[j_1] <= v[j_0]))"
    assert str(~inside) == "some(j_1 < n: some(j_0 < n: v[j_0] < v[j_1]))"
    assert ~~inside is inside
    assert some(lambda a: a > 1, row) is ~every(lambda a: a <= 1, row)
    assert some(lambda a: a > 1, (1, 2))
    assert not some(lambda a: a > 2, (1, 2))


def test_numbers_that_tell_whether_a_condition_holds() -> None:
    """1 or 0, and no branch: how many of three numbers differ is one term, the same as the size of a set of them."""
    assert (one_if(2 > 1), one_if(x == x), one_if(x < x)) == (1, 1, 0)
    (path,) = explored(lambda: different((x, y, z)))
    assert path.conditions == ()
    assert str(path.value) == "((if(x != y) + 1) + if((x != z and y != z)))"
    assert different((1, 2, 1)) == 2


def test_greatest_entry_is_a_fold_from_the_first():
    """`largest` of a row of unknown length is \\big[max/first] over its places, and stands inside sums."""
    n = variable("n", "nat")
    row = Vec.named("a", n)
    claimed = largest(each(lambda v: total(each(lambda w: w - v, row)), row))
    text = coq(Problem((n,), (), (Goal((), claimed >= 0),), rows=(("a", (n,)),)))
    assert r"\big[Num.max/(\sum_(i_0 < n) (a i_0 - a 0%N))]_(i_1 < n) (\sum_(i_0 < n) (a i_0 - a i_1))" in text
    assert largest((3, 8, 5)) == 8
