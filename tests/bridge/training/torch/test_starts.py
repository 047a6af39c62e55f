"""Starts of the protocols of nachum24 and daneshmand21: what the networks make of their batch."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch")

from numerics.checks.nachum24.training import RECENTRED, configured, levelled, steps_needed
from numerics.judging.protocols import BN
from numerics.networks import Layer, observables
from numerics.training.nets.mlp import placed
from numerics.training.paired import mlp, seeds

CELL = {"data": "digits", "size": 16, "batch": 16, "width": 48, "depth": 3, "steps": 0}


@pytest.mark.parametrize("layer", [RECENTRED, BN], ids=["recentred", "bn"])
@pytest.mark.parametrize("name", ["outlier", "symmetric"])
def test_configured_networks_have_equal_norms(layer: Layer, name: str, rng: np.random.Generator) -> None:
    """In every hidden layer of a configured network the batch has mean square 1, with BN 1/2 up to which neurons
    are on; the outlier's points but the first are alike in all of them, and of the symmetric no norm is twice another's
    mean. In doubles: BN may blow up a distance of points that are alike as far as it likes."""
    drawn = seeds(CELL, 3, rng)
    points = drawn.drawn.batch(16).double()
    X = np.swapaxes(points.numpy(), -1, -2)
    weights = levelled(layer, configured(name, X, drawn.weights("he"), drawn.rng), X)
    hidden = mlp(layer).hidden(placed(weights, dtype=points.dtype), points)
    for h in hidden:
        found = h.numpy()
        wanted, within = (1.0, 1e-3) if layer is RECENTRED else (0.5, 0.4)
        assert np.allclose(np.square(found).mean(axis=(-2, -1)), wanted, rtol=0, atol=within)
        if name == "outlier":
            spread = np.abs(found[..., 1:] - found[..., 1:2]).max()
            assert spread < 5e-3 * np.abs(found).max()
    if name == "symmetric":
        norms = observables.norms(observables.gram(hidden[0].numpy()))
        assert norms.max() < 2 * norms.mean()


def test_steps_needed() -> None:
    """The first step with a loss of at most 1/10; all steps where there is none."""
    loss = np.array([[1.0, 1.0, 0.05], [0.1, 1.0, np.inf], [0.5, 0.2, np.inf]])
    assert steps_needed(loss).tolist() == [1, 3, 0]
