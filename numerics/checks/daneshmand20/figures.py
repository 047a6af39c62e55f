"""Simulations of the figures: r along depth, soft rank against width, near-collinear inputs, ReLU.

The claimed numbers are measured, by the simulations below on networks of other seeds: `benchmarks/measured.py` makes
them again, and the error of the measurement is the bias of the check.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from numerics import chain, deep
from numerics.betting import Bounded, Floats
from numerics.networks import Layer
from numerics.sampled import Bias, Cell, sampled
from theory.papers.daneshmand20 import figures as claims

SEEN = Bias(
    0.005,
    "measured",
    "8,064 or more networks for each cell by `benchmarks/measured.py`, seed 1, rounded to four digits",
    error=0.002,
)
"""Of the claimed numbers; the value is 2.5 standard errors or more, the error is the greatest standard error."""


def capped(predicted: object, cell: Cell) -> Bounded:
    """Of min(x, cap), x >= 1 a rank or x >= 0."""
    return Bounded(cell.get("least", 0.0), cell["cap"])


@sampled(
    claims.depth,
    "d = 32: min(r, 8) after 100 layers with rescaling, min(r, 2) without",
    at=(
        {"d": 32, "entry": 0, "components": ("rs",), "least": 1.0, "cap": 8.0},
        {"d": 32, "entry": 1, "components": (), "least": 1.0, "cap": 2.0},
    ),
    notices=lambda p, cell: 0.1 if cell["entry"] == 0 else 0.15,
    bias=SEEN,
    support=capped,
    layer=chain.layer(32, chain.NO_SKIP, "uniform"),
    models=("no rescaling",),
    block=128,
)
def r_at_depth(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """min(r, cap): (size,)."""
    shaped = replace(layer, components=tuple(c for c in cell["components"] if c in layer.components))
    d = cell["d"]
    found = chain.effective_rank(deep.after(shaped, chain.start(d, d, size, rng), 100, rng))
    return np.minimum(found, cell["cap"])


LATE = {"burn": 40, "every": 4}
"""Time averages are over layers 44, 48, .., 60."""


@sampled(
    claims.soft,
    "eigenvalues from 1/2 on, at most 2 sqrt(d) of them counted, mean over every fourth of layers 44 to 60",
    at=tuple({"d": d, "entry": entry, "cap": 2 * d**0.5} for entry, d in enumerate((8, 16, 32))),
    notices=lambda p, cell: 0.1 if cell["d"] == 32 else 0.05,
    bias=SEEN,
    support=capped,
    layer=chain.layer(32, chain.NO_SKIP),
    models=("positive weights",),
    block=128,
)
def soft_rank(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """min(rank_1/2, 2 sqrt(d)): (size,)."""
    d, cap = cell["d"], cell["cap"]
    step, h = replace(layer, gain=float(d)), chain.start(d, d, size, rng)
    return chain.time_average(h, step, 20, rng, lambda h: np.minimum(chain.soft_rank(h), cap), **LATE)


@sampled(
    claims.frobenius,
    "min(|M|_F^2/d^(3/2), 2), mean over every fourth of layers 44 to 60",
    at=tuple({"d": d, "entry": entry, "cap": 2.0} for entry, d in enumerate((8, 16, 32))),
    notices=lambda p, cell: 0.08 if cell["d"] == 32 else 0.05,
    bias=SEEN,
    support=capped,
    layer=chain.layer(32, chain.NO_SKIP),
    models=("positive weights",),
    block=128,
)
def scaled_frobenius(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    d, cap = cell["d"], cell["cap"]
    step, h = replace(layer, gain=float(d)), chain.start(d, d, size, rng)
    return chain.time_average(h, step, 20, rng, lambda h: np.minimum(chain.moments(h).F / d**1.5, cap), **LATE)


@sampled(
    claims.collinear,
    "the two greatest eigenvalues over d, the first counted as at most 1/2, after 20 layers, d = 50, gamma = 1, "
    "noise 1e-5",
    at=({"d": 50, "entry": 0, "cap": 0.5}, {"d": 50, "entry": 1, "cap": 0.5}),  # the second never exceeds half
    notices=0.1,
    bias=SEEN,
    support=capped,
    layer=chain.layer(50, 1.0),
    models=("positive weights",),
    block=128,
)
def leading_eigenvalues(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    d = cell["d"]
    h = chain.after(chain.near_collinear(d, 1e-5, size, rng), layer, 20, rng)
    values = np.linalg.eigvalsh(h @ h.swapaxes(1, 2)) / d
    return np.asarray(np.minimum(values[:, -1 - cell["entry"]] / d, cell["cap"]))


@sampled(
    claims.relu,
    "min(r, 5), and the share of eigenvalues of H H^T/N from 1/2 on, at most 1/4; mean over every fifth of layers 25 "
    "to 40",
    at=(
        {"d": 32, "entry": 1, "least": 1.0, "cap": 5.0},  # the leaky slope shows best in it
        {"d": 16, "entry": 0, "least": 1.0, "cap": 5.0},
        {"d": 16, "entry": 2, "cap": 0.25},
        {"d": 32, "entry": 3, "cap": 0.25},
    ),
    notices=0.1,
    bias=SEEN,
    support=capped,
    layer=Layer(("rs", "nl")),
    models=("leaky slope",),
    block=128,
)
def relu_ranks(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    d, cap = cell["d"], cell["cap"]

    def observe(h: Floats) -> Floats:
        return np.minimum(chain.effective_rank(h) if cell["entry"] < 2 else chain.soft_rank(h) / d, cap)

    return chain.time_average(chain.start(d, d, size, rng), layer, 20, rng, observe, burn=20, every=5)
