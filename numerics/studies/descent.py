"""Gradient descent on least squares with and without BN from one prediction, at one rate and at many.

>>> from theory.least_squares.problem import PRINTED, Problem
>>> problem = Problem.of([[2, 1], [1, 3]], [1, 0])
>>> rates = Rates.of(problem, PRINTED)
>>> found = compare(problem, floats(problem), 1.0, np.array([[1.0, 2.0]]), rates, PRINTED)
>>> found.plain.path.shape == (found.plain.steps[0] + 1, 1), round(found.best_plain.rate, 3)
(True, 0.195)
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from operator import call
from typing import Any, NamedTuple

import numpy as np
from sympy import Expr

from numerics.parallel import mapped
from numerics.training.descent import OUTCOMES, Descent, Floats, Problems, inner, normalised, plain, times
from theory.exact.rationals import rational
from theory.least_squares import rates as predicted
from theory.least_squares.problem import Problem

GRID = 33
"""Rates tried for the best: evenly spaced below the limit without BN, from 1e-3 to 1e5 for w with BN."""


def exact(problems: Problems) -> Problem:
    """The first of these problems, whose floats are taken as the exact entries."""
    rows, cross = problems.H[0].tolist(), problems.g[0].tolist()
    return Problem.of([[Fraction(x) for x in row] for row in rows], [Fraction(x) for x in cross])


def floats(problem: Problem) -> Problems:
    """The problem in floats, H of shape (1, d, d).

    Raises
    ------
    ValueError : H that is not positive definite in floats; g = 0.
    """
    return Problems(np.array([problem.H.tolist()], dtype=float), np.array([list(problem.g)], dtype=float))


@dataclass(frozen=True)
class Rates:
    """Learning rates, exact: without BN, of w and of gamma with BN."""

    plain: Fraction
    w: Fraction
    gamma: Fraction

    @classmethod
    def of(cls, problem: Problem, q: Expr, eta: Fraction | None = None, eta_bn: Fraction | None = None,
           eta_scale: Fraction | None = None) -> Rates:  # fmt: skip
        """Rates as given; by default the best one without BN, and half of the limit for gamma with BN."""
        if eta is None:
            eta = Fraction(float(predicted.best_rates(problem, q)[0].rate.mid()))
        if eta_bn is None:
            eta_bn = rational(predicted.gamma_limit(q)) / 2
        return cls(eta, eta_bn, eta_bn if eta_scale is None else eta_scale)


class Tried(NamedTuple):
    """The rate that needed the fewest steps of those tried, and how many; (None, None) if none converges."""

    rate: float | None
    steps: int | None


@dataclass(frozen=True)
class Comparison:
    """Both runs from one prediction, each one problem (R = 1) with its path, and the best of many rates."""

    problem: Problem
    problems: Problems
    q: Expr
    rates: Rates
    plain: Descent
    bn: Descent
    best_plain: Tried
    best_bn: Tried


def compare(
    problem: Problem, problems: Problems, gamma: float, w: Floats, rates: Rates, q: Expr, steps: int = 10_000,
    tolerance: float = 1e-10, executor: Executor | None = None,
) -> Comparison:  # fmt: skip
    """Run both, and `GRID` rates of each, every one of the four a task of the executor.

    Parameters
    ----------
    problem, problems : the same problem exactly and in floats (`exact`, `floats`).
    gamma, w : start with BN, w of shape (1, d); without BN it is gamma w/sqrt(w.Hw).
    q : factor of the loss, `theory.least_squares.problem.PRINTED` or `HALVED`.
    steps, tolerance : most steps of a run; the residual, a share of that of the prediction 0, that ends it.

    Raises
    ------
    ValueError : w = 0; a start whose loss is out of the range of floats.
    """
    factor = float(q)
    options: dict[str, Any] = {"steps": steps, "q": factor, "tolerance": tolerance}
    speed, by_w = float(rates.gamma), float(rates.w)
    with np.errstate(divide="ignore", invalid="ignore"):  # w = 0, which `normalised` refuses
        v = w * (gamma / np.sqrt(inner(w, times(problems.H, w))))[:, None]
    limit = _float(predicted.plain_limit(problem, q))
    many = Problems(np.repeat(problems.H, GRID, axis=0), np.repeat(problems.g, GRID, axis=0))
    ladder = limit * np.arange(1, GRID + 1) / (GRID + 1)
    ladder_bn = np.geomspace(1e-3, 1e5, GRID)
    descents = (
        partial(normalised, problems, gamma, w, speed, by_w, keep=True, **options),
        partial(plain, problems, v, float(rates.plain), keep=True, **options),
        partial(plain, many, v, ladder, **options),
        partial(normalised, many, gamma, w, 1 / (2 * factor), ladder_bn, **options),
    )
    bn, without, tried, tried_bn = mapped(call, descents, executor)
    return Comparison(problem, problems, q, rates, without, bn, _best(ladder, tried), _best(ladder_bn, tried_bn))


def fastest(found: Comparison, gamma: float, w: Floats, steps: int, tolerance: float) -> Comparison:
    """The comparison with BN run again at the rate of w that took the fewest steps; as it is if none converged.

    gamma, w, steps, tolerance : those of `compare`.
    """
    best = found.best_bn.rate
    if best is None:
        return found
    run = normalised(found.problems, gamma, w, float(found.rates.gamma), best, steps=steps, q=float(found.q),
                     tolerance=tolerance, keep=True)  # fmt: skip
    return replace(found, bn=run, rates=replace(found.rates, w=Fraction(best)))


def steps_by_rate(
    problems: Problems, start: Floats, rates: Sequence[tuple[float, float]], *, steps: int, q: float, tolerance: float
) -> Floats:
    """Steps with BN from gamma = 1 and w = `start`, (R, d), for some rates of (gamma, w): (len(rates), R)."""
    many = Problems(np.tile(problems.H, (len(rates), 1, 1)), np.tile(problems.g, (len(rates), 1)))
    speed, by_w = (np.repeat(column, len(start)) for column in zip(*rates, strict=True))
    found = normalised(many, 1.0, np.tile(start, (len(rates), 1)), speed, by_w, steps=steps, q=q, tolerance=tolerance)
    return found.steps.reshape(len(rates), -1).astype(float)


def _float(ball: Any) -> float:
    return float(ball.mid())


def _best(ladder: Floats, run: Descent) -> Tried:
    fine = np.flatnonzero(run.outcome == OUTCOMES.index("converges"))
    if not fine.size:
        return Tried(None, None)
    best = fine[run.steps[fine].argmin()]
    return Tried(float(ladder[best]), int(run.steps[best]))
