"""Simulated gradient descent on random least-squares problems: from which learning rate on it fails."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from sympy import Rational

from numerics.betting import Bounded, Floats
from numerics.least_squares import CONVERGED, DIVERGED, Descent, Problems, normalised, plain, random_problems, sphere
from numerics.networks import Layer
from numerics.sampled import Cell, sampled
from theory.papers.morwani20 import convergence as claims

LADDER = np.array([0.4, 0.9, 1.1, 1.4, 1.9, 2.1, 3.0])
STEPS, TOLERANCE = 3000, 1e-4
HALF = Rational(1, 2)


def first_failure(
    run: Callable[[Problems, Floats, Floats], Descent], d: int, size: int, rng: np.random.Generator
) -> Floats:
    """Middle between the last rate of the ladder that converges and the first that diverges, (size,); 0 where a rate
    below the first that diverges has not converged within `STEPS`."""
    problems = random_problems(d, 10.0, size, rng)
    start = sphere(size, d, rng)
    rungs = LADDER.size
    many = Problems(np.repeat(problems.H, rungs, axis=0), np.repeat(problems.g, rungs, axis=0))
    outcome = run(many, np.repeat(start, rungs, axis=0), np.tile(LADDER, size)).outcome.reshape(size, rungs)
    failed = outcome == DIVERGED
    first = np.where(failed.any(axis=1), failed.argmax(axis=1), rungs)
    fine = (outcome == CONVERGED) | (np.arange(rungs) >= first[:, None])
    ends = np.concatenate([[0.0], LADDER, [4.0]])
    return np.where(fine.all(axis=1), (ends[first] + ends[first + 1]) / 2, 0.0)


@sampled(
    claims.plain,
    "lambda_max(H) = 1, kappa = 10, d = 3, unit u and start: rates .4, .9, 1.1, 1.4, 1.9, 2.1, 3 without BN",
    at=({"q": HALF, "lambda_max": 1, "tr_H": 2}, {"q": 1, "lambda_max": 1, "tr_H": 2}),
    notices=0.2,
    support=Bounded(0.0, 4.0),
    block=64,
)
def without_bn(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    q = float(cell["q"])
    return first_failure(
        lambda p, start, rate: plain(p, start, rate, steps=STEPS, q=q, tolerance=TOLERANCE), 3, size, rng
    )


@sampled(
    claims.region,
    "kappa = 10, d = 2 and 5, unit u and start, gamma_0 Gaussian, the rate of w log-uniform in [1/10, 10]: rates .4 to "
    "3 of gamma",
    at=({"q": HALF, "d": 2}, {"q": HALF, "d": 5}, {"q": 1, "d": 2}, {"q": 1, "d": 5}),
    notices=0.2,
    support=Bounded(0.0, 4.0),
    block=64,
)
def with_bn(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    q = float(cell["q"])
    gamma = np.repeat(rng.standard_normal(size), LADDER.size)
    rate = np.repeat(10 ** rng.uniform(-1, 1, size), LADDER.size)

    def run(p: Problems, start: Floats, rate_gamma: Floats) -> Descent:
        return normalised(p, gamma, start, rate_gamma, rate, steps=STEPS, q=q, tolerance=TOLERANCE)

    return first_failure(run, cell["d"], size, rng)


@sampled(
    claims.up_to_one,
    "loss as printed, kappa = 10, d = 3, unit u and start, gamma_0 Gaussian: rates .4 to 3 of gamma and w at once",
    at=({"d": 3},),
    notices=0.2,
    support=Bounded(0.0, 4.0),
    block=64,
)
def one_rate(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    gamma = np.repeat(rng.standard_normal(size), LADDER.size)

    def run(p: Problems, start: Floats, rate: Floats) -> Descent:
        return normalised(p, gamma, start, rate, rate, steps=STEPS, tolerance=TOLERANCE)

    return first_failure(run, cell["d"], size, rng)
