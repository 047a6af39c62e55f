"""Simulations of the claims of `theory.papers.morwani20.experiments`."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from numerics.judging import BOOLEAN, Bias, Cell, sampled
from numerics.networks import Layer
from numerics.training.backprop import Floats, Network, Parameters, initial, train
from numerics.training.descent import (
    CONVERGED,
    Problems,
    inner,
    normalised,
    plain_steps,
    random_problems,
    sphere,
    times,
)
from numerics.training.synthetic import BN, VANILLA, deep_pair, noisy, one_hot
from theory.papers.morwani20 import experiments

POINTS = 32


@sampled(
    experiments.rate_one,
    "10 layers, 10 steps at rate 1: how often BN, and the equivalent vanilla network, diverge",
    at=({"entry": 0}, {"entry": 1}),
    notices=0.16,
    bias=Bias(0.003, "measured", "8,000 networks for each cell by `benchmarks/measured.py`, seed 1", error=0.001),
    scale=1.0,
    support=BOOLEAN,
    block=32,
)
def diverges(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    points, targets, normalised, plain = deep_pair(size, rng, 10, POINTS)
    network, parameters = (VANILLA, plain) if cell["entry"] else (BN, normalised)
    return np.where(train(network, parameters, points, targets, rate=1.0, steps=10).diverged >= 0, 1.0, 0.0)


@sampled(
    experiments.small_rate,
    "6 layers, 10 steps at rate 1/10: how often the vanilla network diverges, how often BN does, how often the vanilla "
    "network is ahead",
    at=({"entry": 0}, {"entry": 1}, {"entry": 2}),
    notices=0.16,
    bias=Bias(0.003, "measured", "8,000 networks for each cell by `benchmarks/measured.py`, seed 1", error=0.0017),
    scale=1.0,
    support=BOOLEAN,
    block=32,
)
def vanilla_ahead(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    """(size,), 0 or 1. A diverged network has no loss: it is ahead of none, and none is ahead of it."""
    points, targets, normalised, plain = deep_pair(size, rng, 6, POINTS)
    pairs = ((VANILLA, plain), (BN, normalised))
    wanted = pairs if cell["entry"] == 2 else pairs[cell["entry"] : cell["entry"] + 1]
    runs = [train(network, parameters, points, targets, rate=0.1, steps=10) for network, parameters in wanted]
    lost = [run.diverged >= 0 for run in runs]
    if len(runs) == 1:
        return np.where(lost[0], 1.0, 0.0)
    return np.where(~lost[0] & ~lost[1] & (runs[0].loss[-1] < runs[1].loss[-1]), 1.0, 0.0)


@sampled(
    experiments.always_robust,
    "how often the best accuracy of BN is at least that of the vanilla network, same data and same weights",
    at=({"per class": 3},),
    notices=0.1,
    support=BOOLEAN,
    block=4,
)
def as_good(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    means = 1.2 * np.array([-1.0, 1.0])[rng.integers(2, size=(size, 20, 5))]
    labels, fresh = np.repeat(np.arange(5), cell["per class"]), np.repeat(np.arange(5), 40)
    points, held_out = noisy(means, labels, rng), noisy(means, fresh, rng)
    twice, targets = np.concatenate([points, points]), one_hot(labels, 5, 2 * size)
    parameters = [Parameters(*(np.concatenate([a, a]) for a in layer)) for layer in initial((200, 32, 5), size, rng)]
    best = np.zeros((2, 2, size))  # of BN and of the vanilla network, at both rates
    for rows, network in zip(best, (BN, VANILLA), strict=True):

        def validate(step: int, trained: Network, now: list[Parameters], rows: Floats = rows) -> None:
            if step % 10 == 0:
                frozen, equivalent = trained.equivalent(now, twice)
                outputs = frozen.forward(equivalent, np.concatenate([held_out, held_out]))[0]
                np.maximum(rows, (outputs.argmax(axis=-2) == fresh).mean(axis=-1).reshape(2, size), out=rows)

        train(network, parameters, twice, targets, rate=np.repeat([0.03, 0.3], size), steps=30, watch=validate)
    of_bn, of_vanilla = best.max(axis=1)
    return np.where(of_bn >= of_vanilla, 1.0, 0.0)


PLAIN_RATES, BN_RATES = np.array([0.5, 0.75, 1.0, 1.25, 1.5, 1.7, 1.9]), np.ldexp(1.0, np.arange(-2, 8))
STEPS, RESIDUAL, ENOUGH = 600, 1e-4, 20


Drawn = tuple[Problems, Floats, Floats]
"""Problems, starts w, and the gain with which BN starts from the same prediction."""


def problems_of(d: int, kappa: float, size: int, rng: Generator) -> Drawn:
    problems, start = random_problems(d, kappa, size, rng), sphere(size, d, rng)
    return problems, start, np.sqrt(inner(start, times(problems.H, start)))


def fewest(bn: bool, problems: Problems, start: Floats, gain: Floats, most: int = STEPS) -> Floats:
    """Steps at the best rate with BN or without it, (size,); most + 1 where no rate arrives."""
    if not bn:
        steps = plain_steps(problems, start, PLAIN_RATES, most=most, q=0.5, tolerance=RESIDUAL)
        return np.asarray(steps.min(axis=1), dtype=float)
    found, left = np.full(len(start), most + 1.0), np.arange(len(start))
    for enough in (most // 16, most // 4, most):  # longer runs only where no rate has arrived
        H, g, w, a = (np.repeat(x[left], BN_RATES.size, axis=0) for x in (problems.H, problems.g, start, gain))
        rate = np.tile(BN_RATES, left.size)
        made = normalised(Problems(H, g), a, w, 1.0, rate, steps=enough, q=0.5, tolerance=RESIDUAL)
        arrived = np.where(made.outcome == CONVERGED, made.steps, most + 1).reshape(left.size, -1).min(axis=1)
        found[left], left = arrived, left[arrived > enough]
        if not left.size:
            break
    return found


OF_PROBLEMS = Bias(0.0, "measured", "8,192 problems for each cell by `benchmarks/measured.py`, seed 1", error=0.01)


@sampled(
    experiments.condition,
    "d = 3, kappa = 3, 10 and 1000: how often the best rate without BN needs fewer steps than the best with BN",
    at=tuple({"entry": entry, "kappa": kappa} for entry, kappa in enumerate((3.0, 10.0, 1000.0))),
    notices=0.16,
    bias=OF_PROBLEMS,
    scale=1.0,
    support=BOOLEAN,
    block=256,
)
def fewer(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    problems, start, gain = problems_of(3, cell["kappa"], size, rng)
    found, without = np.zeros(size), fewest(False, problems, start, gain)
    some = without <= STEPS  # where no rate arrives without BN, it does not need fewer steps
    if some.any():
        others, most = Problems(problems.H[some], problems.g[some]), int(without[some].max())
        found[some] = without[some] < fewest(True, others, start[some], gain[some], most)
    return found


@sampled(
    experiments.planar,
    "d = 2, kappa = 10 and 1000: how often 20 steps are enough at the best rate, with BN and without",
    at=tuple({"entry": entry, "kappa": kappa} for entry, kappa in enumerate((10.0, 1000.0) * 2)),
    notices=0.16,
    bias=OF_PROBLEMS,
    scale=1.0,
    support=BOOLEAN,
    block=64,
)
def enough(layer: Layer, cell: Cell, rng: Generator, size: int) -> Floats:
    steps = fewest(cell["entry"] < 2, *problems_of(2, cell["kappa"], size, rng), most=ENOUGH)
    return np.where(steps <= ENOUGH, 1.0, 0.0)
