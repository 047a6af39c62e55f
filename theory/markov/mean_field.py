"""The large-d law of the chain H -> RS(H + gamma W H), a heuristic limit (no text we hold states it).

Scale the eigenvalues of M as sqrt(d) y and count them per sqrt(d): mu = d^(-1/2) sum_j delta_{y_j}. With all rows
alike, stationarity of the eigenvalues asks of mu on its support, with c the second moment,

    p.v. int y mu(dy) / (x - y) = 2 (x - c),      int y mu(dy) = 1,

so y mu(dy) is the semicircle of radius 1 centred at c, and the mass kappa = rank / sqrt(d) fixes c. From a start of
rank k the law has kappa = min(k / sqrt d, 2). Derivation, and what is not proved:
`proofs_notes/daneshmand20/mean-field.md`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from sympy import (
    Expr,
    Integer,
    Rational,
    Symbol,
    asin,
    binomial,
    cancel,
    catalan,
    cos,
    diff,
    integrate,
    log,
    pi,
    sin,
    sqrt,
    symbols,
    sympify,
)


def centre(kappa: Any) -> Expr:
    """c = kappa/4 + 1/kappa for kappa <= 2, and 1 beyond: r = sqrt(d)/c, and |M|_F^2 = c d^(3/2).

    >>> centre(1), centre(2), centre(7)
    (5/4, 1, 1)
    """
    kappa = sympify(kappa)
    if kappa.is_number and kappa <= 0:
        raise ValueError(f"kappa = {kappa}: a rank over sqrt(d) is positive")
    return Integer(1) if kappa.is_number and kappa >= 2 else kappa / 4 + 1 / kappa


def moment(p: int, c: Any) -> Expr:
    """int y^p mu(dy) for p >= 1: the (p-1)-th moment of the semicircle, from Catalan numbers.

    >>> [moment(p, 1) for p in (1, 2, 3, 4)]
    [1, 1, 5/4, 7/4]
    """
    if p < 1:
        raise ValueError(f"moment {p}: wanted 1 or more; the mass is kappa")
    total = Integer(0)
    binomial = Integer(1)
    for power in range(p):  # binomial = C(p-1, power)
        if power % 2 == 0:
            total += binomial * catalan(power // 2) * Rational(1, 2**power) * sympify(c) ** (p - 1 - power)
        binomial = binomial * (p - 1 - power) / (power + 1)
    return total


def count_above(x: Any, c: Any) -> Expr:
    """mu([x, c + 1]): the number of eigenvalues of M from x sqrt(d) on, over sqrt(d); c >= 1, c - 1 <= x <= c + 1.

    By the antiderivative of sqrt(1 - u^2)/(u + c), u = y - c.

    >>> count_above(0, 1)
    2
    """
    c, u = sympify(c), sympify(x) - sympify(c)

    def primitive(u: Expr) -> Expr:
        last = sqrt(c**2 - 1) * asin((1 + c * u) / (u + c)) if c != 1 else 0  # 0/0 at c = 1, u = -1
        return sqrt(1 - u**2) + c * asin(u) - last

    return 2 / pi * (primitive(Integer(1)) - primitive(u))


def regularity(c: Any) -> Expr:
    """alpha = E Tr diag(M^2)^2 / E Tr M^3 = c^2/(c^2 + 1/4).

    >>> regularity(1)
    4/5
    """
    return moment(2, c) ** 2 / moment(3, c)


c = Symbol("c", positive=True)


@cache
def _slice(power: int) -> Expr:
    """int (2/pi) sin^2 cos^power over a half turn."""
    angle = Symbol("theta", real=True)
    return integrate(2 * sin(angle) ** 2 * cos(angle) ** power, (angle, 0, pi)) / pi


def by_integration(power: int, centred: Any) -> Expr:
    """int y^power y mu(dy), power >= 0, at a number or a symbol: y = c + cos theta, multiplied out, term by term."""
    return sum((binomial(power, j) * centred ** (power - j) * _slice(j) for j in range(power + 1)), Integer(0))


u = Symbol("u", real=True)
more, part = symbols("more part", positive=True)
"""Numbers of which `everywhere` makes c > 1 and -1 < u < 1, so that roots of c^2 - 1 and 1 - u^2 are rational."""

SEMICIRCLE = 2 / pi * sqrt(1 - u**2)
"""Of radius 1, around c at y = c + u."""

COUNT = 2 / pi * (sqrt(1 - u**2) + c * asin(u) - sqrt(c**2 - 1) * asin((1 + c * u) / (u + c)))
"""An antiderivative of the density of mu, SEMICIRCLE/(c + u), for c > 1; its arcsines have arguments in [-1, 1]."""


def everywhere(e: Expr) -> Expr:
    """At every c > 1 and -1 < u < 1."""
    side = (part - 1) / (part + 1)
    return e.subs({c: (1 + more + 1 / (1 + more)) / 2, u: 2 * side / (1 + side**2)})


def counted() -> Iterator[tuple[str, Expr, Expr]]:
    """That COUNT is an antiderivative, c > 1."""
    yield "the antiderivative", everywhere(diff(COUNT, u)), everywhere(SEMICIRCLE / (c + u))


@cache
def mass() -> Expr:
    """That of mu, c > 1: 2 (c - sqrt(c^2 - 1))."""
    top, bottom = (COUNT.subs((1 + c * u) / (u + c), cancel(((1 + c * u) / (u + c)).subs(u, end))).subs(u, end)
                   for end in (1, -1))  # fmt: skip
    return (top - bottom).expand()


ROOT = (1 + more - 1 / (1 + more)) / 2
"""That of c^2 - 1, by `everywhere`."""


def only_centre(kappa: Expr) -> Expr:
    """The c > 1 at which the mass is kappa: at c = (y + 1/y)/2, y > 1, it is 2/y, which falls.

    Raises
    ------
    ArithmeticError : it is not.
    """
    if cancel(everywhere(mass().subs(sqrt(c**2 - 1), ROOT)) - 2 / (1 + more)) != 0:
        raise ArithmeticError("the mass at (y + 1/y)/2 is not 2/y")
    return 1 / kappa + kappa / 4


def at_two(y: Expr) -> Expr:
    """An antiderivative of the density of mu at c = 1, where it is (2/pi) sqrt(y (2 - y))/y, 0 at 0."""
    return 2 / pi * (sqrt(y * (2 - y)) + 2 * asin(sqrt(y / 2)))


v = Symbol("v", real=True)
SMOOTH = sqrt(1 - v**2) - u * asin(v)
"""Of an antiderivative of sqrt(1 - v^2)/(v - u) what is no logarithm."""


def transform() -> Iterator[tuple[str, Expr, Expr]]:
    """That p.v. int SEMICIRCLE(v)/(u - v) dv is 2 u: antiderivatives below and above u, their ends, and what they tend
    to, as log N(v) - log|v - u| is symmetric up to what tends to 0."""
    inside = 1 - u * v + sqrt(1 - u**2) * sqrt(1 - v**2)  # N(v)
    height = sqrt(1 - u**2)
    for where, distance, sign in (("above u", v - u, 1), ("below u", u - v, -1)):
        whole = SMOOTH - height * log(inside / distance)
        yield f"the antiderivative {where}", sqrt(1 - v**2) / (v - u), diff(whole, v)
        yield f"its logarithm at {sign}", cancel((inside / distance).subs(v, sign)), Integer(1)
    yield "N at u", everywhere(inside.subs(v, u)), everywhere(2 * height**2)


def transformed() -> Expr:
    """What is left: the smooth part at both ends."""
    return -2 / pi * (SMOOTH.subs(v, 1) - SMOOTH.subs(v, -1))
