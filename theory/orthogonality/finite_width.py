"""One layer of any width, exactly: what i.i.d. unit rows do to the orthogonality gap.

C = H^T H/|H|_F^2 is the Gram matrix of n data, of trace 1, and V^2 = |C - I/n|_F^2 the square of the gap of H. After a
layer C' = (1/d) sum_k u_k u_k^T, the d rows u_k i.i.d. unit vectors given C. With P = E u u^T, of trace 1,

    E V(C')^2 = (1 - 1/d) V(P)^2 + (n-1)/(n d),        E|C' - P|_F^2 = (1 - |P|_F^2)/d,

whatever the law of u: the first needs tr(u u^T)^2 = 1 and independence only (daneshmand21 A11). Rows enter up to a
scale, as vectors m with u u^T = m m^T/|m|^2, so that rational m give rational C.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from flint import arb

from theory.exact.certify import isolate_roots, precision

Rows = Sequence[Sequence[Any]]
Law = Sequence[tuple[Sequence[Any], Any]]
"""Finitely many rows, none of them 0, each with its probability."""


def gram(rows: Rows) -> list[list[Any]]:
    """C = (1/d) sum_k m_k m_k^T/|m_k|^2 of d rows m_k, shape (n, n): H^T H for H = d^(-1/2) BN(M).

    Numbers are exact: ints, Fractions or SymPy's. Raises ZeroDivisionError at a row of zeros; O(d n^2).

    >>> gram([[1, 2], [3, -1]])
    [[Fraction(11, 20), Fraction(1, 20)], [Fraction(1, 20), Fraction(9, 20)]]
    """
    return mean_gram([(row, Fraction(1, len(rows))) for row in rows])


def mean_gram(law: Law) -> list[list[Any]]:
    """P = E u u^T, shape (n, n)."""
    return second_moment([(m, p * (Fraction(1) / sum(x * x for x in m))) for m, p in law])


def second_moment(law: Law) -> list[list[Any]]:
    """E m m^T, shape (n, n), of rows that are not normalised."""
    n = range(len(law[0][0]))
    return [[sum(p * m[i] * m[j] for m, p in law) for j in n] for i in n]


def gap_squared(C: Rows) -> Any:
    """V^2 = tr C^2/(tr C)^2 - 1/n of a symmetric matrix of exact numbers, of any trace but 0; O(n^2).

    >>> gap_squared([[1, 0], [0, 1]]), gap_squared([[1, 1], [1, 1]])
    (Fraction(0, 1), Fraction(1, 2))
    """
    trace = sum(C[i][i] for i in range(len(C)))
    return _square(C) * (Fraction(1) / trace**2) - Fraction(1, len(C))


def _square(C: Rows) -> Any:
    return sum(x * x for row in C for x in row)


def growth_back_variance(n: int, d: int) -> Fraction:
    """Var |dL/dH|^2/|B|^2 over one layer from H^T H = I/n, B = dL/dH' uniform in direction; n > 4 (gradients.md).

    >>> growth_back_variance(10, 32)
    Fraction(94305, 5275648)
    """
    if n <= 4:
        raise ValueError(f"the mean of 1/|g|^4 is infinite in {n} dimensions: wanted n > 4")
    one, rest = Fraction(1), d - n
    # |w|^2/|x|^2 = n (1 + R/G), R ~ chi^2_(d-n), G ~ chi^2_n; |P b|^2 = |b|^2 Beta((n-1)/2, 1/2)
    mean = (one + Fraction(rest, n - 2)) * Fraction(n - 1, d)
    square = one + Fraction(2 * rest, n - 2) + Fraction(rest * (rest + 2), (n - 2) * (n - 4))
    square *= Fraction(n * (n * n - 1), d * d * (n + 2))
    # |b_k|^2, the d rows of a unit vector of dn coordinates
    same, other = Fraction(n + 2, d * (d * n + 2)), Fraction(n, d * (d * n + 2))
    rows = d * square * same + d * (d - 1) * mean**2 * other
    pair = Fraction(n - 2, n) + Fraction(3, n * (n + 2)) + Fraction(rest, (n - 2) ** 2) * (n - 2 + Fraction(1, n))
    return rows + 2 * d * (d - 1) * pair / d**2 * other - mean**2


def next_gap_squared(P: Rows, d: Any) -> Any:
    """E V(C')^2 = (1 - 1/d) V(P)^2 + (n-1)/(n d), from P = E u u^T of trace 1 and the width d."""
    return (1 - Fraction(1) / d) * gap_squared(P) + Fraction(len(P) - 1, len(P)) / d


def contraction(n: int, v: arb) -> arb:
    """rho_v = n/(n+2) + 2 v sqrt(n(n-1))/(n+2) >= V(F(C))/V(C) for V(C) <= v: 1 at v = 1/sqrt(n(n-1)).

    It is 1 - 2n alpha_v/(n+2) at the least eigenvalue alpha_v = 1/n - v sqrt(1 - 1/n) that V(C) <= v allows.
    """
    return (n + 2 * v * arb(n * (n - 1)).sqrt()) / (n + 2)


def failure_rate(n: int, d: int, v: arb) -> arb:
    """(v - sqrt(rho_v^2 v^2 + (n-1)/(n d)))_+^2: from V(C) <= v, P(V(C') > v) <= exp(-d times this)."""
    room = v - (contraction(n, v) ** 2 * v**2 + arb(n - 1) / (n * d)).sqrt()
    return arb.max(room, arb(0)) ** 2


def useful_width(n: int, failure: arb, digits: int = 30) -> int:
    """Least d with d failure_rate(n, d, v) >= log(1/failure) for some v: the bound of A18 then loses at most `failure`.

    A width serves iff (v - t)^2 - rho_v^2 v^2 - (n-1)/(n d), t^2 = log(1/failure)/d, has a zero between t and
    1/sqrt(n(n-1)): it is negative at both ends. Decided with proof, width by width, by bisection.

    >>> useful_width(2, arb("1e-6"))
    1790
    """
    with precision(digits):
        low, high = 1, 2
        while not _serves(n, high, failure):
            low, high = high, 2 * high
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if _serves(n, middle, failure) else (middle, high)
        return high


def _serves(n: int, d: int, failure: arb) -> bool:
    t, noise, slope = (-failure.log() / d).sqrt(), arb(n - 1) / (n * d), 2 * arb(n * (n - 1)).sqrt() / (n + 2)
    end = 1 / arb(n * (n - 1)).sqrt()
    if not t < end:
        return False

    def room(v: arb) -> arb:
        kept = contraction(n, v) * v
        return (v - t) * (v - t) - kept * kept - noise  # powers of balls around 0 are not finite

    def derivative(v: arb) -> arb:
        rho = contraction(n, v)
        return 2 * (v - t) - 2 * rho * v * (rho + slope * v)

    return bool(isolate_roots(room, derivative, t.mid(), end.mid()).roots)
