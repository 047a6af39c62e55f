"""The law of the rank of relu(WX) for planar X at finite width, and how fast it fills up."""

from __future__ import annotations

from math import comb
from typing import Any

from sympy import Expr, Rational, Symbol, log

from theory.claim import Claim, Twin
from theory.domains.given import Given
from theory.domains.listings import Index, Preceded
from theory.domains.numbers import Integers
from theory.exact.expressions import Undefined
from theory.exact.rationals import ball
from theory.notation import m, n
from theory.papers.nachum24.rank.chambers import falls_short, mean_width
from theory.papers.nachum24.rank.setting import (
    COROLLARY_4,
    THEOREM_3,
    directions,
    greatest,
    greatest_eigenvalue,
    growth,
    least,
    least_eigenvalue_of_K,
    rational_row,
)
from theory.term import number, size, whole
from theory.term.named import named
from theory.words import At, Within

PLANAR = ("X planar, no two columns collinear, none zero",)
FOUR = rational_row(("0", "7/6", "1/3", "1/2"))

BATCHES = Preceded(directions(Integers(1, far=3), 6), (FOUR,))
WIDTHS = Index(1, listed=(3, 1, 8, 40))

p = Symbol("p", positive=True)  # p*
short = Symbol("short", positive=True)  # P(Bin(m, p*) < n)

RIGHT, REGULAR = rational_row(("0", "1/6", "1/2")), rational_row(("0", "2/3", "4/3"))
LAWS = ((RIGHT, 3), (RIGHT, 4), (RIGHT, 5), (REGULAR, 3), (REGULAR, 4))


@Claim(
    "nachum24.rank.planar-law",
    source=THEOREM_3,
    says="P(rank relu(WX) = 3) is 31/96, 2129/3456, 2765/3456 for directions (0, 1/6, 1/2) pi at widths 3, 4, 5, and "
    "43/72, 29/36 for (0, 2/3, 4/3) pi at widths 3, 4",
    hypotheses=("W Gaussian", "planar directions as stated"),
    predicts=(Rational(31, 96), Rational(2129, 3456), Rational(2765, 3456), Rational(43, 72), Rational(29, 36)),
    given=Given(),
    speaks_of=("nl",),
    uses=("nachum24.rank.growth-constant",),
).literal(scope="over the numbers of rows in chambers, ranks of generic rows")
def planar_law(at: At) -> tuple[Any, ...]:
    return tuple(1 - falls_short(x, width) for x, width in LAWS)


@Claim(
    "nachum24.rank.failure-exponent",
    source=THEOREM_3,
    says="for planar X the probability of a deficient rank decays like (1 - p*)^m",
    silent_on="X of higher rank, for which the note proves it, too",
    hypotheses=("W Gaussian of width m -> oo", *PLANAR),
    predicts=-log(1 - p),
    relation="->",
    given=Given(
        {"x": BATCHES, "m": Index(1, listed=tuple(4**e for e in range(7)))},
        letters={"p": lambda at: growth(at["x"])},
    ),
    speaks_of=("nl",),
    uses=("nachum24.rank.planar-law",),
    twins=(Twin(p, "p* itself"),),
).literal(kind="certified", scope="over the numbers of rows in chambers", most=84)
def failure_exponent(at: At) -> Within:
    chance = falls_short(at.x, at.m)
    if chance == 0:
        raise Undefined("the rank is never deficient")
    return Within(-ball(chance).log() / whole(at.m), left_open(at.x))


@named("b({0})")
def left_open(x: Any) -> Expr:
    """A bound on what is left to the limit, from that on the number of patterns (note)."""
    count = len(x)
    return log(1 + count * 4**count * m ** (count - 1)) / m


@named("P(Bin({1}, {2}) < {0})", r"P(\mathrm{{Bin}}({1},{2})<{0})")
def fewer_successes(n: Any, m: Any, p: Any) -> Rational:
    """P(Bin(m, p) < n)."""
    return sum((comb(int(m), j) * p**j * (1 - p) ** (int(m) - j) for j in range(int(n))), Rational(0))


@Claim(
    "nachum24.rank.failure-interval",
    source=THEOREM_3,
    status="reconstructed",
    says="for planar X the probability of a deficient rank is, at every width m, at least (1 - p*)^m and at most that "
    "of fewer than n successes in m trials of chance p*",
    hypotheses=("W Gaussian of width m >= 1", *PLANAR),
    silent_on="what Theorem 3 says of a probability: those words are missing from the text we hold; X of higher rank, "
    "for which the note proves it, too",
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
    hypotheses=("W Gaussian of width m >= 1", *PLANAR, "rank X = 2"),
    silent_on="sharpness: c is far below p*; that so it is at most n e^(-mc); X of higher rank, for which the note "
    "proves it, too",
    predicts=n * (1 - least / (4 * greatest)) ** m,
    relation="<=",
    given=Given(
        {"x": Preceded(directions(Integers(2, far=3), 6), (FOUR,)), "m": WIDTHS},
        letters={
            "n": lambda at: number(size(at["x"])),
            "least": lambda at: least_eigenvalue_of_K(at["x"]),
            "greatest": lambda at: greatest_eigenvalue(at["x"]),
        },
    ),
    uses=("nachum24.rank.lower-bounds",),
    twins=(Twin(n * (1 - 4 * least / greatest) ** m, "c 16 times as great"),),
).literal(scope="over the numbers of rows in chambers", most=60)
def chernoff(at: At) -> Any:
    return falls_short(at.x, at.m)


@Claim(
    "nachum24.rank.waiting",
    source=COROLLARY_4,
    says="for planar X the least width at which relu(WX) has rank n, rows added one by one, is at most n/p* in the "
    "mean: so full rank comes almost surely",
    silent_on="X of higher rank, for which the note proves it, too",
    hypotheses=("W the first rows of an infinite Gaussian matrix", *PLANAR),
    predicts=n / p,
    relation="<=",
    given=Given(
        {"x": BATCHES},
        letters={"n": lambda at: number(size(at["x"])), "p": lambda at: growth(at["x"])},
    ),
    uses=("nachum24.rank.growth-constant", "nachum24.rank.full-rank"),
).literal(scope="over the numbers of rows in chambers", most=30)
def waiting(at: At) -> Any:
    return mean_width(at.x)
