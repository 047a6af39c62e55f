"""Gram matrices and moments of activations of any shape, in float64, a piece at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

PIECE = 2**22
"""Numbers that are held in float64 at once."""


def of_samples(z: Any) -> Floats:
    """Z Z^T, (n, n), of a tensor (n, ...): each sample is one point, all of its other axes are its features."""
    flat = z.detach().reshape(z.shape[0], -1)
    step = max(1, PIECE // max(flat.shape[0], 1))
    total: Any = 0.0
    for first in range(0, flat.shape[1], step):
        piece = flat[:, first : first + step].double()
        total = total + piece @ piece.T
    return np.asarray(total.cpu().numpy())


def effective_rank(z: Any, channels: int) -> float:
    """(tr M)^2/|M|_F^2, M the second moments of the channels over samples and positions: as a normalisation sees them.

    channels : the axis of z that they are on.
    """
    z = z.detach().movedim(channels, 1)
    width = z.shape[1]
    per = max(1, z[0].numel())
    total: Any = 0.0
    step = max(1, PIECE // per)
    for first in range(0, z.shape[0], step):
        piece = z[first : first + step].movedim(1, 0).reshape(width, -1).double()
        total = total + piece @ piece.T
    square = float((total * total).sum())
    return float(total.diagonal().sum()) ** 2 / square if square else float("nan")


def constant(z: Any, channels: int) -> int:
    """How many channels are the same at all samples and positions."""
    flat = z.detach().movedim(channels, 0).reshape(z.shape[channels], -1)
    return int((flat.amax(dim=1) == flat.amin(dim=1)).sum())
