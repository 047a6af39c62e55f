"""Float quadrature of one layer against exact enumeration, enclosures and real layers; orders of the remainder."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from sympy import Matrix, Rational

from numerics.chains.one_step import RULES, expected_square
from numerics.networks import Layer
from numerics.statistics.betting import Bounded
from tests.bridge.chance import mean_of
from tests.strategies import SETTINGS, correlations
from theory.markov import drift, invariants
from theory.markov import one_step as exact
from theory.markov.one_step_density import Density, enclosed_square
from theory.markov.residual import ZeroRowError

LAWS = {"rademacher": exact.RADEMACHER, "skew": exact.SKEW}


def chain(size: int) -> Matrix:
    """M_ij = (3/5)^|i-j|."""
    return Matrix(size, size, lambda i, j: Rational(3, 5) ** abs(i - j))


def floats(M: Matrix) -> NDArray[np.float64]:
    return np.array(M.tolist(), dtype=float)


@pytest.mark.parametrize("law", RULES)
def test_rules_are_standard(law: str) -> None:
    """Probabilities add up to 1, mean 0, variance 1; Student's variance converges like 1/points."""
    x, p = RULES[law](512 if law == "student3" else 64)
    assert p.sum() == pytest.approx(1, abs=1e-9)
    assert p @ x == pytest.approx(0, abs=1e-9)
    assert p @ x**2 == pytest.approx(1, abs=0.01 if law == "student3" else 1e-9)


@settings(SETTINGS, max_examples=40)
@given(
    st.one_of(correlations(3), st.integers(2, 4).map(chain)),
    st.sampled_from(sorted(LAWS)),
    st.sampled_from([Rational(1, 5), Rational(2, 3), Rational(7, 5)]),
)
def test_atoms_against_rationals(M: Matrix, law: str, gamma: Rational) -> None:
    """E|M+|_F^2 in floats is the sum over all draws in rationals, of any rank."""
    try:
        claimed = float(exact.expected_square(M, LAWS[law], gamma))
    except ZeroRowError:
        assume(False)
    assert abs(expected_square(floats(M), law, float(gamma)) - claimed) < 1e-9 * claimed


@pytest.mark.parametrize("size", [2, 3])
@pytest.mark.parametrize("law", ["gaussian", "uniform"])
def test_densities_against_enclosures(law: Density, size: int) -> None:
    """Tensor Gauss rules inside the certified balls, to 1e-9."""
    claimed = float(enclosed_square(chain(size), law, Rational(1, 12), 15).mid())
    assert abs(expected_square(floats(chain(size)), law, 1 / 12, 40) - claimed) < 1e-9


@pytest.mark.parametrize(
    ("law", "gamma", "points", "low", "high"),
    [
        *((law, 1 / 128, 64, 3.9, 4.1) for law in ("gaussian", "uniform", "laplace")),
        *((law, 1 / 128, 64, 2.9, 3.2) for law in ("skew", "exponential")),
        *(("student3", 1 / 64, points, 2.8, 3.1) for points in (250, 500)),
    ],
)
def test_order_of_the_remainder(law: str, gamma: float, points: int, low: float, high: float) -> None:
    """log2 R(2 gamma)/R(gamma) is 4 for symmetric laws, 3 for skewed ones (daneshmand20, Lemma 7); and about 3 for
    Student with 3 degrees, which has no fourth moment, whatever the number of points."""
    M = chain(2)
    square, slope = float(invariants(M)[0]), float(drift(M))
    R = [expected_square(floats(M), law, g, points) - square - g**2 * slope for g in (2 * gamma, gamma)]
    assert low < np.log2(R[0] / R[1]) < high


@pytest.mark.parametrize("law", ["gaussian", "uniform", "laplace", "rademacher", "skew"])
def test_real_layers(law: str, rng: np.random.Generator) -> None:
    """Mean of |M+|_F^2 over real layers within 4% of the quadrature, d = 3, gamma = 1/2; without
    weights it is 8% less."""
    M = floats(chain(3))
    claimed = expected_square(M, law, 0.5, 64)
    H, layer = np.sqrt(3.0) * np.linalg.cholesky(M), Layer(("rs",), weights=law, gain=3.0, gamma=0.5)

    def draw(size: int) -> NDArray[np.float64]:
        h = layer(np.broadcast_to(H, (size, 3, 3)), width=3, rng=rng)
        return np.asarray(np.square(h @ np.swapaxes(h, 1, 2) / 3).sum(axis=(1, 2)))

    assert mean_of(draw, claimed, 0.04 * claimed, Bounded(3.0, 9.0)) == "holds"


@pytest.mark.parametrize(
    ("wrong", "error", "says"),
    [
        (partial(expected_square, [[1, 2], [3, 1]], "gaussian", 0.1), ValueError, "correlation matrix"),
        (partial(expected_square, [[1, 0], [0, 1]], "cauchy", 0.1), ValueError, "not one of gaussian"),
        (partial(expected_square, np.eye(6), "gaussian", 0.1), ValueError, "at most"),
        (partial(expected_square, np.ones((2, 2)), "rademacher", 0.5), FloatingPointError, "zero"),
    ],
)
def test_refusals(wrong: Callable[[], object], error: type[Exception], says: str) -> None:
    """What came, what was wanted."""
    with pytest.raises(error, match=says):
        wrong()
