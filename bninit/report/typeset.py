"""Words as HTML: a note's Markdown with its formulas, and what a claim says, with indices, powers and signs set."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from markdown_it import MarkdownIt
from markupsafe import Markup

from bninit.report.formulas import Formulas

EXAMPLE = re.compile(r"^>>> .*?(?=\n\n|\Z)", re.S | re.M)
CODE = re.compile(r"(```.*?```|^ {4}.*?$|`[^`]+`|\$\$.+?\$\$|\$[^$\n]+\$)", re.S | re.M)
MATHEMATICS = re.compile(r"[_~]|<(?=[A-Za-z/!?])|(?<=\w)\*(?=\w)|^%|^\+\+\+", re.M)
PLACE = "\ue000"
"""Stands around the number of a formula, while the Markdown around it is rendered."""

SCRIPT = re.compile(
    r"(?<=[\w)\]|'’}])(?:\^(\([^()]{1,40}\)|\{[^{}]{1,40}\}|[-+]?[\w*]{1,4}\b|[-+*])"
    r"|_(\([^()]{1,40}\)|\{[^{}]{1,40}\}|[A-Za-z0-9α-ωΑ-Ω]{1,4}(?![A-Za-z0-9_])|[-+]))"
)
"""A power or an index as it is typed: a number, a few letters, or what stands in parentheses, which stay."""

SIGNS = (("!=", "≠"), (">=", "≥"), ("<=", "≤"), ("->", "→"))


def markdown(text: str) -> str:
    """A note's Markdown: examples in frames; outside of code and formulas, signs of mathematics are no markup.

    >>> print(markdown("x_i of `x_i`"))
    x\\_i of `x_i`
    """
    parts = CODE.split(EXAMPLE.sub(r"```python\n\g<0>\n```", text))
    return "".join(part if i % 2 else MATHEMATICS.sub(r"\\\g<0>", part) for i, part in enumerate(parts))


def note(text: str, formulas: Formulas) -> Markup:
    """A note as HTML: `$..$` is a formula in TeX, indices and powers are set, and HTML in it stays text.

    >>> print(note("**Proof.** |x_o|^2 = n^(2k) <b>", Formulas()))
    <p><strong>Proof.</strong> |x<sub>o</sub>|<sup>2</sup> = n<sup>(2k)</sup> &lt;b&gt;</p>
    <BLANKLINE>
    """
    found: list[Markup] = []

    def kept(part: str) -> str:
        if not part.startswith("$"):
            return part
        found.append(formulas.svg(part.strip("$")))
        return f"{PLACE}{len(found) - 1}{PLACE}"

    parts = CODE.split(markdown(text.replace(PLACE, "")))
    html = _MARKDOWN.render("".join(kept(part) if i % 2 else part for i, part in enumerate(parts)))
    return Markup(re.sub(f"{PLACE}(\\d+){PLACE}", lambda place: found[int(place[1])], html))


def prose(text: str) -> Markup:
    """Words of a claim: HTML in them stays text.

    >>> print(prose("x_(k-1) >= 2^n, n != 1"))
    x<sub>(k-1)</sub> ≥ 2<sup>n</sup>, n ≠ 1
    """
    return Markup("").join(Markup(f"<{tag}>{{}}</{tag}>" if tag else "{}").format(part) for tag, part in pieces(text))


def pieces(text: str) -> Iterator[tuple[str, str]]:
    """Parts of a text in order, each with "sub", "sup", or nothing."""
    for typed, sign in SIGNS:
        text = text.replace(typed, sign)
    end = 0
    for found in SCRIPT.finditer(text):
        yield "", text[end : found.start()]
        yield ("sup" if found[1] else "sub"), (found[1] or found[2]).strip("{}")
        end = found.end()
    yield "", text[end:]


def _text(_: Any, tokens: Any, at: int, *__: Any) -> str:
    return str(prose(tokens[at].content))


_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")  # the page loads nothing
_MARKDOWN.add_render_rule("text", _text)
