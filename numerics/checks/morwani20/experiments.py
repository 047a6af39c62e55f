"""Simulations of Sections 3 and 5: training with and without batch normalization, in protocols of our own.

One sample is one data set with one pair of networks, or with the one of the two that the cell asks for.
"""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from numerics.backprop import Floats, Network, Parameters, initial, train
from numerics.experiments import BN, VANILLA, deep_pair, noisy, one_hot
from numerics.networks import Layer
from numerics.sampled import BOOLEAN, Cell, sampled
from theory.papers.morwani20 import experiments as claims


@sampled(
    claims.rate_one,
    "20 steps at rate 1: how often BN, and the equivalent vanilla network, diverge",
    at=({"entry": 0}, {"entry": 1}),
    notices=0.5,
    scale=lambda p, cell: 1.0,
    support=BOOLEAN,
    block=64,
)
def diverges(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), 0 or 1."""
    points, targets, normalised, plain = deep_pair(size, rng)
    network, parameters = (VANILLA, plain) if cell["entry"] else (BN, normalised)
    return np.where(train(network, parameters, points, targets, rate=1.0, steps=20).diverged >= 0, 1.0, 0.0)


@sampled(
    claims.small_rate,
    "40 steps at rate 1/10: how often the vanilla network diverges, how often BN has the lower loss",
    at=({"entry": 0}, {"entry": 1}),
    notices=0.5,
    bias=0.1,
    scale=lambda p, cell: 1.0,
    support=BOOLEAN,
    block=16,
)
def loses(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), 0 or 1."""
    points, targets, normalised, plain = deep_pair(size, rng)
    vanilla = train(VANILLA, plain, points, targets, rate=0.1, steps=40)
    if cell["entry"] == 0:
        return np.where(vanilla.diverged >= 0, 1.0, 0.0)
    normal = train(BN, normalised, points, targets, rate=0.1, steps=40)
    return np.where(normal.loss[-1] < vanilla.loss[-1], 1.0, 0.0)


@sampled(
    claims.always_robust,
    "how often the best accuracy of BN is at least that of the vanilla network, same data and same weights",
    at=({"per class": 3},),
    notices=0.25,
    support=BOOLEAN,
    block=16,
)
def as_good(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), 0 or 1."""
    means = 1.2 * rng.choice([-1.0, 1.0], (size, 20, 5))
    labels, fresh = np.repeat(np.arange(5), cell["per class"]), np.repeat(np.arange(5), 40)
    points, held_out = noisy(means, labels, rng), noisy(means, fresh, rng)
    parameters = initial((200, 32, 5), size, rng)
    best = np.zeros((2, size))
    for row, network in zip(best, (BN, VANILLA), strict=True):

        def validate(step: int, trained: Network, now: list[Parameters], row: Floats = row) -> None:
            if step % 5 == 0:
                frozen, equivalent = trained.equivalent(now, points)
                guesses = frozen.forward(equivalent, held_out)[0].argmax(axis=-2)
                np.maximum(row, (guesses == fresh).mean(axis=-1), out=row)

        for rate in (0.03, 0.3):
            train(network, parameters, points, one_hot(labels, 5, size), rate=rate, steps=60, watch=validate)
    return np.where(best[0] >= best[1], 1.0, 0.0)
