"""Recentring and rescaling, each switched by itself, on tensors; never imports `theory`.

A row x is what one neuron computes on a batch of n points. Recentring: c = x - mean(x), or c = x. Rescaling: z = c/s,
s^p = mean |c|^p + epsilon; p = inf takes the greatest |c| and no epsilon. Then gamma z + beta. The non-linearity is
what `torch.nn` has. The points are the last axis, as in the sources.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import torch
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
