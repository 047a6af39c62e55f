"""The infinite-width map in float64: its value on known configurations, symmetry, fixed points."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numerics import observables
from numerics.gram_dynamics import gram_map, iterate, kappa

ONCE = settings(derandomize=True, database=None, deadline=None, max_examples=40)
seeds = st.integers(0, 2**32 - 1)


@ONCE
@given(st.floats(-1, 1))
def test_kappa(r: float) -> None:
    """kappa(r) - kappa(-r) = r, and the textbook formula."""
    assert float(kappa(np.array(r)) - kappa(np.array(-r))) == pytest.approx(r, abs=1e-15)
    assert kappa(np.array(r)) == pytest.approx((np.sqrt(1 - r * r) + (np.pi - np.arccos(r)) * r) / np.pi, abs=1e-14)


@ONCE
@given(seeds, st.integers(2, 8), st.integers(2, 8), st.floats(1e-50, 1e50))
def test_equivariance_homogeneity_trace(seed: int, n: int, m: int, c: float) -> None:
    """Phi(c Pi^T G Pi) = c Pi^T Phi(G) Pi; shift of all points invisible; tr Phi(G) = tr PGP."""
    rng = np.random.default_rng(seed)
    x, order = rng.standard_normal((m, n)), rng.permutation(n)
    g, permuted = observables.gram(x), np.ix_(order, order)
    image = gram_map(g)
    assert np.allclose(gram_map(c * g[permuted]) / c, image[permuted], rtol=1e-6, atol=1e-12)
    assert np.allclose(gram_map(observables.gram(x + rng.standard_normal((m, 1)))), image, rtol=1e-6, atol=1e-9)
    assert np.trace(image) == pytest.approx(np.trace(gram_map(g, ("rc",))), rel=1e-9)


@ONCE
@given(seeds, st.integers(2, 6))
def test_equal_columns_stay_equal(seed: int, n: int) -> None:
    """Equal rows of G are equal bit by bit after 30 layers, and of cosine exactly 1."""
    x = np.random.default_rng(seed).standard_normal((5, n))[:, [*range(n), 0, 1, 0]]
    g = (x[:, :, None] * x[:, None, :]).sum(axis=0)  # every entry by the same additions
    for _ in range(30):
        g = gram_map(g)
        assert np.array_equal(g[0], g[n])
        assert np.array_equal(g[1], g[n + 1])
        assert g[0, n] == g[0, 0] == g[0, n + 2]


@pytest.mark.parametrize("n", [3, 7, 50])
def test_symmetric_fixed_ray(n: int) -> None:
    """BSB1: cos = kappa(-1/(n-1)) is fixed, from every simplex (nachum24, S1)."""
    c = kappa(np.array(-1 / (n - 1)))
    fixed = (1 - c) * np.eye(n) + c
    assert np.allclose(iterate(np.eye(n), 1), fixed, rtol=0, atol=1e-14)
    assert np.allclose(iterate(fixed, 3), fixed, rtol=0, atol=1e-13)


def test_a_stack_is_its_members() -> None:
    """Leading axes are replicates."""
    x = np.random.default_rng(0).standard_normal((2, 3, 4, 6))  # no statistic is taken
    g = observables.gram(x)
    assert np.array_equal(iterate(g, 5)[1, 2], iterate(g[1, 2], 5))
    assert np.array_equal(gram_map(g, ())[0, 0], g[0, 0])


def test_rescaling_is_refused() -> None:
    """Only rc and nl have their map here."""
    with pytest.raises(ValueError, match=r"^components \('rc', 'rs'\): gram_dynamics knows recentring 'rc' and ReLU"):
        gram_map(np.eye(3), ("rc", "rs"))
