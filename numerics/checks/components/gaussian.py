"""Simulations of the claims of `theory.papers.components.gaussian`."""

from __future__ import annotations

import numpy as np
from sympy import Rational

from numerics.judging import Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Floats, Variance
from theory.papers.components.gaussian import arc_cosine
from theory.wide.kernels import kappa, squared_relu_moment

WIDTH = 64


def _variance(predicted: float, cell: Cell) -> Variance:
    """Var of the mean over independent neurons of 2 relu(u) relu(v)."""
    rho = cell["rho"]
    return Variance(float(4 * squared_relu_moment(rho) - kappa(rho) ** 2) / WIDTH)


@sampled(
    arc_cosine,
    f"rho = -3/5 (the twins differ most at negative correlations) and 12/13; width {WIDTH}, one layer",
    at=({"rho": Rational(-3, 5)}, {"rho": Rational(12, 13)}),
    notices=0.04,
    support=_variance,
    layer=Layer(("nl",)),
    models=("leaky slope",),
)
def in_one_layer(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """<x_1', x_2'> of two unit vectors at He gain: shape (size,)."""
    rho = float(cell["rho"])
    batch = np.array([[1.0, rho], [0.0, np.sqrt(1 - rho**2)]])
    x = layer(np.broadcast_to(batch, (size, 2, 2)), width=WIDTH, rng=rng)
    return np.asarray((x[:, :, 0] * x[:, :, 1]).sum(axis=1))
