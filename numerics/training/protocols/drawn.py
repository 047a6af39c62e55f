"""What the arms of a protocol share: a training set for each seed, and how accuracy is counted."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray

from numerics.training.backprop import Parameters
from numerics.training.data import load
from numerics.training.nets.mlp import MLP, Weights, placed
from numerics.training.nets.normalise import Moments, Tensor
from numerics.training.search import device
from numerics.training.sgd import strictly_greatest

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Images(NamedTuple):
    """Training and test images, standardised, (N, d) in float32, and labels (N,)."""

    points: Tensor
    labels: Tensor
    test_points: Tensor
    test_labels: Tensor
    classes: int

    def at(self, places: Ints) -> tuple[Tensor, Tensor]:
        """Training images (R, n, d) and their labels (R, n)."""
        where = torch.as_tensor(places, device=self.points.device)
        return self.points[where], self.labels[where]


def images(name: str) -> Images:
    """A set of `numerics.training.data` on the device of the protocols (`numerics.training.search`)."""
    return _images(name, device())


@cache
def _images(name: str, device: str) -> Images:
    data = load(name).standardised()
    arrays = (array for part in (data.train, data.test) for array in part)
    points, labels, test_points, test_labels = (torch.from_numpy(array).to(device) for array in arrays)
    return Images(points, labels, test_points, test_labels, data.classes)


def tensors(parameters: Sequence[Parameters]) -> list[Weights]:
    """Parameters on that device."""
    return placed(parameters, device())


def members(total: int, count: int, size: int, rng: Generator) -> Ints:
    """For each of `size` seeds so many different places below `total`, (size, count)."""
    if not 1 <= count <= total:
        raise ValueError(f"{count} of {total} images: wanted 1 to {total}")
    return np.stack([rng.choice(total, count, replace=False) for _ in range(size)])


def right(net: MLP, now: Sequence[Weights], points: Tensor, labels: Tensor, moments: Sequence[Moments]) -> Floats:
    """Share of the points (R, n), or (1, n), whose own label has the strictly greatest logit, (R,); of NaN, none."""
    with torch.no_grad():
        logits = net(now, points, moments or None)
    return strictly_greatest(logits, labels.expand(len(logits), -1))
