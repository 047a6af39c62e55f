"""Means over independent normal numbers w_1, .., w_n of what has the factor e^(-tS), S = sum_k lam_k w_k^2, on symbols.

They are integrals over one number after another: from few numbers to all by induction, as one number more takes e^(-tS)
e^(-t mu w^2) into e^(-tS) (1 + 2 t mu)^(-1/2), whatever S and whatever factors of the other numbers there are.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from sympy import Expr, Integer, Symbol, exp, integrate, oo, pi, simplify, sqrt, symbols

from theory.notation import t as any_time

t = Symbol("t", positive=True)
_w, _v = symbols("w v", real=True)
_rest, _factor = Symbol("S", real=True), Symbol("factor", positive=True)
one_more = Symbol("one_more", positive=True)
"""The eigenvalue of one number more."""


def mean(of: Expr, w: Expr) -> Expr:
    """Over a normal number w."""
    return simplify(integrate(of * exp(-(w**2) / 2), (w, -oo, oo)) / sqrt(2 * pi))


@cache
def by_one(lam: Expr, power: int) -> Expr:
    """E[w^power e^(-t lam w^2)]."""
    return mean(_w**power * exp(-t * lam * _w**2), _w)


@cache
def by_two(lam: Expr, mu: Expr, powers: tuple[int, int]) -> Expr:
    """E[w^powers[0] v^powers[1] e^(-t (lam w^2 + mu v^2))], over v first, given w."""
    inner = mean(_w ** powers[0] * _v ** powers[1] * exp(-t * (lam * _w**2 + mu * _v**2)), _v)
    return mean(inner, _w)


@cache
def by_one_more(mu: Expr) -> Expr:
    """What one number more multiplies such a mean by, of eigenvalue mu."""
    return simplify(mean(_factor * exp(-t * (_rest + mu * _w**2)), _w) / (_factor * exp(-t * _rest)))


def later(e: Expr) -> Expr:
    """With a positive time."""
    return e.subs(any_time, t)


def induction(claimed: Expr, product: Expr) -> Iterator[tuple[str, Expr, Expr]]:
    """That what is claimed of n numbers holds of n + 1, `product` being that of all 1 + 2 t lam_k."""
    claimed = later(claimed)
    for mu in (one_more, Integer(0)):
        more = claimed.subs(product, product * (1 + 2 * t * mu))
        yield f"one number more, of eigenvalue {mu}", by_one_more(mu) * claimed, more


@cache
def inverse(power: int) -> Expr:
    """int_0^oo t^(power - 1) e^(-tS) dt, S > 0, times S^power."""
    S = Symbol("S", positive=True)
    return integrate(t ** (power - 1) * exp(-t * S), (t, 0, oo)) * S**power
