"""The chain Q' = BN(W F(Q)): spread of M = Q^T Q/d around its mean for four activations, and its mean for ReLU."""

from __future__ import annotations

import numpy as np

from numerics.activated import CHAIN, grams, spread
from numerics.betting import Bounded, Floats
from numerics.networks import Layer
from numerics.sampled import Cell, sampled
from theory.papers.daneshmand21 import activations as claims


@sampled(
    claims.constants,
    "d |M - M'|^2/2 of two independent chains, n = 4, d = 64, mean over 8 layers, cut off at 2.5 times the claim",
    at=tuple(
        {"entry": entry, "name": name, "cut": cut}
        for entry, (name, cut) in enumerate((("identity", 3.4), ("relu", 3.9), ("tanh", 3.5), ("shifted tanh", 1.1)))
    ),
    notices=0.2,
    support=lambda p, cell: Bounded(0.0, cell["cut"]),
    layer=CHAIN,
    block=128,
)
def spread_of_one(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    return np.asarray(np.minimum(spread(layer, cell["name"], 4, 64, rng, size), cell["cut"]))


@sampled(
    claims.negligible,
    "d |M - M'|^2/2 of tanh + 1 less that of the identity, n = 4, d = 64",
    at=({},),
    notices=0.2,
    scale=lambda p, cell: 1.0,
    expects=lambda p, cell: 0.0,
    statistic=lambda raw, p: raw[:, 0] - p * raw[:, 1],
    support=lambda p, cell: Bounded(-4.0 * p, 4.0),
    layer=CHAIN,
    block=128,
)
def both_spreads(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size, 2), cut off at 4."""
    found = [spread(layer, name, 4, 64, rng, size) for name in ("shifted tanh", "identity")]
    return np.asarray(np.minimum(np.stack(found, axis=1), 4.0))


@sampled(
    claims.relu_limit,
    "M_12/sqrt(M_11 M_22) of the chain with ReLU, n = 2, d = 256, mean over 8 layers, cut off at 0 and 1/2",
    at=({"entry": 1},),
    notices=0.08,
    support=Bounded(0.0, 0.5),
    layer=CHAIN,
    block=128,
)
def cosine(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    seen = [M[:, 0, 1] / np.sqrt(M[:, 0, 0] * M[:, 1, 1]) for M in grams(layer, "relu", 2, 256, rng, size)]
    return np.asarray(np.clip(np.mean(seen, axis=0), 0.0, 0.5))
