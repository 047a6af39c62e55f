"""Simulations of the direction of a long product of I + gamma W, which goes on turning."""

from __future__ import annotations

import numpy as np

from numerics.chains.products import last_turn, vanilla
from numerics.checks.daneshmand20.vanilla.setting import DRAWS, ONE, THREE_TENTHS, strength
from numerics.judging import Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats
from theory.papers.daneshmand20.vanilla import limits


@sampled(
    limits.direction,
    f"step of the direction at depth 8, mean over {DRAWS} draws of the last layer, d = 2 at gamma = 1 and d = 4 at "
    "gamma = 3/10",
    at=({"d": 2, "g": ONE, "entry": 0}, {"d": 4, "g": THREE_TENTHS, "entry": 1}),
    notices=0.03,
    support=Bounded(0.0, 1.0, variance=1 / 4 / DRAWS),  # Gaussian weights turn every direction alike
    models=("positive weights",),
    block=2048,
)
def turn(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Mean of sin^2 of the angle of the last step: (size,)."""
    return last_turn(vanilla(cell["d"], strength(cell), layer.weights), cell["d"], 8, size, rng, draws=DRAWS)
