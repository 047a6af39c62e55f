"""Theory's spectra against the eigenvalues of the Jacobian of the full n x n float64 map, all multiplicities."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from numerics.limits.gram_dynamics import gram_map
from theory.wide.fixed_points import escaped, symmetric
from theory.wide.spectrum import Spectrum, spectrum

Floats = NDArray[np.float64]
RC, FULL, RS = ("rc", "nl"), ("rc", "rs", "nl"), ("rs", "nl")


def centred(G: Floats) -> Floats:
    """PGP."""
    G = G - G.mean(axis=-1, keepdims=True)
    return G - G.mean(axis=-2, keepdims=True)


def expected(found: Spectrum, zeros: int = 0) -> Floats:
    """All eigenvalues, repeated as often as they occur, upwards; and so many zeros."""
    return np.sort([float(e.decimal(17)) for e in found.eigenvalues for _ in range(e.multiplicity)] + [0.0] * zeros)


def ray(n: int, k: int, rho: float) -> Floats:
    """The centred Gram matrix of trace n, symmetric under S_k x S_(n-k), with correlation rho."""
    inside_a, inside_b = 1 + (k - 1) * rho, 1 + (n - k - 1) * rho
    H = np.full((n, n), -inside_a * inside_b)
    H[:k, :k], H[k:, k:] = rho * (n - k) * inside_b, rho * k * inside_a
    np.fill_diagonal(H, [(n - k) * inside_b] * k + [k * inside_a] * (n - k))
    return H * n / np.trace(H)


@pytest.mark.parametrize(
    ("kind", "n", "k", "components"),
    [*(("symmetric", n, 1, RC) for n in (3, 7, 12)),
     *((kind, n, k, RC) for kind in ("escaped", "saddle") for n, k in ((7, 1), (10, 2), (12, 3))),
     ("broken", 10, 1, RC), ("symmetric", 3, 1, FULL), ("symmetric", 5, 1, FULL), ("symmetric", 4, 1, RS)],
)  # fmt: skip
def test_spectrum(kind: str, n: int, k: int, components: tuple[str, ...]) -> None:
    """S1, S3 to S7: the ray is fixed, and on the n(n+1)/2 symmetric matrices the derivative of the map over its
    multiplier has the spectrum of theory, beside n zeros where recentring takes as many dimensions away.

    By central differences, extrapolated to O(step^4); so many eigenvalues are above 1 as the index says.
    """
    found = spectrum(kind, n, components) if kind == "symmetric" else spectrum(kind, n, k=k)
    if components == RS:
        cosine = float(symmetric(n, RS).value("cos_cluster", 17).mid())
        H = (1 - cosine) * np.eye(n) + cosine
    elif kind == "symmetric":
        H = ray(n, 1, -1 / (n - 1))
    else:
        H = ray(n, k, float(escaped(n, k, "saddle" if kind == "saddle" else "broken").value("rho", 20).mid()))
    G = gram_map(H, components)  # as recentring forgets what it removes
    scale = 1.0 if "rs" in components else float(np.trace(centred(G)) / n)
    np.testing.assert_allclose(gram_map(G, components), scale * G, atol=1e-9)
    i, j = np.triu_indices(n)
    E = np.zeros((len(i), n, n))
    E[np.arange(len(i)), i, j] = E[np.arange(len(i)), j, i] = 1.0
    coarse, fine = (
        np.sort(np.linalg.eigvals((gram_map(G + h * E, components) - gram_map(G - h * E, components))[:, i, j].T).real)
        / (2 * h * scale)
        for h in np.array([2e-4, 1e-4]) * np.diagonal(G).min()
    )
    assert np.abs(fine - coarse).max() < 1e-6
    numbers = (4 * fine - coarse) / 3
    np.testing.assert_allclose(numbers, expected(found, n if "rc" in components else 0), atol=1e-7)
    assert components != RC or int((numbers > 1 + 1e-4).sum()) == found.index


@pytest.mark.parametrize(("n", "k"), [(3, 1), (5, 1), (8, 3), (9, 2)])
def test_outlier(n: int, k: int) -> None:
    """I6 by one-sided differences, positive semidefinite: kappa(1 - d) = 1 - d + O(d^(3/2)) leaves O(step^(1/2))."""
    found = spectrum("outlier", n, k=k)
    H, step = ray(n, k, 1.0), 1e-8
    i, j = np.triu_indices(n, 1)
    apart = np.eye(n)[i] - np.eye(n)[j]  # a centred M is the sum of -M_ij (e_i - e_j)(e_i - e_j)^T
    scale = step * np.abs(H).max()
    change = centred(gram_map(H + scale * apart[:, :, None] * apart[:, None, :]) - gram_map(H)) / scale
    mu = np.trace(centred(gram_map(H))) / n
    numbers = np.sort(np.linalg.eigvals(-change[:, i, j].T / mu).real)
    np.testing.assert_allclose(numbers, expected(found), atol=20 * step**0.5)
    assert found.index == (numbers > 1 + 20 * step**0.5).sum()
