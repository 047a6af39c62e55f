"""Laws of directions of normal numbers in polar coordinates, and means over them one after another, on symbols."""

from __future__ import annotations

from functools import cache
from typing import Any

import sympy
from sympy import Expr, I, Integer, Poly, Symbol, cancel, cos, diff, exp, integrate, oo, pi, simplify, sin, sqrt

tangent, latitude, height, part = sympy.symbols("tangent latitude height part", positive=True)


def _density(first: Expr, second: Expr, k: Expr, m: Expr, place: Expr) -> Expr:
    """Of `place`, where k normal numbers have |w| `first` for their length, and m others |w| `second`.

    From x^(k-1) y^(m-1) e^(-(x^2 + y^2)/2) dx dy of both lengths: over |w|, and in all, by the integral of
    x^(p-1) e^(-x^2/2), which is 2^(p/2-1) Gamma(p/2).
    """
    turned = simplify(first * diff(second, place) - second * diff(first, place))
    turned *= sympy.sign(turned.subs(place, sympy.S.Half))
    weight = first ** (k - 1) * second ** (m - 1) * turned / simplify(first**2 + second**2) ** ((k + m) / 2)
    return 2 * weight / sympy.beta(k / 2, m / 2).rewrite(sympy.gamma)


@cache
def by_tangent(size: Any) -> Expr:
    """Of |(w_2, .., w_n)|/|w_1| for n = size."""
    return _density(Integer(1), tangent, Integer(1), size - Integer(1), tangent)


@cache
def by_latitude(size: int) -> Expr:
    """Of arcsin(|w_1|/|w|) for n = size."""
    return _density(sin(latitude), cos(latitude), Integer(1), size - Integer(1), latitude)


@cache
def by_height() -> Expr:
    """Of |w_1|/|w| for n = 3."""
    return _density(height, sqrt(1 - height**2), Integer(1), Integer(2), height)


@cache
def by_part() -> Expr:
    """Of (w_1^2 + w_2^2)/|w|^2 for n = 4."""
    return _density(sqrt(part), sqrt(1 - part), Integer(2), Integer(2), part)


def over_half_line(f: Expr, u: Symbol) -> Expr:
    """int_0^oo f(u) du of an even rational function with poles at i times real numbers, by its residues above 0."""
    top, below = sympy.fraction(cancel(f))
    found, factors = Integer(0), sympy.factor_list(below, u)[1]
    for factor, power in factors:
        square, rest = Poly(factor, u).LC(), factor.subs(u, 0)
        pole = I * sqrt(rest / square)
        if factor != square * u**2 + rest or not (rest / square).is_positive:
            raise ArithmeticError(f"a pole that is not i times a number: {factor}")
        residue = diff(top / sympy.quo(below, factor**power, u) / (square * (u + pole)) ** power, u, power - 1)
        found += residue.subs(u, pole) / sympy.factorial(power - 1)
    if cancel(f - f.subs(u, -u)) != 0 or sympy.degree(below, u) < sympy.degree(top, u) + 2:
        raise ArithmeticError(f"not even, or not integrable: {f}")
    return cancel(pi * I * found)


t = Symbol("t", positive=True)
_w, _v = sympy.symbols("w v", real=True)
_rest, _factor = Symbol("S", real=True), Symbol("factor", positive=True)
one_more = Symbol("one_more", positive=True)
"""The eigenvalue of one number more."""


@cache
def _of_exponential() -> Expr:
    """E e^(-b w^2), b = `one_more`, w normal."""
    return simplify(integrate(exp(-one_more * _w**2 - _w**2 / 2), (_w, -oo, oo)) / sqrt(2 * pi))


def mean(of: Expr, w: Expr) -> Expr:
    """Over a normal number w, of scale w^p e^(-b w^2), p even: by p/2 derivatives of the mean of e^(-b w^2)."""
    shape = Poly(cancel(w * diff(of, w) / of), w)  # p - 2 b w^2
    p, b = shape.coeff_monomial(1), -shape.coeff_monomial(w**2) / 2
    scale = sympy.powsimp(sympy.expand(of.subs(w, 1) * exp(b)))
    if shape != Poly(p - 2 * b * w**2, w) or not (p.is_even and p >= 0):
        raise ArithmeticError(f"no even power of {w} times an exponential of its square: {of}")
    return simplify(scale * (-1) ** (p / 2) * diff(_of_exponential(), one_more, p / 2).subs(one_more, b))


@cache
def by_one(lam: Expr, power: int) -> Expr:
    """E[w^power e^(-t lam w^2)]."""
    return mean(_w**power * exp(-t * lam * _w**2), _w)


@cache
def by_one_more(mu: Expr) -> Expr:
    """What one number more multiplies such a mean by, of eigenvalue mu."""
    return simplify(mean(_factor * exp(-t * (_rest + mu * _w**2)), _w) / (_factor * exp(-t * _rest)))


@cache
def inverse(power: int) -> Expr:
    """int_0^oo t^(power - 1) e^(-tS) dt, S > 0, times S^power."""
    S = Symbol("S", positive=True)
    return integrate(t ** (power - 1) * exp(-t * S), (t, 0, oo)) * S**power
