"""One layer from random correlation matrices: floats against enumeration, the drift, drawn layers."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.typing import NDArray
from sympy import Matrix, Rational

from numerics.chains.one_step import expected_square
from numerics.networks import Layer
from numerics.statistics.betting import Bounded
from numerics.streams import fresh_seed, stream
from tests.bridge.chance import mean_of
from tests.strategies import SETTINGS, correlations
from theory.markov import drift, invariants
from theory.markov import one_step as exact
from theory.markov.residual import ZeroRowError

Floats = NDArray[np.float64]

SEED = fresh_seed()
LAWS = {"rademacher": exact.RADEMACHER, "skew": exact.SKEW}
GAMMAS = st.sampled_from([Rational(1, 5), Rational(2, 3), Rational(7, 5)])


def floats(M: Matrix) -> list[list[float]]:
    return [[float(x) for x in row] for row in M.tolist()]


@SETTINGS
@given(correlations(3), st.sampled_from(sorted(LAWS)), GAMMAS)
def test_atoms_on_random_matrices(M: Matrix, law: str, gamma: Rational) -> None:
    """E|M+|_F^2 in floats is the sum over all draws in rationals, of any rank."""
    try:
        claimed = float(exact.expected_square(M, LAWS[law], gamma))
    except ZeroRowError:
        assume(False)
    assert abs(expected_square(floats(M), law, float(gamma)) - claimed) < 1e-9 * claimed


@SETTINGS
@given(correlations(3), st.sampled_from(["gaussian", "uniform", "laplace"]))
def test_drift_on_random_matrices(M: Matrix, law: str) -> None:
    """(E|M+|^2 - |M|^2)/gamma^2 at gamma = 1/64 and 1/128, extrapolated, is the exact drift: the next order is 4."""
    square = float(invariants(M)[0])
    coarse, fine = ((expected_square(floats(M), law, g, 20) - square) / g**2 for g in (1 / 64, 1 / 128))
    assert abs((4 * fine - coarse) / 3 - float(drift(M))) < 1e-3


def rows(rng: np.random.Generator) -> list[list[Fraction]]:
    """Three unit rows of three rational entries, by stereographic projection."""
    found = []
    for _ in range(3):
        y = [Fraction(int(a), 4) for a in rng.integers(-8, 9, 2)]
        square = sum(a * a for a in y)
        found.append([*(2 * a / (1 + square) for a in y), (square - 1) / (square + 1)])
    return found


@pytest.mark.parametrize("gamma", [Fraction(1, 3), Fraction(3, 2)])
@pytest.mark.parametrize("law", LAWS)
def test_layers_from_random_matrices(law: str, gamma: Fraction) -> None:
    """E|M+|_F^2 over drawn layers is the exact sum over all weights, from fresh rational rows; to 0.1 of 9."""
    unit = rows(stream(SEED, law, gamma.denominator))
    X = Matrix([[Rational(a.numerator, a.denominator) for a in row] for row in unit])
    try:
        claimed = float(exact.expected_square(X * X.T, LAWS[law], Rational(gamma.numerator, gamma.denominator)))
    except ZeroRowError:
        pytest.skip("these rows can be cancelled by the weights")
    layer = Layer(("rs",), weights=law, gain=3.0, gamma=float(gamma))

    def draw(size: int) -> Floats:
        H = np.broadcast_to(math.sqrt(3) * np.array(unit, dtype=float), (size, 3, 3))
        h = layer(H, width=3, rng=stream(SEED, law, gamma.denominator, 1))
        return np.square(h @ np.swapaxes(h, 1, 2) / 3).sum(axis=(1, 2))

    assert mean_of(draw, claimed, 0.1, Bounded(3.0, 9.0)) == "holds", f"seed {SEED}"
