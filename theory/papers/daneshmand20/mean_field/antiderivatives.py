"""The large-d law on symbols: antiderivatives of its integrals, differentiated, and their values at the ends."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from sympy import Expr, Integer, Symbol, asin, cancel, diff, log, pi, solve, sqrt, symbols

from theory.papers.daneshmand20.mean_field.setting import c

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


@cache
def centres(kappa: Expr) -> tuple[Expr, ...]:
    """All c > 1 at which the mass is kappa."""
    return tuple(solve(mass() - kappa, c))


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
