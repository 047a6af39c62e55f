"""Transversal exponents, drifts of volume and moments of spectra, by quadrature, and their refusals."""

from __future__ import annotations

import mpmath
import pytest
from flint import arb
from sympy import Rational

from theory.exact.expressions import enclose
from theory.orthogonality.threshold import (
    isotropic_volume_drift,
    marchenko_pastur,
    rank_one_exponent,
    rank_one_exponent_by_quadrature,
)


@pytest.mark.parametrize("d", [2, 3])
@pytest.mark.parametrize("digits", [10, 40])
def test_exponent_in_balls(d: int, digits: int) -> None:
    """Quadrature and closed form agree to the digits asked for."""
    found = rank_one_exponent_by_quadrature(d, digits)
    assert found.rad() < arb(10) ** -digits
    assert found.overlaps(enclose(rank_one_exponent(d), {}, digits + 20))


@pytest.mark.parametrize("n", [2, 3, 6])
def test_volume_falls_where_h_is_orthogonal(n: int) -> None:
    """sum_j E log chi_j - n E log chi_n by mpmath's integrals, and below 0."""

    def mean_log(k: int) -> float:
        scale = 2 ** (1 - k / 2) / mpmath.gamma(k / 2)
        whole = mpmath.quad(lambda r: mpmath.log(r) * r ** (k - 1) * mpmath.exp(-r * r / 2), [0, 1, 3, 12])
        return float(scale * whole)

    drift = sum(mean_log(k) for k in range(1, n)) - (n - 1) * mean_log(n)
    assert abs(float(isotropic_volume_drift(n)) - drift) < 1e-9
    assert drift < 0


@pytest.mark.parametrize("y", [Rational(1, 4), Rational(9, 16)])
def test_marchenko_pastur_moments(y: Rational) -> None:
    """Against the density sqrt((b - t)(t - a))/(2 pi y t), a, b = (1 -+ sqrt y)^2, to the 6th moment."""
    ratio = mpmath.mpf(y.p) / y.q
    radius, centre = 2 * mpmath.sqrt(ratio), 1 + ratio
    scale = radius**2 / (2 * mpmath.pi * ratio)
    for power in range(1, 7):
        found = scale * mpmath.quad(
            lambda f, power=power: mpmath.sin(f) ** 2 * (centre + radius * mpmath.cos(f)) ** (power - 1), [0, mpmath.pi]
        )
        assert abs(found - float(marchenko_pastur(power, y))) < 1e-10


@pytest.mark.parametrize("call", [rank_one_exponent, rank_one_exponent_by_quadrature])
def test_refusals(call) -> None:  # type: ignore[no-untyped-def]
    """What came and what is known."""
    for d in (1, 4):
        with pytest.raises(ValueError, match=f"got d = {d}"):
            call(d)
