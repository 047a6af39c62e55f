"""Training: a start from orthogonal representations in the place of batch normalization."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.random import Generator

from numerics.judging import Cell, sampled
from numerics.judging.protocols import EFFECT, OPTIONS, REFUTED
from numerics.networks import Layer, observables
from numerics.statistics.betting import Floats
from numerics.training.nets.initial import orthogonalised
from numerics.training.paired import CLASSES, SIZES, Seeds, ahead, as_samples, mlp, seeds
from theory.papers.daneshmand21 import training as claims

RATES = (1e-4, 1e-3, 1e-2, 1e-1)
SEEN = 8
UNTRAINED = tuple({**cell, "steps": 0} for cell in SIZES)


def started(drawn: Seeds, *, sliced: bool, power: float = 0.5) -> Any:
    """Weights that make representations orthogonal on the first training points, the first layer by He's law."""
    width = drawn.cell["width"]
    first = drawn.weights("he")[0]
    X = np.swapaxes(drawn.drawn.batch(SEEN * width).numpy().astype(float), -1, -2)
    H = np.maximum(first.W @ X, 0.0)
    widths = [width] * drawn.cell["depth"] + [CLASSES]
    return drawn.start([first, *orthogonalised(widths, H, drawn.rng, power=power, sliced=sliced)])


def accuracy(drawn: Seeds, start: Any, layer: Layer | None = None) -> Floats:
    """(R,)"""
    found: Floats = drawn.trained(mlp(layer), start, RATES).accuracy
    return found


@sampled(claims.recovers, "accuracy from the source's start - accuracy from PyTorch's, without BN", **EFFECT)
def recovered(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    drawn = seeds(cell, size, rng)
    return ahead(*(accuracy(drawn, start) for start in (started(drawn, sliced=True), drawn.start(drawn.weights()))))


def beside(drawn: Seeds, layer: Layer) -> list[Floats]:
    """Accuracies with BN, and from the source's start without, (R,) each."""
    return [accuracy(drawn, drawn.start(drawn.weights()), layer), accuracy(drawn, started(drawn, sliced=True))]


@sampled(
    claims.replaces,
    "whether accuracy from the source's start without BN is at least that with BN",
    **OPTIONS | REFUTED,
)
def reached(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    with_bn, without = beside(seeds(cell, size, rng), layer)
    return as_samples(without >= with_bn)


@sampled(claims.bn_ahead, "whether accuracy with BN is above that from the source's start without", **OPTIONS)
def behind(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    with_bn, without = beside(seeds(cell, size, rng), layer)
    return as_samples(with_bn > without)


@sampled(claims.sliced, "accuracy with V' sliced - accuracy with an orthogonal V'", **EFFECT)
def sliced(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    drawn = seeds(cell, size, rng)
    return ahead(*(accuracy(drawn, started(drawn, sliced=kind)) for kind in (True, False)))


def gap(drawn: Seeds, start: Any) -> Floats:
    """V of the last hidden layer on the points of the start, (R,)."""
    points = drawn.drawn.batch(SEEN * drawn.cell["width"])
    hidden = mlp().hidden(start, points)[-1].double().cpu().numpy()
    G = observables.gram(hidden)
    trace = np.trace(G, axis1=-2, axis2=-1)
    return np.asarray(np.sqrt(np.square(G).sum(axis=(-2, -1)) / trace**2 - 1 / G.shape[-1]))


@sampled(claims.gap, "V with an orthogonal V' - V with V' sliced at the start", **EFFECT | {"at": UNTRAINED})
def gaps(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    drawn = seeds(cell, size, rng)
    return ahead(*(gap(drawn, started(drawn, sliced=kind)) for kind in (False, True)))


@sampled(claims.influences, "accuracy from power 1/2 - accuracy from power -1/2, V' orthogonal", **EFFECT)
def powers(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    drawn = seeds(cell, size, rng)
    return ahead(*(accuracy(drawn, started(drawn, sliced=False, power=power)) for power in (0.5, -0.5)))
