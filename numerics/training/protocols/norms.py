"""morwani20, Section 4: networks with L_p normalisations, how far they move, how curved the loss is where they end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray

from numerics.training.backprop import initial as he
from numerics.training.hessian import top
from numerics.training.nets.mlp import MLP, Weights
from numerics.training.nets.normalise import Tensor
from numerics.training.protocols.drawn import Images, images, members, right, tensors
from numerics.training.protocols.rate_one import norm
from numerics.training.sgd import cross_entropy, minibatches, train

Floats = NDArray[np.float64]

ARMS: tuple[tuple[float, bool], ...] = tuple((p, c) for p in (2.0, 3.0, 1.5, 4.0, np.inf) for c in (True, False))
"""(p, whether centred); the first four are those of the notes."""


@dataclass(frozen=True)
class Shallow:
    """The protocol's sizes: SGD on `images` images of a set, cross entropy, He's weights."""

    data: str = "digits"
    images: int = 400
    layers: int = 4
    width: int = 32
    rate: float = 0.1
    batch: int = 40
    epochs: int = 30
    hessian: int = 128
    eigenvalues: int = 10


class Ends(NamedTuple):
    """By arm: distance from the start by epoch (A, epochs + 1, R), the greatest eigenvalues of the Hessian at the end
    (A, R, k), and the best test accuracy over the epochs (A, R). An arm that diverges has inf, NaN and what it had."""

    distance: Floats
    eigenvalues: Floats
    accuracy: Floats


def ends(sizes: Shallow, arms: Sequence[tuple[float, bool]], size: int, rng: Generator, curved: bool = True) -> Ends:
    """`size` seeds of all arms: the same images, weights and minibatches.

    curved : whether eigenvalues are computed, on the first `hessian` images of each training set, by all parameters.
    """
    data = images(sizes.data)
    places = members(len(data.points), sizes.images, size, rng)
    start = tensors(he((data.points.shape[1], *[sizes.width] * (sizes.layers - 1), data.classes), size, rng))
    everything, _ = data.at(places)
    per_epoch = sizes.images // sizes.batch
    order = list(minibatches(rng, places, sizes.batch, per_epoch * sizes.epochs))
    found = []
    for p, centred in arms:
        net = MLP(norm(p, centred))
        moved: list[Floats] = []
        shares: list[Floats] = []

        def watch(step: int, now: list[Weights], net: MLP = net, moved: list[Floats] = moved,
                  shares: list[Floats] = shares) -> None:  # fmt: skip
            if step % per_epoch == 0:
                moved.append(_distance(start, now))
                shares.append(_accuracy(net, now, data, everything))

        run = train(net, start, data.points, data.labels, order, rate=sizes.rate, watch=watch)
        distance = np.array(moved)
        distance[:, run.diverged >= 0] = np.inf
        values = np.full((size, sizes.eigenvalues), np.nan)
        if curved:
            points, labels = data.at(places[:, : sizes.hessian])

            def loss(of: Any, net: MLP = net, points: Tensor = points, labels: Tensor = labels) -> Tensor:
                return cross_entropy(net(of, points), labels)

            values = top(loss, run.parameters, sizes.eigenvalues, rng, steps=60, tolerance=1e-2).values
            values[run.diverged >= 0] = np.nan
        found.append((distance, values, np.max(shares, axis=0)))
    return Ends(*(np.array(part) for part in zip(*found, strict=True)))


def _distance(start: Sequence[Weights], now: Sequence[Weights]) -> Floats:
    """|parameters now - at the start|, (R,)."""
    pairs = (pair for layers in zip(start, now, strict=True) for pair in zip(*layers, strict=True))
    squares = [(b - a).square().flatten(1).sum(dim=1) for a, b in pairs]
    return np.asarray(torch.stack(squares).sum(dim=0).sqrt().double().cpu().numpy())


def _accuracy(net: MLP, now: Sequence[Weights], data: Images, points: Tensor) -> Floats:
    """On all test images, normalised by the moments of the training set, (R,)."""
    return right(net, now, data.test_points[None], data.test_labels[None], net.moments(now, points))


def spread(values: Floats) -> Floats:
    """log2 of the greatest over the least of the arms (A, ..), 2 where it is more than that or no number, (..)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        found = np.log2(values.max(axis=0) / values.min(axis=0))
    return np.asarray(np.where(found <= 2, found, 2.0))


def times(values: Floats, others: Floats) -> Floats:
    """log2 of values over others, no less than 0 and no more than 2; 0 where it is no number."""
    with np.errstate(divide="ignore", invalid="ignore"):
        found = np.log2(values / others)
    return np.asarray(np.clip(np.where(np.isnan(found), 0.0, found), 0.0, 2.0))
