"""What Lemmas 3 and 18 conclude, with a rate: products of random matrices approach rank one."""

from __future__ import annotations

from typing import Any

from flint import arb, fmpq
from sympy import Integer, Rational, Symbol, binomial, gamma, sympify

from theory.claim import At, Claim
from theory.domains.given import Given
from theory.domains.listings import Index
from theory.domains.numbers import Integers, Values
from theory.exact.certify import precision
from theory.exact.expressions import grid
from theory.exact.rationals import rational
from theory.notation import L, d, n
from theory.papers.daneshmand20.vanilla.contraction import (
    LAWS,
    SETS,
    Entries,
    contraction,
    layers,
    letters_of,
    mean_ratio,
    most_ratio,
    products_of,
)
from theory.papers.daneshmand20.vanilla.setting import DIGITS, GINIBRE, LEMMA_3, LEMMA_18
from theory.term import whole
from theory.term.named import named
from theory.words import Within

kappa = Symbol("kappa", positive=True)


def _layers(law: str, g: Any) -> tuple[tuple[Entries, fmpq], ...]:
    return layers(LAWS[law], rational(g))


Y = "Y = I + g W, d = 2, W_ij of the law of mean 0 and variance 1 on those values"


@named(
    "max_|u|=1 E(|det Y|/|Yu|²)^(1/4)_{0},{1}",
    r"\max_{{|u|=1}}\mathbb E\big(|\det Y|/|Yu|^2\big)^{{1/4}}_{{{0},{1}}}",
    means=f"{Y}; the maximum rounded up to four decimals",
)
def greatest_mean(law: Any, g: Any) -> Rational:
    """By an upper bound in every direction."""
    return contraction(_layers(law, g), 2, 10_000)


@named(
    "E(s₂/s₁)^(1/4)(Y₁ ⋯ Y_{2})_{0},{1}",
    r"\mathbb E(s_2/s_1)^{{1/4}}(Y_1\cdots Y_{{{2}}})_{{{0},{1}}}",
    means=f"{Y}; Y_l independent copies",
)
def mean_of_product(law: Any, g: Any, L: Any) -> Any:
    with precision(DIGITS):
        return mean_ratio(_layers(law, g), whole(L), 2)


@named(
    "E(s₂/s₁)^(1/8)(M₁ ⋯ M_{1})",
    r"\mathbb E(s_2/s_1)^{{1/8}}(M_1\cdots M_{{{1}}})",
    means="M_i independent, drawn from T with even odds where none are said",
)
def mean_of_draws(T: Any, n: Any) -> Any:
    """Enclosed, direction by direction, for more than `WORDS` factors."""
    law, times = letters_of(SETS[T]), whole(n)
    with precision(DIGITS):
        return mean_ratio(law, times, 3) if times <= WORDS else arb(0).union(most_ratio(law, times, 3))


@named(
    "max_|u|=1 E(|det P|/|Pu|²)^(1/8)_{0}",
    r"\max_{{|u|=1}}\mathbb E\big(|\det P|/|Pu|^2\big)^{{1/8}}_{{{0}}}",
    means="P a product of four of them, rounded up to three decimals",
)
def greatest_of_draws(T: Any) -> Rational:
    return contraction(products_of(letters_of(SETS[T]), 4), 3, 1000)


STRENGTHS = Values(Rational(1, 4), Rational(1, 5), Rational(1, 8))
WORDS = 8
"""Words of this length are gone through."""


@Claim(
    "daneshmand20.vanilla.lemma-3-contracts",
    source=LEMMA_3,
    says="d = 2, six laws of weights and gamma = 1/4, 1/5, 1/8: in one layer Y = I + gamma W every direction u has E "
    "(|det Y|/|Y u|^2)^(1/4) < 1",
    silent_on="that two directions come nearer to each other in the mean (note); other gamma: at gamma = 2/3 it is "
    "false for at least three of the laws",
    relation="<",
    predicts=Integer(1),
    given=Given({"law": Values(*LAWS), "g": STRENGTHS}),
    over=({},),
).literal(kind="certified", scope="every direction, an upper bound of four decimals", most=18)
def contracts_in_the_mean(at: At) -> object:
    return greatest_mean(at.law, at.g)


@Claim(
    "daneshmand20.vanilla.lemma-3-rate",
    source=LEMMA_3,
    says="d = 2: E (s_2/s_1)^(1/4) of the product of L layers is at most kappa^L, kappa the maximum over u of "
    "E (|det Y|/|Y u|^2)^(1/4) in one layer Y = I + gamma W. Where kappa < 1, as for the laws of lemma-3-contracts, "
    "H_L/|H_L| therefore (note) approaches the matrices of rank one almost surely, exponentially fast: the conclusion "
    "of Lemma 3, with a rate",
    silent_on="laws with a density (lemma-3-gaussian), other widths",
    relation="<=",
    predicts=kappa**L,
    given=Given(
        {"law": Values(*LAWS), "g": STRENGTHS, "L": Integers(1, far=2)},
        lambda at: len(LAWS[at["law"]]) ** (4 * int(at["L"])) < 1_000,
        "fewer than 1,000 networks",
        letters={"kappa": lambda at: greatest_mean(at["law"], at["g"])},
    ),
    over=grid(L=(1, 2), kappa=(Rational(9, 10), Rational(99, 100))),
    uses=("daneshmand20.vanilla.lemma-3-contracts",),
).literal(kind="certified", most=30)
def rank_one_in_the_mean(at: At) -> object:
    return mean_of_product(at.law, at.g, at.L)


gaussian_rank_one = Claim(
    "daneshmand20.vanilla.lemma-3-gaussian",
    source=LEMMA_3,
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


@Claim(
    "daneshmand20.vanilla.lemma-18-in-the-mean",
    source=LEMMA_18,
    says="products of n independent 2 x 2 matrices of six strongly irreducible, contracting sets, with even odds or "
    "not: E (s_2/s_1)^(1/8) -> 0, below kappa^((n-3)/4), kappa < 1 the greatest mean of (|det M|/|M u|^2)^(1/8) over "
    "products of four. Hence (note) every limit point of M_n/|M_n| is of rank one almost surely, as Lemma 18 says",
    silent_on="other sets, for which kappa < 1 needs longer products (cited: Le Page)",
    relation="->",
    predicts=Integer(0),
    given=Given({"T": Values(*SETS), "n": Index(1, listed=(300, 1, 4, 8))}),
    uses=("daneshmand20.vanilla.strongly-irreducible", "daneshmand20.vanilla.contracting"),
).literal(kind="certified", most=24)
def to_rank_one(at: At) -> Within:
    return Within(mean_of_draws(at.T, at.n), sympify(greatest_of_draws(at.T)) ** ((n - 3) / 4))
