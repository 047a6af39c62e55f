"""Simulations of the claims of `theory.papers.daneshmand20.uniqueness`."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from sympy import Rational

from numerics.chains import chain
from numerics.judging import BOOLEAN, Bias, Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats
from theory.papers.daneshmand20.uniqueness import invariant_laws as uniqueness
from theory.papers.daneshmand20.uniqueness import rank as uniqueness_rank
from theory.papers.daneshmand20.uniqueness import rank_one as uniqueness_rank_one


@sampled(
    uniqueness.strata,
    "r at layer 16 from Gaussian starts of rank 2 and 4, d = 16; between layers 16 and 240 it was seen to move by less "
    "than .002",
    at=({"d": 16, "k": 2, "entry": 0}, {"d": 16, "k": 4, "entry": 1}),
    notices=0.03,
    bias=Bias(0.001, "measured", "64,512 chains for each cell by `benchmarks/measured.py`, seed 1", error=0.0004),
    support=lambda p, cell: Bounded(1.0, cell["k"]),
    layer=chain.layer(16, chain.NO_SKIP),
    models=("positive weights",),
    block=1024,
)
def r_by_rank(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    h = chain.after(chain.start(cell["d"], cell["k"], size, rng), layer, 16, rng)
    return chain.moments(h).r


@sampled(
    uniqueness_rank.relu_centring,
    "after 30 layers, d = N = 16: min(r, 6) with RC and min(r, 4) without",
    at=({"d": 16, "entry": 0, "centred": True, "cap": 6.0}, {"d": 16, "entry": 1, "centred": False, "cap": 4.0}),
    notices=0.06,
    bias=Bias(0.004, "measured", "16,384 networks for each cell by `benchmarks/measured.py`, seed 1", error=0.0013),
    support=lambda p, cell: Bounded(1.0, cell["cap"]),
    layer=Layer(("rc", "rs", "nl")),
    models=("no centring",),
    block=512,
)
def r_of_relu(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    d = cell["d"]
    if not cell["centred"]:
        layer = replace(layer, components=tuple(c for c in layer.components if c != "rc"))
    h = chain.after(rng.standard_normal((size, d, d)), layer, 30, rng)
    return np.minimum(chain.effective_rank(h), cell["cap"])


@sampled(
    uniqueness_rank_one.flip_probability,
    "share of M_12 that a layer changes, weights uniform on [-B, B], d = 2: gamma B = 1, 3/2; 9/20, where it is 0",
    at=(
        {"d": 2, "t": 1, "v": 0, "gB": 1.0, "entry": 1},
        {"d": 2, "t": Rational(4, 3), "v": Rational(1, 3), "gB": 1.5, "entry": 1},
        {"d": 2, "t": 0, "v": 0, "gB": 0.45, "entry": 1},
    ),
    notices=0.04,
    support=BOOLEAN,
    layer=chain.layer(2, 1.0, "uniform"),
    models=("positive weights",),
)
def changed(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Whether M_12 is negative after a layer of width two from H = (1, 1), B = sqrt(3): (size,)."""
    h = replace(layer, gamma=cell["gB"] / math.sqrt(3))(np.ones((size, 2, 1)), width=2, rng=rng)
    return np.asarray(h[:, 0, 0] * h[:, 1, 0] < 0, dtype=float)


@sampled(
    uniqueness_rank_one.gaussian_flips,
    "share of rows that change their sign, Gaussian weights: (d, gamma) = (2, 1), (3, 1)",
    at=({"d": 2, "gamma": Rational(1)}, {"d": 3, "gamma": Rational(1)}),
    notices=0.04,
    support=BOOLEAN,
    layer=chain.layer(2, 1.0),
    models=("positive weights",),
)
def flipped(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Share of the rows, which are independent, that is negative, from H = 1: (size,)."""
    shaped = replace(layer, gain=float(cell["d"]), gamma=float(cell["gamma"]))
    return np.asarray((shaped(np.ones((size, cell["d"], 1)), width=cell["d"], rng=rng)[..., 0] < 0).mean(axis=1))
