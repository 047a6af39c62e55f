"""The chain of rescaled linear layers: observables, starts, averages, Lyapunov exponents, refusals."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.random import Generator, default_rng
from sympy import Matrix, Rational

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
from tests.refused import refused
from tests.strategies import SETTINGS
from theory.markov import invariants


@settings(SETTINGS, max_examples=20)
@given(st.integers(0, 2**32 - 1), st.integers(1, 6), st.integers(1, 8))
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


@pytest.mark.parametrize("gamma", [0.0, 0.2, math.inf])
@pytest.mark.parametrize("rank", [1, 2])
def test_rank_is_kept(gamma: float, rank: int, rng: Generator) -> None:
    """From rank k never above k: rank one stays rank one (r = 1), rank 2 has r <= 2; without weights r stands still."""
    found = run(start(6, rank, 3, rng), layer(6, gamma), 30, rng.spawn(3))
    assert np.all(found.moments.r <= rank + 1e-9)
    assert found.spectra.shape == (3, 0, rank)
    assert gamma or np.allclose(found.moments.r, found.moments.r[:, :1])


def test_chains_do_not_depend_on_each_other(seed: int) -> None:
    """A chain alone is bit by bit the chain among others, whatever is observed when; averages are over chains."""
    h, step = start(5, 5, 3, default_rng(seed)), layer(5, 0.7, "uniform")

    def sources() -> list[Generator]:
        return default_rng(seed).spawn(3)

    with ThreadPoolExecutor(2) as threads:
        together = run(h, step, 12, sources(), every=4, looks=(0, 12), executor=threads)
    alone = run(h[1:2], step, 12, sources()[1:2])
    assert np.array_equal(together.moments.r[1], alone.moments.r[0][[0, 4, 8, 12]])
    assert together.depths.tolist() == [0, 4, 8, 12]
    assert together.looks.tolist() == [0, 12]
    assert together.spectra.shape == (3, 2, 5)
    assert together.average(together.moments.r) == Estimate.of(together.moments.r[:, 2:].mean(axis=1))
    whole = run(h, step, 12, sources())
    late = (values[:, 6:].mean() for values in (whole.moments.D, whole.moments.T))
    assert whole.regularity == pytest.approx(next(late) / next(late))
    assert Estimate.of(np.array([1.0, 3.0])) == (2.0, 1.0)
    assert Estimate.of(np.array([1.0])).error == math.inf


@pytest.mark.parametrize("gamma", [0.0, 0.5])
def test_exponents_add_up_to_the_determinant(gamma: float, seed: int) -> None:
    """The d exponents sum to the mean log |det A|, A = diag(s)^-1 (I + gamma W), for the weights drawn after `burn`."""
    d, burn, layers = 3, 4, 6
    h = start(d, d, 1, default_rng(seed))
    found = exponents(h, layer(d, gamma), layers, default_rng(5), burn=burn).sum()
    rng, x, total = default_rng(5), h[0], 0.0
    for number in range(burn + layers):
        A = np.eye(d) + gamma * rng.standard_normal((1, d, d))[0]
        x = A @ x
        scale = np.sqrt(np.square(x).mean(axis=1))
        x = x / scale[:, None]
        total += np.linalg.slogdet(A / scale[:, None])[1] if number >= burn else 0.0
    assert np.isclose(found, total / layers)


def test_surviving() -> None:
    """Exponents that are not below 0 by 4 standard errors: 0, -.1 +- .1, but not -.5 +- .1."""
    assert surviving(np.array([[0.0, -0.2, -0.6], [0.0, 0.0, -0.4]])) == 2


test_refusals = refused(
    "What came and what was wanted.",
    (lambda rng: start(3, 4, 1, rng), "rank 4 is not between 1 and d = 3"),
    (lambda rng: rescaled([[1.0, 2.0], [0.0, 0.0]]), "row 1 of the start is zero"),
    (lambda rng: rescaled([[1.0, math.nan]]), "not finite"),
    (lambda rng: soft_rank(np.ones((1, 2, 2)), 0.0), r"tau 0.0 is not in \(0, 1\]"),
    (lambda rng: soft_rank(np.ones((1, 2, 2)), math.nan), "tau nan"),
    (lambda rng: run(np.ones((2, 2, 2)), layer(2, 1.0), 1, [rng]), "2 generators|1 generators"),
    (lambda rng: run(np.ones((1, 2, 2)), layer(2, 1.0), 0, [rng]), "layers 0"),
    (lambda rng: layer(2, -1.0), "gamma -1.0 must be"),
    of=lambda call: call(default_rng()),
)


def test_a_vanishing_row_is_an_error(rng: Generator) -> None:
    """Rademacher weights without skip at d = 2 make a row of zeros with probability 1/2 a layer from M = ss^T."""
    with pytest.raises(FloatingPointError, match="zero up to rounding, rescaling is undefined"):
        run(rescaled(np.ones((1, 2, 1))), layer(2, math.inf, "rademacher"), 200, [rng])
