"""The law of the rank of relu(WX) for planar X, by definition.

Gaussian rows fall into the chambers between the walls x_i^perp independently, with probability angle/(2 pi); given how
many fall into each, the rank is almost surely the greatest that such rows have.

Coordinates. Of directions k pi/N, N common to all, points have the entries -s_(k-1), s_k with s_k = sin(k pi/N)/
sin(pi/N): in the basis of directions 0 and pi/N, which changes no rank. They lie in Q(c), c = 2 cos(pi/N), as s_0 = 0,
s_1 = 1 and s_(k+1) = c s_k - s_(k-1); a number of that field is written as the matrix of the multiplication by it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import islice, product
from math import factorial, lcm, perm, prod
from typing import Any

from flint import fmpq, fmpq_mat, fmpz_mat, fmpz_poly
from sympy import Rational

from theory.batchnorm import relu
from theory.exact.rationals import afford, to_sympy
from theory.papers.nachum24.rank.setting import rational_row
from theory.term.named import named

Row = list[list[fmpq]]
"""One row over Q(c), as rows over Q: those of 1, c, c^2, .. times it."""


@dataclass(frozen=True)
class Chamber:
    """Two rows that span those of relu(WX) for weights inside a chamber, and its probability."""

    rows: tuple[Row, Row]
    chance: Fraction


def _sines(N: int) -> Iterator[fmpz_mat]:
    """s_(-1), s_0, s_1, .. for N >= 2."""
    *low, _ = fmpz_poly.cos_minpoly(2 * N)
    size = len(low)
    c = fmpz_mat([[int(j == i + 1) if i + 1 < size else -int(low[j]) for j in range(size)] for i in range(size)])
    one = fmpz_mat([[int(i == j) for j in range(size)] for i in range(size)])
    before, now = -one, 0 * one
    while True:
        yield before
        before, now = now, c * now - before


@cache
def chambers(angles: tuple[Fraction, ...]) -> tuple[Chamber, ...]:
    N = max(2, lcm(*(a.denominator for a in angles)))
    afford(N, 60, "directions are multiples of pi/{cost}")
    sines = list(islice(_sines(N), 2 * N + 1))
    points = [(-sines[k], sines[k + 1]) for k in (int(a * N) % (2 * N) for a in angles)]
    walls = sorted({(a + Fraction(turn, 2)) % 2 for a in angles for turn in (1, 3)})
    found = []
    for low, high in zip(walls, (*walls[1:], walls[0] + 2), strict=True):
        signs = [1 if ((low + high) / 2 - a + Fraction(1, 2)) % 2 < 1 else -1 for a in angles]
        slopes = [fmpq(int(e.numerator), int(e.denominator)) * s for e, s in zip(relu(signs), signs, strict=True)]
        first, second = (
            [[e * entry for e, x in zip(slopes, points, strict=True) for entry in x[axis].tolist()[i]]
             for i in range(sines[0].nrows())] for axis in (0, 1)
        )  # fmt: skip
        found.append(Chamber((first, second), (high - low) / 2))
    return tuple(found)


def rank_in(found: tuple[Chamber, ...], counts: tuple[int, ...]) -> int:
    """Almost sure rank of rows of which so many lie in each chamber, 2 standing for more.

    A minor is linear in each row, so it is 0 for all rows of a chamber if it is for two that are independent.
    """
    sure = [row for c, times in zip(found, counts, strict=True) if times > 1 for row in c.rows]
    single = [c.rows for c, times in zip(found, counts, strict=True) if times == 1]
    ranks = [0]
    for choice in product(*single):
        if chosen := (*sure, *choice):
            ranks.append(int(fmpq_mat([part for row in chosen for part in row]).rank()) // len(chosen[0]))
    return max(ranks)


@cache
def deficient(angles: tuple[Fraction, ...]) -> dict[tuple[int, Fraction], Fraction]:
    """P(rank < n) at width m as a sum of c m!/(m-k)! s^(m-k): the c by (k, s).

    Over the counts (0, 1, or 2 for more) of rows in chambers at which the rank is less: m! times the coefficient of z^m
    in the product of p z for 1, and of e^(pz) - 1 - pz for 2.
    """
    found = chambers(angles)
    seen, todo = {(0,) * len(found)}, [(0,) * len(found)]
    total: dict[tuple[int, Fraction], Fraction] = defaultdict(Fraction)
    for counts in todo:  # grows while it is read; more rows never lower the rank
        ones = [c.chance for c, times in zip(found, counts, strict=True) if times == 1]
        twos = [c.chance for c, times in zip(found, counts, strict=True) if times == 2]
        for choice in product(range(3), repeat=len(twos)):  # e^(pz), -1, -pz
            s = sum((p for p, kind in zip(twos, choice, strict=True) if kind == 0), Fraction(0))
            factor = prod((p for p, kind in zip(twos, choice, strict=True) if kind == 2), start=Fraction(1))
            sign = (-1) ** (len(twos) - choice.count(0))
            total[len(ones) + choice.count(2), s] += sign * factor * prod(ones, start=Fraction(1))
        for place, times in enumerate(counts):
            more = (*counts[:place], times + 1, *counts[place + 1 :])
            if times < 2 and more not in seen and rank_in(found, more) < len(angles):
                seen.add(more)
                todo.append(more)
    return dict(total)


@named("P(rank ReLU(W {0}) < n; {1} rows)", r"P(\mathrm{{rank}}\,\mathrm{{relu}}(W_{{{1}\times2}}{0})<n)")
def falls_short(x: tuple[Fraction, ...], m: Any) -> Rational:
    """P(rank relu(WX) < n), W Gaussian of m rows."""
    width, terms = int(m), deficient(rational_row(x)).items()
    return to_sympy(sum((c * perm(width, k) * s ** (width - k) for (k, s), c in terms if k <= width), Fraction(0)))


@named("E min{{m: rank ReLU(W {0}) = n; m rows}}", r"E\min\{{m:\mathrm{{rank}}\,\mathrm{{relu}}(W{0})=n\}}")
def mean_width(x: tuple[Fraction, ...]) -> Rational:
    """The mean of the least width at which the rank is n: the sum over widths m >= 0 of P(rank < n)."""
    # m!/(m-k)! s^(m-k) adds up to k!/(1-s)^(k+1)
    terms = deficient(rational_row(x)).items()
    return to_sympy(sum((c * factorial(k) / (1 - s) ** (k + 1) for (k, s), c in terms), Fraction(0)))
