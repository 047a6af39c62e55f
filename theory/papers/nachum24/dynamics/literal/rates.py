"""How fast a point leaves the saddle and comes to the broken ray, for all large n at once: slopes of F_n there.

With E of `far`, F_n'(s) - 1 = ((n-1)/(pi n^2 mu)) y dE/dy at a zero of E, mu = 1 - m/pi. Times n, with e = 1/n and y or
y/e for a letter, it is analytic in e: on 0 <= e <= 1/100 its slope is a ball.
"""

from __future__ import annotations

from functools import cache, reduce

from flint import arb, arb_series
from sympy import Expr, Symbol, diff, factor, pi

from theory.choices import proved
from theory.exact.certify import precision
from theory.exact.expressions import Undefined, enclose
from theory.papers.nachum24.dynamics.literal.far import (
    COSINES,
    LARGE,
    SINES,
    limit_of_ny,
    near_broken,
    saddle_limits,
)
from theory.wide.escaped import mean_angle

DIGITS = 20
PIECES = 20
OF_SADDLE, OF_BROKEN = 212, 2
"""Times 1/n: how far n (F_n' - 1) is from its limit, n >= 100."""


def at_broken(e: arb_series, shift: arb) -> arb_series:
    """n (F_n' - 1) where theta = 3 pi e (1 - e + (3 pi^2/20) e^2 + shift e^3), for a broken ray by `cluster_angle`."""
    tau, ratio, half, square = near_broken(e, shift)  # theta/e, m/theta, (1 - cos theta)/theta^2, (y/e)^2
    y, m, u = square.sqrt(), e * tau * ratio, 1 + e * e * square
    by_theta = square * (1 - ratio) / (half * tau * (1 - 2 * e)) * (1 + e * e * e * e * square) / (u * u)
    by_y = e * e * e * (square * y / u - m * square / (1 - e)) - by_theta
    return (1 - e) / (arb.pi() - m) * by_y


def at_saddle(e: arb_series, c: arb) -> arb_series:
    """F_n' - 1 at s = n - c, were it a zero of E."""
    square = (1 - c * e) * (1 - 2 * e)
    y, u, cosine = square.sqrt(), e * e + square, e * e - e * (1 - c * e)
    theta = (cosine / u).acos()
    m = mean_angle(theta)
    by_theta = e * e * (theta - m) / (1 - cosine / u) * square * (1 + square) / ((1 - 2 * e) * u * u)
    return (1 - e) / (arb.pi() - m) * (square * y / u - m * square / (1 - e) - by_theta)


@cache
def rates() -> tuple[Expr, Expr]:
    """Limits of n (F_n' - 1) at the saddle and at the broken ray.

    At the saddle c is within 860/n of 2 (pi - 2), and the limit moves with c by 1/(2 (pi - 1)) < .234: 202/n.
    """
    c = Symbol("c", real=True)
    form, gap, _ = saddle_limits(c)
    ratio, half = SINES[0] / COSINES[0], COSINES[0]  # at theta = 0
    exact = (factor(-diff(form, c).subs(c, gap)), -(limit_of_ny() ** 2) * (1 - ratio) / (half * 3 * pi) / pi)
    last, most = arb(1) / LARGE, arb(5)
    parts = [(arb(i) / PIECES).union(arb(i + 1) / PIECES) for i in range(PIECES)]
    with precision(DIGITS):
        near = reduce(arb.union, (at_broken(arb_series([last * e, 1], 2), arb(0, 80))[1] for e in parts))
        curved = [at_saddle(arb_series([last * e, 1], 3), most * c)[2] for e in parts for c in parts]
        if not (proved(abs(near), "<", OF_BROKEN) and proved(abs(reduce(arb.union, curved)), "<", OF_SADDLE - 202)):
            raise Undefined("no bound of a slope")
        zero = arb_series([0, 1], 3)
        found = at_saddle(zero, 2 * arb.pi() - 4)[1], at_broken(zero, arb(0))[0]
        if any(proved(ball, "!=", enclose(limit, {}, DIGITS)) for ball, limit in zip(found, exact, strict=True)):
            raise Undefined("another slope at 1/n = 0")
    return exact
