"""How near values come to their bounds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from flint import arb
from hypothesis import given
from hypothesis import strategies as some
from sympy import Integer, Rational, Symbol, oo, sqrt

from tests.exact.claim.judging import judged, of
from tests.strategies import SETTINGS
from theory.comparison import compare
from theory.comparison.slack import relative_slack

WHOLE = some.fractions(min_value=-100, max_value=100)


@pytest.mark.parametrize(
    ("value", "bound", "relation", "wanted"),
    [
        (3, 4, "<=", [0.25]),
        (4, 3, ">", [0.25]),
        (Fraction(1, 3), Rational(1, 3), "<=", [0]),
        (0, 0, ">=", [0]),
        (5, 0, ">=", [None]),
        (0, 5, "<=", [1]),
        (-1, 1, "<", [2]),
        (sqrt(2), 2, "<", [0.2928932188]),
        (arb(3), 4, "<=", [0.25]),
        (arb("0 +/- 1e-30"), 1, "<=", [1]),
        ((1, 9), (2, 10), "<=", [0.5, 0.1]),
        (7, oo, "<", [None]),
        (Symbol("n"), 3, "<=", [None]),
        ("a", "a", "<=", [None]),
        (1, (0, 4), "in", [0.25, 0.75]),
        (4, (0, 4), "in", [1, 0]),
        (2, (2, 2), "in", [0, 0]),
        (2, (0, oo), "in", [None, None]),
    ],
)
def test_by_hand(value: Any, bound: Any, relation: Any, wanted: list[float | None]) -> None:
    """|bound - value| over the larger of the two, for each bound; an interval's ends in widths of it."""
    found = relative_slack(value, bound, relation)
    assert [part is None for part in found] == [part is None for part in wanted]
    assert [float(part) for part in found if part is not None] == pytest.approx([p for p in wanted if p is not None])


@SETTINGS
@given(WHOLE, WHOLE, some.integers(1, 1000))
def test_has_no_unit(value: Fraction, bound: Fraction, unit: int) -> None:
    """Both sides times a number, or both negated: the same."""
    first = relative_slack(value, bound, "<=")
    for factor in (unit, Fraction(1, unit), -unit):
        again = relative_slack(value * factor, bound * factor, "<=")
        assert [part and float(part) for part in again] == pytest.approx([part and float(part) for part in first])


def test_the_bound_that_is_least_nearly_attained_is_told() -> None:
    """Of two bounds, each nearest at its own instance, the one that comes less near, with that instance."""
    found = judged(of(((1, 1), (2, 100)), ((Integer(0), 2), (5, 4)), ((1, 1), (9, 3))), relation="<=").figures
    assert (found["slack_relative"], found["slack_at"]) == (0.5, "pair 0")
    found = judged(of((1, (0, 9)), (5, (0, 9)), (2, (0, 9))), relation="in").figures
    assert (found["slack_relative"], found["slack_at"]) == (0.4444, "pair 1")


def test_the_slack_of_a_comparison() -> None:
    """The least distance from violation, of numbers and of balls."""
    assert compare([1, 5], [2, 9], "<=").slack == 1
    found = compare(arb("1 +/- 1e-3"), arb(2), "<=")
    assert found.verdict == "holds"
    assert arb("0.998") < found.slack < arb("0.9991")


def test_signs_have_none() -> None:
    """Of a bound 0 that is not attained there is no ratio; of equations there is none."""
    assert "slack_relative" not in judged(of((1, 0), (2, 0)), relation=">").figures
    assert "slack_relative" not in judged(of((1, 1))).figures
