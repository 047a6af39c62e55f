"""Algebraic numbers, decided: whether an expression of rationals, radicals and roots of unity is zero.

By Liouville's inequality an algebraic number x != 0 of degree at most D and absolute logarithmic height at most h has
|x| >= exp(-D h) (Waldschmidt, Diophantine Approximation on Linear Algebraic Groups, section 3.5). A ball that lies
inside that radius is zero; one that excludes 0 is not. Heights: h(x y) <= h(x) + h(y), h(x^r) = |r| h(x), h(root of
unity) = 0, h(x_1 + .. + x_k) <= sum h(x_i) + log k. The degree is at most the product of the radicals' degrees.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from math import lcm, log

import sympy
from flint import arb
from sympy import Basic, Expr, I, pi, totient

from theory.exact.enclosure import complex_ball

MOST_DIGITS = 40_000
"""Beyond this the bound is not worth its balls: undecided."""


class NotAlgebraicError(ArithmeticError):
    """The expression is no algebraic number that is recognised here."""


@dataclass
class _Field:
    """What the degree of the numbers met so far is made of."""

    radicals: dict[Basic, int] = field(default_factory=dict)
    order: int = 1  # of the roots of unity

    def degree(self) -> int:
        found = int(totient(self.order))
        for degree in self.radicals.values():
            found *= degree
        return found


@lru_cache(maxsize=20_000)
def is_zero(e: Expr) -> bool | None:
    """Whether an algebraic number is 0; None where the bound is out of reach.

    Raises
    ------
    NotAlgebraicError
        for any other expression.

    >>> from sympy import cos, sqrt
    >>> is_zero(sqrt(2 + sqrt(3)) - (sqrt(6) + sqrt(2)) / 2), is_zero(sqrt(2) + sqrt(3) - sqrt(10))
    (True, False)
    >>> is_zero(cos(pi / 7) - cos(2 * pi / 7) + cos(3 * pi / 7) - sympy.Rational(1, 2))
    True
    """
    if e.is_Rational:
        return bool(e == 0)
    known = _Field()
    height = _height(e, known)
    quick = complex_ball(e, {}, 30)
    if quick.is_finite() and not quick.contains(0):
        return False
    digits = known.degree() * height / log(10) + 10  # |e| < 10^-digits is zero
    if not digits < MOST_DIGITS:
        return None
    ball = complex_ball(e, {}, int(2 * digits) + 60)
    if not ball.is_finite():
        return None
    if not ball.contains(0):
        return False
    return True if ball.abs_upper() < arb(10) ** -(int(digits) + 1) else None


def is_algebraic(e: Expr) -> bool:
    """Whether `is_zero` takes it."""
    try:
        _height(e, _Field())
    except NotAlgebraicError:
        return False
    return True


def degree(e: Expr) -> int:
    """An upper bound of the degree.

    >>> from sympy import I, cos, cbrt, sqrt
    >>> [degree(x) for x in (sqrt(6) + sqrt(2), I, cbrt(-2), cos(pi / 7), sympy.exp(I * pi / 5), sqrt(1 + sqrt(5)))]
    [4, 2, 6, 12, 4, 4]
    >>> degree(sympy.CRootOf(sympy.Symbol("x") ** 5 - sympy.Symbol("x") + 1, 0)), degree(sqrt(2) * cbrt(2))
    (5, 6)
    """
    known = _Field()
    _height(e, known)
    return known.degree()


def _height(e: Basic, known: _Field) -> float:
    """Upper bound of the absolute logarithmic height; the radicals met are noted."""
    if e.is_Rational:
        return log(max(abs(int(e.p)), int(e.q), 1)) * 1.000001
    if e == I:
        known.order = lcm(known.order, 4)
        return 0.0
    if e.is_Add:
        return sum(_height(a, known) for a in e.args) + log(len(e.args)) * 1.000001
    if e.is_Mul:
        return sum(_height(a, known) for a in e.args)
    if e.is_Pow and e.exp.is_Rational:
        return _of_power(e.base, int(e.exp.p), int(e.exp.q), known)
    if isinstance(e, sympy.exp):
        turns = e.args[0] / (I * pi)
        if turns.is_Rational:
            known.order = lcm(known.order, 2 * int(turns.q))
            return 0.0
    if isinstance(e, sympy.sin | sympy.cos):
        turns = e.args[0] / pi
        if turns.is_Rational:
            known.order = lcm(known.order, 4, 2 * int(turns.q))
            return 2 * log(2) * 1.000001  # (z + 1/z)/2
    if isinstance(e, sympy.CRootOf):
        coefficients = [abs(int(c)) for c in e.poly.all_coeffs()]
        size = len(coefficients) - 1
        known.radicals[e] = size
        # Mahler's measure is at most the Euclidean norm (Landau)
        return 0.5 * log(sum(c * c for c in coefficients)) / size * 1.000001
    raise NotAlgebraicError(f"{e} is not recognised as an algebraic number")


def _of_power(base: Basic, p: int, q: int, known: _Field) -> float:
    if base.is_Rational and base < 0 and q > 1:
        known.order = lcm(known.order, 2 * q)  # (-1)^(1/q), times a real root
        base = -base
    height = _height(base, known)
    if q > 1:
        if base.is_Integer and base > 1 and base < 10**12:
            for prime in sympy.factorint(int(base)):
                key = sympy.Integer(prime)
                known.radicals[key] = lcm(known.radicals.get(key, 1), q)
        elif base != 1:
            known.radicals[base] = lcm(known.radicals.get(base, 1), q)
    return height * abs(p) / q
