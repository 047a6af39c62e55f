"""How far each item of a source is settled, on the terminal and as a page of the documentation."""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from bninit.input.refusal import printable
from bninit.show.console import console, glyph
from bninit.show.reach import WORDS, declared
from theory.claim import Claim
from theory.registry import items
from theory.words import GENERALITIES, Item, Verdict

COLOURS = dict(zip(GENERALITIES, ("green", "yellow", "red"), strict=True))


@dataclass(frozen=True)
class Row:
    """An item with the claims that speak of it."""

    paper: str
    item: Item
    claims: Sequence[Claim]

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        settled = [
            {"id": one.id, "expected": one.expected.value, "status": one.status, "reach": declared(one)}
            for one in self.claims
        ]
        found = {"paper": self.paper, "item": self.item.name, "says": self.item.says}
        return {**found, "generality": self.item.generality, "gap": self.item.gap, "claims": settled}

    @property
    def reaches(self) -> str:
        """Of the claims that are to hold, how many reach how far."""
        counts = Counter(declared(one) for one in self.claims if one.expected is Verdict.HOLDS)
        return ", ".join(f"{counts[word]} {WORDS[word]}" for word in WORDS if counts[word])


def rows(paper: str, claims: Iterable[Claim]) -> list[Row]:
    """The items of a paper in its order, each with its claims."""
    own = [claim for claim in claims if claim.paper == paper]
    return [Row(paper, item, item.settled_by(own)) for item in items(paper)]


def summary(found: Sequence[Row]) -> str:
    """How many are settled at which generality.

    >>> summary([Row("p", Item("Lemma 1", "open", "all is well", "no claim"), [])])
    '1 item: 0 as the source, 0 narrower, 1 open'
    """
    counts = Counter(row.item.generality for row in found)
    told = ", ".join(f"{counts[word]} {word}" for word in GENERALITIES)
    return f"{len(found)} item{'s' * (len(found) != 1)}: {told}"


def printed(found: Sequence[Row]) -> None:
    """On the terminal: each item with what it says, what is missing, and its claims."""
    out = console()
    for paper in dict.fromkeys(row.paper for row in found):
        own = [row for row in found if row.paper == paper]
        out.print(Text(f"{paper}: {summary(own)}", style="bold"))
        for row in own:
            names = " ".join(f"{glyph(one.expected)}{one.group}.{one.name}" for one in row.claims)
            said = (
                (row.item.name, ""),
                (row.item.says, ""),
                (row.item.gap, "missing: "),
                (names, ""),
                (row.reaches, "reach: "),
            )
            lines = [line for text, label in said if text for line in _wrapped(label + text, out.width - 15)]
            first = Text(f"{row.item.generality:15}", style=COLOURS[row.item.generality])
            out.print(first + Text(lines[0], style="bold"))
            for line in lines[1:]:
                out.print(Text(f"{'':15}{line}"))
    if len({row.paper for row in found}) > 1:
        out.print(Text(f"All: {summary(found)}.", style="bold"))


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(printable(text), width, break_on_hyphens=False)


def page(claims: Sequence[Claim], papers: Iterable[str]) -> str:
    """The page of the documentation: a table for each source."""
    by_paper = {paper: rows(paper, claims) for paper in papers}
    every = [row for found in by_paper.values() for row in found]
    lines = ["# What the sources state, and how far it is settled", "",
             f"`bninit coverage` prints it. {summary(every)}.", ""]  # fmt: skip
    for paper, found in by_paper.items():
        lines += [
            f"## {paper}",
            "",
            f"{summary(found)}.",
            "",
            "| item | claims | generality | missing |",
            "|---|---|---|---|",
        ]
        for row in found:
            names = " ".join(f"[{one.name}]({one.paper}-{one.group}.md#{one.name})" for one in row.claims)
            said = (_cell(words) for words in (row.item.name, row.item.says, row.item.generality, row.item.gap))
            lines.append("| **{}**: {} | {names} | {} | {} |".format(*said, names=names))
        lines.append("")
    return "\n".join(lines)


def _cell(words: str) -> str:
    """Words in a table, in which nothing is markup."""
    return re.sub(r"([\\`*_\[\]<|])", r"\\\1", words)
