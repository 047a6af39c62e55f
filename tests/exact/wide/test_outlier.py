"""Lyapunov exponents of the outlier against other routes."""

import pytest
from sympy import Integer

from theory.exact.certify import decimal
from theory.exact.expressions import enclose
from theory.wide.outlier import growth_variance, log_growth, log_growth_by_mixture, log_growth_variance


@pytest.mark.parametrize("arguments", [(10, 1, 5), (7, 3, 4), (4, 2, 6)])
def test_exponent_digits(arguments: tuple[int, int, int]) -> None:
    """40 digits agree with 80, and Frullani's integral with the mixture over chi-squares."""
    short, long = (log_growth(*arguments, digits) for digits in (40, 80))
    assert decimal(long, 40) == decimal(short, 40)
    assert log_growth_by_mixture(*arguments, 40).overlaps(short)


def test_exponent_is_minus_half_the_variance() -> None:
    """E log R = -Var R/2 + O(m^-2): m^2 times the difference stays bounded."""
    gaps = [
        m**2 * (log_growth(10, 1, m) + enclose(growth_variance(Integer(10), Integer(1), Integer(m)), {}) / 2)
        for m in (50, 100, 200, 400)
    ]
    assert all(abs(gap) < 10 for gap in gaps)
    assert log_growth_variance(10, 1, 20) > 0
