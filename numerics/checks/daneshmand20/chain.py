"""Simulations of the claims of `theory.papers.daneshmand20.chain`."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from sympy import Rational

from numerics.chains import chain
from numerics.judging import Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats
from theory.papers.daneshmand20.chain import gram_matrix


def uniform(cell: Cell, layer: Layer) -> Layer:
    """The layer at gamma B = `cell["gB"]`, the weights being uniform on [-B, B], B = sqrt(3)."""
    return replace(layer, gamma=cell["gB"] / math.sqrt(3))


def correlation_after(layer: Layer, layers: int, size: int, rng: np.random.Generator) -> Floats:
    """M_12 after so many layers of width two from H = (1, 1), that is from M_12 = 1: (size,)."""
    h = chain.after(np.ones((size, 2, 1)), layer, layers, rng)
    return np.asarray(h[:, 0, 0] * h[:, 1, 0])


@sampled(
    gram_matrix.invariance,
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
