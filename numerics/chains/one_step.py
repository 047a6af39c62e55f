"""Expectations after one layer of the chain M -> M+, in floats: tensor quadrature over one row of weights at a time.

For laws that `theory` neither enumerates nor encloses (Laplace, exponential, Student with 3 degrees), and a second
route for the others; never imports `theory`. E|M+|_F^2 = d + sum over i != j of Tr(B_i M B_j M), where
B_i = E[e e^T / (e^T M e)], e = e_i + gamma w and w a row of W. All laws have mean 0 and variance 1.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Rule = tuple[Floats, Floats]

MOST = 2**24


def _hermite(m: int) -> Rule:
    x, p = np.polynomial.hermite_e.hermegauss(m)
    return x, p / p.sum()


def _legendre(m: int) -> Rule:
    x, p = np.polynomial.legendre.leggauss(m)
    return np.sqrt(3.0) * x, p / 2


def _laplace(m: int) -> Rule:
    x, p = np.polynomial.laguerre.laggauss((m + 1) // 2)
    return np.concatenate([-x, x]) / np.sqrt(2.0), np.concatenate([p, p]) / 2


def _exponential(m: int) -> Rule:
    x, p = np.polynomial.laguerre.laggauss(m)
    return x - 1.0, p


def _student3(m: int) -> Rule:
    """w = tan(phi) has density proportional to cos(phi)^2: the midpoint rule for a periodic function."""
    phi = np.pi * ((np.arange(m) + 0.5) / m - 0.5)
    p = np.cos(phi) ** 2
    return np.tan(phi), p / p.sum()


RULES: dict[str, Callable[[int], Rule]] = {
    "gaussian": _hermite,
    "uniform": _legendre,
    "laplace": _laplace,
    "exponential": _exponential,
    "student3": _student3,
    "rademacher": lambda m: (np.array([1.0, -1.0]), np.array([0.5, 0.5])),
    "skew": lambda m: (np.array([2.0, -0.5]), np.array([0.2, 0.8])),
}
"""Nodes and probabilities by name of the law; m points where the law is continuous."""


def expected_square(M: ArrayLike, law: str, gamma: float, points: int = 64) -> float:
    """E|M+|_F^2 for a correlation matrix M, (d, d), and i.i.d. weights; d points^d terms.

    Gauss rules converge geometrically while no row of H + gamma W H is nearly zero at a node, that is for small gamma
    and light tails; raise `points` to see the error.

    Raises
    ------
    ValueError : an unknown law, an M that is no correlation matrix, or too many nodes.
    FloatingPointError : a row of H + gamma W H vanishes at a node.

    >>> round(expected_square([[1, 0], [0, 1]], "rademacher", 0.5), 12)
    2.84
    """
    M = np.asarray(M, dtype=np.float64)
    if M.ndim != 2 or not np.array_equal(M, M.T) or not np.array_equal(np.diag(M), np.ones(len(M))):
        raise ValueError(f"wanted a correlation matrix, symmetric with ones on its diagonal; came {M.tolist()}")
    if law not in RULES:
        raise ValueError(f"law {law!r} is not one of {', '.join(RULES)}")
    x, p = RULES[law](points)
    d = len(M)
    if d * len(x) ** d > MOST:
        raise ValueError(f"{len(x)} points in dimension {d} are {len(x) ** d} nodes: at most {MOST // d} are allowed")
    w = np.stack(np.meshgrid(*[x] * d, indexing="ij"), axis=-1).reshape(-1, d)
    weights = np.prod(np.stack(np.meshgrid(*[p] * d, indexing="ij"), axis=-1).reshape(-1, d), axis=-1)
    X = [_row_moment(M, i, gamma * w, weights) @ M for i in range(d)]
    return float(d + 2 * sum(np.sum(X[i] * X[j].T) for i in range(d) for j in range(i)))


def _row_moment(M: Floats, i: int, step: Floats, weights: Floats) -> Floats:
    """B_i, (d, d), from nodes (n, d)."""
    e = step.copy()
    e[:, i] += 1.0
    square = np.einsum("na,ab,nb->n", e, M, e)
    if not (square > 1e-14 * np.einsum("na,na->n", e, e)).all():
        raise FloatingPointError("a row of H + gamma W H is zero at a node: M+ is not defined there")
    return np.asarray((e * (weights / square)[:, None]).T @ e)
