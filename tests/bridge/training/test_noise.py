"""Noise in the place of images: where the points of a minibatch lie in it."""

from __future__ import annotations

import numpy as np
import pytest

from numerics.checks.daneshmand20.training import in_noise, own_places


def test_each_seed_has_noise_of_its_own(rng: np.random.Generator) -> None:
    """Two seeds that have a point of the data in common have two places for it, each among its own; all the points of a
    seed have different places."""
    members = np.stack([rng.permutation(9)[:5] for _ in range(4)])
    places = own_places(members)
    assert places(members).tolist() == np.arange(20).reshape(4, 5).tolist()
    chosen = rng.permuted(members, axis=1)[:, :3]
    found = places(chosen)
    assert (members.ravel()[found] == chosen).all()
    assert (found // 5 == np.arange(4)[:, None]).all()


def test_noise_is_drawn_for_every_seed(rng: np.random.Generator) -> None:
    """The noise has the points' labels, lies within 3^(1/2) of 0, and has no point twice."""
    torch = pytest.importorskip("torch")
    from numerics.training.search import Sample

    members = np.stack([rng.permutation(40)[:30] for _ in range(8)])
    labels = torch.arange(40) % 10
    noise, places = in_noise(Sample(torch.zeros(40, 64), labels, members, members[:, :0]), rng)
    assert noise.points.shape == (240, 64)
    assert len(np.unique(noise.points, axis=0)) == 240
    assert float(noise.points.abs().max()) <= np.float32(3**0.5)
    assert (noise.labels[torch.as_tensor(places(members))] == labels[torch.as_tensor(members)]).all()
