"""Gradients through the linear chain by back-propagation: one layer from orthogonal columns, and three layers."""

from __future__ import annotations

import numpy as np

from numerics.backprop import Norm
from numerics.betting import Bounded, Floats
from numerics.networks import Layer
from numerics.sampled import Cell, sampled
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


def cut(predicted: object, cell: Cell) -> Bounded:
    return Bounded(0.0, cell["cut"])


OPTIONS = {"support": cut, "models": ("no rescaling",)}


@sampled(
    claims.one_layer,
    "n = 6, d = 12 and n = 10, d = 32, cut off at 3 and 2, which few networks reach",
    at=({"n": 6, "d": 12, "cut": 3.0}, {"n": 10, "d": 32, "cut": 2.0}),
    notices=0.06,
    layer=LAYER,
    block=512,
    **OPTIONS,
)
def one_back(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    return np.minimum(squares(layer, cell["n"], cell["d"], 1, rng, size), cell["cut"])


@sampled(
    claims.centred,
    "n = 7, d = 12, cut off at 3",
    at=({"n": 7, "d": 12, "cut": 3.0},),
    notices=0.08,
    layer=Layer(("rc", "rs"), gain=1.0),
    block=512,
    **OPTIONS,
)
def one_back_centred(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    return np.minimum(squares(layer, cell["n"], cell["d"], 1, rng, size), cell["cut"])


@sampled(
    claims.depth,
    "3 layers back, n = 10, d = 128, cut off at 2.5",
    at=({"n": 10, "d": 128, "cut": 2.5},),
    notices=0.12,
    bias=0.04,
    layer=LAYER,
    block=64,
    **OPTIONS,
)
def three_back(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    return np.minimum(squares(layer, cell["n"], cell["d"], 3, rng, size), cell["cut"])
