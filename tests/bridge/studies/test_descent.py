"""Least squares beside the theorems, against loops written out."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.random import default_rng
from sympy import Rational

from numerics.streams import fresh_seed
from numerics.studies import descent
from numerics.studies.least_squares import beside_theorems
from numerics.training.descent import random_problems, sphere
from theory.least_squares.problem import HALVED, PRINTED


@pytest.mark.parametrize("q", [HALVED, PRINTED])
def test_by_hand(q: Rational) -> None:
    """Steps of both runs and the fewest of the rates without BN, by loops; spectra of H and of H - gg^T/U^2."""
    rng = default_rng(fresh_seed())
    problems, w = random_problems(3, 4.0, 1, rng), sphere(1, 3, rng)
    problem = descent.exact(problems)
    rates = descent.Rates.of(problem, q)
    found = descent.compare(problem, problems, 1.5, w, rates, q, tolerance=1e-6)
    study = beside_theorems(found)
    H, g, u = problems.H[0], problems.g[0], problems.u[0]
    factor = 2 * float(q)

    def steps(v: np.ndarray, rate: float) -> int:
        count = 0
        while (v - u) @ H @ (v - u) > 1e-6 * (u @ g):
            v, count = v - factor * rate * (H @ v - g), count + 1
        return count

    x, gamma, bn = w[0], 1.5, 0
    start = gamma * x / math.sqrt(x @ H @ x)
    while (off := gamma * x / math.sqrt(x @ H @ x) - u) @ H @ off > 1e-6 * (u @ g):
        sigma = math.sqrt(x @ H @ x)
        slope = gamma * (g - H @ x * (x @ g) / sigma**2) / sigma
        gamma, x = gamma - factor * float(rates.gamma) * (gamma - x @ g / sigma), x + factor * float(rates.w) * slope
        bn += 1
    assert abs(study.bn.iterations - bn) <= 1  # rounding may decide the last step
    assert abs(study.plain.iterations - steps(start, float(rates.plain))) <= 1
    tried = study.best_rates.plain
    fewest = min(steps(start, study.plain.limit * k / 34) for k in range(4, 34))
    assert tried.tried_iterations is not None
    assert abs(tried.tried_iterations - fewest) <= 1
    assert study.eigenvalues == pytest.approx(np.linalg.eigvalsh(H))
    assert (0, *study.star_eigenvalues) == pytest.approx(np.linalg.eigvalsh(H - np.outer(g, g) / (u @ g)), abs=1e-12)
