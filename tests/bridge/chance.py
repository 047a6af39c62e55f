"""Decisions on samples that the tests of this folder share, each false with probability 1e-9 at most."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from numerics.statistics.betting import Support
from numerics.statistics.decide import MarginTest

Floats = NDArray[np.float64]

ALPHA = 1e-9
THRESHOLD = 2 * MarginTest.nulls / ALPHA


def mean_of(draw: Callable[[int], Floats], claimed: float, delta: float, support: Support) -> str:
    """Whether E X = `claimed` to `delta`, by as many samples as miss a true claim with probability 1e-9."""
    test = MarginTest(claimed, delta, support)
    test.update(draw(test.plan(THRESHOLD, miss=ALPHA)))
    return test.verdict(THRESHOLD)


def distance(one: Floats, other: Floats) -> float:
    """Kolmogorov distance of two samples, atoms included; what two algorithms round is no atom."""
    a, b = np.round(one, 9), np.round(other, 9)
    points = np.union1d(a, b)
    return float(np.abs(_cdf(a, points) - _cdf(b, points)).max())


def _cdf(sample: Floats, at: Floats) -> Floats:
    return np.searchsorted(np.sort(sample), at, side="right") / sample.size


def bound(size: int, comparisons: int = 1) -> float:
    """Of `distance` of two samples of one law, each of this size: twice the radius of Dvoretzky, Kiefer, Wolfowitz.

    All of so many comparisons keep to it, but for 1e-9.
    """
    return 2 * math.sqrt(math.log(4 * comparisons / ALPHA) / (2 * size))
