"""Simulations beside the large-d law: strata by rank, directions that survive."""

from __future__ import annotations

import numpy as np

from numerics import chain
from numerics.betting import Bounded, Floats
from numerics.networks import Layer
from numerics.sampled import BOOLEAN, Cell, sampled
from theory.papers.daneshmand20 import mean_field as claims


@sampled(
    claims.strata,
    "mean of r over layers 30 to 60, d = 256, k = 2, 4, 8, each chain's no less than 3k/4; finite d moves it by at "
    "most 1.3 per cent (measured at k = 8)",
    at=({"d": 256, "k": 2}, {"d": 256, "k": 4}, {"d": 256, "k": 8}),
    notices=0.05,
    bias=0.013,
    support=lambda p, cell: Bounded(0.75 * cell["k"], cell["k"]),
    layer=chain.layer(256, chain.NO_SKIP),
    models=("positive weights",),
    block=16,
)
def r_of_a_stratum(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Time average of r from a Gaussian start of rank k: (size,)."""
    d, k = cell["d"], cell["k"]
    h = chain.start(d, k, size, rng)
    found = chain.time_average(h, layer, 30, rng, lambda h: chain.moments(h).r, burn=30)
    return np.clip(found, 0.75 * k, k)


@sampled(
    claims.kept,
    "Lyapunov exponents by QR over 600 layers after 200, d = 24: how many are above -.01, equal to the claimed number",
    at=({"d": 24},),
    notices=0.4,
    bias=0.04,
    support=BOOLEAN,
    expects=lambda p, cell: 1.0,
    statistic=lambda raw, p: np.asarray(raw == p, dtype=float),
    deviation=lambda p, q, cell: float(p != q),
    layer=chain.layer(24, chain.NO_SKIP),
    block=32,
)
def directions(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Number of exponents above -.01, one per chain: (size,)."""
    d = cell["d"]
    found = chain.exponents(chain.start(d, d, size, rng), layer, 600, rng, burn=200)
    return np.asarray(np.count_nonzero(found > -0.01, axis=1), dtype=float)
