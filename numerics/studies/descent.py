"""Gradient descent on least squares with and without BN from one prediction, beside what the theorems of morwani20 say.

>>> from theory.least_squares.problem import PRINTED, Problem
>>> problem = Problem.of([[2, 1], [1, 3]], [1, 0])
>>> rates = Rates.of(problem, PRINTED)
>>> found = compare(problem, floats(problem), 1.0, np.array([[1.0, 2.0]]), rates, PRINTED)
>>> study = found.study()
>>> study.plain.predicted, study.plain.outcome, study.bn.predicted, study.bn.outcome
('converges', 'converges', 'converges', 'converges')
>>> round(study.best_rates.plain.factor, 6)  # (kappa - 1)/(kappa + 1)
0.447214
"""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from operator import call
from typing import Any, NamedTuple

import numpy as np
from sympy import Expr

from numerics.parallel import mapped
from numerics.training.descent import OUTCOMES, Descent, Floats, Problems, inner, normalised, plain, times
from theory.exact.rationals import rational
from theory.least_squares import critical
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
           eta_gamma: Fraction | None = None) -> Rates:  # fmt: skip
        """Rates as given; by default the best one without BN, and half of the limit for gamma with BN."""
        if eta is None:
            eta = Fraction(float(predicted.best_rates(problem, q)[0].rate.mid()))
        if eta_bn is None:
            eta_bn = rational(predicted.gamma_limit(q)) / 2
        return cls(eta, eta_bn, eta_bn if eta_gamma is None else eta_gamma)


class Plain(NamedTuple):
    """A run without BN: outcome, what the theorem says of it, steps, last residual (None: not finite), rate, limit.

    outcome, predicted : "converges", "diverges", "slow"; predicted also "does not converge" and "undecided".
    """

    outcome: str
    predicted: str
    iterations: int
    residual: float | None
    eta: float
    limit: float


class Normalised(NamedTuple):
    """The same with BN: eta of w; `limit` of gamma's rate; |w|^2 at the end; effective step times lambda_max(H*)."""

    outcome: str
    predicted: str
    iterations: int
    residual: float | None
    eta: float
    eta_gamma: float
    limit: float
    norm_square: float
    effective_step: float


class BestPlain(NamedTuple):
    """The best rate by theory, its factor a step; that of `GRID` rates with the fewest steps (None: none converges)."""

    eta: float
    factor: float
    tried_eta: float | None
    tried_iterations: int | None


class BestNormalised(NamedTuple):
    """The same with BN; the best rate by theory is an effective one, eta |u|^2/|w|^2."""

    effective_eta: float
    factor: float
    tried_eta: float | None
    tried_iterations: int | None


class BestRates(NamedTuple):
    plain: BestPlain
    bn: BestNormalised


@dataclass(frozen=True)
class Study:
    """Both runs beside the theorems.

    Attributes
    ----------
    saddle : whether the start is one that gradient descent never leaves, gamma = 0 and w.g = 0.
    kappa, kappa_star : condition numbers of H, and of H* but for its 0.
    eigenvalues, star_eigenvalues : of H and of H*, ascending; d and d - 1.
    """

    saddle: bool
    kappa: float
    kappa_star: float
    eigenvalues: tuple[float, ...]
    star_eigenvalues: tuple[float, ...]
    plain: Plain
    bn: Normalised
    best_rates: BestRates


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

    def study(self) -> Study:
        """The runs in numbers, beside what is proved."""
        problem, q = self.problem, self.q
        values, star = critical.eigenvalues(problem.H), critical.star_eigenvalues(problem)
        tuned, tuned_bn = predicted.best_rates(problem, q)
        rates = self.rates
        stuck = self.bn.directions[0, 0] @ self.problems.g[0] == 0 == self.bn.weights[0].any()
        norm = float(inner(self.bn.w, self.bn.w)[0])
        step = 2 * float(q) * float(rates.w) * float(inner(self.problems.u, self.problems.u)[0]) / norm
        return Study(
            saddle=bool(stuck),
            kappa=_float(values[-1] / values[0]),
            kappa_star=_float(star[-1] / star[0]),
            eigenvalues=tuple(map(_float, values)),
            star_eigenvalues=tuple(map(_float, star)),
            plain=Plain(
                *_told(self.plain, predicted.plain_outcome(problem, rates.plain, q)),
                eta=float(rates.plain),
                limit=_float(predicted.plain_limit(problem, q)),
            ),
            bn=Normalised(
                *_told(self.bn, predicted.outcome(rates.gamma, rates.w, q)),
                eta=float(rates.w),
                eta_gamma=float(rates.gamma),
                limit=float(predicted.gamma_limit(q)),
                norm_square=norm,
                effective_step=step * _float(star[-1]),
            ),
            best_rates=BestRates(
                BestPlain(_float(tuned.rate), _float(tuned.factor), *self.best_plain),
                BestNormalised(_float(tuned_bn.rate), _float(tuned_bn.factor), *self.best_bn),
            ),
        )


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


def _float(ball: Any) -> float:
    return float(ball.mid())


def _best(ladder: Floats, run: Descent) -> Tried:
    fine = np.flatnonzero(run.outcome == OUTCOMES.index("converges"))
    if not fine.size:
        return Tried(None, None)
    best = fine[run.steps[fine].argmin()]
    return Tried(float(ladder[best]), int(run.steps[best]))


def _told(run: Descent, theorem: str) -> tuple[str, str, int, float | None]:
    """Outcome, the theorem's word, steps, residual."""
    residual = float(run.residual[0])
    return OUTCOMES[run.outcome[0]], theorem, int(run.steps[0]), residual if np.isfinite(residual) else None
