"""Lemma 4, continued: products of entries in which every index occurs an even number of times, and equal neurons."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from sympy import Integer, Rational, Symbol, oo

from theory.claim import At, Claim, Locator, Twin, Verdict
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals, Values
from theory.exact.expressions import grid
from theory.exact.rationals import rational, to_sympy
from theory.markov.residual import covariance, identity
from theory.notation import d, k
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.chain.setting import rademacher
from theory.papers.daneshmand20.matrices import atoms, isotropic_laws, mean_of
from theory.papers.daneshmand20.random_weights import Weighted, images, outcomes, random_signs, width
from theory.term import each, number, one_if, places, size
from theory.term.matrices import inner
from theory.term.named import named

LEMMA_4 = Locator(DANESHMAND20, "Lemma 4")


@named(
    "E M⁺₁₂M⁺₁₃M⁺₂₃",
    r"\mathbb E\,M^+_{12}M^+_{13}M^+_{23}",
    bare=True,
    means="M⁺ after a layer from M = I, fair signs W_ij, d = 3, γ = ∞",
)
def mean_of_triple() -> Rational:
    """By all 512 sign matrices, C = W W^T: every index occurs twice, so the roots cancel."""
    layers = [covariance(identity(3), W, oo) for W in rademacher(3)]
    return to_sympy(
        sum(Fraction(C[0][1] * C[0][2] * C[1][2], C[0][0] * C[1][1] * C[2][2]) for C in layers) / len(layers)
    )


@Claim(
    "daneshmand20.uniqueness.odd-triple",
    source=LEMMA_4,
    status="reading",
    says="by Lemma 4 every product of an odd number of entries has mean 0, E M_12 M_13 M_23 = 0 among them",
    predicts=Integer(0),
    over=grid(k=(3,)),
    given=Given({"k": Values(3)}),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.uniqueness.even-monomial",),
    truth=1 / k**2,
)
def odd_triple(at: At) -> object:
    return mean_of_triple()


@Claim(
    "daneshmand20.uniqueness.even-monomial",
    source=LEMMA_4,
    says="a product of entries in which every index occurs an even number of times need not vanish: for independent "
    "rows u with E u u^T = I/k, of unit length as after the first Gaussian layer at gamma = oo, and finitely many "
    "values, E M_12^2 = 1/k and E M_12 M_13 M_23 = 1/k^2",
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


@named("E((M⁺_{2}{3})² : M = I)", r"\mathbb E_{{M=I}}(M^+_{{{2}{3}}})^2", means="M⁺ after a layer at γ")
def square_from_identity(p: Any, W: Any, i: Any, j: Any, gamma: Any) -> Any:
    """After a layer."""
    there = places(size(W[0]))
    start = each(lambda a: each(lambda b: one_if(a == b), there), there)
    squares = each(lambda C: C[i][j] * C[i][j] / (C[i][i] * C[j][j]), images(Weighted(p, W), start, rational(gamma)))
    return number(inner(p, squares))


@Claim(
    "daneshmand20.uniqueness.exchangeable",
    source=LEMMA_4,
    over=grid(d=(2, 3, 4), gamma=(Rational(1, 2), Rational(1, 3), 2)),
    says="from M = I, where neurons are exchangeable, all E M_ij^2 (i != j) are equal, 2ab + (d-2) b^2 for weights "
    "+-1, with (a, b, .., b) the mean squares of a row of I + gamma W over its norm",
    predicts=2 * OWN * OTHER + (d - 2) * OTHER**2,
    given=Given(
        {"W": random_signs(), "gamma": Rationals(above=0), "i": Integers(0), "j": Integers(0)},
        lambda at: at["i"] < width(at["W"]) and at["j"] < width(at["W"]) and at["i"] != at["j"],
        "i and j two of d rows",
        {"d": lambda at: number(width(at["W"]))},
    ),
    uses=("daneshmand20.chain.permutations",),
    twins=(Twin(1 / d, "isotropic rows, gamma = oo"),),
).literal(scope="all matrices of signs, d = 2, 3", most=20)
def exchangeable(at: At) -> Any:
    return square_from_identity(*outcomes(at.W), at.i, at.j, at.gamma)
