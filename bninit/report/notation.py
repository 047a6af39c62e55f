"""The tables of proofs_notes/notation.md as data: the letters and what they mean."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from bninit import notes
from theory.claim import Claim


@dataclass(frozen=True)
class Table:
    """A table with the title that stands above it, if one does."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@cache
def tables() -> list[Table]:
    """All tables of the notation.

    >>> [table.head for table in tables()][0]
    ('letter', 'in code', 'assumed', 'meaning')
    """
    found: list[Table] = []
    title = ""
    for paragraph in (notes.folder() / "notation.md").read_text(encoding="utf-8").split("\n\n"):
        lines = paragraph.strip().splitlines()
        if lines and lines[0].startswith("|"):
            head, _, *rows = map(_fields, lines)
            found.append(Table(title, head, tuple(rows)))
            title = ""
        elif lines and not lines[0].startswith(("#", "```")):
            text = " ".join(lines).replace("`", "")
            title = text.rstrip(":") if text.endswith(":") else ""
    return found


def _fields(row: str) -> tuple[str, ...]:
    r"""Cells between bars; a bar of the text is written \|."""
    inner = row.strip().strip("|").replace(r"\|", "\0")
    return tuple(field.strip().replace("\0", "|").replace("`", "") for field in inner.split("|"))


def letters(claim: Claim, text: str) -> list[tuple[str, str]]:
    """Letters of the suite's notation that stand in a text on a claim, and what they mean in its paper.

    A small Latin letter other than n is a variable, which the statement's domains explain.

    >>> from theory import claims
    >>> letters(claims()["nachum24.tree.scaling"], "T_+(ax) = a T_+(x) for a batch of n")[-1]
    ('T_+, T_-', 'positive and negative transformation: relu(x - x̄1), relu(x̄1 - x)')
    """
    if not claim.module.startswith(notes.SUITE):
        return []
    typed = re.sub(r"\\mathrm|[{}\\]", "", text).translate(SMALL)
    found: dict[str, tuple[str, str]] = {}
    for table in tables():
        if "/" in table.title and not re.search(rf"{claim.paper}/({claim.group}\.md)?[,)]", table.title):
            continue
        for row in table.rows:
            for name in re.split(r", (?![^(]*\))", row[0]):
                head = name.partition("(")[0].strip()
                if not VARIABLE.fullmatch(head) and any(_stands(one, typed) for one in _spelled(head)):
                    found[head] = row[0], row[-1]  # that of the paper, which stands later, counts
    return list(dict.fromkeys(found.values()))


SMALL = str.maketrans({"₊": "_+", "₋": "_-"})
VARIABLE = re.compile(r"[a-mo-z]")


def _stands(letter: str, text: str) -> bool:
    """By itself, indices aside; the T of a transpose is no letter."""
    return bool(re.search(rf"(?<![^\W_])(?<!\^){re.escape(letter)}(?![^\W_])", text))


def _spelled(letter: str) -> Iterator[str]:
    """A letter as it may be typed: β or beta."""
    yield letter
    name = unicodedata.name(letter, "") if len(letter) == 1 else ""
    if name.startswith("GREEK"):
        yield name.split()[-1].capitalize() if "CAPITAL" in name else name.split()[-1].lower()
