"""From the evidence of a claim to its verdict: whether it reaches what the claim says, and what is missing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from bninit.results.result import Control, literal
from numerics.judging import checks_of
from theory.claim import Claim, Evidence, Verdict
from theory.comparison import compare
from theory.primitive import COMPONENTS
from theory.statement.circular import circular

COMPONENT_OF = {
    "no centring": "rc",
    "no rescaling": "rs",
    "n - 1 variance": "divisor",
    "leaky slope": "nl",
    "positive weights": "law",
    "no centring over neurons": "ln",
    "no rescaling over neurons": "rms",
    "other groups": "gn",
    "weights as drawn": "ws",
    "no gain and shift": "affine",
}
"""The component that a mutated model of a simulation replaces."""


def of_statement(item: Evidence) -> bool:
    """Whether it sees the statement itself: neither a derivation, nor a step, nor a stand-in."""
    return item.figures.get("reach") not in ("argued", "step", "stand-in")


def controlled(evidence: list[Evidence], controls: Iterable[Control]) -> list[Evidence]:
    """A refutation counts only if no check of the claim fails on what is true."""
    if all(control.verdict is Verdict.HOLDS for control in controls):
        return evidence
    return _doubted(evidence, "a check fails on what is true")


def _doubted(evidence: Iterable[Evidence], why: str) -> list[Evidence]:
    return [
        replace(item, verdict=Verdict.UNDECIDED, figures={**item.figures, "control": why})
        if item.verdict is Verdict.REFUTED
        else item
        for item in evidence
    ]


def concluded(
    claim: Claim, evidence: Iterable[Evidence], missing: Iterable[str], noticed: Mapping[str, bool]
) -> tuple[list[Evidence], Verdict, list[str]]:
    """The evidence as it counts, the verdict, and all that keeps the claim from holding, in words."""
    evidence = list(evidence)
    missing = [*missing, *unreached(claim, evidence, noticed)]
    if why := circular(claim):
        missing.append(why)
    if claim.truth is not None and compare(claim.truth, claim.predicts).yes:
        missing.append("what it names as true is equal to the false form: no check can tell the two apart by value")
        evidence = _doubted(evidence, "the truth is equal to the false form")
    evidence = settled(evidence)
    return evidence, verdict_of(evidence, missing), missing


def settled(evidence: Iterable[Evidence]) -> list[Evidence]:
    """The evidence; where only derivations, steps or stand-ins are violated, that refutes nothing: the fault may be
    theirs."""
    found = list(evidence)
    if any(item.verdict is Verdict.REFUTED and of_statement(item) for item in found):
        return found
    return [
        replace(item, verdict=Verdict.UNDECIDED, figures={**item.figures, "fails": item.witness}, witness="")
        if item.verdict is Verdict.REFUTED
        else item
        for item in found
    ]


def verdict_of(evidence: Iterable[Evidence], missing: Iterable[str]) -> Verdict:
    """Refuted where the statement itself is, by settled evidence; holds where all evidence does and nothing is
    missing."""
    found = {item.verdict for item in evidence}
    if Verdict.REFUTED in found:
        return Verdict.REFUTED
    return Verdict.HOLDS if found == {Verdict.HOLDS} and not [*missing] else Verdict.UNDECIDED


def unreached(claim: Claim, evidence: Iterable[Evidence], noticed: Mapping[str, bool]) -> list[str]:
    """What keeps a claim from its expected verdict as it is stated, in words.

    Evidence of steps and stand-ins settles nothing, that of derivations only beside a literal check, which is wanted of
    claims that name their domains, too.
    """
    if claim.expected is Verdict.UNDECIDED:
        return []
    missing = []
    decisive = [item for item in evidence if item.verdict is not Verdict.UNDECIDED]
    unseen = bool(decisive) and not any(map(of_statement, decisive))
    if (unseen or claim.quantified is not None) and not literal(checks_of(claim)):
        missing.append("no check evaluates its left side by definition: attach one with @claim.literal")
    if unseen:
        missing.append("no evidence sees the statement itself, only derivations, steps or stand-ins")
    if claim.expected is not Verdict.HOLDS:
        return missing
    missing += [
        f"it speaks of {COMPONENTS[name]}: no check notices that, so the statement is true without it, or not checked"
        for name, seen in noticed.items()
        if not seen
    ]
    return missing
