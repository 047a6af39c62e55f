"""Moments of the chain on the disc as power series in z, from the law of a row itself: no closed form of them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

from theory.exact.partitions import set_partitions

Laurent = dict[tuple[int, int], Fraction]
"""Coefficients of z^a u^b, u = e^(2iU)."""

HALF = Fraction(1, 2)


def times(f: Laurent, g: Laurent, order: int) -> Laurent:
    """The product, up to z^order."""
    out: Laurent = {}
    for ((a, b), p), ((c, e), q) in product(f.items(), g.items()):
        if a + c <= order:
            out[a + c, b + e] = out.get((a + c, b + e), Fraction(0)) + p * q
    return out


def sine_of(order: int) -> list[Fraction]:
    """Coefficients of z^0, .., z^order of s = sqrt(1 - z^2), by Newton's binomial series."""
    out, coefficient = [Fraction(0)] * (order + 1), Fraction(1)
    for k in range(order // 2 + 1):
        out[2 * k] = coefficient
        coefficient *= -(HALF - k) / (k + 1)
    return out


@cache
def row_moment(power: int, order: int) -> tuple[Fraction, ...]:
    """E zeta^power, zeta = e^(2if) of the row (sqrt(1+z) cos U, sqrt(1-z) sin U): coefficients of z^0, .., z^order.

    With x, y the entries of the row it is (x + iy)^2/(x^2 + y^2) = (z + (1+s)/2 u + (1-s)/2 u^-1)/(1 + z (u + u^-1)/2);
    its mean over the circle is the coefficient of u^0.

    >>> [str(c) for c in row_moment(1, 5)]
    ['0', '1/2', '0', '1/8', '0', '1/16']
    """
    s = sine_of(order)
    top: Laurent = {(1, 0): Fraction(1)}
    for a, c in enumerate(s):
        top[a, 1], top[a, -1] = HALF * ((a == 0) + c), HALF * ((a == 0) - c)
    inverse: Laurent = {(0, 0): Fraction(1)}
    term = inverse
    for _ in range(order):
        term = times(term, {(1, 1): -HALF, (1, -1): -HALF}, order)
        inverse = {key: inverse.get(key, Fraction(0)) + term.get(key, Fraction(0)) for key in inverse | term}
    zeta, out = times(top, inverse, order), {(0, 0): Fraction(1)}
    for _ in range(power):
        out = times(out, zeta, order)
    return tuple(out.get((a, 0), Fraction(0)) for a in range(order + 1))


@cache
def after_layer(j: int, order: int) -> dict[int, tuple[Fraction, ...]]:
    """E[|z'|^(2j) | z] = d^(-2j) sum_b (d)_b c_b(z): c_b up to z^order by number b of different rows.

    |z'|^(2j) is a sum over 2j indices of rows, j of them conjugated; equal indices make a power of one zeta.
    """
    kinds: Counter[tuple[int, ...]] = Counter()
    for labels in set_partitions(2 * j):
        excess = [0] * len({*labels})
        for index, block in enumerate(labels):
            excess[block] += 1 if index < j else -1
        kinds[tuple(sorted(map(abs, excess)))] += 1  # E zeta^-m = E zeta^m, z being real
    found: dict[int, list[Fraction]] = {}
    for powers, count in kinds.items():
        series: Laurent = {(0, 0): Fraction(count)}
        for power in powers:
            series = times(series, {(a, 0): c for a, c in enumerate(row_moment(power, order)) if c}, order)
        sums = found.setdefault(len(powers), [Fraction(0)] * (order + 1))
        for (a, _), c in series.items():
            sums[a] += c
    return {b: tuple(c) for b, c in found.items()}


def falling(count: int, degree: int) -> list[Fraction]:
    """d (d-1) .. (d-count+1) d^(-degree): coefficients of d^0, d^-1, .., d^-degree."""
    poly = [Fraction(1)]  # ascending powers of d
    for a in range(count):
        shifted = [Fraction(0), *poly]
        poly = [up - a * down for up, down in zip(shifted, [*poly, Fraction(0)], strict=True)]
    out = [Fraction(0)] * (degree + 1)
    for power, c in enumerate(poly):
        out[degree - power] = c
    return out


def balanced(order: int) -> list[Fraction]:
    """E|z|^2 of the formal stationary series, m_j = E|z|^(2j) = O(d^-j): coefficients of d^0, .., d^-order.

    m_j = E E[|z'|^(2j) | z], order by order: at d^-p, from j = p down, m_j stands on both sides and all else is known.
    """
    m = [[Fraction(j == p == 0) for p in range(order + 1)] for j in range(order + 1)]
    c: dict[tuple[int, int], list[Fraction]] = {}  # of m_k in m_j, as a series in 1/d
    for j, k in product(range(1, order + 1), range(order + 1)):
        c[j, k] = [Fraction(0)] * (2 * j + 1)
        for rows, series in after_layer(j, 2 * order).items():
            for power, number in enumerate(falling(rows, 2 * j)):
                c[j, k][power] += series[2 * k] * number
    for p in range(1, order + 1):
        for j in range(p, 0, -1):
            known = sum(
                (c[j, k][a] * m[k][p - a] for k in range(order + 1) for a in range(min(p, 2 * j) + 1)), Fraction(0)
            )
            m[j][p] = known / (1 - c[j, j][0])  # m_j[p] itself is still 0 in `known`
    return m[1]
