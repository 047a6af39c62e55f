"""A lower bound of what the mean map makes of the least eigenvalue, for every spectrum of sum 1."""

from __future__ import annotations

from functools import cache

import sympy
from sympy import (
    Expr,
    Integer,
    Rational,
    cancel,
    diff,
    exp,
    expand,
    factor,
    integrate,
    log,
    oo,
    powsimp,
    simplify,
    symbols,
)

from theory.notation import n, t
from theory.papers.daneshmand21 import normals
from theory.papers.daneshmand21.mean_map.setting import lam as place
from theory.papers.daneshmand21.mean_map.setting import mu as other
from theory.papers.daneshmand21.mean_map.setting import quotient
from theory.papers.daneshmand21.mean_map.spectra import (
    lam,
)

delta = symbols("delta", positive=True)
first, second = 1 + 2 * t * (1 / n - delta), 1 + 2 * t * (1 / n + delta / (n - 1))
log_g = -Rational(3, 2) * log(first) - (n - 1) / 2 * log(second)
"""Of the integrand g of p/lam, lam = 1/n - delta beside n - 1 equal eigenvalues."""


@cache
def bending() -> Expr:
    return sympy.diff(log_g, delta, 2)


more, others = symbols("more others", positive=True)


@cache
def least_share() -> Expr:
    """A lower bound of p_min over lam_min, 1 + k delta with delta = 1/n - lam_min, for every spectrum of sum 1.

    p_min is that of lam_min: p keeps the order. It is lam_min times the integral over t of a product, which is least
    for equal others, as -log(1 + 2 t x)/2 is convex in x (Jensen); then it is g, convex in delta, above its tangent.

    Raises
    ------
    ArithmeticError : one of these is not so.
    """
    time = normals.t
    x, s = symbols("x s", positive=True)
    convex = 6 * t**2 / first**2 + 2 * t**2 / (others * second**2)  # a sum of squares
    found = (
        normals.inverse(1) == 1
        and cancel(quotient().subs(place, other + more) - 1).factor().is_positive
        and simplify(normals.by_one(x, 2) - (1 + 2 * time * x) ** Rational(-3, 2)) == 0
        and simplify(normals.by_one_more(x) - (1 + 2 * time * x) ** Rational(-1, 2)) == 0
        and diff(-log(1 + 2 * time * x) / 2, x, 2).is_positive
        and cancel((bending() - convex).subs(n, 1 + others)) == 0
    )
    if not found:
        raise ArithmeticError("p_min is not above the tangent of that of n - 1 equal eigenvalues")
    # at delta = 0 g is s^(-n/2 - 1), s = 1 + 2t/n, of the slope g (log g)'
    slope_of_log = cancel(diff(log_g, delta).subs(delta, 0).subs(t, (s - 1) * n / 2))
    if cancel(simplify(exp(log_g.subs(delta, 0)).subs(t, (s - 1) * n / 2) * s ** (n / 2 + 1))) != 1:
        raise ArithmeticError("g is no power where all eigenvalues are equal")
    powers = [expand(e * s ** (-n / 2 - 1) * n / 2) for e in (Integer(1), slope_of_log)]
    at_zero, tangent = (integrate(powsimp(e), (s, 1, oo)) for e in powers)
    return factor(simplify(at_zero)) + factor(simplify(tangent)) * (1 / n - lam)


def at_every_least(e: Expr) -> tuple[Expr, ...]:
    """At lam_min = 1/(n (1 + more)), and at the ends 0 and 1/n; n = 1 + others."""
    return tuple(factor(e.subs(lam, at).subs(n, 1 + others)) for at in (1 / (n * (1 + more)), Integer(0), 1 / n))
