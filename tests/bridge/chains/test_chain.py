"""The chain of rescaled linear layers: observables, starts, averages, Lyapunov exponents, refusals."""

import math
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.random import default_rng
from sympy import Matrix, Rational

from numerics.chains import chain
from numerics.chains.chain import (
    Estimate,
    exponents,
    layer,
    moments,
    rescaled,
    run,
    soft_rank,
    spectrum,
    start,
    surviving,
)
from numerics.streams import fresh_seed, stream
from theory.markov import invariants

SEED = fresh_seed()
ONCE = settings(derandomize=True, database=None, deadline=None, max_examples=40)
seeds = st.integers(0, 2**32 - 1)


def sources(count: int, cell: int = 0) -> list[np.random.Generator]:
    return [stream(SEED, "chain", cell, block) for block in range(count)]


@ONCE
@given(seeds, st.integers(1, 6), st.integers(1, 8))
def test_observables_are_those_of_the_correlation_matrix(seed: int, d: int, columns: int) -> None:
    """F, T, D as in theory, r = d^2/F, soft rank and spectrum from the eigenvalues of M = H H^T / N."""
    h = rescaled(default_rng(seed).standard_normal((1, d, columns)))
    M = h[0] @ h[0].T / columns
    assert np.allclose(np.diag(M), 1)
    found = moments(h)
    exact = invariants(Matrix([[Rational(float(v)) for v in row] for row in M]))
    assert np.allclose([found.F[0], found.T[0], found.D[0]], [float(v) for v in exact])
    assert np.isclose(found.r[0], d**2 / found.F[0])
    values = np.linalg.eigvalsh(M)[::-1]
    assert np.allclose(spectrum(h)[0], values[: min(d, columns)], atol=1e-12)
    assert soft_rank(h, 0.5)[0] == np.count_nonzero(values >= 0.5)


def test_small_eigenvalues_keep_their_digits() -> None:
    """The factor has eigenvalues of 1e-20 and 1e-24 beside 1, which M itself would round away."""
    h = np.diag([1.0, 1e-10, 1e-12]) @ np.array([[1.0, 1, 1], [1, -1, 0], [1, 1, -2]])
    found = spectrum(h[None])[0]
    assert np.allclose(found, np.linalg.svd(h, compute_uv=False) ** 2 / 3, rtol=1e-6)
    assert 0 < found[2] < 1e-23


@pytest.mark.parametrize("gamma", [0.2, math.inf])
def test_rank_is_kept(gamma: float) -> None:
    """From rank k never above k: rank one stays rank one (r = 1), rank 2 has r <= 2."""
    for k in (1, 2):
        found = run(start(6, k, 3, default_rng(SEED)), layer(6, gamma), 30, sources(3))
        assert np.all(found.moments.r <= k + 1e-9), f"seed {SEED}"
        assert found.spectra.shape == (3, 0, k)


def test_chains_do_not_depend_on_each_other() -> None:
    """A chain alone is bit by bit the chain among others, whatever is observed when."""
    h = start(5, 5, 3, stream(SEED, "start"))
    with ThreadPoolExecutor(2) as threads:
        together = run(h, layer(5, 0.7, "uniform"), 12, sources(3), every=4, looks=(0, 12), executor=threads)
    alone = run(h[1:2], layer(5, 0.7, "uniform"), 12, sources(3)[1:2])
    assert np.array_equal(together.moments.r[1], alone.moments.r[0][[0, 4, 8, 12]]), f"seed {SEED}"
    assert together.depths.tolist() == [0, 4, 8, 12]
    assert together.looks.tolist() == [0, 12]
    assert together.spectra.shape == (3, 2, 5)


def test_no_weights() -> None:
    """gamma = 0 is the identity: r stands still, every Lyapunov exponent is 0."""
    h = start(4, 3, 2, default_rng(SEED))
    found = run(h, layer(4, 0.0), 5, sources(2))
    assert np.allclose(found.moments.r, found.moments.r[:, :1])
    assert np.allclose(exponents(h, layer(4, 0.0), 5, default_rng(SEED)), 0)


