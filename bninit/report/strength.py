"""How well a claim is established: its strongest evidence, and whether something that it rests on has less."""

from __future__ import annotations

from collections.abc import Mapping

from bninit.results.result import Result
from theory.claim import KINDS, Claim, Verdict

GLYPHS = {Verdict.HOLDS: "✓", Verdict.REFUTED: "✗", Verdict.UNDECIDED: "?"}
"""Never without the word beside it, or in a text alternative."""


def strongest(result: Result) -> str:
    """The strongest kind of evidence for the verdict; "none" if undecided or crashed.

    >>> from bninit.results.result import Result
    >>> strongest(Result("p.g.c", "p", "g", "new", Verdict.HOLDS, Verdict.UNDECIDED, 0))
    'none'
    """
    if result.verdict is Verdict.UNDECIDED or result.error:
        return "none"
    kinds = {item.kind for item in result.evidence if item.verdict is result.verdict}
    return next((kind for kind in KINDS if kind in kinds), "none")


def rank(result: Result) -> int:
    """0 for what is not established (undecided, or not as expected), more for stronger evidence."""
    kind = strongest(result)
    return len(KINDS) - KINDS.index(kind) if result.as_expected and kind != "none" else 0


def weaker_ancestors(claims: Mapping[str, Claim], results: Mapping[str, Result]) -> dict[str, list[str]]:
    """For each claim the claims that it rests on, directly or not, and that have weaker evidence than its own.

    What was not checked in this run is left out: nothing is known of it.
    """
    found: dict[str, list[str]] = {}
    above: dict[str, set[str]] = {}

    def ancestors(claim_id: str) -> set[str]:
        if claim_id not in above:
            used = claims[claim_id].uses if claim_id in claims else ()
            above[claim_id] = set(used).union(*map(ancestors, used))
        return above[claim_id]

    for claim_id, result in results.items():
        own = rank(result)
        found[claim_id] = [i for i in claims if i in ancestors(claim_id) and i in results and rank(results[i]) < own]
    return found
