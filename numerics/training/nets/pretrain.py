"""Pre-training that raises the rank of hidden layers, by gradient descent on 1/r(H); never imports `theory`.

r(H) = (Tr M)^2/|M|_F^2 for M = H H^T, the lower bound of the rank. Source: daneshmand20, Section 4 and Algorithm 1; the
loss is one of the authors' code: the sum of 1/r over the hidden layers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import torch
from numpy.typing import NDArray

from numerics.training.nets.mlp import MLP, Weights
from numerics.training.nets.normalise import Tensor

Floats = NDArray[np.float64]


def rank_bound(H: Tensor) -> Tensor:
    """r(H) of H (.., d, n), shape (..): between 1 and the rank.

    >>> rank_bound(torch.eye(3)[:, :2]).item()
    2.0
    """
    M = H @ H.mT if H.shape[-2] <= H.shape[-1] else H.mT @ H
    return H.square().sum(dim=(-2, -1)).square() / M.square().sum(dim=(-2, -1))


def pretrained(
    net: MLP,
    parameters: Sequence[Weights],
    points: Tensor,
    batches: Iterable[NDArray[np.int64]],
    *,
    rate: float,
    repeats: int = 1,
) -> tuple[list[Weights], Floats]:
    """(parameters, loss before each step (steps, R)): gradient descent on W and b of the hidden layers.

    Parameters
    ----------
    batches : places of the points (R, batch), a minibatch after the other; labels play no part.
    repeats : steps on each minibatch.
    """
    found = [Weights(*(tensor.detach().clone() for tensor in layer)) for layer in parameters]
    free = [tensor.requires_grad_() for layer in found[:-1] for tensor in (layer.W, layer.b)]
    losses = []
    for places in batches:
        batch = points[torch.as_tensor(places, device=points.device)]
        for _ in range(repeats):
            now = torch.stack([1 / rank_bound(H) for H in net.hidden(found, batch)]).sum(dim=0)
            losses.append(now.detach().double().cpu().numpy())
            gradients = torch.autograd.grad(now.sum(), free)
            with torch.no_grad():
                for tensor, gradient in zip(free, gradients, strict=True):
                    tensor -= rate * gradient
    return [Weights(*(tensor.detach() for tensor in layer)) for layer in found], np.array(losses)
