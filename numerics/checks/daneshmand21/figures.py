"""Figures 1 and 2: cosines of late layers, the slope of V against the width, the ends of the curves of V."""

from __future__ import annotations

import math

import numpy as np

from numerics import chain, orthogonal_gap
from numerics.betting import Floats
from numerics.checks.daneshmand21.width import late_mean
from numerics.networks import Layer
from numerics.sampled import Cell, sampled
from theory.papers.daneshmand21 import figures as claims

RS = Layer(("rs",), gain=1.0)
NEAR_RANK_ONE = orthogonal_gap.start(np.diag([1.0, 1e-6, 1e-6, 1e-6]))
WIDTHS = np.array(claims.WIDTHS)
X = np.log(WIDTHS) - np.log(WIDTHS).mean()


@sampled(
    claims.cosines,
    "sqrt(d) |cos| of two columns, mean over layers 12 to 42: n = 2, d = 32 and n = 4, d = 64",
    at=({"n": 2, "d": 32, "cut": (0.0, 1.5)}, {"n": 4, "d": 64, "cut": (0.0, 1.8)}),
    notices=0.12,
    bias=0.02,
    layer=RS,
    models=("positive weights",),
    block=256,
)
def mean_cosine(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""

    def cosine(h: Floats) -> Floats:
        a, b = h[..., 0], h[..., 1]
        return np.asarray(np.abs((a * b).sum(-1)) / np.sqrt(np.square(a).sum(-1) * np.square(b).sum(-1)))

    return math.sqrt(cell["d"]) * late_mean(layer, chain.start(cell["d"], cell["n"], size, rng), rng, cosine)


@sampled(
    claims.figure_2b,
    "slope fitted to six single networks, n = 4: mean V of layers 30 to 80, and of layers 1 to 500",
    at=(
        {"entry": 0, "first": 30, "depth": 80, "unit": 1.5, "cut": (-0.63, -0.38)},
        {"entry": 1, "first": 1, "depth": claims.LAYERS, "unit": 0.75, "cut": (-0.5, -0.435)},
    ),
    notices=0.04,
    bias=0.008,
    scale=lambda p, cell: cell["unit"],
    layer=RS,
    block=32,
)
def slope(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    means = [
        orthogonal_gap.follow(NEAR_RANK_ONE, width, cell["depth"], size, rng, layer=layer)
        .gap[:, cell["first"] :]
        .mean(1)
        for width in claims.WIDTHS
    ]
    return np.asarray(X @ np.log(means) / (X @ X))


@sampled(
    claims.figure_2a,
    "log V at layer 1, and log mean V of layers 30 to 70, n = 4, d = 512, from (1, 1e-12, ..)",
    at=(
        {"n": 4, "d": 512, "entry": 0, "layers": (1, 1), "cut": (-0.3, 0.0)},
        {"n": 4, "d": 512, "entry": 1, "layers": (30, 70), "cut": (-3.4, -2.6)},
    ),
    notices=0.1,
    scale=lambda p, cell: 1.0,
    layer=RS,
    block=32,
)
def ends(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    first, last = cell["layers"]
    found = orthogonal_gap.follow(NEAR_RANK_ONE, cell["d"], last, size, rng, layer=layer)
    return np.asarray(np.log(found.gap[:, first:].mean(axis=1)))
