"""The chain Q' = BN(W F(Q)): against the same weights multiplied by hand, and pairs of chains."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from numpy.random import default_rng

from numerics.chains.activated import ACTIVATIONS, CHAIN, grams, spread


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_grams_are_those_of_the_weights_drawn(name: str, seed: int) -> None:
    """M = Q^T Q/d after 4, 7 and 10 layers, Q = BN(W F(Q)) with rows of length 1; its trace is 1."""
    n, d, size = 3, 40, 1  # ReLU dies with probability below 1e-11
    found = [*grams(replace(CHAIN, sampler="explicit"), name, n, d, default_rng(seed), size, burn=4, seen=3)]
    rng, Q, seen = default_rng(seed), np.broadcast_to(np.eye(n), (size, n, n)), []
    for done in range(1, 11):
        Z = rng.standard_normal((size, d, Q.shape[1])) @ ACTIVATIONS[name](Q)
        Q = Z / np.linalg.norm(Z, axis=2, keepdims=True)
        if done in (4, 7, 10):
            seen.append(np.swapaxes(Q, 1, 2) @ Q / d)
    assert np.allclose(found, seen, atol=1e-10)
    assert np.allclose(np.trace(found, axis1=2, axis2=3), 1)


def test_spread_is_over_pairs(seed: int) -> None:
    """The mean of d |M - M'|^2/2 over the pairs of 3 chains, and over 8 layers."""
    n, d, size, chains, name = 3, 6, 4, 3, "shifted tanh"
    found = spread(CHAIN, name, n, d, default_rng(seed), size, chains)
    runs = [M.reshape(size, chains, n, n) for M in grams(CHAIN, name, n, d, default_rng(seed), size * chains, burn=10)]
    pairs = [d * np.square(M[:, a] - M[:, b]).sum((1, 2)) / 2 for M in runs for a, b in combinations(range(chains), 2)]
    assert len(pairs) == 8 * 3
    assert np.allclose(found, np.mean(pairs, axis=0))
