"""Exponents of columns and of one direction more, carried as frames, against the chain itself and closed forms."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.random import Generator, default_rng
from numpy.typing import NDArray
from scipy.integrate import quad

from numerics.chains import chain
from numerics.chains.threshold import column_exponents, transversal
from numerics.networks import Layer
from numerics.statistics.betting import Variance
from numerics.streams import fresh_seed, stream
from tests.bridge.chance import bound, distance, mean_of
from theory.orthogonality.threshold import rank_one_exponent

Floats = NDArray[np.float64]

SEED = fresh_seed()
SIZE, BURN, LAYERS = 8000, 2, 5


def log_volume(h: Floats) -> Floats:
    """Of the columns: (R, d, n) to (R,). By QR: H^T H may be singular in floats where H is not."""
    triangle = np.linalg.qr(h, mode="r")
    return np.asarray(np.log(np.abs(np.diagonal(triangle, axis1=1, axis2=2))).sum(axis=1))


def by_the_chain(d: int, n: int, rng: Generator) -> Floats:
    """Growth of the volume of H's columns a layer, from weights that are drawn: for depths where floats suffice."""
    step = Layer(("rs",), gain=1.0, sampler="explicit")
    before = chain.after(chain.start(d, n, SIZE, rng), step, BURN, rng)
    return (log_volume(chain.after(before, step, LAYERS, rng)) - log_volume(before)) / LAYERS


@pytest.mark.parametrize(("d", "n"), [(4, 4), (7, 3), (3, 2)])
def test_column_exponents_add_up_to_volumes(d: int, n: int) -> None:
    """The law of the sum of the exponents is that of the growth of log det(H^T H)/2 under explicit weights."""
    rng = stream(SEED, "columns", d)
    found = column_exponents(chain.start(d, n, SIZE, rng), LAYERS, rng, burn=BURN).sum(axis=1)
    apart = distance(found, by_the_chain(d, n, rng))
    assert apart <= bound(SIZE, 3), f"seed {SEED}: {apart}"
    shifted = distance(found + 0.5, by_the_chain(d, n, rng))
    assert shifted > bound(SIZE, 3), f"seed {SEED}: an exponent off by 1/2 is not noticed, {shifted}"


@pytest.mark.parametrize("d", [2, 3, 10])
def test_one_column_keeps_its_length(d: int) -> None:
    """Rows of one entry are +-1 after RS: the only exponent is 0, layer by layer."""
    assert np.allclose(column_exponents(chain.start(d, 1, 5, default_rng(SEED)), 20, default_rng(SEED), burn=1), 0)


def test_all_exponents_are_those_of_the_layers() -> None:
    """At rank d their sum has the law of that of `chain.exponents`, which carries H and a frame beside it."""
    rng = stream(SEED, "layers")
    starts = (chain.start(5, 5, SIZE, rng) for _ in range(2))
    one = column_exponents(next(starts), 4, rng, burn=1).sum(axis=1)
    other = chain.exponents(next(starts), chain.layer(5, math.inf), 4, rng, burn=1).sum(axis=1)
    assert distance(one, other) <= bound(SIZE), f"seed {SEED}"


def variance_bound(d: int) -> float:
    """Of one layer's contribution at n = 1: log S + f(x), S = sum_k 1/g_k^2, f(x) = log x - x + 1.

    log S is m = max_k log 1/g_k^2 plus at most log d, so that its standard deviation is below that of m and log(d)/2.
    x is a mean of independent chi^2_1 with random weights of sum 1: E f(x)^2 <= E f(chi^2_1)^2, f^2 of a mean being
    at most the mean of f^2 (-f is convex and positive).
    """

    def moment(power: int) -> float:
        def density(g: float) -> float:  # of the least |g|
            return 2 * d * math.erfc(g / math.sqrt(2)) ** (d - 1) * math.exp(-g * g / 2) / math.sqrt(2 * math.pi)

        return float(quad(lambda g: (-2 * math.log(g)) ** power * density(g), 0, 12, limit=500)[0])

    def square(g: float) -> float:
        return (2 * math.log(g) - g * g + 1) ** 2 * 2 * math.exp(-g * g / 2) / math.sqrt(2 * math.pi)

    of_m = math.sqrt(moment(2) - moment(1) ** 2)
    return 1.01 * (of_m + math.log(d) / 2 + math.sqrt(quad(square, 0, 20, limit=500)[0])) ** 2


@pytest.mark.parametrize("d", [2, 3])
def test_a_second_direction(d: int) -> None:
    """From rank 1 the layers are i.i.d., and the mean is gamma(1, d), 0 at d = 2 and 1.1745 at d = 3; to 0.1."""
    layers = 200
    found = mean_of(
        lambda size: transversal(chain.start(d, 1, size, stream(SEED, "start")), layers, stream(SEED, "second", d)),
        float(rank_one_exponent(d)), 0.1, Variance(variance_bound(d) / layers),
    )  # fmt: skip
    assert found == "holds", f"seed {SEED}"
