"""Kernels, outlier formulas and closed-form fixed points against other routes and the catalogue's digits."""

import math

import pytest
from flint import arb
from sympy import Integer, Rational, acos, expand

from theory.certify import decimal
from theory.expressions import enclose
from theory.fixed_points import outlier, symmetric
from theory.gram_maps import gram_map
from theory.notation import alpha
from theory.outlier import growth_variance, log_growth, log_growth_by_mixture, log_growth_variance, outlier_gram


@pytest.mark.parametrize(
    ("n", "m", "text"),
    [(10, 1, "-2.786710335"), (10, 2, "-1.582737531"), (10, 10, "-0.2853706011"), (10, 100, "-0.02464490632"),
     (10, 1000, "-0.00243132287"), (3, 10, "-0.1533456647"), (50, 1000, "-0.002501580904")],
)  # fmt: skip
def test_catalogue_exponents(n: int, m: int, text: str) -> None:
    """The catalogue's Lyapunov exponents, all of their digits."""
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


@pytest.mark.parametrize("n", [2, 3, 5, 8])
def test_fixed_points_are_fixed(n: int) -> None:
    """K(PGP) = multiplier G, as exact numbers for the outlier and to 40 digits for the symmetric point."""
    ray = outlier(n)
    assert gram_map(ray.gram()) == ray.multiplier * ray.gram()
    assert ray.gram() == outlier_gram(n)
    assert expand(1 / alpha(Integer(n)) - ray.multiplier) == 0
    point = symmetric(n)
    image = gram_map(point.gram())
    for i, j in ((0, 0), (0, 1), (n - 2, n - 1)):
        difference = enclose(image[i, j] - point.multiplier * point.gram()[i, j], {}, 60)
        assert difference.contains(0)
        assert difference.rad() < arb("1e-40")


@pytest.mark.parametrize(
    ("n", "degrees"),
    [(8, "75.514503"), (9, "75.030790"), (10, "74.649611"), (20, "72.996203"), (50, "72.050893")],
)
def test_symmetric_angles(n: int, degrees: str) -> None:
    """Figure 5 of nachum24: the exact angles of the symmetric fixed point."""
    angle = enclose(acos(symmetric(n).cos_cluster), {}, 30) * 180 / arb.pi()
    assert abs(angle - arb(degrees)) < arb("6e-7")


def test_symmetric_at_infinity() -> None:
    """The cosine tends to 1/pi."""
    assert abs(float(symmetric(10**6).figures(12)["cos_cluster"]) - 1 / math.pi) < 1e-5


@pytest.mark.parametrize("kind", [symmetric, outlier])
@pytest.mark.parametrize("n", [2, 7, 1000])
def test_printed_digits(kind, n: int) -> None:  # type: ignore[no-untyped-def]
    """40 printed digits are the first 40 of 80, rounded."""
    short, long = (kind(n).figures(digits) for digits in (40, 80))
    for name, text in short.items():
        assert abs(Rational(long[name]) - Rational(text)) <= Rational(1, 2) * Rational(10) ** -(39 - _leading(text)), (
            name
        )


def _leading(text: str) -> int:
    """Exponent of the first significant digit."""
    return math.floor(math.log10(abs(float(text)))) if float(text) else 0


def test_fixed_point_sizes() -> None:
    """One point has no fixed point."""
    with pytest.raises(ValueError, match="n = 1: a fixed point of a batch needs 2 to 1,000,000 points"):
        symmetric(1)
