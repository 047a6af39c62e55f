"""Simulations of the claims of `theory.papers.daneshmand21.gradients`."""

from __future__ import annotations

import numpy as np

from numerics.checks.daneshmand21.setting import over_width
from numerics.judging import Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats, NonNegative
from numerics.training.backprop import Norm
from theory.orthogonality.finite_width import growth_back_variance
from theory.papers.daneshmand21 import gradients as claims

LAYER = Layer(("rs",), gain=1.0)


def norm_of(layer: Layer) -> Norm | None:
    """The normalisation of a layer for back-propagation."""
    return Norm(centred="rc" in layer.components) if "rs" in layer.components else None


def squares(layer: Layer, n: int, d: int, depth: int, rng: np.random.Generator, size: int) -> Floats:
    """|dL/dH_0|^2/|B|^2, loss sum(B H_depth), B drawn, H_0 orthogonal, also to 1 if rows are centred: (size,)."""
    norm, centred = norm_of(layer), "rc" in layer.components
    h = np.eye(d, n)
    if centred:
        h[:n] -= 1 / n
    h = np.broadcast_to(h / np.sqrt(n - centred), (size, d, n))
    passes = []
    for _ in range(depth):
        W = rng.standard_normal((size, d, d)) * np.sqrt(layer.gain / d)
        x = W @ h
        z, s = norm.forward(x) if norm else (x, np.ones(1))
        passes.append((W, z, s))
        h = z / np.sqrt(n * d)
    B = rng.standard_normal((size, d, n))
    if centred:
        B -= B.mean(axis=-1, keepdims=True)
    back = B
    for W, z, s in reversed(passes):
        back = back / np.sqrt(n * d)
        back = np.swapaxes(W, -1, -2) @ (norm.backward(z, s, back) if norm else back)
    return np.asarray(np.square(back).sum((-1, -2)) / np.square(B).sum((-1, -2)))


@sampled(
    claims.one_layer,
    "n = 6, d = 24 and n = 10, d = 32",
    at=({"n": 6, "d": 24}, {"n": 10, "d": 32}),
    notices=0.05,
    support=lambda p, cell: NonNegative(float(growth_back_variance(cell["n"], cell["d"]))),
    layer=LAYER,
    models=("no rescaling",),
    block=512,
    limit_of=(),
    at_limit="(1 - 2/d) is claimed of every width",
)
def one_back(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    return squares(layer, cell["n"], cell["d"], 1, rng, size)


@sampled(
    claims.centred,
    "n = 7, d = 24",
    at=({"n": 7, "d": 24},),
    notices=0.05,
    support=lambda p, cell: NonNegative(float(growth_back_variance(cell["n"] - 1, cell["d"]))),
    layer=Layer(("rc", "rs"), gain=1.0),
    models=("no rescaling",),
    block=512,
)
def one_back_centred(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    return squares(layer, cell["n"], cell["d"], 1, rng, size)


@sampled(
    claims.depth,
    "growth, truncated to [1/2, 5/2], which has the same limit, 3 layers back, n = 10, d = 128, with (1 - 2/d)^3 "
    "from one-layer",
    at=({"n": 10, "d": 128},),
    notices=0.07,
    bias=over_width({10: (1.06, 0.07)}),
    expects=lambda p, cell: p * (1 - 2 / cell["d"]) ** 3,
    support=Bounded(0.5, 2.5),
    layer=LAYER,
    models=("no rescaling",),
    block=64,
    limit_of=("width",),
)
def three_back(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    return np.asarray(np.clip(squares(layer, cell["n"], cell["d"], 3, rng, size), 0.5, 2.5))
