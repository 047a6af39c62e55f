"""Lyapunov exponents, the mixture behind them and the exponent walk, against other routes."""

from fractions import Fraction
from itertools import pairwise
from math import comb, factorial, prod

import pytest
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st

from theory.exact.certify import decimal, precision
from theory.markov.hilbert_metric import diameter, spread, squared_cosine
from theory.markov.products import (
    exponent_walk,
    exponents,
    log_length,
    log_volume,
    log_volume_variance,
    partitions,
)

STRENGTHS = st.fractions(Fraction(1, 3), 4, max_denominator=12)
POSITIVE = st.fractions(Fraction(1, 9), 9, max_denominator=9)


@settings(max_examples=20, deadline=None)
@given(d=st.integers(1, 7), gamma=STRENGTHS)
def test_first_exponent_by_two_routes(d: int, gamma: Fraction) -> None:
    """The Poisson mixture of digammas and Frullani's integral enclose one number, narrowly."""
    mixture, integral = log_volume(d, 1, gamma), log_length(d, gamma)
    assert mixture.overlaps(integral)
    assert max(mixture.rad(), integral.rad()) < arb("1e-18")


@settings(max_examples=8, deadline=None)
@given(d=st.integers(2, 4), gamma=STRENGTHS)
def test_exponents_decrease(d: int, gamma: Fraction) -> None:
    """mu_1 > .. > mu_d at every gamma: the products approach rank one."""
    found = exponents(d, gamma, 12)
    assert all(high > low for high, low in pairwise(found))


def _log(phi: Fraction) -> arb:
    return (arb(phi.numerator) / phi.denominator).log()


def weight(k: int, kappa: tuple[int, ...]) -> Fraction:
    """Coefficient of (theta/2)^|kappa| in e^(k theta/2) p(kappa), from the head of `theory.markov.products`."""
    l = [2 * part + k - i for i, part in enumerate(kappa, 1)]
    ratio = prod((Fraction(l[i] - l[j], j - i) for i in range(k) for j in range(i + 1, k)), start=Fraction(1))
    for i, part in enumerate(kappa, 1):
        for step in range(part):
            ratio /= 1 + Fraction(k - i, 2) + step
    return ratio


@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_weights_are_poisson_in_the_size(k: int) -> None:
    """The weights of the partitions of n add up to k^n/n!, exactly."""
    total = [Fraction(0)] * 7
    for kappa in partitions(k, 6):
        total[sum(kappa)] += weight(k, kappa)
    assert total == [Fraction(k**n, factorial(n)) for n in range(7)]


@pytest.mark.parametrize(("d", "k"), [(2, 1), (3, 2), (4, 3), (5, 2)])
def test_weights_give_the_mean_determinant(d: int, k: int) -> None:
    """E det(X^T X) = sum_j C(k, j) theta^j (d-j)!/(d-k)!, as a power series in theta, from the mixture's moments."""
    most = 6
    series = [Fraction(0)] * (most + 1)
    for kappa in partitions(k, most):
        mean = prod(d + 2 * part - i for i, part in enumerate(kappa))
        series[sum(kappa)] += weight(k, kappa) * mean
    # times e^(-k theta/2), in powers of theta/2
    shrunk = [
        sum(series[n - i] * Fraction((-k) ** i, factorial(i)) for i in range(n + 1)) / 2**n for n in range(most + 1)
    ]
    wanted = [Fraction(comb(k, j) * factorial(d - j), factorial(d - k)) if j <= k else 0 for j in range(most + 1)]
    assert shrunk == wanted


@pytest.mark.parametrize(("d", "text"), [(4, "0.19315"), (8, "0.07648")])
def test_catalogue_gaps(d: int, text: str) -> None:
    """The gaps at gamma = inf, rounded."""
    top = exponents(d)
    assert abs(top[0] - top[1] - arb(text)) < arb("6e-6")


def test_digits() -> None:
    """40 digits agree with 20, and the variance with trigamma at gamma = inf."""
    assert decimal(log_volume(3, 2, 1, 40), 20) == decimal(log_volume(3, 2, 1, 20), 20)
    with precision(30):
        assert log_volume_variance(5, 1).overlaps(arb(2).zeta(arb("2.5")) / 4)


def test_refusals() -> None:
    """Wrong shapes, strengths and sizes are refused in words."""
    with pytest.raises(ValueError, match="wanted 1 <= k <= d"):
        log_volume(2, 3)
    with pytest.raises(ValueError, match="wanted a positive rational"):
        log_length(2, 0)
    with pytest.raises(ValueError, match="partitions; the budget"):
        log_volume(6, 5, "1/10")


def test_catalogue_walk() -> None:
    """Expected visits 24.7, 50.0, 100.4 up to n = 10^3, 4 10^3, 1.6 10^4, the first by the recursion itself."""

    def visits(n: int) -> Fraction:
        m = n // 2  # closed form up to 2m + 1, less the last step
        central = Fraction(comb(2 * m, m), 4**m)
        return (2 * m + 1) * central - Fraction(1, 2) - central / 2

    assert [round(float(visits(n)), 1) for n in (1000, 4000, 16000)] == [24.7, 50.0, 100.4]
    assert sum(exponent_walk(300)[1:]) == visits(300)


@settings(deadline=None)
@given(
    x=st.lists(POSITIVE, min_size=3, max_size=3),
    y=st.lists(POSITIVE, min_size=3, max_size=3),
    s=st.lists(POSITIVE, min_size=3, max_size=3),
    A=st.lists(st.lists(POSITIVE, min_size=3, max_size=3), min_size=3, max_size=3),
)
def test_hilbert_metric(x: list[Fraction], y: list[Fraction], s: list[Fraction], A: list[list[Fraction]]) -> None:
    """Symmetry, invariance under scaling, Birkhoff's contraction, and the bound on the cosine."""
    phi = spread(x, y)
    assert phi == spread(y, x) >= 1
    assert spread([a * c for a, c in zip(x, s, strict=True)], [b * c for b, c in zip(y, s, strict=True)]) == phi
    images = [[sum(a * b for a, b in zip(row, v, strict=True)) for row in A] for v in (x, y)]
    after = spread(images[0], images[1])
    with precision(40):
        root = (arb(diameter(A).numerator) / diameter(A).denominator).sqrt()
        bound = (root - 1) / (root + 1) * _log(phi)
        assert not _log(after) > bound
    assert squared_cosine(x, y) >= 4 * phi / (1 + phi) ** 2
    assert diameter(A) == diameter([list(column) for column in zip(*A, strict=True)])


def test_hilbert_metric_refuses() -> None:
    """Lengths that differ and entries that are not positive are refused."""
    with pytest.raises(ValueError, match="wanted one length"):
        spread([1], [1, 2])
    with pytest.raises(ValueError, match="wants positive entries"):
        spread([1, 0], [1, 2])
