"""Taylor expansions: BN of a batch along a direction; a residual layer in powers of gamma, moments of W as symbols."""

from theory.expansion.direction import RECURRENCE, coefficients, taylor
from theory.expansion.gamma import (
    MEAN,
    by_moments,
    central_moment,
    frobenius,
    frobenius_in_symbols,
    graphs,
    in_symbols,
    pair_moment,
)

__all__ = [
    "MEAN", "RECURRENCE", "by_moments", "central_moment", "coefficients", "frobenius", "frobenius_in_symbols", "graphs",
    "in_symbols", "pair_moment", "taylor",
]  # fmt: skip
