"""Outlier formulas against other routes and digits of an earlier table."""

import pytest
from flint import arb
from sympy import Integer

from theory.exact.certify import decimal
from theory.exact.expressions import enclose
from theory.wide.outlier import growth_variance, log_growth, log_growth_by_mixture, log_growth_variance


@pytest.mark.parametrize(
    ("n", "m", "text"),
    [(10, 1, "-2.786710335"), (10, 2, "-1.582737531"), (10, 10, "-0.2853706011"), (10, 100, "-0.02464490632"),
     (10, 1000, "-0.00243132287"), (3, 10, "-0.1533456647"), (50, 1000, "-0.002501580904")],
)  # fmt: skip
def test_catalogue_exponents(n: int, m: int, text: str) -> None:
    """Lyapunov exponents of an earlier table, all of their digits."""
    assert abs(log_growth(n, 1, m) - arb(text)) < arb("6e-10")


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
