"""Lemma 13 and Theorem 14: what invariance says of E|M|_F^2 and E r, as gamma -> 0, at a given gamma, and in chains."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sympy import Expr, Integer, Symbol, sqrt

from theory.claim import At, Claim, Twin, Verdict
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.exact.expressions import grid
from theory.exact.rationals import to_sympy
from theory.markov import frobenius_bound, sharp_frobenius_bound
from theory.notation import d
from theory.papers.daneshmand20.layers import trace_of_cube, trace_of_squares
from theory.papers.daneshmand20.rank import spectra
from theory.papers.daneshmand20.rank.spectra import LEMMA_13, THEOREM_14, effective, mean, norm
from theory.term import each, number, one_if, places, root
from theory.term.named import named

alpha = Symbol("alpha", positive=True)  # regularity constant


@Claim(
    "daneshmand20.rank.lemma-13-sharp",
    source=LEMMA_13,
    says="every law nu of two correlation matrices with E_nu delta(M) = 0 and alpha < 1 has "
    "E_nu |M|_F^2 <= d (sqrt(1 + 16 b d) - 1)/(8 b), b = (1 - alpha)/alpha: the drift at the least "
    "E Tr diag(M^2)^2 >= F^2/d",
    silent_on="laws of more matrices, of which the note uses no more than the means; invariant laws, which come "
    "to such as gamma -> 0 (note); that it is d^(3/2) to first order at alpha = 4/5, as in the large-d law "
    "(theorem-14-constant)",
    given=spectra.BALANCED,
    relation="<=",
    predicts=sharp_frobenius_bound(d, alpha),
    uses=("daneshmand20.rank.theorem-14", "daneshmand20.regularity.lower-sandwich"),
    twins=(Twin(frobenius_bound(d, alpha) / 2, "half of Lemma 13"),),
).literal(scope="laws of two matrices, d = 2 to 10: E|M|_F^2 entry by entry")
def sharper(at: At) -> Expr:
    M, other, p = at.nu
    return to_sympy(mean(p, norm(M), norm(other)))


B = (1 - alpha) / alpha


@named("F({0}, {1})", means="F(d, α) the positive root of 2d² − 2F − 8 F² (1 − α)/(αd), the bound of lemma-13-sharp")
def largest_norm(d: Any, alpha: Any) -> Any:
    b = number((1 - alpha) / alpha)
    return number(d) * (number(root(1 + 16 * b * number(d))) - 1) / (8 * b)


@Claim(
    "daneshmand20.rank.theorem-14-constant",
    source=THEOREM_14,
    says="the bound d^3/F^2 on (E_nu r)^2/d, F the bound of lemma-13-sharp, is above 4 b, b = (1 - alpha)/alpha, by at "
    "most 1/d + 2 sqrt(b/d): as d -> oo it tends to 4 b, 1 at alpha = 4/5, the conjectured limit, so that nothing is "
    "lost in the proof to first order",
    silent_on="laws: that those that are invariant at gamma have that bound as gamma -> 0 (note), where alpha(nu) -> "
    "alpha",
    given=Given({"alpha": Rationals(above=0, below=1), "d": Integers(1)}),
    relation="in",
    predicts=(4 * B, 4 * B + 1 / d + 2 * sqrt(B / d)),
    uses=("daneshmand20.rank.lemma-13-sharp", "daneshmand20.mean-field.regularity-limit"),
    twins=(
        Twin((4 * B, 4 * B + 1 / d), "at the rate 1/d"),
        Twin((Integer(0), 1 + 1 / d + 2 * sqrt(B / d)), "near 1 at every alpha"),
    ),
).literal(scope="F as the positive root of 2 d^2 - 2 F - 8 b F^2/d", most=60)
def constant(at: At) -> Any:
    return number(at.d) ** 3 / largest_norm(at.d, at.alpha) ** 2


def _equal(at: Mapping[str, Any]) -> Any:
    """The matrix of d rows with the correlations k/(d - 1)."""
    rho, there = number(at["k"]) / (number(at["d"]) - 1), places(at["d"])
    return each(lambda i: each(lambda j: one_if(i == j) * (1 - rho) + rho, there), there)


@Claim(
    "daneshmand20.rank.theorem-14-any-law",
    source=THEOREM_14,
    status="reading",
    says="(E_nu r)^2 >= 4 (1 - alpha) d for every law nu of correlation matrices, invariant or not: also for equal "
    "correlations, as 2/3 at d = 4",
    silent_on="laws with |E delta(M)| <= 2 d, as invariant ones are for small gamma",
    given=Given(
        {"d": Integers(2), "k": Integers(1)},
        lambda at: at["k"] < at["d"] - 1,
        "M of equal correlations rho = k/(d-1), lambda_1 = 1 + k",
        {"alpha": lambda at: number(trace_of_squares(_equal(at)) / trace_of_cube(_equal(at)))},
    ),
    relation=">=",
    predicts=4 * (1 - alpha) * d,
    uses=("daneshmand20.rank.theorem-14",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.rank.theorem-14",),
    truth=Integer(1),
).literal(scope="equal correlations", most=30)
def any_law(at: At) -> Any:
    return effective(_equal(vars(at))) ** 2


MEASURED = "gamma = 1/10: 40 layers without skip first, then 100 layers, then the mean over every 5th of 100 layers"

drift_at_tenth = Claim(
    "daneshmand20.rank.drift-small",
    source=LEMMA_13,
    status="measured",
    says="what Lemma 13 takes from a small gamma, E delta(M) >= -2 d in the long run, holds in chains at gamma = 1/10 "
    "already, d = 4 and 8: one-step.remainder-bound gives it at gamma <= 1/(d sqrt(10 (d - 1))), 1/22 and 1/67",
    tex=r"\tfrac1L\sum_\ell\mathbb E\,\delta(M_\ell)\ge-2d",
    hypotheses=("Gaussian weights, rank X = d", MEASURED),
    given=Given(words="chains of d = 4, 8 rows at gamma = 1/10"),
    left=r"\tfrac1L\sum_\ell\mathbb E\,\delta(M_\ell)",
    relation=">=",
    predicts=-2 * d,
    over=grid(d=(4, 8)),
    uses=("daneshmand20.rank.theorem-14", "daneshmand20.one-step.remainder-bound"),
)

drift_without_skip = Claim(
    "daneshmand20.rank.drift-without-skip",
    source=LEMMA_13,
    status="reading",
    says="it holds at every gamma: E delta(M) >= -2 d in the long run also without skip connection, d = 16",
    tex=r"\tfrac1L\sum_\ell\mathbb E\,\delta(M_\ell)\ge-2d\quad(\gamma=\infty)",
    hypotheses=("Gaussian weights, rank X = d", "gamma = oo, depths 41 to 60"),
    given=Given(words="chains of d = 16 rows at gamma = oo"),
    left=r"\tfrac1{20}\sum_{\ell=41}^{60}\mathbb E\,\delta(M_\ell)",
    relation=">=",
    predicts=-2 * d,
    over=grid(d=(16,)),
    uses=("daneshmand20.rank.theorem-14",),
    expected=Verdict.REFUTED,
    truth=-8 * d,  # measured: -78 at d = 16
)
