"""Derivatives of normalisations along a direction, in exact numbers and in balls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flint import arb, arb_series
from sympy import Expr, diff, oo, sign

from theory.exact.rationals import ball
from theory.notation import t


def scaled_derivative(path: Sequence[Any], power: Any = 2, epsilon: Any = 0, signs: Any = None) -> tuple[Expr, ...]:
    """s dz_i/dt at t = 0 along c(t), z = c/s, s^p = (1/n) sum |c|^p + epsilon: rational, although z is not.

    By differentiating z_i^p = c_i^p/s^p, a quotient of polynomials: s dz_i = s^p (z_i^p)'/(p c_i^(p-1)). `path` are
    polynomials in t; `signs` those of c(0) != 0, needed where p is odd and c(0) no number. Sums are left as they are.
    """
    start, slopes = [c.subs(t, 0) for c in path], [diff(c, t).subs(t, 0) for c in path]
    signs = (signs or [sign(c) for c in start]) if power % 2 else [1] * len(path)
    tops = [(c**power, power * c ** (power - 1) * slope) for c, slope in zip(start, slopes, strict=True)]
    Q, dQ = (sum(s * top[k] for s, top in zip(signs, tops, strict=True)) / len(path) for k in (0, 1))
    Q += epsilon
    return tuple(
        Q * ((by * Q - top * dQ) / Q**2) / (power * at ** (power - 1))
        for (top, by), at in zip(tops, start, strict=True)
    )


def along(x: Sequence[Any], h: Sequence[Any]) -> list[Expr]:
    return [a + t * b for a, b in zip(x, h, strict=True)]


def ball_derivative(c: Sequence[Any], h: Sequence[Any], power: Any) -> tuple[list[arb], list[arb], arb]:
    """(z, dz/dt, s) along c + t h in balls, for every p >= 1: power series of length two. No c_i is 0.

    p = oo takes the place of the greatest |c_i|.
    """
    path = [arb_series([ball(a), ball(b)], 2) for a, b in zip(c, h, strict=True)]
    size = [a * int(sign(b)) for a, b in zip(path, c, strict=True)]  # |c_i| near t = 0
    if power == oo:
        s = size[max(range(len(c)), key=lambda i: abs(c[i]))]
    else:
        total = sum(((a.log() * ball(power)).exp() for a in size), arb_series([0, 0], 2))
        s = ((total / len(c)).log() / ball(power)).exp()
    z = [a / s for a in path]
    return [a[0] for a in z], [a[1] for a in z], s[0]
