"""Simulations of Figures 5, 7 and 13: weights on one side of 0, and rescaling without recentring."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.random import Generator

from numerics.judging import Cell, sampled
from numerics.judging.protocols import BN, EFFECT, OPTIONS
from numerics.networks import Layer
from numerics.statistics.betting import Floats
from numerics.training.paired import CLASSES, DEEP, QUICK, STANDARD, Seeds, ahead, as_samples, mlp, norm_of, seeds
from theory.papers.daneshmand20.training import breaking

VGG = tuple(
    {name: value for name, value in cell.items() if name not in ("width", "depth")} | {"blocks": blocks, "steps": steps}
    for cell, blocks, steps in (
        (QUICK, ((8, 8), (16, 16)), 60),
        (STANDARD, ((16, 16), (32, 32)), 300),
        (DEEP, ((64, 64), (128, 128)), 1000),
    )
)
RESCALED = replace(BN, components=("rs", "nl"))


def two_sides(drawn: Seeds, layer: Layer, residual: float | None = None) -> tuple[Floats, Floats]:
    """Training accuracy from symmetric weights, and from the same plus a."""
    symmetric = drawn.weights()
    shifted = [weights._replace(W=weights.W + weights.W.shape[-1] ** -0.5) for weights in symmetric]
    net = replace(mlp(layer), residual=residual)
    one, other = (drawn.trained(net, drawn.start(weights)).accuracy for weights in (symmetric, shifted))
    return one, other


@sampled(breaking.dense, "accuracy from symmetric weights - accuracy from one-sided ones", **EFFECT)
def dense(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,)"""
    return ahead(*two_sides(seeds(cell, size, rng), layer))


@sampled(breaking.residual, "accuracy from symmetric weights - accuracy from one-sided ones", **EFFECT)
def residual(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,)"""
    return ahead(*two_sides(seeds(cell, size, rng), layer, residual=1.0))


def convolutions(cell: Cell, layer: Layer) -> Any:
    """The network of VGG shape of a cell, with the norm of a layer."""
    from numerics.training.data import load
    from numerics.training.nets import vgg

    return vgg.VGG(load(cell["data"]).shape, cell["blocks"], norm_of(layer))


@sampled(
    breaking.convolutional,
    "accuracy from symmetric weights - accuracy from one-sided ones",
    **EFFECT | {"at": VGG},
)
def one_sided(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,)"""
    drawn, net = seeds(cell, size, rng), convolutions(cell, layer)
    starts = (net.initial(CLASSES, size, rng, one_sided=side) for side in (False, True))
    return ahead(*(drawn.trained(net, drawn.start(start)).accuracy for start in starts))


@sampled(
    breaking.centring,
    "whether the accuracies with recentring and without are within 1/10",
    **OPTIONS | {"at": VGG},
)
def centred(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), 0 or 1"""
    drawn = seeds(cell, size, rng)
    nets = [convolutions(cell, arm) for arm in (layer, RESCALED)]
    start = drawn.start(nets[0].initial(CLASSES, size, rng))
    one, other = (drawn.trained(net, start).accuracy for net in nets)
    return as_samples(np.abs(one - other) <= 0.1)
