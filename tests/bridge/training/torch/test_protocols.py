"""Protocols of daneshmand20 at tiny sizes, and the search for a rate that they share."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.random import Generator, default_rng

torch = pytest.importorskip("torch")

from numerics.checks import attach  # noqa: E402
from numerics.checks.daneshmand20.training import kept  # noqa: E402
from numerics.judging import needing_checks  # noqa: E402
from numerics.training.nets.mlp import MLP  # noqa: E402
from numerics.training.nets.normalise import Norm  # noqa: E402
from numerics.training.paired import QUICK, seeds  # noqa: E402
from numerics.training.search import sample  # noqa: E402
from theory.registry import claims  # noqa: E402

TINY = {"size": 128, "depth": 3, "steps": 3}


@pytest.mark.slow
def test_samples_lie_in_their_support_and_replay(seed: int) -> None:
    """One number for each seed, a share or a difference of two; the same stream gives the same numbers."""
    attach("daneshmand20")
    protocols = [
        (claim.name, check) for claim in claims(paper="daneshmand20").values() for check in needing_checks(claim)
    ]
    assert protocols
    for name, check in protocols:
        cell = {key: TINY.get(key, value) for key, value in check.options.cells("quick")[0].items()}
        times = 1 if "pretrain" in name else 2  # which take as long as all others together
        found = [check.run(check.options.layer, cell, default_rng(seed), 2) for _ in range(times)]
        assert found[0].shape == (2,), name
        assert (abs(found[0]) <= 1).all(), name
        np.testing.assert_array_equal(found[0], found[-1], name)


def test_arms_of_a_seed_share_its_points(rng: Generator) -> None:
    """Training points of a seed are different ones of the training part, held-out ones of the test part."""
    drawn = sample("digits", 3, rng, size=200, held=50)
    assert drawn.members.max() < 1438 <= drawn.held.min()
    assert all(len(set(row)) == 200 for row in drawn.members)
    assert not (drawn.members[0] == drawn.members[1]).all()
    with pytest.raises(ValueError, match="digits has 1438 points for training and 359 for tests, not 1500 and 0"):
        sample("digits", 1, rng, size=1500)


@pytest.mark.parametrize("norm", [None, Norm()])
def test_the_best_rate_of_each_seed_is_kept(norm: Norm | None, rng: Generator) -> None:
    """The search ends where training at the rate that it names ends, and no rate of the grid has a greater accuracy."""
    drawn = seeds({**QUICK, "size": 128, "depth": 2, "steps": 8}, 3, rng)
    net, start, rates = MLP(norm), drawn.start(drawn.weights()), (0.0, 0.05, 1e6)
    best = drawn.trained(net, start, rates)
    each = {rate: drawn.trained(net, start, (rate,)) for rate in rates}
    for seed in range(3):
        own: Any = each[best.rate[seed]]
        assert best.accuracy[seed] == own.accuracy[seed] == max(one.accuracy[seed] for one in each.values())
        np.testing.assert_allclose(best.loss[:, seed], own.loss[:, seed], rtol=1e-4)
        torch.testing.assert_close(best.parameters[0].W[seed], own.parameters[0].W[seed], rtol=1e-3, atol=1e-5)
    assert (best.rate < 1e6).all()


def test_order_kept() -> None:
    """Pairs a tenth apart count, as often as they keep their order; a rank that is no number keeps none."""
    before = np.array([[1.0, 1.0, 1.0], [2.0, 2.0, 1.05], [4.0, 4.0, 1.0]])
    after = np.array([[1.0, 3.0, 9.0], [2.0, 2.0, 5.0], [3.0, np.nan, 1.0]])
    assert kept(before, after).tolist() == [1.0, 0.0, 1.0]
