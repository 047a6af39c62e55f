"""Identities of inverse functions: constant on an interval, and right at one point of it."""

from __future__ import annotations

from collections.abc import Callable

import sympy
from sympy import Expr, Rational, Symbol, exp, log

from theory.comparison.points import sign

GAPS = {"zero", "nonzero", "rational", "irrational", "algebraic", "transcendental", "noninteger", "extended_nonzero"}
"""Assumptions on a number that leave out some of an interval, unless its sign is known."""


def constant_on_a_line(e: Expr, vanishes: Callable[[Expr], bool]) -> bool:
    """Whether e has derivative 0 in one of its real symbols, on an interval where it is smooth, and a zero there."""
    if not e.has(log, sympy.atan, sympy.asin, sympy.acos):
        return False
    for s in sorted(e.free_symbols, key=str):
        if not s.is_real or s.is_integer:
            continue
        point = Rational(1) if s.is_positive else Rational(-1) if s.is_negative else Rational(0)
        if smooth(e, s) and vanishes(sympy.diff(e, s)) and vanishes(e.subs(s, point)):
            return True
    return False


def smooth(e: Expr, s: Symbol) -> bool:
    """Whether e is surely smooth in s on all of the range of s: an interval, by assumptions that leave no gap."""
    if not (s.is_positive or s.is_negative or GAPS.isdisjoint(key for key, truth in s.assumptions0.items() if truth)):
        return False
    return _smooth(e)


def _smooth(e: Expr) -> bool:
    if not e.args:
        return True
    if not all(map(_smooth, e.args)):
        return False
    if e.is_Add or e.is_Mul or isinstance(e, exp | sympy.sin | sympy.cos):
        return True
    if isinstance(e, log):
        return _off_the_cut(e.args[0])
    if e.is_Pow:
        if e.exp.is_Integer:
            return bool(e.exp > 0 or _not_zero(e.base))
        return _off_the_cut(e.base)
    return False


def _not_zero(u: Expr) -> bool:
    return bool(u.is_nonzero or sign(u - 1) == 1 or sign(u + 1) == -1)


def _off_the_cut(u: Expr) -> bool:
    """Whether u is positive, or has a real part that is."""
    if u.is_positive:
        return True
    real, _ = u.as_real_imag()
    return bool(real.is_positive)
