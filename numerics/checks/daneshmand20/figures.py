"""Simulations of the figures: r along depth, soft rank against width, near-collinear inputs, ReLU."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from numerics import chain, deep
from numerics.betting import Floats
from numerics.networks import Layer
from numerics.sampled import Cell, sampled
from theory.papers.daneshmand20 import figures as claims


@sampled(
    claims.depth,
    "r, d = 32: after 200 layers with rescaling, after 400 without",
    at=(
        {"d": 32, "entry": 0, "depth": 200, "components": ("rs",), "cut": (3.5, 6.5)},
        {"d": 32, "entry": 1, "depth": 400, "components": (), "cut": (1.0, 1.5)},
    ),
    notices=0.07,
    bias=0.01,
    layer=chain.layer(32, chain.NO_SKIP, "uniform"),
    models=("no rescaling",),
    block=64,
)
def r_at_depth(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    shaped = replace(layer, components=tuple(c for c in cell["components"] if c in layer.components))
    d = cell["d"]
    return chain.effective_rank(deep.after(shaped, chain.start(d, d, size, rng), cell["depth"], rng))


@sampled(
    claims.soft,
    "eigenvalues from 1/2 on, mean over every fourth of layers 100 to 200",
    at=(
        {"d": 8, "entry": 0, "cut": (2, 4)},
        {"d": 16, "entry": 1, "cut": (3.5, 5.5)},
        {"d": 32, "entry": 2, "cut": (5.5, 8.5)},
    ),
    notices=0.06,
    bias=0.005,
    layer=chain.layer(32, chain.NO_SKIP),
    models=("positive weights",),
    block=128,
)
def soft_rank(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    d = cell["d"]
    step, h = replace(layer, gain=float(d)), chain.start(d, d, size, rng)
    return chain.time_average(h, step, 100, rng, chain.soft_rank, burn=100, every=4)


@sampled(
    claims.frobenius,
    "|M|_F^2/d^(3/2), mean over every fourth of layers 100 to 200",
    at=(
        {"d": 8, "entry": 0, "cut": (0.9, 1.8)},
        {"d": 16, "entry": 1, "cut": (0.9, 1.6)},
        {"d": 32, "entry": 2, "cut": (0.9, 1.5)},
    ),
    notices=0.05,
    bias=0.005,
    layer=chain.layer(32, chain.NO_SKIP),
    models=("positive weights",),
    block=128,
)
def scaled_frobenius(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    d = cell["d"]
    step, h = replace(layer, gain=float(d)), chain.start(d, d, size, rng)
    found = chain.time_average(h, step, 100, rng, lambda h: chain.moments(h).F, burn=100, every=4)
    return np.asarray(found / d**1.5)


@sampled(
    claims.collinear,
    "the two greatest eigenvalues over d after 20 layers, d = 50, gamma = 1, noise 1e-5",
    at=({"d": 50, "entry": 0, "cut": (0.18, 0.44)}, {"d": 50, "entry": 1, "cut": (0.14, 0.34)}),
    notices=0.08,
    bias=0.005,
    layer=chain.layer(50, 1.0),
    models=("positive weights",),
    block=128,
)
def leading_eigenvalues(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    d = cell["d"]
    h = chain.after(chain.near_collinear(d, 1e-5, size, rng), layer, 20, rng)
    return np.asarray(chain.spectrum(h)[:, cell["entry"]] / d)


@sampled(
    claims.relu,
    "r, and the share of eigenvalues of H H^T/N from 1/2 on, mean over every tenth of layers 50 to 100",
    at=(
        {"d": 64, "entry": 1, "cut": (2.55, 4.2)},  # the leaky slope shows best in it
        {"d": 16, "entry": 0, "cut": (1, 4)},
        {"d": 16, "entry": 2, "cut": (0.06, 0.31)},
        {"d": 64, "entry": 3, "cut": (0.1, 0.19)},
    ),
    notices=0.1,
    bias=0.006,
    layer=Layer(("rs", "nl")),
    models=("leaky slope",),
    block=32,
)
def relu_ranks(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    d = cell["d"]
    observe = chain.effective_rank if cell["entry"] < 2 else lambda h: chain.soft_rank(h) / d
    return chain.time_average(chain.start(d, d, size, rng), layer, 50, rng, observe, burn=50, every=10)
