"""Simulated gradient descent without BN on random least-squares problems: from which learning rate on it fails."""

from __future__ import annotations

import numpy as np

from numerics.checks.morwani20.convergence.setting import HALF, STEPS, TOLERANCE, beside, first_failure
from numerics.judging import Bias, Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Floats
from numerics.training.descent import plain
from theory.papers.morwani20.convergence import plain as claims


@sampled(
    claims.failure,
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
    """(size,)"""
    q = float(cell["q"])
    return first_failure(
        lambda p, start, rate: plain(p, start, rate, steps=STEPS, q=q, tolerance=TOLERANCE), 5, cell, size, rng
    )
