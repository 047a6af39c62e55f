"""Gradients at the outlier, by back-propagation."""

from __future__ import annotations

import numpy as np
from sympy import Rational

from numerics.checks.yang19.setting import backward, forward
from numerics.judging import BOOLEAN, Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Floats
from theory.papers.yang19.outlier import rescaled


@sampled(
    rescaled.law,
    "a layer of m neurons, n = 6: how often the sum is at most s; (m, s) = (1, 1/10), (4, 8), (16, 100), (64, 2000)",
    at=({"m": 1, "s": Rational(1, 10)}, {"m": 4, "s": 8}, {"m": 16, "s": 100}, {"m": 64, "s": 2000}),
    notices=0.05,
    scale=1.0,
    support=BOOLEAN,
    layer=Layer(("rc", "rs", "nl"), gain=1.0),
    models=("no rescaling",),
)
def at_most(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    n, m = 6, cell["m"]
    x = np.zeros((size, m, n))
    x[..., 0] = rng.standard_normal((size, m))
    delta = np.zeros((size, 1, n))  # one for all rows: the growth does not depend on it
    delta[..., 1:] = rng.standard_normal((size, 1, n - 1))
    delta[..., 1:] -= delta[..., 1:].mean(axis=-1, keepdims=True)
    delta /= np.linalg.norm(delta, axis=-1, keepdims=True)
    _, kept, slopes = forward(layer, x)
    back = backward(layer, kept, slopes, delta)
    return np.where(np.square(back).sum((-1, -2)) * (n - 1) / n**2 <= float(cell["s"]), 1.0, 0.0)
