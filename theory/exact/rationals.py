"""Exact rationals: reading what people write, writing "p/q" of any length, refusing what would cost too much."""

from __future__ import annotations

import re
from contextlib import suppress
from fractions import Fraction
from numbers import Rational
from typing import Any, cast

import sympy
from flint import arb, fmpq, fmpz

from theory.term import Term


def rational(value: Any) -> Fraction:
    """An exact rational from what people write; data, never code. A term (`theory.term`) is one already."""
    if isinstance(value, Term):
        return cast(Fraction, value)
    if isinstance(value, float):
        raise TypeError(
            f"got the float {value!r}; rounding changes which data coincide, and with it the tree: "
            f"write it exactly, as Fraction({str(value)!r}) or '{value}'"
        )
    if isinstance(value, Rational):  # int, Fraction, SymPy and NumPy integers and rationals
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, fmpq | fmpz):
        value = fmpq(value)
        return Fraction(int(value.p), int(value.q))
    if isinstance(value, str):
        exponent = re.search(r"[eE][+-]?(\d+)$", value.strip())
        if len(value) <= 4_000 and not (exponent and len(exponent[1]) > 4):
            with suppress(ValueError, ZeroDivisionError):
                return Fraction(value)
        value = value if len(value) < 60 else value[:50] + "..."
        raise ValueError(
            f"got {value!r}; wanted a rational number of at most 4,000 digits, like 3, -2/7, 0.25 or 1e-30"
        )
    raise TypeError(f"got {value!r} of type {type(value).__name__}; wanted int, Fraction, 'p/q' or a SymPy Rational")


def to_fmpq(c: Any) -> fmpq:
    """A rational number as FLINT's; a term as it is."""
    return c if isinstance(c, Term) else fmpq(int(c.numerator), int(c.denominator))


def ball(value: Any) -> arb:
    """The ball of whatever `rational` reads; a ball or a term as it is."""
    return value if isinstance(value, arb | Term) else arb(to_fmpq(rational(value)))


def to_sympy(value: Any) -> sympy.Rational:
    """The SymPy number of whatever `rational` reads.

    >>> to_sympy(fmpq(1, 3)), to_sympy(Fraction(2, 5))
    (1/3, 2/5)
    """
    c = rational(value)
    if isinstance(c, Term):
        return c
    return sympy.Rational(c.numerator, c.denominator)


def text(c: Fraction) -> str:
    """ "p/q", of any length."""
    return str(to_fmpq(c).str())


def afford(cost: float, budget: float, says: str) -> None:
    """Refuse before the work starts, with the estimate."""
    if not cost <= budget:
        estimate = f"{cost:,.0f}" if cost < 1e15 else f"{cost:.0e}"
        raise ValueError(f"{says.format(cost=estimate)}; the budget is {budget:,.0f}")
