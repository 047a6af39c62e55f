"""Simulations of Figure 1: accuracy and rank against depth, with batch normalization and without."""

from __future__ import annotations

import numpy as np

from numerics.judging import Cell, sampled
from numerics.judging.protocols import EFFECT, OPTIONS
from numerics.networks import Layer
from numerics.statistics.betting import Floats
from numerics.training.paired import Seeds, ahead, as_samples, mlp, numerical_rank, seeds
from theory.papers.daneshmand20.training import depth

SHALLOW = 2


def at_depth(drawn: Seeds, layer: Layer | None, depth: int) -> Floats:
    """Training accuracy of fresh networks of so many layers, (R,)."""
    found: Floats = drawn.trained(mlp(layer), drawn.start(drawn.weights(depth=depth))).accuracy
    return found


@sampled(
    depth.gap,
    "accuracy with BN - accuracy without, from the same weights, on the same minibatches",
    **EFFECT,
    models=("no rescaling",),
)
def accuracies(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    drawn = seeds(cell, size, rng)
    start = drawn.start(drawn.weights())
    return ahead(*(drawn.trained(mlp(arm), start).accuracy for arm in (layer, None)))


@sampled(depth.vanilla, "accuracy at depth 2 - accuracy at the full depth, without BN", **EFFECT)
def without(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    drawn = seeds(cell, size, rng)
    return ahead(*(at_depth(drawn, None, layers) for layers in (SHALLOW, cell["depth"])))


@sampled(depth.mild, "whether accuracy at depth 2 is at most 1/5 above that at the full depth, with BN", **OPTIONS)
def with_bn(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,), 0 or 1"""
    drawn = seeds(cell, size, rng)
    shallow, deep = (at_depth(drawn, layer, layers) for layers in (SHALLOW, cell["depth"]))
    return as_samples(shallow - deep <= 0.2)


@sampled(
    depth.ranks,
    "rank with BN - rank without, of the last hidden layer at the start, as shares of the width",
    **EFFECT | {"at": tuple({**cell, "steps": 0} for cell in OPTIONS["at"])},
)
def ranks(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    drawn = seeds(cell, size, rng)
    start, points = drawn.start(drawn.weights()), drawn.drawn.batch(2 * cell["width"])
    found = [numerical_rank(mlp(arm).hidden(start, points)[-1]) for arm in (layer, None)]
    return np.asarray(ahead(*found) / cell["width"])
