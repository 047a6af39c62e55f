"""Simulations of Figure 10: the directions of gradients, and what SGD does on noise and at great rates."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.random import Generator

from numerics.judging import Cell, sampled
from numerics.judging.protocols import OPTIONS
from numerics.networks import Layer
from numerics.statistics.betting import Floats
from numerics.training.paired import Seeds, ahead, as_samples, mlp, seeds
from theory.papers.daneshmand20.training import gradients

POINTS, RATE, GREAT = 64, 0.1, (1.0, 10.0, 100.0)


def alignment(net: Any, parameters: Any, drawn: Seeds) -> Floats:
    """Mean |cos| between the gradients at two points by the weights of one neuron of the last layer, (R,).

    The gradient of the loss at point i by row k of the last W is (softmax - one hot)_ki h_i.
    """
    import torch
    from torch.nn import functional

    points = drawn.drawn.batch(POINTS)
    labels = drawn.drawn.labels[torch.as_tensor(drawn.drawn.members[:, :POINTS], device=points.device)]
    hidden, logits = net.hidden(parameters, points)[-1], net(parameters, points)
    errors = logits.softmax(dim=1) - functional.one_hot(labels, logits.shape[1]).mT  # (R, classes, n)
    rows = functional.normalize(errors[:, :, None] * hidden[:, None], dim=2)  # (R, classes, d, n)
    cosines = (rows.mT @ rows).abs().mean(dim=1)
    n = cosines.shape[-1]
    beside = cosines.sum(dim=(1, 2)) - cosines.diagonal(dim1=1, dim2=2).sum(dim=1)
    return as_samples((beside / (n * (n - 1))).cpu())


@sampled(
    gradients.aligned,
    "max(mean |cos| without BN - mean |cos| with it, 0)",
    **OPTIONS | {"at": tuple({**cell, "steps": 0} for cell in OPTIONS["at"])},
)
def cosines(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,)"""
    drawn = seeds(cell, size, rng)
    start = drawn.start(drawn.weights())
    return np.clip(ahead(*(alignment(mlp(arm), start, drawn) for arm in (None, layer))), 0.0, 1.0)


@sampled(gradients.blind, "whether the losses on images and on noise stay within 1/10 of each other", **OPTIONS)
def noise(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), 0 or 1"""
    import torch

    from numerics.training.sgd import train

    drawn = seeds(cell, size, rng)
    start, real = drawn.start(drawn.weights()), drawn.drawn
    uniform = rng.uniform(-(3**0.5), 3**0.5, tuple(real.points.shape))
    fake = replace(real, points=torch.tensor(uniform, dtype=real.points.dtype, device=real.points.device))
    losses = [train(mlp(), start, data.points, data.labels, drawn.batches, rate=RATE).loss for data in (real, fake)]
    return as_samples(np.abs(losses[0] - losses[1]).max(axis=0) <= 0.1)


@sampled(gradients.rates, "whether the greatest accuracy at rates 1, 10 and 100 is at most 1/4", **OPTIONS)
def great(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), 0 or 1"""
    drawn = seeds(cell, size, rng)
    return as_samples(drawn.trained(mlp(), drawn.start(drawn.weights()), GREAT).accuracy <= 0.25)
