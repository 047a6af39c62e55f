"""Paired training: sizes by level, points and minibatches of a seed, and the arms that have them in common.

PyTorch is imported when networks are trained, and not before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.random import Generator

from numerics.networks import Layer
from numerics.training.backprop import Floats, Parameters
from numerics.training.nets.initial import LAWS

QUICK: dict[str, Any] = {
    "levels": ("quick",), "data": "digits", "size": 1024, "width": 32, "depth": 16, "batch": 32, "steps": 200,
}  # fmt: skip
STANDARD: dict[str, Any] = {
    "levels": ("standard",), "data": "fashion", "size": 8192, "width": 64, "depth": 24, "batch": 64, "steps": 500,
}  # fmt: skip
DEEP: dict[str, Any] = {
    "levels": ("deep",), "data": "fashion", "size": 60000, "width": 128, "depth": 32, "batch": 128, "steps": 1000,
}  # fmt: skip
SIZES = (QUICK, STANDARD, DEEP)

RATES = (0.01, 0.1, 1.0)
CLASSES = 10


@dataclass(frozen=True)
class Seeds:
    """So many seeds of a cell: their points, and the minibatches that all arms see."""

    cell: Mapping[str, Any]
    drawn: Any
    batches: list[Any]
    rng: Generator

    def weights(self, law: str = "default", depth: int = 0) -> list[Parameters]:
        """Multilayer perceptrons by a law, of the cell's depth or another."""
        widths = [self.drawn.inputs, *[self.cell["width"]] * (depth or self.cell["depth"]), CLASSES]
        return LAWS[law](widths, len(self.drawn.members), self.rng)

    def start(self, weights: list[Parameters]) -> Any:
        return self.drawn.start(weights)

    def trained(self, net: Any, parameters: Any, rates: tuple[float, ...] = RATES) -> Any:
        """The arm, at the best rate of each seed: `numerics.training.search.Outcome`."""
        from numerics.training.search import searched

        return searched(net, parameters, self.drawn, self.batches, rates)

    def along(
        self, net: Any, parameters: Any, see: Callable[[Any], Floats], *, rate: float = 0.1, every: int = 10
    ) -> Floats:
        """What is seen of the arm, (R,), before training at one rate and after each so many steps: (R, times)."""
        from numerics.training.sgd import train

        seen: list[Floats] = []

        def watch(step: int, now: Any) -> None:
            if step % every == 0:
                seen.append(see(now))

        train(net, parameters, self.drawn.points, self.drawn.labels, self.batches, rate=rate, watch=watch)
        return np.stack(seen, axis=1)

    def accuracy(self, net: Any, parameters: Any, points: int) -> Floats:
        """On the first training points of each seed, (R,)."""
        from numerics.training.sgd import accuracy

        return accuracy(net, parameters, self.drawn.points, self.drawn.labels, self.drawn.members[:, :points])


def seeds(cell: Mapping[str, Any], size: int, rng: Generator) -> Seeds:
    """Draw the points and the order of the minibatches."""
    from numerics.training.search import sample
    from numerics.training.sgd import minibatches

    drawn = sample(cell["data"], size, rng, size=cell["size"], held=cell.get("held", 0))
    return Seeds(cell, drawn, list(minibatches(rng, drawn.members, cell["batch"], cell["steps"])), rng)


def norm_of(layer: Layer) -> Any:
    """The norm of a BN network, or of a mutated model of it; None where neither component is left."""
    from numerics.training.nets.normalise import Norm

    recentre, rescale = "rc" in layer.components, "rs" in layer.components
    return Norm(recentre, rescale) if recentre or rescale else None


def mlp(layer: Layer | None = None) -> Any:
    """A multilayer perceptron with the norm of a layer, or without."""
    from numerics.training.nets.mlp import MLP

    return MLP(None if layer is None else norm_of(layer))


def ahead(a: Floats, b: Floats) -> Floats:
    """How far a is ahead of b, seed by seed: a - b, which is negative where it is behind."""
    return np.asarray(a - b)


def as_samples(found: Any) -> Floats:
    """Indicators, or a tensor, as numbers."""
    return np.asarray(found, dtype=np.float64)


def numerical_rank(hidden: Any) -> Floats:
    """By torch.linalg.matrix_rank, (R,)."""
    import torch

    return as_samples(torch.linalg.matrix_rank(hidden).cpu().numpy())
