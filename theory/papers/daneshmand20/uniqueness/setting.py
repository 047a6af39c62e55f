"""Where the paper speaks of uniqueness; finite laws of rows and of weights, in rational numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any

from theory.claim import Locator
from theory.exact.rationals import rational, to_sympy
from theory.markov.residual import Rows, covariance, sign_vectors, signed_squares
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.chain.setting import rademacher
from theory.papers.daneshmand20.layers import defined
from theory.papers.daneshmand20.matrices import Entries
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


def rows_of_weights(size: int, row: int, diagonal: Law, others: Law) -> Iterator[tuple[tuple[Fraction, ...], Fraction]]:
    """All values of a row of independent weights, with their probabilities."""
    laws = [diagonal if j == row else others for j in range(size)]
    for entries in product(*(law.items() for law in laws)):
        yield tuple(value for value, _ in entries), prod((share for _, share in entries), start=Fraction(1))


@cache
def pair_means(M: Entries, gamma: Fraction, law: int, i: int, j: int) -> tuple[Fraction, Fraction] | None:
    """E M+_ij |M+_ij| and E (M+_ij)^2, by all values of rows i and j of the weights; None where a row is 0.

    O(a^(2d)) for laws of a values; these two functions of M+_ij are rational.
    """
    size = len(M)
    moved = []
    for row in (i, j):
        here = []
        for weights, share in rows_of_weights(size, row, *PAIRS[law]):
            a = [int(b == row) + gamma * w for b, w in enumerate(weights)]
            image = [sum((x * y for x, y in zip(a, column, strict=True)), Fraction(0)) for column in M]
            square = sum((x * y for x, y in zip(a, image, strict=True)), Fraction(0))
            if square == 0:
                return None
            here.append((a, image, square, share))
        moved.append(here)
    odd = even = Fraction(0)
    for (a, _, p, first), (_, image, q, second) in product(*moved):
        inner = sum((x * y for x, y in zip(a, image, strict=True)), Fraction(0))
        found = first * second * inner**2 / (p * q)
        even += found
        odd += found if inner > 0 else -found
    return odd, even


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


def start_defined(at: Mapping[str, Any]) -> bool:
    """Whether no row vanishes in a layer of width two from M_12 = rho and from -rho."""
    starts = [((Fraction(1), x), (x, Fraction(1))) for x in (rational(at["rho"]), -rational(at["rho"]))]
    return all(pair_means(M, rational(at["gamma"]), int(at["law"]), 0, 1) is not None for M in starts)
