"""R2: the law of the rank of relu(WX) for planar X at finite width, and how fast it fills up."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

from flint import arb
from sympy import Rational, Symbol, log

from theory.claim import At, Claim, Compared, Predicted, Twin
from theory.domains.given import Given
from theory.domains.listings import Index, Preceded
from theory.exact.expressions import Undefined, grid
from theory.exact.rationals import to_fmpq
from theory.notation import m, n
from theory.papers.nachum24.rank.chambers import Sixths, falls_short, mean_width
from theory.papers.nachum24.rank.setting import COROLLARY_4, THEOREM_3, by_flats, eigenvalues
from theory.rank import Angles
from theory.rank.law import rank_distribution, sandwich
from theory.words import Within


def points(at: Any) -> Rational:
    return Rational(len(at["x"]))


def least_growth_of(at: Any) -> Rational:
    """p*."""
    return by_flats(at["x"])


LAWS = (("0 1/6 1/2", 3), ("0 1/6 1/2", 4), ("0 1/6 1/2", 5), ("0 2/3 4/3", 3), ("0 2/3 4/3", 4))

planar_law = Claim(
    "nachum24.rank.planar-law",
    source=THEOREM_3,
    status="new",
    says="P(rank relu(WX) = 3) for directions (0, 1/6, 1/2) pi at widths 3, 4, 5: 31/96, 2129/3456, 2765/3456; for "
    "(0, 2/3, 4/3) pi at "
    "widths 3, 4: 43/72, 29/36",
    tex=r"P(\mathrm{rank}=3)=\tfrac{31}{96},\tfrac{2129}{3456},\tfrac{2765}{3456};\ \tfrac{43}{72},\tfrac{29}{36}",
    hypotheses=("W Gaussian", "planar directions as stated"),
    predicts=(
        Rational(31, 96),
        Rational(2129, 3456),
        Rational(2765, 3456),
        Rational(43, 72),
        Rational(29, 36),
    ),
    given=Given(),
    left=r"\big(P(\mathrm{rank}\,\mathrm{relu}(WX)=3)\big)_{X,m}",
    speaks_of=("nl",),
    over=({},),
    uses=("nachum24.rank.growth-constant",),
)


@planar_law.literal(scope="over the numbers of rows in chambers, ranks of generic rows over Q(sqrt 3)")
def _by_chambers(at: At) -> tuple[Fraction, ...]:
    return tuple(1 - falls_short(tuple(map(Fraction, angles.split())), width) for angles, width in LAWS)


@planar_law.exact(
    scope="chambers and flats, exact; each value inside its Rado sandwich",
    step="the generic rank is a Markov chain on the lattice of flats",
)
def _five_laws(predicted: Predicted) -> Compared:
    for (angles, width), claimed in zip(LAWS, predicted, strict=True):
        X = Angles(angles.split())
        where = f"({angles}) pi, m = {width}"
        yield where, rank_distribution(X, width)[3], claimed
        below, exact, above = sandwich(X, width)
        yield where + ": sandwich", below <= exact <= above, True


PLANAR = ("X planar, no two columns collinear, none zero",)
FOUR = ((Fraction(0), Fraction(7, 6), Fraction(1, 3), Fraction(1, 2)),)
WIDTHS = tuple(4**e for e in range(7))

P_STAR = Symbol("p_star", positive=True)
LEAST, GREATEST = Symbol("least", positive=True), Symbol("greatest", positive=True)  # of K and of the cosines

failure_exponent = Claim(
    "nachum24.rank.failure-exponent",
    source=THEOREM_3,
    status="new",
    says="for planar X the probability of a deficient rank decays like (1 - p*)^m: its exponent per row is "
    "-log(1 - p*)",
    silent_on="X of higher rank, for which the note proves it, too",
    tex=r"-\frac1m\log P(\mathrm{rank}<n)\to-\log(1-p^*)",
    hypotheses=("W Gaussian of width m -> oo", *PLANAR),
    predicts=-log(1 - P_STAR),
    relation="->",
    given=Given({"x": Preceded(Sixths(1), FOUR), "m": Index(1, listed=WIDTHS)}, letters={"p_star": least_growth_of}),
    left=r"-\frac1m\log P(\mathrm{rank}\,\mathrm{relu}(WX)<n),\ m\to\infty",
    speaks_of=("nl",),
    over=grid(p_star=(Rational(1, 4), Rational(1, 2), Rational(2, 7))),
    uses=("nachum24.rank.planar-law",),
    twins=(Twin(P_STAR, "p* itself"),),
)


@failure_exponent.literal(
    kind="certified", scope="multiples of pi/6 and pi/4, over the numbers of rows in chambers", most=84
)
def _exponent(at: At) -> Within:
    count, width = len(at.x), int(at.m)
    chance = falls_short(at.x, width)
    if chance == 0:
        raise Undefined("the rank is never deficient")
    return Within(-arb(to_fmpq(chance)).log() / width, log(1 + count * 4**count * m ** (count - 1)) / m)


FEW = Index(1, listed=(3, 1, 8, 40))
SHORT = Symbol("short", positive=True)  # P(Bin(m, p*) < n)


def fewer_successes(n: int, m: int, p: Rational) -> Rational:
    """P(Bin(m, p) < n)."""
    return sum((comb(m, j) * p**j * (1 - p) ** (m - j) for j in range(n)), Rational(0))


AT_WIDTH = Given(
    {"x": Preceded(Sixths(1), FOUR), "m": FEW},
    letters={
        "p_star": least_growth_of,
        "short": lambda at: fewer_successes(len(at["x"]), int(at["m"]), least_growth_of(at)),
    },
)

failure_interval = Claim(
    "nachum24.rank.failure-interval",
    source=THEOREM_3,
    status="reconstructed",
    says="for planar X the probability of a deficient rank is, at every width m, at least (1 - p*)^m and at most that "
    "of fewer than n successes in m trials of chance p*",
    tex=r"(1-p^*)^m\le P(\mathrm{rank}<n)\le P(\mathrm{Bin}(m,p^*)<n)",
    hypotheses=("W Gaussian of width m >= 1", *PLANAR),
    silent_on="what Theorem 3 says of a probability: those words are missing from the text we hold; X of higher rank, "
    "for which the note proves it, too",
    predicts=((1 - P_STAR) ** m, SHORT),
    relation="in",
    given=AT_WIDTH,
    left=r"P(\mathrm{rank}\,\mathrm{relu}(WX)<n)",
    speaks_of=("nl",),
    over=tuple(
        {"p_star": p, "m": width, "short": fewer_successes(n, width, p)}
        for p in (Rational(1, 4), Rational(1, 2))
        for width in (1, 3, 8)
        for n in (2, 3)
    ),
    uses=("nachum24.rank.growth-constant",),
    twins=(
        Twin(((1 - P_STAR / 2) ** m, SHORT), "one of the two opposite arcs only"),
        Twin(((1 - P_STAR) ** m, (1 - P_STAR) ** m), "P(Bin(m, p*) = 0), as if one row were enough"),
    ),
)


@failure_interval.literal(scope="multiples of pi/6 and pi/4, over the numbers of rows in chambers", most=100)
def _deficient(at: At) -> Fraction:
    return falls_short(at.x, int(at.m))


chernoff = Claim(
    "nachum24.rank.chernoff",
    source=THEOREM_3,
    status="reconstructed",
    says="for planar X, unit columns, P(rank < n) is at most n (1 - c)^m with c = lambda_min(K)/(2 rank(X) |X|^2)",
    tex=r"P(\mathrm{rank}<n)\le n(1-c)^m,\quad c=\frac{\lambda_{\min}(K)}{2\,\mathrm{rank}(X)\|X\|^2}",
    hypotheses=("W Gaussian of width m >= 1", *PLANAR, "rank X = 2"),
    silent_on="sharpness: c is far below p*; that so it is at most n e^(-mc); X of higher rank, for which the note "
    "proves it, too",
    predicts=n * (1 - LEAST / (4 * GREATEST)) ** m,
    relation="<=",
    given=Given(
        {"x": Preceded(Sixths(2), FOUR), "m": FEW},
        letters={
            "n": points,
            "least": lambda at: eigenvalues(at["x"])[0],
            "greatest": lambda at: eigenvalues(at["x"])[1],
        },
    ),
    left=r"P(\mathrm{rank}\,\mathrm{relu}(WX)<n)",
    over=grid(least=(Rational(1, 3),), greatest=(Rational(3, 2),), n=(2, 3), m=(1, 3)),
    uses=("nachum24.rank.lower-bounds",),
    twins=(
        Twin((1 - LEAST / (4 * GREATEST)) ** m, "without the n"),
        Twin(n * (1 - 4 * LEAST / GREATEST) ** m, "c 16 times as great"),
    ),
)


@chernoff.literal(scope="multiples of pi/6 and pi/4, over the numbers of rows in chambers", most=60)
def _deficient_again(at: At) -> Fraction:
    return falls_short(at.x, int(at.m))


waiting = Claim(
    "nachum24.rank.waiting",
    source=COROLLARY_4,
    status="new",
    says="for planar X the least width at which relu(WX) has rank n, rows added one by one, is at most n/p* in the "
    "mean: so full rank comes almost surely",
    silent_on="X of higher rank, for which the note proves it, too",
    tex=r"\mathbb E\min\{m:\mathrm{rank}=n\}\le n/p^*",
    hypotheses=("W the first rows of an infinite Gaussian matrix", *PLANAR),
    predicts=n / P_STAR,
    relation="<=",
    given=Given({"x": Sixths(1)}, letters={"n": points, "p_star": least_growth_of}),
    left=r"\mathbb E\min\{m:\mathrm{rank}\,\mathrm{relu}(W_{1..m}X)=n\}",
    over=grid(n=(1, 2, 3), p_star=(Rational(1, 4), Rational(1, 2))),
    uses=("nachum24.rank.growth-constant", "nachum24.rank.full-rank"),
    twins=(Twin(n, "n rows"), Twin((n - 1) / P_STAR, "the first row always helps")),
)


@waiting.literal(scope="multiples of pi/6 and pi/4, over the numbers of rows in chambers", most=30)
def _mean_width(at: At) -> Fraction:
    return mean_width(at.x)
