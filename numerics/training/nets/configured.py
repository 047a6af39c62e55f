"""Weights that bring a batch to a Gram matrix that is given, exactly; NumPy alone, never imports `theory`.

`reaching` solves W H = Z for the pre-activations Z that are wanted. These are made by `rotated` (Z^T Z = G, turned at
random) or, so that recentring changes nothing and ReLU leaves the Gram matrix that is wanted, by `outlier`. Source:
nachum24, Definition 12; see proofs_notes/nachum24.
"""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from numerics.training.backprop import Floats
from numerics.training.backprop import initial as he
from numerics.training.nets.initial import frames


def reaching(H: Floats, Z: Floats, rng: Generator) -> Floats:
    """W (R, m, d) with W H = Z for H (R, d, n), Z (R, m, n); on what H does not span, W is that of `he`.

    Raises
    ------
    ValueError : rows of Z that are no combinations of rows of H to 1e-8, as where n > rank H.
    """
    inverse = np.linalg.pinv(H)
    solved = Z @ inverse
    off = np.linalg.norm(solved @ H - Z, axis=(-2, -1)) / np.maximum(np.linalg.norm(Z, axis=(-2, -1)), 1e-300)
    if not np.all(off <= 1e-8):
        raise ValueError(
            f"W H = Z has no solution (off by {np.nanmax(off):.1e} of |Z|): {H.shape[-1]} points have to be "
            f"independent rows of {H.shape[-2]} features; take fewer points"
        )
    free = he((H.shape[-2], Z.shape[-2]), len(H), rng)[0].W
    return np.asarray(solved + free - (free @ H) @ inverse)


def rotated(G: Floats, m: int, replicates: int, rng: Generator) -> Floats:
    """Z (R, m, n) with Z^T Z = G (n, n), positive semidefinite of rank at most m, times a Haar frame."""
    values, vectors = np.linalg.eigh(G)
    if not values[0] >= -1e-12 * max(values[-1], 0.0) or not np.allclose(G, G.T):
        raise ValueError(f"a Gram matrix is symmetric with eigenvalues from 0 on; this one has {values[0]:.3g}")
    rank = int((values > 1e-12 * values[-1]).sum())
    if rank > m:
        raise ValueError(f"a Gram matrix of rank {rank} needs as many neurons, and the layer has {m}")
    root = np.sqrt(values[-rank:])[:, None] * vectors[:, -rank:].T
    return np.asarray(frames(replicates, m, rank, rng) @ root)


def outlier(n: int, m: int, replicates: int, rng: Generator) -> Floats:
    """Z (R, m, n), rows of mean 0; relu(Z) has the Gram matrix (n-1)^2 at the first point, 0 beside it and 1 elsewhere.

    Rows are t (e_o - 1/n) with normal t, half of them positive; the positive and the negative t are scaled to have
    the same sum of squares n^2, as in the mean of the law.
    """
    if n < 2 or m < 2:
        raise ValueError(f"an outlier needs 2 points and 2 neurons, got {n} and {m}")
    t = np.abs(rng.standard_normal((replicates, m)))
    positive = rng.permuted(np.tile(np.arange(m) < m // 2, (replicates, 1)), axis=1)
    for kind, sign in ((positive, 1), (~positive, -1)):
        t[kind] *= np.repeat(sign * n / np.sqrt(np.where(kind, t**2, 0).sum(axis=1)), kind.sum(axis=1))
    return np.asarray(t[:, :, None] * (np.eye(n)[0] - 1 / n))
