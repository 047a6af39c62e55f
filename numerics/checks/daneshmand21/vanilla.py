"""Simulations of the claims of `theory.papers.daneshmand21.vanilla`."""

from __future__ import annotations

import math

import numpy as np

from numerics.chains import chain, deep
from numerics.chains.walk import by_column, drawn, last, walk
from numerics.checks.daneshmand21.width import gap_squared
from numerics.judging import Bias, Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats, NonNegative, Variance
from theory.markov.products import log_volume_variance
from theory.orthogonality.wishart import weighted_gap_variance
from theory.papers.daneshmand21 import vanilla as claims

LAYERS = 16

VANILLA = Layer((), gain=1.0)


def _variance(cell: Cell) -> float:
    # one layer changes log sin^2 by 2(log area - log length - log length'), area/length a chi_(d-1), length' a chi_d;
    # log vol of k columns is a sum of logs of independent chi_d .. chi_(d-k+1); layers are uncorrelated
    both, one = (float(log_volume_variance(cell["d"], k)) for k in (2, 1))
    return (2 * (math.sqrt(both - one) + math.sqrt(one))) ** 2 / LAYERS


@sampled(
    claims.angle,
    f"(1/l) log sin^2 between two columns, orthogonal at first, l = {LAYERS}: d = 2, 3; no bias at any depth",
    at=({"d": 2}, {"d": 3}),
    notices=0.07,
    support=lambda p, cell: Variance(_variance(cell)),
    layer=VANILLA,
    models=("positive weights",),
)
def log_sine(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    d = cell["d"]
    h = last(walk(np.broadcast_to(np.eye(d, 2), (size, d, 2)), drawn(layer, rng, rescale=by_column), LAYERS))
    sines = np.abs(np.asarray(np.linalg.qr(h, mode="r"))[:, 1, 1])
    return np.asarray(2 * np.log(np.maximum(sines, 1e-300)) / LAYERS)


def propagated(layer: Layer, d: int, n: int, depth: int, size: int, rng: np.random.Generator) -> Floats:
    """W_depth .. W_1 H_0 from n orthonormal columns, up to scale: (size, d, n)."""
    return deep.after(layer, np.broadcast_to(np.eye(d, n), (size, d, n)), depth, rng)


@sampled(
    claims.limit,
    "V after 120 layers from orthonormal columns, n = 3, d = 4",
    at=({"n": 3, "d": 4},),
    notices=0.05,
    bias=Bias(1e-4, "measured", "4e-5 in 20,480 networks, default_rng([31, 0..19]), size 1024", error=1e-4),
    support=Bounded(0.0, 1.0),
    layer=VANILLA,
    block=256,
    limit_of=("depth",),
)
def last_gap(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    return np.sqrt(gap_squared(propagated(layer, cell["d"], cell["n"], 120, size, rng)))


@sampled(
    claims.fixed_depth,
    "(tr G)^2 V^2 from orthonormal columns: (n, d, L) = (4, 32, 1), (6, 32, 3)",
    at=({"n": 4, "d": 32, "L": 1}, {"n": 6, "d": 32, "L": 3}),
    notices=0.05,
    support=lambda p, cell: NonNegative(float(weighted_gap_variance(cell["n"], cell["d"], cell["L"]))),
    layer=VANILLA,
    models=("positive weights",),
    block=1024,
)
def weighted_gap(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(tr G_L)^2 V_L^2/(tr G_0)^2: (size,)."""
    d, n = cell["d"], cell["n"]
    h = chain.after(np.broadcast_to(np.eye(d, n), (size, d, n)), layer, cell["L"], rng)
    return np.asarray((np.square(h).sum((-1, -2)) / n) ** 2 * gap_squared(h))
