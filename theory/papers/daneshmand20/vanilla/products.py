"""What Lemmas 3 and 18 conclude, with a rate: products of random matrices approach rank one.

For 2 x 2 matrices Y and orthonormal u, v: s_2/s_1(M) <= |det M|/(|M u| |M v|), and by Cauchy and Schwarz
E (s_2/s_1)^a <= max_u E (|det M|/|M u|^2)^a, which is submultiplicative along products of independent matrices.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any

from flint import arb, fmpq
from sympy import Integer, Rational, Symbol, binomial, gamma

from theory.claim import At, Claim, Twin
from theory.claim.domains import Integers, Values
from theory.claim.given import Given
from theory.exact.certify import at_each_precision, precision
from theory.exact.expressions import grid
from theory.exact.rationals import to_fmpq
from theory.notation import L, d
from theory.papers.daneshmand20.vanilla.domains import Few
from theory.papers.daneshmand20.vanilla.example_17 import LEMMA_18
from theory.papers.daneshmand20.vanilla.setting import DIGITS, GINIBRE, LEMMA_3
from theory.words import Within

kappa = Symbol("kappa", positive=True)

Entries = tuple[fmpq, fmpq, fmpq, fmpq]
Weights = tuple[tuple[Fraction, Fraction], ...]
"""A finite law of weights: values and their probabilities."""
Pair = tuple[tuple[tuple[int, int, int, int], Fraction], ...]
"""A finite law of 2 x 2 matrices: entries by rows and probabilities."""


def _two(a: str, b: str) -> Weights:
    """Mean 0 and variance 1 on two values a > 0 > b, a b = -1."""
    high, low = Fraction(a), Fraction(b)
    return ((high, -low / (high - low)), (low, high / (high - low)))


LAWS: tuple[Weights, ...] = (
    _two("1", "-1"),
    _two("2", "-1/2"),
    _two("3", "-1/3"),
    _two("1/2", "-2"),
    _two("3/2", "-2/3"),
    ((Fraction(-2), Fraction(1, 8)), (Fraction(0), Fraction(3, 4)), (Fraction(2), Fraction(1, 8))),
)
"""Of mean 0 and variance 1: two symmetric ones, four skewed."""

HALF = Fraction(1, 2)
SETS: tuple[Pair, ...] = (
    (((1, 1, 0, 1), HALF), ((1, 0, 1, 1), HALF)),
    (((1, 2, 0, 1), Fraction(1, 3)), ((1, 0, 2, 1), Fraction(2, 3))),
    (((2, 1, 1, 1), HALF), ((2, -1, -1, 1), HALF)),
    (((2, 1, 1, 1), HALF), ((1, 1, 1, 2), HALF)),
    (((1, 2, 0, 1), HALF), ((1, 0, 2, 1), HALF)),
    (((1, 1, 0, 1), HALF), ((1, 0, -1, 1), HALF)),
)
"""Strongly irreducible and contracting: shears, with even and other odds, hyperbolic matrices."""


@cache
def layers(law: Weights, strength: Fraction) -> tuple[tuple[Entries, fmpq], ...]:
    """All I + gamma W with their probabilities."""
    found = []
    for chosen in product(law, repeat=4):
        a, b, c, e = (to_fmpq(strength * value) for value, _ in chosen)
        found.append(((1 + a, b, c, 1 + e), to_fmpq(prod((chance for _, chance in chosen), start=Fraction(1)))))
    return tuple(found)


@cache
def letters_of(pair: Pair) -> tuple[tuple[Entries, fmpq], ...]:
    return tuple((tuple(map(fmpq, entries)), to_fmpq(chance)) for entries, chance in pair)


@cache
def products_of(law: tuple[tuple[Entries, fmpq], ...], depth: int) -> tuple[tuple[Entries, fmpq], ...]:
    """All products of `depth` independent matrices, equal ones together."""
    if depth == 1:
        return law
    found: dict[Entries, fmpq] = {}
    for (a, b, c, e), chance in products_of(law, depth - 1):
        for (p, q, r, s), other in law:
            M = (p * a + q * c, p * b + q * e, r * a + s * c, r * b + s * e)
            found[M] = found.get(M, fmpq(0)) + chance * other
    return tuple(found.items())


def _root(x: arb, halvings: int) -> arb:
    for _ in range(halvings):
        x = x.sqrt()
    return x


@at_each_precision
def mean_ratio(law: tuple[tuple[Entries, fmpq], ...], depth: int, halvings: int) -> arb:
    """E (s_2/s_1)^(1/2^halvings) of the products; 0 of the zero matrix."""
    by_shape: dict[tuple[fmpq, fmpq], fmpq] = {}
    for (a, b, c, e), chance in products_of(law, depth):
        shape = (a * a + b * b + c * c + e * e, abs(a * e - b * c))  # s_1^2 + s_2^2, s_1 s_2
        by_shape[shape] = by_shape.get(shape, fmpq(0)) + chance
    total = arb(0)
    for (square, area), chance in by_shape.items():
        if area:
            ratio = 2 * arb(area) / (square + arb(square**2 - 4 * area**2).sqrt())
            total += chance * _root(ratio, halvings)
    return total


PIECES, LEAST = 128, 1e-8
"""Pieces of the half circle of directions at first, each halved until it shows the bound, or is so small that the bound
has to grow."""


@cache
def contraction(law: tuple[tuple[Entries, fmpq], ...], halvings: int, units: int) -> Rational:
    """A number that max_u E (|det Y|/|Y u|^2)^(1/2^halvings) is certified to lie below, in multiples of 1/units."""
    forms = []
    for (a, b, c, e), chance in law:
        first, second = a * a + c * c, b * b + e * e
        if a * e != b * c:  # |Y u|^2 = p + r cos 2t + s sin 2t
            forms.append((arb(chance), arb(abs(a * e - b * c)), arb((first + second) / 2), arb((first - second) / 2),
                          arb(a * b + c * e)))  # fmt: skip

    def at(angle: arb) -> tuple[arb, arb]:
        """The mean at the direction t, and its derivative."""
        cosine, sine = (2 * angle).cos(), (2 * angle).sin()
        value, slope = arb(0), arb(0)
        for chance, area, p, r, s in forms:
            square = p + r * cosine + s * sine
            if not square > 0:  # on a piece: at least s_2^2, which is area^2/s_1^2
                square = (area**2 / (2 * p)).union(square.upper())
            term = chance * _root(area / square, halvings)
            value += term
            slope -= term * 2 * (s * cosine - r * sine) / square / 2**halvings
        return value, slope

    with precision(15):
        half = arb.pi() / (2 * PIECES)
        middles = [half * (2 * i + 1) for i in range(PIECES)]
        bound = int(max(float(at(middle)[0].upper()) for middle in middles) * units) + 3
        pieces = [(middle, half) for middle in middles]
        while pieces:
            middle, half = pieces.pop()
            value, slope = at(middle)[0], at(middle + half * arb(0, 1))[1]
            if value + abs(slope) * half < arb(fmpq(bound, units)):
                continue
            if half < LEAST:  # the greatest value lies between the first directions
                bound, pieces = bound + 1, [*pieces, (middle, half)]
            else:
                pieces += [(middle - half / 2, half / 2), (middle + half / 2, half / 2)]
    return Rational(bound, units)


def _layers(at: Any) -> tuple[tuple[Entries, fmpq], ...]:
    return layers(at["law"], Fraction(int(at["g"].p), int(at["g"].q)))


STRENGTHS = Values(Rational(1, 4), Rational(1, 5), Rational(1, 8))
SIX = "weights of one of six laws of mean 0 and variance 1, four of them skewed"

contracts_in_the_mean = Claim(
    "daneshmand20.vanilla.lemma-3-contracts",
    source=LEMMA_3,
    status="new",
    says="d = 2, six laws of weights and gamma = 1/4, 1/5, 1/8: in one layer Y = I + gamma W every direction u has "
    "E (|det Y|/|Y u|^2)^(1/4) < 1: two directions come nearer to each other in the mean",
    tex=r"\max_{|u|=1}\mathbb E\Big(\frac{|\det Y|}{|Yu|^2}\Big)^{1/4}<1,\quad Y=I+\gamma W",
    hypotheses=("d = 2", SIX),
    silent_on="other gamma: at gamma = 2/3 it is false for at least three of the laws",
    relation="<",
    predicts=Integer(1),
    given=Given({"law": Values(*LAWS), "g": STRENGTHS}),
    left=r"\max_{|u|=1}\mathbb E\big(|\det Y|/|Yu|^2\big)^{1/4}",
    over=({},),
)


@contracts_in_the_mean.literal(kind="certified", scope="every direction, an upper bound of four decimals", most=18)
def _every_direction(at: At) -> object:
    return contraction(_layers(at), 2, 10_000)


rank_one_in_the_mean = Claim(
    "daneshmand20.vanilla.lemma-3-rate",
    source=LEMMA_3,
    status="new",
    says="d = 2: E (s_2/s_1)^(1/4) of the product of L layers is at most kappa^L, kappa the maximum over u of "
    "E (|det Y|/|Y u|^2)^(1/4) in one layer Y = I + gamma W. Where kappa < 1, as for the laws of lemma-3-contracts, "
    "H_L/|H_L| therefore (note) approaches the matrices of rank one almost surely, exponentially fast: the conclusion "
    "of Lemma 3, with a rate",
    tex=r"\mathbb E\big(s_2/s_1\big)^{1/4}(Y_{L-1}\cdots Y_0)\le\kappa^L,\quad"
    r"\kappa=\max_{|u|=1}\mathbb E\Big(\frac{|\det Y|}{|Yu|^2}\Big)^{1/4}",
    hypotheses=("d = 2, layers I + gamma W independent", SIX),
    silent_on="laws with a density (lemma-3-gaussian), other widths",
    relation="<=",
    predicts=kappa**L,
    given=Given(
        {"law": Values(*LAWS), "g": STRENGTHS, "L": Few(1, far=2)},
        lambda at: len(at["law"]) ** (4 * int(at["L"])) < 1_000,
        "kappa of four decimals, rounded up; fewer than 1,000 networks",
        letters={"kappa": lambda at: contraction(_layers(at), 2, 10_000)},
    ),
    left=r"\mathbb E(s_2/s_1)^{1/4}",
    over=grid(L=(1, 2), kappa=(Rational(9, 10), Rational(99, 100))),
    uses=("daneshmand20.vanilla.lemma-3-contracts",),
)


@rank_one_in_the_mean.literal(kind="certified", most=30)
def _all_networks(at: At) -> object:
    with precision(DIGITS):
        return mean_ratio(_layers(at), int(at.L), 2)


gaussian_rank_one = Claim(
    "daneshmand20.vanilla.lemma-3-gaussian",
    source=LEMMA_3,
    status="new",
    says="without a skip connection, Gaussian weights, every d >= 2: E (s_2/s_1)^(1/2) of the product of L layers is "
    "at most d (d-1)/2 kappa_d^L, kappa_d = E chi_(d-1)^(1/2) E chi_d^(-1/2) < 1. Hence (note) s_2/s_1 -> 0 almost "
    "surely, exponentially fast: the conclusion of Lemma 3 (a), with a rate",
    tex=r"\mathbb E(s_2/s_1)^{1/2}\le\binom d2\left(\frac{\Gamma(\frac{d-1}2+\frac14)\,\Gamma(\frac d2-\frac14)}"
    r"{\Gamma(\frac{d-1}2)\,\Gamma(\frac d2)}\right)^L",
    hypotheses=(GINIBRE, "d >= 2"),
    silent_on="the best rate, which is that of ginibre-gap",
    relation="<=",
    predicts=binomial(d, 2)
    * (gamma((d - 1) / 2 + Rational(1, 4)) * gamma(d / 2 - Rational(1, 4)) / (gamma((d - 1) / 2) * gamma(d / 2))) ** L,
    given=Given({"d": Integers(2), "L": Integers(1)}),
    left=r"\mathbb E(s_2/s_1)^{1/2}(W_{L-1}\cdots W_0)",
    over=grid(d=(2, 3, 4), L=(1, 4, 16)),
    uses=("daneshmand20.vanilla.ginibre-gap",),
)


to_rank_one = Claim(
    "daneshmand20.vanilla.lemma-18-in-the-mean",
    source=LEMMA_18,
    status="new",
    says="products of n independent 2 x 2 matrices of six strongly irreducible, contracting sets, with even odds or "
    "not: E (s_2/s_1)^(1/8) -> 0, below kappa^floor(n/4), kappa < 1 the greatest mean of (|det M|/|M u|^2)^(1/8) over "
    "products of four. Hence (note) every limit point of M_n/|M_n| is of rank one almost surely, as Lemma 18 says",
    tex=r"\mathbb E\big(s_2/s_1\big)^{1/8}(M_n)\le\kappa^{\lfloor n/4\rfloor}\to0",
    hypotheses=("factors independent, drawn from T with the given odds", "T one of six pairs of matrices"),
    silent_on="other sets, for which kappa < 1 needs longer products (cited: Le Page)",
    relation="->",
    predicts=Integer(0),
    given=Given({"T": Values(*SETS), "n": Few(1, far=10)}),
    left=r"\mathbb E(s_2/s_1)^{1/8}(M_n)",
    twins=(Twin(Integer(1), "as of orthogonal matrices"),),
    uses=("daneshmand20.vanilla.strongly-irreducible", "daneshmand20.vanilla.contracting"),
)


@to_rank_one.literal(kind="certified", most=72)
def _of_words(at: At) -> Within:
    law, times = letters_of(at.T), int(at.n)
    whole = times // 4
    bound = contraction(products_of(law, 4), 3, 100) ** whole if whole else Integer(1)
    with precision(DIGITS):
        return Within(mean_ratio(law, times, 3), arb(to_fmpq(bound)))
