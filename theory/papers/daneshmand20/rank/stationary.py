"""Lemma 13 and Theorem 14: what invariance under Lemma 7's drift says of E|M|_F^2 and E r, and what it does not."""

from __future__ import annotations

from typing import Any

from flint import arb, fmpq_poly
from sympy import Expr, Integer, Symbol, sqrt

from theory.claim import At, Claim, Twin
from theory.domains.given import Given
from theory.domains.listings import Index
from theory.domains.numbers import Rationals
from theory.exact.certify import precision
from theory.exact.rationals import rational, to_fmpq, to_sympy
from theory.markov import frobenius_bound, sharp_frobenius_bound
from theory.notation import d
from theory.papers.daneshmand20.rank.setting import (
    BALANCED,
    LEMMA_13,
    NEARLY_BALANCED,
    THEOREM_14,
    mean,
    norm,
    probability,
)
from theory.papers.daneshmand20.rank.spectra import effective
from theory.term import number, whole
from theory.term.named import named
from theory.words import Within

alpha = Symbol("alpha", positive=True)  # regularity constant
root = Symbol("root", integer=True, positive=True)  # of widths d = 10^root


@Claim(
    "daneshmand20.rank.lemma-13",
    source=LEMMA_13,
    status="reconstructed",
    says="every law nu of two correlation matrices with |E_nu delta(M)| <= 2 d and alpha < 1 has (E_nu |M|_F^2)^2 <= "
    "d^3/(4 (1 - alpha))",
    silent_on="laws of more matrices, of which the note uses no more than the means; invariant laws, which are such "
    "for gamma so small that the remainder of Lemma 7, K_d gamma^4, is at most 2 d gamma^2 (note), and the best K_d; "
    "the slack",
    given=NEARLY_BALANCED,
    relation="<=",
    predicts=d**3 / (4 * (1 - alpha)),
    uses=("daneshmand20.expansion.frobenius-drift", "daneshmand20.regularity.row-identity"),
    twins=(Twin(d**3 / (16 * (1 - alpha)), "the constant 1/(4 sqrt(1 - alpha))"),),
).literal(scope="laws of two matrices, d = 2 to 10: E|M|_F^2 entry by entry")
def frobenius(at: At) -> Expr:
    return to_sympy(mean(probability(vars(at)), norm(at.M), norm(at.M_))) ** 2


@Claim(
    "daneshmand20.rank.lemma-13-sharp",
    source=LEMMA_13,
    says="every law nu of two correlation matrices with E_nu delta(M) = 0 and alpha < 1 has "
    "E_nu |M|_F^2 <= d (sqrt(1 + 16 b d) - 1)/(8 b), b = (1 - alpha)/alpha: the drift at the least "
    "E Tr diag(M^2)^2 >= F^2/d",
    silent_on="laws of more matrices, of which the note uses no more than the means; invariant laws, which come "
    "to such as gamma -> 0 (note); that it is d^(3/2) to first order at alpha = 4/5, as in the large-d law "
    "(theorem-14-constant)",
    given=BALANCED,
    relation="<=",
    predicts=sharp_frobenius_bound(d, alpha),
    uses=("daneshmand20.rank.lemma-13", "daneshmand20.regularity.lower-sandwich"),
    twins=(Twin(frobenius_bound(d, alpha) / 2, "half of Lemma 13"),),
).literal(scope="laws of two matrices, d = 2 to 10: E|M|_F^2 entry by entry")
def sharper(at: At) -> Expr:
    M, other, p = at.nu
    return to_sympy(mean(p, norm(M), norm(other)))


@Claim(
    "daneshmand20.rank.theorem-14",
    source=THEOREM_14,
    status="corrected",
    says="every law nu of two correlation matrices with |E_nu delta(M)| <= 2 d and alpha < 1 has (E_nu r)^2 >= 4 (1 - "
    "alpha) d",
    silent_on="laws of more matrices and EVERY invariant law (Theorem 14 supposes a unique one, which there is not), "
    "as in Lemma 13; the soft rank, by Lemma 1 inside the mean, and time averages, by Birkhoff where nu is ergodic "
    "(note); chains at a given gamma; alpha(nu) of the law that a given X leads to: that it stays below 1 as d grows "
    "is an open assumption",
    given=NEARLY_BALANCED,
    relation=">=",
    predicts=4 * (1 - alpha) * d,
    uses=(
        "daneshmand20.rank.lemma-13",
        "daneshmand20.rank.lemma-1-soft",
        "daneshmand20.uniqueness.many-invariant-laws",
        "daneshmand20.uniqueness.unique-law-rank",
    ),
    twins=(
        Twin(d, "E r >= sqrt(d)"),
        Twin(16 * (1 - alpha) * d, "the constant 4"),
        Twin(4 * (1 - alpha) * d**2, "linear growth"),
    ),
).literal(scope="laws of two matrices, d = 2 to 10: r = Tr(M)^2/|M|_F^2; the bound on E r")
def mean_rank(at: At) -> Expr:
    return mean(number(at.p), effective(at.M), effective(at.M_)) ** 2


@named(
    "{0}³/F²",
    r"{0}^3/F^2",
    means="F the positive root of 2d² − 2F − 8 F² (1 − α)/(αd), the drift at the least Tr diag(M²)², F = ‖M‖²_F",
)
def cubed_over_square(d: Any, alpha: Any) -> arb:
    """In balls of 30 digits and two for each of d."""
    width = whole(d)
    with precision(30 + 2 * len(str(width))):
        drift = fmpq_poly([2 * width**2, -2, to_fmpq(rational(-8 * (1 - alpha) / (alpha * width)))])
        (F,) = (zero.real for zero, _ in drift.complex_roots() if zero.real > 0)
        return arb(width) ** 3 / F**2


@Claim(
    "daneshmand20.rank.theorem-14-constant",
    source=THEOREM_14,
    says="as d -> oo at a fixed alpha, the bound d^3/F^2 on (E_nu r)^2/d, F the bound of lemma-13-sharp, tends to "
    "4 (1 - alpha)/alpha: 1 at alpha = 4/5, the conjectured limit, so that nothing is lost "
    "in the proof to first order",
    silent_on="laws: that those that are invariant at gamma have that bound as gamma -> 0 (note), where alpha(nu) -> "
    "alpha",
    given=Given(
        {"alpha": Rationals(above=0, below=1), "root": Index(0, listed=(40, 1, 8))},
        words="d = 10^root: the index, to infinity",
        letters={"d": lambda at: 10 ** at["root"]},
    ),
    relation="->",
    predicts=4 * (1 - alpha) / alpha,
    uses=("daneshmand20.rank.lemma-13-sharp", "daneshmand20.mean-field.regularity-limit"),
    twins=(Twin(Integer(1), "at every alpha"),),
).literal(kind="certified", scope="F as the root of the mean drift in balls, d = 1, 10, 100, ..", most=90)
def constant(at: At) -> Within:
    # 1/f^2 = 4 b + 1/(2d) + sqrt(1/d^2 + 16 b/d)/2, F = f d^(3/2), b = (1 - alpha)/alpha
    slack = 10 ** (-root) + 3 * sqrt((1 - at.alpha) / at.alpha) * 10 ** (-root / 2)
    return Within(cubed_over_square(10**at.root, at.alpha), slack)
