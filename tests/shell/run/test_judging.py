"""From evidence and twins to a verdict: the whole table, without running a check."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from sympy import Integer

from bninit.results.result import Control, Plan
from bninit.run.judging import verdict as module
from bninit.run.judging.reach import controlled, settled, verdict_of
from bninit.run.judging.trials import WITHIN, Trials, counted
from bninit.run.judging.verdict import check_claim
from theory import Claim, Locator, Paper, Twin, Verdict
from theory.claim import Check, Evidence
from theory.claim.falsity import Fate
from theory.claim.setting import setting
from theory.claim.twins import Triage
from theory.domains.numbers import Integers
from theory.notation import n

HOLDS, REFUTED, UNDECIDED = Verdict.HOLDS, Verdict.REFUTED, Verdict.UNDECIDED
SEES = {None: True, "stated": True, "cases": True, "argued": False, "step": False, "stand-in": False}
"""Whether evidence of a reach sees the statement itself; None is that of simulations."""
ME = Locator(Paper("mine", "Mine", "I. Myself", 2026, "in preparation"), "Lemma 1")


def of(reach: str | None, verdict: Verdict, kind: Any = "exact") -> Evidence:
    return Evidence(kind, verdict, "here", {"reach": reach} if reach else {}, "n = 3" * (verdict is REFUTED))


@pytest.mark.parametrize("kind", ["formal", "decided", "exact", "certified", "sampled"])
@pytest.mark.parametrize(("reach", "said"), [*product(SEES, Verdict)])
def test_one_piece_of_evidence(reach: str | None, said: Verdict, kind: Any) -> None:
    """What sees the statement refutes it; what does not never does, and keeps its witness, whatever is beside it."""
    item = of(reach, said, kind)
    wanted = UNDECIDED if said is REFUTED and not SEES[reach] else said
    assert verdict_of(settled([item]), []) is wanted
    beside = settled([of("cases", HOLDS), item])
    assert verdict_of(beside, []) is wanted
    assert (beside[1].figures.get("fails"), beside[1].witness) == (
        ("n = 3", "") if wanted is not said else (None, item.witness)
    )
    assert settled([of("cases", REFUTED), item]) == [of("cases", REFUTED), item]
    assert verdict_of([of("cases", REFUTED), item], []) is REFUTED


def test_a_claim_holds_by_all_of_its_evidence() -> None:
    """One that is undecided, something that is missing, or none at all: undecided. Refuted, whatever is missing."""
    good = [of("stated", HOLDS), of(None, HOLDS, "sampled")]
    assert verdict_of(good, []) is HOLDS
    assert verdict_of(good, ["a twin"]) is UNDECIDED
    assert verdict_of([*good, of("cases", UNDECIDED)], []) is UNDECIDED
    assert verdict_of([], []) is UNDECIDED
    assert verdict_of([*good, of("cases", REFUTED)], ["a twin"]) is REFUTED


@pytest.mark.parametrize("control", Verdict)
def test_a_control_that_fails_refutes_nothing(control: Verdict) -> None:
    """A false form is refuted only if its checks hold for what is true."""
    found = controlled([of("cases", REFUTED)], [Control("exact", "here", HOLDS), Control("exact", "there", control)])
    assert verdict_of(settled(found), []) is (REFUTED if control is HOLDS else UNDECIDED)


def claim(**fields: Any) -> Claim:
    made: dict[str, Any] = {"predicts": n, "given": {"n": Integers(1)}, "source": ME, "status": "new", **fields}
    return Claim("mine.judging.one", says="s", tex="n", hypotheses=(), **made)


@pytest.mark.parametrize("said", [{"step": "the sum"}, {"stand_in": "the sum"}, {"argued": "the sum is n"}])
def test_what_fails_beside_the_statement(said: dict[str, str]) -> None:
    """A true claim with a check at its side that fails: undecided, and the reason has its witness."""
    found = claim()
    found.literal(lambda at: at.n)
    found.exact("all n", **said)(lambda predicted: iter([("all n", predicted, predicted + 1)]))
    result = check_claim(found, Plan("quick", 1, 0))
    assert result.verdict is UNDECIDED
    assert "refutes nothing" in result.reason


CHECK = Check("exact", "here", print)
FALSE, PASSED, SILENT = Fate("false"), Fate("accepted", "alike"), Fate("silent")
NEAR, OPEN = Fate("open", WITHIN), Fate("open", "raises")


@pytest.mark.parametrize(
    ("relation", "state", "by_hand", "fates", "accepted", "words"),
    [
        ("=", "differs", False, [FALSE], 0, []),
        ("=", "differs", False, [FALSE, PASSED], 1, ["accepted"]),
        ("=", "differs", False, [PASSED], 1, ["accepted", "no twin"]),
        ("=", "differs", False, [SILENT], 1, ["accepted", "no twin"]),
        ("=", "differs", False, [OPEN], 1, ["accepted", "no twin"]),
        ("=", "differs", False, [NEAR], 0, ["no twin"]),
        ("=", "differs", True, [NEAR], 1, ["accepted", "no twin"]),
        ("<=", "differs", False, [SILENT], 0, ["no twin"]),
        ("<=", "differs", True, [SILENT], 0, ["hand-written", "no twin"]),
        ("<=", "differs", True, [FALSE], 0, []),
        ("=", "unknown", False, [SILENT], 0, ["no twin"]),
        ("=", "unknown", True, [SILENT], 0, ["hand-written", "no twin"]),
        ("=", "unknown", True, [FALSE], 0, []),
        ("=", "unknown", False, [PASSED], 1, ["accepted", "no twin"]),
        ("=", "equal", True, [], 0, ["hand-written", "no twin"]),
        ("=", "undefined", True, [], 0, ["hand-written", "no twin"]),
        ("<=", "weaker", True, [], 0, ["hand-written", "no twin"]),
        ("=", "equal", False, [], 0, ["no twin"]),
    ],
)
def test_twins(relation: Any, state: Any, by_hand: bool, fates: list[Fate], accepted: int, words: list[str]) -> None:
    """What became of one twin, and what keeps the claim from holding: of an equation all that differ have to be shown
    false, of an inequality those written by hand."""
    trials = Trials(setting(claim(relation=relation)), [Triage(Twin(Integer(7)), state, by_hand=by_hand)])
    for fate in fates:
        trials.say(0, CHECK, fate)
    count, missing = counted(trials, [of("cases", HOLDS)])
    assert (count.made, count.accepted, count.certified_false) == (1, accepted, int(FALSE in fates))
    assert count.unknown == int(state == "unknown" and fates == [SILENT])
    assert count.refuted == int(FALSE in fates and PASSED not in fates)
    assert len(missing) == len(words)
    assert all(any(word in text for text in missing) for word in words)


def test_without_evidence() -> None:
    """A claim without a check lacks one; a false form lacks a refutation, until there is one."""
    assert "has no check" in counted(Trials(setting(claim()), []), [])[1][0]
    false = Trials(setting(claim(expected=REFUTED, no_truth="there is none")), [])
    assert "no check refutes it" in counted(false, [of("cases", HOLDS)])[1][0]
    assert counted(false, [of("cases", REFUTED)])[1] == []


@pytest.mark.parametrize(("as_expected", "share"), [(True, [3]), (False, [3, 1])])
def test_a_second_run_at_level_quick(as_expected: bool, share: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """At level quick a claim that is not as expected by fewer instances is judged again by all of them."""
    one = claim()
    one.literal(lambda at: at.n)
    result = check_claim(one, Plan("quick", 5, 0))
    asked: list[int] = []
    now = [1]

    class Fewer:
        def __init__(self, share: int) -> None:
            self.share = share

        def __enter__(self) -> None:
            now[0] = self.share

        def __exit__(self, *_: Any) -> None:
            now[0] = 1

    def found(*_: Any) -> Any:
        asked.append(now[0])
        return result if as_expected else replace(result, verdict=Verdict.UNDECIDED, expected=Verdict.HOLDS)

    monkeypatch.setattr(module, "fewer", Fewer)
    monkeypatch.setattr(module, "checked", found)
    check_claim(one, Plan("quick", 5, 0))
    assert asked == share
