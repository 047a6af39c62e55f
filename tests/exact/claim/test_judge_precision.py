"""Certified checks are judged at two precisions; what a check does to the libraries' precision is undone."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import mpmath
import pytest
from flint import arb, ctx

from tests.exact.claim.judging import HOLDS, REFUTED, UNDECIDED, constants, judged, of
from theory.comparison import compare
from theory.exact.certify import DIGITS, digits_now, precision, raised
from theory.exact.quadrature import half_line
from theory.words import Verdict


@pytest.mark.parametrize("digits", [15, 50, None])
def test_near_numbers_are_told_apart(digits: int | None) -> None:
    """erf(7) is not 1, nor are two numbers 2e-31 apart equal, at whatever precision the check asks for."""
    false = [
        (lambda: arb(7).erf(), lambda: arb(1)),
        (lambda: arb(2).sqrt(), lambda: arb(2).sqrt() + arb("2e-31")),
    ]
    for a, b in false:
        found = judged(constants(a, b, digits), "certified")
        assert found.verdict is REFUTED
        assert " are disjoint balls, at least " in found.witness
        assert judged(constants(a, b, digits), "certified", witness=False).verdict is REFUTED


def test_equal_to_within() -> None:
    """Certified equality states its radii at both precisions; the second is far smaller where the check lets it be."""
    found = judged(constants(lambda: arb(6).log(), lambda: arb(2).log() + arb(3).log(), 20), "certified")
    assert found.verdict is HOLDS
    first, again = arb(found.figures["radius"]), arb(found.figures["radius_again"])
    assert 0 < first < arb("1e-18")
    assert 0 < again < arb("1e-78")
    fixed = judged(of((arb("1 +/- 1e-20"), arb(1))), "certified")
    assert fixed.verdict is HOLDS
    assert fixed.figures["radius"] == fixed.figures["radius_again"] == "1.0e-20"


WIDE, NARROW, OFF, EXACT = arb("1 +/- 0.1"), arb("1 +/- 1e-20"), arb(2), 1


@pytest.mark.parametrize(
    ("first", "second", "verdict"),
    [
        ([NARROW], [NARROW], HOLDS),
        ([NARROW], [WIDE], UNDECIDED),
        ([NARROW], [arb("nan")], UNDECIDED),
        ([NARROW], [], UNDECIDED),
        ([NARROW], [OFF], REFUTED),
        ([WIDE], [NARROW], UNDECIDED),
        ([WIDE], [], UNDECIDED),
        ([WIDE], [OFF], REFUTED),
        ([], [NARROW], UNDECIDED),
        ([], [OFF], REFUTED),
        ([NARROW, WIDE], [NARROW, NARROW], UNDECIDED),
        ([arb("inf")], [EXACT], UNDECIDED),
        ([EXACT], [NARROW], HOLDS),
        ([NARROW], [EXACT], HOLDS),
    ],
    ids=str,
)
def test_both_runs_have_to_hold(first: list[Any], second: list[Any], verdict: Verdict) -> None:
    """A certified check holds if both of its runs do, is refuted by either, and is undecided otherwise."""

    def run(predicted: Any) -> Iterator[Any]:
        yield from (("here", ball, 1) for ball in (held.first if ctx.dps == DIGITS else held.second))

    held = SimpleNamespace(first=first, second=second)
    assert judged(run, "certified").verdict is verdict


def test_comparing_is_no_part_of_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the check's own digits are raised; the proof is written if a witness is asked for."""
    seen = []

    def spy(*given: Any, prove: bool = True) -> Any:
        seen.append((digits_now(50), prove))
        return compare(*given, prove=prove)

    monkeypatch.setattr("theory.claim.judge.compare", spy)
    judged(of((1, 1)), "certified")
    judged(of((1, 1)), witness=False)
    assert seen == [(50, True), (50, True), (50, False)]


def test_two_precisions() -> None:
    """A certified check runs at DIGITS and far above; what it asks for is raised, too; what falls, once."""
    seen: list[tuple[int, int]] = []

    def run(predicted: Any) -> Iterator[Any]:
        before = ctx.dps
        with precision(15):
            seen.append((before, ctx.dps))
        yield "here", arb(1), predicted

    judged(run, "certified", arb(1))
    assert seen == [(DIGITS, 15), (4 * DIGITS, 100)]
    seen.clear()
    judged(run, "certified", arb(2))
    assert seen == [(DIGITS, 15)]
    with raised(4), precision(50):
        assert ctx.dps == 200
    with raised(4):  # an integral cut off for 20 digits is cut off for 80
        assert half_line(lambda u: u**2, lambda T: (T + 1) * (-T * T / 2).exp(), 20).rad() < arb("1e-75")


def test_global_precision_is_put_back() -> None:
    """A check may change the libraries' precision, and leave a `with` open, without any other check noticing."""
    before = ctx.prec, ctx.cap, mpmath.mp.prec
    libraries = [ctx, mpmath.mp]  # not by name, which an exact check may not even say

    def spoil() -> None:
        for library in libraries:
            library.dps = 3
        ctx.cap = 2

    def run(predicted: Any) -> Iterator[Any]:
        spoil()
        with precision(7):
            yield "here", 1, predicted
            raise KeyError

    for kind, predicted, error in (
        ("exact", 2, None), ("certified", 2, None), ("exact", 1, KeyError), ("exact", object(), TypeError)
    ):  # fmt: skip
        with pytest.raises(error) if error else nullcontext() as caught:  # its traceback keeps the check alive
            judged(run, kind, predicted)
        del caught
        if error:
            gc.collect()
        assert (ctx.prec, ctx.cap, mpmath.mp.prec) == before
    seen = []
    judged(lambda predicted: iter([seen.append(ctx.dps) or ("here", 1, 1)]))
    assert seen == [DIGITS]


def test_precision_set_by_hand() -> None:
    """erf(8) = 1 to 20 digits: what sets the precision past `precision`, and would have it twice, is an error."""

    def run(predicted: Any) -> Iterator[Any]:
        ctx.dps = 20
        yield "here", arb(8).erf(), predicted

    with pytest.raises(ValueError, match="write `with precision"):
        judged(run, "certified", arb(1))


FIXED, EXACT_BALL = arb(7).erf(), arb(1)
TABLE = {"erf": [FIXED]}


def _fixed() -> arb:
    return FIXED


@pytest.mark.parametrize(
    "run",
    [lambda p: [("here", FIXED, p)], lambda p: [("here", _fixed(), p)], lambda p: [("here", TABLE["erf"][0], p)]],
    ids=["itself", "in a helper", "in a table"],
)
def test_balls_made_before(run: Callable[[Any], Any]) -> None:
    """erf(7) = 1 to the digits of when a module was loaded: such a ball would tell nothing at the second precision."""
    with pytest.raises(TypeError, match=r"the ball .* \(.*, line \d+\), which was made before .* not sharper"):
        judged(run, "certified", arb(1))


def test_exact_balls_may_be_made_before() -> None:
    """A ball that is a number has no radius to shrink."""
    assert judged(lambda p: [("here", EXACT_BALL, p)], "certified", arb(1)).verdict is HOLDS
