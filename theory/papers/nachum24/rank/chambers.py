"""The law of the rank of relu(WX) for planar X, by definition.

Gaussian rows fall into the chambers between the walls x_i^perp independently, with probability
angle/(2 pi); given how many fall into each, the rank is almost surely the greatest that such rows have.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import factorial, perm, prod

from flint import fmpq, fmpq_mat
from sympy import Expr, Integer, Rational, cos, pi, sin, sqrt

from theory.batchnorm import relu
from theory.domains.numbers import Choose
from theory.papers.nachum24.rank.setting import Directions

ROOT = sqrt(3)

Row = list[list[fmpq]]
"""One row over Q(sqrt 3), as two of twice the length over Q: those of 1 and of sqrt 3 times it."""


@dataclass(frozen=True)
class Chamber:
    """Rows of relu(WX) for two independent weights inside a chamber, and its probability."""

    rows: tuple[Row, Row]
    chance: Fraction


@dataclass(frozen=True)
class Sixths(Directions):
    """Directions; those that are listed or drawn are multiples of pi/6 and pi/4, whose points are in Q(sqrt 3)^2, but
    for factors c > 0.
    """

    def small(self) -> Iterator[tuple[Fraction, ...]]:
        return filter(_evaluable, super().small())

    def draw(self, choose: Choose) -> tuple[Fraction, ...]:
        lines = [line for t in range(1, 12) if _evaluable((line := Fraction(t, 12),))]
        count = choose(max(self.least, 1), 4)
        chosen = sorted(sorted(lines, key=lambda _: choose(0, 10**6))[: count - 1])
        return (Fraction(0), *(line + choose(0, 1) for line in chosen))

    def near(self, value: tuple[Fraction, ...]) -> Iterator[tuple[Fraction, ...]]:
        return filter(_evaluable, super().near(value))


def _evaluable(x: tuple[Fraction, ...]) -> bool:
    return all(a.denominator in (1, 2, 3, 4, 6) for a in x)


def point(turn: Fraction) -> tuple[Expr, Expr]:
    angle = Rational(turn.numerator, turn.denominator) * pi
    scale = sqrt(2) if turn.denominator == 4 else Integer(1)
    return scale * cos(angle), scale * sin(angle)


@cache
def chambers(angles: tuple[Fraction, ...]) -> tuple[Chamber, ...]:
    walls = sorted({(a + Fraction(turn, 2)) % 2 for a in angles for turn in (1, 3)})
    points = [point(a) for a in angles]
    found = []
    for low, high in zip(walls, (*walls[1:], walls[0] + 2), strict=True):
        edges = point(low), point((low + high) / 2) if high - low == 1 else point(high)
        weights = ([p * u + q * v for u, v in zip(*edges, strict=True)] for p, q in ((1, 2), (2, 1)))
        first, second = (relu([w[0] * x[0] + w[1] * x[1] for x in points]) for w in weights)
        found.append(Chamber((_over_rationals(first), _over_rationals(second)), (high - low) / 2))
    return tuple(found)


def _over_rationals(row: Iterable[Expr]) -> Row:
    parts = []
    for e in row:
        b = e.expand().coeff(ROOT)
        a = (e - b * ROOT).expand()
        parts.append((fmpq(int(a.p), int(a.q)), fmpq(int(b.p), int(b.q))))
    return [[e for a, b in parts for e in (a, b)], [e for a, b in parts for e in (3 * b, a)]]


def rank_in(found: tuple[Chamber, ...], counts: tuple[int, ...]) -> int:
    """Almost sure rank of rows of which so many lie in each chamber, 2 standing for more.

    A minor is linear in each row, so it is 0 for all rows of a chamber if it is for two that are independent.
    """
    sure = [row for c, times in zip(found, counts, strict=True) if times > 1 for row in c.rows]
    single = [c.rows for c, times in zip(found, counts, strict=True) if times == 1]
    ranks = [0]
    for choice in product(*single):
        if rows := [half for row in (*sure, *choice) for half in row]:
            ranks.append(int(fmpq_mat(rows).rank()) // 2)
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


def falls_short(angles: tuple[Fraction, ...], width: int) -> Fraction:
    """P(rank relu(WX) < n), W Gaussian of so many rows."""
    terms = deficient(angles).items()
    return sum((c * perm(width, k) * s ** (width - k) for (k, s), c in terms if k <= width), Fraction(0))


def mean_width(angles: tuple[Fraction, ...]) -> Fraction:
    """E M of the least width M at which the rank is n: the sum over widths m >= 0 of P(rank < n)."""
    # m!/(m-k)! s^(m-k) adds up to k!/(1-s)^(k+1)
    return sum((c * factorial(k) / (1 - s) ** (k + 1) for (k, s), c in deficient(angles).items()), Fraction(0))
