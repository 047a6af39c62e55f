"""Whether the evidence of a claim reaches what it says, and what is said where it does not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bninit.results.result import furthest, literal
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


def unreached(claim: Claim, evidence: Iterable[Evidence], noticed: Mapping[str, bool]) -> list[str]:
    """What keeps a claim from holding as it is stated, in words.

    Only for claims that say whom they are for (`given`): of the others nobody can say what would reach them.
    """
    if claim.expected is not Verdict.HOLDS or claim.quantified is None:
        return []
    missing = []
    if not literal(checks_of(claim)):
        missing.append("no check evaluates its left side by definition: attach one with @claim.literal")
    if furthest((item.kind, item.figures.get("reach")) for item in evidence) not in ("stated", "cases", "sampled"):
        missing.append("no evidence speaks of the statement itself, only of steps or stand-ins")
    missing += [
        f"it speaks of {COMPONENTS[name]}: no check notices that, so the statement is true without it, or not checked"
        for name, seen in noticed.items()
        if not seen
    ]
    return missing
