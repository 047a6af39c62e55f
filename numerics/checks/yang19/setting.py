"""Layers forwards and backwards, with the components of a `Layer` and Gaussian weights of variance 1/d."""

from __future__ import annotations

from typing import Any

import numpy as np

from numerics.networks import Layer
from numerics.statistics.betting import Floats
from numerics.training.backprop import Norm


def forward(layer: Layer, x: Floats) -> tuple[Floats, Any, Floats]:
    """Output, what the way back needs, and slopes of the activation."""
    kept = None
    if "rs" in layer.components:
        norm = Norm(centred="rc" in layer.components)
        kept = (norm, *norm.forward(x))
        x = kept[1]
    elif "rc" in layer.components:
        x = x - x.mean(axis=-1, keepdims=True)
    low = layer.slope if layer.activation == "leaky_relu" else 0.0
    slopes = np.where(x > 0, 1.0, low) if "nl" in layer.components else np.ones_like(x)
    return slopes * x, kept, slopes


def backward(layer: Layer, kept: Any, slopes: Floats, delta: Floats) -> Floats:
    """Gradient by the preactivations."""
    delta = slopes * delta
    if kept is None:
        return np.asarray(delta - delta.mean(axis=-1, keepdims=True) if "rc" in layer.components else delta)
    norm, z, s = kept
    return norm.backward(z, s, delta)  # type: ignore[no-any-return]


def gradient_squares(
    layer: Layer, h: Floats, delta: Floats, depth: int, d: int, rng: np.random.Generator
) -> list[Floats]:
    """Squares of the gradients by the inputs of `depth` layers and by the output, given the last: (size,) each."""
    kept = []
    for _ in range(depth):
        W = rng.standard_normal((len(h), d, d)) / np.sqrt(d)
        h, passed, slopes = forward(layer, W @ h)
        kept.append((W, passed, slopes))
    found = [np.square(delta).sum((-1, -2))]
    for W, passed, slopes in reversed(kept):
        delta = np.swapaxes(W, -1, -2) @ backward(layer, passed, slopes, delta)
        found.append(np.square(delta).sum((-1, -2)))
    return found[::-1]
