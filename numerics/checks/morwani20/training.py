"""Sampled checks of the protocols of Sections 3 to 5; the simulations import PyTorch when they are run."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.random import Generator

from numerics.judging import BOOLEAN, Cell, sampled
from numerics.judging.protocols import REFUTED
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats
from theory.papers.morwani20 import training

if TYPE_CHECKING:
    from numerics.training.protocols.norms import Shallow
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


@sampled(training.rate_one, "10 layers, 30 steps at rate 1: whether vanilla diverges and BN does not", **COIN)
def diverges(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), 0 or 1."""
    from numerics.training.protocols.rate_one import norm, only_vanilla_diverges

    return only_vanilla_diverges(_deep(cell, 1.0), norm(2.0), size, rng)


@sampled(training.explosion, "the last step before divergence: whether all three norms have grown", **COIN)
def all_grow(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), 0 or 1; 0 where the network does not diverge."""
    from numerics.training.protocols.rate_one import grown

    return np.where((grown(_deep(cell, 1.0), size, rng)[0] > 1).all(axis=1), 1.0, 0.0)


@sampled(training.norms_stay, "30 steps with BN: whether no norm is ever above ten times its start", **COIN)
def none_grows(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), 0 or 1."""
    from numerics.training.protocols.rate_one import grown

    return np.where((grown(_deep(cell, 1.0), size, rng)[1] <= 10).all(axis=1), 1.0, 0.0)


@sampled(training.growth, "the last step before divergence: whether weights and activations have grown", **COIN)
def two_grow(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), 0 or 1; 0 where the network does not diverge."""
    from numerics.training.protocols.rate_one import grown

    activations, _, weights = grown(_deep(cell, 1.0), size, rng)[0].T
    return np.where((activations >= 2) & (weights > 1), 1.0, 0.0)


@sampled(
    training.same_rate,
    "30 steps at rate 1/10: whether test accuracies differ by 1/20 at most",
    **COIN | REFUTED,
)
def as_accurate(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), 0 or 1."""
    from numerics.training.protocols.rate_one import accuracies

    bn, vanilla = accuracies(_deep(cell, 0.1), (0.1,), size, rng)[:, 0]
    return np.where(np.abs(bn - vanilla) <= 0.05, 1.0, 0.0)


@sampled(training.vanilla_ahead, "30 steps at rate 1/10: whether the test accuracy without BN is the greater", **COIN)
def ahead(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), 0 or 1."""
    from numerics.training.protocols.rate_one import accuracies

    bn, vanilla = accuracies(_deep(cell, 0.1), (0.1,), size, rng)[:, 0]
    return np.where(vanilla > bn, 1.0, 0.0)


@sampled(
    training.same_rate_later,
    "300 steps at rate 1/10: whether test accuracies differ by 1/20 at most",
    **COIN | REFUTED,
)
def as_accurate_later(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), 0 or 1."""
    from numerics.training.protocols.rate_one import accuracies

    bn, vanilla = accuracies(_deep(cell, 0.1, steps=300), (0.1,), size, rng)[:, 0]
    return np.where(np.abs(bn - vanilla) <= 0.05, 1.0, 0.0)


@sampled(training.higher_rate, "rates 1/10 and 1: whether BN at 1 is at least as good as both at 1/10", **COIN)
def better(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), 0 or 1."""
    from numerics.training.protocols.rate_one import accuracies

    found = accuracies(_deep(cell, 1.0), (0.1, 1.0), size, rng)
    return np.where(found[0, 1] >= found[:, 0].max(axis=0), 1.0, 0.0)


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


@sampled(training.little_data, SCOPE, **OPTIONS | REFUTED)
def bn_ahead(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,): 0, 1/2 or 1."""
    return score(cell, rng, size)


