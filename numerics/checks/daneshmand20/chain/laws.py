"""Simulations of the setting: the chain M on rank one, where it is a chain of signs."""

from __future__ import annotations

import numpy as np
from sympy import Rational

from numerics.chains import chain
from numerics.checks.daneshmand20.chain.setting import correlation_after, uniform
from numerics.judging import Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats
from theory.papers.daneshmand20.chain import laws as claims


@sampled(
    claims.invariance,
    "weights uniform on [-B, B], d = 2: gamma B = 7/10 (p = 2/49), 1, 3 layers; 7/20 (p = 0), 50 layers; from M_12 = 1",
    at=(
        {"p": Rational(2, 49), "L": 1, "t": 1, "gB": 0.7},
        {"p": Rational(2, 49), "L": 3, "t": 1, "gB": 0.7},
        {"p": 0, "L": 50, "t": 1, "gB": 0.35},
    ),
    notices=0.03,
    support=Bounded(-1.0, 1.0),
    layer=chain.layer(2, 1.0, "uniform"),
    models=("positive weights",),
)
def correlation(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    return correlation_after(uniform(cell, layer), cell["L"], size, rng)
