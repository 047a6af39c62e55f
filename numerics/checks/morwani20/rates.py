"""Simulations of the claims of `theory.papers.morwani20.rates`."""

from __future__ import annotations

import numpy as np
from sympy import Rational

from numerics.judging import BOOLEAN, Bias, Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Floats
from numerics.training.descent import normalised, problems_with_star, random_problems, sphere
from theory.papers.morwani20.rates import speed, tuned

C, LOW, HIGH = Rational(3, 2), Rational(1, 2), 2


def cell(rate_gamma: int | Rational, eps: int | Rational) -> Cell:
    return {"rate_gamma": rate_gamma, "eps": eps, "c": C, "low": LOW, "high": HIGH}


BURN, SEEN = 30, 20


@sampled(
    speed.rate,
    "halved loss, d = 3, random H and g for which H* has the eigenvalues 1/2 and 2, |u| = 1, starts within 1e-3 of "
    "(U, 3/2 u): root of the residual's ratio, steps 30 to 50, 1 where it is more",
    at=(cell(1, 1), cell(Rational(19, 10), 1), cell(1, 2), cell(1, Rational(1, 2))),
    notices=0.02,
    bias=Bias(0.0001, "measured", "8,192 runs for each cell by `benchmarks/measured.py`, seed 1", error=0.00002),
    support=BOOLEAN,
    block=1024,
)
def near_the_minimiser(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    problems = problems_with_star([float(cell["low"]), float(cell["high"])], size, rng)
    off = 1e-3 * rng.uniform(0.5, 1, size)
    start = float(cell["c"]) * problems.u + 1e-3 * sphere(size, 3, rng)
    run = normalised(problems, np.sqrt(problems.square) + off, start, float(cell["rate_gamma"]), float(cell["eps"]),
                     steps=BURN + SEEN, q=0.5, tolerance=0.0, keep=True)  # fmt: skip
    return np.asarray(np.minimum((run.path[-1] / run.path[BURN]) ** (0.5 / SEEN), 1.0))


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
