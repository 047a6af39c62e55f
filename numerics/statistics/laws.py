"""Decisions on whole laws, at a number of samples fixed beforehand.

By the Dvoretzky-Kiefer-Wolfowitz inequality with Massart's constant, at atoms too.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from numerics.statistics.betting import Floats
from numerics.statistics.decide import Verdict, rates

CDF: TypeAlias = Callable[[Floats], npt.ArrayLike]


@dataclass(frozen=True)
class LawResult:
    """Kolmogorov distance between the sample and the law, the radius of the DKW band, and what follows."""

    distance: float
    eps: float
    n: int
    verdict: Verdict


def _fixed(samples: npt.ArrayLike, delta: float, alpha: float) -> Floats:
    """Samples of a test at a fixed n, checked."""
    x = np.asarray(samples, dtype=np.float64)
    if x.ndim != 1 or not x.size or not np.isfinite(x).all():
        raise ValueError(f"samples must be a 1-d array of finite numbers, not empty; got shape {x.shape}")
    if not (0 < delta < 1 and 0 < alpha < 1):
        raise ValueError(f"delta and alpha are probabilities in (0, 1), got delta = {delta}, alpha = {alpha}")
    return x


def law_test(samples: npt.ArrayLike, cdf: CDF, cdf_left: CDF, delta: float, alpha: float) -> LawResult:
    """Test that the law of X lies within Kolmogorov distance `delta` of F, atoms included.

    D_n is the largest of |F_n(x) - F(x)| and |F_n(x-) - F(x-)| over sample points x: the supremum over the
    line. P(sup |F_n - law| > eps) <= alpha for eps = sqrt(log(2/alpha) / 2n) (Massart, Ann. Prob. 1990,
    any law), so either verdict is false with probability <= alpha, at an n fixed beforehand: `law_plan`.

    Parameters
    ----------
    samples : (n,), independent.
    cdf, cdf_left : F(x) = P(X <= x) and F(x-) = P(X < x), arrays to arrays.

    Raises
    ------
    ValueError : samples not finite, rates outside (0, 1), or values that no distribution function takes.
    """
    x = _fixed(samples, delta, alpha)
    n = x.size
    points, counts = np.unique(x, return_counts=True)
    at, left = np.asarray(cdf(points), np.float64), np.asarray(cdf_left(points), np.float64)
    if not (at.shape == left.shape == points.shape and np.all((left >= 0) & (left <= at) & (at <= 1))):
        raise ValueError("cdf and cdf_left must give 0 <= F(x-) <= F(x) <= 1 at every sample point")
    upto = counts.cumsum()
    distance = float(max(np.abs(upto / n - at).max(), np.abs((upto - counts) / n - left).max()))
    eps = math.sqrt(math.log(2 / alpha) / (2 * n))
    verdict: Verdict = "undecided"
    if distance + eps < delta:
        verdict = "holds"
    elif distance - eps >= delta:
        verdict = "refuted"
    return LawResult(distance, eps, n, verdict)


def law_plan(delta: float, alpha: float, miss: float = 1e-6) -> int:
    """Samples for `law_test` to say "holds" of a claim true to the letter, but for `miss`.

    (sqrt(log(2/alpha)) + sqrt(log(2/miss)))^2 / 2 delta^2: DKW twice. The same number refutes a law at
    distance 2 delta.

    Examples
    --------
    >>> law_plan(0.02, 1e-9)
    88975
    """
    _fixed([0.0], delta, alpha)
    rates(threshold=2.0, miss=miss)
    radii = math.sqrt(math.log(2 / alpha)) + math.sqrt(math.log(2 / miss))
    return math.floor(radii**2 / (2 * delta**2)) + 1
