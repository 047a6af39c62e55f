"""The law of the rank of relu(WX) for planar X at finite width, and how fast it fills up.

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
from math import comb, factorial, isqrt, lcm, perm, prod
from typing import Any

from flint import fmpq, fmpq_mat, fmpz_mat, fmpz_poly
from sympy import Rational, symbols

from theory.batchnorm import relu
from theory.claim import Claim, Twin
from theory.domains.given import Given
from theory.domains.listings import Index, Preceded
from theory.domains.numbers import Integers
from theory.exact.rationals import afford, to_sympy
from theory.notation import m, n
from theory.papers.nachum24.rank import batches
from theory.papers.nachum24.rank.batches import THEOREM_3, directions, greatest, growth, least, rational_row
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
    """Whether rows of which so many lie in each chamber, 2 standing for more, almost surely have rank n.

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
            if times < 2 and more not in seen and not spans(found, more, len(angles)):
                seen.add(more)
                todo.append(more)
    return dict(total)


@named("P(rank ReLU(W {0}) < n; {1} rows)", r"P(\mathrm{{rank}}\,\mathrm{{relu}}(W_{{{1}\times2}}{0})<n)",
       means="W Gaussian")  # fmt: skip
def falls_short(x: tuple[Fraction, ...], m: Any) -> Rational:
    width, terms = int(m), deficient(rational_row(x)).items()
    return to_sympy(sum((c * perm(width, k) * s ** (width - k) for (k, s), c in terms if k <= width), Fraction(0)))


FOUR = rational_row(("0", "7/6", "1/3", "1/2"))

BATCHES = Preceded(directions(Integers(1, far=3), 6), (FOUR,))
WIDTHS = Index(1, listed=(3, 1, 8, 40))

p, short = symbols("p short", positive=True)  # p* and P(Bin(m, p*) < n)

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
    uses=("nachum24.rank.growth-constant",),
).literal(scope="over the numbers of rows in chambers, ranks of generic rows")
def planar_law(at: At) -> tuple[Any, ...]:
    return tuple(1 - falls_short(x, width) for x, width in LAWS)


@named("P(Bin({1}, {2}) < {0})", r"P(\mathrm{{Bin}}({1},{2})<{0})")
def fewer_successes(n: Any, m: Any, p: Any) -> Rational:
    return sum((comb(int(m), j) * p**j * (1 - p) ** (int(m) - j) for j in range(int(n))), Rational(0))


@Claim(
    "nachum24.rank.failure-interval",
    source=THEOREM_3,
    status="reconstructed",
    says="for planar X the probability of a deficient rank is, at every width m, at least (1 - p*)^m and at most that "
    "of fewer than n successes in m trials of chance p*: it decays like (1 - p*)^m",
    silent_on="what Theorem 3 says of a probability, whose words we do not hold; higher rank: failure-any-law",
    predicts=((1 - p) ** m, short),
    relation="in",
    given=Given(
        {"x": BATCHES, "m": WIDTHS},
        letters={
            "p": lambda at: growth(at["x"]),
            "short": lambda at: fewer_successes(size(at["x"]), at["m"], growth(at["x"])),
        },
    ),
    speaks_of=("nl",),
    uses=("nachum24.rank.growth-constant",),
    twins=(
        Twin(((1 - p / 2) ** m, short), "one of the two opposite arcs only"),
        Twin(((1 - p) ** m, (1 - p) ** m), "P(Bin(m, p*) = 0), as if one row were enough"),
    ),
).literal(scope="over the numbers of rows in chambers", most=100)
def failure_interval(at: At) -> Any:
    return falls_short(at.x, at.m)


@Claim(
    "nachum24.rank.chernoff",
    source=THEOREM_3,
    status="reconstructed",
    says="for planar X, unit columns, P(rank < n) is at most n (1 - c)^m with c = lambda_min(K)/(2 rank(X) |X|^2)",
    silent_on="sharpness: c is far below p*; X of higher rank: chernoff-any-law",
    predicts=n * (1 - least / (4 * greatest)) ** m,
    relation="<=",
    given=Given(
        {"x": Preceded(directions(Integers(2, far=3), 6), (FOUR,)), "m": WIDTHS},
        letters={
            "n": lambda at: number(size(at["x"])),
            "least": lambda at: batches.least_eigenvalue_of_K(at["x"]),
            "greatest": lambda at: batches.greatest_eigenvalue(at["x"]),
        },
    ),
    uses=("nachum24.rank.lower-bounds",),
    twins=(Twin(n * (1 - 4 * least / greatest) ** m, "c 16 times as great"),),
).literal(scope="over the numbers of rows in chambers", most=60)
def chernoff(at: At) -> Any:
    return falls_short(at.x, at.m)


@Claim(
    "nachum24.rank.waiting",
    source=batches.COROLLARY_4,
    says="for planar X the least width at which relu(WX) has rank n, rows added one by one, is at most n/p* in the "
    "mean: so full rank comes almost surely",
    predicts=n / p,
    relation="<=",
    given=Given({"x": BATCHES}, letters={"n": lambda at: number(size(at["x"])), "p": lambda at: growth(at["x"])}),
    silent_on="higher rank and other laws: waiting-any-law",
    uses=("nachum24.rank.growth-constant", "nachum24.rank.full-rank"),
).literal(scope="over the numbers of rows in chambers", most=30)
@named("E min{{m: rank ReLU(W {x}) = n; m rows}}", r"E\min\{{m:\mathrm{{rank}}\,\mathrm{{relu}}(W{x})=n\}}",
       means="W Gaussian")  # fmt: skip
def waiting(at: At) -> Rational:
    """The sum over widths m >= 0 of P(rank < n): m!/(m-k)! s^(m-k) adds up to k!/(1-s)^(k+1)."""
    terms = deficient(rational_row(at.x)).items()
    return to_sympy(sum((c * factorial(k) / (1 - s) ** (k + 1) for (k, s), c in terms), Fraction(0)))
