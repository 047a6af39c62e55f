"""Multilayer perceptrons of any depth and width, R of them at a time; never imports `theory`.

A hidden layer maps H, shape (R, d, n) = R replicates, d neurons, n points, to relu(norm(W H + b)), or with a residual
strength g and d neurons again, to relu(norm(H + g (W H + b))); the norm has gamma and beta, and without a norm they
play no part; a slope below 0 makes relu a leaky one. The last layer is W H + b: logits, (R, classes, n).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
import torch
from torch.nn import functional

from numerics.training.nets.normalise import Moments, Norm, Tensor


class Weights(NamedTuple):
    """One layer: W (R, m, d), and b, gamma, beta (R, m, 1): tensors, or arrays as of `numerics.training.backprop`."""

    W: Tensor
    b: Tensor
    gamma: Tensor
    beta: Tensor


@dataclass(frozen=True)
class MLP:
    """What the layers do; the parameters are apart, and have the replicates.

    Parameters
    ----------
    norm : of the hidden layers; None for none.
    residual : strength g of the weights beside a skip connection, of hidden layers that keep the width; None: no skip.
    slope : of the activation below 0; above it is 1.
    """

    norm: Norm | None = None
    residual: float | None = None
    slope: float = 0.0

    def __call__(
        self, parameters: Sequence[Weights], points: Tensor, moments: Sequence[Moments] | None = None
    ) -> Tensor:
        """Logits (R, classes, n) of points (R, n, ..), or (1, n, ..) for all replicates; each point is made flat.

        moments : normalise by these, one for each hidden layer, and not by those of the points.
        """
        return self.outputs(parameters, points, moments)[-1]

    def hidden(self, parameters: Sequence[Weights], points: Tensor) -> list[Tensor]:
        """The hidden layers after their activation, each (R, m, n)."""
        return self.outputs(parameters, points)[:-1]

    def outputs(
        self, parameters: Sequence[Weights], points: Tensor, moments: Sequence[Moments] | None = None
    ) -> list[Tensor]:
        """The hidden layers and, at the end, the logits: one pass."""
        found, h = [], _columns(points)
        for place, layer in enumerate(parameters[:-1]):
            h = self._layer(layer, h, None if moments is None else moments[place])
            found.append(h)
        return [*found, _affine(parameters[-1], h)]

    def moments(self, parameters: Sequence[Weights], points: Tensor) -> list[Moments]:
        """What the norms of the hidden layers see on these points: for the evaluation on others."""
        if self.norm is None:
            return []
        inputs = [_columns(points), *self.hidden(parameters, points)]
        return [self.norm.moments(self._before(layer, h)) for layer, h in zip(parameters[:-1], inputs, strict=False)]

    def equivalent(self, parameters: Sequence[Weights], points: Tensor) -> tuple[MLP, list[Weights]]:
        """The network without normalization that computes the same on the batch (morwani20, Section 3), and its layers.

        W_eq = (gamma/s) W and b_eq = (gamma/s) (b - mean) + beta; beside a skip connection there is none.
        """
        if self.residual is not None:
            raise ValueError(
                f"residual strength {self.residual}: what a skip adds is normalised, too; take residual None"
            )
        found = []
        for layer, (mean, scale) in zip(parameters, self.moments(parameters, points), strict=False):
            slope = layer.gamma / scale
            one, zero = torch.ones_like(layer.gamma), torch.zeros_like(layer.beta)
            found.append(Weights(slope * layer.W, slope * (layer.b - mean) + layer.beta, one, zero))
        return replace(self, norm=None), [*found, *parameters[len(found) :]]

    def _before(self, layer: Weights, h: Tensor) -> Tensor:
        """What is normalised."""
        if self.residual is not None and layer.W.shape[-1] == layer.W.shape[-2]:
            return h + self.residual * _affine(layer, h)
        return _affine(layer, h)

    def _layer(self, layer: Weights, h: Tensor, moments: Moments | None = None) -> Tensor:
        h = self._before(layer, h)
        if self.norm is not None:
            h = self.norm(h, layer.gamma, layer.beta, moments)
        return functional.leaky_relu(h, self.slope) if self.slope else torch.relu(h)


def placed(parameters: Iterable[Any], device: str = "cpu", dtype: Any = torch.float32) -> list[Weights]:
    """Arrays (W, b, gamma, beta) of each layer as tensors of their own, not yet to be differentiated."""
    return [Weights(*(_tensor(array, device, dtype) for array in layer)) for layer in parameters]


def like(layer: Any, tensors: Iterable[Tensor]) -> Any:
    """A layer of the same kind, a tuple with names or without."""
    return type(layer)(*tensors) if hasattr(layer, "_fields") else tuple(tensors)


def _tensor(array: Any, device: str, dtype: Any) -> Tensor:
    if isinstance(array, torch.Tensor):
        return array.detach().to(device=device, dtype=dtype, copy=True)
    return torch.tensor(np.ascontiguousarray(array), device=device, dtype=dtype)


def _columns(points: Tensor) -> Tensor:
    return points.flatten(2).mT


def _affine(layer: Weights, h: Tensor) -> Tensor:
    if h.shape[0] == layer.W.shape[0]:
        return torch.baddbmm(layer.b, layer.W, h)
    return layer.W @ h + layer.b
