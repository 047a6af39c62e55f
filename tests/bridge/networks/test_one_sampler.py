"""`simulate`, `Layer.__call__` and explicit weights agree in law: entries of Gram matrices after several layers.

By two-sample Kolmogorov distances; the tests of this file share a false alarm of 1e-9.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from numpy.typing import NDArray

from numerics.networks import simulate
from numerics.networks.layer import Layer
from numerics.streams import stream
from tests.bridge.chance import bound, distance

Floats = NDArray[np.float64]

NETWORKS, WIDTH, DEPTH = 6000, 6, 3
BATCH = np.array([[1.0, 2.0, -1.0, 0.5], [0.0, 1.0, 1.0, -2.0], [1.0, -1.0, 0.25, 0.0], [0.3, 0.0, 2.0, 1.0],
                  [0.0, 1.0, 0.0, 1.0], [2.0, 0.0, 0.5, -1.0]])  # fmt: skip
LAYERS = [
    *(Layer(components, gain=1.0) for components in ((), ("rc",), ("rs",), ("rc", "rs"), ("rc", "nl"))),
    Layer(("nl",), "leaky_relu", gain=1.0),
    Layer(("rc", "nl"), "tanh"),
    Layer(("rc", "rs", "nl"), "leaky_relu", slope=0.2),
    Layer(("rs", "nl"), "sin"),
    Layer(("rs",), gain=6.0, gamma=0.5),
    Layer(("rc", "rs", "nl"), gamma=1.0),
]
BOUND = bound(NETWORKS, 2 * 3 * len(LAYERS))


def observed(gram: Floats, log_scale: Floats) -> Floats:
    """Log of the trace, a diagonal entry and an entry beside it, the trace being n: (3, R)."""
    trace = np.trace(gram, axis1=1, axis2=2)
    shape = np.divide(gram, trace[:, None, None], out=np.zeros_like(gram), where=trace[:, None, None] > 0)
    size = np.where(trace > 0, np.log(np.where(trace > 0, trace, 1.0)) + log_scale, -np.inf)
    return np.stack([size, shape[:, 0, 0], shape[:, 0, 1]])


def by_simulate(layer: Layer, seed: int) -> Floats:
    found = simulate(
        BATCH, width=WIDTH, depth=DEPTH, layer=layer, networks=NETWORKS, rng=partial(stream, seed, "simulate")
    )
    return observed(found.gram, found.log_scale)


def by_layers(layer: Layer, seed: int) -> Floats:
    rng = stream(seed, f"layers {layer.sampler}")
    x = np.broadcast_to(BATCH, (NETWORKS, *BATCH.shape))
    for _ in range(DEPTH):
        x = layer(x, width=WIDTH, rng=rng)
    return observed(np.swapaxes(x, 1, 2) @ x, np.zeros(NETWORKS))


def apart(one: Floats, other: Floats) -> float:
    """The greatest Kolmogorov distance of a statistic."""
    return max(distance(a, b) for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize(
    "layer",
    [*LAYERS[3:6], *(pytest.param(layer, marks=pytest.mark.slow) for layer in (*LAYERS[:3], *LAYERS[6:]))],
    ids=lambda layer: f"{'-'.join(layer.components)} {layer.activation} {layer.gamma}",
)
def test_samplers_agree_in_law(layer: Layer, seed: int) -> None:
    """The law of Gram entries after three layers is that of explicit weights, by `simulate` and by layer on layer."""
    explicit = by_layers(replace(layer, sampler="explicit"), seed)
    assert apart(explicit, by_simulate(layer, seed)) <= BOUND
    assert apart(explicit, by_layers(layer, seed)) <= BOUND


def test_another_model_is_noticed(seed: int) -> None:
    """The same distance tells other gains, slopes, components and laws of weights from RC + ReLU."""
    found = by_simulate(Layer(), seed)
    for twin in (
        Layer(gain=2.3), Layer(("rc", "nl"), "leaky_relu", slope=0.2), Layer(("nl",)), Layer(weights="rademacher"),
    ):  # fmt: skip
        assert apart(found, by_layers(twin, seed)) > BOUND, twin
