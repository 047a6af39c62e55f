"""The infinite-width Gram map of recentring + ReLU in float64, vectorised over a stack of Gram matrices.

Source: nachum24, conventions: E[G_{l+1} | G_l] = (gain/2) K(P G_l P) at every width, and G_{l+1} tends to
it as the width grows.  Rescaling (RS) changes the map and comes later.
"""

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

__all__ = ["gram_map", "iterate", "kappa"]

Floats = NDArray[np.float64]


def kappa(r: Floats) -> Floats:
    """Arc-cosine kernel (sqrt(1-r^2) + (pi - arccos r) r) / pi; |r| > 1, which is rounding, counts as 1.

    >>> [round(float(kappa(np.array(r))), 12) for r in (-1.0, 0.0, 1.0)]
    [0.0, 0.318309886184, 1.0]
    """
    r = np.clip(r, -1.0, 1.0)
    sine = np.sqrt((1 - r) * (1 + r))
    return np.asarray((sine + np.arctan2(sine, -r) * r) / np.pi)  # arctan2(s, -r) = pi - arccos r


def gram_map(G: Floats, components: Collection[str] = ("rc", "nl")) -> Floats:
    """One layer at infinite width: K(PGP), K(H)_ij = sqrt(H_ii H_jj) kappa(rho_ij); shape (..., n, n).

    Without "rc" P is left out, without "nl" K is.  Equal columns (rows of G equal bit by bit) stay equal
    bit by bit.  Raises ValueError for any component but these two.
    """
    if not set(components) <= {"rc", "nl"}:
        raise ValueError(
            f"components {tuple(components)}: gram_dynamics knows recentring 'rc' and ReLU 'nl' only; "
            "the map with rescaling 'rs' is not here yet, simulate it with numerics.networks"
        )
    H = np.asarray(G, dtype=np.float64)
    if "rc" in components:
        mean = H.mean(axis=-1)
        H = H - (mean[..., :, None] + mean[..., None, :]) + mean.mean(axis=-1)[..., None, None]
    if "nl" in components:
        variance = np.maximum(np.diagonal(H, axis1=-2, axis2=-1), 0.0)
        scale = np.sqrt(variance[..., :, None] * variance[..., None, :])
        H = scale * kappa(np.divide(H, scale, out=np.zeros_like(H), where=scale > 0))
    return H


def iterate(G: Floats, depth: int, components: Collection[str] = ("rc", "nl")) -> Floats:
    """`gram_map` applied `depth` times, each time scaled to trace n (the map is homogeneous of degree 1)."""
    G = np.asarray(G, dtype=np.float64)
    for _ in range(depth):
        G = gram_map(G, components)
        G = G * (G.shape[-1] / np.trace(G, axis1=-2, axis2=-1)[..., None, None])
    return G
