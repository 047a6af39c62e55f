"""Deep networks with scale given up, data by their factor, neurons by orthants: against the plain way."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from numerics.chains import deep
from numerics.networks import Layer
from numerics.statistics.betting import Bounded
from tests.bridge.chance import ALPHA, bound, distance, mean_of

Floats = NDArray[np.float64]


def grams(x: Floats) -> Floats:
    return np.swapaxes(x, -1, -2) @ x


def test_data_by_their_factor(rng: Generator, monkeypatch: pytest.MonkeyPatch) -> None:
    """Length, inner product and log det of the Gram matrix of 3 points have the laws of Gaussian points, in R^4 for
    R^784: there a degree of freedom counts."""
    size = 4000
    monkeypatch.setattr(deep, "DIMENSION", 4)
    one, other = grams(deep.gaussian_data(3, size, rng)), grams(rng.standard_normal((size, 4, 3)))
    for of in (lambda G: G[:, 0, 0], lambda G: G[:, 1, 2], lambda G: np.linalg.slogdet(G)[1]):
        assert distance(of(one), of(other)) <= bound(size, 3)


@pytest.mark.parametrize("components", [("nl",), ("rc", "nl"), ("rc", "rs", "nl")])
def test_scale_is_all_that_is_given_up(components: tuple[str, ...], seed: int) -> None:
    """Along 12 layers of width 40 the Gram matrix is that of the product of the weights drawn, up to a factor each."""
    x = default_rng(seed).standard_normal((1, 3, 4))
    layer = Layer(components, sampler="explicit")
    rng, plain = default_rng(seed), x
    for depth, found in enumerate(deep.along(layer, x, 12, default_rng(seed), width=40)):
        if depth:
            z = rng.standard_normal((1, 40, plain.shape[1])) @ plain * math.sqrt(2 / 40)
            if "rc" in components:
                z = z - z.mean(axis=2, keepdims=True)
            if "rs" in components:
                z = z / np.sqrt(np.square(z).mean(axis=2, keepdims=True))
            plain = np.maximum(z, 0)
            assert np.allclose(np.abs(found).max(axis=(1, 2)), 1)
        one, other = (G / np.trace(G, axis1=1, axis2=2)[:, None, None] for G in (grams(found), grams(plain)))
        assert np.allclose(one, other, rtol=1e-8, atol=1e-10)
    assert np.array_equal(deep.after(layer, x, 12, default_rng(seed), width=40), found)


def test_default_layer(rng: Generator) -> None:
    """E y^2 = (|x|^2 + 1)/(6 w) for a neuron with weights and bias uniform on +-1/sqrt(w): z is symmetric; to 10%."""
    x = np.array([2.0, -1.0, 0.5, 0.0])
    exact, most = (np.square(x).sum() + 1) / 24, (np.abs(x).sum() + 1) ** 2 / 4

    def draw(size: int) -> Floats:
        many = np.broadcast_to(x[:, None], (size, 4, 1))
        return np.square(deep.default_layer(many, rng)[:, 0, 0])

    assert mean_of(draw, exact, 0.1 * exact, Bounded(0.0, most, variance=exact * most)) == "holds"


@pytest.mark.parametrize("shift", [0.0, 1.0])
def test_active_counts(shift: float, rng: Generator) -> None:
    """n = 4: one neuron in so many is active on one point, as many on three, the rest on two; Hoeffding at 1e-9.

    P(only z_4 > 0) = P(z_1, z_2, z_3 < 0) = 1/8 + (asin r_12 + asin r_13 + asin r_23)/(4 pi), r the correlations.
    """
    rows, draws = rng.standard_normal((6, 4)) + shift, 200_000
    centred = rows - rows.mean(axis=1, keepdims=True)
    r = grams(centred)
    r = r / np.sqrt(np.outer(np.diag(r), np.diag(r)))
    triples = [[j for j in range(4) if j != i] for i in range(4)]
    exact = sum(1 / 8 + sum(math.asin(r[a, b]) for a in t for b in t if a < b) / (4 * math.pi) for t in triples)
    found = deep.active_counts(grams(rows), draws, rng)
    radius = math.sqrt(math.log(2 * 9 / ALPHA) / (2 * draws))
    assert np.abs(found - [0, exact, 1 - 2 * exact, exact, 0]).max() <= radius


def test_singular_values(rng: Generator) -> None:
    """Those of a given diagonal between orthogonal matrices, over the greatest."""
    left, right = (np.linalg.qr(rng.standard_normal((2, m, m)))[0] for m in (5, 3))
    found = deep.singular_values(left[:, :, :3] @ np.diag([4.0, 1.0, 1e-3]) @ right)
    assert np.allclose(found, [[1, 0.25, 0.25e-3]] * 2, rtol=1e-9)