def test_exponents_add_up_to_the_determinant() -> None:
    """The d exponents sum to the mean log |det A|, A = diag(s)^-1 (I + gamma W), for the weights drawn."""
    d, gamma, layers = 3, 0.5, 7
    h = start(d, d, 1, default_rng(SEED))
    found = exponents(h, layer(d, gamma), layers, default_rng(5)).sum()
    rng, x, total = default_rng(5), h[0], 0.0
    for _ in range(layers):
        A = np.eye(d) + gamma * rng.standard_normal((1, d, d))[0]
        x = A @ x
        scale = np.sqrt(np.square(x).mean(axis=1))
        x = x / scale[:, None]
        total += np.linalg.slogdet(A / scale[:, None])[1]
    assert np.isclose(found, total / layers)


def test_leading_exponents_are_zero() -> None:
    """Rescaling keeps the norm of H: at d = 8, gamma = inf three exponents and more vanish, the last three do not."""
    found = exponents(start(8, 8, 16, default_rng(SEED)), layer(8, math.inf), 400, default_rng(SEED), burn=50)
    mean = found.mean(axis=0)  # standard errors are below .01
    assert np.all(np.abs(mean[:3]) < 0.05), f"seed {SEED}"
    assert np.all(mean[5:] < -0.2), f"seed {SEED}"
    assert 3 <= surviving(found) <= 5, f"seed {SEED}"


@pytest.mark.parametrize(("d", "gamma"), [(3, 0.5), (8, math.inf), (12, math.inf)])
def test_exponents_do_not_depend_on_how_often_frames_are_orthonormalised(d: int, gamma: float) -> None:
    """QR after every fourth layer finds, on the same weights, what QR after each finds: volumes multiply."""
    h, step = start(d, d, 5, default_rng(SEED)), layer(d, gamma)
    each, seldom = (exponents(h, step, 40, default_rng(SEED), burn=8, every=every) for every in (1, 4))
    assert np.allclose(each, seldom, atol=1e-7)
    with pytest.raises(ValueError, match="multiples of every = 4"):
        exponents(h, step, 41, default_rng(SEED), every=4)


def test_averages_are_over_chains() -> None:
    """The error is the spread of independent chains over the root of their number; one chain tells nothing."""
    assert Estimate.of(np.array([1.0, 3.0])) == (2.0, 1.0)
    assert Estimate.of(np.array([1.0])).error == math.inf
    found = run(start(4, 4, 3, default_rng(SEED)), layer(4, 1.0), 10, sources(3))
    late = found.moments.r[:, 5:].mean(axis=1)
    assert found.average(found.moments.r) == Estimate.of(late)
    assert 0 < found.regularity <= 1 + 1e-12


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: start(3, 4, 1, default_rng(0)), "rank 4 is not between 1 and d = 3"),
        (lambda: rescaled([[1.0, 2.0], [0.0, 0.0]]), "row 1 of the start is zero"),
        (lambda: rescaled([[1.0, math.nan]]), "not finite"),
        (lambda: soft_rank(np.ones((1, 2, 2)), 0.0), r"tau 0.0 is not in \(0, 1\]"),
        (lambda: soft_rank(np.ones((1, 2, 2)), math.nan), "tau nan"),
        (lambda: run(np.ones((2, 2, 2)), layer(2, 1.0), 1, sources(1)), "2 generators|1 generators"),
        (lambda: run(np.ones((1, 2, 2)), layer(2, 1.0), 0, sources(1)), "layers 0"),
        (lambda: layer(2, -1.0), "gamma -1.0 must be"),
    ],
)
def test_refusals(wrong: object, says: str) -> None:
    """What came and what was wanted."""
    with pytest.raises(ValueError, match=says):
        wrong()  # type: ignore[operator]


def test_a_vanishing_row_is_an_error() -> None:
    """Rademacher weights without skip at d = 2 make a row of zeros with probability 1/2 a layer from M = ss^T."""
    with pytest.raises(FloatingPointError, match="zero up to rounding, rescaling is undefined"):
        run(chain.rescaled(np.ones((1, 2, 1))), layer(2, math.inf, "rademacher"), 200, sources(1))
