"""Docstrings are plain text: mathematics has |x|, x_i and 2*n, which reStructuredText would take for markup.

Kept are `code`, examples, paragraphs, indented blocks, and lists `name : what it is`, also under a title that is
underlined (Parameters, Raises).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

ITEM = re.compile(r"([\w.*]+(?:, [\w.*]+)*)(?: \((.*?)\))? : (.*)")
CODE = re.compile(r"(`+[^`]+`+)")


def setup(app: Any) -> dict[str, bool]:
    app.connect("autodoc-process-docstring", _process)
    for part in ("description", "epilog"):
        app.connect(f"sphinx-click-process-{part}", _help)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _process(_app: Any, _what: str, _name: str, _object: Any, _options: Any, lines: list[str]) -> None:
    lines[:] = list(converted(lines))


def _help(_app: Any, _context: Any, lines: list[str]) -> None:
    """Of a command, where a line that is indented goes on the one before."""
    lines[:] = list(map(escaped, lines))


def converted(lines: list[str]) -> Iterator[str]:
    """The lines as reStructuredText."""
    blocks = "\n".join(_titled(lines)).split("\n\n")
    named = False
    for block in blocks:
        text = block.strip("\n").split("\n")
        if not text[0]:
            continue
        if text[0].startswith("== "):
            yield from (f".. rubric:: {text[0][3:]}", "")
            text, named = text[1:], True
        if not text:
            continue
        if text[0].startswith(">>>"):
            yield from text
        elif text[0].startswith(" "):
            yield from ("::", "", *(f"    {line}" for line in text))
        elif any(ITEM.fullmatch(line) for line in text) or named:
            yield from _items(text)
        else:
            yield from map(escaped, text)
        named = False
        yield ""


def _titled(lines: list[str]) -> Iterator[str]:
    """Titles as `== title`, in a block of their own with what follows."""
    for line, below in pairwise([*lines, ""]):
        if re.fullmatch("-{3,}", line.strip()):
            continue
        if re.fullmatch("-{3,}", below.strip()):
            yield from ("", f"== {line}")
        else:
            yield line


def _items(lines: list[str]) -> Iterator[str]:
    """A definition list; what is no item goes on with the one before."""
    inside = False
    for line in lines:
        found = ITEM.fullmatch(line)
        if found:
            names = ", ".join(f"``{name}``" for name in found[1].split(", "))
            yield from (names, f"    {escaped(f'({found[2]}) ' if found[2] else '')}{escaped(found[3])}")
            inside = True
        elif (line.startswith(" ") and inside) or line.startswith(" "):
            yield f"    {escaped(line.strip())}"
        else:
            if inside:
                yield ""
            yield escaped(line)
            inside = False


def escaped(text: str) -> str:
    """Text in which nothing is markup but `code`.

    >>> escaped("|x_i| is `n`")
    '\\\\|x\\\\_i\\\\| is ``n``'
    """
    parts = CODE.split(text)
    plain = (re.sub(r"([\\*|_`])", r"\\\1", part) for part in parts[::2])
    code = (f"``{part.strip('`')}``" for part in parts[1::2])
    return "".join(piece for pair in zip(plain, [*code, ""], strict=True) for piece in pair)
