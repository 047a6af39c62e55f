"""Section 5: one sample is one data set, on which both networks are trained at all rates."""

from __future__ import annotations

from typing import Any

from numpy.random import Generator

from numerics.judging import BOOLEAN, Cell, sampled
from numerics.judging.protocols import REFUTED
from numerics.networks import Layer
from numerics.statistics.betting import Floats
from theory.papers.morwani20.training import noise

CLEAR = (
    {"separation": 1.2, "each": 3, "features": 400, "levels": ("quick",)},
    {"separation": 0.6, "each": 3, "features": 1000, "levels": ("standard", "deep")},
)
"""The laws of the family in which BN was the farthest behind in a pilot (proofs_notes/morwani20/training.md)."""

OPTIONS: dict[str, Any] = {
    "at": CLEAR,
    "notices": 0.19, "scale": 1.0, "support": BOOLEAN, "block": 16, "sharp": True, "needs": ("torch",),
}  # fmt: skip
SCOPE = "means +-.6, or +-1.2 at level quick, 3 data for each class: whether BN is ahead; 1/2 where both are equal"


def score(cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,): 0, 1/2 or 1."""
    from numerics.training.protocols.noise import Noisy, ahead, best

    features = cell["features"]
    law = Noisy(cell["separation"], cell["each"], features, useful=features // 10, width=features // 10)
    return ahead(best(law, size, rng))


@sampled(noise.little_data, SCOPE, **OPTIONS | REFUTED)
def bn_ahead(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,): 0, 1/2 or 1."""
    return score(cell, rng, size)


@sampled(noise.behind, SCOPE, **OPTIONS)
def bn_behind(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,): 0, 1/2 or 1."""
    return score(cell, rng, size)
