"""Whether the evidence of a claim reaches what it says, and what is said where it does not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bninit.results.result import literal
from numerics.judging import checks_of
from theory.claim import Claim, Evidence, Verdict
from theory.primitive import COMPONENTS

COMPONENT_OF = {
    "no centring": "rc",
    "no rescaling": "rs",
    "n - 1 variance": "divisor",
    "leaky slope": "nl",
    "positive weights": "law",
}
"""The component that a mutated model of a simulation replaces."""


def of_statement(item: Evidence) -> bool:
    """Whether it speaks of the statement itself, and not of a step or a stand-in alone."""
    return item.figures.get("reach") not in ("step", "stand-in")


def unreached(claim: Claim, evidence: Iterable[Evidence], noticed: Mapping[str, bool]) -> list[str]:
    """What keeps a claim from its expected verdict as it is stated, in words.

    Evidence of steps and stand-ins settles nothing. A literal check is wanted of claims that say whom they are for.
    """
    if claim.expected is Verdict.UNDECIDED:
        return []
    missing = []
    if claim.quantified is not None and not literal(checks_of(claim)):
        missing.append("no check evaluates its left side by definition: attach one with @claim.literal")
    decisive = [item for item in evidence if item.verdict is not Verdict.UNDECIDED]
    if decisive and not any(map(of_statement, decisive)):
        missing.append("no evidence speaks of the statement itself, only of steps or stand-ins")
    if claim.expected is not Verdict.HOLDS:
        return missing
    missing += [
        f"it speaks of {COMPONENTS[name]}: no check notices that, so the statement is true without it, or not checked"
        for name, seen in noticed.items()
        if not seen
    ]
    return missing
