"""A claim's proof note as a reader wants it: what its author wrote, with what the record and its checks say.

The statement comes first; what the checks evaluate and how far they reach stands before what is not proved. A note
that has such a paragraph of its own, as a user's may, keeps it.
"""

from __future__ import annotations

import textwrap

from bninit import notes
from bninit.prove.recorded import recorded
from bninit.show.evidence import SHOWN, proved
from bninit.show.statement import rest, stated
from numerics.judging import checks_of
from theory.claim import Check, Claim

LAST = "**Not proved"
WIDTH = 100
"""Of the notes in the sources."""


def complete(claim: Claim) -> str:
    """The claim's section of the notes with the paragraphs that are made; empty where there is no note."""
    heading, _, body = notes.section(claim).partition("\n")
    if not heading:
        return ""
    before, last, after = body.strip().partition(LAST)
    first = "" if "**Statement" in body else _paragraph("Statement", stated(claim))
    made = "" if "**Checked" in body else _paragraph("Checked", checked(claim))
    return "\n\n".join(part for part in (heading, first, before.strip(), made, last + after) if part)


def checked(claim: Claim) -> str:
    """What the checks evaluate, what that shows, and what is left to the note."""
    proof = recorded(claim)
    shown, assumed = proved(proof) if proof else ("", [])
    told = [*([shown] if proof else []), *assumed, *map(evaluated, checks_of(claim))]
    return " ".join([*(f"{words[0].upper()}{words[1:]}." for words in told), rest(claim)])


def _paragraph(label: str, text: str) -> str:
    return textwrap.fill(f"**{label}.** {text}", WIDTH, break_on_hyphens=False, break_long_words=False)


def evaluated(check: Check) -> str:
    """What one check evaluates, and what that shows."""
    of = f" ({check.of})" if check.of else ""
    return f"{check.kind}, {check.scope}: {SHOWN[check.reach]}{of}"
