"""What is measured of a batch at one depth, all from its Gram matrix G, (..., n, n): scale does not matter.

norm ratio      largest norm over the mean norm of the others
angle           mean angle between two of the others, degrees; nan where there is one other
outlier angle   mean angle between the point of largest norm and the others, degrees
effective rank  (tr G)^2/|G|_F^2
stable rank     tr G/|G|_op
gap             V = |G/tr G - I/n|_F, so that V^2 = 1/(effective rank) - 1/n
alignment       mean squared cosine of two points: 1 where all lie on one line; of the outlier with the others
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import ArrayLike, NDArray

from numerics.networks import observables

Floats = NDArray[np.float64]

MANY = 64
"""Points from which on the largest eigenvalue is found by itself."""


@dataclass(frozen=True, eq=False)
class Measured:
    """Numbers of one depth, or of many along leading axes; nan where G is 0: nothing is left of the batch."""

    norm_ratio: Floats
    angle: Floats
    outlier_angle: Floats
    effective_rank: Floats
    stable_rank: Floats
    gap: Floats
    alignment: Floats
    outlier_alignment: Floats
    outlier: NDArray[np.int64]

    @classmethod
    def together(cls, parts: Iterable[Measured]) -> Measured:
        """Stacked along a new axis."""
        found = list(parts)
        return cls(**{field.name: np.stack([getattr(part, field.name) for part in found])
                      for field in fields(cls)})  # fmt: skip

    def of(self, name: str) -> Floats:
        """The quantity of this name."""
        return np.asarray(getattr(self, name))

    def at(self, place: int | slice | tuple[slice | int, int]) -> Measured:
        """A part of the leading axes, such as one depth."""
        return Measured(**{field.name: getattr(self, field.name)[place] for field in fields(self)})

    def plain(self) -> dict[str, float]:
        """By name, of one depth."""
        return {name: float(self.of(name)) for name in NAMES}


NAMES = ("norm_ratio", "angle", "outlier_angle", "effective_rank", "stable_rank", "gap")
"""What is said of each depth; by the others verdicts are told."""


def measured(G: ArrayLike) -> Measured:
    """All of them.

    >>> found = measured([[9.0, 0.0, 0.0], [0.0, 1.0, 1.0], [0.0, 1.0, 1.0]])
    >>> [round(float(found.of(name)), 6) for name in NAMES]
    [3.0, 0.0, 90.0, 1.423529, 1.222222, 0.607574]
    """
    G = np.asarray(G, dtype=np.float64)
    n = G.shape[-1]
    trace = np.trace(G, axis1=-2, axis2=-1)
    alive = trace > 0
    G = G / np.where(alive, trace, 1.0)[..., None, None]
    cosines = observables.cosines(G)
    angles, squares = np.degrees(np.arccos(cosines)), np.square(cosines)
    odd = observables.outlier(G)
    other = np.arange(n) != odd[..., None]
    pairs = other[..., :, None] & other[..., None, :] & ~np.eye(n, dtype=bool)
    among = (angles * pairs).sum(axis=(-1, -2)) / max((n - 1) * (n - 2), 1)
    row, line = (np.take_along_axis(x, odd[..., None, None], axis=-2)[..., 0, :] for x in (angles, squares))
    off = ~np.eye(n, dtype=bool)
    square = np.where(alive, np.square(G).sum(axis=(-2, -1)), 1.0)
    largest = np.where(alive, _largest(G), 1.0)
    numbers = (
        observables.norm_ratio(G),
        among if n > 2 else np.full_like(among, np.nan),  # there is one other
        (row * other).sum(axis=-1) / (n - 1),
        1 / square,
        1 / largest,
        np.linalg.norm(G - np.eye(n) / n, axis=(-2, -1)),
    )
    found = {name: np.where(alive, value, np.nan) for name, value in zip(NAMES, numbers, strict=True)}
    alike = (squares * off).sum(axis=(-2, -1)) / (n * (n - 1))
    return Measured(**found, alignment=alike, outlier_alignment=(line * other).sum(axis=-1) / (n - 1), outlier=odd)


def _largest(G: Floats) -> Floats:
    """The largest eigenvalue of each matrix, (...); by Lanczos' method from 64 points on, to eight digits."""
    n = G.shape[-1]
    if n < MANY:
        return np.asarray(np.linalg.eigvalsh(G)[..., -1])
    from scipy.sparse.linalg import ArpackError, eigsh

    begin = np.random.default_rng(n).standard_normal(n)
    found = []
    for one in G.reshape(-1, n, n):
        try:
            found.append(float(eigsh(one, k=1, v0=one @ begin, tol=1e-8, return_eigenvectors=False)[0]))
        except ArpackError:  # a matrix of 0, or one that does not converge
            found.append(float(np.linalg.eigvalsh(one)[-1]))
    return np.array(found).reshape(G.shape[:-2])
