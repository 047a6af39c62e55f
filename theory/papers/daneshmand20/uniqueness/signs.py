"""Lemma 4 without uniqueness: what symmetric weights do to signs of rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from flint import arb
from sympy import Integer, Rational, Symbol, oo, symbols

from theory.claim import At, Claim, Locator, Twin, Verdict
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers, Rationals
from theory.exact.rationals import ball, rational, to_fmpq
from theory.markov.residual import (
    Rows,
    correlation,
    covariance,
)
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.random_weights import (
    Weighted,
    conjugate,
    mean_after,
    no_row_vanishes,
    outcomes,
    random_weights_with,
)
from theory.papers.daneshmand20.uniqueness.setting import (
    ONES,
    PAIRS,
    Law,
    odd_mean_of_two,
)
from theory.term import each, every, number, one_if, places, size
from theory.term.named import named

LEMMA_4 = Locator(DANESHMAND20, "Lemma 4")
OFF_DIAGONAL = "M⁺ after a layer at γ, off the diagonal by its signed squares v|v|"


def matrices(size: int, diagonal: Law, others: Law) -> Iterator[tuple[Rows, Fraction]]:
    """All W with their probabilities, entries independent."""
    laws = [diagonal if i == j else others for i in range(size) for j in range(size)]
    for entries in product(*(law.items() for law in laws)):
        values = [value for value, _ in entries]
        yield (
            [values[i * size : (i + 1) * size] for i in range(size)],
            prod((share for _, share in entries), start=Fraction(1)),
        )


s_i, s_j, v, together, alike = symbols("s_i s_j v F G", real=True)


def _below(p: Any, W: Any, M: Any, s: Any, bounds: Any, gamma: Any) -> Any:
    there = places(size(M))

    def below(Y: Any) -> Any:
        return every(lambda a: every(lambda b: (a == b) | (s[a] * s[b] * Y[a][b] <= bounds[a][b]), there), there)

    return number(mean_after(Weighted(p, W), M, rational(gamma), lambda Y: one_if(below(Y))))


@named("P_{2}(S M⁺ S ≤ {4})", r"P_{{{2}}}(SM^+S\le {4})", means=OFF_DIAGONAL)
def signed_below(p: Any, W: Any, M: Any, s: Any, bounds: Any, gamma: Any) -> Any:
    return _below(p, W, M, s, bounds, gamma)


def _signed_below(at: Mapping[str, Any]) -> Any:
    law, M, s, bounds = at["net"]
    p, W = outcomes(law)
    return signed_below(p, W, M, s, bounds, at["gamma"])


@named("P_{2}(M⁺ ≤ {3})", r"P_{{{2}}}(M^+\le {3})", means=OFF_DIAGONAL)
def below(p: Any, W: Any, M: Any, bounds: Any, gamma: Any) -> Any:
    return _below(p, W, M, each(lambda _: 1, M), bounds, gamma)


@named("E_{2} M⁺_{3}{4}|M⁺_{3}{4}|", r"\mathbb E_{{{2}}}M^+_{{{3}{4}}}|M^+_{{{3}{4}}}|")
def odd_mean(p: Any, W: Any, M: Any, i: Any, j: Any, gamma: Any) -> Any:
    return number(mean_after(Weighted(p, W), M, rational(gamma), lambda Y: Y[i][j]))


def _odd_from(at: Mapping[str, Any], M: Any) -> Any:
    return odd_mean(*outcomes(at["net"][0]), M, at["i"], at["j"], at["gamma"])


def _off_diagonal(at: Mapping[str, Any]) -> Any:
    """Whether i and j are two rows."""
    d = size(at["net"][1])
    return at["i"] < d and at["j"] < d and at["i"] != at["j"]


@Claim(
    "daneshmand20.uniqueness.sign-symmetry",
    source=LEMMA_4,
    status="corrected",
    says="off-diagonal weights symmetric: from SMS the law of M+ is that of S M+ S from M, P(M+ <= X in every place) "
    "for every X, and M_ij |M_ij|, an odd function, has s_i s_j times its mean. The diagonal weights may be skewed",
    silent_on="weights of infinitely many values (note); what follows at later layers (lemma-4)",
    predicts=(together, s_i * s_j * v),
    given=Given(
        {
            "net": random_weights_with("M correlations, s signs, X bounds"),
            "gamma": Rationals(above=0),
            "i": Integers(0),
            "j": Integers(0),
        },
        lambda at: _off_diagonal(at) and no_row_vanishes(at["net"][0], at["net"][1], rational(at["gamma"])),
        "i != j; no row of H + gamma W H is 0",
        {
            "s_i": lambda at: at["net"][2][at["i"]],
            "s_j": lambda at: at["net"][2][at["j"]],
            "v": lambda at: _odd_from(at, at["net"][1]),
            "F": _signed_below,
            "G": lambda at: below(*outcomes(at["net"][0]), at["net"][1], at["net"][3], at["gamma"]),
        },
    ),
    uses=("daneshmand20.chain.equivariance",),
    twins=(
        Twin((together, v), "the sign of the start is forgotten"),
        Twin((together, Integer(0)), "E M_ij = 0 from every start"),
        Twin((alike, s_i * s_j * v), "the law is that from M"),
    ),
).literal(scope="all values of the weights, from SMS; d = 2, 3", most=60)
def sign_symmetry(at: At) -> tuple[Any, Any]:
    law, M, s, bounds = at.net
    start = conjugate(s, M)
    return below(*outcomes(law), start, bounds, at.gamma), _odd_from(vars(at), start)


rho = Symbol("rho", real=True)


def _start_defined(at: Mapping[str, Any]) -> bool:
    """Whether no row vanishes in a layer of width two from M_12 = rho and from -rho."""
    start, strength = rational(at["rho"]), rational(at["gamma"])
    layers = [
        covariance(((1, x), (x, 1)), W, strength)
        for x in (start, -start)
        for W, _ in matrices(2, *PAIRS[int(at["law"])])
    ]
    return all(C[i][i] != 0 for C in layers for i in (0, 1))


@Claim(
    "daneshmand20.uniqueness.lemma-4",
    source=LEMMA_4,
    status="corrected",
    says="Lemma 4 without uniqueness: if diagonal signs leave the law of M_0 alone, then E M_12 = 0 after every layer; "
    "here d = 2, M_12 = rho and -rho with probability 1/2, one layer and two, six laws of the weights",
    hypotheses=("W_ij independent, symmetric for i != j", "no row of H + gamma W H is zero"),
    silent_on="starts that S does not leave alone; products in which every index occurs an even number of times",
    predicts=Integer(0),
    given=Given(
        {
            "rho": Rationals(least=-1, most=1),
            "gamma": Preceded(Rationals(above=0), (Rational(1, 3),)),
            "law": Integers(0, 5),
            "L": Integers(1, 2),
        },
        lambda at: (
            _start_defined(at)
            and (at["L"] == 1 or (int(at["law"]) < 2 and abs(at["rho"]) < 1 and at["gamma"] < Rational(1, 2)))
        ),
        "six laws of the weights, skewed or shifted on the diagonal in three; two layers for weights +-1 off it, gamma "
        "< 1/2",
    ),
    uses=("daneshmand20.uniqueness.sign-symmetry",),
    twins=(Twin(rho, "the start is remembered"), Twin(rho**2, "an even function of it")),
).literal(kind="certified", scope="all matrices of weights, both starts, M with its roots in balls", most=40)
def lemma_4(at: At) -> arb:
    return mean_entry(at.law, at.rho, at.gamma, at.L)


@named(
    "E M₁₂(H_{3})", r"\mathbb E\,M_{{12}}(H_{{{3}}})", means="H₀ of the correlation ρ or −ρ, with probability 1/2 each"
)
def mean_entry(pair: Any, rho: Any, gamma: Any, layers: Any) -> arb:
    law = [(W, share) for W, share in matrices(2, *PAIRS[int(pair)])]
    start = to_fmpq(rational(rho))
    ends = (_mean_from(arb(sign * start), law, rational(gamma), int(layers)) / 2 for sign in (1, -1))
    return sum(ends, arb(0))


def _mean_from(correlation_: arb, law: Sequence[tuple[Rows, Fraction]], gamma: Fraction, layers: int) -> arb:
    """E M_12 after so many layers of width two from M_12 = `correlation_`."""
    if layers == 0:
        return correlation_
    total = arb(0)
    for W, share in law:
        A = [[arb(to_fmpq(int(i == j) + gamma * w)) for j, w in enumerate(row)] for i, row in enumerate(W)]
        M = correlation(covariance(((arb(1), correlation_), (correlation_, arb(1))), A, oo))
        total += ball(share) * _mean_from(M[0][1], law, gamma, layers - 1)
    return total


@Claim(
    "daneshmand20.uniqueness.any-start",
    source=LEMMA_4,
    status="reading",
    says="symmetric weights give E M_12 |M_12| = 0 after a layer from every start",
    predicts=Integer(0),
    over=({},),
    given=Given(),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.uniqueness.sign-symmetry", "daneshmand20.uniqueness.frozen"),
    truth=Integer(1),  # gamma d = 2/3 < 1: no row of equal rows changes its sign
)
def any_start(at: At) -> object:
    return odd_mean_of_two(ONES, Rational(1, 3))
