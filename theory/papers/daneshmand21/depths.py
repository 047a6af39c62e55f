"""The mean map of one eigenvalue against others by its definition, layer by layer."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from math import comb

from flint import arb, ctx, fmpq
from sympy import Rational

from theory.exact.certify import at_each_precision, lower_end, precision, upper_end
from theory.exact.rationals import ball


def share(ratio: arb, size: int) -> arb:
    """E lam_1 u^2/(lam_1 u^2 + lam_2 (1 - u^2)), u a coordinate of a uniform unit vector of R^n, n even.

    `ratio` is lam_1/lam_2. u = sin f, f of density cos^(n-2): a periodic function of c = 2f, whose mean over N points
    errs by at most 2 M/(e^(Ny) - 1), M its bound for |Im c| <= y (Trefethen and Weideman, SIAM Review 2014, th. 3.1).

    >>> with precision(20):
    ...     print(share(arb(16) / 9, 2).str(12, radius=False))
    0.571428571429
    """
    half = (size - 2) // 2
    both, away = ratio + 1, abs(ratio - 1)
    # cosh y: at most half of the way to the pole, and at most 1000
    high = lower_end(arb.min(both / (2 * away), arb(1000))) if away > 0 else arb(1000)
    if not high > 1:
        high = (1 + lower_end(both / away)) / 2
    bound = ratio * (1 + high) * ((1 + high) / 2) ** half / (both - away * high)
    strip = (high + (high * high - 1).sqrt()).log()
    count = 2 * int((upper_end((ctx.prec * arb(2).log() + bound.log()) / strip / 2)).floor().unique_fmpz()) + 4
    total = arb(0)
    for place, (cosine, weight) in enumerate(_nodes(count, half, ctx.prec)):
        once = 1 if place in (0, count // 2) else 2
        total += once * weight * ratio * (1 - cosine) / (both - (ratio - 1) * cosine)
    error = upper_end(2 * bound / ((count * strip).exp() - 1))
    return (total / count + arb(0, error)) * arb(4) ** half / comb(2 * half, half)


@cache
def _nodes(count: int, half: int, prec: int) -> list[tuple[arb, arb]]:
    """cos c and ((1 + cos c)/2)^half at c = 2 pi k/count, k = 0, .., count/2, count even."""
    cosines = [arb(fmpq(2 * k, count)).cos_pi() for k in range(count // 2 + 1)]
    return [(cosine, ((1 + cosine) / 2) ** half) for cosine in cosines]


@at_each_precision
def orbit(size: int, first: Rational, layers: int, digits: int) -> tuple[tuple[arb, arb], ...]:
    """(lam_1, V) of F^l(lam), l = 0, .., layers, for lam_1 = `first` and n - 1 equal eigenvalues, sum 1, n even."""
    with precision(digits):
        return tuple(islice(_along(size, ball(first)), layers + 1))


def _along(size: int, p: arb) -> Iterator[tuple[arb, arb]]:
    while True:
        yield p, abs(arb(1) / size - p) * (arb(size) / (size - 1)).sqrt()
        p = share(p * (size - 1) / (1 - p), size)
