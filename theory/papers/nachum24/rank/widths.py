"""The law of the rank of relu(WX) for planar X at finite width.

Gaussian rows fall into the chambers between the walls x_i^perp independently, with probability angle/(2 pi); given how
many fall into each, the rank is almost surely the greatest that such rows have.

Coordinates. Of directions k pi/N, N common to all, points have the entries -s_(k-1), s_k with s_k = sin(k pi/N)/
sin(pi/N): in the basis of directions 0 and pi/N, which changes no rank. They lie in Q(c), c = 2 cos(pi/N), as s_0 = 0,
s_1 = 1 and s_(k+1) = c s_k - s_(k-1); a number of that field is written as the matrix of the multiplication by it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, islice, product
from math import factorial, isqrt, lcm, prod
from typing import Any

from flint import fmpq, fmpq_mat, fmpz_mat, fmpz_poly
from sympy import Rational

from theory.batchnorm import relu
from theory.claim import Claim, Twin
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers
from theory.exact.rationals import afford, to_sympy
from theory.notation import m, n
from theory.papers.nachum24.rank import batches
from theory.papers.nachum24.rank.batches import THEOREM_3, directions, greatest, least, rational_row
from theory.term import number, size
from theory.term.named import named
from theory.words import At

Row = list[fmpq]
"""One row over Q(c), as rows over Q one after the other: those of 1, c, c^2, .. times it."""


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
    degree = range(sines[0].nrows())
    points = [(-sines[k], sines[k + 1]) for k in (int(a * N) % (2 * N) for a in angles)]
    walls = sorted({(a + Fraction(turn, 2)) % 2 for a in angles for turn in (1, 3)})
    found = []
    for low, high in zip(walls, (*walls[1:], walls[0] + 2), strict=True):
        signs = [1 if ((low + high) / 2 - a + Fraction(1, 2)) % 2 < 1 else -1 for a in angles]
        slopes = [fmpq(int(e.numerator), int(e.denominator)) * s for e, s in zip(relu(signs), signs, strict=True)]
        first, second = (
            [e * x[axis][i, j] for i in degree for e, x in zip(slopes, points, strict=True) for j in degree]
            for axis in (0, 1)
        )  # fmt: skip
        found.append(Chamber((first, second), (high - low) / 2))
    return tuple(found)


def spans(found: tuple[Chamber, ...], counts: tuple[int, ...], n: int) -> bool:
    """Whether rows of which so many lie in each chamber almost surely have rank n.

    A minor is linear in each row, so it is 0 for all rows of a chamber if it is for two that are independent.
    """
    sure = [row for c, times in zip(found, counts, strict=True) if times > 1 for row in c.rows]
    single = [c.rows for c, times in zip(found, counts, strict=True) if times == 1]
    if len(sure) + len(single) < n:
        return False
    degree = isqrt(len(found[0].rows[0]) // n)
    for choice in product(*single):
        chosen = (*sure, *choice)
        if fmpq_mat(len(chosen) * degree, n * degree, [e for row in chosen for e in row]).rank() == n * degree:
            return True
    return False


@named("P(rank ReLU(W {0}) = n; {1} rows)", r"P(\mathrm{{rank}}\,\mathrm{{relu}}(W_{{{1}\times2}}{0})=n)",
       means="W Gaussian")  # fmt: skip
def full_rank_chance(x: tuple[Fraction, ...], m: int) -> Rational:
    """Over the numbers of rows in the chambers, by how many draws give them, at which the rank is n."""
    found = chambers(rational_row(x))
    full = Fraction(0)
    for kind in combinations_with_replacement(range(len(found)), m):
        counts = tuple(kind.count(place) for place in range(len(found)))
        if spans(found, counts, len(x)):
            draws = factorial(m) // prod(map(factorial, counts))
            full += draws * prod(found[place].chance for place in kind)
    return to_sympy(full)


FOUR = rational_row(("0", "7/6", "1/3", "1/2"))
RIGHT, REGULAR = rational_row(("0", "1/6", "1/2")), rational_row(("0", "2/3", "4/3"))
LAWS = ((RIGHT, 3), (RIGHT, 4), (RIGHT, 5), (REGULAR, 3), (REGULAR, 4))


@Claim(
    "nachum24.rank.planar-law",
    source=THEOREM_3,
    says="P(rank relu(WX) = 3) is 31/96, 2129/3456, 2765/3456 for directions (0, 1/6, 1/2) pi at widths 3, 4, 5, and "
    "43/72, 29/36 for (0, 2/3, 4/3) pi at widths 3, 4",
    predicts=(Rational(31, 96), Rational(2129, 3456), Rational(2765, 3456), Rational(43, 72), Rational(29, 36)),
    given=Given(),
    speaks_of=("nl",),
).literal(scope="over the numbers of rows in chambers, ranks of generic rows")
def planar_law(at: At) -> tuple[Any, ...]:
    return tuple(full_rank_chance(x, width) for x, width in LAWS)


@Claim(
    "nachum24.rank.chernoff",
    source=THEOREM_3,
    status="reconstructed",
    says="for planar X, unit columns, P(rank < n) is at most n (1 - c)^m with c = lambda_min(K)/(2 rank(X) |X|^2)",
    silent_on="sharpness: c is far below p*; X of higher rank: chernoff-any-law",
    predicts=n * (1 - least / (4 * greatest)) ** m,
    relation="<=",
    given=Given(
        {"x": Preceded(directions(Integers(2, far=3), 6), (FOUR, RIGHT)), "m": Integers(1, far=3)},
        letters={
            "n": lambda at: number(size(at["x"])),
            "least": lambda at: batches.least_eigenvalue_of_K(at["x"]),
            "greatest": lambda at: batches.greatest_eigenvalue(at["x"]),
        },
    ),
    uses=("nachum24.rank.lower-bounds",),
    twins=(Twin(n * (1 - 4 * least / greatest) ** m, "c 16 times as great"),),
).literal(scope="over the numbers of rows in chambers", most=24)
@named("P(rank ReLU(W {x}) < n; {m} rows)", r"P(\mathrm{{rank}}\,\mathrm{{relu}}(W_{{{m}\times2}}{x})<n)",
       means="W Gaussian")  # fmt: skip
def chernoff(at: At) -> Any:
    return 1 - full_rank_chance(at.x, int(at.m))
