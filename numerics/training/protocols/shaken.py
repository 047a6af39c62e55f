"""morwani20, Section 1, of Santurkar et al.: noise after BN, of another mean and strength at each step."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray

from numerics.training.nets.mlp import MLP
from numerics.training.nets.normalise import Moments, Norm, Tensor
from numerics.training.protocols.drawn import images, right
from numerics.training.protocols.rate_one import EPSILON, Deep, begun
from numerics.training.sgd import minibatches, train

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Sizes(Deep):
    """SGD in minibatches of `batch`; `layers` count the last, which has no BN."""

    images: int = 512
    layers: int = 5
    rate: float = 0.1
    steps: int = 300
    batch: int = 32


@dataclass(frozen=True)
class Shaken:
    """BN with noise after it in training: to every neuron and step a mean N(0, 1/4) and a strength |N(1, 1/4)|/2."""

    norm: Norm
    rng: Generator

    def moments(self, x: Tensor) -> Moments:
        return self.norm.moments(x)

    def __call__(self, x: Tensor, gamma: Tensor, beta: Tensor, moments: Moments | None = None) -> Tensor:
        y = self.norm(x, gamma, beta, moments)
        if moments is not None:
            return y
        mean, strength = (self.rng.normal(at, 0.5, (*x.shape[:-1], 1)) for at in (0.0, 1.0))
        noise = mean + np.abs(strength) / 2 * self.rng.standard_normal(x.shape, dtype=np.float32)
        return y + torch.as_tensor(noise, dtype=x.dtype, device=x.device)


def learned(sizes: Sizes, size: int, rng: Generator) -> Floats:
    """(R,): share of the training images that the network gets right after the last step, without noise."""
    data = images(sizes.data)
    places, start = begun(sizes, size, rng)
    net = MLP(Shaken(Norm(epsilon=EPSILON), rng))  # type: ignore[arg-type]
    order = minibatches(rng, places, sizes.batch, sizes.steps)
    run = train(net, start, data.points, data.labels, order, rate=sizes.rate)
    points, labels = data.at(places)
    calm = MLP(Norm(epsilon=EPSILON))
    return right(calm, run.parameters, points, labels, calm.moments(run.parameters, points))
