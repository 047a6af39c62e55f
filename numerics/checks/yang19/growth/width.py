"""Back-propagation through one layer of finite width, and through deep networks."""

from __future__ import annotations

import numpy as np

from numerics.checks.yang19.growth.setting import BN_RELU, MODELS, points, share, spread
from numerics.checks.yang19.setting import through
from numerics.judging import Bias, Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats, NonNegative
from theory.papers.yang19.growth import width


def variance(n: int, d: int) -> float:
    """At least that of the growth of one layer: note of one-layer."""
    q, s, rest = spread(n, True), share(n, True), d - n + 1
    rows = 1 + 2 * rest / (n - 3) + rest * (rest + 2) / ((n - 3) * (n - 5))
    return float((n / (q * d)) ** 2 * (s * rows / d + 2 * s * s * (1 + rest / (n - 3) ** 2)))


@sampled(
    width.one_layer,
    "n = 10, d = 16 and n = 16, d = 24: one layer from the symmetric Gram matrix, signs of rows drawn",
    at=({"n": 10, "d": 16}, {"n": 16, "d": 24}),
    notices=0.08,
    support=lambda p, cell: NonNegative(variance(cell["n"], cell["d"])),
    layer=BN_RELU,
    models=MODELS,
    block=512,
    limit_of=(),
)
def one_back(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """|dL/dH|^2/|dL/dH'|^2: (size,)."""
    n, d = cell["n"], cell["d"]
    h = np.zeros((size, d, n))
    h[:, :n] = points(n, "nl" in layer.components) * np.sqrt(d)
    delta = rng.standard_normal((size, 1, n)) * rng.choice([-1.0, 1.0], (size, d, 1))
    delta -= delta.mean(axis=-1, keepdims=True)
    before, after = through(layer, h, delta, 1, d, rng)
    return np.asarray(before / after)


FIRST, AFTER, LAYERS = 8, 11, 14


@sampled(
    width.deep,
    "growth over layers 8 to 11 of 14, truncated to [1, 12], which has the same limit, n = 10 and 16, d = 64",
    at=({"n": 10, "d": 64}, {"n": 16, "d": 64}),
    notices=0.16,
    bias=lambda p, cell: Bias(
        1.4 / cell["d"],
        "extrapolated",
        "c/d with c = 1.4 +- 0.4, from 3,000, 1,500 and 300 networks at d = 64, 128, 256; default_rng([29, d, n])",
        error=0.8 / cell["d"],
    ),
    support=Bounded(1.0, 12.0),
    layer=BN_RELU,
    models=("no rescaling", "leaky slope"),
    block=32,
    limit_of=("width",),
)
def three_back(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    n, d = cell["n"], cell["d"]
    h, delta = rng.standard_normal((2, size, d, n))
    squares = through(layer, h, delta, LAYERS, d, rng)
    return np.asarray(np.clip(squares[FIRST] / squares[AFTER], 1.0, 12.0))
