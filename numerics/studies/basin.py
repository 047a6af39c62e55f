"""Basins of the infinite-width map of RC + ReLU, from orthogonal points: which long point escapes, if any.

>>> found = one_long([6, 10], [1.2, 1.5])
>>> found.outcomes.tolist(), found.wrong
([[0, 0], [0, 1]], 0)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from numerics.limits import gram_dynamics
from numerics.networks import observables
from theory.exact.expressions import enclose
from theory.wide.fixed_points import escape_border, saddle_node
from theory.wide.stability import escape_threshold

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

SYMMETRIC, FIRST, SECOND = range(3)
"""Nothing escapes, and the batch comes to the symmetric point; the first point does; the second."""

SMALLEST = 7
"""The least batch size at which a point can escape: the next after the saddle-node."""


def escaping(norms: ArrayLike, layers: int) -> Ints:
    """Where the map takes orthogonal points of these norms, (R, n) to (R,): 0, or 1 + the point that escapes.

    >>> escaping([[1.5, *[1.0] * 9], [1.0, 1.5, *[1.0] * 8]], 300).tolist()
    [1, 2]
    """
    lengths = np.asarray(norms, dtype=np.float64)
    gram = gram_dynamics.iterate(np.eye(lengths.shape[1]) * np.square(lengths)[:, None, :], layers)
    return np.where(observables.norm_ratio(gram) > 1.5, 1 + observables.outlier(gram), SYMMETRIC)


@dataclass(frozen=True, eq=False)
class OneLong:
    """One point of norm `starts`, the others of norm 1, at batch sizes `sizes`.

    Attributes
    ----------
    outcomes : SYMMETRIC or FIRST, (sizes, starts).
    borders : by batch size from `SMALLEST` on, the norm beyond which theory has the point escape: the saddle.
    first_order : 1 + (pi - 2)/n, which the borders come to, (sizes,).
    saddle_node : n*, below which none escapes.
    """

    sizes: tuple[int, ...]
    starts: tuple[float, ...]
    outcomes: Ints
    borders: Mapping[int, float]
    first_order: Floats
    saddle_node: float

    @property
    def wrong(self) -> int:
        """How many outcomes are on the wrong side of the border."""
        said = [[start > self.borders.get(size, np.inf) for start in self.starts] for size in self.sizes]
        return int(np.count_nonzero((self.outcomes == FIRST) != np.array(said)))


def one_long(sizes: Sequence[int], starts: Sequence[float], layers: int = 600) -> OneLong:
    """The map from every batch size and every norm of the one long point."""
    outcomes = []
    for size in sizes:
        norms = np.ones((len(starts), size))
        norms[:, 0] = starts
        outcomes.append(escaping(norms, layers))
    return OneLong(
        tuple(sizes),
        tuple(starts),
        np.array(outcomes),
        {size: float(escape_border(size)) for size in sizes if size >= SMALLEST},
        np.array([float(enclose(escape_threshold(), {"n": size}, 15)) for size in sizes]),
        float(saddle_node().value("n", 15)),
    )


def two_long(n: int, first: Sequence[float], second: Sequence[float], layers: int = 300) -> Ints:
    """Outcomes in the plane of the norms of points 1 and 2, the others 1: (len(first), len(second)).

    Equal norms, which escape together, are better left out.
    """
    norms = np.ones((len(first), len(second), n))
    norms[:, :, 0], norms[:, :, 1] = np.asarray(first)[:, None], np.asarray(second)[None, :]
    return escaping(norms.reshape(-1, n), layers).reshape(len(first), len(second))
