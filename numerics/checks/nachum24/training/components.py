"""Simulations of Figure 2: accuracy and rank by initialisation and component."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from numerics.checks.nachum24.training.setting import RECENTRED, RESCALED
from numerics.judging import Cell, sampled
from numerics.judging.protocols import BN, EFFECT, OPTIONS
from numerics.networks import Layer
from numerics.statistics.betting import Floats
from numerics.training.paired import ahead, mlp, numerical_rank, seeds
from theory.papers.nachum24.training import components


def accuracies(cell: Cell, size: int, rng: Generator, *arms: tuple[Layer | None, str]) -> list[Floats]:
    """Training accuracies (R,) of arms: components and law of the weights."""
    drawn = seeds(cell, size, rng)
    starts = {law: drawn.start(drawn.weights(law)) for law in sorted({law for _, law in arms})}
    return [drawn.trained(mlp(layer), starts[law]).accuracy for layer, law in arms]


@sampled(components.he_restores, "accuracy from He's weights - accuracy from PyTorch's, without BN", **EFFECT)
def initialisations(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,)"""
    return ahead(*accuracies(cell, size, rng, (None, "he"), (None, "default")))


@sampled(
    components.bn_ahead,
    "accuracy with BN - accuracy without it from He's weights",
    **EFFECT,
)
def normalised(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,)"""
    return ahead(*accuracies(cell, size, rng, (layer, "default"), (None, "he")))


@sampled(
    components.recentring,
    "accuracy with recentring - accuracy with no component, from He's weights",
    **EFFECT | {"layer": RECENTRED},
)
def recentred(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,)"""
    return ahead(*accuracies(cell, size, rng, (layer, "he"), (None, "he")))


@sampled(
    components.rescaling,
    "accuracy with rescaling - accuracy with recentring, from PyTorch's weights",
    **EFFECT | {"layer": RESCALED},
)
def rescaled(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,)"""
    return ahead(*accuracies(cell, size, rng, (layer, "default"), (RECENTRED, "default")))


@sampled(
    components.rank,
    "rank from He's weights - rank from PyTorch's, of the last hidden layer at the start, as shares of the width",
    **EFFECT | {"at": tuple({**cell, "steps": 0} for cell in OPTIONS["at"]), "layer": BN},
)
def ranks(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,)"""
    drawn = seeds(cell, size, rng)
    points = drawn.drawn.batch(2 * cell["width"])
    found = [numerical_rank(mlp().hidden(drawn.start(drawn.weights(law)), points)[-1]) for law in ("he", "default")]
    return np.asarray(ahead(*found) / cell["width"])
