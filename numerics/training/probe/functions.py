"""Which function of one number takes these numbers to those: fitted against a list."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import erf, expit

Floats = NDArray[np.float64]

CLEARLY = 0.7
"""How much less than for an earlier function has to be left for another, to take that."""

FEWEST = 32
"""Pairs without which nothing is said."""


class Fitted(NamedTuple):
    """factor * f(z), f the function of this name; `slope` for z < 0 of a leaky ReLU, or the alpha of an ELU."""

    name: str
    factor: float = 1.0
    slope: float = 0.0

    @property
    def said(self) -> str:
        """In words.

        >>> Fitted("gelu").said, Fitted("leaky_relu", 1.0, 0.2).said, Fitted("relu", 2.0).said
        ('GELU', 'leaky ReLU (slope 0.2)', '2 times ReLU')
        """
        word = WORDS[self.name]
        word += f" (slope {self.slope:.3g})" if self.name == "leaky_relu" else ""
        word += f" (alpha {self.slope:.3g})" if self.name == "elu" and abs(self.slope - 1) > 1e-3 else ""
        return word if abs(self.factor - 1) < 1e-3 else f"{self.factor:.3g} times {word}"


def _softplus(z: Floats) -> Floats:
    return np.logaddexp(0.0, z)


FUNCTIONS: dict[str, Callable[[Floats], Floats]] = {
    "identity": lambda z: z,
    "relu": lambda z: np.maximum(z, 0.0),
    "gelu": lambda z: z * (1 + erf(z / np.sqrt(2))) / 2,
    "gelu_tanh": lambda z: z * (1 + np.tanh(np.sqrt(2 / np.pi) * (z + 0.044715 * z**3))) / 2,
    "quick_gelu": lambda z: z * expit(1.702 * z),
    "silu": lambda z: z * expit(z),
    "tanh": np.tanh,
    "sigmoid": expit,
    "erf": erf,
    "sin": np.sin,
    "cos": np.cos,
    "selu": lambda z: 1.0507009873554805 * np.where(z > 0, z, 1.6732632423543772 * np.expm1(np.minimum(z, 0.0))),
    "softplus": _softplus,
    "mish": lambda z: z * np.tanh(_softplus(z)),
    "hardswish": lambda z: z * np.clip(z + 3, 0, 6) / 6,
    "relu6": lambda z: np.clip(z, 0.0, 6.0),
    "hardtanh": lambda z: np.clip(z, -1.0, 1.0),
    "softsign": lambda z: z / (1 + np.abs(z)),
    "squared_relu": lambda z: np.square(np.maximum(z, 0.0)),
    "square": np.square,
    "abs": np.abs,
}

WORDS = {
    "identity": "the identity", "relu": "ReLU", "leaky_relu": "leaky ReLU", "gelu": "GELU",
    "gelu_tanh": "GELU (tanh form)", "quick_gelu": "quick GELU", "silu": "SiLU", "tanh": "tanh", "sigmoid": "sigmoid",
    "erf": "erf", "sin": "sine", "cos": "cosine", "elu": "ELU", "selu": "SELU", "softplus": "softplus", "mish": "Mish",
    "hardswish": "hard swish", "relu6": "ReLU6", "hardtanh": "hard tanh", "softsign": "softsign",
    "squared_relu": "squared ReLU", "square": "the square", "abs": "the absolute value",
}  # fmt: skip


def fitted(z: Floats, y: Floats, tolerance: float) -> Fitted | None:
    """The function, up to a positive factor, that takes z to y, of any equal shapes; None where none of the list does.

    `tolerance` is of the root mean square of y. The nearest of those within it is taken, or an earlier one of the list
    where the precision does not tell them. None, too, for too few pairs, or where z has one sign alone: then a ReLU is
    the identity, or 0.

    >>> z = np.linspace(-4, 4, 99)
    >>> fitted(z, np.where(z > 0, z, 0.1 * z), 1e-6), fitted(z, z + 1, 1e-6)
    (Fitted(name='leaky_relu', factor=1.0, slope=0.1), None)
    """
    z, y = np.ravel(z), np.ravel(y)
    size = float(np.sqrt(np.square(y).mean())) if y.size else 0.0
    if z.size < FEWEST or not (0 < size < np.inf) or not np.isfinite(z).all():
        return None
    low, high = z[z < 0], z[z > 0]
    if min(low.size, high.size) < FEWEST // 4:
        return None
    best: Fitted | None = None
    least = tolerance * size
    with np.errstate(over="ignore", invalid="ignore"):
        for name, function in FUNCTIONS.items():
            found = _times(function(z), y, tolerance)
            if found is not None and found[1] < least * (CLEARLY if best is not None else 1.0):
                best, least = Fitted(name, found[0]), found[1]
    if best is not None:
        return best
    factor = _near_one(float(high @ y[z > 0] / (high @ high)), tolerance)
    if factor <= 0:
        return None
    for name, below in (("leaky_relu", low), ("elu", np.expm1(low))):
        slope = float(below @ y[z < 0] / (below @ below)) / factor
        residual = y - factor * z
        residual[z < 0] = y[z < 0] - factor * slope * below
        far = float(np.sqrt(np.square(residual).mean()))
        if far < least:
            best, least = Fitted(name, factor, round(slope, 5)), far
    return best


def _near_one(factor: float, tolerance: float) -> float:
    return 1.0 if abs(factor - 1) < tolerance else round(factor, 5)


def _times(f: Floats, y: Floats, tolerance: float) -> tuple[float, float] | None:
    """The factor by least squares, and what is left; None where it is not positive."""
    square = float(f @ f)
    if not (0 < square < np.inf):
        return None
    factor = float(f @ y) / square
    far = float(np.sqrt(np.square(y - factor * f).mean()))
    return (_near_one(factor, tolerance), far) if factor > 0 else None
