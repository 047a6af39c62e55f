"""Training: accuracy by component and initialisation, and from the configuration with an escaped point."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.random import Generator

from numerics.judging import Cell, sampled
from numerics.judging.protocols import BN, EFFECT, OPTIONS, REFUTED
from numerics.networks import Layer
from numerics.statistics.betting import Floats
from numerics.training.backprop import Norm, Parameters
from numerics.training.nets.configured import outlier, reaching, rotated
from numerics.training.paired import Seeds, ahead, as_samples, mlp, numerical_rank, seeds
from theory.papers.nachum24 import training
from theory.wide.fixed_points import symmetric

RECENTRED, RESCALED = Layer(("rc", "nl")), Layer(("rs", "nl"))


def accuracies(cell: Cell, size: int, rng: Generator, *arms: tuple[Layer | None, str]) -> list[Floats]:
    """Training accuracies (R,) of arms: components and law of the weights."""
    drawn = seeds(cell, size, rng)
    starts = {law: drawn.start(drawn.weights(law)) for law in sorted({law for _, law in arms})}
    return [drawn.trained(mlp(layer), starts[law]).accuracy for layer, law in arms]


@sampled(training.he_restores, "accuracy from He's weights - accuracy from PyTorch's, without BN", **EFFECT)
def initialisations(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    return ahead(*accuracies(cell, size, rng, (None, "he"), (None, "default")))


@sampled(
    training.bn_ahead,
    "accuracy with BN - accuracy without it from He's weights",
    **EFFECT,
)
def normalised(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    return ahead(*accuracies(cell, size, rng, (layer, "default"), (None, "he")))


@sampled(
    training.recentring,
    "accuracy with recentring - accuracy with no component, from He's weights",
    **EFFECT | {"layer": RECENTRED},
)
def recentred(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    return ahead(*accuracies(cell, size, rng, (layer, "he"), (None, "he")))


@sampled(
    training.rescaling,
    "accuracy with rescaling - accuracy with recentring, from PyTorch's weights",
    **EFFECT | {"layer": RESCALED},
)
def rescaled(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    return ahead(*accuracies(cell, size, rng, (layer, "default"), (RECENTRED, "default")))


@sampled(
    training.rank,
    "rank from He's weights - rank from PyTorch's, of the last hidden layer at the start, as shares of the width",
    **EFFECT | {"at": tuple({**cell, "steps": 0} for cell in OPTIONS["at"]), "layer": BN},
)
def ranks(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    drawn = seeds(cell, size, rng)
    points = drawn.drawn.batch(2 * cell["width"])
    found = [numerical_rank(mlp().hidden(drawn.start(drawn.weights(law)), points)[-1]) for law in ("he", "default")]
    return np.asarray(ahead(*found) / cell["width"])


RATES = (1e-2, 1e-1, 1.0)
LOW = 0.1


def _cell(level: str, data: str, n: int, width: int, depth: int, steps: int) -> dict[str, Any]:
    return {
        "levels": (level,), "data": data, "size": n, "batch": n, "width": width, "depth": depth, "steps": steps,
        "held": 256,
    }  # fmt: skip


CELLS = (
    _cell("quick", "digits", 32, 64, 6, 60),
    _cell("standard", "fashion", 64, 128, 8, 100),
    _cell("deep", "fashion", 128, 256, 10, 200),
)
STARTS: dict[str, Any] = OPTIONS | {"at": CELLS, "notices": 0.2, "layer": RECENTRED}


def activated(layer: Layer, x: Floats) -> Floats:
    """The layer on preactivations (R, m, n)."""
    if "rs" in layer.components:
        x = Norm(centred="rc" in layer.components, epsilon=1e-5).forward(x)[0]
    elif "rc" in layer.components:
        x = x - x.mean(axis=-1, keepdims=True)
    return np.maximum(x, 0.0)


def levelled(layer: Layer, weights: Sequence[Parameters], X: Floats) -> list[Parameters]:
    """W of each hidden layer scaled so that its output on the batch X has mean square 1, if no norm rescales."""
    found = []
    for one in weights[:-1]:
        size = np.sqrt(np.square(activated(layer, one.W @ X)).mean(axis=(-2, -1), keepdims=True))
        found.append(one if "rs" in layer.components else one._replace(W=one.W / size))
        X = activated(layer, found[-1].W @ X)
    return [*found, weights[-1]]


def configured(name: str, X: Floats, weights: Sequence[Parameters], rng: Generator) -> list[Parameters]:
    """He's weights, but the first layer brings X, (R, d, n), to the named configuration."""
    (R, _, n), m = X.shape, weights[0].W.shape[1]
    if name == "outlier":
        Z = outlier(n, m, R, rng)
    else:
        P = np.eye(n) - 1 / n
        Z = rotated(P @ np.array(symmetric(n).gram("float")) @ P, m, R, rng)
    return [weights[0]._replace(W=reaching(X, Z, rng)), *weights[1:]]


def arms(layer: Layer, drawn: Seeds, *names: str) -> list[Any]:
    """Outcomes of the named starts: he, outlier, symmetric."""
    X = np.swapaxes(drawn.drawn.batch(drawn.cell["size"]).numpy().astype(float), -1, -2)
    he = drawn.weights("he")
    found = []
    for name in names:
        weights = he if name == "he" else configured(name, X, he, drawn.rng)
        found.append(drawn.trained(mlp(layer), drawn.start(levelled(layer, weights, X)), RATES))
    return found


def steps_needed(loss: Floats) -> Floats:
    """Steps until the loss (steps, R) is at most 1/10; all of them where it never is."""
    low = loss <= LOW
    return np.where(low.any(axis=0), low.argmax(axis=0), len(loss))


def later(layer: Layer, cell: Cell, rng: Generator, size: int, other: str) -> Floats:
    """T from the outlier less that from another start, (size,)."""
    found = arms(layer, seeds(cell, size, rng), "outlier", other)
    return np.subtract(*(steps_needed(arm.loss) for arm in found))


@sampled(training.slower, "whether T is greater from the outlier than from He's weights", **STARTS)
def slower(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    return as_samples(later(layer, cell, rng, size, "he") > 0)


@sampled(training.helps, "whether T is less from the outlier than from He's weights", **STARTS | REFUTED)
def faster(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    return as_samples(later(layer, cell, rng, size, "he") < 0)


@sampled(training.than_symmetric, "whether T is greater from the outlier than from the symmetric start", **STARTS)
def slower_than_symmetric(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    return as_samples(later(layer, cell, rng, size, "symmetric") > 0)


@sampled(training.with_bn, "the same with full BN", **STARTS | {"layer": BN})
def slower_with_bn(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    return as_samples(later(layer, cell, rng, size, "symmetric") > 0)


@sampled(training.same_accuracy, "whether accuracy from the outlier is at most 1/20 below that from He's", **STARTS)
def as_accurate(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    found = arms(layer, seeds(cell, size, rng), "outlier", "he")
    return as_samples(found[0].accuracy >= found[1].accuracy - 0.05)


@sampled(
    training.generalises,
    "held-out accuracy from He's weights - that from the outlier",
    **EFFECT | {"at": CELLS, "layer": RECENTRED},
)
def on_others(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    found = arms(layer, seeds(cell, size, rng), "he", "outlier")
    return ahead(*(arm.held for arm in found))
