"""Wishart moments against chi-square moments and brute force; the variances that bound sampled checks."""

from fractions import Fraction
from math import prod

import pytest

from theory.orthogonality.finite_width import growth_back_variance
from theory.orthogonality.wishart import next_moment, trace_moments, weighted_gap_variance


def chi_square(degrees: int, power: int) -> int:
    """E (chi^2_degrees)^power."""
    return prod(degrees + 2 * i for i in range(power))


@pytest.mark.parametrize("degree", [2, 4])
def test_one_column_and_one_row(degree: int) -> None:
    """n = 1: products of traces of degree k are (chi^2_d/d)^k, layers independent; d = 1 from I: |y|^(2k)."""
    for d, layers in ((1, 1), (2, 3), (5, 2)):
        for shape, moment in trace_moments(1, d, layers, degree).items():
            assert moment == Fraction(chi_square(d, degree), d**degree) ** layers, shape
    for n in (2, 3, 6):
        for shape, moment in trace_moments(n, 1, 1, degree).items():
            assert moment == chi_square(n, degree), shape


@pytest.mark.parametrize("d", [1, 3, 8])
def test_trace_of_the_square(d: int) -> None:
    """E tr G'^2 = ((d + 1) tr G^2 + (tr G)^2)/d."""
    found = next_moment((2,), d, {(2,): Fraction(7), (1, 1): Fraction(16)})
    assert found == Fraction((d + 1) * 7 + 16, d)


def test_no_gap() -> None:
    """One column has no gap: variance 0; and one row from the identity has the weighted gap |y|^4 (1 - 1/n)/n^2."""
    assert weighted_gap_variance(1, 5, 3) == 0
    for n in (2, 5):
        fourth, eighth = (chi_square(n, power) for power in (2, 4))
        assert weighted_gap_variance(n, 1, 1) == (eighth - fourth**2) * (1 - Fraction(1, n)) ** 2 / n**4


@pytest.mark.parametrize(("n", "d"), [(5, 5), (6, 12), (10, 32)])
def test_growth_back_by_the_jacobian(n: int, d: int) -> None:
    """For B uniform on the sphere of R^N, N = dn, E (B^T K B)^2 = (2 tr K^2 + (tr K)^2)/(N(N+2)), K = J J^T.

    K has the blocks (w_k . w_l)/(d |x_k| |x_l|) P_k P_l, P_k projectors of rank n - 1; w_k = (g_k, rest), |x_k|^2 =
    |g_k|^2/n; rows are independent, and lengths of their directions.
    """
    rest = d - n
    inverse, square = Fraction(1, n - 2), Fraction(1, (n - 2) * (n - 4))  # E 1/chi^2_n and of its square
    one = n * (1 + rest * inverse)
    two = n * n * (1 + 2 * rest * inverse + rest * (rest + 2) * square)
    cos2, cos4 = Fraction(1, n), Fraction(3, n * (n + 2))
    # E (cos^2 + rest/(G G')) (n - 2 + cos^2), n^2/d^2 times
    off = n * n * (cos2 * (n - 2) + cos4 + rest * inverse**2 * (n - 2 + cos2))
    trace_square = (d * two * (n - 1) + d * (d - 1) * off) / d**2
    square_trace = (n - 1) ** 2 * (d * two + d * (d - 1) * one**2) / Fraction(d**2)
    size = d * n
    second = (2 * trace_square + square_trace) / (size * (size + 2))
    mean = Fraction(d * one * (n - 1), d) / size
    assert mean == (1 - Fraction(2, d)) * Fraction(n - 1, n - 2)
    assert growth_back_variance(n, d) == second - mean**2
    with pytest.raises(ValueError, match="wanted n > 4"):  # E 1/|g|^4 is infinite in 4 dimensions
        growth_back_variance(4, 10)
