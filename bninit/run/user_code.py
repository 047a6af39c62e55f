"""A user's file is run in this process: what it prints goes elsewhere, and Python's builtins stay what they are."""

from __future__ import annotations

import builtins
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from pathlib import Path


@contextmanager
def printing_to_stderr() -> Iterator[None]:
    """Standard output is for results: what is printed here goes to standard error, by whatever means."""
    with suppress(OSError, ValueError):
        sys.stdout.flush()
    try:
        kept = os.dup(1)
    except OSError:
        kept = -1
    try:
        with suppress(OSError):
            os.dup2(2, 1)
        with redirect_stdout(sys.stderr):
            yield
    finally:
        if kept >= 0:
            os.dup2(kept, 1)
            os.close(kept)


@contextmanager
def same_builtins(file: Path, whose: str = "claims file") -> Iterator[None]:
    """A file that replaces a builtin would change bninit, too: it is told, and all is as before.

    whose : what the file is, for the message.

    Raises
    ------
    ValueError
        with the name and the line.
    """
    before = dict(vars(builtins))
    try:
        yield
    finally:
        now = dict(vars(builtins))
        replaced = [name for name, value in before.items() if name != "_" and now.get(name) is not value]
        vars(builtins).update(before)
    if replaced:
        raise ValueError(
            f"{whose} {file}{_line(file, replaced[0])} replaces Python's own {replaced[0]}, which bninit needs; "
            "give yours another name"
        )


def _line(file: Path, name: str) -> str:
    lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    found = [i for i, text in enumerate(lines, 1) if "builtins" in text and re.search(rf"\b{name}\b", text)]
    return f", line {found[0]}" if found else ""
