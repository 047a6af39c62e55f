"""Twins by enclosures: what is taken from a probe is what the check itself would say, and no more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from sympy import Integer, diff

from theory import claims
from theory.claim import probe as probes
from theory.claim.falsity import Trial
from theory.claim.judge import judge, surroundings
from theory.claim.twins import mutants
from theory.notation import n
from theory.words import Check, Verdict


def probed(run: Any, kind: Any = "exact", relation: Any = "=") -> probes.Probe | None:
    trial = Trial(Check(kind, "here", run, relation=relation), n**2)
    with surroundings():
        return probes.probe(trial.check, n**2, trial._known[0], ())


def values(e: Any) -> Iterator[Any]:
    for i in (1, 2, 3):
        yield f"n = {i}", Integer(i) ** 2, e.subs(n, i)


def on_symbols(e: Any) -> Iterator[Any]:
    yield "a step", (n + 1) ** 2 - n**2, e.subs(n, n + 1) - e


def nested(e: Any) -> Iterator[Any]:
    yield "pair", [Integer(4), 9], (e.subs(n, 2), e.subs(n, 3))


def circular(e: Any) -> Iterator[Any]:
    yield "twice", 2 * e, e + e


def calculus(e: Any) -> Iterator[Any]:
    yield "slope", 2 * n, diff(e, n)
    yield "n = 2", Integer(4), e.subs(n, 2)


def branching(e: Any) -> Iterator[Any]:
    yield "n = 2", Integer(4) if e.subs(n, 2) == 4 else Integer(5), e.subs(n, 2)


def asking(e: Any) -> Iterator[Any]:
    yield "n = 2", 4, int(e.subs(n, 2))


def endless(e: Any) -> Iterator[Any]:
    while e != n**2:
        e = e.subs(n, n)
    yield "n = 2", Integer(4), e.subs(n, 2)


@pytest.mark.parametrize(
    ("run", "twin", "where"),
    [
        (values, n**2 + 1, "n = 1"),
        (values, n**3, "n = 2"),
        (values, n * abs(n), None),
        (on_symbols, n**3, "a step"),
        (on_symbols, n**2 + 1, None),
        (nested, n + 2, "pair"),
        (circular, n**3, None),
        (calculus, n**2 + 1, "n = 2"),
        (calculus, n**2 + n - 2, None),
        (values, 1 / (n - 1), "n = 2"),
    ],
)
def test_what_a_probe_tells(run: Any, twin: Any, where: str | None) -> None:
    """The first comparison that enclosures decide against a twin; nothing where they agree or there are none."""
    found = probed(run)
    assert (found.differs(twin) if found else None) == where


@pytest.mark.parametrize("run", [branching, asking, endless])
def test_a_check_that_takes_another_way_has_no_probe(run: Any) -> None:
    """One that branches on the prediction, asks for its value, or does not end on what is unknown."""
    assert probed(run) is None


def test_a_bound() -> None:
    """Of an inequality a twin is told apart only where it is violated."""
    found = probed(values, relation="<=")
    assert found is not None
    assert found.differs(n**2 + 1) is None
    assert found.differs(n**2 - 1) == "n = 1"


@pytest.mark.parametrize(
    "name", ["components.gaussian.relu-moment", "nachum24.outlier.norm-ratio", "daneshmand20.mean-field.soft-rank"]
)
def test_checks_say_the_same(name: str) -> None:
    """Each twin that a probe calls false is refuted by the check itself."""
    claim, told = claims()[name], 0
    for check in claim.checks:
        trial = Trial(check, claim.predicts, tuple(claim.over))
        with surroundings():
            found = probes.probe(trial.check, claim.predicts, trial._known[0], trial.over)
        for twin in list(mutants(claim.predicts))[:20] if found else ():
            if found and found.differs(twin.predicts) is not None:
                told += 1
                assert judge(check, twin.predicts, False, trial.over).verdict is Verdict.REFUTED
    assert told
