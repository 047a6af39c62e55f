"""Section 3: one sample is one seed, on which both networks are trained."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.random import Generator

from numerics.judging import BOOLEAN, Cell, sampled
from numerics.judging.protocols import REFUTED
from numerics.networks import Layer
from numerics.statistics.betting import Floats
from theory.papers.morwani20.training import claims

if TYPE_CHECKING:
    from numerics.training.protocols.rate_one import Deep

CELLS = (
    {"data": "digits", "images": 128, "width": 32},
    {"data": "mnist", "images": 1000, "width": 64, "levels": ("standard", "deep")},
    {"data": "fashion", "images": 1000, "width": 64, "levels": ("deep",)},
)
COIN: dict[str, Any] = {
    "at": CELLS,
    "notices": 0.19,
    "scale": 1.0,
    "support": BOOLEAN,
    "block": 32,
    "sharp": True,
    "needs": ("torch",),
}


def _deep(cell: Cell, rate: float, steps: int = 30) -> Deep:
    from numerics.training.protocols.rate_one import Deep

    return Deep(cell["data"], cell["images"], width=cell["width"], rate=rate, steps=steps)


@sampled(claims.rate_one, "10 layers, 30 steps at rate 1: whether vanilla diverges and BN does not", **COIN)
def diverges(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), 0 or 1."""
    from numerics.training.protocols.rate_one import norm, only_vanilla_diverges

    return only_vanilla_diverges(_deep(cell, 1.0), norm(2.0), size, rng)


@sampled(claims.explosion, "the last step before divergence: whether all three norms have grown", **COIN)
def all_grow(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), 0 or 1; 0 where the network does not diverge."""
    from numerics.training.protocols.rate_one import grown

    return np.where((grown(_deep(cell, 1.0), size, rng)[0] > 1).all(axis=1), 1.0, 0.0)


@sampled(claims.norms_stay, "30 steps with BN: whether no norm is ever above ten times its start", **COIN)
def none_grows(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), 0 or 1."""
    from numerics.training.protocols.rate_one import grown

    return np.where((grown(_deep(cell, 1.0), size, rng)[1] <= 10).all(axis=1), 1.0, 0.0)


@sampled(claims.growth, "the last step before divergence: whether weights and activations have grown", **COIN)
def two_grow(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), 0 or 1; 0 where the network does not diverge."""
    from numerics.training.protocols.rate_one import grown

    activations, _, weights = grown(_deep(cell, 1.0), size, rng)[0].T
    return np.where((activations >= 2) & (weights > 1), 1.0, 0.0)


@sampled(
    claims.same_rate,
    "30 steps at rate 1/10: whether test accuracies differ by 1/20 at most",
    **COIN | REFUTED,
)
def as_accurate(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), 0 or 1."""
    from numerics.training.protocols.rate_one import accuracies

    bn, vanilla = accuracies(_deep(cell, 0.1), (0.1,), size, rng)[:, 0]
    return np.where(np.abs(bn - vanilla) <= 0.05, 1.0, 0.0)


@sampled(claims.vanilla_ahead, "30 steps at rate 1/10: whether the test accuracy without BN is the greater", **COIN)
def ahead(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), 0 or 1."""
    from numerics.training.protocols.rate_one import accuracies

    bn, vanilla = accuracies(_deep(cell, 0.1), (0.1,), size, rng)[:, 0]
    return np.where(vanilla > bn, 1.0, 0.0)


@sampled(
    claims.same_rate_later,
    "300 steps at rate 1/10: whether test accuracies differ by 1/20 at most",
    **COIN | REFUTED,
)
def as_accurate_later(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), 0 or 1."""
    from numerics.training.protocols.rate_one import accuracies

    bn, vanilla = accuracies(_deep(cell, 0.1, steps=300), (0.1,), size, rng)[:, 0]
    return np.where(np.abs(bn - vanilla) <= 0.05, 1.0, 0.0)


@sampled(claims.higher_rate, "rates 1/10 and 1: whether BN at 1 is at least as good as both at 1/10", **COIN)
def better(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), 0 or 1."""
    from numerics.training.protocols.rate_one import accuracies

    found = accuracies(_deep(cell, 1.0), (0.1, 1.0), size, rng)
    return np.where(found[0, 1] >= found[:, 0].max(axis=0), 1.0, 0.0)
