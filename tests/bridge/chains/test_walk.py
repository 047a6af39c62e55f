"""The loop over layers: as many draws as layers, those of a loop by hand; growth against exact volumes; products."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest
from flint import fmpz_mat
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from numerics.chains.products import last_turn, log_growth, vanilla
from numerics.chains.walk import by_column, by_peak, drawn, factors, growth, last, walk
from numerics.networks import Layer
from tests.strategies import SETTINGS

Floats = NDArray[np.float64]


def test_no_layer_is_drawn_before_it_is_asked_for() -> None:
    """L layers are L draws, and the state after l of them costs l."""
    calls = []

    def push(h: int) -> int:
        calls.append(h)
        return 2 * h + 1

    states = walk(0, push, 5)
    assert (next(states), len(calls)) == (0, 0)
    assert ([*islice(states, 2)], len(calls)) == ([1, 3], 2)
    assert (last(states), len(calls)) == (31, 5)
    assert [*walk(7, push, 0)] == [7]


@pytest.mark.parametrize("width", [None, 5])
@pytest.mark.parametrize("rescale", [None, by_peak, by_column])
@pytest.mark.parametrize("several", [False, True])
def test_layers_are_those_of_a_loop(
    width: int | None, rescale: Callable[[Floats], Floats] | None, several: bool
) -> None:
    """Bit by bit the layers of a loop by hand, from one generator and from one for each replicate."""

    def generators() -> Generator | list[Generator]:
        return [default_rng(i) for i in range(4)] if several else default_rng(1)

    step, h = Layer(("rc", "nl"), "leaky_relu"), default_rng(0).standard_normal((4, 3, 6))
    rng = generators()
    for found in walk(h, drawn(step, generators(), width=width, rescale=rescale), 6):
        assert np.array_equal(found, h)
        h = step(h, width=width or 3, rng=rng)
        h = rescale(h) if rescale else h


def test_scales(rng: Generator) -> None:
    """The greatest entry, or the length of each column, is 1; ratios of entries, or of a column, stay."""
    x = rng.standard_normal((3, 4, 5))
    assert np.allclose(np.abs(by_peak(x)).max(axis=(1, 2)), 1)
    assert np.allclose(by_peak(x) * x[:, :1, :1], x * by_peak(x)[:, :1, :1])
    assert np.allclose(np.linalg.norm(by_column(x), axis=1), 1)
    assert np.allclose(by_column(x) * x[:, :1], x * by_column(x)[:, :1])


@settings(SETTINGS, max_examples=40)
@given(st.integers(0, 2**32 - 1), st.integers(1, 4), st.integers(1, 30))
def test_growth_is_that_of_exact_volumes(seed: int, d: int, layers: int) -> None:
    """sum_(i <= k) L mu_i = log vol of the images of k unit vectors under a product of L integer matrices, for each k.

    The volume is the square root of a Gram determinant in integers, whatever its size.
    """
    rng = default_rng(seed)
    steps = [rng.integers(-4, 5, (d, d)) + 9 * np.eye(d, dtype=int) for _ in range(layers)]
    left = iter(steps)
    found = growth(factors(np.eye(d)[None], lambda h: next(left).astype(float) @ h, layers), layers)[0]
    whole = fmpz_mat(d, d, [int(i == j) for i in range(d) for j in range(d)])
    for step in steps:
        whole = fmpz_mat(step.tolist()) * whole
    for k in range(1, d + 1):
        columns = fmpz_mat([[whole[i, j] for j in range(k)] for i in range(d)])
        square = int((columns.transpose() * columns).det())
        if square:
            digits = max(square.bit_length() - 1000, 0)
            exact = (np.log(float(square >> digits)) + digits * np.log(2)) / 2
            assert np.isclose(layers * found[:k].sum(), exact, atol=1e-6)
        else:
            assert layers * found[:k].sum() < -25


@pytest.mark.parametrize("gamma", [0.5, np.inf])
def test_exponents_of_products_add_up_to_volumes(gamma: float, seed: int) -> None:
    """k of them: the sum is the mean log volume of the images of k unit vectors under the matrices drawn."""
    d, size, layers = 3, 4, 4
    step = replace(vanilla(d, gamma), sampler="explicit")
    for k in (1, 3):
        found = log_growth(step, d, k, layers, size, default_rng(seed))
        rng, x = default_rng(seed), np.broadcast_to(np.eye(d, k), (size, d, k))
        for _ in range(layers):
            x = (min(gamma, 1) * rng.standard_normal((size, d, d)) + (gamma < np.inf) * np.eye(d)) @ x
        volume = np.linalg.slogdet(np.swapaxes(x, 1, 2) @ x)[1] / 2
        assert np.allclose(found.sum(axis=1), volume / layers)


def test_turns(seed: int) -> None:
    """sin^2 between x and (I + gamma W) x; the mean over m draws of a layer is that of single ones, same weights."""
    d, gamma = 3, 0.7
    step = replace(vanilla(d, gamma), sampler="explicit")
    single = last_turn(step, d, 0, 20, default_rng(seed))
    y = np.eye(d)[0] + gamma * default_rng(seed).standard_normal((20, d, d))[..., 0]
    assert np.allclose(single, 1 - np.square(y[:, 0]) / np.square(y).sum(axis=1))
    together = last_turn(step, d, 0, 5, default_rng(seed), draws=4)
    assert np.allclose(together, single.reshape(5, 4).mean(axis=1))
