"""Simulated gradient descent on random least-squares problems: its speed at extreme rates."""

from __future__ import annotations

import numpy as np

from numerics.judging import BOOLEAN, Bias, Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Floats
from numerics.training.descent import normalised, random_problems, sphere
from theory.papers.morwani20.rates import tuned

SIGNS = (-1, 1)


@sampled(
    tuned.slopes,
    "d = 3, kappa = 3, unit u and start, gamma_0 = eps_a = 1, halved loss: steps to a residual 1e-4 at eps and at "
    "10 eps, the share of the slower in their sum, eps = 1/100 and 30",
    at=({"entry": 0, "eps": 1e-2}, {"entry": 1, "eps": 30.0}),
    notices=0.08,
    bias=lambda p, cell: Bias(
        (0.003, 0.012)[cell["entry"]],
        "measured",
        "finite eps: 8,192 runs for each cell by `benchmarks/measured.py`, seed 1",
        error=0.0007,
    ),
    support=BOOLEAN,
    expects=lambda p, cell: 1 / (1 + 10.0 ** (-SIGNS[cell["entry"]] * p[cell["entry"]])),
    block=320,
    limit_of=("rate",),
)
def slower(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """k/(k + k') for k steps at the rate that a slope of this sign makes the slower: (size,)."""
    problems, start = random_problems(3, 3.0, size, rng), sphere(size, 3, rng)
    one, ten = (
        np.maximum(normalised(problems, 1.0, start, 1.0, rate, steps=20_000, q=0.5, tolerance=1e-4).steps, 1)
        for rate in (cell["eps"], 10 * cell["eps"])
    )
    return np.asarray((one if cell["entry"] == 0 else ten) / (one + ten))
