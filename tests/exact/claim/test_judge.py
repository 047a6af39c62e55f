"""The judge of exact and certified checks: only evidence refutes, and nothing that is not shown is called equal."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Any

import mpmath
import pytest
import sympy
from flint import acb, arb
from sympy import Rational, binomial, log, nan, sqrt, zoo

from tests.exact.claim.judging import HOLDS, REFUTED, UNDECIDED, constants, judged, of
from theory.exact.expressions import Undefined, value
from theory.notation import k, n

KINDS = pytest.mark.parametrize("kind", ["exact", "certified"])


def test_what_is_told_of_a_run() -> None:
    """All comparisons hold, with their number; the first that is decided otherwise refutes, and is the witness."""
    found = judged(of((log(6), log(2) + log(3)), ([1, sqrt(n**2)], [1, n]), (binomial(n, 2), n * (n - 1) / 2)))
    assert (found.verdict, found.figures, found.witness) == (HOLDS, {"comparisons": 3, "reach": "cases"}, "")
    assert (found.kind, found.scope) == ("exact", "all")
    found = judged(of((n, n), (n, n + 1), (n, n + 2)))
    assert (found.verdict, found.figures) == (REFUTED, {"comparisons": 2, "reach": "cases"})
    assert found.witness == "pair 1: n, not n + 1 (at n = 2)"
    spared = judged(of((n, n + 1)), witness=False)
    assert (spared.verdict, spared.witness) == (REFUTED, "")
    off = of((abs(n - k), n - k))  # given the claim's points, only those refute
    assert [judged(off, over=over).verdict for over in ([], [{"n": 5, "k": 2}])] == [REFUTED, UNDECIDED]


def test_undecided_stays_undecided() -> None:
    """The first comparison that is not decided stops the check, is named, and refutes nothing."""
    strange = sympy.Function("f")(n)
    found = judged(of((n, n), (strange, n), (n, n + 1)))
    assert (found.verdict, found.figures["comparisons"], found.figures["stuck"]) == (UNDECIDED, 1, "pair 1")
    assert "f(n) and n; tried" in found.figures["tried"]
    assert judged(of((strange, n), (n, n + 1)), witness=False).verdict is REFUTED  # a twin, by a later instance
    assert {judged(of((undefined, undefined))).verdict for undefined in (nan, zoo)} == {UNDECIDED}


@KINDS
def test_nothing_compared(kind: str) -> None:
    """No comparison, no verdict."""
    found = judged(of(), kind)
    assert (found.verdict, found.figures) == (UNDECIDED, {"comparisons": 0, "reach": "cases"})


@KINDS
@pytest.mark.parametrize("error", [ArithmeticError, ValueError, TypeError, LookupError, AssertionError])
@pytest.mark.parametrize("before", [0, 1])
def test_an_exception_is_no_evidence(kind: str, error: type[Exception], before: int) -> None:
    """A fault of the check, as 0/0 or an empty mean, goes through; before or after comparisons."""

    def run(predicted: Any) -> Iterator[Any]:
        for _ in range(before):
            yield "one", 1, 1
        raise error("of its own")

    with pytest.raises(error, match="of its own"):
        judged(run, kind)


def test_a_place_that_cannot_be_told() -> None:
    """A fault in writing the place is the check's own."""

    class Place:
        def __str__(self) -> str:
            raise KeyError("of its own")

    with pytest.raises(KeyError, match="of its own"):
        judged(lambda predicted: iter([(Place(), 1, 2)]))


def test_only_undefined_refutes() -> None:
    """A predicted value that does not exist, met by `value` or said by the check, refutes."""

    def by_value(predicted: Any) -> Iterator[Any]:
        yield "n = 2", 1, value(predicted, {"n": 2})
        yield "n = 3", 1, value(predicted, {"n": 3})

    found = judged(by_value, predicted=(n - 3) ** 0 / (3 - n))
    assert found.verdict is REFUTED
    assert found.witness == "after n = 2: undefined (1/(3 - n) divides by zero at {'n': 3})"
    assert found.figures == {"comparisons": 1, "reach": "cases"}
    assert judged(by_value, predicted=1 / (3 - n), witness=False).witness == ""

    def said(predicted: Any) -> Iterator[Any]:
        yield "one", 1, 1
        raise Undefined("no direction")

    assert judged(lambda predicted: iter(map(value, [zoo], [{}]))).witness.startswith("after the first comparison: ")
    assert "undefined (no direction)" in judged(said, "certified").witness


