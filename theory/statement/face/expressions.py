"""Expressions of SymPy, as they are written, by its printers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy
from sympy import sympify
from sympy.printing.latex import LatexPrinter
from sympy.printing.precedence import PRECEDENCE, precedence
from sympy.printing.printer import Printer
from sympy.printing.str import StrPrinter

from theory.statement.face.style import ATOM, SUM, TEXT, Piece, Style
from theory.term.scalar import OfTerm, Term, written

LONG = 8
"""Places of a decimal that is no longer written as a quotient."""


class _PositiveFirst(Printer):  # type: ignore[misc]
    """A sum begins with what is added, if something is; terms in it are written by `of_term`."""

    of_term: Callable[[Term], str] = staticmethod(written)

    def _print_OfTerm(self, e: OfTerm) -> str:
        return self.of_term(e.term)

    def _print_Rational(self, e: Any) -> str:
        """Long decimals as such."""
        places = next((p for p in range(LONG, 60) if 10**p % e.q == 0), 0)
        if e.q < 10**LONG or not places:
            return str(super()._print_Rational(e))
        digits = str(abs(e.p) * 10**places // e.q).zfill(places + 1)
        return ("-" if e < 0 else "") + f"{digits[:-places]}.{digits[-places:]}"

    def _as_ordered_terms(self, e: Any, order: Any = None) -> list[Any]:
        terms = super()._as_ordered_terms(e, order=order)
        return sorted(terms, key=lambda term: term.could_extract_minus_sign())


class _TeX(_PositiveFirst, LatexPrinter):  # type: ignore[misc]
    """SymPy's printer of TeX."""


class _Unicode(_PositiveFirst, StrPrinter):  # type: ignore[misc]
    """SymPy's printer of strings with powers raised, products without a sign, Greek letters and real signs."""

    def _print_Symbol(self, e: Any) -> str:
        return TEXT.letter(e.name).text

    def _print_Pow(self, e: Any, rational: bool = False) -> str:
        base, exponent = e.as_base_exp()
        if exponent == sympy.Rational(1, 2):
            return f"√{self.parenthesize(base, PRECEDENCE['Atom'], strict=True)}"
        if exponent.is_Rational and exponent < 0:
            return f"1/{self.parenthesize(1 / e, PRECEDENCE['Pow'], strict=True)}"
        held = self.parenthesize(base, PRECEDENCE["Atom"], strict=True)
        holds = ATOM if precedence(exponent) >= PRECEDENCE["Atom"] else SUM
        return TEXT.power(Piece(held), Piece(self._print(exponent), holds)).text

    def _print_Mul(self, e: Any) -> str:
        minus, rest = (True, -e) if e.could_extract_minus_sign() else (False, e)
        top, bottom = sympy.fraction(rest, exact=True) if rest.is_commutative else (rest, sympy.S.One)
        told = " ".join(self._factors(top))
        if bottom != 1:
            under = self._factors(bottom)
            told = f"{told}/{under[0] if len(under) == 1 else '(' + ' '.join(under) + ')'}"
        return ("−" if minus else "") + told

    def _factors(self, e: Any) -> list[str]:
        parts = e.as_ordered_factors() if isinstance(e, sympy.Mul) else [e]
        least = PRECEDENCE["Mul"] if len(parts) == 1 else PRECEDENCE["Mul"] + 1
        return [self._print(part) if precedence(part) >= least else f"({self._print(part)})" for part in parts]

    def _print_Add(self, e: Any, order: Any = None) -> str:
        text = ""
        for term in self._as_ordered_terms(e, order=order):
            minus = term.could_extract_minus_sign()
            told = self._print(-term if minus else term)
            text += f" {'−' if minus else '+'} {told}" if text else f"{'−' if minus else ''}{told}"
        return text

    def _print_Max(self, e: Any) -> str:
        return f"max({', '.join(map(self._print, e.args))})"

    def _print_Min(self, e: Any) -> str:
        return f"min({', '.join(map(self._print, e.args))})"

    def _print_Abs(self, e: Any) -> str:
        return f"|{self._print(e.args[0])}|"

    def _print_Pi(self, e: Any) -> str:
        return "π"

    def _print_Infinity(self, e: Any) -> str:
        return "∞"

    def _print_Gauss2F1(self, e: Any) -> str:
        a, b, c, z = map(self._print, e.args)
        return f"₂F₁({a}, {b}; {c}; {z})"

    def _print_CarlsonRD(self, e: Any) -> str:
        return f"R_D({', '.join(map(self._print, e.args))})"

    def _print_CarlsonRF(self, e: Any) -> str:
        return f"R_F({', '.join(map(self._print, e.args))})"

    def _print_Piecewise(self, e: Any) -> str:
        pairs = (
            (self._print(of), "otherwise" if given is sympy.true else f"if {self._print(given)}")
            for of, given in e.args
        )
        return f"{{{'; '.join(map(' '.join, pairs))}}}"

    def _print_Relational(self, e: Any) -> str:
        sign = {"==": "=", "!=": "≠", "<=": "≤", ">=": "≥"}.get(e.rel_op, e.rel_op)
        return f"{self._print(e.lhs)} {sign} {self._print(e.rhs)}"

    def _print_And(self, e: Any) -> str:
        return " and ".join(map(self._print, e.args))

    def _print_Or(self, e: Any) -> str:
        return " or ".join(map(self._print, e.args))


def expression(e: Any, style: Style, of_term: Callable[[Term], str] = written) -> str:
    """
    >>> from theory.notation import alpha, k, n, r
    >>> expression((n - k) ** 2 / (2 * n), Style()), expression(alpha(), Style()), expression(2 ** (-r), Style())
    ('(n − k)²/(2 n)', 'n²/((n − 1)² + 1)', '2⁻ʳ')
    >>> expression(n ** (k / 2 - 1), Style())
    'n^(k/2 − 1)'
    >>> expression(sympy.Piecewise((sympy.Rational("-0.1234567891"), n <= 6), (2, True)), Style())
    '{-0.1234567891 if n ≤ 6; 2 otherwise}'
    """
    printer = _TeX() if style.tex else _Unicode()
    printer.of_term = of_term
    return str(printer.doprint(sympify(e)))
