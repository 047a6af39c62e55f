"""Lemma 4 without uniqueness: what symmetric weights do to signs of rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import prod

from flint import arb
from sympy import Expr, Integer, Rational, Symbol, oo, symbols

from theory.claim import At, Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.claim.domains import Integers, Rationals
from theory.claim.given import Given
from theory.exact.certify import precision
from theory.exact.expressions import enclose, grid
from theory.exact.rationals import rational, to_fmpq, to_sympy
from theory.markov.residual import (
    Rows,
    correlation,
    covariance,
    flipped,
    sign_vectors,
    signed_squares,
)
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.domains import Correlations
from theory.papers.daneshmand20.layers import signs_of
from theory.papers.daneshmand20.uniqueness.setting import (
    HALF,
    PAIRS,
    SIGNS,
    SKEW,
    THIRD,
    THREE,
    Law,
    odd_mean,
    start_defined,
)

LEMMA_4 = Locator(DANESHMAND20, "Lemma 4")
DIGITS = 40


def matrices(size: int, diagonal: Law, others: Law) -> Iterator[tuple[Rows, Fraction]]:
    """All W with their probabilities, entries independent."""
    laws = [diagonal if i == j else others for i in range(size) for j in range(size)]
    for entries in product(*(law.items() for law in laws)):
        values = [value for value, _ in entries]
        yield (
            [values[i * size : (i + 1) * size] for i in range(size)],
            prod((share for _, share in entries), start=Fraction(1)),
        )


def odd_means(M: Rows, diagonal: Law, others: Law) -> dict[tuple[int, int], Fraction]:
    """E M+_ij |M+_ij| at gamma = 1/3, by all W: a function odd in the sign of row i, and rational."""
    found = dict.fromkeys(combinations(range(len(M)), 2), Fraction(0))
    for W, share in matrices(len(M), diagonal, others):
        image = signed_squares(covariance(M, W, THIRD))
        for i, j in found:
            found[i, j] += share * image[i][j]
    return found


s_i, s_j, v = symbols("s_i s_j v", real=True)

sign_symmetry = Claim(
    "daneshmand20.uniqueness.sign-symmetry",
    source=LEMMA_4,
    status="corrected",
    says="off-diagonal weights symmetric: from SMS the law of M+ is that of S M+ S, so an odd function of M_ij has "
    "s_i s_j times its mean; hence a law of X that diagonal signs S leave alone gives such a law at every layer, and "
    "E M_ij = 0. No uniqueness is needed, and the diagonal weights may be skewed",
    tex=r"\mathbb E_{SMS}[\varphi(M^+_{ij})]=s_is_j\,\mathbb E_M[\varphi(M^+_{ij})]\quad(\varphi\text{ odd})",
    hypotheses=("W_ij independent, symmetric for i != j", "no row of H + gamma W H is zero"),
    silent_on="starts that S does not leave alone, such as one X",
    predicts=s_i * s_j * v,
    over=grid(s_i=(1, -1), s_j=(1, -1), v=(Rational(1, 3),)),
    given=Given(
        {"M": Correlations(Integers(2, 3)), "s": Integers(0, 7), "gamma": Rationals(above=0), "law": Integers(0, 5)},
        lambda at: odd_mean(at) is not None,
        "signs S by binary digits; six laws, of two, three or four values, skewed or shifted on the "
        "diagonal in three; v the mean of M_12 |M_12| from M",
        {
            "s_i": lambda at: signs_of(at["s"], 3)[0],
            "s_j": lambda at: signs_of(at["s"], 3)[1],
            "v": lambda at: to_sympy(odd_mean(at)),
        },
    ),
    left=r"\mathbb E_{SMS}\,M^+_{12}|M^+_{12}|",
    uses=("daneshmand20.chain.equivariance",),
    twins=(Twin(v, "the sign of the start is forgotten"), Twin(Integer(0), "E M_ij = 0 from every start")),
)


@sign_symmetry.literal(scope="all values of two rows of the weights, from SMS; d = 2, 3", most=100)
def _from_other_signs(at: At) -> Expr:
    other = flipped(at.M, signs_of(at.s, len(at.M)))
    return to_sympy(odd_mean({"M": other, "gamma": at.gamma, "law": at.law}))


START_2 = ((1, THIRD), (THIRD, 1))
START_3 = ((1, HALF, THIRD), (HALF, 1, -Fraction(1, 4)), (THIRD, -Fraction(1, 4), 1))


@sign_symmetry.exact(
    scope="E M_ij |M_ij| at gamma = 1/3: all W with weights +-1 and {-2, 0, 2} (d = 2), skewed on the diagonal (d = "
    "2), +-1 (d = 3); all S",
    reach="cases",
)
def _signs(predicted: Predicted) -> Compared:
    for M, diagonal, others in (
        (START_2, SIGNS, SIGNS),
        (START_2, THREE, THREE),
        (START_2, SKEW, SIGNS),
        (START_3, SIGNS, SIGNS),
    ):
        start = odd_means(M, diagonal, others)
        for s in sign_vectors(len(M)):
            for (i, j), computed in odd_means(flipped(M, s), diagonal, others).items():
                claimed = predicted.subs({s_i: s[i], s_j: s[j], v: start[i, j]})
                yield f"M_{i + 1}{j + 1}, S = {s}", computed, claimed


@sign_symmetry.certified(
    scope="E M_12 after two layers at gamma = 1/3, d = 2: all 256 pairs of sign matrices", reach="cases"
)
def _two_layers(predicted: Predicted) -> Compared:
    with precision(DIGITS):
        third = arb(1) / 3
        weights = [[[arb(to_fmpq(w)) for w in row] for row in W] for W, _ in matrices(2, SIGNS, SIGNS)]

        def two(rho: arb) -> arb:
            total = arb(0)
            for W in weights:
                M = correlation(covariance(((arb(1), rho), (rho, arb(1))), W, third))
                total += sum(correlation(covariance(M, V, third))[0][1] for V in weights)
            return total / 256

        value, other = two(third), two(-third)
    yield "S = 1", value, enclose(predicted, {"s_i": 1, "s_j": 1, "v": value}, DIGITS)
    yield "S = (1, -1)", other, enclose(predicted, {"s_i": 1, "s_j": -1, "v": value}, DIGITS)


rho = Symbol("rho", real=True)

lemma_4 = Claim(
    "daneshmand20.uniqueness.lemma-4",
    source=LEMMA_4,
    status="corrected",
    says="Lemma 4 without uniqueness: if diagonal signs leave the law of M_0 alone, then E M_12 = 0 after every layer; "
    "here d = 2, M_12 = rho and -rho with probability 1/2, one layer and two",
    tex=r"\mathrm{law}(SM_0S)=\mathrm{law}(M_0)\Rightarrow\mathbb E\,M_{12}(H_\ell)=0",
    hypotheses=("W_ij independent, symmetric for i != j", "no row of H + gamma W H is zero"),
    silent_on="starts that S does not leave alone; products in which every index occurs an even number of times",
    predicts=Integer(0),
    given=Given(
        {
            "rho": Rationals(least=-1, most=1),
            "gamma": Rationals(above=0),
            "law": Integers(0, 5),
            "L": Integers(1, 2),
        },
        lambda at: (
            start_defined(at)
            and (at["L"] == 1 or (int(at["law"]) < 2 and abs(at["rho"]) < 1 and at["gamma"] < Rational(1, 2)))
        ),
        "six laws of the weights, skewed or shifted on the diagonal in three; two layers for weights +-1 off it, gamma "
        "< 1/2",
    ),
    left=r"\mathbb E\,M_{12}(H_L)",
    uses=("daneshmand20.uniqueness.sign-symmetry",),
    twins=(Twin(rho, "the start is remembered"), Twin(rho**2, "an even function of it")),
)


@lemma_4.literal(kind="certified", scope="all matrices of weights, both starts, M with its roots in balls", most=40)
def _mean_after_layers(at: At) -> arb:
    law, gamma = [(W, share) for W, share in matrices(2, *PAIRS[int(at.law)])], rational(at.gamma)
    start = to_fmpq(rational(at.rho))
    return sum((_mean_from(arb(sign * start), law, gamma, int(at.L)) / 2 for sign in (1, -1)), arb(0))


def _mean_from(correlation_: arb, law: Sequence[tuple[Rows, Fraction]], gamma: Fraction, layers: int) -> arb:
    """E M_12 after so many layers of width two from M_12 = `correlation_`."""
    if layers == 0:
        return correlation_
    total = arb(0)
    for W, share in law:
        A = [[arb(to_fmpq(int(i == j) + gamma * w)) for j, w in enumerate(row)] for i, row in enumerate(W)]
        M = correlation(covariance(((arb(1), correlation_), (correlation_, arb(1))), A, oo))
        total += arb(to_fmpq(share)) * _mean_from(M[0][1], law, gamma, layers - 1)
    return total


any_start = Claim(
    "daneshmand20.uniqueness.any-start",
    source=LEMMA_4,
    status="reading",
    says="L4.m2: symmetric weights give E M_12 |M_12| = 0 after a layer from every start",
    tex=r"\mathbb E\,M^+_{12}|M^+_{12}|=0\quad\text{from every }X",
    hypotheses=("weights symmetric, independent",),
    predicts=Integer(0),
    over=({},),
    given=Given(),
    left=r"\mathbb E_{M=\mathbf1\mathbf1^\top}M_{12}^+|M_{12}^+|\ (d=2,\ \gamma=\tfrac13,\ W_{ij}=\pm1)",
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.uniqueness.sign-symmetry", "daneshmand20.uniqueness.frozen"),
    truth=Integer(1),  # gamma d = 2/3 < 1: no row of equal rows changes its sign
)


@any_start.literal
def _from_ones(at: At) -> object:
    return odd_means(((1, 1), (1, 1)), SIGNS, SIGNS)[0, 1]


@any_start.exact(scope="weights +-1, gamma = 1/3, d = 2, from M_12 = 1: all 16 W", reach="cases")
def _one_start(predicted: Predicted) -> Compared:
    yield "E M_12 |M_12|", odd_means(((1, 1), (1, 1)), SIGNS, SIGNS)[0, 1], predicted
