"""Simulations of ranks of ReLU layers: Gaussian weights rounded to integers, ranks in exact arithmetic."""

from __future__ import annotations

import numpy as np

from numerics.checks.nachum24.rank.setting import SCALE, exact_ranks
from numerics.judging import BOOLEAN, Bias, Cell, sampled
from numerics.networks import Layer
from numerics.networks.simulation import Ints
from numerics.statistics.betting import Floats
from theory.papers.nachum24.rank import relu as rank_relu


def rounded(shape: tuple[int, ...], rng: np.random.Generator) -> Ints:
    """Gaussian weights, rounded to multiples of 2^-16 and scaled to integers."""
    return np.rint(rng.standard_normal(shape) * SCALE).astype(np.int64)


@sampled(
    rank_relu.identity_law,
    "exact rank of relu(W), W of shape n x n, n = 2, 3",
    at=({"n": 2, "entry": 1}, {"n": 3, "entry": 2}),
    notices=0.05,
    bias=Bias(1.6e-4, "proved", "nachum24/rank.md#identity-law: rounded weights, below 7e-5 in all"),
    support=BOOLEAN,
    layer=Layer(("nl",)),
    models=("leaky slope",),
    block=1024,
)
def full_rank(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Whether the rank is n: (size,)."""
    n = cell["n"]
    return np.asarray(exact_ranks(rounded((size, n, n), rng), np.eye(n, dtype=np.int64), layer) == n, dtype=float)
