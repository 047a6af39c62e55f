"""morwani20, Section 3: deep networks at one rate, with normalisation and from the equivalent point without."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray

from numerics.training.backprop import initial as he
from numerics.training.nets.mlp import MLP, Weights
from numerics.training.nets.normalise import Norm, Tensor
from numerics.training.protocols.drawn import images, members, right, tensors
from numerics.training.sgd import Trained, cross_entropy, train

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

EPSILON = 1e-5
"""Of every norm but that of p = inf, which takes none."""


@dataclass(frozen=True)
class Deep:
    """The protocol's sizes: full-batch gradient descent on `images` images of a set, cross entropy, He's weights."""

    data: str = "digits"
    images: int = 128
    layers: int = 10
    width: int = 32
    rate: float = 1.0
    steps: int = 30


@dataclass(frozen=True)
class Pair:
    """Losses and norms of both networks. Norms are (steps + 1, R, 4): the greatest of the hidden layers' activations,
    the greatest of the loss's gradients by them, the weights of the hidden layers together, and the loss's gradients by
    these; NaN from divergence on.
    """

    bn: Trained
    vanilla: Trained
    bn_norms: Floats
    vanilla_norms: Floats


def norm(p: float, recentre: bool = True) -> Norm:
    return Norm(recentre=recentre, p=p, epsilon=0.0 if np.isinf(p) else EPSILON)


def pair(deep: Deep, normalised: Norm, size: int, rng: Generator, watched: bool = False) -> Pair:
    """`size` seeds of both: the same images, and weights that compute the same on them."""
    data = images(deep.data)
    places, start = begun(deep, size, rng)
    net = MLP(normalised)
    points, labels = data.at(places)
    without, equivalent = net.equivalent(start, points)
    runs, norms = [], []
    for network, parameters in ((net, start), (without, equivalent)):
        seen: list[Floats] = []

        def watch(step: int, now: list[Any], network: MLP = network, seen: list[Floats] = seen) -> None:
            seen.append(sizes(network, now, points, labels))

        everything = [places] * deep.steps
        runs.append(train(network, parameters, data.points, data.labels, everything, rate=deep.rate,
                          watch=watch if watched else None))  # fmt: skip
        norms.append(np.array(seen))
    bn, vanilla = (_until(run, seen) for run, seen in zip(runs, norms, strict=True))
    return Pair(runs[0], runs[1], bn, vanilla)


def begun(deep: Deep, size: int, rng: Generator) -> tuple[Ints, list[Weights]]:
    """Training sets (R, images), and the weights with normalisation."""
    data = images(deep.data)
    places = members(len(data.points), deep.images, size, rng)
    widths = (data.points.shape[1], *[deep.width] * (deep.layers - 1), data.classes)
    return places, tensors(he(widths, size, rng))


def _until(run: Trained, norms: Floats) -> Floats:
    """The norms up to the last step with a finite loss."""
    if not len(norms):
        return norms
    steps = np.arange(len(norms))[:, None]
    gone = (run.diverged >= 0) & (steps >= run.diverged)
    return np.asarray(np.where(gone[:, :, None] | ~np.isfinite(norms), np.nan, norms))


def sizes(net: MLP, parameters: list[Weights], points: Tensor, labels: Tensor) -> Floats:
    """(R, 4): greatest Frobenius norms of a hidden layer and of the gradient by one, norm of the hidden weights
    together and of the gradient by them."""
    with torch.enable_grad():
        free = [layer._replace(W=layer.W.detach().requires_grad_()) for layer in parameters]
        *hidden, logits = net.outputs(free, points)
        wanted = [*hidden, *(layer.W for layer in free[:-1])]
        slopes = torch.autograd.grad(cross_entropy(logits, labels).sum(), wanted)
    sides = (torch.stack([_norm(part.detach()) for part in parts]) for parts in (hidden, slopes[: len(hidden)]))
    greatest = [norms.amax(dim=0) for norms in sides]
    layers = ([layer.W.detach() for layer in parameters[:-1]], slopes[len(hidden) :])
    together = [torch.stack([_norm(part) for part in parts]).square().sum(dim=0).sqrt() for parts in layers]
    return np.asarray(torch.stack([*greatest, *together], dim=1).double().cpu().numpy())


def _norm(matrices: Tensor) -> Tensor:
    """Frobenius norms of matrices (R, a, b), (R,)."""
    return torch.linalg.vector_norm(matrices, dim=(1, 2))


def only_vanilla_diverges(deep: Deep, normalised: Norm, size: int, rng: Generator) -> Floats:
    """(size,): 1 where the network without normalization diverges, and the one with it does not."""
    found = pair(deep, normalised, size, rng)
    return np.where((found.vanilla.diverged >= 0) & (found.bn.diverged < 0), 1.0, 0.0)


def grown(deep: Deep, size: int, rng: Generator) -> tuple[Floats, Floats]:
    """Factors (size, 3) by which the first three norms have grown: without BN at its last step with a finite loss,
    with BN at most, over all steps. NaN without BN where it does not diverge."""
    found = pair(deep, norm(2.0), size, rng, watched=True)
    last = np.maximum(found.vanilla.diverged - 1, 0)
    ends = found.vanilla_norms[last, np.arange(size)]
    ends = np.where(found.vanilla.diverged[:, None] > 0, ends, np.nan)
    factors = ends / found.vanilla_norms[0], found.bn_norms.max(axis=0) / found.bn_norms[0]
    return factors[0][:, :3], factors[1][:, :3]


def accuracies(deep: Deep, rates: Sequence[float], size: int, rng: Generator) -> Floats:
    """(2, rates, R): test accuracies with BN and without after the last step; a network that diverges has 0."""
    data = images(deep.data)
    places, start = begun(deep, size, rng)
    net = MLP(norm(2.0))
    points, _ = data.at(places)
    without, equivalent = net.equivalent(start, points)
    found = np.zeros((2, len(rates), size))
    for arm, (network, parameters) in enumerate(((net, start), (without, equivalent))):
        for place, rate in enumerate(rates):
            run = train(network, parameters, data.points, data.labels, [places] * deep.steps, rate=rate)
            moments = network.moments(run.parameters, points)
            shares = right(network, run.parameters, data.test_points[None], data.test_labels[None], moments)
            found[arm, place] = np.where(run.diverged >= 0, 0.0, shares)
    return found
