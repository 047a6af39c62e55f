"""Simulations of the claims of `theory.papers.daneshmand20.training`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from numerics.judging import Cell, sampled
from numerics.judging.protocols import BN, EFFECT, OPTIONS, REFUTED
from numerics.networks import Layer
from numerics.statistics.betting import Floats
from numerics.training.paired import (
    CLASSES,
    DEEP,
    QUICK,
    STANDARD,
    Seeds,
    ahead,
    as_samples,
    mlp,
    norm_of,
    numerical_rank,
    seeds,
)
from theory.papers.daneshmand20 import training

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


@sampled(training.dense, "accuracy from symmetric weights - accuracy from one-sided ones", **EFFECT)
def dense(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    return ahead(*two_sides(seeds(cell, size, rng), layer))


@sampled(training.residual, "accuracy from symmetric weights - accuracy from one-sided ones", **EFFECT)
def residual(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    return ahead(*two_sides(seeds(cell, size, rng), layer, residual=1.0))


def convolutions(cell: Cell, layer: Layer) -> Any:
    """The network of VGG shape of a cell, with the norm of a layer."""
    from numerics.training.data import load
    from numerics.training.nets import vgg

    return vgg.VGG(load(cell["data"]).shape, cell["blocks"], norm_of(layer))


@sampled(
    training.convolutional,
    "accuracy from symmetric weights - accuracy from one-sided ones",
    **EFFECT | {"at": VGG},
)
def one_sided(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    drawn, net = seeds(cell, size, rng), convolutions(cell, layer)
    starts = (net.initial(CLASSES, size, rng, one_sided=side) for side in (False, True))
    return ahead(*(drawn.trained(net, drawn.start(start)).accuracy for start in starts))


@sampled(
    training.centring,
    "whether the accuracies with recentring and without are within 1/10",
    **OPTIONS | {"at": VGG},
)
def centred(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    drawn = seeds(cell, size, rng)
    nets = [convolutions(cell, arm) for arm in (layer, RESCALED)]
    start = drawn.start(nets[0].initial(CLASSES, size, rng))
    one, other = (drawn.trained(net, start).accuracy for net in nets)
    return as_samples(np.abs(one - other) <= 0.1)


SHALLOW = 2


def at_depth(drawn: Seeds, layer: Layer | None, depth: int) -> Floats:
    """Training accuracy of fresh networks of so many layers, (R,)."""
    found: Floats = drawn.trained(mlp(layer), drawn.start(drawn.weights(depth=depth))).accuracy
    return found


@sampled(
    training.gap,
    "accuracy with BN - accuracy without, from the same weights, on the same minibatches",
    **EFFECT,
    models=("no rescaling",),
)
def accuracies(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    drawn = seeds(cell, size, rng)
    start = drawn.start(drawn.weights())
    return ahead(*(drawn.trained(mlp(arm), start).accuracy for arm in (layer, None)))


@sampled(training.vanilla, "accuracy at depth 2 - accuracy at the full depth, without BN", **EFFECT)
def without(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    drawn = seeds(cell, size, rng)
    return ahead(*(at_depth(drawn, None, layers) for layers in (SHALLOW, cell["depth"])))


@sampled(training.mild, "whether accuracy at depth 2 is at most 1/5 above that at the full depth, with BN", **OPTIONS)
def with_bn(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    drawn = seeds(cell, size, rng)
    shallow, deep = (at_depth(drawn, layer, layers) for layers in (SHALLOW, cell["depth"]))
    return as_samples(shallow - deep <= 0.2)


@sampled(
    training.ranks,
    "rank with BN - rank without, of the last hidden layer at the start, as shares of the width",
    **EFFECT | {"at": tuple({**cell, "steps": 0} for cell in OPTIONS["at"])},
)
def ranks(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    drawn = seeds(cell, size, rng)
    start, points = drawn.start(drawn.weights()), drawn.drawn.batch(2 * cell["width"])
    found = [numerical_rank(mlp(arm).hidden(start, points)[-1]) for arm in (layer, None)]
    return np.asarray(ahead(*found) / cell["width"])


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
    training.aligned,
    "mean |cos| without BN - mean |cos| with it",
    **EFFECT | {"at": tuple({**cell, "steps": 0} for cell in OPTIONS["at"])},
)
def cosines(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
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
    training.blind,
    "whether the losses on images and on noise stay within 1/10 of each other",
    **OPTIONS | {"block": seeds_of_noise},
)
def noise(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    from numerics.training.sgd import train

    drawn = seeds(cell, size, rng)
    start, real = drawn.start(drawn.weights()), drawn.drawn
    fake, places = in_noise(real, rng)
    runs = ((real, drawn.batches), (fake, [places(batch) for batch in drawn.batches]))
    losses = [train(mlp(), start, data.points, data.labels, order, rate=RATE).loss for data, order in runs]
    return as_samples(np.abs(losses[0] - losses[1]).max(axis=0) <= 0.1)


@sampled(training.rates, "whether the greatest accuracy at rates 1, 10 and 100 is at most 1/4", **OPTIONS)
def great(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    drawn = seeds(cell, size, rng)
    return as_samples(drawn.trained(mlp(), drawn.start(drawn.weights()), GREAT).accuracy <= 0.25)


FEW, MANY, REPEATS = 25, 75, 4


def raised(drawn: Seeds, start: Any, count: int = MANY) -> Any:
    """Parameters after pre-training on so many minibatches."""
    from numerics.training.nets.pretrain import pretrained
    from numerics.training.sgd import minibatches

    order = minibatches(drawn.rng, drawn.drawn.members, POINTS, count)
    return pretrained(mlp(), start, drawn.drawn.points, order, rate=RATE, repeats=REPEATS)[0]


@sampled(training.recovers, "accuracy with pre-training - accuracy without, without BN", **EFFECT)
def recovered(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    drawn = seeds(cell, size, rng)
    start = drawn.start(drawn.weights())
    return ahead(*(drawn.trained(mlp(), arm).accuracy for arm in (raised(drawn, start), start)))


def lower_loss(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """Whether pre-training ends at a lower loss than BN, (size,)."""
    drawn = seeds(cell, size, rng)
    start = drawn.start(drawn.weights())
    late = slice(-max(1, cell["steps"] // 10), None)
    arms = ((mlp(), raised(drawn, start)), (mlp(layer), start))
    pre, bn = (drawn.trained(*arm).loss[late].mean(axis=0) for arm in arms)
    return as_samples(pre < bn)


LOWER = "whether the last losses after pre-training are below those with BN"


@sampled(training.beats, LOWER, **OPTIONS | REFUTED)
def wins(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    return lower_loss(layer, cell, rng, size)


@sampled(training.beaten, LOWER, **OPTIONS)
def loses(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    return lower_loss(layer, cell, rng, size)


APART = 1.1
"""Ranks with a greater ratio have an order that training may keep."""


def kept(before: Floats, after: Floats) -> Floats:
    """Share of the ordered pairs of arms, (arms, R), that have the same order after training, (R,); 1 of none.

    A rank that is no number, of a network that has diverged, keeps no order.
    """
    pairs = [(i, j) for i, j in permutations(range(len(before)), 2)]
    ordered = np.array([before[i] > APART * before[j] for i, j in pairs])
    same = np.array([after[i] > after[j] for i, j in pairs])
    count = ordered.sum(axis=0)
    return np.where(count > 0, (ordered & same).sum(axis=0) / np.maximum(count, 1), 1.0)


def five(drawn: Seeds, layer: Layer) -> dict[str, tuple[Any, Any]]:
    """The arms of Figure 6: net and start, by name."""
    symmetric = drawn.weights()
    start = drawn.start(symmetric)
    shifted = [weights._replace(W=weights.W + weights.W.shape[-1] ** -0.5) for weights in symmetric]
    return {
        "vanilla": (mlp(), start),
        "pre-trained, few": (mlp(), raised(drawn, start, FEW)),
        "pre-trained": (mlp(), raised(drawn, start)),
        "BN": (mlp(layer), start),
        "BN, one-sided": (mlp(layer), drawn.start(shifted)),
    }


@sampled(training.order, "share of the ordered pairs of arms whose ranks have the same order after", **OPTIONS)
def order(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    from numerics.training.nets.pretrain import rank_bound

    drawn = seeds(cell, size, rng)
    points = drawn.drawn.batch(POINTS)

    def rank(net: Any, parameters: Any) -> Floats:
        return as_samples(rank_bound(net.hidden(parameters, points)[-1]).cpu())

    arms = five(drawn, layer).values()
    before = np.stack([rank(net, start) for net, start in arms])
    after = np.stack([rank(net, drawn.trained(net, start).parameters) for net, start in arms])
    return kept(before, after)
