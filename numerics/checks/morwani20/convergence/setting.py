"""Random least-squares problems on a ladder of learning rates: from which one on descent fails."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from sympy import Rational

from numerics.judging import Cell
from numerics.statistics.betting import Bounded, Floats
from numerics.training.descent import CONVERGED, DIVERGED, Descent, Problems, random_problems, sphere

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
