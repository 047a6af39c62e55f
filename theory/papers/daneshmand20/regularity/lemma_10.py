"""Alpha < 1, of which law; and below nine tenths, at which width."""

from __future__ import annotations

from itertools import product
from typing import Any

from sympy import Expr, Integer, Matrix, Rational

from theory.claim import At, Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.domains.given import Given
from theory.domains.matrices import Correlations, sign_vectors
from theory.domains.numbers import Integers, Rationals
from theory.exact.rationals import to_sympy
from theory.markov import regularity
from theory.markov.blocks import Blocks
from theory.notation import d
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.regularity.setting import (
    LEMMA_10,
    circle_law,
    cubes,
    delta,
    of_blocks,
    rho,
    squared_norm,
    squared_rows,
)
from theory.term import each, number, one_if, places, size
from theory.term.named import named


@Claim(
    "daneshmand20.regularity.pointwise-below-one",
    source=LEMMA_10,
    status="reading",
    says="Tr diag(M^2)^2 is at most c Tr M^3 for every single M, with one c < 1, say 99/100",
    relation="<=",
    predicts=Rational(99, 100),
    given=Given({"M": Correlations()}),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.regularity.at-most-one",),
    truth=Integer(1),
)
def pointwise(at: At) -> object:
    return squared_rows(at.M) / cubes(at.M)


@named("{0} {0}ᵀ", r"{0} {0}^\top", shape=lambda s: (size(s), size(s)))
def _outer(s: Any) -> Any:
    return each(lambda a: each(lambda b: a * b, s), s)


@Claim(
    "daneshmand20.regularity.rank-one-law",
    source=LEMMA_10,
    says="M = ss^T, s a sign vector, has |M|_F^2 = d^2 and Tr M^3 = Tr diag(M^2)^2 = d^3, so alpha = 1 and r = 1, and "
    "no drift",
    silent_on="that a layer maps such matrices to such matrices, which therefore carry an invariant law (note)",
    predicts=(d**2, d**3, d**3, Integer(0)),
    given=Given(
        {"s": sign_vectors()},
        letters={"d": lambda at: to_sympy(size(at["s"]))},
    ),
)
def rank_one(at: At) -> object:
    M = _outer(at.s)
    return squared_norm(M), cubes(M), squared_rows(M), delta(M)


ALPHA = "α(M) = E tr(diag(M²)²)/E tr(M³)"


@named("α(s sᵀ, s uniform in {{−1, 1}}^{0})", r"\alpha(ss^\top,\ s\in\{{-1,1\}}^{{{0}}})", means=ALPHA)
def _of_signs_alike(d: Any) -> Expr:
    rows = (Matrix(signs) for signs in product((1, -1), repeat=int(d)))
    return regularity([(1, s * s.T) for s in rows])


@Claim(
    "daneshmand20.regularity.lemma-10-every-law",
    source=LEMMA_10,
    status="reading",
    says="every invariant law of the chain has alpha at most some c < 1, say 99/100 (Lemma 10 without its hypothesis "
    "that there is only one)",
    silent_on="Lemma 10 as printed, which supposes a unique invariant law",
    relation="<=",
    predicts=Rational(99, 100),
    given=Given({"d": Integers(2)}),
    uses=("daneshmand20.regularity.rank-one-law",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.regularity.lemma-10-corrected",),
    truth=Integer(1),
).literal(most=3)
def every_law(at: At) -> object:
    return _of_signs_alike(at.d)


@named("M({0}, {1})", shape=lambda rho, i, d: (d, d), means="M(ρ, i) of ones, but ρ between i and every other")
def _row_apart(rho: Any, i: Any, d: Any) -> Any:
    alone = each(lambda place: number(one_if(place == i)), places(d))
    return each(lambda a: each(lambda b: 1 - (1 - rho) * (a + b - 2 * a * b), alone), alone)


@Claim(
    "daneshmand20.regularity.lemma-10-corrected",
    source=LEMMA_10,
    status="corrected",
    says="Tr M^3 - Tr diag(M^2)^2 is d (d-1) rho^2 (1 - rho^2) where d - 1 rows coincide and the other, row i, has "
    "correlation rho with them: not 0 at rank two. With such matrices the note shows that, if the weights have a "
    "density, an invariant law has alpha = 1 iff it is carried by rank one",
    silent_on="invariant laws: what it says of these is shown in the note alone; a bound below 1 that holds for all d",
    predicts=d * (d - 1) * rho**2 * (1 - rho**2),
    given=Given(
        {"d": Integers(2), "i": Integers(0), "rho": Rationals(least=-1, most=1)}, lambda at: at["i"] < at["d"], "i < d"
    ),
    uses=("daneshmand20.regularity.row-identity", "daneshmand20.regularity.rank-one-law"),
    twins=(Twin(Integer(0), "alpha = 1 on higher rank, too"),),
).literal(most=100)
def corrected(at: At) -> object:
    M = _row_apart(at.rho, at.i, at.d)
    return cubes(M) - squared_rows(M)


@corrected.exact(
    scope="every d and rho: powers of M, equal terms of sums taken together",
    argued="all rows but one are alike, so that sums over indices are sums over two blocks",
)
def _all_but_one(predicted: Predicted) -> Compared:
    _, T, D = of_blocks(Blocks((d - 1, 1), (1, 1), ((1, rho), (rho, 0))))  # one row has no other of its block
    yield "d - 1 equal rows and one", T - D, predicted


@named("α({0} rows uniform on the circle)", r"\alpha({0}\text{{ rows uniform on the circle}})", means=ALPHA)
def _on_the_circle(d: Any) -> Expr:
    return regularity(circle_law(int(d)))


@Claim(
    "daneshmand20.regularity.below-nine-tenths",
    source=Locator(DANESHMAND20, "Figure 8: 'less than 0.9 for d > 10'"),
    status="reading",
    says="alpha is at most 0.9 at every width, and not only for d > 10: at d = 2, 3 as gamma -> 0, too",
    given=Given({"d": Integers(2)}, words="the law of d rows i.i.d. uniform on the circle, invariant as gamma -> 0"),
    relation="<=",
    predicts=Rational(9, 10),
    uses=("daneshmand20.diffusion.planar-moments",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.diffusion.planar-moments",),
    truth=(2 * d**2 + 5 * d + 1) / (2 * d**2 + 6 * d),
).literal(scope="d = 2, .., 6", most=5)
def nine_tenths(at: At) -> object:
    return _on_the_circle(at.d)