def test_the_worst_of_a_run_is_told() -> None:
    """The radius is the largest of all comparisons, the slack the least, in any order; exact ones have none."""
    balls = [(arb("1 +/- 1e-20"), 1), (arb("1 +/- 1e-16"), 1), (3, 3)]
    numbers = [(1, 3), (Rational(5, 2), 3), ("a", "a")]
    for order in itertools.permutations(range(3)):
        found = judged(of(*(balls[i] for i in order)), "certified")
        assert found.figures == {"comparisons": 3, "radius": "1.0e-16", "radius_again": "1.0e-16", "reach": "cases"}
        found = judged(of(*(numbers[i] for i in order)), relation="<=")
        at = f"pair {order.index(1)}"
        assert found.figures == {
            "comparisons": 3, "slack": "0.5000", "slack_at": at, "slack_relative": 0.1667, "reach": "cases"
        }  # fmt: skip
    once = judged(of(*balls, (1, 2)), "certified")
    assert once.verdict is REFUTED
    assert "radius_again" not in once.figures


def test_relations() -> None:
    """An inequality is violated at a named place; equality is not asked for; one of balls holds where they tell."""
    found = judged(of((1, 3), (4, 3)), relation="<=")
    assert (found.verdict, found.witness) == (REFUTED, "pair 1: 4 and 3")
    assert judged(of((3, 3)), relation="<").verdict is REFUTED
    assert judged(of((n, 1)), relation=">=").verdict is HOLDS
    found = judged(constants(lambda: arb(7).erf(), lambda: arb(1), 15), "certified", relation="<")
    assert found.verdict is UNDECIDED  # 15 digits do not tell it from 1, and the first run counts
    found = judged(constants(lambda: arb(7).erf(), lambda: arb(1), 30), "certified", relation="<")
    assert found.verdict is HOLDS
    assert found.figures["slack"].startswith("4.18")


@KINDS
@pytest.mark.parametrize("rounded", [math.tanh(20.0), mpmath.erf(7), sympy.Float(1), 1.0 * n, [1, 1.0], 1j], ids=repr)
def test_floats_are_errors(kind: str, rounded: Any) -> None:
    """A rounded number on either side is an error, in both kinds of checks."""
    for pair in ((rounded, 1), (1, rounded)):
        with pytest.raises(TypeError, match=r"rounded number|computes with"):
            judged(of(pair), kind)


@pytest.mark.parametrize("side", [arb(1), acb(1), [1, arb(1)]], ids=str)
def test_balls_want_a_certified_check(side: Any) -> None:
    """Balls in an exact check are an error that names the other kind."""
    for pair in ((1, side), (side, 1)):
        with pytest.raises(TypeError, match="attach it with `certified`"):
            judged(of(pair), "exact")


@pytest.mark.parametrize("yielded", [None, 3, [1, 2, 3], "abc", [("a", 1)], [("a", 1, 1, 1)]], ids=str)
def test_a_check_yields_triples(yielded: Any) -> None:
    """`return` for `yield`, or a pair for a triple, is an error in words."""
    with pytest.raises(TypeError, match=r"a check has to yield \(where, computed, predicted\)"):
        judged(lambda predicted: yielded)


def test_long_places_and_integers_are_told_in_few_words() -> None:
    """Also those of more than 4,300 digits, which Python does not write out."""
    found = judged(lambda predicted: iter([((10**5000,), 10**5000, 10**5000 + 1)]))
    assert found.verdict is REFUTED
    assert found.witness.startswith("a place too long to write: ")
    assert len(found.witness) < 1000
