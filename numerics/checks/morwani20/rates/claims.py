"""Simulated gradient descent on random least-squares problems: its speed near a minimiser."""

from __future__ import annotations

import numpy as np
from sympy import Rational

from numerics.checks.morwani20.rates.setting import cell
from numerics.judging import BOOLEAN, Bias, Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Floats
from numerics.training.descent import normalised, problems_with_star, sphere
from theory.papers.morwani20.rates import claims

BURN, SEEN = 30, 20


@sampled(
    claims.rate,
    "halved loss, d = 3, random H and g for which H* has the eigenvalues 1/2 and 2, |u| = 1, starts within 1e-3 of "
    "(U, 3/2 u): root of the residual's ratio, steps 30 to 50, 1 where it is more",
    at=(cell(1, 1), cell(Rational(19, 10), 1), cell(1, 2), cell(1, Rational(1, 2))),
    notices=0.02,
    bias=Bias(0.0001, "measured", "8,192 runs for each cell by `benchmarks/measured.py`, seed 1", error=0.00002),
    support=BOOLEAN,
    block=1024,
)
def near_the_minimiser(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    problems = problems_with_star([float(cell["low"]), float(cell["high"])], size, rng)
    off = 1e-3 * rng.uniform(0.5, 1, size)
    start = float(cell["c"]) * problems.u + 1e-3 * sphere(size, 3, rng)
    run = normalised(problems, np.sqrt(problems.square) + off, start, float(cell["rate_gamma"]), float(cell["eps"]),
                     steps=BURN + SEEN, q=0.5, tolerance=0.0, keep=True)  # fmt: skip
    return np.asarray(np.minimum((run.path[-1] / run.path[BURN]) ** (0.5 / SEEN), 1.0))
