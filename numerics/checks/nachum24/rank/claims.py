"""Simulation of recentring in linear networks, with ranks in exact arithmetic."""

from __future__ import annotations

import numpy as np
from flint import fmpz_mat

from numerics.judging import Bias, Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats
from theory.papers.nachum24.rank.linear import recentring_linear

# rank 3, with (1, .., 1) in the row space and without
BATCHES = {
    1: ((1, 0, 2, -1), (0, 1, -1, 2), (3, 1, 0, 5)),
    0: ((1, -1, 0, 0), (0, 1, -1, 0), (0, 0, 2, -1)),
}


@sampled(
    recentring_linear,
    "two batches of rank 3, widths 4 and 2, depth 2, Gaussian weights rounded to 2^-16; exact rank of every network",
    at=(
        {"r": 3, "ones": 1, "L": 2, "m": 4},
        {"r": 3, "ones": 0, "L": 2, "m": 4},
        {"r": 3, "ones": 0, "L": 2, "m": 2},
    ),
    notices=0.05,
    bias=Bias(
        1e-4, "proved", "nachum24/rank.md#recentring-linear: rounded weights lower a rank with probability < 4e-5"
    ),
    support=Bounded(0.0, 4.0),
    block=256,
)
def exact_rank(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """rank Z_L of each network: (size,). Integer weights: a rounded rank would be a convention, not a theorem."""
    X = fmpz_mat([list(row) for row in BATCHES[cell["ones"]]])
    n = X.ncols()
    P = fmpz_mat([[n * (i == j) - 1 for j in range(n)] for i in range(n)])  # n times the projector
    ranks = np.empty(size)
    for index in range(size):
        Z = X
        for _ in range(cell["L"]):
            W = np.rint(rng.standard_normal((cell["m"], Z.nrows())) * 2**16).astype(int)
            Z = fmpz_mat(W.tolist()) * Z * P
        ranks[index] = Z.rank()
    return ranks
