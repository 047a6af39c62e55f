"""Lyapunov exponents, the mixture behind them and the exponent walk, against other routes."""

from fractions import Fraction
from math import comb

import pytest
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.refused import refused
from theory.exact.certify import decimal, precision
from theory.markov.hilbert_metric import spread
from theory.markov.products import exponent_walk, exponents, log_length, log_volume, log_volume_variance


@settings(max_examples=15, deadline=None)
@given(d=st.integers(1, 7), gamma=st.fractions(Fraction(1, 3), 4, max_denominator=12))
def test_first_exponent_by_two_routes(d: int, gamma: Fraction) -> None:
    """The Poisson mixture of digammas and Frullani's integral enclose one number, narrowly."""
    mixture, integral = log_volume(d, 1, gamma), log_length(d, gamma)
    assert mixture.overlaps(integral)
    assert max(mixture.rad(), integral.rad()) < arb("1e-18")


@pytest.mark.parametrize(("d", "k"), [(2, 1), (3, 2), (4, 3), (5, 2)])
def test_volumes_of_strong_layers(d: int, k: int) -> None:
    """Less k log g, at g -> oo: its limit, and k/(2 d g^2), as the Laplacian of log det X^T X has the mean 2k."""
    g = 10**4
    with precision(40):
        slope = (log_volume(d, k, g, 30) - k * arb(g).log() - log_volume(d, k, None, 30)) * g**2
        assert abs(slope - arb(k) / (2 * d)) < arb("1e-6")


@pytest.mark.parametrize("d", [1, 2, 3])
def test_volumes_of_weak_layers(d: int) -> None:
    """E log |det(I + gW)| = -g^2 E tr W^2/2 - g^4 E tr W^4/4 - .. = -d g^2/2 - d (d + 2) g^4/4 + O(g^6)."""
    g = Fraction(1, 6)
    error = abs(float(log_volume(d, d, g, 12)) + d * g**2 / 2 + d * (d + 2) * g**4 / 4)
    assert error < 40 * g**6


@pytest.mark.parametrize(("d", "text"), [(4, "0.19315"), (8, "0.07648")])
def test_gaps(d: int, text: str) -> None:
    """The gaps at gamma = inf, rounded."""
    top = exponents(d)
    assert abs(top[0] - top[1] - arb(text)) < arb("6e-6")


def test_digits() -> None:
    """40 digits agree with 20, and the variance with trigamma at gamma = inf."""
    assert decimal(log_volume(3, 2, 1, 40), 20) == decimal(log_volume(3, 2, 1, 20), 20)
    with precision(30):
        assert log_volume_variance(5, 1).overlaps(arb(2).zeta(arb("2.5")) / 4)


def test_walk() -> None:
    """Expected visits of the walk to its start up to n, by their closed form."""
    m = 150
    central = Fraction(comb(2 * m, m), 4**m)
    assert sum(exponent_walk(2 * m)[1:]) == (2 * m + 1) * central - Fraction(1, 2) - central / 2


test_refusals = refused(
    "Wrong shapes, strengths and sizes are refused in words.",
    (lambda: log_volume(2, 3), "wanted 1 <= k <= d"),
    (lambda: log_length(2, 0), "wanted a positive rational"),
    (lambda: log_volume(6, 5, "1/10"), "partitions; the budget"),
    (lambda: spread([1], [1, 2]), "wanted one length"),
    (lambda: spread([1, 0], [1, 2]), "wants positive entries"),
)
