"""morwani20, Section 5: few useful features among many of noise, little data, with BN and without."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray

from numerics.training.backprop import initial as he
from numerics.training.nets.mlp import MLP, Weights
from numerics.training.nets.normalise import Norm
from numerics.training.protocols.drawn import right, tensors
from numerics.training.protocols.rate_one import EPSILON
from numerics.training.search import device
from numerics.training.sgd import minibatches, train

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Noisy:
    """A law of the family, and the sizes: one hidden layer of `width`, He's weights, cross entropy.

    The first `useful` of `features` are class means of +-`separation`, by fair coins, plus noise of standard deviation
    `jitter`; the others are N(0, 1). `each` points of every class are for training, `held_out` for validation.
    """

    separation: float
    each: int
    features: int = 1000
    useful: int = 100
    classes: int = 5
    jitter: float = 0.3
    width: int = 100
    held_out: int = 40
    batch: int = 25
    epochs: int = 40
    rates: tuple[float, ...] = (0.03, 0.3)


def sample(law: Noisy, size: int, rng: Generator) -> tuple[Floats, Ints, Floats, Ints]:
    """Training points (R, n, d) in an order drawn once, their labels (R, n), and the same for validation."""
    means = law.separation * rng.choice([-1.0, 1.0], (size, law.classes, law.useful))
    parts: list[NDArray[np.generic]] = []
    for each in (law.each, law.held_out):
        labels = rng.permuted(np.tile(np.repeat(np.arange(law.classes), each), (size, 1)), axis=1)
        points = rng.standard_normal((size, labels.shape[1], law.features), dtype=np.float32)
        points[:, :, : law.useful] *= law.jitter
        points[:, :, : law.useful] += np.take_along_axis(means, labels[:, :, None], axis=1)
        parts += [points, labels]
    return tuple(parts)  # type: ignore[return-value]


BN, VANILLA = MLP(Norm(epsilon=EPSILON)), MLP()
FIXED = ((BN, False), (VANILLA, False))
"""Both networks, on minibatches that stay."""


def best(law: Noisy, size: int, rng: Generator, arms: Sequence[tuple[MLP, bool]] = FIXED) -> Floats:
    """(arms, R): best validation accuracy over every fifth epoch and the rates.

    All arms have the same points and weights; BN validates with the moments of the training set.

    arms : networks, and whether their minibatches are drawn anew in each epoch.
    """
    arrays = sample(law, size, rng)
    points, labels, fresh, marks = (torch.from_numpy(array).to(device()) for array in arrays)
    n = labels.shape[1]
    flat, answers = points.flatten(0, 1), labels.flatten()
    members = np.arange(size * n).reshape(size, n)
    batch = min(law.batch, n)
    per_epoch = n // batch
    drawn = list(minibatches(rng, members, batch, per_epoch * law.epochs)) if any(anew for _, anew in arms) else []
    kept = [members[:, i * batch : (i + 1) * batch] for i in range(per_epoch)] * law.epochs
    start = tensors(he((law.features, law.width, law.classes), size, rng))
    found = np.zeros((len(arms), size))
    for row, (net, anew) in zip(found, arms, strict=True):

        def watch(step: int, now: list[Weights], net: MLP = net, row: Floats = row) -> None:
            if step and step % (5 * per_epoch) == 0:
                np.maximum(row, right(net, now, fresh, marks, net.moments(now, points)), out=row)

        for rate in law.rates:
            train(net, start, flat, answers, drawn if anew else kept, rate=rate, watch=watch)
    return found


def ahead(accuracies: Floats) -> Floats:
    """(R,): 1 where the first is ahead, 1/2 where both are the same, 0 where it is behind."""
    return np.asarray((1 + np.sign(accuracies[0] - accuracies[1])) / 2)
