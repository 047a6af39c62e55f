"""Antithetic layers: the pair has the law of a layer twice, and what theory says of W and -W together."""

from __future__ import annotations

import numpy as np
import pytest

from numerics.networks import Layer
from numerics.networks.mirrored import mirrored
from tests.bridge.chance import bound, distance

BATCH = np.array([[0.0, 1.0, 1.0, 4.0], [2.0, -1.0, -1.0, 0.5]])


@pytest.mark.parametrize(
    "layer", [Layer(), Layer(("rc", "rs", "nl")), Layer(("nl",)), Layer(("rc", "nl"), weights="rademacher")]
)
def test_pair(layer: Layer, rng: np.random.Generator) -> None:
    """relu(z) relu(-z) = 0, and relu(z) - relu(-z) = z is linear in the batch: of mean 0 in each row under RC. Either
    of the pair has the law of a layer: of its last column's sum, and of the last where the first is not active."""
    size = 10_000
    x = np.broadcast_to(BATCH, (size, 2, 4))
    plus, minus = mirrored(layer, x, width=6, rng=rng)
    assert (plus * minus == 0).all()
    assert (plus[..., 1] == plus[..., 2]).all(), "equal columns stay equal bit by bit"
    if "rc" in layer.components:
        np.testing.assert_allclose((plus - minus).sum(axis=-1), 0, atol=1e-12)
        far = BATCH + np.arange(4) * 2.0**-23 + np.array([[1e9], [-3e8]])  # exactly, and exactly back; not twice it
        pairs = [mirrored(layer, y[None], width=6, rng=np.random.default_rng(5)) for y in (far, far - far[:, :1])]
        np.testing.assert_array_equal(*pairs)
    alone = layer(x, width=6, rng=rng)
    for of in (lambda y: y[..., 3].sum(axis=1), lambda y: (y[..., 3] * (y[..., 0] == 0)).sum(axis=1)):
        for one in (plus, minus):
            assert distance(of(one), of(alone)) <= bound(size, 16)
