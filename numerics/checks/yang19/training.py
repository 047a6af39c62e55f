"""Simulations of the claims of `theory.papers.yang19.training`."""

from __future__ import annotations

from dataclasses import replace

from numpy.random import Generator

from numerics.judging import Cell, sampled
from numerics.judging.protocols import EFFECT
from numerics.networks import Layer
from numerics.statistics.betting import Floats
from numerics.training.paired import DEEP, QUICK, STANDARD, ahead, mlp, seeds
from theory.papers.yang19 import training

SIZED = EFFECT | {
    "at": ({**QUICK, "depth": 12, "batch": 16, "steps": 100}, {**STANDARD, "depth": 16, "steps": 300}, DEEP),
}
TIMES, SLOPE, RATES = 3, 0.5, (0.01, 0.1)


@sampled(training.limit, "accuracy at depth L - accuracy at depth 3L, with BN", **SIZED)
def deeper(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    drawn, net = seeds(cell, size, rng), mlp(layer)
    starts = (drawn.start(drawn.weights(depth=times * cell["depth"])) for times in (1, TIMES))
    return ahead(*(drawn.trained(net, start, RATES).accuracy for start in starts))


@sampled(training.linear, "accuracy with max(x, x/2) - accuracy with ReLU, at depth 3L", **SIZED)
def leakier(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    drawn, net = seeds(cell, size, rng), mlp(layer)
    start = drawn.start(drawn.weights(depth=TIMES * cell["depth"]))
    return ahead(*(drawn.trained(replace(net, slope=slope), start, RATES).accuracy for slope in (SLOPE, 0.0)))
