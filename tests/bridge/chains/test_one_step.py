"""E|M+|_F^2 after one layer by quadrature in floats: against enclosures and real layers."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.polynomial.hermite_e import hermegauss
from numpy.polynomial.laguerre import laggauss
from numpy.polynomial.legendre import leggauss
from numpy.typing import NDArray
from sympy import Matrix, Rational

from numerics.networks import Layer
from numerics.statistics.betting import Bounded
from tests.bridge.chance import mean_of
from theory.markov.one_step_density import Density, enclosed_square

Floats = NDArray[np.float64]


def rule(law: str, points: int) -> tuple[Floats, Floats]:
    """Nodes and probabilities of weights of mean 0 and variance 1."""
    if law == "laplace":
        x, p = laggauss(points // 2)
        return np.concatenate([-x, x]) / np.sqrt(2), np.concatenate([p, p]) / 2
    if law == "skew":
        return np.array([2.0, -0.5]), np.array([0.2, 0.8])
    x, p = hermegauss(points) if law == "gaussian" else leggauss(points)
    return x if law == "gaussian" else np.sqrt(3) * x, p / p.sum()


def expected_square(M: Floats, law: str, gamma: float, points: int) -> float:
    """d + sum over i != j of Tr(B_i M B_j M), B_i = E[e e^T/(e^T M e)], e = e_i + gamma w, w a row of W."""
    d = len(M)
    x, p = rule(law, points)
    w = np.stack(np.meshgrid(*[x] * d, indexing="ij"), axis=-1).reshape(-1, d)
    weights = np.stack(np.meshgrid(*[p] * d, indexing="ij"), axis=-1).reshape(-1, d).prod(axis=1)
    X = []
    for i in range(d):
        e = gamma * w + np.eye(d)[i]
        X.append((e * (weights / np.einsum("na,ab,nb->n", e, M, e))[:, None]).T @ e @ M)
    return d + 2 * sum(float(np.sum(X[i] * X[j].T)) for i in range(d) for j in range(i))


def chain(size: int) -> Matrix:
    """M_ij = (3/5)^|i-j|."""
    return Matrix(size, size, lambda i, j: Rational(3, 5) ** abs(i - j))


def floats(M: Matrix) -> Floats:
    return np.array(M.tolist(), dtype=float)


@pytest.mark.parametrize("size", [2, 3])
@pytest.mark.parametrize("law", ["gaussian", "uniform"])
def test_densities_against_enclosures(law: Density, size: int) -> None:
    """Tensor Gauss rules inside the certified balls, to 1e-9."""
    claimed = float(enclosed_square(chain(size), law, Rational(1, 12), 15).mid())
    assert abs(expected_square(floats(chain(size)), law, 1 / 12, 40) - claimed) < 1e-9


@pytest.mark.parametrize("law", ["gaussian", "uniform", "laplace", "skew"])
def test_real_layers(law: str, rng: np.random.Generator) -> None:
    """Mean of |M+|_F^2 over real layers within 4% of the quadrature, d = 3, gamma = 1/2; without weights it is 8%
    less."""
    M = floats(chain(3))
    claimed = expected_square(M, law, 0.5, 64)
    H, layer = np.sqrt(3.0) * np.linalg.cholesky(M), Layer(("rs",), weights=law, gain=3.0, gamma=0.5)

    def draw(size: int) -> Floats:
        h = layer(np.broadcast_to(H, (size, 3, 3)), width=3, rng=rng)
        return np.asarray(np.square(h @ np.swapaxes(h, 1, 2) / 3).sum(axis=(1, 2)))

    assert mean_of(draw, claimed, 0.04 * claimed, Bounded(3.0, 9.0)) == "holds"
