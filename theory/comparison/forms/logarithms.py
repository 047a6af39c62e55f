"""Linear relations between logarithms of algebraic numbers: found by LLL, proved exactly."""

from __future__ import annotations

from flint import acb, arb, fmpz_mat
from sympy import Expr, Mul, Pow, S, log

from theory.comparison.forms import algebraic
from theory.exact.certify import precision
from theory.exact.enclosure import complex_ball

LARGEST = 10**6
"""Coefficient of a relation."""


def relation(numbers: list[Expr]) -> list[int] | None:
    """Integers k_1 .. k_m, k with sum k_i log a_i + k pi i = 0 and k_m != 0, proved; None where none is found.

    Proved: the product of the a_i^(k_i) times (-1)^k is 1, an algebraic identity, so that the sum is a multiple of
    2 pi i; and it is below 1.

    >>> from sympy import I, sqrt
    >>> relation([S(2), 1 + I, 1 - I])
    [-1, 1, 1, 0]
    """
    digits = 40 + 12 * len(numbers)
    values = [complex_ball(log(a), {}, 2 * digits) for a in numbers]
    if len(numbers) > 12 or not all(v.is_finite() for v in values):
        return None
    with precision(2 * digits):
        values.append(acb(0, arb.pi()))
        scale = arb(10) ** digits
        rows = []
        for i, v in enumerate(values):
            near = [int((part * scale).mid().floor().unique_fmpz()) for part in (v.real, v.imag)]
            rows.append([int(i == j) for j in range(len(values))] + near)
        reduced = fmpz_mat(rows).lll()
    for i in range(len(values)):
        found = [int(reduced[i, j]) for j in range(len(values))]
        if found[-2] and max(map(abs, found)) < LARGEST and _proved(numbers, found, values, digits):
            return found
    return None


def _proved(numbers: list[Expr], found: list[int], values: list[acb], digits: int) -> bool:
    with precision(2 * digits):
        total = sum((k * v for k, v in zip(found, values, strict=True)), acb(0))
        if not total.abs_upper() < 1:
            return False
    product = Mul(*(Pow(a, k) for a, k in zip(numbers, found[:-1], strict=True)))
    try:
        return algebraic.is_zero(product - S.NegativeOne ** found[-1]) is True
    except algebraic.NotAlgebraicError:
        return False
