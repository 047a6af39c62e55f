"""Stochastic gradient descent on PyTorch, all seeds and all arms of one architecture at once; never imports `theory`.

A net is a function (parameters, points) -> logits (R, classes, n), where the parameters are a list of tuples of
tensors whose first axis is that of the replicates, and points are (R, n, ..). The losses of replicates are added and
differentiated once: each replicate gets its own gradient, as if it were alone. All randomness (weights, minibatches)
comes from a NumPy stream, so a run is the same on any device up to rounding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray
from torch.nn import functional

from numerics.training.nets.mlp import like

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Tensor = Any
Parameters = Sequence[tuple[Tensor, ...]]
Net = Callable[[Any, Tensor], Tensor]

EVALUATED = 2**22
"""Numbers of a layer's input in one part of an evaluation, about."""

LIMIT = 1e6
"""Of the loss; a network beyond it stays as it is from there on."""


def cross_entropy(logits: Tensor, labels: Tensor) -> Tensor:
    """(R,): mean over the points of -log softmax at the label; labels (R, n)."""
    return functional.cross_entropy(logits, labels, reduction="none").mean(dim=-1)


def minibatches(rng: Generator, members: Ints, batch: int, steps: int) -> Iterator[Ints]:
    """The points of each step, (R, batch): for every replicate a random order of its own members, epoch by epoch.

    Parameters
    ----------
    members : the training set of each replicate as places in the data, (R, size), size >= batch. What is left over of
        an epoch is dropped.
    """
    size = members.shape[1]
    if not 1 <= batch <= size:
        raise ValueError(f"minibatches of {batch} from {size} points: wanted 1 to {size}")
    per_epoch = size // batch
    for step in range(steps):
        if step % per_epoch == 0:
            order = rng.permuted(members, axis=1)
        start = step % per_epoch * batch
        yield order[:, start : start + batch]


@dataclass(frozen=True)
class Trained:
    """What became of R networks.

    Attributes
    ----------
    loss : on the minibatch of each step, before it, (steps, R); inf from where a network has diverged.
    diverged : the step at which the loss was above the limit or no number, or -1, (R,).
    parameters : at the end; those of a diverged network are the ones at which it was found to be so.
    """

    loss: Floats
    diverged: Ints
    parameters: list[Any]


def train(
    net: Net,
    parameters: Parameters,
    points: Tensor,
    labels: Tensor,
    batches: Sequence[Ints] | Iterator[Ints],
    *,
    rate: ArrayLike,
    watch: Callable[[int, list[Any]], object] | None = None,
) -> Trained:
    """SGD without momentum on all parameters that play a part; a loss that grows beyond all bounds is an outcome.

    Parameters
    ----------
    parameters : R networks; they are copied.
    points, labels : the data, (N, ..) and (N,), on the device of the parameters.
    batches : the points of each step as places in the data, (R, batch); for gradient descent, all of them at each.
    rate : one number, or one for each replicate.
    watch : called before every step and after the last with the number of the step and the parameters.
    """
    leaves = [tensor.detach().clone().requires_grad_() for layer in parameters for tensor in layer]
    R = leaves[0].shape[0]
    rates = torch.as_tensor(np.broadcast_to(np.asarray(rate, dtype=float), (R,)).copy())
    if not (bool(torch.isfinite(rates).all()) and bool((rates >= 0).all())):
        raise ValueError(f"rate {rate!r}: wanted finite numbers from 0 on")
    by = rates.to(leaves[0])
    alive, diverged = np.ones(R, dtype=bool), np.full(R, -1)
    losses: list[Floats] = []

    def now() -> list[Any]:
        left = iter(leaves)
        return [like(layer, [next(left) for _ in layer]) for layer in parameters]

    for step, places in enumerate(batches):
        if watch is not None:
            with torch.no_grad():
                watch(step, now())
        if not alive.any():
            losses.append(np.full(R, np.inf))
            continue
        where = torch.as_tensor(places, device=points.device)
        found = cross_entropy(net(now(), points[where]), labels[where])
        values = found.detach().double().cpu().numpy()
        fine = values <= LIMIT  # false for NaN
        diverged[alive & ~fine] = step
        alive &= fine
        losses.append(np.where(alive, values, np.inf))
        gradients = torch.autograd.grad(found.sum(), leaves, allow_unused=True)
        with torch.no_grad():
            _step(leaves, gradients, by, None if alive.all() else torch.as_tensor(alive, device=by.device))
    made = len(losses)
    if watch is not None:
        with torch.no_grad():
            watch(made, now())
    for leaf in leaves:
        leaf.requires_grad_(False)
    return Trained(np.array(losses).reshape(made, R), diverged, now())


def _step(leaves: Sequence[Tensor], gradients: Sequence[Tensor], by: Tensor, alive: Tensor) -> None:
    for leaf, gradient in zip(leaves, gradients, strict=True):
        if gradient is None:  # plays no part: gamma where nothing is normalised
            continue
        shape = (-1,) + (1,) * (leaf.dim() - 1)
        if alive is not None:  # the gradient of a diverged network may be no number
            gradient = torch.where(alive.reshape(shape), gradient, 0.0)
        leaf.addcmul_(gradient, by.reshape(shape), value=-1.0)


def strictly_greatest(logits: Tensor, labels: Tensor) -> Floats:
    """Share of the points, labels (R, n), whose own logit is greater than all others, (R,); of NaN, none is."""
    own = logits.gather(1, labels[:, None])
    rivals = logits.scatter(1, labels[:, None], -torch.inf).amax(dim=1)
    return np.asarray((own[:, 0] > rivals).double().mean(dim=-1).cpu().numpy())


def accuracy(net: Net, parameters: Parameters, points: Tensor, labels: Tensor, places: Ints) -> Floats:
    """Share of the points (R, n) of each replicate whose own label has the strictly greatest logit, (R,).

    Logits that are no numbers, or all the same, are right about nothing. The points are evaluated as one batch, by
    which a norm of the net takes its moments.
    """
    R, n = places.shape
    part = max(1, EVALUATED // (n * max(1, points[0].numel())))
    found = []
    with torch.no_grad():
        for first in range(0, R, part):
            some = slice(first, first + part)
            where = torch.as_tensor(places[some], device=points.device)
            logits = net([like(layer, [t[some] for t in layer]) for layer in parameters], points[where])
            found.append(strictly_greatest(logits, labels[where]))
    return np.concatenate(found)
