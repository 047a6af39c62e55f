"""The Marchenko-Pastur law."""

from __future__ import annotations

from math import comb

from sympy import Expr, Integer, Rational


def marchenko_pastur(power: int, ratio: Expr) -> Expr:
    """int x^power of the law of ratio y and mean 1: Narayana's polynomial sum_k C(p,k) C(p-1,k)/(k+1) y^k.

    >>> marchenko_pastur(3, Rational(1, 4))
    29/16
    """
    return sum((Rational(comb(power, k) * comb(power - 1, k), k + 1) * ratio**k for k in range(power)), Integer(0))
