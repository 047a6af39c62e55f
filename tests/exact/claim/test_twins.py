"""Twins: how they are made and sorted, what a check shows of one, and what a probe may say in the check's place."""

from typing import Any

import pytest
from flint import arb
from sympy import Integer, diff

from tests.exact.toys import toy
from theory import Twin, Verdict
from theory.claim import probe as probes
from theory.claim.falsity import Trial
from theory.claim.judge import judge, surroundings
from theory.claim.setting import setting
from theory.claim.twins import mutants, triage
from theory.exact.expressions import Undefined
from theory.notation import n
from theory.words import Check


def test_mutants() -> None:
    """(n-1)^2 has among its twins n^2, (n-2)^2, -(n-1)^2, n-1 and (n-1)^3, and never itself."""
    made = {twin.predicts for twin in mutants((n - 1) ** 2)}
    assert {n**2, (n - 2) ** 2, -((n - 1) ** 2), n - 1, (n - 1) ** 3} <= made
    assert {(n - 1) ** 2 + 1, (n - 1) ** 2 - 1, 2 * (n - 1) ** 2} <= made
    assert (n - 1) ** 2 not in made


def test_triage() -> None:
    """A twin differs by a witness, is equal by canonical form, ill-defined at a pole, and otherwise unknown."""
    twins = (Twin(n**2 - 2 * n + 1), Twin(n), Twin(1 / (n - 2)), Twin((n - 1) ** 2 + (n - 2) * (n - 3)))
    found = triage(setting(toy(predicts=(n - 1) ** 2, twins=twins, over=({"n": 2}, {"n": 3}))))[:4]
    assert [fate.state for fate in found] == ["equal", "differs", "undefined", "unknown"]
    assert found[1].witness == "n = 2: 1 against 2"


def values(e: Any) -> Any:
    for i in (1, 2, 3):
        yield f"n = {i}", Integer(i) ** 2, e.subs(n, i)


def circular(e: Any) -> Any:
    yield "twice", 2 * e, e + e


def residual(e: Any) -> Any:
    yield "e^2 - n^4", e**2 - n**4, Integer(0)


def difference(e: Any) -> Any:
    yield "a step", (n + 1) ** 2 - n**2, (e.subs(n, n + 1) - e).expand()


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


def blurred(e: Any) -> Any:
    yield "n = 2", arb(4), arb(int(e.subs(n, 2)), 0 if e == n**2 else 1)


@pytest.mark.parametrize(
    ("run", "twin", "state"),
    [
        (values, n**2 + 1, "false"),
        (values, n**3, "false"),
        (values, n**2 + (n - 1) * (n - 2) * (n - 3), "silent"),
        (circular, n, "accepted"),
        (residual, n, "false"),
        (residual, -(n**2), "silent"),
        (difference, n**2 + 1, "silent"),
        (difference, 2 * n**2, "false"),
        (crashing, n, "open"),
        (undefined, n - 2, "false"),
        (balls, n, "false"),
        (balls, n**2 + (n - 2) * (n - 3), "silent"),
        (blurred, n**2 + n - 2, "open"),
    ],
)
def test_what_a_check_shows(run: Any, twin: Any, state: str) -> None:
    """A twin is false by an instance; where the check yields the same it is silent; what holds as well is accepted; an
    exception is no evidence."""
    trial = Trial(Check("certified" if run in (balls, blurred) else "exact", "here", run), n**2)
    assert trial.evidence.verdict is Verdict.HOLDS
    assert trial.twin(twin).state == state


def test_a_bound_is_false_only_where_it_is_violated() -> None:
    """One that is not violated may be true."""

    def run(e: Any) -> Any:
        for i in (1, 2, 3):
            yield f"n = {i}", Integer(i), e.subs(n, i)

    trial = Trial(Check("exact", "n = 1..3", run, relation="<="), n + 1)
    assert trial.evidence.verdict is Verdict.HOLDS
    found = [trial.twin(bound).state for bound in (n, n - 1, Integer(2), 2 * n, n + 2)]
    assert found == ["open", "false", "false", "open", "open"]


def probed(run: Any, relation: Any = "=") -> probes.Probe | None:
    trial = Trial(Check("exact", "here", run, relation=relation), n**2)
    with surroundings():
        return probes.probe(trial.check, n**2, trial._known[0], ())


def nested(e: Any) -> Any:
    yield "pair", [Integer(4), 9], (e.subs(n, 2), e.subs(n, 3))


def calculus(e: Any) -> Any:
    yield "slope", 2 * n, diff(e, n)
    yield "n = 2", Integer(4), e.subs(n, 2)


def branching(e: Any) -> Any:
    yield "n = 2", Integer(4) if e.subs(n, 2) == 4 else Integer(5), e.subs(n, 2)


def asking(e: Any) -> Any:
    yield "n = 2", 4, int(e.subs(n, 2))


def endless(e: Any) -> Any:
    while e != n**2:
        e = e.subs(n, n)
    yield "n = 2", Integer(4), e.subs(n, 2)


@pytest.mark.parametrize(
    ("run", "relation", "twin", "where"),
    [
        (values, "=", n**2 + 1, "n = 1"),
        (values, "=", n**3, "n = 2"),
        (values, "=", n * abs(n), None),
        (values, "=", 1 / (n - 1), "n = 2"),
        (values, "<=", n**2 + 1, None),
        (values, "<=", n**2 - 1, "n = 1"),
        (difference, "=", n**3, "a step"),
        (difference, "=", n**2 + 1, None),
        (nested, "=", n + 2, "pair"),
        (circular, "=", n**3, None),
        (calculus, "=", n**2 + 1, "n = 2"),
        (calculus, "=", n**2 + n - 2, None),
    ],
)
def test_what_a_probe_tells(run: Any, relation: str, twin: Any, where: str | None) -> None:
    """The first comparison that enclosures decide against a twin; nothing where they agree or there are none."""
    found = probed(run, relation)
    assert (found.differs(twin) if found else None) == where


def placing(e: Any) -> Any:
    yield f"{e} at n = 2", Integer(4), e.subs(n, 2)


@pytest.mark.parametrize("run", [branching, asking, endless, placing])
def test_a_check_that_takes_another_way_has_no_probe(run: Any) -> None:
    """One that branches on the prediction, asks for its value, compares it elsewhere, or does not end on what is
    unknown."""
    assert probed(run) is None


@pytest.mark.parametrize("run", [values, difference, nested, calculus])
def test_what_a_probe_calls_false_the_check_refutes(run: Any) -> None:
    """Whatever variant it is, and a good part of them are called so."""
    found, check = probed(run), Check("exact", "here", run)
    assert found
    told = [twin.predicts for twin in mutants(n**2) if found.differs(twin.predicts) is not None]
    assert len(told) > 5
    assert {judge(check, twin, False).verdict for twin in told} == {Verdict.REFUTED}
