"""Antithetic layers: the pair has the law of a layer twice, and what theory says of W and -W together."""

import numpy as np
import pytest

from numerics.networks import Layer
from numerics.networks.mirrored import mirrored
from numerics.statistics.betting import Bounded
from numerics.statistics.decide import MarginTest
from numerics.streams import fresh_seed, stream

SEED = fresh_seed()
BATCH = np.array([[0.0, 1.0, 1.0, 4.0], [2.0, -1.0, -1.0, 0.5]])


def layers() -> list[Layer]:
    return [Layer(), Layer(("rc", "rs", "nl")), Layer(("nl",)), Layer(("rc", "nl"), weights="rademacher")]


@pytest.mark.parametrize("layer", layers())
def test_pair(layer: Layer) -> None:
    """relu(z) relu(-z) = 0, and relu(z) - relu(-z) = z is linear in the batch: of mean 0 in each row under RC."""
    plus, minus = mirrored(layer, np.broadcast_to(BATCH, (50, 2, 4)), width=6, rng=stream(SEED, "pair"))
    assert (plus * minus == 0).all(), f"seed {SEED}"
    assert (plus[..., 1] == plus[..., 2]).all(), "equal columns stay equal bit by bit"
    if "rc" in layer.components:
        np.testing.assert_allclose((plus - minus).sum(axis=-1), 0, atol=1e-12, err_msg=f"seed {SEED}")


@pytest.mark.parametrize("sign", [0, 1])
def test_either_has_the_law_of_a_layer(sign: int) -> None:
    """P(a neuron is active on the last point and not on the first), of the layer and of either of a pair."""
    layer, size, x = Layer(), 200_000, np.broadcast_to(BATCH, (1000, 2, 4))
    rng = stream(SEED, "law", sign)
    test = MarginTest(0.0, 0.02, Bounded(-1.0, 1.0))
    for _ in range(size // 1000):
        one, other = mirrored(layer, x, width=1, rng=rng)[sign], layer(x, width=1, rng=rng)
        seen = [np.asarray(((y[:, 0, 3] > 0) & (y[:, 0, 0] == 0)), dtype=float) for y in (one, other)]
        test.update(seen[0] - seen[1])
    assert test.verdict(threshold=2 * 4 / 1e-9) == "holds", f"seed {SEED}"
