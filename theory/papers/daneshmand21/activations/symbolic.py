"""Two data, ReLU, infinite width: kappa' integrated on symbols, over the ratio of the two entries of a row."""

from __future__ import annotations

from functools import cache

from sympy import Add, Expr, Integer, Poly, apart, atan, cancel, expand, factor, integrate, oo, pi, sqrt, symbols

from theory.papers.daneshmand21 import polar

w = symbols("w", positive=True)  # below 1
COSINE, SINE = cancel(2 * w / (1 + w**2)), cancel((1 - w**2) / (1 + w**2))
"""kappa and sqrt(1 - kappa^2) of all kappa in (0, 1), by w = tan((arcsin kappa)/2)."""

v, p, q = symbols("v p q", positive=True)
TWICE = SINE**2 + (v - COSINE) ** 2


def _over(value: Expr) -> tuple[Expr, Expr]:
    """pi times a function of v = g_2/g_1 times its density where g_1 > 0, as numerators over 1 + v^2 and over TWICE.

    (g_1, g_2) is a row of W F(Q), normal with variances 1: v = kappa + sqrt(1 - kappa^2) w_2/w_1, w normal, so that
    |v - kappa|/sqrt(1 - kappa^2) has the density `by_tangent`, which both signs of it and both of g_1 share.
    """
    density = polar.by_tangent(2).subs(polar.tangent, (v - COSINE) / SINE) / SINE / 4
    first = second = Integer(0)
    for part in Add.make_args(apart(factor(cancel(pi * value * density)), v)):
        over_one, over_other = cancel(part * (1 + v**2)), cancel(part * TWICE)
        if over_one.as_numer_denom()[1].has(v):
            second += over_other
        else:
            first += over_one
    return first, second


@cache
def of_both() -> Expr:
    """E relu(u_1) relu(u_2): a row u is (1, v) over its length where both are positive."""
    first, second = _over(v / (1 + v**2))
    one = integrate(1 / (1 + v**2), (v, 0, oo))
    other = integrate(1 / (p**2 + (v - q) ** 2), (v, 0, oo)).subs({p: SINE, q: COSINE})
    # atan(2w/(1 - w^2)) = 2 atan w for 0 < w < 1
    other = other.replace(atan, lambda x: 2 * atan(w) if cancel(x - 2 * w / (1 - w**2)) == 0 else atan(x))
    return expand((first * one + second * other) / pi)


@cache
def over_all(value: Expr) -> Expr:
    """The mean where g_1 > 0, of a function of v: over all v.

    Of a v/(1 + v^2) + b (v - kappa)/TWICE with a + b = 0 the integral is 0.
    """
    first, second = (Poly(part, v) for part in _over(value))
    if cancel(first.coeff_monomial(v) + second.coeff_monomial(v)) != 0:
        raise ArithmeticError("the mean of a square has no value")
    arcs = first.coeff_monomial(1) * pi + (second.coeff_monomial(1) + second.coeff_monomial(v) * COSINE) * pi / SINE
    return cancel(arcs / pi)


def of_first() -> Expr:
    """E relu(u_1)^2: a row u is (1, v) over its length where g_1 > 0."""
    return over_all(1 / (1 + v**2))


def of_second() -> Expr:
    """E relu(u_2)^2: over v > 0 where g_1 > 0, and over v < 0 where g_1 < 0, which is as likely."""
    return over_all(v**2 / (1 + v**2))


@cache
def cosine_before() -> Expr:
    """E u_1 u_2/sqrt(E u_1^2 E u_2^2), either sign of g_1 alike."""
    return over_all(v / (1 + v**2)) / sqrt(over_all(1 / (1 + v**2)) * over_all(v**2 / (1 + v**2)))


@cache
def cosine_after() -> Expr:
    """kappa' = E relu(u_1) relu(u_2)/sqrt(E relu(u_1)^2 E relu(u_2)^2) as a function of w."""
    found = expand(of_both() / sqrt(of_first() * of_second()))
    return cancel(found.coeff(atan(w), 0)) + cancel(found.coeff(atan(w))) * atan(w)
