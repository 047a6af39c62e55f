"""Decisions on whole laws and on quantiles, at a number of samples fixed beforehand.

Laws: the Dvoretzky-Kiefer-Wolfowitz inequality with Massart's constant, at atoms too. Quantiles: Clopper-Pearson.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from numerics.statistics.betting import Floats, finite
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
    """Samples for `law_test` or `quantile_test` to say "holds" of a claim true to the letter, but for `miss`.

    (sqrt(log(2/alpha)) + sqrt(log(2/miss)))^2 / 2 delta^2: DKW twice; for quantiles Hoeffding, which
    Clopper-Pearson is never wider than. The same number refutes a law at distance 2 delta.

    Examples
    --------
    >>> law_plan(0.02, 1e-9)
    88975
    """
    _fixed([0.0], delta, alpha)
    rates(threshold=2.0, miss=miss)
    radii = math.sqrt(math.log(2 / alpha)) + math.sqrt(math.log(2 / miss))
    return math.floor(radii**2 / (2 * delta**2)) + 1


@dataclass(frozen=True)
class QuantileResult:
    """Clopper-Pearson intervals of P(X < c) and P(X <= c), each end at alpha/2, and what follows."""

    below: tuple[float, float]
    at_most: tuple[float, float]
    n: int
    verdict: Verdict


def quantile_test(samples: npt.ArrayLike, claimed: float, p: float, delta: float, alpha: float) -> QuantileResult:
    """Test that c = `claimed` is a p-quantile to `delta`: P(X < c) < p + delta and P(X <= c) > p - delta.

    The margin is in probability, so that no density is needed and atoms do no harm. A claim off by delta or
    more "holds" with probability <= alpha/2, one within delta is "refuted" with probability <= alpha, at an n
    fixed beforehand: `law_plan`.

    Parameters
    ----------
    samples : (n,), independent.
    p : in (0, 1), with p - delta > 0 or p + delta < 1, or there is nothing to test.

    Raises
    ------
    ValueError : samples not finite, rates outside (0, 1), or a margin that no law violates.
    """
    x = _fixed(samples, delta, alpha)
    finite(claimed=claimed)
    if not 0 < p < 1 or (p - delta < 0 and p + delta > 1):
        raise ValueError(f"wanted 0 < p < 1, and p - delta >= 0 or p + delta <= 1, got {p} and {delta}")
    below = _clopper_pearson(int(np.count_nonzero(x < claimed)), x.size, alpha / 2)
    at_most = _clopper_pearson(int(np.count_nonzero(x <= claimed)), x.size, alpha / 2)
    verdict: Verdict = "undecided"
    if below[1] < p + delta and at_most[0] > p - delta:
        verdict = "holds"
    elif below[0] >= p + delta or at_most[1] <= p - delta:
        verdict = "refuted"
    return QuantileResult(below, at_most, x.size, verdict)


def _clopper_pearson(k: int, n: int, a: float) -> tuple[float, float]:
    """Interval for a proportion, each end wrong with probability <= a. Never through 1 - a, which is 1."""
    from scipy.special import betainccinv, betaincinv

    return (
        float(betaincinv(k, n - k + 1, a)) if k else 0.0,
        float(betainccinv(k + 1, n - k, a)) if k < n else 1.0,
    )
