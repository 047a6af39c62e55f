"""Simulations of the claims of `theory.papers.morwani20.convergence`."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from sympy import Rational

from numerics.judging import Bias, Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats
from numerics.training.descent import CONVERGED, DIVERGED, Descent, Problems, normalised, plain, random_problems, sphere
from theory.papers.morwani20.convergence import plain as plain_claims
from theory.papers.morwani20.convergence import with_bn as claims

LADDER = np.array([0.97, 1.03, 1.94, 2.06])

ENDS = np.concatenate([[0.0], LADDER, [3.0]])

STEPS, TOLERANCE = 3000, 1e-6

HALF = Rational(1, 2)

BESIDE = {1: (0.485, 1.485), 2: (1.485, 2.53)}
"""The middles between neighbours of the ladder that are next to the claimed rates."""


def beside(predicted: float, cell: Cell) -> Bounded:
    return Bounded(*BESIDE[cell["limit"]])


def first_failure(
    run: Callable[[Problems, Floats, Floats], Descent], d: int, cell: Cell, size: int, rng: np.random.Generator
) -> Floats:
    """Middle between the last rate of the ladder that converges and the first that diverges, (size,); 0 where a rate
    below the first that diverges has not converged within `STEPS`. Truncated to what is `BESIDE` the cell's `limit`.

    The greatest eigenvalue of H is the cell's `lambda_max`, or 1."""
    problems = random_problems(d, cell["kappa"], size, rng)
    top = float(cell.get("lambda_max", 1))
    problems = Problems(top * problems.H, top * problems.g)
    start = sphere(size, d, rng)
    rungs = LADDER.size
    many = Problems(np.repeat(problems.H, rungs, axis=0), np.repeat(problems.g, rungs, axis=0))
    outcome = run(many, np.repeat(start, rungs, axis=0), np.tile(LADDER, size)).outcome.reshape(size, rungs)
    failed = outcome == DIVERGED
    first = np.where(failed.any(axis=1), failed.argmax(axis=1), rungs)
    fine = (outcome == CONVERGED) | (np.arange(rungs) >= first[:, None])
    return np.asarray(
        np.clip(np.where(fine.all(axis=1), (ENDS[first] + ENDS[first + 1]) / 2, 0.0), *BESIDE[cell["limit"]])
    )


SLOW = {(2, 3.0): 0.0001, (2, 10.0): 0.0036, (5, 10.0): 0.0005, (5, 30.0): 0.0062}
"""By d and kappa: share of runs with BN that have neither converged nor diverged within `STEPS`, at most."""


def slow(predicted: object, cell: Cell) -> Bias:
    share = SLOW[cell["d"], cell["kappa"]]
    return Bias(share, "measured", "8,192 problems for each cell by `benchmarks/measured.py`, seed 1", error=0.001)


@sampled(
    claims.failure,
    "unit u and start, gamma_0 Gaussian, the rate of w log-uniform in [1/4, 4], kappa = 3, 10, 30, d = 2 and 5: rates "
    ".97, 1.03, 1.94, 2.06 of gamma",
    at=(
        {"q": HALF, "d": 2, "kappa": 10.0, "limit": 2},
        {"q": HALF, "d": 5, "kappa": 30.0, "limit": 2},
        {"q": 1, "d": 2, "kappa": 3.0, "limit": 1},
        {"q": 1, "d": 5, "kappa": 10.0, "limit": 1},
    ),
    notices=0.06,
    bias=slow,
    support=beside,
    block=200,
)
def with_bn(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    q = float(cell["q"])
    gamma = np.repeat(rng.standard_normal(size), LADDER.size)
    rate = np.repeat(4 ** rng.uniform(-1, 1, size), LADDER.size)

    def run(p: Problems, start: Floats, rate_gamma: Floats) -> Descent:
        return normalised(p, gamma, start, rate_gamma, rate, steps=STEPS, q=q, tolerance=TOLERANCE)

    return first_failure(run, cell["d"], cell, size, rng)


@sampled(
    claims.failure,
    "loss as printed, unit u and start, gamma_0 Gaussian, (d, kappa) = (2, 3), (5, 10): rates .97, 1.03, 1.94, "
    "2.06 of gamma and w at once",
    at=({"q": 1, "d": 2, "kappa": 3.0, "limit": 1}, {"q": 1, "d": 5, "kappa": 10.0, "limit": 1}),
    notices=0.05,
    bias=slow,
    support=beside,
    block=200,
)
def one_rate(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    gamma = np.repeat(rng.standard_normal(size), LADDER.size)

    def run(p: Problems, start: Floats, rate: Floats) -> Descent:
        return normalised(p, gamma, start, rate, rate, steps=STEPS, tolerance=TOLERANCE)

    return first_failure(run, cell["d"], cell, size, rng)


@sampled(
    plain_claims.failure,
    "lambda_max(H) = 1 and 2, d = 5, unit u and start: rates .97, 1.03, 1.94, 2.06 without BN; kappa = 10 and 100",
    at=(
        {"q": HALF, "lambda_max": 1, "tr_H": 2, "kappa": 10.0, "limit": 2},
        {"q": 1, "lambda_max": 1, "tr_H": 2, "kappa": 100.0, "limit": 1},
        {"q": HALF, "lambda_max": 2, "tr_H": 4, "kappa": 10.0, "limit": 1},
    ),
    notices=0.05,
    bias=Bias(0.0005, "measured", "at most 1 of 8,192 problems for each cell by `benchmarks/measured.py`, seed 1"),
    support=beside,
    block=200,
)
def without_bn(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    q = float(cell["q"])
    return first_failure(
        lambda p, start, rate: plain(p, start, rate, steps=STEPS, q=q, tolerance=TOLERANCE), 5, cell, size, rng
    )
