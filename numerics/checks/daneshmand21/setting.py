"""What the groups share: limits of truncated observables, and what finite width adds to a limit d -> oo.

By width.stationary-law sqrt(d)(C - I/n) tends to a normal vector with N independent coordinates of equal variance, so
d V^2 to a multiple of chi^2_N, and sqrt(d) V and entries to multiples of chi_N and chi_1. A truncated observable is
bounded, and its limit, of min(X, top), follows from the limit law alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from numerics.judging import Bias, Cell


def over_width(fitted: Mapping[int, tuple[float, float]]) -> Callable[[Any, Cell], Bias]:
    """The bias |c|/d at a cell from {n: (c, its standard error)}, in units of the check's scale.

    c was fitted by weighted least squares to the sampled means at d/2, d and 2d of the cell (generators
    default_rng([29, d, 0..]), 512 networks each, several thousand to 100,000 in all); the declared error is twice its
    standard error.
    """

    def bias(predicted: Any, cell: Cell) -> Bias:
        c, error = fitted[cell["n"]]
        d = cell["d"]
        how = f"c/d with c = {c:g} +- {error:g}, fitted to d = {d // 2}, {d}, {2 * d}; default_rng([29, d, 0..])"
        return Bias(abs(c) / d, "extrapolated", how, error=2 * error / d)

    return bias


def dimension(n: int) -> int:
    """N = (n-1)(n+2)/2, of the symmetric n x n matrices of trace 0."""
    return (n - 1) * (n + 2) // 2


def truncated_square(mean: float, degrees: int, top: float) -> float:
    """E min(X, top) for X a multiple of chi^2_N of this mean, 0 <= mean.

    E[X; X <= top] = mean P(chi^2_(N+2) <= top/scale).

    >>> round(truncated_square(2.0, 2, 3.0), 12) == round(2 - 2 * math.exp(-1.5), 12)
    True
    """
    from scipy.special import chdtr, chdtrc

    if not mean > 0:
        return 0.0
    edge = top * degrees / mean
    return float(mean * chdtr(degrees + 2, edge) + top * chdtrc(degrees, edge))


def truncated_length(mean: float, degrees: int, top: float) -> float:
    """E min(X, top) for X a multiple of chi_N of this mean; N = 1 is the absolute value of a normal variable.

    E[X; X <= top] = mean P(chi^2_(N+1) <= (top/scale)^2), mean = scale sqrt(2) Gamma((N+1)/2)/Gamma(N/2).

    >>> round(truncated_length(1.0, 1, 50.0), 12), truncated_length(1.0, 1, 2.0) < 1
    (1.0, True)
    """
    from scipy.special import chdtr, chdtrc

    if not mean > 0:
        return 0.0
    unit = math.sqrt(2) * math.exp(math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2))
    edge = (top * unit / mean) ** 2
    return float(mean * chdtr(degrees + 1, edge) + top * chdtrc(degrees, edge))
