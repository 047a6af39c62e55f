"""How numbers are written, in Unicode or in TeX: sums, quotients, powers, with the brackets that they need."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from sympy.printing.pretty.pretty_symbology import greek_unicode

SUM, PRODUCT, POWER, ATOM = range(4)
"""How tightly a piece holds together."""


class Piece(NamedTuple):
    """Something written, and how tightly it holds together."""

    text: str
    holds: int = ATOM


_RAISED = dict(zip("0123456789-+nmkldijLpqrst", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ⁿᵐᵏˡᵈⁱʲᴸᵖ𐞥ʳˢᵗ", strict=True))
_LOWERED = dict(zip("0123456789-+aeijklmnoprstux", "₀₁₂₃₄₅₆₇₈₉₋₊ₐₑᵢⱼₖₗₘₙₒₚᵣₛₜᵤₓ", strict=True))
del _RAISED["q"]  # few fonts have it

_TO_ASCII = {
    **{raised: f"^{plain}" for plain, raised in _RAISED.items()},
    **{lowered: f"_{plain}" for plain, lowered in _LOWERED.items()},
    "≤": "<=", "≥": ">=", "≠": "!=", "→": "->", "∈": "in", "⇔": "iff", "−": "-", "·": "*", "√": "sqrt ", "Σ": "sum",
    "Π": "prod", "⟨": "<", "⟩": ">", "ℝ": "R", "ᵀ": "^T", "′": "'", "π": "pi", "∞": "oo", "\u0304": "bar",
}  # fmt: skip


def spelled(text: str) -> str:
    """Text in ASCII, for terminals that have nothing else; Greek letters by their names.

    >>> spelled("x ∈ ℝⁿ, n ≥ 2: Σ_{i<n} xᵢ² − ⟨x, α⟩")
    'x in R^n, n >= 2: sum_{i<n} x_i^2 - <x, alpha>'
    """
    greek = {letter: name for name, letter in greek_unicode.items() if name.isalpha()}
    return "".join(_TO_ASCII.get(c) or greek.get(c) or c for c in text)


FIELD = {"spectrum": "lambda", "lam": "lambda"}
"""Letters of the field for names in words."""

_SIGNS = {"<=": ("≤", r"\le"), ">=": ("≥", r"\ge"), "!=": ("≠", r"\ne"), "<": ("<", "<"), ">": (">", ">"),
          "=": ("=", "="), "->": ("→", r"\to"), "in": ("∈", r"\in"), "iff": ("⇔", r"\iff")}  # fmt: skip


@dataclass(frozen=True)
class Style:
    """Unicode, or TeX."""

    tex: bool = False

    def either(self, text: str, tex: str) -> str:
        return tex if self.tex else text

    def sign(self, relation: str) -> str:
        return self.either(*_SIGNS[relation])

    def letter(self, name: str) -> Piece:
        """A symbol by its name: Greek letters by theirs, digits and what follows _ below the line.

        >>> Style().letter("Q_4").text, Style(tex=True).letter("xbar").text, Style().letter("alpha").text
        ('Q₄', '\\\\bar{x}', 'α')
        """
        name = FIELD.get(name, name)
        if (barred := re.fullmatch(r"([a-zA-Z])bar", name)) is not None:
            return Piece(self.either(barred[1] + "\u0304", rf"\bar{{{barred[1]}}}"))
        if name.endswith("_"):
            inner = self.letter(name.rstrip("_")).text
            return Piece(inner + self.either("′", "'"))
        found = re.fullmatch(r"([a-zA-Z]+?)_?(\d+|(?<=_)\w+)?", name)
        stem, below = (found[1], found[2]) if found else (name, None)
        if stem in greek_unicode or stem.lower() in greek_unicode:
            stem = self.either(greek_unicode.get(stem, stem), rf"\{stem}")
        elif len(stem) > 1:
            stem = self.either(stem, rf"\mathrm{{{stem}}}")
        return self.below(Piece(stem), below) if below else Piece(stem)

    def below(self, base: Piece, index: str) -> Piece:
        """An index under the line."""
        held = self.tight(base, ATOM)
        if self.tex:
            return Piece(f"{{{held}}}_{{{index}}}" if "_{" in held else f"{held}_{{{index}}}")
        if all(c in _LOWERED for c in index):
            return Piece(held + "".join(_LOWERED[c] for c in index))
        return Piece(f"{held}_{index}" if re.fullmatch(r"[^\W_]+", index) else f"{held}_{{{index}}}")

    def tight(self, piece: Piece, least: int) -> str:
        """With brackets, if it holds together less tightly."""
        if piece.holds >= least:
            return piece.text
        return self.either(f"({piece.text})", rf"\left({piece.text}\right)")

    def added(self, pieces: Sequence[tuple[bool, Piece]]) -> Piece:
        """A sum; of each part whether it is subtracted."""
        if len(pieces) == 1 and not pieces[0][0]:
            return pieces[0][1]
        ordered = sorted(pieces, key=lambda part: part[0]) if pieces[0][0] else list(pieces)
        text = ""
        for minus, piece in ordered:
            sign = self.either("−", "-") if minus else "+"
            told = self.tight(piece, PRODUCT)
            text += f" {sign} {told}" if text else f"{sign if minus else ''}{told}"
        return Piece(text, SUM if len(pieces) > 1 else PRODUCT)

    def times(self, pieces: Sequence[Piece]) -> Piece:
        """A product; numbers come first."""
        if len(pieces) == 1:
            return pieces[0]
        ordered = sorted(pieces, key=lambda piece: not piece.text[0].isdigit())
        told = [self.tight(piece, PRODUCT if i == 0 and piece.holds == PRODUCT else POWER)
                for i, piece in enumerate(ordered)]  # fmt: skip
        text = told[0]
        for before, after in pairwise(told):
            apart = before[-1].isdigit() and after[0].isdigit()
            text += (self.either("·", r"\cdot ") if apart else " ") + after
        return Piece(text, PRODUCT)

    def over(self, top: Piece, bottom: Piece) -> Piece:
        if self.tex:
            return Piece(rf"\frac{{{top.text}}}{{{bottom.text}}}", PRODUCT)
        return Piece(f"{self.tight(top, PRODUCT)}/{self.tight(bottom, POWER)}", PRODUCT)

    def power(self, base: Piece, exponent: Piece) -> Piece:
        held = self.tight(base, ATOM)
        if exponent.text == "ᵀ":
            return Piece(held + exponent.text)
        if self.tex:
            return Piece(f"{held}^{{{exponent.text}}}", POWER)
        raised = exponent.text.replace("−", "-").replace(" ", "")
        if all(c in _RAISED for c in raised):
            return Piece(held + "".join(_RAISED[c] for c in raised), POWER)
        return Piece(f"{held}^{self.tight(exponent, ATOM)}", POWER)

    def root(self, inside: Piece) -> Piece:
        if self.tex:
            return Piece(rf"\sqrt{{{inside.text}}}")
        return Piece(f"√{self.tight(inside, ATOM)}", POWER)

    def absolute(self, inside: Piece) -> Piece:
        return Piece(self.either(f"|{inside.text}|", rf"\left|{inside.text}\right|"))

    def function(self, name: str) -> Piece:
        """The name of a function."""
        upright = self.tex and len(name) > 1 and not name.startswith("\\")
        return Piece(rf"\operatorname{{{name}}}" if upright else name)

    def applied(self, function: str, arguments: Sequence[str]) -> Piece:
        """What is written of a function, and its arguments in brackets."""
        told = ", ".join(arguments)
        return Piece(function + self.either(f"({told})", rf"\left({told}\right)"))

    def called(self, name: str, arguments: Sequence[str]) -> Piece:
        """A function of arguments."""
        return self.applied(self.function(name).text, arguments)

    def gathered(self, sign: str, below: str, body: Piece) -> Piece:
        """A sum or product over a range."""
        symbol = {
            "sum": ("Σ", r"\sum"),
            "prod": ("Π", r"\prod"),
            "max": ("max", r"\max"),
            "min": ("min", r"\min"),
            "mean": ("E", r"\mathbb E"),
        }
        told = self.either(*symbol[sign])
        under = f"_{{{below}}}" if below else ""
        if sign == "mean":
            return Piece(f"{told}{under}" + self.either(f"[{body.text}]", rf"\left[{body.text}\right]"))
        return Piece(f"{told}{under} {self.tight(body, PRODUCT)}", PRODUCT)

    def listed(self, pieces: Sequence[Piece], square: bool = False) -> Piece:
        inside = ", ".join(piece.text for piece in pieces)
        if square:
            return Piece(f"[{inside}]")
        return Piece(self.either(f"({inside})", rf"\left({inside}\right)"))

    def words(self, text: str) -> str:
        """Plain words inside a formula."""
        return self.either(text, rf"\text{{{text}}}")


TEXT, TEX = Style(), Style(tex=True)
