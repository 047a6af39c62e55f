"""Simulations of what refutes uniqueness: flips of signs on rank one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from sympy import Rational

from numerics.chains import chain
from numerics.checks.daneshmand20.chain.setting import correlation_after, uniform
from numerics.judging import BOOLEAN, Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Floats
from theory.papers.daneshmand20.uniqueness import rank_one as uniqueness_rank_one


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
    return np.asarray(correlation_after(uniform(cell, layer), 1, size, rng) < 0, dtype=float)


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
