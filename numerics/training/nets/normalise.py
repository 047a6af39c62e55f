"""Recentring and rescaling, each switched by itself, on tensors and as `torch.nn` modules; never imports `theory`.

A row x is what one neuron computes on a batch of n points. Recentring: c = x - mean(x), or c = x. Rescaling: z = c/s,
s^p = mean |c|^p + epsilon; p = inf takes the greatest |c| and no epsilon. Then gamma z + beta. The non-linearity is
what `torch.nn` has. Inside this project the points are the last axis, as in the sources; the modules take them first,
as `torch.nn.BatchNorm1d` does.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import torch
from torch import nn
from torch.nn import functional

Tensor = Any
"""PyTorch publishes its types where it is installed, and this project is checked without."""


class Moments(NamedTuple):
    """What a batch gives to a normalisation: mean and scale of each row, (.., 1); no mean is 0, no scale 1."""

    mean: Tensor
    scale: Tensor


@dataclass(frozen=True)
class Norm:
    """The map x -> z of rows; points are the last axis.

    Parameters
    ----------
    recentre, rescale : whether each of the two is done.
    p : of the scale, a number from 1 on, or inf.
    epsilon : what practice adds to mean |c|^p, >= 0.
    """

    recentre: bool = True
    rescale: bool = True
    p: float = 2.0
    epsilon: float = 1e-5

    def __post_init__(self) -> None:
        if not self.p >= 1:
            raise ValueError(f"p = {self.p}: wanted a number from 1 on, or inf")
        if not 0 <= self.epsilon < math.inf:
            raise ValueError(f"epsilon = {self.epsilon}: wanted a finite number from 0 on")

    def moments(self, x: Tensor) -> Moments:
        """Of each row of x, (.., n). A row without spread has scale epsilon^(1/p), and 0 without epsilon."""
        _enough(x.shape[-1], self.recentre)
        mean = x.mean(dim=-1, keepdim=True) if self.recentre else torch.zeros_like(x[..., :1])
        if not self.rescale:
            return Moments(mean, torch.ones_like(mean))
        c = x - mean
        if self.p == math.inf:
            return Moments(mean, c.abs().amax(dim=-1, keepdim=True))
        power = c.square() if self.p == 2 else c.abs().pow(self.p)
        return Moments(mean, (power.mean(dim=-1, keepdim=True) + self.epsilon).pow(1 / self.p))

    def __call__(self, x: Tensor, gamma: Tensor = None, beta: Tensor = None, moments: Moments | None = None) -> Tensor:
        """gamma z + beta, (.., n), by the batch's own moments or by given ones; gamma and beta (.., 1).

        Raises
        ------
        ValueError : for a batch of one point, whose rows have no spread about their mean.
        """
        _enough(x.shape[-1], self.recentre and moments is None)
        if moments is None and self.recentre and self.rescale and self.p == 2 and self.epsilon > 0:
            return self._fused(x, gamma, beta)
        mean, scale = moments or self.moments(x)
        factor = 1 / scale if gamma is None else gamma / scale  # of rows, not of all their entries
        x = x - mean if self.recentre else x
        return factor * x if beta is None else torch.addcmul(beta, factor, x)

    def _fused(self, x: Tensor, gamma: Tensor, beta: Tensor) -> Tensor:
        """PyTorch's own batch normalisation, of one image with a channel for each row: several times as fast."""
        rows = x.reshape(1, -1, x.shape[-1])
        weight, bias = (None if a is None else a.reshape(-1) for a in (gamma, beta))
        found = functional.batch_norm(rows, None, None, weight, bias, training=True, eps=self.epsilon)
        return found.reshape(x.shape)


def _enough(n: int, recentre: bool) -> None:
    if n < 2 and recentre:
        raise ValueError("a batch of 1 point has no spread about its mean, so it cannot be normalised: give 2 or more")


class Normalise(nn.Module):  # type: ignore[misc]
    """`Norm` as a layer on (n, features), or (n, features, ..) with one row of a feature for all further axes.

    With all options as they are it is `torch.nn.BatchNorm1d(features)`: in training mode by the batch's moments, in
    evaluation by their running averages (factor `momentum` for the new ones; variances there are of n - 1).

    >>> Normalise(1, epsilon=0.0)(torch.tensor([[1.0], [3.0]])).tolist()
    [[-1.0], [1.0]]
    """

    def __init__(self, features: int, recentre: bool = True, rescale: bool = True, p: float = 2.0,
                 epsilon: float = 1e-5, affine: bool = True, momentum: float = 0.1) -> None:  # fmt: skip
        super().__init__()
        self.norm, self.momentum = Norm(recentre, rescale, p, epsilon), momentum
        self.weight = nn.Parameter(torch.ones(features)) if affine else None
        self.bias = nn.Parameter(torch.zeros(features)) if affine else None
        self.register_buffer("mean", torch.zeros(features))
        self.register_buffer("power", torch.ones(features))

    def forward(self, x: Tensor) -> Tensor:
        rows = x.movedim(1, 0).flatten(1)
        gamma, beta = (None if a is None else a[:, None] for a in (self.weight, self.bias))
        if self.training:
            z = self.norm(rows, gamma, beta)
            with torch.no_grad():
                self._follow(*self.norm.moments(rows), n=rows.shape[1])
        else:
            z = self.norm(rows, gamma, beta, Moments(self.mean[:, None], self._scale()))
        return z.reshape(x.movedim(1, 0).shape).movedim(0, 1)

    def _follow(self, mean: Tensor, scale: Tensor, n: int) -> None:
        norm = self.norm
        power = scale if norm.p == math.inf else scale.pow(norm.p) - norm.epsilon
        if norm.recentre and norm.p == 2:
            power = power * n / (n - 1)
        for kept, new in ((self.mean, mean), (self.power, power)):
            kept += self.momentum * (new[:, 0] - kept)

    def _scale(self) -> Tensor:
        p = self.norm.p
        return (self.power if p == math.inf else (self.power + self.norm.epsilon).pow(1 / p))[:, None]
