"""Section 5: one sample is one data set, on which both networks are trained at all rates."""

from __future__ import annotations

from numpy.random import Generator

from numerics.judging import BOOLEAN, Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Floats
from theory.papers.morwani20.training import noise


@sampled(
    noise.little_data,
    "means +-.3, +-.6, +-1.2, 3 and 10 data for each class: whether BN is ahead; 1/2 where both are equal",
    at=tuple(
        {"separation": m, "each": each, "features": features, "levels": levels}
        for features, levels in ((400, ("quick",)), (1000, ("standard", "deep")))
        for each in (3, 10)
        for m in (0.3, 0.6, 1.2)
    ),
    notices=0.19,
    scale=1.0,
    support=BOOLEAN,
    block=16,
    needs=("torch",),
)
def bn_ahead(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,): 0, 1/2 or 1."""
    from numerics.training.protocols.noise import Noisy, ahead, best

    features = cell["features"]
    law = Noisy(cell["separation"], cell["each"], features, useful=features // 10, width=features // 10)
    return ahead(best(law, size, rng))
