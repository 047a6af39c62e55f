"""Activations by name, for NumPy and PyTorch arrays; never imports `theory`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numerics.networks.factors import namespace
from numerics.networks.normals import Array

__all__ = ["ACTIVATIONS", "CURVED"]

ZEROS = 2**18


@cache
def _zeros(kind: str) -> NDArray[Any]:
    """NumPy takes the greater of two arrays three times as fast as of an array and a number."""
    found = np.zeros(ZEROS, dtype=kind)
    found.flags.writeable = False
    return found


def _relu(z: Array, slope: float) -> Array:
    if isinstance(z, np.ndarray):
        if z.size > ZEROS or z.dtype.char not in "fd":
            return np.maximum(z, 0.0, out=z)
        return np.maximum(z, _zeros(z.dtype.char)[: z.size].reshape(z.shape), out=z)
    return z.clip(min=0.0)


def _leaky(z: Array, slope: float) -> Array:
    return namespace(z).where(z > 0, z, slope * z + 0.0)


def _special(z: Array) -> Any:
    """erf and erfc for an array."""
    if not isinstance(z, np.ndarray):
        return namespace(z)
    from scipy import special  # not before it is needed: `bninit.api` does without

    return special


#: z -> activation, may overwrite z; the second argument is the slope of the leaky ReLU
ACTIVATIONS: dict[str, Callable[[Array, float], Array]] = {
    "relu": _relu,
    "leaky_relu": _leaky,
    "gelu": lambda z, slope: z * _special(z).erfc(z * -(0.5**0.5)) / 2,
    "silu": lambda z, slope: z * (1 + namespace(z).tanh(z / 2)) / 2,
    "tanh": lambda z, slope: namespace(z).tanh(z),
    "erf": lambda z, slope: _special(z).erf(z),
    "sin": lambda z, slope: namespace(z).sin(z),
    "identity": lambda z, slope: z,
}
CURVED = ("gelu", "silu", "tanh", "erf", "sin")
"""Those that do not commute with c > 0."""
