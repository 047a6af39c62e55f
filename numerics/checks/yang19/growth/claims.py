"""Back-propagation through one neuron at infinite width."""

from __future__ import annotations

import numpy as np

from numerics.checks.yang19.growth.setting import BN, BN_RELU, MODELS, points, share, spread
from numerics.checks.yang19.setting import backward, forward
from numerics.judging import Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Floats, NonNegative
from theory.papers.yang19.growth import claims
from theory.wide.gradient_growth import gradient_growth


def of_neuron(layer: Layer, n: int, rng: np.random.Generator, size: int) -> Floats:
    """|dL/dx|^2/|delta|^2 of one neuron, x ~ N(0, Q), delta uniform in direction with sum 0: (size,)."""
    x = rng.standard_normal((size, n)) @ points(n, "nl" in layer.components)
    delta = rng.standard_normal((size, n))
    delta -= delta.mean(axis=-1, keepdims=True)
    _, kept, slopes = forward(layer, x)
    back = backward(layer, kept, slopes, delta)
    return np.asarray(np.square(back).sum(axis=-1) / np.square(delta).sum(axis=-1))


def of_neuron_variance(n: int, activated: bool) -> float:
    """At least that of s/sigma^2, sigma^2 = q |g|^2/n, g normal in n - 1 > 4 dimensions: E s^2 <= E s."""
    q = spread(n, activated)
    inverse_fourth = n * n / (q * q * (n - 3) * (n - 5))
    return share(n, activated) * inverse_fourth - float(gradient_growth(n, "relu" if activated else "identity")) ** 2


@sampled(
    claims.linear,
    "one neuron at infinite width, n = 8 and 16",
    at=({"n": 8}, {"n": 16}),
    notices=0.05,
    support=lambda p, cell: NonNegative(of_neuron_variance(cell["n"], False)),
    layer=BN,
    models=("no rescaling",),
    limit_of=(),
)
def linear_neuron(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    return of_neuron(layer, cell["n"], rng, size)


@sampled(
    claims.relu,
    "one neuron at infinite width, n = 10 and 32",
    at=({"n": 10}, {"n": 32}),
    notices=0.05,
    support=lambda p, cell: NonNegative(of_neuron_variance(cell["n"], True)),
    layer=BN_RELU,
    models=MODELS,
    limit_of=(),
)
def relu_neuron(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    return of_neuron(layer, cell["n"], rng, size)
