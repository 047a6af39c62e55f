"""Where the paper states the chain, laws of weights without a density, and the step of the chain on signs."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from theory.claim import Locator
from theory.markov.residual import covariance, rank_one, refuse_zero_rows, sign_vectors
from theory.papers.daneshmand20 import DANESHMAND20

EQ_1 = Locator(DANESHMAND20, "Eqs. (1) and (2)")
DEFINITION_1 = Locator(DANESHMAND20, "Definition 1")


def rademacher(size: int) -> Any:
    """All matrices of signs, as rows."""
    return product(product((1, -1), repeat=size), repeat=size)


@cache
def transition(size: int, strength: Any) -> dict[tuple[int, ...], dict[tuple[int, ...], Fraction]]:
    """Of the chain M on rank one, for weights +-1: P(s -> s') with s_1 = s'_1 = 1, by all 2^(d^2) matrices."""
    states = list(sign_vectors(size))
    out = {s: dict.fromkeys(states, Fraction(0)) for s in states}
    for s, W in product(states, rademacher(size)):
        C = covariance(rank_one(s), W, strength)
        refuse_zero_rows(C)
        out[s][tuple(1 if c > 0 else -1 for c in C[0])] += Fraction(1, 2**size**2)
    return out
