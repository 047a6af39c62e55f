"""Simulations of Figure 10: the directions of gradients, and what SGD does on noise and at great rates."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from numerics.judging import Cell, sampled
from numerics.judging.protocols import EFFECT, OPTIONS
from numerics.networks import Layer
from numerics.statistics.betting import Floats
from numerics.training.paired import Seeds, ahead, as_samples, mlp, seeds
from theory.papers.daneshmand20.training import gradients

if TYPE_CHECKING:
    from numerics.training.search import Sample

Ints = NDArray[np.int64]
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
    "mean |cos| without BN - mean |cos| with it",
    **EFFECT | {"at": tuple({**cell, "steps": 0} for cell in OPTIONS["at"])},
)
def cosines(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,)"""
    drawn = seeds(cell, size, rng)
    start = drawn.start(drawn.weights())
    return np.clip(ahead(*(alignment(mlp(arm), start, drawn) for arm in (None, layer))), -1.0, 1.0)


def seeds_of_noise(predicted: Any, cell: Cell) -> int:
    """Seeds of a block: each has noise of its own for all its points."""
    return 4 if cell["size"] > 8192 else 16


def own_places(members: Ints) -> Callable[[Ints], Ints]:
    """From points of each seed, (R, n), to where they lie if all seeds' members, (R, size), are laid end to end."""
    R, size = members.shape
    order = np.argsort(members, axis=1)
    ranked = np.take_along_axis(members, order, axis=1)
    return lambda points: np.stack([order[i][np.searchsorted(ranked[i], points[i])] + i * size for i in range(R)])


def in_noise(real: Sample, rng: Generator) -> tuple[Sample, Callable[[Ints], Ints]]:
    """Uniform noise of mean 0 and variance 1 in the place of each training point, drawn for every seed anew, with the
    labels of the points; and where the points of a minibatch lie in it."""
    import torch

    (R, size), places = real.members.shape, own_places(real.members)
    drawn = (rng.random((R * size, real.inputs), dtype=np.float32) - np.float32(0.5)) * np.float32(12**0.5)
    points = torch.from_numpy(drawn).to(real.points.device)
    labels = real.labels[torch.as_tensor(real.members.ravel(), device=real.labels.device)]
    return replace(real, points=points, labels=labels, members=places(real.members)), places


@sampled(
    gradients.blind,
    "whether the losses on images and on noise stay within 1/10 of each other",
    **OPTIONS | {"block": seeds_of_noise},
)
def noise(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), 0 or 1"""
    from numerics.training.sgd import train

    drawn = seeds(cell, size, rng)
    start, real = drawn.start(drawn.weights()), drawn.drawn
    fake, places = in_noise(real, rng)
    runs = ((real, drawn.batches), (fake, [places(batch) for batch in drawn.batches]))
    losses = [train(mlp(), start, data.points, data.labels, order, rate=RATE).loss for data, order in runs]
    return as_samples(np.abs(losses[0] - losses[1]).max(axis=0) <= 0.1)


@sampled(gradients.rates, "whether the greatest accuracy at rates 1, 10 and 100 is at most 1/4", **OPTIONS)
def great(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), 0 or 1"""
    drawn = seeds(cell, size, rng)
    return as_samples(drawn.trained(mlp(), drawn.start(drawn.weights()), GREAT).accuracy <= 0.25)
