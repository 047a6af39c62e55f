"""Section 4: one sample is one seed, on which all normalisations that are compared are trained."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.random import Generator

from numerics.judging import BOOLEAN, Cell, sampled
from numerics.judging.protocols import REFUTED
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats
from theory.papers.morwani20.training import norms

if TYPE_CHECKING:
    from numerics.training.protocols.norms import Shallow

MORE = {"data": "mnist", "levels": ("standard", "deep")}
CENTRED = (True, False)
POWERS = (1.0, 1.5, 2.0, 3.0, 4.0, math.inf)


@sampled(
    norms.any_norm,
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
def diverges(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
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


@sampled(norms.distance, "four normalisations, 30 epochs: log2 of the greatest distance over the least", **OF_RATIO)
def distances(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), from 0 to 2."""
    from numerics.training.protocols.norms import ARMS, ends, spread

    return spread(ends(_sizes(cell), ARMS[:4], size, rng, curved=False).distance[:, -1])


@sampled(
    norms.eigenvalues,
    "four normalisations, 30 epochs: the ten greatest eigenvalues of the Hessian",
    **OF_RATIO | REFUTED,
)
def curvatures(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), from 0 to 2."""
    from numerics.training.protocols.norms import ARMS, ends, spread

    return np.asarray(spread(ends(_sizes(cell), ARMS[:4], size, rng).eigenvalues).mean(axis=-1))


@sampled(
    norms.powers_alike,
    "L_2 against L_3, both centred and both not, 30 epochs: the ten greatest eigenvalues",
    **OF_RATIO | {"notices": 0.19, "support": BOOLEAN},
)
def powers(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), from 0 to 1."""
    from numerics.training.protocols.norms import ARMS, ends, spread

    found = ends(_sizes(cell), ARMS[:4], size, rng).eigenvalues
    return np.asarray(np.minimum([spread(found[:4:2]), spread(found[1:4:2])], 1).mean(axis=(0, -1)))


@sampled(norms.centring_flattens, "uncentred against centred, 30 epochs: the ten greatest eigenvalues", **OF_RATIO)
def flatter(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), from 0 to 2; the mean of L_2 and L_3."""
    from numerics.training.protocols.norms import ARMS, ends, times

    found = ends(_sizes(cell), ARMS[:4], size, rng).eigenvalues
    return np.asarray(np.mean([times(found[1], found[0]), times(found[3], found[2])], axis=(0, -1)))


@sampled(norms.all_distances, "ten normalisations, 30 epochs: log2 of the greatest distance over the least", **OF_RATIO)
def distances_of_ten(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), from 0 to 2."""
    from numerics.training.protocols.norms import ARMS, ends, spread

    return spread(ends(_sizes(cell), ARMS, size, rng, curved=False).distance[:, -1])


@sampled(norms.five_powers, "five centred normalisations, 30 epochs: the ten greatest eigenvalues", **OF_RATIO)
def curvatures_of_five(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), from 0 to 2."""
    from numerics.training.protocols.norms import ARMS, ends, spread

    return np.asarray(spread(ends(_sizes(cell), ARMS[::2], size, rng).eigenvalues).mean(axis=-1))


@sampled(
    norms.accuracy,
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
