"""Simulated gradient descent with BN on random least-squares problems: from which learning rate on it fails."""

from __future__ import annotations

import numpy as np

from numerics.checks.morwani20.convergence.setting import HALF, LADDER, STEPS, TOLERANCE, beside, first_failure
from numerics.judging import Bias, Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Floats
from numerics.training.descent import Descent, Problems, normalised
from theory.papers.morwani20.convergence import claims

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
    """(size,)"""
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
    """(size,)"""
    gamma = np.repeat(rng.standard_normal(size), LADDER.size)

    def run(p: Problems, start: Floats, rate: Floats) -> Descent:
        return normalised(p, gamma, start, rate, rate, steps=STEPS, tolerance=TOLERANCE)

    return first_failure(run, cell["d"], cell, size, rng)
