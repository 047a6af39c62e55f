"""Every claim against every kind of evidence, and what no one has proved, as registry and notes have it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from bninit import notes
from bninit.prove.recorded import recorded
from numerics.judging import checks_of
from theory.claim import KINDS, Claim, Verdict
from theory.statement import problems
from theory.statement.setting import reach_of

HEAD = f"""# The ladder of evidence

Every claim against every kind of evidence, the strongest on the left: *{", ".join(KINDS)}*.
*stated*: the statement itself, everywhere; *argued*: a derivation for all instances, to which the note reduces it;
*cases*: the statement itself, at instances or sizes; *samples*: the statement itself, by samples of networks; *step*,
*stand-in*: of its proof, or of a related quantity. Formal proofs are checked by `bninit check --formal`, decisions by
`--decide`.
"""

OPEN = """## What no one here has proved

What the notes say is not proved, with the strongest evidence that there is.
"""


def rungs(claim: Claim) -> dict[str, set[str]]:
    """For each kind of evidence how far it reaches."""
    found: dict[str, set[str]] = {kind: set() for kind in KINDS}
    for check in checks_of(claim):
        found[check.kind].add(check.reach or "samples")
    if proof := recorded(claim):
        found["formal"].add(proof.figures["reach"])
    if claim.decided_to:
        first = next(problems(claim, claim.decided_to))  # all are of the whole, or none is
        found["decided"].add(reach_of(first.taken)["reach"] if first.whole else "cases")
    return found


def page(claims: Iterable[Claim]) -> str:
    """The page: a table for each group, and the open list."""
    groups: dict[str, list[Claim]] = {}
    for claim in claims:
        groups.setdefault(f"{claim.paper}.{claim.group}", []).append(claim)
    parts = [HEAD]
    strongest: dict[str, str] = {}
    for group, found in groups.items():
        rows = [f"## {group}", "", f"| claim | {' | '.join(KINDS)} |", "|---|" + ":-:|" * len(KINDS)]
        for claim in found:
            marks = rungs(claim)
            strongest[claim.id] = next((kind for kind in KINDS if marks[kind]), "none")
            cells = "".join(f" {', '.join(sorted(marks[kind]))} |" for kind in KINDS)
            rows.append(f"| {claim.name}{'' if claim.expected is Verdict.HOLDS else ' (false)'} |{cells}")
        parts.append("\n".join([*rows, ""]))
    listed = [line for found in groups.values() for line in _open(found, strongest)]
    return "\n".join([*parts, OPEN, *listed, ""])


def _open(claims: Iterable[Claim], strongest: dict[str, str]) -> Iterator[str]:
    for claim in claims:
        if text := notes.unproved(claim):
            yield textwrap.fill(f"- `{claim.id}` ({strongest[claim.id]}): {text}", 120, subsequent_indent="  ")
