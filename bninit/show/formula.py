"""A formula that an author wrote in TeX, as a line of text in Unicode."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

BRACED = re.compile(r"([_^]?)\{([^{}]*)\}")

TEXTS = {"|": "‖", "mathbb": " %s ", "overline": "mean %s", "{": "⦃", "}": "⦄", "big": "", "quad": "  "}
"""Instead of what the library writes; braces that are seen are marked, not to be taken for groups."""

SIGN = re.compile(r"(?<=[\w)\]}|‖±+*'])\s*[-+=≤≥<>]\s*(?=[\w(\[{|‖√∑])")
NEEDLESS = re.compile(r"(?<=[(\[]) | (?=[)\],_^])|(?<=\b[EP]) (?=[(\[])|(?<=(?:log|max|min|sin|cos)) (?=\()")

SPACED = ("log", "sin", "cos", "max", "min", "sup", "lim", "det")


def in_text(tex: str) -> str:
    r"""It, as a terminal can show it; what is no TeX is left as it is.

    >>> print(in_text(r"\tfrac1{20}\sum_{\ell=41}^{60}\mathbb E(a_{\pm}-a_{+})\sqrt d, d^{3/2}, \frac{d\log k}{d+1}"))
    1/20 ∑_(ℓ = 41)^60 E(a_± − a_+)√d, d^(3/2), (d log k)/(d + 1)
    >>> print(in_text("mean of x_i"))
    mean of x_i
    """
    if "\\" not in tex and "{" not in tex:
        return tex
    converter, read = _converter()
    text = converter.latex_to_text(tex, latex_context=read)
    while (less := BRACED.sub(lambda found: found[1] + _held(found[2]), text)) != text:
        text = less
    text = SIGN.sub(lambda found: f" {found[0].replace('-', '−')} ", text.replace("⦃", "{").replace("⦄", "}"))
    return NEEDLESS.sub("", re.sub(r"\s+", " ", text)).strip()


def _held(part: str) -> str:
    """In brackets, unless it is one name or number."""
    part = part.strip()
    return part if re.fullmatch(r"[-+±*]|[^-\s+∈≤≥=<>,/]*", part) else f"({part})"


@cache
def _converter() -> tuple[Any, Any]:
    from pylatexenc.latex2text import LatexNodes2Text, MacroTextSpec, get_default_latex_context_db
    from pylatexenc.latexwalker import get_default_latex_context_db as default_of_walker
    from pylatexenc.macrospec import std_macro

    def root(node: Any, l2tobj: Any) -> str:
        return "√" + _held(l2tobj.nodelist_to_text([node.nodeargd.argnlist[-1]]).strip("{}"))

    def quotient(node: Any, l2tobj: Any) -> str:
        over, under = (_held(l2tobj.nodelist_to_text([one]).strip("{}")) for one in node.nodeargd.argnlist)
        return f"{over}/{under} "

    read, shown = default_of_walker(), get_default_latex_context_db()
    read.add_context_category("fractions", prepend=True, macros=[std_macro("tfrac", "{{")])
    texts: dict[str, Any] = (
        TEXTS | {name: f" {name} " for name in SPACED} | dict.fromkeys(("frac", "tfrac"), quotient) | {"sqrt": root}
    )
    shown.add_context_category("ours", prepend=True, macros=[MacroTextSpec(*one) for one in texts.items()])
    return LatexNodes2Text(shown, math_mode="text", keep_braced_groups=True, keep_braced_groups_minlen=1), read
