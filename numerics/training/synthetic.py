"""Data and pairs of networks of the experiments of morwani20, in protocols of our own; never imports `theory`."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from numerics.training.backprop import Floats, Network, Norm, Parameters, initial

Labels = NDArray[np.int64]

BN, VANILLA = Network(Norm(epsilon=1e-9)), Network()  # the epsilon is for rows that ReLU has silenced


def one_hot(labels: Labels, classes: int, size: int) -> Floats:
    return np.broadcast_to(np.eye(classes)[:, labels], (size, classes, len(labels)))


def clusters(size: int, rng: Generator, n: int = 64) -> tuple[Floats, Floats]:
    """Points (size, 8, n) and one-hot labels (size, 4, n)."""
    labels = np.arange(n) % 4
    means = 1.5 * rng.standard_normal((size, 8, 4))
    return means[:, :, labels] + rng.standard_normal((size, 8, n)), one_hot(labels, 4, size)


def deep_pair(
    size: int, rng: Generator, layers: int = 10, n: int = 64
) -> tuple[Floats, Floats, list[Parameters], list[Parameters]]:
    """n points, labels, parameters of the BN networks of so many layers and of their equivalents."""
    points, targets = clusters(size, rng, n)
    parameters = initial((8, *[16] * (layers - 1), 4), size, rng)
    return points, targets, parameters, BN.equivalent(parameters, points)[1]


def noisy(means: Floats, labels: Labels, rng: Generator) -> Floats:
    """Data (size, 200, len(labels)): 20 useful features about the class means (size, 20, 5), the others noise."""
    useful = means[:, :, labels] + 0.3 * rng.standard_normal((len(means), 20, len(labels)))
    return np.concatenate([useful, rng.standard_normal((len(means), 180, len(labels)))], axis=1)
