"""Simulations of the claims of `theory.papers.daneshmand21.activations`."""

from __future__ import annotations

import math

import numpy as np

from numerics.chains.activated import CHAIN, grams, spread
from numerics.checks.daneshmand21.setting import over_width
from numerics.judging import Bias, Cell, sampled
from numerics.networks import Layer, observables
from numerics.statistics.betting import Bounded, Floats
from theory.papers.daneshmand21.activations import relu as claims

CHAINS = 6

MEASURED = tuple(
    Bias(
        off, "measured", f"{mean} in 6,000 networks of {CHAINS} chains, default_rng([53, 0..59]), size 100", error=0.004
    )
    for off, mean in ((0.0137, "1.3685(14)"), (0.0008, "1.5287(18)"), (0.0006, "1.4008(15)"), (0.0011, "0.4295(5)"))
)


@sampled(
    claims.constants,
    f"d |M - M'|^2/2 of independent chains, n = 4, d = 64, mean over the pairs of {CHAINS} and over 8 layers, "
    "truncated to [.65, 2], [.8, 2], [.7, 2], and for tanh + 1 to [.2, .66]",
    at=tuple(
        {"entry": entry, "name": name, "between": between}
        for entry, (name, between) in enumerate(
            {"identity": (0.65, 2.0), "relu": (0.8, 2.0), "tanh": (0.7, 2.0), "shifted tanh": (0.2, 0.66)}.items()
        )
    ),
    notices=0.08,
    bias=lambda p, cell: MEASURED[cell["entry"]],
    support=lambda p, cell: Bounded(*cell["between"]),
    layer=CHAIN,
    block=32,
)
def spread_of_one(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    # above 2 s of CPU at level standard: four activations, each of chains of 32 layers, six to a sample
    return np.asarray(np.clip(spread(layer, cell["name"], 4, 64, rng, size, CHAINS), *cell["between"]))


@sampled(
    claims.negligible,
    "d |M - M'|^2/2 of tanh + 1 less the claimed ratio times that of the identity, n = 4, d = 64, up to .8 and 2",
    at=({},),
    notices=0.1,
    scale=1.0,
    expects=lambda p, cell: 0.0,
    statistic=lambda raw, p: raw[:, 0] - p * raw[:, 1],
    bias=Bias(0.0064, "measured", ".4295(5) less .43/1.35 of 1.3685(14), the means of `spread_of_one`", error=0.003),
    support=lambda p, cell: Bounded(-2.0 * max(p, 0.0), 0.8 - 2.0 * min(p, 0.0)),
    layer=CHAIN,
    block=16,
)
def both_spreads(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size, 2)"""
    found = [spread(layer, name, 4, 64, rng, size, CHAINS) for name in ("shifted tanh", "identity")]
    return np.asarray(np.minimum(np.stack(found, axis=1), [0.8, 2.0]))


@sampled(
    claims.relu_limit,
    "M_12/sqrt(M_11 M_22) of the chain with ReLU, n = 2, d = 256, mean over layers 8 to 17, truncated to [0, 1/2], "
    "which does not change its limit",
    at=({"entry": 1, "n": 2, "d": 256},),
    notices=0.05,
    bias=over_width({2: (1.09, 0.15)}),
    support=Bounded(0.0, 0.5),
    layer=CHAIN,
    block=128,
    limit_of=("width",),
)
def cosine(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    return mean_cosine(layer, cell, rng, size)


@sampled(
    claims.four,
    "sqrt(3/4) M_12/sqrt(M_11 M_22), V of the mean where all columns are alike, n = 4, d = 256, mean over pairs of "
    "columns and layers 8 to 17, truncated to sqrt(3/4) [0, 1/2], which does not change its limit",
    at=({"entry": 1, "n": 4, "d": 256},),
    notices=0.05,
    bias=over_width({4: (2.16, 0.11)}),
    support=Bounded(0.0, math.sqrt(0.75) / 2),
    layer=CHAIN,
    block=128,
    limit_of=("width",),
)
def gap_of_mean(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    return math.sqrt(0.75) * mean_cosine(layer, cell, rng, size)


def mean_cosine(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Of columns of Q, over pairs and layers, at most 1/2: (size,)."""
    n = cell["n"]
    i, j = np.triu_indices(n, 1)
    chain = grams(layer, "relu", n, cell["d"], rng, size, burn=8, seen=4)
    seen = [observables.cosines(M)[:, i, j].mean(axis=1) for M in chain]
    return np.asarray(np.clip(np.mean(seen, axis=0), 0.0, 0.5))
