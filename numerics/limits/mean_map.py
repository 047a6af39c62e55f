"""The mean map F on eigenvalues in float64, vectorised over stacks of spectra (in balls: `theory.orthogonality`).

p_i = int (1/2) L_i prod_j (1 + e^x lam_j)^(-1/2) dx, L_i = e^x lam_i/(1 + e^x lam_i), by the trapezoidal rule in x,
where the integrand is analytic in a strip. From logarithms of lam, so that nothing over- or underflows.

Accuracy, measured: relative errors of some eps (10 + log(max/min)) in every p_i, tiny ones included; sum p = 1.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from theory.orthogonality.mean_map import spacing

__all__ = ["gap", "iterate", "mean_map"]

Floats = NDArray[np.float64]

_REACH = 38.0
"""exp(-38) is below the rounding error of 1."""


def mean_map(eigenvalues: ArrayLike) -> Floats:
    """F(lam) along the last axis, (..., n) to (..., n); scale does not matter. Eigenvalues that are 0 stay 0.

    Complexity: O(n) operations for each spectrum at each of (114 + log(n max/min))/h nodes, h = .4 (n = 2) to .2 (60).

    Raises
    ------
    ValueError
        for numbers that are negative or not finite, or a spectrum of zeros.

    >>> mean_map([[256.0, 1.0], [1.0, 1.0]]).round(12).tolist()
    [[0.941176470588, 0.058823529412], [0.5, 0.5]]
    """
    lam = np.asarray(eigenvalues, dtype=np.float64)
    peak = lam.max(axis=-1, keepdims=True, initial=0.0)
    if not (np.isfinite(lam).all() and (lam >= 0).all() and (peak > 0).all()):
        raise ValueError("eigenvalues must be finite, >= 0 and not all 0 along the last axis")
    with np.errstate(divide="ignore"):
        s = np.log(lam) - np.log(peak)
    # at the right the integrand falls like e^(-x/2) at least: twice the reach, from the least eigenvalue on
    low = float(np.min(s, initial=0.0, where=np.isfinite(s)))
    h, _ = spacing(lam.shape[-1], 17)
    first, last = -_REACH - math.log(lam.shape[-1]), 2 * _REACH - low
    total = np.zeros_like(s)
    for x in np.arange(first, last, h):
        log_a = np.logaddexp(0.0, s + x)  # log(1 + e^x lam)
        total += np.exp(x - log_a - log_a.sum(axis=-1, keepdims=True) / 2)  # L_i g/lam_i
    total *= lam / peak
    return np.asarray(total / total.sum(axis=-1, keepdims=True))


def iterate(eigenvalues: ArrayLike, layers: int) -> Floats:
    """lam/sum lam, F(lam), .., the `layers`-th iterate: (..., n) to (layers + 1, ..., n).

    >>> iterate([256.0, 1.0], 3)[-1].round(12).tolist()
    [0.666666666667, 0.333333333333]
    """
    if layers < 0:
        raise ValueError(f"layers = {layers}: wanted 0 or more")
    lam = np.asarray(eigenvalues, dtype=np.float64)
    seen = [lam / lam.sum(axis=-1, keepdims=True)]
    for _ in range(layers):
        seen.append(mean_map(seen[-1]))
    return np.stack(seen)


def gap(eigenvalues: ArrayLike) -> Floats:
    """V = |lam/sum lam - 1/n| along the last axis, the orthogonality gap: (..., n) to (...).

    >>> gap([[1.0, 1.0], [1.0, 0.0]]).round(6).tolist()
    [0.0, 0.707107]
    """
    lam = np.asarray(eigenvalues, dtype=np.float64)
    share = lam / lam.sum(axis=-1, keepdims=True)
    return np.asarray(np.linalg.norm(share - 1 / lam.shape[-1], axis=-1))
