"""A comparison of gradient descent with and without BN (`numerics.studies.descent`) beside the theorems of morwani20.

>>> import numpy as np
>>> from numerics.studies.descent import Rates, compare, floats
>>> from theory.least_squares.problem import PRINTED, Problem
>>> problem = Problem.of([[2, 1], [1, 3]], [1, 0])
>>> found = compare(problem, floats(problem), 1.0, np.array([[1.0, 2.0]]), Rates.of(problem, PRINTED), PRINTED)
>>> study = beside_theorems(found)
>>> study.plain.predicted, study.plain.outcome, study.bn.predicted, study.bn.outcome
('converges', 'converges', 'converges', 'converges')
>>> round(study.best_rates.plain.factor, 6)  # (kappa - 1)/(kappa + 1)
0.447214
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from numerics.studies.descent import Comparison
from numerics.training.descent import OUTCOMES, Descent, inner
from theory.least_squares import critical
from theory.least_squares import rates as predicted


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
    """The same with BN: eta of w; `limit` of the scale's; |w|^2 at the end; effective step times lambda_max(H*)."""

    outcome: str
    predicted: str
    iterations: int
    residual: float | None
    eta: float
    eta_scale: float
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
    saddle : whether the start is one that gradient descent never leaves, scale 0 and w.g = 0.
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


def beside_theorems(found: Comparison) -> Study:
    """Both runs in numbers, beside what is proved; 30 digits stand behind the theory's."""
    problem, q = found.problem, found.q
    values, star = critical.eigenvalues(problem.H), critical.star_eigenvalues(problem)
    tuned, tuned_bn = predicted.best_rates(problem, q)
    rates = found.rates
    stuck = found.bn.directions[0, 0] @ found.problems.g[0] == 0 == found.bn.weights[0].any()
    norm = float(inner(found.bn.w, found.bn.w)[0])
    step = 2 * float(q) * float(rates.w) * float(inner(found.problems.u, found.problems.u)[0]) / norm
    return Study(
        saddle=bool(stuck),
        kappa=_float(values[-1] / values[0]),
        kappa_star=_float(star[-1] / star[0]),
        eigenvalues=tuple(map(_float, values)),
        star_eigenvalues=tuple(map(_float, star)),
        plain=Plain(
            *_told(found.plain, predicted.plain_outcome(problem, rates.plain, q)),
            eta=float(rates.plain),
            limit=_float(predicted.plain_limit(problem, q)),
        ),
        bn=Normalised(
            *_told(found.bn, predicted.outcome(rates.gamma, rates.w, q)),
            eta=float(rates.w),
            eta_scale=float(rates.gamma),
            limit=float(predicted.gamma_limit(q)),
            norm_square=norm,
            effective_step=step * _float(star[-1]),
        ),
        best_rates=BestRates(
            BestPlain(_float(tuned.rate), _float(tuned.factor), *found.best_plain),
            BestNormalised(_float(tuned_bn.rate), _float(tuned_bn.factor), *found.best_bn),
        ),
    )


def _float(ball: Any) -> float:
    return float(ball.mid())


def _told(run: Descent, theorem: str) -> tuple[str, str, int, float | None]:
    """Outcome, the theorem's word, steps, residual."""
    residual = float(run.residual[0])
    return OUTCOMES[run.outcome[0]], theorem, int(run.steps[0]), residual if np.isfinite(residual) else None
