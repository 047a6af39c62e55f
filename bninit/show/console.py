"""The terminal: width, colours, glyphs, progress, tables. Results on stdout, the rest on stderr; at most 80 columns."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from bninit.input.refusal import printable
from theory.words import Verdict

WIDTH, NARROWEST = 80, 40
COLOURS = {Verdict.HOLDS: "green", Verdict.REFUTED: "red", Verdict.UNDECIDED: "yellow"}


def console(stderr: bool = False) -> Console:
    """At most 80 columns; nothing but text where it is not a terminal (rich sees to that) or NO_COLOR is set."""
    columns = max(NARROWEST, min(WIDTH, shutil.get_terminal_size((WIDTH, 24)).columns))
    return Console(
        stderr=stderr,
        width=columns,
        highlight=False,
        emoji=False,
        markup=False,
        color_system=None if os.environ.get("NO_COLOR") else "auto",
    )


def folded(text: str) -> str:
    """Paragraphs wider than a terminal filled anew to its width, examples line by line; elsewhere as it is."""
    columns = shutil.get_terminal_size((0, 0)).columns
    if not (sys.stdout.isatty() or "COLUMNS" in os.environ) or columns < NARROWEST:
        return text
    return "\n\n".join(_folded(part, columns) for part in text.split("\n\n"))


VERBATIM = (" ", ">>>", "| ", "#", "- ", "1. ")
"""Beginnings of lines that are no running text."""


def _folded(paragraph: str, columns: int) -> str:
    lines = paragraph.splitlines()
    if all(len(line) <= columns for line in lines):
        return paragraph
    if not any(line.startswith(VERBATIM) for line in lines):
        lines = [" ".join(lines)]
    return "\n".join(part for line in lines for part in textwrap.wrap(line, columns, break_on_hyphens=False))


def plain() -> bool:
    """Whether glyphs must be ASCII: NO_COLOR, or an encoding that lacks them."""
    if os.environ.get("NO_COLOR"):
        return True
    try:
        "✓✗·".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return True
    return False


def glyph(verdict: Verdict) -> str:
    """One character, never without the word beside it."""
    marks = ("+", "x", "?") if plain() else ("✓", "✗", "?")
    return dict(zip((Verdict.HOLDS, Verdict.REFUTED, Verdict.UNDECIDED), marks, strict=True))[verdict]


def dot() -> str:
    return "-" if plain() else "·"


def progress() -> Progress:
    """A bar on a terminal; silent elsewhere."""
    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )


def spelled(text: str) -> str:
    """+- for the glyph where that cannot be shown."""
    return text.replace("±", "+-") if plain() else text


def many(count: int, one: str, more: str = "") -> str:
    """A number with its noun."""
    return f"{count} {one if count == 1 else more or one + 's'}"


def show(report: Callable[..., None], data: Mapping[str, Any], as_json: bool, *options: Any) -> None:
    """The report on an object, or its data as JSON."""
    if as_json:
        from bninit.plain import to_json

        click.echo(to_json(data))
    else:
        report(data, *options)


def header(command: str) -> list[str]:
    """The command that replays a run, in lines that a shell takes as one.

    >>> header("bninit diagnose --batch x.csv --seed 1")
    ['bninit diagnose --batch x.csv --seed 1']
    """
    lines = textwrap.wrap(
        command, console().width - 4, break_on_hyphens=False, break_long_words=False, subsequent_indent="    "
    )
    return [printable(line) + " \\" * (line is not lines[-1]) for line in lines]


def plain_table() -> Table:
    """Columns two spaces apart, without lines."""
    return Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="")


def pairs(rows: Sequence[tuple[str, str]]) -> None:
    """Name and value, one per line; long values are wrapped."""
    out = console()
    wide = max(len(name) for name, _ in rows)
    for name, text in rows:
        for i, line in enumerate(textwrap.wrap(text, out.width - wide - 3, break_on_hyphens=False) or [""]):
            out.print(Text(f"{name if i == 0 else '':{wide}}  {line}"))
