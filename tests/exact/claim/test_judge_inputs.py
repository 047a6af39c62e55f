"""What a check may yield: triples of exact values or balls; rounded numbers are errors, however they are hidden."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath
import pytest
import sympy
from flint import acb, arb
from sympy import Symbol, sqrt

from tests.exact.claim.judging import HOLDS, REFUTED, judged, of
from theory.notation import n


@pytest.mark.parametrize(
    "rounded",
    [math.tanh(20.0), mpmath.erf(7), sympy.N(sympy.tanh(20)), 1.0 * n, [1, 1.0], complex(1), mpmath.mpf(1) / 3],
    ids=repr,
)
@pytest.mark.parametrize("kind", ["exact", "certified"])
def test_floats_are_errors(kind: str, rounded: Any) -> None:
    """A rounded number on either side is an error, in both kinds of checks."""
    for pair in ((rounded, 1), (1, rounded)):
        with pytest.raises(TypeError, match=r"rounded number|computes with"):
            judged(of(pair), kind)


@pytest.mark.parametrize("side", [arb(1), acb(1), [1, arb(1)], (arb(1), arb(1))], ids=str)
def test_balls_want_a_certified_check(side: Any) -> None:
    """Balls in an exact check are an error that names the other kind."""
    for pair in ((side, side), (1, side), (side, 1)):
        with pytest.raises(TypeError, match="attach it with `certified`"):
            judged(of(pair), "exact")


@pytest.mark.parametrize(
    "made",
    [None, 3, [1, 2, 3], "abc", [("a", 1)], iter([("a", 1, 1, 1)])],
    ids=["none", "number", "numbers", "text", "pair", "four"],
)
def test_a_check_yields_triples(made: Any) -> None:
    """`return` for `yield`, or a pair for a triple, is an error in words."""
    with pytest.raises(TypeError, match=r"a check has to yield \(where, computed, predicted\)"):
        judged(lambda predicted: made)


def test_symbols_and_long_integers() -> None:
    """Two symbols of one name are an error; `Symbol("pi")` is not pi; more than 4,300 digits are told in few words."""
    with pytest.raises(ValueError, match="two symbols are called n"):
        judged(of((2 * n, 2 * Symbol("n"))))
    assert judged(of((Symbol("pi") + 1, sympy.pi + 1))).verdict is REFUTED
    found = judged(lambda predicted: iter([((10**5000,), 10**5000, 10**5000 + 1)]))
    assert found.verdict is REFUTED
    assert found.witness.startswith("a place too long to write: ")
    assert len(found.witness) < 1000


def helper() -> int:
    return round(math.tanh(20))


@pytest.mark.parametrize(
    "run",
    [
        lambda p: [("rounded", round(0.9999999), p)],
        lambda p: [("whole part", int(math.tanh(20)), p)],
        lambda p: [("helper", helper(), p)],
        lambda p: [("near", math.isclose(1, 2), False)],
        lambda p: [("guessed", sympy.nsimplify(sqrt(2)), p)],
        lambda p: [("a number's own", sqrt(2).evalf() > 1, True)],
        lambda p: [("text", str(int(float(1))), p)],
        lambda p: [("other precision", int(mpmath.erf(7)), p)],
        lambda p: [("deep", [int(x + 0.5) for x in range(2)], p)],
    ],
    ids=["constant", "math", "helper", "isclose", "nsimplify", "evalf", "float", "mpmath", "nested"],
)
def test_floats_that_leave_no_trace(run: Callable[[Any], Any]) -> None:
    """A float in the code of an exact check, or of a function of its module, is an error though it is rounded away."""
    with pytest.raises(TypeError, match=r"an exact check computes with .* \(.*test_judge_inputs.py, line \d+\)"):
        judged(run)


def test_whole_numbers_of_math_are_exact() -> None:
    """gcd, comb and their like give whole numbers, and may be used."""
    assert judged(lambda p: [("comb", math.comb(4, 2) + math.gcd(4, 6) + round(Fraction(7, 2)), 12)]).verdict is HOLDS
