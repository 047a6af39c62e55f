"""The chain H -> RS(H + gamma W H) of daneshmand20: its correlation matrix, one step of it, its limits."""

from theory.markov.invariants import (
    correlation_matrix,
    drift,
    effective_rank,
    eigenvalues_above,
    equicorrelation,
    exact_matrix,
    frobenius_bound,
    invariants,
    mean_rank_bound,
    regularity,
    row_gap,
    second_moment,
    sharp_frobenius_bound,
    soft_rank,
    soft_rank_bound,
)

__all__ = [
    "correlation_matrix",
    "drift",
    "effective_rank",
    "eigenvalues_above",
    "equicorrelation",
    "exact_matrix",
    "frobenius_bound",
    "invariants",
    "mean_rank_bound",
    "regularity",
    "row_gap",
    "second_moment",
    "sharp_frobenius_bound",
    "soft_rank",
    "soft_rank_bound",
]
