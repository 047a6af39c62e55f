"""Products of random layers: growth of volumes and steps of direction against theory's exact values."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from numpy.random import default_rng

from numerics.chains.products import last_turn, log_growth, vanilla
from numerics.statistics.betting import Variance
from numerics.streams import fresh_seed, stream
from tests.bridge.chance import mean_of
from theory.markov.products import log_volume, log_volume_variance

SEED = fresh_seed()
LAYERS = 16


def strength(gamma: Fraction | None) -> float:
    return np.inf if gamma is None else float(gamma)


def test_all_exponents_add_up_to_the_determinants() -> None:
    """k = d: the sum is the mean log |det A| of the matrices drawn, A = I + gamma W."""
    d, gamma, size = 3, 0.5, 4
    found = log_growth(vanilla(d, gamma), d, d, LAYERS, size, default_rng(SEED))
    rng, total = default_rng(SEED), np.zeros(size)
    for _ in range(LAYERS):
        total += np.linalg.slogdet(np.eye(d) + gamma * rng.standard_normal((size, d, d)))[1]
    assert np.allclose(found.sum(axis=1), total / LAYERS), f"seed {SEED}"


@pytest.mark.parametrize(("d", "k", "gamma"), [(3, 1, None), (4, 3, None), (2, 1, Fraction(1)), (3, 2, Fraction(1, 2))])
def test_growth_of_volumes(d: int, k: int, gamma: Fraction | None) -> None:
    """E(mu_1 + .. + mu_k) over 16 layers is the exact mean log volume of one, as layers are i.i.d.; to 0.05."""
    found = mean_of(
        lambda size: log_growth(vanilla(d, strength(gamma)), d, k, LAYERS, size, stream(SEED, "growth")).sum(axis=1),
        float(log_volume(d, k, gamma)), 0.05, Variance(float(log_volume_variance(d, k, gamma)) / LAYERS),
    )  # fmt: skip
    assert found == "holds", f"seed {SEED}"


def test_draws_of_one_layer_share_the_others() -> None:
    """At depth 0 the mean over m draws is the mean of m single ones, from the same weights."""
    step = vanilla(3, 0.7)
    together = last_turn(step, 3, 0, 5, default_rng(SEED), draws=4)
    single = last_turn(step, 3, 0, 20, default_rng(SEED))
    assert np.allclose(together, single.reshape(5, 4).mean(axis=1)), f"seed {SEED}"
