"""Gradients back-propagated through one neuron, one layer and deep networks."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from numerics.chains.walk import drawn, last, walk
from numerics.checks.yang19.setting import backward, forward, gradient_squares
from numerics.judging import Bias, Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats, NonNegative
from theory.papers.yang19.growth import linear
from theory.papers.yang19.growth import rates as claims
from theory.wide.gradient_growth import gradient_growth

BN, BN_RELU = Layer(("rc", "rs"), gain=1.0), Layer(("rc", "rs", "nl"), gain=1.0)
MODELS = ("no centring", "no rescaling")


def kappa(n: int) -> float:
    """Cosine of the symmetric fixed point of BN + ReLU."""
    rho = -1 / (n - 1)
    return float((np.sqrt(1 - rho * rho) + (np.pi - np.arccos(rho)) * rho) / np.pi)


def points(n: int, activated: bool) -> Floats:
    """Columns with the symmetric Gram matrix Q of a layer's output, one row of Q^(1/2) a dimension: (n, n)."""
    P = np.eye(n) - 1 / n
    if not activated:
        return np.asarray(P * np.sqrt(n / (n - 1)))
    c = kappa(n)
    return np.asarray(np.sqrt((1 - c) / 2) * P + np.sqrt((1 + (n - 1) * c) / 2) / n)


def spread(n: int, activated: bool) -> float:
    """q = Q_11 - Q_12."""
    return (1 - kappa(n)) / 2 if activated else n / (n - 1)


def share(n: int, activated: bool) -> float:
    """E s, s = sigma^2 |dL/dx|^2/|delta|^2, which lies in [0, 1] and depends on the direction of x alone."""
    growth = float(gradient_growth(n, "relu" if activated else "identity"))
    return growth * spread(n, activated) * (n - 3) / n


def of_neuron(layer: Layer, n: int, rng: np.random.Generator, size: int) -> Floats:
    """|dL/dx|^2/|delta|^2 of one neuron, x ~ N(0, Q), delta uniform in direction with sum 0: (size,)."""
    x = rng.standard_normal((size, n)) @ points(n, "nl" in layer.components)
    delta = rng.standard_normal((size, n))
    delta -= delta.mean(axis=-1, keepdims=True)
    _, kept, slopes = forward(layer, x)
    back = backward(layer, kept, slopes, delta)
    return np.asarray(np.square(back).sum(axis=-1) / np.square(delta).sum(axis=-1))


@lru_cache(maxsize=32)  # each test asks
def of_neuron_variance(n: int, activated: bool) -> float:
    """At least that of s/sigma^2, sigma^2 = q |g|^2/n, g normal in n - 1 > 4 dimensions: E s^2 <= E s."""
    q = spread(n, activated)
    inverse_fourth = n * n / (q * q * (n - 3) * (n - 5))
    return share(n, activated) * inverse_fourth - float(gradient_growth(n, "relu" if activated else "identity")) ** 2


@sampled(
    linear.linear,
    "one neuron at infinite width, n = 8 and 16",
    at=({"n": 8}, {"n": 16}),
    notices=0.05,
    support=lambda p, cell: NonNegative(of_neuron_variance(cell["n"], False)),
    layer=BN,
    models=("no rescaling",),
    limit_of=(),
    at_limit="a mean over one neuron: at infinite width neurons are independent copies of it",
)
def linear_neuron(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
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
    at_limit="a mean over one neuron: at infinite width neurons are independent copies of it",
)
def relu_neuron(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    return of_neuron(layer, cell["n"], rng, size)


@lru_cache(maxsize=32)
def variance(n: int, d: int) -> float:
    """At least that of the growth of one layer: note of one-layer."""
    q, s, rest = spread(n, True), share(n, True), d - n + 1
    rows = 1 + 2 * rest / (n - 3) + rest * (rest + 2) / ((n - 3) * (n - 5))
    return float((n / (q * d)) ** 2 * (s * rows / d + 2 * s * s * (1 + rest / (n - 3) ** 2)))


@sampled(
    claims.one_layer,
    "n = 10, d = 16 and n = 16, d = 24: one layer from the symmetric Gram matrix, signs of rows drawn",
    at=({"n": 10, "d": 16}, {"n": 16, "d": 24}),
    notices=0.08,
    support=lambda p, cell: NonNegative(variance(cell["n"], cell["d"])),
    layer=BN_RELU,
    models=MODELS,
    block=512,
    limit_of=(),
    at_limit="(1 - 2/d) is claimed of every width",
)
def one_back(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """|dL/dH|^2/|dL/dH'|^2: (size,)."""
    n, d = cell["n"], cell["d"]
    h = np.zeros((size, d, n))
    h[:, :n] = points(n, "nl" in layer.components) * np.sqrt(d)
    delta = rng.standard_normal((size, 1, n)) * rng.choice([-1.0, 1.0], (size, d, 1))
    delta -= delta.mean(axis=-1, keepdims=True)
    before, after = gradient_squares(layer, h, delta, 1, d, rng)
    return np.asarray(before / after)


FIRST, AFTER, LAYERS = 8, 11, 14


@sampled(
    claims.deep,
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
    # 2 s: the growth varies as much as its mean, and the layers back take all d x d weights
    n, d = cell["n"], cell["d"]
    h, delta = rng.standard_normal((2, size, d, n))
    h = last(walk(h, drawn(layer, rng), FIRST))  # the way back ends here: no weights are needed
    squares = gradient_squares(layer, h, delta, LAYERS - FIRST, d, rng)
    return np.asarray(np.clip(squares[0] / squares[AFTER - FIRST], 1.0, 12.0))
