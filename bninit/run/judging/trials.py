"""What the checks of a claim have said of its twins, counted and put in words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from bninit.results.result import Control, TwinCount, some
from numerics.judging import checks_of
from theory.claim import Check, Claim, Evidence, Verdict
from theory.claim.falsity import Fate
from theory.claim.setting import Setting
from theory.claim.twins import Triage
from theory.words import DETERMINED

HELD = ("differs", "unknown")
"""Twins that checks are run on: those whose formula is another, and those of which only a check can tell."""

WITHIN = "they are closer to the claim than what its simulations notice"
"""Said of twins that a simulation looks at, and is too blunt for: those made automatically nobody has to refute."""


@dataclass
class Trials:
    """What the checks have said of the twins so far, by place, and of what is true instead of a false form."""

    asked: Setting
    fates: list[Triage]
    said: dict[int, list[tuple[Check, Fate]]] = field(default_factory=dict)
    controls: list[Control] = field(default_factory=list)
    models: dict[tuple[str, str], Verdict] = field(default_factory=dict)

    def say(self, place: int, check: Check, fate: Fate) -> None:
        self.said.setdefault(place, []).append((check, fate))

    def having(self, state: str) -> list[int]:
        return [i for i, said in self.said.items() if any(fate.state == state for _, fate in said)]

    def silent(self, place: int) -> bool:
        """Whether no check compares anything that the twin changes."""
        return all(fate.state == "silent" for _, fate in self.said.get(place, ()))

    def within(self, place: int) -> bool:
        """Whether a simulation looks at what the twin changes, and its margin covers that."""
        return any(fate.text == WITHIN for _, fate in self.said.get(place, ()))

    def why(self, place: int) -> str:
        """Who lets a twin pass, or that nobody looks at it."""
        said = self.said.get(place, ())
        for check, fate in said:
            if fate.state == "accepted":
                return f"the {check.kind} check ({check.scope}): {fate.text}"
        for check, fate in said:
            if fate.state == "open":
                return f"the {check.kind} check ({check.scope}) does not refute them: {fate.text}"
        return "no check compares anything that they change"

    @property
    def held(self) -> dict[int, Triage]:
        return {i: fate for i, fate in enumerate(self.fates) if fate.state in HELD}


def counted(trials: Trials, evidence: list[Evidence]) -> tuple[TwinCount, list[str]]:
    """What became of the twins, and what keeps the claim from holding, in words."""
    claim, fates = trials.asked.claim, trials.fates
    holds = claim.expected is Verdict.HOLDS
    false, passed = set(trials.having("false")), set(trials.having("accepted"))
    untold = trials.held.keys() - false - passed
    different = {i for i in untold if fates[i].state == "differs"}
    close = {i for i in different if trials.within(i) and not fates[i].by_hand}
    accepted = sorted(passed | (different - close if claim.relation in DETERMINED else set())) if holds else []
    states = [fate.state for fate in fates]
    notes = [f"accepted {shown(fates[i])}: {trials.why(i)}" for i in accepted]
    notes += [f"unknown {shown(fates[i])}" for i in sorted(untold - different)]
    count = TwinCount(
        made=len(fates),
        certified_false=len(false),
        refuted=len(false - passed) if holds else len(false),
        accepted=len(accepted),
        equal=states.count("equal"),
        undefined=states.count("undefined"),
        unknown=len(untold - different),
        weaker=states.count("weaker"),
        untold=len(close if holds and claim.relation in DETERMINED else different),
        models=len(trials.models),
        models_refuted=sum(found is Verdict.REFUTED for found in trials.models.values()),
        notes=tuple(notes),
    )
    if not holds:
        known = any(item.verdict is Verdict.REFUTED for item in evidence)
        return count, [] if known else [_registered(claim)]
    if not evidence:
        return count, ["it has no check: attach one with @claim.exact, @claim.certified or @sampled"]
    missing = _let_pass(accepted, trials)
    missing += _entries(claim, fates, different, trials)
    missing += [
        f"its hand-written twin {shown(fate)} {_BY_HAND[fate.state]}"
        for i, fate in enumerate(fates)
        if fate.by_hand and (fate.state not in HELD or (i in untold and i not in accepted))
    ]
    if not false:
        missing.append("no twin is shown to be false by any of its checks, so nothing shows that they can fail")
    return count, missing


_BY_HAND = {
    "equal": "is equal to the prediction: leave it out, or write what is false",
    "undefined": "has no value at a point of over: write one that has, or leave that point out",
    "weaker": "follows from the claim: write a bound that is false",
    "unknown": "is not shown to differ from the prediction: give a point in over where it does",
    "differs": "is not shown to be false: a check has to violate it at some instance",
}


def _registered(claim: Claim) -> str:
    if claim.expected is Verdict.REFUTED:
        return "it is registered as false and no check refutes it"
    if not checks_of(claim):
        return "it is registered as undecided and has no check: nothing of it was looked at"
    return "it is registered as undecided: its checks were run, and no twins"


def _let_pass(accepted: list[int], trials: Trials) -> list[str]:
    """The accepted twins by name, those of one explanation together."""
    by_text: dict[str, list[str]] = {}
    for i in accepted:
        by_text.setdefault(trials.why(i), []).append(shown(trials.fates[i]))
    return [f"false variants are accepted, {some(names)}: {text}" for text, names in by_text.items()]


def _entries(claim: Claim, fates: list[Triage], untold: set[int], trials: Trials) -> list[str]:
    """Entries of a predicted tuple that no check looks at: none of the twins of that entry alone is told apart."""
    if not isinstance(claim.predicts, tuple):
        return []
    by_entry: dict[int, list[int]] = {}
    for i, fate in enumerate(fates):
        changed = [k for k, (p, q) in enumerate(zip(claim.predicts, fate.twin.predicts, strict=True)) if p != q]
        if len(changed) == 1 and fate.state == "differs":
            by_entry.setdefault(changed[0], []).append(i)
    blind = [k for k, twins in by_entry.items() if set(twins) <= untold and all(map(trials.silent, twins))]
    return [f"no check compares entry {k} of the prediction, {words(claim.predicts[k])}" for k in sorted(blind)]


def shown(twin: Triage) -> str:
    return words(twin.twin.predicts)


def words(expression: Any) -> str:
    """An expression as text, at most about a line of it; also one with integers longer than Python writes out."""
    try:
        text = str(expression)
    except ValueError:
        text = "an expression with an integer of thousands of digits"
    return text if len(text) <= 240 else f"{text[:230]}..."
