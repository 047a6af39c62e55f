"""Sampled checks of the protocols of Sections 3 to 5; the simulations import PyTorch when they are run."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.random import Generator

from numerics.judging import BOOLEAN, Cell, sampled
from numerics.judging.protocols import REFUTED
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats
from numerics.training.protocols import protocol
from theory.papers.morwani20 import training

SHARP: dict[str, Any] = {"scale": 1.0, "support": BOOLEAN, "sharp": True, "needs": ("torch",)}
COIN = SHARP | {
    "at": (
        {"data": "digits", "images": 128, "width": 32},
        {"data": "mnist", "images": 1000, "width": 64, "levels": ("standard", "deep")},
        {"data": "fashion", "images": 1000, "width": 64, "levels": ("deep",)},
    ),
    "notices": 0.19,
    "block": 32,
}


def indicator(events: Any) -> Floats:
    return np.where(events, 1.0, 0.0)


def deep(cell: Cell, rate: float, steps: int = 30) -> Any:
    """Sizes of the networks of Section 3."""
    return protocol("rate_one").Deep(cell["data"], cell["images"], width=cell["width"], rate=rate, steps=steps)


def alone(cell: Cell, size: int, rng: Generator, p: float = 2.0, centred: bool = True, steps: int = 30) -> Floats:
    """Whether vanilla diverges at rate 1 and the network with L_p normalisation does not, (size,)."""
    rate_one = protocol("rate_one")
    return np.asarray(rate_one.only_vanilla_diverges(deep(cell, 1.0, steps), rate_one.norm(p, centred), size, rng))


def grown(cell: Cell, size: int, rng: Generator) -> tuple[Floats, Floats]:
    """Factors of growth of activations, gradients and weights at rate 1, (size, 3), without BN and with it."""
    vanilla, bn = protocol("rate_one").grown(deep(cell, 1.0), size, rng)
    return vanilla, bn


def accuracies(cell: Cell, size: int, rng: Generator, *rates: float, steps: int = 30) -> Floats:
    """Test accuracies with BN and without at these rates, (2, rates, size)."""
    return np.asarray(protocol("rate_one").accuracies(deep(cell, rates[-1], steps), rates, size, rng))


@sampled(training.rate_one, "10 layers, 30 steps at rate 1: whether vanilla diverges and BN does not", **COIN)
def diverges(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    return alone(cell, size, rng)


@sampled(training.explosion, "the last step before divergence: whether all three norms have grown", **COIN)
def all_grow(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """0 where the network does not diverge."""
    return indicator((grown(cell, size, rng)[0] > 1).all(axis=1))


@sampled(training.norms_stay, "30 steps with BN: whether no norm is ever above ten times its start", **COIN)
def none_grows(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    return indicator((grown(cell, size, rng)[1] <= 10).all(axis=1))


@sampled(training.growth, "the last step before divergence: whether weights and activations have grown", **COIN)
def two_grow(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """0 where the network does not diverge."""
    activations, _, weights = grown(cell, size, rng)[0].T
    return indicator((activations >= 2) & (weights > 1))


@sampled(
    training.same_rate,
    "30 steps at rate 1/10: whether test accuracies differ by 1/20 at most",
    **COIN | REFUTED,
)
def as_accurate(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    bn, vanilla = accuracies(cell, size, rng, 0.1)[:, 0]
    return indicator(np.abs(bn - vanilla) <= 0.05)


@sampled(training.vanilla_ahead, "30 steps at rate 1/10: whether the test accuracy without BN is the greater", **COIN)
def ahead(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    bn, vanilla = accuracies(cell, size, rng, 0.1)[:, 0]
    return indicator(vanilla > bn)


@sampled(
    training.same_rate_later,
    "300 steps at rate 1/10: whether test accuracies differ by 1/20 at most",
    **COIN | REFUTED,
)
def as_accurate_later(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    bn, vanilla = accuracies(cell, size, rng, 0.1, steps=300)[:, 0]
    return indicator(np.abs(bn - vanilla) <= 0.05)


@sampled(training.higher_rate, "rates 1/10 and 1: whether BN at 1 is at least as good as both at 1/10", **COIN)
def better(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    found = accuracies(cell, size, rng, 0.1, 1.0)
    return indicator(found[0, 1] >= found[:, 0].max(axis=0))


@sampled(
    training.noise_after_bn,
    "5 layers, 300 steps with noise after BN: whether four of five training images are right",
    **COIN | {"at": ({"data": "digits"},)},
)
def learns_with_noise(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    shaken = protocol("shaken")
    return indicator(shaken.learned(shaken.Sizes(cell["data"]), size, rng) >= 0.8)


OPTIONS = SHARP | {
    "at": (
        {"separation": 1.2, "each": 3, "features": 400, "levels": ("quick",)},
        {"separation": 0.6, "each": 3, "features": 1000, "levels": ("standard", "deep")},
    ),
    "notices": 0.19,
    "block": 16,
}
"""The laws of the family in which BN was the farthest behind in a pilot (proofs_notes/morwani20/training.md)."""

SCOPE = "means +-.6, or +-1.2 at level quick, 3 data for each class: whether BN is ahead; 1/2 where both are equal"


def score(cell: Cell, rng: Generator, size: int) -> Floats:
    """0, 1/2 or 1."""
    noisy, features = protocol("noise"), cell["features"]
    law = noisy.Noisy(cell["separation"], cell["each"], features, useful=features // 10, width=features // 10)
    return np.asarray(noisy.ahead(noisy.best(law, size, rng)))


@sampled(training.little_data, SCOPE, **OPTIONS | REFUTED)
def bn_ahead(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    return score(cell, rng, size)


@sampled(training.behind, SCOPE, **OPTIONS)
def bn_behind(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    return score(cell, rng, size)


SMALLER = OPTIONS | {"at": ({"separation": 1.2, "each": 6, "features": 400, "epochs": 40},)}
LARGER = OPTIONS | {"at": ({"separation": 0.6, "each": 60, "features": 200, "epochs": 15},)}


def score_of(cell: Cell, rng: Generator, size: int, first: str, second: str, anew: tuple[bool, bool]) -> Floats:
    """Whether the first network is ahead of the second; whether their minibatches are drawn anew in each epoch."""
    noisy, sizes = protocol("noise"), {"useful": cell["features"] // 10, "width": cell["features"] // 10}
    law = noisy.Noisy(cell["separation"], cell["each"], cell["features"], epochs=cell["epochs"], **sizes)
    arms = tuple(zip((getattr(noisy, first), getattr(noisy, second)), anew, strict=True))
    return np.asarray(noisy.ahead(noisy.best(law, size, rng, arms)))


@sampled(training.shuffled, "means +-1.2, 6 data for each class: whether BN gains by shuffling", **SMALLER)
def gains_by_shuffling(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    return score_of(cell, rng, size, "BN", "BN", (True, False))


@sampled(training.more_data, "means +-.6, 60 data for each class, shuffled: whether BN is ahead", **LARGER)
def ahead_with_more(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    return score_of(cell, rng, size, "BN", "VANILLA", (True, True))


MORE = {"data": "mnist", "levels": ("standard", "deep")}


@sampled(
    training.any_norm,
    "10 layers, 20 steps at rate 1, twelve normalisations: whether vanilla diverges and the normalised one does not",
    **COIN
    | {
        "at": tuple(
            {**sizes, "p": p, "centred": centred}
            for sizes, powers in (
                ({"data": "digits", "images": 64, "width": 16}, (1.0, 1.5, 2.0, 3.0, 4.0, math.inf)),
                ({**MORE, "images": 500, "width": 32}, (1.0, 3.0, math.inf)),
            )
            for p in powers
            for centred in (True, False)
        )
    },
)
def diverges_by_norm(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    return alone(cell, size, rng, cell["p"], cell["centred"], steps=20)


OF_RATIO = SHARP | {"at": ({"data": "digits"}, MORE), "notices": 0.4, "support": Bounded(0.0, 2.0), "block": 16}
OF_EVENTS = OF_RATIO | {"notices": 0.19, "support": BOOLEAN}


def ends(cell: Cell, rng: Generator, size: int, arms: slice = slice(4), curved: bool = True) -> Any:
    """`norms.Ends` of some of the arms, by default the four of the notes."""
    of_norms = protocol("norms")
    larger = {} if cell["data"] == "digits" else {"data": cell["data"], "images": 2000, "width": 64, "batch": 50}
    return of_norms.ends(of_norms.Shallow(**larger), of_norms.ARMS[arms], size, rng, curved)


def spread(values: Floats) -> Floats:
    """`norms.spread`."""
    return np.asarray(protocol("norms").spread(values))


@sampled(training.distance, "four normalisations, 30 epochs: log2 of the greatest distance over the least", **OF_RATIO)
def distances(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    return spread(ends(cell, rng, size, curved=False).distance[:, -1])


@sampled(
    training.eigenvalues,
    "four normalisations, 30 epochs: the ten greatest eigenvalues of the Hessian",
    **OF_RATIO | REFUTED,
)
def curvatures(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    return np.asarray(spread(ends(cell, rng, size).eigenvalues).mean(axis=-1))


@sampled(
    training.powers_alike,
    "L_2 against L_3, both centred and both not, 30 epochs: the ten greatest eigenvalues",
    **OF_EVENTS,
)
def powers(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """From 0 to 1."""
    found = ends(cell, rng, size).eigenvalues
    return np.asarray(np.minimum([spread(found[::2]), spread(found[1::2])], 1).mean(axis=(0, -1)))


@sampled(training.centring_flattens, "uncentred against centred, 30 epochs: the ten greatest eigenvalues", **OF_RATIO)
def flatter(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """The mean of L_2 and L_3."""
    found = ends(cell, rng, size).eigenvalues
    times = protocol("norms").times
    return np.asarray(np.mean([times(found[1], found[0]), times(found[3], found[2])], axis=(0, -1)))


@sampled(
    training.all_distances, "ten normalisations, 30 epochs: log2 of the greatest distance over the least", **OF_RATIO
)
def distances_of_ten(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    return spread(ends(cell, rng, size, slice(None), curved=False).distance[:, -1])


@sampled(training.five_powers, "five centred normalisations, 30 epochs: the ten greatest eigenvalues", **OF_RATIO)
def curvatures_of_five(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    return np.asarray(spread(ends(cell, rng, size, slice(None, None, 2)).eigenvalues).mean(axis=-1))


@sampled(
    training.accuracy,
    "four normalisations, 30 epochs: whether the best accuracies differ by 3/100 at most",
    **OF_EVENTS,
)
def alike(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    best = ends(cell, rng, size, curved=False).accuracy
    return indicator(best.max(axis=0) - best.min(axis=0) <= 0.03)
