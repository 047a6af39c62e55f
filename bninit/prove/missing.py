"""What of the proofs beside a claims file counts for nothing, and what to do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bninit import notes
from bninit.prove.recorded import recorded
from theory.claim import Claim, Verdict

MOST = 5
"""More claims without a proof are counted."""


def missing(known: Iterable[Claim], selected: Iterable[Claim], formal: bool) -> Iterator[str]:
    """Sentences on the proofs of a user's claims: of those selected, and files that are of none that is known.

    formal : whether Coq was asked now.
    """
    own = [claim for claim in selected if not claim.module.startswith(notes.SUITE)]
    if without := [claim.name for claim in own if _to_prove(claim) and not notes.formal_file(claim)] if formal else []:
        more = len(without) - MOST
        yield (
            f"No proof: {', '.join(without[:MOST])}{f' and {more} more' if more > 0 else ''}; "
            f"wanted proofs/{without[0]}.v beside the claims file, which ends in `Theorem proof : statement.`"
        )
    if unread := [] if formal else [claim for claim in own if notes.formal_file(claim) and recorded(claim) is None]:
        files = ", ".join(notes.formal_file(claim) for claim in unread[:MOST])
        why = "changed since it was recorded" if notes.recorded(unread[0]) else "not recorded"
        yield f"Not counted: {files} ({why}); --formal asks Coq, --formal --record writes down what it accepts"
    names = {"shared", *(claim.name for claim in known)}
    for folder in sorted({notes.proofs(claim) for claim in own}):
        for file in sorted(folder.glob("*.v")):
            if file.stem not in names:
                yield f"proofs/{file.name} is the proof of no claim: it is named after the last part of a claim's id"


def _to_prove(claim: Claim) -> bool:
    """Whether it is to hold, and its left side is defined by a function that may run on terms."""
    return claim.expected is Verdict.HOLDS and any(check.definition is not None for check in claim.checks)
