"""The tables of proofs_notes/notation.md as data: the letters and what they mean."""

from __future__ import annotations

from dataclasses import dataclass

from bninit import notes


@dataclass(frozen=True)
class Table:
    """A table with the title that stands above it, if one does."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


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
        elif lines and not lines[0].startswith(("#", ">>>")):
            text = " ".join(lines).replace("`", "")
            title = text.rstrip(":") if text.endswith(":") else ""
    return found


def _fields(row: str) -> tuple[str, ...]:
    r"""Cells between bars; a bar of the text is written \|."""
    inner = row.strip().strip("|").replace(r"\|", "\0")
    return tuple(field.strip().replace("\0", "|").replace("`", "") for field in inner.split("|"))
