"""The chain Q' = BN(W F(Q)): against the same weights multiplied by hand, pairs of chains, and an exact first layer."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from numpy.random import default_rng
from numpy.typing import NDArray

from numerics.chains.activated import ACTIVATIONS, CHAIN, grams, spread
from numerics.statistics.betting import Bounded
from numerics.streams import fresh_seed, stream
from tests.bridge.chance import mean_of
from theory.orthogonality.finite_width import next_gap_squared

Floats = NDArray[np.float64]

SEED = fresh_seed()


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_grams_are_those_of_the_weights_drawn(name: str) -> None:
    """M = Q^T Q/d after 4, 7 and 10 layers, Q = BN(W F(Q)) with rows of length 1; its trace is 1."""
    n, d, size = 3, 40, 1  # ReLU dies with probability below 1e-11
    found = [*grams(replace(CHAIN, sampler="explicit"), name, n, d, default_rng(SEED), size, burn=4, seen=3)]
    rng, Q, seen = default_rng(SEED), np.broadcast_to(np.eye(n), (size, n, n)), []
    for done in range(1, 11):
        Z = rng.standard_normal((size, d, Q.shape[1])) @ ACTIVATIONS[name](Q)
        Q = Z / np.linalg.norm(Z, axis=2, keepdims=True)
        if done in (4, 7, 10):
            seen.append(np.swapaxes(Q, 1, 2) @ Q / d)
    assert np.allclose(found, seen, atol=1e-10), f"seed {SEED}"
    assert np.allclose(np.trace(found, axis1=2, axis2=3), 1)


@pytest.mark.parametrize("name", ["identity", "shifted tanh"])
def test_spread_is_over_pairs(name: str) -> None:
    """The mean of d |M - M'|^2/2 over the pairs of 3 chains, and over 8 layers."""
    n, d, size, chains = 3, 6, 4, 3
    found = spread(CHAIN, name, n, d, default_rng(SEED), size, chains)
    runs = [M.reshape(size, chains, n, n) for M in grams(CHAIN, name, n, d, default_rng(SEED), size * chains, burn=10)]
    pairs = [d * np.square(M[:, a] - M[:, b]).sum((1, 2)) / 2 for M in runs for a, b in combinations(range(chains), 2)]
    assert len(pairs) == 8 * 3
    assert np.allclose(found, np.mean(pairs, axis=0)), f"seed {SEED}"


@pytest.mark.parametrize("name", ["identity", "relu"])
def test_first_layer(name: str) -> None:
    """From orthonormal columns F(Q) = Q, M has mean I/n, and E|M - I/n|^2 = (n - 1)/(n d) exactly; to 0.02."""
    n, d = 3, 5
    exact = float(next_gap_squared([[int(i == j) for i in range(n)] for j in range(n)], d))

    def draw(size: int) -> Floats:
        M = next(grams(CHAIN, name, n, d, stream(SEED, name), size, burn=1, seen=1))
        return np.asarray(np.square(M - np.eye(n) / n).sum(axis=(1, 2)))

    assert exact == pytest.approx((n - 1) / (n * d))
    assert mean_of(draw, exact, 0.02, Bounded(0.0, 1 - 1 / n)) == "holds", f"seed {SEED}"
