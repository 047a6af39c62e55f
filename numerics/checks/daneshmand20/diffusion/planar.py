"""Simulations of the stationary law on the plane, layers RS(x + gamma W x) of unit weights."""

from __future__ import annotations

from math import pi, sqrt

import numpy as np

from numerics.chains import chain
from numerics.judging import Bias, Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats
from theory.papers.daneshmand20.diffusion import planar as small

LAYERS = 50
"""Of gamma = 1/10: half a unit of the time of the diffusion."""


def planar_gram(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """|M|_F^2 after `LAYERS` layers from d i.i.d. uniform rows on the circle: (size,)."""
    angle = 2 * pi * rng.random((size, cell["d"]))
    x = sqrt(2) * np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    return chain.moments(chain.after(x, layer, LAYERS, rng)).F


def finite_gamma(at_tenth: float, error: float) -> Bias:
    return Bias(
        at_tenth,
        "extrapolated",
        "from gamma = 2/5, 1/5 after 3 and 12 layers, 1,000,000 and 400,000 networks, seed 1, to 1/10 by gamma^4",
        error,
    )


@sampled(
    small.arcsine_means,
    f"E|M|_F^2 after {LAYERS} layers of gamma = 1/10 from the arcsine law, d = 2",
    at=({"d": 2, "entry": 0},),
    notices=0.03,
    bias=finite_gamma(0.0005, 0.0004),  # +.146 and +.0054 of 3
    support=Bounded(2.0, 4.0),
    layer=Layer(("rs",), gain=2, gamma=1 / 10),
    models=("positive weights",),
)
def planar_squares(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """|M|_F^2: (size,)."""
    return planar_gram(layer, cell, rng, size)


@sampled(
    small.planar_rank_three,
    f"E r after {LAYERS} layers of gamma = 1/10 from uniform rows on the circle, d = 3",
    at=({"d": 3},),
    notices=0.03,
    bias=finite_gamma(0.0005, 0.0004),  # -.063 and -.0043 of 1.557
    support=Bounded(1.0, 2.0),
    layer=Layer(("rs",), gain=3, gamma=1 / 10),
    models=("positive weights",),
)
def planar_effective_rank(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """r = d^2/|M|_F^2: (size,)."""
    return np.asarray(cell["d"] ** 2 / planar_gram(layer, cell, rng, size))
