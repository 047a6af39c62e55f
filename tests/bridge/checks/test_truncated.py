"""Means of truncated chi variables against quadrature."""

import math

import pytest
from scipy import integrate, stats

from numerics.checks.daneshmand21.setting import truncated_length, truncated_square


@pytest.mark.parametrize("degrees", [1, 2, 9, 35])
@pytest.mark.parametrize("top", [0.3, 1.0, 2.5])
def test_truncated_means(degrees: int, top: float) -> None:
    """E min(X, top) = int_0^top P(X > x) dx for multiples of chi^2 and of chi of a given mean."""
    mean = 0.9
    squares = integrate.quad(lambda x: stats.chi2.sf(x * degrees / mean, degrees), 0, top)[0]
    assert math.isclose(truncated_square(mean, degrees, top), squares, rel_tol=1e-7)
    unit = mean / stats.chi(degrees).mean()
    lengths = integrate.quad(lambda x: stats.chi.sf(x / unit, degrees), 0, top)[0]
    assert math.isclose(truncated_length(mean, degrees, top), lengths, rel_tol=1e-7)
