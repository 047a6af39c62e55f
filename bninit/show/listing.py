"""Claims on the terminal: one line each, and the card of one; what is printed is at hand, SymPy is not needed."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.text import Text

from bninit.input.refusal import printable
from bninit.show.console import console, glyph, many, plain
from bninit.show.evidence import in_words, untested
from theory.words import Verdict

if TYPE_CHECKING:
    from bninit.ledger.last import Last
    from bninit.run.index import Statement
    from theory.claim import Claim

Rows = tuple[tuple[str, str], ...]
"""Labels and texts; a row without a text is not shown."""


@dataclass(frozen=True)
class Card:
    """The record of a claim in rows, above and below what its last run found."""

    id: str
    status: str
    above: Rows
    below: Rows


def listing(claims: Sequence[Claim | Statement]) -> None:
    """By groups, one line per claim: name, what kind of statement, and its start."""
    out = console()
    wide = max(len(claim.name) for claim in claims)
    group = ""
    for claim in claims:
        if group != (group := f"{claim.paper}.{claim.group}"):
            out.print(printable(group), style="bold")
        mark = glyph(claim.expected)
        line = printable(f"{mark} {claim.name:{wide}}  {claim.status:13}  {claim.says}")
        out.print(Text(line[: out.width - 1] + ("…" if not plain() else "~") if len(line) > out.width else line))
    false = sum(claim.expected is Verdict.REFUTED for claim in claims)
    out.print(
        Text(
            f"{many(len(claims), 'claim')}, {false} of them ({glyph(Verdict.REFUTED)}) registered as false.",
            style="bold",
        )
    )


def shown(card: Card, last: Last | None) -> None:
    """`bninit show`: the record of a claim, and what came of it in the last run, with number and date."""
    out = console()
    out.print(Text(printable(card.id), style="bold") + Text(card.status))
    for label, text in (*card.above, *(_last_rows(last) if last else ()), *card.below):
        if text:
            lines = textwrap.wrap(printable(text), out.width - 13, break_on_hyphens=False)
            for i, line in enumerate(lines):
                out.print(Text(f"  {label if i == 0 else '':10} {line}"))


def _last_rows(last: Last) -> Iterable[tuple[str, str]]:
    """What each check found when it was last run, of the claim as it was then."""
    yield f"Run {last.run}", f"of {last.started.partition('T')[0]}: {last.verdict.value}"
    for item in last.evidence:
        figures = {name: value for name, value in item.figures.items() if name not in ("reach", "of")}
        words = in_words(figures)
        yield "  found", f"{item.kind}, {item.verdict.value}" + (f": {words}" if words else "")
    if untested(last.evidence):
        yield "  sharp?", "not tested for sharpness: no value comes within a factor of ten of the bound"
