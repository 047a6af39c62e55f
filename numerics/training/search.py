"""What protocols of training share: points drawn for every seed, and a learning rate searched for every arm.

A seed has its own training and held-out points, order of minibatches and weights; the arms of one seed have all of that
in common, as far as they can. Each arm is trained with every rate of a grid, all of them and all seeds at once, and
the rate with the greatest accuracy on the training points counts, as where the sources say "grid-searched".
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import torch
from numpy.random import Generator

from numerics.training.data import load
from numerics.training.nets.mlp import Weights, like, placed
from numerics.training.sgd import Floats, Ints, Net, Tensor, accuracy, train

DEVICE = "BNINIT_DEVICE"
"""Environment variable with the device that protocols run on, as PyTorch names it; cpu where it is not set."""

torch.set_num_threads(1)  # sums in another order round otherwise, and what a seed gives is a promise


def device() -> str:
    return os.environ.get(DEVICE) or "cpu"


@dataclass(frozen=True)
class Sample:
    """Points (N, d) and labels (N,) of a data set, standardised, and which of them each seed has.

    members : training points of each seed, (R, size); `held` : its held-out points, (R, size).
    """

    points: Tensor
    labels: Tensor
    members: Ints
    held: Ints

    @property
    def inputs(self) -> int:
        return int(self.points.shape[1])

    def batch(self, size: int) -> Tensor:
        """The first training points of each seed, (R, size, d)."""
        return self.points[torch.as_tensor(self.members[:, :size], device=self.points.device)]

    def start(self, parameters: Iterable[Any]) -> list[Weights]:
        """Arrays as parameters on the device of the points."""
        return placed(parameters, str(self.points.device))


@cache
def _whole(name: str, device: str) -> tuple[Tensor, Tensor, int]:
    data = load(name).standardised()
    points = np.concatenate([data.train.inputs, data.test.inputs])
    labels = np.concatenate([data.train.labels, data.test.labels])
    return torch.tensor(points, device=device), torch.tensor(labels, device=device), len(data.train.labels)


def sample(name: str, replicates: int, rng: Generator, *, size: int, held: int = 0) -> Sample:
    """Draw training points among those for training, held-out ones among those for tests, without replacement."""
    points, labels, trained = _whole(name, device())
    tested = len(labels) - trained
    if size > trained or held > tested:
        raise ValueError(f"{name} has {trained} points for training and {tested} for tests, not {size} and {held}")
    members = np.stack([rng.choice(trained, size, replace=False) for _ in range(replicates)])
    fresh = np.stack([trained + rng.choice(tested, held, replace=False) for _ in range(replicates)])
    return Sample(points, labels, members, fresh)


@dataclass(frozen=True)
class Outcome:
    """What became of an arm, at the rate that did best for each seed.

    Attributes
    ----------
    accuracy : on the training points after the last step, (R,); 0 for a network that has diverged.
    held : on the held-out points, by the batch statistics of these; empty where there are none.
    loss : on the minibatch of each step, (steps, R); inf from where it has diverged.
    rate : which rate that was, (R,).
    parameters : at the end.
    """

    accuracy: Floats
    held: Floats
    loss: Floats
    rate: Floats
    parameters: list[Any]


def searched(
    net: Net, parameters: Sequence[Any], drawn: Sample, batches: Sequence[Ints], rates: Sequence[float]
) -> Outcome:
    """Train R seeds at every rate, and keep for each seed the rate of the greatest accuracy, of the equal ones the
    least final loss."""
    R, G = len(drawn.members), len(rates)
    many = [like(layer, [torch.cat([tensor] * G) for tensor in layer]) for layer in parameters]
    by = np.repeat(np.asarray(rates, dtype=float), R)
    run = train(net, many, drawn.points, drawn.labels, [np.tile(places, (G, 1)) for places in batches], rate=by)
    right = accuracy(net, run.parameters, drawn.points, drawn.labels, np.tile(drawn.members, (G, 1)))
    right[run.diverged >= 0] = 0.0
    last = np.minimum(run.loss[-max(1, len(run.loss) // 10) :].mean(axis=0), 1e9) if len(run.loss) else right
    order = np.lexsort((last.reshape(G, R), -right.reshape(G, R)), axis=0)[0]
    best = order * R + np.arange(R)
    where = torch.as_tensor(best, device=drawn.points.device)
    kept = [like(layer, [tensor[where] for tensor in layer]) for layer in run.parameters]
    held = accuracy(net, kept, drawn.points, drawn.labels, drawn.held) if drawn.held.size else np.empty(0)
    return Outcome(right[best], held, run.loss[:, best], by[best], kept)
