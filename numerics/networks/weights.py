"""Laws of weights by name."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

#: i.i.d. entries of variance 1, and of mean 0 but for "positive", which breaks batch normalization (daneshmand20)
WEIGHTS: dict[str, Callable[[Generator, tuple[int, ...]], NDArray[np.floating]]] = {
    "gaussian": lambda rng, shape: rng.standard_normal(shape),
    "uniform": lambda rng, shape: np.sqrt(3.0) * (2.0 * rng.random(shape) - 1.0),
    "rademacher": lambda rng, shape: 2.0 * rng.integers(0, 2, shape) - 1.0,
    "laplace": lambda rng, shape: rng.laplace(0.0, np.sqrt(0.5), shape),
    "student": lambda rng, shape: rng.standard_t(5, shape) * np.sqrt(0.6),  # variance 5/3 at 5 degrees
    "student3": lambda rng, shape: rng.standard_t(3, shape) / np.sqrt(3.0),  # no third moment
    "skew": lambda rng, shape: np.where(rng.random(shape) < 0.2, 2.0, -0.5),
    "exponential": lambda rng, shape: rng.standard_exponential(shape) - 1.0,
    "beta": lambda rng, shape: (rng.beta(0.2, 0.2, shape) - 0.5) * np.sqrt(5.6),  # variance 1/5.6: nearly two-point
    "positive": lambda rng, shape: 2 * np.sqrt(3.0) * rng.random(shape),
}


def known(field: str, value: object, names: Iterable[str]) -> None:
    """ValueError, with a suggestion, for a value that is not one of the names."""
    if value not in (names := tuple(names)):
        near = difflib.get_close_matches(str(value).lower(), names, 1, cutoff=0.5)
        hint = f", did you mean {near[0]!r}?" if near else ""
        raise ValueError(f"{field} {value!r} is not one of {', '.join(names)}{hint}")
