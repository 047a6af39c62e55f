"""Simulations near rank one: how the angle of two rows grows in a layer without skip connection."""

from __future__ import annotations

from math import log, pi, sqrt

import numpy as np

from numerics.checks.daneshmand20.diffusion.setting import PAIRS, squared_sines
from numerics.judging import Bias, Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Floats, Variance
from theory.papers.daneshmand20.diffusion import without_skip as low


@sampled(
    low.without_skip,
    f"mean log growth of the sine between two rows 10^-6 apart, {PAIRS} pairs of rows of one Laplace layer",
    at=({"entry": 2},),
    notices=0.15,
    bias=Bias(1e-4, "proved", "the angle is 10^-6, and the growth is of first order in it: rank-one-without-skip"),
    support=Variance((1 + sqrt(2)) ** 2 * pi**3 / 24 / PAIRS),  # the note
    layer=Layer(("rs",), weights="laplace", gain=2),
    models=("positive weights",),
    block=8192,
)
def sine_growth(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """log(|sin phi'|/sin phi) between the rows: (size,)."""
    sine = 1e-6
    return np.asarray(np.log(squared_sines(layer, sine, rng, size)).mean(axis=1) / 2 - log(sine))
