"""Normalisations of each data point over the neurons of a layer, or over groups of them; never imports `theory`."""

from __future__ import annotations

from typing import Any

import numpy as np

from numerics.networks.factors import namespace, to_numpy
from numerics.networks.normals import Array

__all__ = ["OVER_NEURONS", "normalised"]

OVER_NEURONS = {"ln": True, "rms": False, "gn": True, "in": True}
"""By name, and whether they centre."""


def normalised(
    z: Array, name: str, groups: int, *, ddof: int, eps: float, size: Array | None = None, first: Any = 0
) -> Array:
    """Each column of each group of rows, centred where it is to be, over sqrt(sum z^2/(inner - ddof) + eps).

    Parameters
    ----------
    z : (B, m, c); groups are of inner = m/groups rows that follow each other.
    size : (B, ..), what rounding is relative to, or None for the entries of the column.
    first : number of the first network, or of every one less its place, for messages.

    Raises
    ------
    FloatingPointError : a column without variance (or of zeros), unless eps > 0.
    """
    xp = namespace(z)
    networks, rows, columns = z.shape
    inner = rows // groups
    z = z.reshape(networks, groups, inner, columns)
    before = xp.max(xp.abs(z), axis=2) if size is None else xp.max(size, axis=-1)[:, None, None]

    def total(one: Array) -> Array:
        return xp.sum(one, axis=2, keepdims=True, dtype=xp.float64)

    if centred := OVER_NEURONS[name]:
        z = z - z[:, :, :1]  # equal entries become exactly 0
        z = z - xp.astype(total(z) / inner, z.dtype)
    if eps:
        return (z / xp.astype(xp.sqrt(total(z * z) / (inner - ddof) + eps), z.dtype)).reshape(networks, rows, columns)
    peak = xp.max(xp.abs(z), axis=2)  # so that no square leaves the range of floats
    z = z / xp.where(peak > 0, peak, xp.ones_like(peak))[:, :, None]
    root = xp.astype(xp.sqrt(total(z * z) / inner)[:, :, 0], z.dtype)
    flat = ~(root * peak > 8 * inner**0.5 * float(xp.finfo(z.dtype).eps) * before)
    if bool(flat.any()):
        replicate, group, column = (int(i) for i in np.argwhere(to_numpy(flat))[0])
        number = (first + np.arange(networks))[replicate]
        where = f" in group {group}" if groups > 1 else ""
        raise FloatingPointError(
            f"column {column} of replicate {number} of the stack: its {inner} pre-activations{where} are "
            f"{'equal' if centred else 'zero'} up to rounding, {name!r} is undefined without eps"
        )
    z = z * (float(np.sqrt(1 - ddof / inner)) / root)[:, :, None]
    return z.reshape(networks, rows, columns)
