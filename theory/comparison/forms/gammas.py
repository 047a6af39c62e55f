"""Gamma and polygamma functions up to integer shifts and multiples of their argument."""

from __future__ import annotations

from functools import reduce as fold
from typing import Any

import sympy
from sympy import Expr, Mul, Rational, S, pi

from theory.comparison.forms.field import Field, Handler, TooLargeError


def note_steps(field: Field, arguments: list[Expr]) -> None:
    """Note the arguments of all gamma functions, so that those in 2n are put in terms of those in n."""
    for u in arguments:
        _, rest = sympy.expand(u).as_coeff_Add()
        size, direction = rest.primitive()
        if direction != 1:
            before = field.steps.get(direction, size)
            field.steps[direction] = Rational(sympy.igcd(before.p * size.q, size.p * before.q), before.q * size.q)


def gamma_of(field: Field, u: Expr) -> Expr:
    """Gamma(z + c), c in [0, 1), times a rational function; Gauss's formula for multiples of z."""
    c, rest = sympy.expand(field.current(field.reduce(u))).as_coeff_Add()
    if not c.is_Rational:
        c, rest = S.Zero, c + rest
    size, direction = rest.primitive()
    step = field.steps.get(direction, size)
    m = size / step
    if rest == 0 or not m.is_Integer or not 1 < m <= 12:
        return _shifted(field, rest, c)
    z = step * direction
    found = field.power(2 * pi, Rational(1 - m, 2)) * field.power(m, m * z + c - S.Half)
    return found * Mul(*(_shifted(field, z, (c + j) / m) for j in range(m)))


def _shifted(field: Field, z: Expr, c: Rational) -> Expr:
    whole = sympy.floor(c)
    part = c - whole
    if z == 0:
        if part == 0:
            return sympy.gamma(c)
        if part == S.Half:
            return field.power(pi, S.Half) * _rising(part, whole)
        if part > S.Half:  # reflection: one of each pair
            other = field.opaque(sympy.gamma, (1 - part,), sympy.gamma(1 - part))
            return pi / (field.reduce(sympy.sin(pi * part)) * other) * _rising(part, whole)
    if abs(whole) > 300:
        raise TooLargeError("a gamma function shifted by more than 300")
    return field.opaque(sympy.gamma, (z + part,), sympy.gamma(z + part)) * _rising(z + part, whole)


def polygamma_of(field: Field, order: Expr, u: Expr) -> Expr:
    """psi_k(z + 1) = psi_k(z) + (-1)^k k! / z^(k+1)."""
    c, rest = sympy.expand(field.current(field.reduce(u))).as_coeff_Add()
    if not (order.is_Integer and c.is_Rational and rest != 0 and abs(c) < 300):
        return field.opaque(sympy.polygamma, (order, field.reduce(u)), sympy.polygamma(order, u))
    whole = sympy.floor(c)
    z = rest + c - whole
    scale = (-1) ** order * sympy.factorial(order)
    shift = sum(((z + i) ** (-order - 1) for i in range(whole)), S.Zero)
    shift -= sum(((z - i) ** (-order - 1) for i in range(1, 1 - whole)), S.Zero)
    return field.opaque(sympy.polygamma, (order, z), sympy.polygamma(order, z)) + scale * shift


def _rising(z: Expr, k: int) -> Expr:
    """Gamma(z + k) / Gamma(z)."""
    if k >= 0:
        return fold(Mul, (z + i for i in range(k)), S.One)
    return 1 / fold(Mul, (z - i for i in range(1, 1 - k)), S.One)


HANDLERS: dict[Any, Handler] = {sympy.gamma: gamma_of, sympy.polygamma: polygamma_of}
