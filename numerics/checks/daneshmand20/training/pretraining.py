"""Simulations of Figures 4, 6, 11 and 12: rank-increasing pre-training against batch normalization."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
from numpy.random import Generator

from numerics.judging import Cell, sampled
from numerics.judging.protocols import EFFECT, OPTIONS, REFUTED
from numerics.networks import Layer
from numerics.statistics.betting import Floats
from numerics.training.paired import Seeds, ahead, as_samples, mlp, seeds
from theory.papers.daneshmand20.training import pretraining

FEW, MANY, REPEATS, POINTS, RATE = 25, 75, 4, 64, 0.1


def raised(drawn: Seeds, start: Any, count: int = MANY) -> Any:
    """Parameters after pre-training on so many minibatches."""
    from numerics.training.nets.pretrain import pretrained
    from numerics.training.sgd import minibatches

    order = minibatches(drawn.rng, drawn.drawn.members, POINTS, count)
    return pretrained(mlp(), start, drawn.drawn.points, order, rate=RATE, loss="layers", repeats=REPEATS)[0]


@sampled(pretraining.recovers, "accuracy with pre-training - accuracy without, without BN", **EFFECT)
def recovered(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,)"""
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


@sampled(pretraining.beats, LOWER, **OPTIONS | REFUTED)
def wins(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), 0 or 1"""
    return lower_loss(layer, cell, rng, size)


@sampled(pretraining.beaten, LOWER, **OPTIONS)
def loses(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), 0 or 1"""
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


@sampled(pretraining.order, "share of the ordered pairs of arms whose ranks have the same order after", **OPTIONS)
def order(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,)"""
    from numerics.training.nets.pretrain import rank_bound

    drawn = seeds(cell, size, rng)
    points = drawn.drawn.batch(POINTS)

    def rank(net: Any, parameters: Any) -> Floats:
        return as_samples(rank_bound(net.hidden(parameters, points)[-1]).cpu())

    arms = five(drawn, layer).values()
    before = np.stack([rank(net, start) for net, start in arms])
    after = np.stack([rank(net, drawn.trained(net, start).parameters) for net, start in arms])
    return kept(before, after)
