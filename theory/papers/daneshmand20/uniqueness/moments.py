"""Lemma 4, continued: products of entries in which every index occurs an even number of times, and equal neurons."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

from sympy import Integer, Rational, Symbol, oo

from theory.claim import At, Claim, Locator, Twin, Verdict
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals, Values
from theory.exact.expressions import grid
from theory.exact.rationals import rational
from theory.markov.residual import (
    Rows,
    covariance,
    identity,
)
from theory.notation import d, k
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.chain.setting import rademacher
from theory.papers.daneshmand20.matrices import atoms, isotropic_laws, mean_of
from theory.papers.daneshmand20.random_weights import images, outcomes, random_signs, width
from theory.term import each, number, one_if, places, size, total
from theory.term.matrices import inner

LEMMA_4 = Locator(DANESHMAND20, "Lemma 4")


@cache
def sign_layers() -> list[Rows]:
    """C = W W^T for all 512 sign matrices, d = 3."""
    return [covariance(identity(3), W, oo) for W in rademacher(3)]


def triple(C: Rows) -> Any:
    """M_12 M_13 M_23: every index occurs twice, so the roots cancel."""
    return Fraction(C[0][1] * C[0][2] * C[1][2], C[0][0] * C[1][1] * C[2][2])


@Claim(
    "daneshmand20.uniqueness.odd-triple",
    source=LEMMA_4,
    status="reading",
    says="by Lemma 4 every product of an odd number of entries has mean 0, E M_12 M_13 M_23 = 0 among them",
    tex=r"\mathbb E\,M_{12}M_{13}M_{23}=0",
    hypotheses=("weights symmetric, independent", "a start that diagonal signs leave alone"),
    predicts=Integer(0),
    over=grid(k=(3,)),
    given=Given({"k": Values(3)}),
    left=r"\mathbb E\,M_{12}M_{13}M_{23}\text{ after a layer from }M=I,\ W_{ij}=\pm1,\ d=3,\ \gamma=\infty",
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.uniqueness.even-monomial",),
    truth=1 / k**2,
)
def odd_triple(at: At) -> object:
    return sum(map(triple, sign_layers())) / 512


@Claim(
    "daneshmand20.uniqueness.even-monomial",
    source=LEMMA_4,
    says="a product of entries in which every index occurs an even number of times need not vanish: for independent "
    "rows u with E u u^T = I/k, of unit length as after the first Gaussian layer at gamma = oo, and finitely many "
    "values, E M_12^2 = 1/k and E M_12 M_13 M_23 = 1/k^2",
    hypotheses=("three rows, independent, of one law of finitely many vectors u with E u u^T = I/k",),
    predicts=(1 / k, 1 / k**2),
    given=Given({"U": isotropic_laws()}, letters={"k": lambda at: number(size(atoms(at["U"])[0]))}),
    twins=(Twin((1 / k, Integer(0)), "a product of three entries is odd"),),
).literal(scope="all pairs and triples of rows", most=40)
def even_monomial(at: At) -> tuple[Any, Any]:
    def over(value: Callable[[Any], Any]) -> Any:
        return mean_of(at.U, value)

    pairs = over(lambda u: over(lambda v: inner(u, v) ** 2))
    triples = over(lambda u: over(lambda v: over(lambda w: inner(u, v) * inner(v, w) * inner(w, u))))
    return number(pairs), number(triples)


g = Symbol("gamma", positive=True)
OWN = sum((1 + e * g) ** 2 / ((1 + e * g) ** 2 + (d - 1) * g**2) for e in (1, -1)) / 2
OTHER = (1 - OWN) / (d - 1)


@Claim(
    "daneshmand20.uniqueness.exchangeable",
    source=LEMMA_4,
    says="from M = I, where neurons are exchangeable, all E M_ij^2 (i != j) are equal, 2ab + (d-2) b^2 for weights "
    "+-1, with (a, b, .., b) the mean squares of a row of I + gamma W over its norm",
    tex=r"\mathbb E(M^+_{ij})^2=2ab+(d-2)b^2",
    hypotheses=("W_ij = +-1, fair and independent", "M = I"),
    predicts=2 * OWN * OTHER + (d - 2) * OTHER**2,
    over=grid(d=(2, 3, 4), gamma=(Rational(1, 2), Rational(1, 3), 2)),
    given=Given(
        {"W": random_signs(), "gamma": Rationals(above=0), "i": Integers(0), "j": Integers(0)},
        lambda at: at["i"] < width(at["W"]) and at["j"] < width(at["W"]) and at["i"] != at["j"],
        "i and j two of d rows",
        {"d": lambda at: number(width(at["W"]))},
    ),
    left=r"\mathbb E(M^+_{ij})^2\text{ from }M=I",
    uses=("daneshmand20.chain.permutations",),
    twins=(Twin(1 / d, "isotropic rows, gamma = oo"),),
).literal(scope="all matrices of signs, d = 2, 3", most=20)
def exchangeable(at: At) -> Any:
    there = places(width(at.W))
    start = each(lambda a: each(lambda b: one_if(a == b), there), there)
    found = each(
        lambda share, C: share * (C[at.i][at.j] * C[at.i][at.j] / (C[at.i][at.i] * C[at.j][at.j])),
        outcomes(at.W)[0],
        images(at.W, start, rational(at.gamma)),
    )
    return number(total(found))