@sampled(training.behind, SCOPE, **OPTIONS)
def bn_behind(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,): 0, 1/2 or 1."""
    return score(cell, rng, size)


MORE = {"data": "mnist", "levels": ("standard", "deep")}
CENTRED = (True, False)
POWERS = (1.0, 1.5, 2.0, 3.0, 4.0, math.inf)


@sampled(
    training.any_norm,
    "10 layers, 20 steps at rate 1, twelve normalisations: whether vanilla diverges and the normalised one does not",
    at=(
        *({"data": "digits", "images": 64, "width": 16, "p": p, "centred": c} for p in POWERS for c in CENTRED),
        *(
            {**MORE, "images": 500, "width": 32, "p": p, "centred": c}
            for p in (1.0, 3.0, math.inf)
            for c in (True, False)
        ),
    ),
    notices=0.19,
    scale=1.0,
    support=BOOLEAN,
    block=32,
    sharp=True,
    needs=("torch",),
)
def diverges_by_norm(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), 0 or 1."""
    from numerics.training.protocols.rate_one import Deep, norm, only_vanilla_diverges

    deep = Deep(cell["data"], cell["images"], width=cell["width"], steps=20)
    return only_vanilla_diverges(deep, norm(cell["p"], cell["centred"]), size, rng)


FOUR = ({"data": "digits"}, MORE)


def _sizes(cell: Cell) -> Shallow:
    from numerics.training.protocols.norms import Shallow

    return Shallow() if cell["data"] == "digits" else Shallow(cell["data"], images=2000, width=64, batch=50)


OF_RATIO: dict[str, Any] = {
    "at": FOUR,
    "notices": 0.4,
    "scale": 1.0,
    "support": Bounded(0.0, 2.0),
    "block": 16,
    "sharp": True,
    "needs": ("torch",),
}


@sampled(training.distance, "four normalisations, 30 epochs: log2 of the greatest distance over the least", **OF_RATIO)
def distances(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), from 0 to 2."""
    from numerics.training.protocols.norms import ARMS, ends, spread

    return spread(ends(_sizes(cell), ARMS[:4], size, rng, curved=False).distance[:, -1])


@sampled(
    training.eigenvalues,
    "four normalisations, 30 epochs: the ten greatest eigenvalues of the Hessian",
    **OF_RATIO | REFUTED,
)
def curvatures(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), from 0 to 2."""
    from numerics.training.protocols.norms import ARMS, ends, spread

    return np.asarray(spread(ends(_sizes(cell), ARMS[:4], size, rng).eigenvalues).mean(axis=-1))


@sampled(
    training.powers_alike,
    "L_2 against L_3, both centred and both not, 30 epochs: the ten greatest eigenvalues",
    **OF_RATIO | {"notices": 0.19, "support": BOOLEAN},
)
def powers(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), from 0 to 1."""
    from numerics.training.protocols.norms import ARMS, ends, spread

    found = ends(_sizes(cell), ARMS[:4], size, rng).eigenvalues
    return np.asarray(np.minimum([spread(found[:4:2]), spread(found[1:4:2])], 1).mean(axis=(0, -1)))


@sampled(training.centring_flattens, "uncentred against centred, 30 epochs: the ten greatest eigenvalues", **OF_RATIO)
def flatter(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), from 0 to 2; the mean of L_2 and L_3."""
    from numerics.training.protocols.norms import ARMS, ends, times

    found = ends(_sizes(cell), ARMS[:4], size, rng).eigenvalues
    return np.asarray(np.mean([times(found[1], found[0]), times(found[3], found[2])], axis=(0, -1)))


@sampled(training.all_distances, "ten normalisations, 30 epochs: log2 of greatest over least distance", **OF_RATIO)
def distances_of_ten(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), from 0 to 2."""
    from numerics.training.protocols.norms import ARMS, ends, spread

    return spread(ends(_sizes(cell), ARMS, size, rng, curved=False).distance[:, -1])


@sampled(training.five_powers, "five centred normalisations, 30 epochs: the ten greatest eigenvalues", **OF_RATIO)
def curvatures_of_five(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), from 0 to 2."""
    from numerics.training.protocols.norms import ARMS, ends, spread

    return np.asarray(spread(ends(_sizes(cell), ARMS[::2], size, rng).eigenvalues).mean(axis=-1))


@sampled(
    training.accuracy,
    "four normalisations, 30 epochs: whether the best accuracies differ by 3/100 at most",
    at=FOUR,
    notices=0.19,
    scale=1.0,
    support=BOOLEAN,
    block=16,
    sharp=True,
    needs=("torch",),
)
def alike(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), 0 or 1."""
    from numerics.training.protocols.norms import ARMS, ends

    best = ends(_sizes(cell), ARMS[:4], size, rng, curved=False).accuracy
    return np.where(best.max(axis=0) - best.min(axis=0) <= 0.03, 1.0, 0.0)
