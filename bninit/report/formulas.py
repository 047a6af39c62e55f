"""TeX to inline SVG with ziamath (STIX Two Math), each glyph drawn once for the whole page.

What ziamath cannot set stays TeX in a `<code>`: an unknown command would else be printed as a word of the formula.
"""

from __future__ import annotations

import re
import warnings
from functools import cache

from markupsafe import Markup, escape

SIZE = 18
"""Height of the letters in CSS pixels, a little more than the text."""

WIDE = 300
"""Formulas wider than this may not fit on a phone: they scroll, and the keyboard can reach them."""

LONGEST = 2000
"""Characters of a formula that is set; the time to set one grows faster than its length."""

MENDED = (
    (re.compile(r"\\[Bb]igg?\s*(?=\\[{}|])"), ""),  # a sized brace or double bar is drawn as a backslash
    (re.compile(r"\\mathbb\s*(?:1|\{1\})"), "\N{MATHEMATICAL DOUBLE-STRUCK DIGIT ONE}"),
    (re.compile(r"\\mathbf\s*(?:1|\{1\})"), "\N{MATHEMATICAL BOLD DIGIT ONE}"),
    (re.compile(r"\\mathbb\s+([A-Z])"), r"\\mathbb{\1}"),  # without braces the letter is an italic one
    (re.compile(r"(^|[(=,\[<>|]|\\(?:le|ge|to|approx|[,;:!]))\s*-"), r"\1{-}"),  # a sign is no minus between two terms
)
"""Where latex2mathml or ziamath draw something else than TeX does: pattern, and what says the same."""

SYMBOL = re.compile(r'<symbol id="([^"]+)" viewBox="([^"]+)">(.*?)</symbol>|<symbol id="([^"]+)"[^>]*/>')
USE = re.compile(r'<use href="#([^"]+)" x="([^"]+)" y="([^"]+)" width="([^"]+)" height="([^"]+)"[^>]*/>')
ROOT = re.compile(r'<svg [^>]*width="([^"]+)" height="([^"]+)" viewBox="([^"]+)">')
NUMBER = re.compile(r"-?\d+\.\d+")


class Formulas:
    """Sets formulas and keeps the glyphs that they use.

    >>> formulas = Formulas()
    >>> print(formulas.svg("a")[:42])
    <svg class="tex" role="img" aria-label="a"
    >>> print(formulas.svg(chr(92) + "nosuch a"))
    <code class="tex">\\nosuch a</code>
    >>> print(formulas.glyphs()[:26])
    <symbol id="STIXTwoMathReg
    """

    def __init__(self) -> None:
        self._glyphs: dict[str, str] = {}

    def svg(self, tex: str) -> Markup:
        """The formula as an image whose text alternative is its TeX."""
        drawn = _drawn(tex)
        if not drawn:
            return Markup('<code class="tex">{}</code>').format(tex)
        found = {name or empty: (box, path) for name, box, path, empty in SYMBOL.findall(drawn)}
        blank = {name for name, (_, path) in found.items() if not path}
        for name, (box, path) in found.items():
            if path:
                self._glyphs[name] = f'<symbol id="{name}" viewBox="{_short(box)}">{_short(path)}</symbol>'
        root = ROOT.search(drawn)
        if root is None:
            raise ValueError(f"ziamath drew no SVG for {tex}")
        width, height, box = root.groups()
        body = SYMBOL.sub("", drawn[root.end() : -len("</svg>")])
        body = USE.sub(lambda use: "" if use[1] in blank else _use(use), body).replace('fill="black"', "")
        wide = float(width) > WIDE
        label = escape(tex)
        image = (
            f'<svg class="tex" role="img" aria-label="{label}" width="{float(width):.0f}" height="{float(height):.0f}" '
            f'viewBox="{_short(box)}">{_short(body)}</svg>'
        )
        if wide:
            image = (
                f'<span class="wide" role="group" tabindex="0" aria-label="formula, scrolls sideways">{image}</span>'
            )
        return Markup(image)

    def glyphs(self) -> Markup:
        """Definitions of all glyphs used so far, in alphabetical order, for one hidden SVG of the page."""
        return Markup("".join(self._glyphs[name] for name in sorted(self._glyphs)))


@cache
def _drawn(tex: str) -> str:
    """The SVG of ziamath, or nothing where it cannot set the formula."""
    if len(tex) > LONGEST:
        return ""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # it reads its font by a way that Python 3.11 deprecates
        import ziamath

    try:
        for pattern, instead in MENDED:
            tex = pattern.sub(instead, tex)
        formula = ziamath.Latex(tex, size=SIZE)
        unknown = "\\" in formula.mathmlstr()
        return "" if unknown else str(formula.svg())
    except Exception:  # latex2mathml and ziamath have no common error, and raise IndexError and KeyError, too
        return ""


def _use(use: re.Match[str]) -> str:
    name, x, y, width, height = use.groups()
    return f'<use href="#{name}" x="{x}" y="{y}" width="{width}" height="{height}"/>'


def _short(numbers: str) -> str:
    """Coordinates to a hundredth of a pixel: half the bytes."""
    return NUMBER.sub(lambda number: f"{float(number[0]):.2f}".rstrip("0").rstrip("."), numbers)
