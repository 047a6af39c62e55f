"""A layer of ReLU alone on the reciprocal of an angle: what it adds, for all angles in (0, pi/2] at once.

0 <= 1/theta' - 1/theta - 1/(3 pi) <= theta/20. So from y = 1/theta_0 on, 1/theta_L is at least y + L/(3 pi), and at
most that and the sum over l < L of 1/(20 (y + l/(3 pi))), which is at most its first term and an integral.
"""

from __future__ import annotations

from functools import cache, reduce

from flint import arb, arb_series
from sympy import Expr, Integer, integrate, limit, oo, pi, symbols

from theory.choices import proved
from theory.exact.certify import guess, lower_end, precision
from theory.exact.expressions import Undefined
from theory.papers.nachum24.dynamics.literal.far import covered
from theory.papers.nachum24.dynamics.literal.far_cluster import after_relu

DIGITS = 20
TWENTIETH = Integer(1) / 20


@cache
def added(leading: tuple[Expr, ...]) -> bool:
    """Whether the bounds of 1/theta' - 1/theta hold everywhere; `leading`: theta' = theta - theta^2/(3 pi) + .."""
    if leading != (1, -1 / (3 * pi)):
        raise Undefined("a layer's map of small angles is another")
    with precision(DIGITS):
        return _next_to_zero() and covered(_away, (arb(1) / 10).union(arb.pi() / 2), arb(0))


def _next_to_zero() -> bool:
    """theta' = theta (1 - q) with q = theta/C - c theta^2, c the third coefficient somewhere below theta <= 1/10."""
    third = [after_relu(arb_series([(arb(i) / 160).union(arb(i + 1) / 160), 1], 4))[3] for i in range(16)]
    c, theta, rate = reduce(arb.union, third), arb(0).union(arb(1) / 10), 1 / (3 * arb.pi())
    over_theta = (-c + rate * rate - c * theta * rate) / (1 - theta * rate + c * theta * theta)
    return bool(over_theta > 0 and over_theta < arb(1) / 20)


def _away(theta: arb, _: arb) -> bool:
    """By the value in the middle and the slope."""

    def beyond(at: arb_series) -> arb_series:
        after = ((at.sin() + (arb.pi() - at) * at.cos()) / arb.pi()).acos()
        return 1 / after - 1 / at - 1 / (3 * arb.pi())

    try:
        found = beyond(arb_series([guess(theta)], 1))[0] + beyond(arb_series([theta, 1], 2))[1] * (theta - guess(theta))
    except ValueError:  # a ball too wide for an arccos
        return False
    return proved(found, ">", 0) and proved(found, "<", lower_end(theta) / 20)


def limits(constant: Expr) -> tuple[Expr, Expr]:
    """Limits of L theta_L from both bounds, of any start."""
    y, L, layer = symbols("y L layer", positive=True)
    least = y + L / constant
    term = TWENTIETH / (y + layer / constant)
    most = least + term.subs(layer, 0) + integrate(term, (layer, 0, L))
    return limit(L / most, L, oo), limit(L / least, L, oo)
