"""Lemma 1, part 2: the soft rank against r(H); the best constant is (1 - tau)^2, and the sharp form Cantelli's."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sympy import Expr, Integer, Rational, Symbol

from theory.claim import At, Claim, Locator, Twin
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers, Rationals
from theory.exact.expressions import grid
from theory.exact.partitions import integer_partitions
from theory.notation import d, k
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.domains import SIZES
from theory.papers.daneshmand20.rank.setting import LEMMA_1
from theory.papers.daneshmand20.rank.spectra import (
    Equal,
    WithSpectrum,
    above,
    effective,
    equal_correlations,
    singular_above,
)
from theory.term import number, size, whole
from theory.term.named import named

tau = Symbol("tau", positive=True)  # threshold


HALF = Rational(1, 2)
MATRICES = Preceded(WithSpectrum(SIZES), tuple(Equal(4, Fraction(1, k)).matrix for k in (2, 4)))
"""Equal correlations 1/2 and 3/4 first, which are close to the bounds at tau = 1/2."""

THRESHOLD = Preceded(Rationals(least=0, most=1), (HALF,))
THRESHOLDS = (Rational(1, 5), Rational(1, 3), Rational(1, 2), Rational(3, 4))


@named(
    "min Σ_{{i<{0}}} λᵢ²",
    r"\min\sum_{{i<{0}}}\lambda_i^2",
    means="the minimum over all λ ≥ 0 of the sum d, k of them above τ = p/q, in whole multiples of 1/(kq)",
)
def least_squares(d: Any, k: Any, tau: Any) -> Rational:
    size, kept, unit = whole(d), whole(k), int(k * tau.q)
    bound = int(tau * unit)
    squares = (
        sum(part**2 for part in parts)  # of lambda = part/unit
        for parts in integer_partitions(size * unit, size, size * unit)
        if sum(part > bound for part in parts) == kept
    )
    return Rational(min(squares), unit**2)


@Claim(
    "daneshmand20.rank.lemma-1-sharp",
    source=LEMMA_1,
    says="among d x d correlation matrices with k eigenvalues above tau the least rank_tau/r is (1 - tau)^2 + tau (2 - "
    "tau) k/d (none has less: lemma-1-cantelli): equal when the k large eigenvalues are equal and the others are tau",
    hypotheses=("rank_tau counts lambda > tau; with >= the minimum is an infimum, at eigenvalues below tau",),
    silent_on="other spectra than those of multiples of 1/(k q), tau = p/q, which lemma-1-cantelli bounds; that each "
    "of mean 1 is that of a correlation matrix (Schur and Horn)",
    predicts=(1 - tau) ** 2 + tau * (2 - tau) * k / d,
    given=Given(
        {"d": Integers(2, 6, far=6), "k": Integers(1), "tau": Rationals(above=0, below=1, far=2)},
        lambda at: at["k"] <= at["d"],
        "k <= d",
    ),
    twins=(
        Twin((1 - tau + tau * k / d) ** 2, "a sharper form, which forgets the small eigenvalues"),
        Twin((1 - tau) ** 2, "Lemma 1 alone"),
        Twin((1 - tau) ** 2 + (1 - tau**2) * k / d, "tau (2 - tau) and 1 - tau^2 confused"),
    ),
).literal(scope="the least of all spectra of d multiples of 1/(k q), tau = p/q", most=14)
def sharp(at: At) -> Expr:
    return least_squares(at.d, at.k, at.tau) * at.k / at.d**2


@Claim(
    "daneshmand20.rank.lemma-1-cantelli",
    source=LEMMA_1,
    says="k = rank_tau(H) is at least r ((1 - tau)^2 + tau (2 - tau) k/d): Cantelli's inequality for the eigenvalues",
    silent_on="solved for rank_tau: rank_tau >= (1 - tau)^2 r/(1 - tau (2 - tau) r/d); where it is attained: "
    "lemma-1-sharp",
    relation=">=",
    predicts=(1 - tau) ** 2 + tau * (2 - tau) * k / d,
    over=grid(d=(4, 6), k=(1, 2, 3), tau=(Rational(1, 3), Rational(1, 2))),
    given=Given(
        {"M": MATRICES, "tau": THRESHOLD},
        letters={"k": lambda at: above(at["M"], at["tau"]), "d": lambda at: number(size(at["M"]))},
    ),
    twins=(
        Twin((1 - tau) ** 2 + (1 - tau**2) * k / d, "tau (2 - tau) and 1 - tau^2 confused"),
        Twin((1 - tau) + tau * k / d, "1 - tau without its square"),
    ),
).literal(scope="eigenvalues above tau counted exactly, d = 2 to 10")
def cantelli(at: At) -> Any:
    return above(at.M, at.tau) / effective(at.M)


@Claim(
    "daneshmand20.rank.lemma-1-soft",
    source=LEMMA_1,
    status="reconstructed",
    says="rank_tau(H) >= (1 - tau)^2 r(H), which eq. (5) has, too",
    silent_on="that no larger constant serves all d: lemma-1-constant",
    given=Given({"M": MATRICES, "tau": THRESHOLD}),
    relation=">=",
    predicts=(1 - tau) ** 2,
    over=grid(tau=THRESHOLDS),
    uses=("daneshmand20.rank.lemma-1-cantelli",),
    twins=(Twin(1 - tau**2, "the constant 1 - tau^2"),),
).literal(scope="eigenvalues above tau counted exactly, d = 2 to 10")
def soft(at: At) -> Any:
    return above(at.M, at.tau) / effective(at.M)


@Claim(
    "daneshmand20.rank.lemma-1-constant",
    source=LEMMA_1,
    says="for equal correlations 1 - tau, rank_tau/r = (1 - tau)^2 + tau (2 - tau)/d",
    silent_on="what follows as d -> oo: no constant above (1 - tau)^2 serves all d in lemma-1-soft, nor one above "
    "(1 - tau^2)^2 in singular-value-threshold, of which the threshold is tau^2 for eigenvalues",
    predicts=(1 - tau) ** 2 + tau * (2 - tau) / d,
    given=Given(
        {"of": equal_correlations()}, letters={"d": lambda at: number(at["of"].d), "tau": lambda at: at["of"].tau}
    ),
    uses=("daneshmand20.rank.lemma-1-cantelli",),
    twins=(
        Twin(1 - tau, "the constant 1 - tau"),
        Twin(Integer(1), "the constant 1"),
        Twin((1 - tau) ** 2, "the bound for all d"),
    ),
).literal(scope="eigenvalues above tau counted exactly")
def constant(at: At) -> Any:
    return above(at.of.matrix, at.of.tau) / effective(at.of.matrix)


@Claim(
    "daneshmand20.rank.singular-value-threshold",
    source=Locator(DANESHMAND20, "'the average number of singular values with absolute value greater than'"),
    says="if rank_tau counts singular values sigma/sqrt(N) > tau instead of eigenvalues sigma^2/N, it is at least "
    "(1 - tau^2)^2 r",
    silent_on="that this constant is the best (lemma-1-constant at tau^2), so that (1 - tau)^2 is valid for both "
    "readings, and sharp for eigenvalues only",
    given=Given({"M": MATRICES, "tau": THRESHOLD}),
    relation=">=",
    predicts=(1 - tau**2) ** 2,
    over=grid(tau=THRESHOLDS),
    uses=("daneshmand20.rank.lemma-1-soft",),
).literal(scope="eigenvalues above tau^2 counted exactly, d = 2 to 10")
def singular_values(at: At) -> Any:
    return singular_above(at.M, at.tau) / effective(at.M)
