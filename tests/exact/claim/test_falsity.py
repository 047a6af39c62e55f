"""What a check shows of a twin: an instance at which it is false, nothing, or that it would accept anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flint import arb
from sympy import Integer

from theory.claim.falsity import Trial
from theory.exact.expressions import Undefined
from theory.notation import n
from theory.words import Check, Verdict


def values(e: Any) -> Any:
    for i in (1, 2, 3):
        yield f"n = {i}", Integer(i) ** 2, e.subs(n, i)


def spot(e: Any) -> Any:
    yield "n = 2", Integer(4), e.subs(n, 2)


def circular(e: Any) -> Any:
    yield "twice", 2 * e, e + e


def residual(e: Any) -> Any:
    yield "e^2 - n^4", e**2 - n**4, Integer(0)


def difference(e: Any) -> Any:
    yield "step", (n + 1) ** 2 - n**2, (e.subs(n, n + 1) - e).expand()


def crashing(e: Any) -> Any:
    if e != n**2:
        raise RuntimeError("not me")
    yield "n", n**2, e


def undefined(e: Any) -> Any:
    if e.subs(n, 2) == 0:
        raise Undefined("the inverse of 0")
    yield "inverse", Integer(1) / 4, 1 / e.subs(n, 2)


def balls(e: Any) -> Any:
    for i in (2, 3):
        yield f"n = {i}", arb(i) ** 2, arb(int(e.subs(n, i)))


@pytest.mark.parametrize(
    ("run", "kind", "twin", "state"),
    [
        (values, "exact", n**2 + 1, "false"),
        (values, "exact", n**3, "false"),
        (values, "exact", n**2 + (n - 1) * (n - 2) * (n - 3), "silent"),
        (spot, "exact", n + 2, "silent"),
        (spot, "exact", n, "false"),
        (circular, "exact", n, "accepted"),
        (residual, "exact", n, "false"),
        (residual, "exact", -(n**2), "silent"),
        (difference, "exact", n**2 + 1, "silent"),
        (difference, "exact", 2 * n**2, "false"),
        (crashing, "exact", n, "open"),
        (undefined, "exact", n - 2, "false"),
        (balls, "certified", n, "false"),
        (balls, "certified", n**2 + (n - 2) * (n - 3), "silent"),
    ],
)
def test_states(run: Callable[[Any], Any], kind: Any, twin: Any, state: str) -> None:
    """A twin is false by an instance; where the check yields the same it is silent; what holds as well is accepted; an
    exception is no evidence."""
    trial = Trial(Check(kind, "here", run), n**2)
    assert trial.evidence.verdict is Verdict.HOLDS
    assert trial.twin(twin).state == state


def test_inequality() -> None:
    """A bound is false only where an instance violates it; one that is not violated may be true."""

    def run(e: Any) -> Any:
        for i in (1, 2, 3):
            yield f"n = {i}", Integer(i), e.subs(n, i)

    trial = Trial(Check("exact", "n = 1..3", run, relation="<="), n + 1)
    assert trial.evidence.verdict is Verdict.HOLDS
    found = [trial.twin(bound).state for bound in (n, n - 1, Integer(2), 2 * n, n + 2)]
    assert found == ["open", "false", "false", "open", "open"]
