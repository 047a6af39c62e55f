"""Two data: the chain of Gram matrices as a chain z on the unit disc, exactly, and its stationary moments in 1/d.

C = (I + S(z))/2 with S(z) = [[Re z, Im z], [Im z, -Re z]], so |z| = lam_1 - lam_2 = sqrt(2) V. A unit row
(cos f, sin f) adds zeta = e^(2if), so z' = (zeta_1 + .. + zeta_d)/d. Given z the zeta are i.i.d. wrapped Cauchy:
zeta = (u + w)/(1 + conj(w) u), u uniform on the circle, E zeta^m = w^m, and w = z/(1 + s), s = sqrt(1 - |z|^2): the
hyperbolic midpoint of 0 and z. Source: daneshmand21 A13.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import comb

from flint import acb, arb
from sympy import Expr

from theory.exact.certify import at_each_precision
from theory.exact.expressions import enclose
from theory.exact.partitions import set_partitions
from theory.term.named import named

Series = list[Fraction]


@cache
def moment(j: int) -> dict[int, tuple[int, ...]]:
    """E|z'|^(2j) = d^(-2j) sum_i (sum_b coefficient (d)_b) |w|^(2i): for each i the coefficients of (d)_b, b = 0..2j.

    |z'|^(2j) is a sum over 2j indices of rows, j of them conjugated. A block of b_1 equal indices without and b_2 with
    a bar has the mean w^(b_1 - b_2) or its conjugate; (d)_b = d (d-1) .. (d-b+1) counts b different rows.

    >>> moment(1)
    {0: (0, 1, 0), 1: (0, 0, 1)}
    """
    found: dict[int, list[int]] = {}
    for labels in set_partitions(2 * j):
        excess = [0] * len({*labels})
        for index, block in enumerate(labels):
            excess[block] += 1 if index < j else -1
        power = sum(e for e in excess if e > 0)
        found.setdefault(power, [0] * (2 * j + 1))[len(excess)] += 1
    return {power: tuple(counts) for power, counts in sorted(found.items())}


def moment_at(j: int, d: int, midpoint: Fraction) -> Fraction:
    """E|z'|^(2j) given |w|^2 = midpoint, width d.

    >>> moment_at(1, 4, Fraction(1, 9))
    Fraction(1, 3)
    """
    total = Fraction(0)
    for power, counts in moment(j).items():
        total += midpoint**power * sum(c * _falling(d, b) for b, c in enumerate(counts))
    return total / Fraction(d) ** (2 * j)


def _falling(d: int, b: int) -> int:
    out = 1
    for a in range(b):
        out *= d - a
    return out


def midpoint_power(i: int, k: int) -> Fraction:
    """Coefficient of q^k in W^i, W = |w|^2 = (1-s)/(1+s), q = |z|^2 = 1 - s^2: i C(2k, k-i)/(k 4^k) (Lagrange).

    >>> [str(midpoint_power(1, k)) for k in (1, 2, 3)]
    ['1/4', '1/8', '5/64']
    """
    if i == 0:
        return Fraction(k == 0)
    return Fraction(i * comb(2 * k, k - i), k * 4**k) if k >= i else Fraction(0)


def stationary_series(order: int) -> Series:
    """E|z|^2 in the stationary law as a formal series in 1/d: coefficients of d^0, .., d^(-order).

    m_j = E|z|^(2j) = O(d^(-j)) solves m_j = sum_i c_ji(1/d) E W^i, and order by order the system is triangular: at
    d^(-p) the unknown m_j needs m_k of higher k at the same order, and lower orders. O(order^4) beside `moment`, whose
    cost is the Bell number of 2 order: order <= 5.

    >>> [str(c) for c in stationary_series(2)]
    ['0', '4/3', '4/27']
    """
    m = [[Fraction(j == p == 0) for p in range(order + 1)] for j in range(order + 1)]
    c = [{i: _in_inverse_width(counts, 2 * j) for i, counts in moment(j).items()} for j in range(order + 1)]
    for p in range(1, order + 1):
        for j in range(p, 0, -1):
            known = Fraction(0)
            for i, series in c[j].items():
                for k in range(i, order + 1):
                    share = midpoint_power(i, k)
                    # m[j][p] itself is still 0 here
                    known += share * sum(series[a] * m[k][p - a] for a in range(min(p, 2 * j) + 1))
            m[j][p] = known / (1 - Fraction(1, 4**j))
    return m[1]


def _in_inverse_width(counts: Sequence[int], degree: int) -> Series:
    """d^(-degree) sum_b counts_b (d)_b as coefficients of d^0, d^(-1), .., d^(-degree)."""
    zero = Fraction(0)
    out = [zero] * (degree + 1)
    falling = [Fraction(1)]  # ascending powers of d
    for b, count in enumerate(counts):
        for power, value in enumerate(falling):
            out[degree - power] += count * value
        falling = [low - b * high for low, high in zip([zero, *falling], [*falling, zero], strict=True)]
    return out


@named(
    "E[ζ^{1}; z = {0}]",
    r"\mathbb E[\zeta^{{{1}}};\,z={0}]",
    means="ζ = e^(2if), f the angle of (√(1 + z) cos U, √(1 − z) sin U), U uniform",
)
@at_each_precision
def row_mean(length: Expr, power: int) -> arb:
    """E cos(2 power f), (cos f, sin f) the direction of (sqrt(1+z) cos U, sqrt(1-z) sin U), by quadrature over U."""
    size = enclose(length, {})
    lower = ((1 - size) / (1 + size)).sqrt()

    def term(U: acb, analytic: bool) -> acb:
        x, y = U.cos(), lower * U.sin()
        plus, minus = (x + acb(0, 1) * y) ** (2 * power), (x - acb(0, 1) * y) ** (2 * power)
        return (plus + minus) / (2 * (x * x + y * y) ** power)

    return (acb.integral(term, 0, 2 * arb.pi()) / (2 * arb.pi())).real
