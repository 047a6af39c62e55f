"""What the two samplers multiply has the Gram matrix of the input, and explicit is the input itself."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.random import default_rng

from numerics.networks import Layer
from numerics.networks.layer import inputs_of, state_of
from numerics.networks.sampler import EXPLICIT, GRAM, sampler_of
from tests.strategies import SETTINGS


@SETTINGS
@given(
    st.integers(0, 2**32 - 1),
    st.integers(1, 12),
    st.integers(2, 6),
    st.booleans(),
    st.sampled_from(["gram", "explicit"]),
)
def test_factors_have_the_gram_matrix(seed: int, k: int, n: int, centred: bool, sampler: str) -> None:
    """F^T F = (gain/m) X^T X 4^-shift, X recentred by its counts under RC, of any rank; F has min(k, n) rows or k."""
    rng = default_rng(seed)
    rank = int(rng.integers(1, min(k, n) + 1))
    x = rng.standard_normal((3, k, rank)) @ rng.standard_normal((3, rank, n)) + rng.integers(0, 2) * 100
    counts, shift = rng.integers(1, 4, n), rng.integers(-3, 4, 3)
    layer = Layer(("rc", "nl") if centred else ("nl",), gain=1.5, sampler=sampler)
    F = inputs_of(layer, state_of(layer, x), 7, counts, "float64", shift).factor
    if centred:
        x = x - (x @ (counts / counts.sum()))[..., None]
    exact = 1.5 / 7 * np.swapaxes(x, 1, 2) @ x * 4.0 ** -shift[:, None, None]
    size = np.abs(exact).max(axis=(1, 2), keepdims=True) + 1e-6
    assert np.allclose(np.swapaxes(F, 1, 2) @ F / size, exact / size, atol=1e-9)
    assert F.shape[1] <= layer.drawn_by.inner(k, n)


@pytest.mark.parametrize(
    ("name", "weights", "found"),
    [
        ("auto", "gaussian", GRAM),
        ("gram", "gaussian", GRAM),
        ("explicit", "gaussian", EXPLICIT),
        ("auto", "skew", EXPLICIT),
    ],
)
def test_one_place_chooses(name: str, weights: str, found: object) -> None:
    """Gram wherever it is exact, unless W is asked for; rows are held by explicit weights and beside a skip."""
    layer = Layer(sampler=name, weights=weights)
    assert layer.drawn_by is sampler_of(name, weights) is found
    assert layer.held == (found is EXPLICIT)
    assert Layer(("rs",), sampler=name, weights=weights, gamma=1.0).held
