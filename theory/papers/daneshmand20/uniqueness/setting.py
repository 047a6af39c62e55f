"""Where the paper speaks of uniqueness; finite laws of rows and of weights, in rational numbers."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from theory.claim import Locator
from theory.exact.rationals import rational, to_sympy
from theory.markov.residual import Rows, covariance, sign_vectors, signed_squares
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.chain.setting import rademacher
from theory.papers.daneshmand20.layers import defined
from theory.term.named import named

LEMMA_6 = Locator(DANESHMAND20, "Lemma 6")
RANK_ONE = ("M of rank one",)
UNIQUE = Locator(DANESHMAND20, "the hypothesis of Lemmas 4, 5, 10 and Theorem 14")
HALF = Fraction(1, 2)

Law = Mapping[Fraction, Fraction]
"""Probability of each value of one weight."""
SIGNS: Law = {Fraction(1): HALF, Fraction(-1): HALF}
THREE: Law = {Fraction(2): Fraction(1, 8), Fraction(0): Fraction(3, 4), Fraction(-2): Fraction(1, 8)}
FOUR: Law = {
    Fraction(-7, 5): Fraction(1, 4), Fraction(-1, 5): Fraction(1, 4),
    Fraction(1, 5): Fraction(1, 4), Fraction(7, 5): Fraction(1, 4),
}  # fmt: skip
SKEW: Law = {Fraction(2): Fraction(1, 5), -HALF: Fraction(4, 5)}
SHIFTED: Law = {Fraction(3): HALF, Fraction(1): HALF}

PAIRS: tuple[tuple[Law, Law], ...] = (
    (SIGNS, SIGNS),
    (SKEW, SIGNS),
    (THREE, THREE),
    (SHIFTED, THREE),
    (FOUR, SIGNS),
    (SKEW, FOUR),
)
"""Laws of a diagonal weight and of the others, which are symmetric; all but SHIFTED have mean 0, all variance 1."""


ONES = ((1, 1), (1, 1))


@named(
    "E(M⁺₁₂|M⁺₁₂| : M = {0}, γ = {1})",
    r"\mathbb E_{{M={0},\gamma={1}}}M^+_{{12}}|M^+_{{12}}|",
    means="d = 2, fair signs W_ij",
)
def odd_mean_of_two(M: Any, gamma: Any) -> Any:
    """By all W."""
    return to_sympy(sum(signed_squares(covariance(M, W, rational(gamma)))[0][1] for W in rademacher(2)) / Fraction(16))


def no_row_vanishes(W: Rows) -> bool:
    """Whether no row of s + W s is 0, for any signs s."""
    return all(defined([(a,) for a in s], W, 1) for s in sign_vectors(len(W)))
