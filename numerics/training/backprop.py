"""Forward and backward passes of small multilayer networks, normalised or not, many at a time; never imports `theory`.

A hidden layer maps X, shape (R, d, n) = R replicates, d rows, n data as columns, to phi(gamma z + beta), where z are
the rows of x = W X + b, each over its own batch: z = c/s, c = x - mean(x) (centred) or x, s^p = mean |c|^p + epsilon.
Without normalization z = x, and gamma and beta stay 1 and 0. phi is ReLU; the last layer is W X + b. The loss is the
mean over the batch of the cross entropy of softmax.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Parameters(NamedTuple):
    """One layer: W (R, m, d), and b, gamma, beta (R, m, 1). Gradients come in the same shapes."""

    W: Floats
    b: Floats
    gamma: Floats
    beta: Floats


@dataclass(frozen=True)
class Norm:
    """A normalisation of rows; p = inf takes the greatest |c| and no epsilon."""

    p: float = 2.0
    centred: bool = True
    epsilon: float = 0.0

    def __post_init__(self) -> None:
        if not self.p >= 1:
            raise ValueError(f"p = {self.p}: wanted a number from 1 on, or inf")
        if not 0 <= self.epsilon < np.inf:
            raise ValueError(f"epsilon = {self.epsilon}: wanted a finite number from 0 on")

    def forward(self, x: Floats) -> tuple[Floats, Floats]:
        """(z, s): shapes of x and of its rows, (.., 1)."""
        c = x - x.mean(axis=-1, keepdims=True) if self.centred else x
        if self.p == 2:
            s = np.sqrt(np.vecdot(c, c)[..., None] / c.shape[-1] + self.epsilon)
        elif self.p == np.inf:
            s = np.abs(c).max(axis=-1, keepdims=True)
        else:
            s = ((np.abs(c) ** self.p).mean(axis=-1, keepdims=True) + self.epsilon) ** (1 / self.p)
        if not np.all(s != 0):
            raise FloatingPointError("a row without spread cannot be normalised: take an epsilon > 0")
        return (np.divide(c, s, out=c) if self.centred else c / s), s

    def backward(self, z: Floats, s: Floats, delta: Floats) -> Floats:
        """Gradient by x from that by z."""
        if self.p == 2:  # in place: passes over memory are what it costs
            back: Floats = z * (np.vecdot(z, delta)[..., None] / -z.shape[-1])
            back += delta
            back /= s
            if self.centred:
                back -= back.mean(axis=-1, keepdims=True)
            return back
        if self.p == np.inf:
            slopes = np.sign(z) * (np.arange(z.shape[-1]) == np.abs(z).argmax(axis=-1, keepdims=True))
        else:
            slopes = np.sign(z) * np.abs(z) ** (self.p - 1) / z.shape[-1]
        back = (delta - slopes * np.vecdot(z, delta)[..., None]) / s
        return np.asarray(back - back.mean(axis=-1, keepdims=True) if self.centred else back)


def cross_entropy(outputs: Floats, targets: Floats) -> tuple[Floats, Floats]:
    """(loss (R,), gradient by the outputs): mean over the batch of -log softmax at the one-hot target."""
    shifted = outputs - outputs.max(axis=-2, keepdims=True)
    logs = shifted - np.log(np.exp(shifted).sum(axis=-2, keepdims=True))
    n = outputs.shape[-1]
    return -(targets * logs).sum(axis=(-2, -1)) / n, (np.exp(logs) - targets) / n


class Pass(NamedTuple):
    """A forward and backward pass; `inputs` and `deltas` (gradients by them) of every layer, `outputs` of the last."""

    loss: Floats
    outputs: Floats
    gradients: list[Parameters]
    inputs: list[Floats]
    deltas: list[Floats]


@dataclass(frozen=True)
class Network:
    """What the layers do; the parameters are apart.

    Parameters
    ----------
    norm : of the hidden layers; None for none.
    """

    norm: Norm | None = None

    def norms(self, depth: int) -> list[Norm | None]:
        return [*[self.norm] * (depth - 1), None]

    def forward(self, parameters: Sequence[Parameters], X: Floats) -> tuple[Floats, list[tuple[Floats, ...]]]:
        """Outputs, and (inputs, z, s, gamma z + beta) of every layer."""
        kept: list[tuple[Floats, ...]] = []
        for place, (layer, norm) in enumerate(zip(parameters, self.norms(len(parameters)), strict=True)):
            z = layer.W @ X + layer.b
            z, s = (z, np.ones(1)) if norm is None else norm.forward(z)
            y = layer.gamma * z + layer.beta
            kept.append((X, z, s, y))
            X = np.maximum(y, 0) if place < len(parameters) - 1 else y
        return X, kept

    def run(self, parameters: Sequence[Parameters], X: Floats, targets: Floats) -> Pass:
        """Loss and all gradients. O(d m n) operations for each layer and replicate."""
        outputs, kept = self.forward(parameters, X)
        loss, delta = cross_entropy(outputs, targets)
        norms = self.norms(len(parameters))
        gradients, deltas = [], []
        for place in reversed(range(len(parameters))):
            (inputs, z, s, y), layer, norm = kept[place], parameters[place], norms[place]
            if place < len(parameters) - 1:
                delta = delta * (y > 0)
            by_gamma, by_beta = np.vecdot(z, delta)[..., None], delta.sum(axis=-1, keepdims=True)
            back = layer.gamma * delta
            if norm is None:
                by_gamma, by_beta = np.zeros_like(by_gamma), np.zeros_like(by_beta)
            else:
                back = norm.backward(z, s, back)
            by_weights = back @ np.swapaxes(inputs, -1, -2)
            gradients.append(Parameters(by_weights, back.sum(axis=-1, keepdims=True), by_gamma, by_beta))
            delta = np.swapaxes(layer.W, -1, -2) @ back
            deltas.append(delta)
        return Pass(loss, outputs, gradients[::-1], [entry[0] for entry in kept], deltas[::-1])

    def equivalent(self, parameters: Sequence[Parameters], X: Floats) -> tuple[Network, list[Parameters]]:
        """The network without normalization that computes the same on the batch X: (network, parameters)."""
        found = []
        _, kept = self.forward(parameters, X)
        for layer, norm, (inputs, _, s, _) in zip(parameters, self.norms(len(parameters)), kept, strict=True):
            slope = layer.gamma / s
            centred = norm is not None and norm.centred
            mu = (layer.W @ inputs + layer.b).mean(axis=-1, keepdims=True) if centred else 0.0
            bias = slope * (layer.b - mu) + layer.beta
            found.append(Parameters(slope * layer.W, bias, np.ones_like(bias), np.zeros_like(bias)))
        return replace(self, norm=None), found


def initial(widths: Sequence[int], replicates: int, rng: Generator) -> list[Parameters]:
    """Gaussian weights of variance 2/d (d the input width), b = beta = 0, gamma = 1.

    >>> [layer.W.shape for layer in initial((3, 5, 2), 4, np.random.default_rng(0))]
    [(4, 5, 3), (4, 2, 5)]
    """
    found = []
    for d, m in pairwise(widths):
        W = rng.standard_normal((replicates, m, d)) * np.sqrt(2 / d)
        zero = np.zeros((replicates, m, 1))
        found.append(Parameters(W, zero, zero + 1, zero))
    return found


class Trained(NamedTuple):
    """`loss` (steps + 1, R), inf where a network has diverged; `diverged` (R,), the step at which that happened, or -1;
    `parameters` at the end."""

    loss: Floats
    diverged: NDArray[np.int64]
    parameters: list[Parameters]


def train(
    network: Network,
    parameters: Sequence[Parameters],
    X: Floats,
    targets: Floats,
    *,
    rate: float | Floats,
    steps: int,
    watch: Callable[[int, Network, list[Parameters]], object] | None = None,
) -> Trained:
    """Full-batch gradient descent on all parameters; a network diverges when its loss is above 1e6 or not finite.

    `rate` is one number, or one for each replicate. Diverged networks stay as they were. `watch` is called before
    every step and after the last.
    """
    parameters = list(parameters)
    R = len(parameters[0].W)
    rates = np.broadcast_to(np.asarray(rate, dtype=float), (R,))
    alive, diverged = np.ones(R, dtype=bool), np.full(R, -1)
    losses = np.full((steps + 1, R), np.inf)
    with np.errstate(over="ignore", invalid="ignore"):
        for step in range(steps + 1):
            found = network.run(parameters, X, targets)
            fine = found.loss <= 1e6  # false for NaN
            diverged[alive & ~fine] = step
            alive &= fine
            losses[step, alive] = found.loss[alive]
            if watch is not None:
                watch(step, network, parameters)
            if step == steps or not alive.any():
                break
            step_size = np.where(alive, rates, 0.0)[:, None, None]
            parameters = [
                Parameters(*(np.where(step_size > 0, a - step_size * b, a) for a, b in zip(layer, by, strict=True)))
                for layer, by in zip(parameters, found.gradients, strict=True)
            ]
    return Trained(losses, diverged, parameters)
