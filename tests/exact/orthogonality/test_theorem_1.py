"""Bounds of Theorem 1, orbits along the mean map, bands of spheres, couplings: by other routes, and their refusals."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice

import mpmath
import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational

from theory.exact.certify import precision
from theory.orthogonality.mean_map import gap, orbit
from theory.orthogonality.theorem import cap, first_above, mean_bound, orbit_of_one, printed_bound, square_bound

SOME = settings(deadline=None, max_examples=10)


@SOME
@given(st.integers(2, 9), st.fractions(min_value="1/50", max_value="49/50", max_denominator=60))
def test_orbit_of_one_is_the_orbit_of_the_mean_map(n: int, first: Fraction) -> None:
    """2F1 against the integral of `mean_map`, three layers."""
    with precision(30):
        ours = list(islice(orbit_of_one(n, arb(fmpq(first.numerator, first.denominator))), 4))
        given = [first, (1 - first) / (n - 1)]
        theirs = list(islice(orbit(given, 25, multiplicities=[1, n - 1]), 4))
        for (lam, V), levels in zip(ours, theirs, strict=True):
            assert lam.overlaps(levels[0])
            assert V.overlaps(gap(levels, multiplicities=[1, n - 1]))


@SOME
@given(
    st.integers(2, 12),
    st.integers(1, 10**6),
    st.integers(0, 40),
    st.fractions(min_value="1/100", max_value=1, max_denominator=100),
)
def test_square_bound_is_below_the_mean_bound(n: int, d: int, layers: int, share: Fraction) -> None:
    """sqrt(square_bound) <= (1 - alpha)^l + (3/4)/sqrt(alpha d) <= the printed bound, from any start."""
    alpha = Rational(share.numerator, share.denominator) / n
    square = square_bound(Rational(n), d, alpha, layers, 1 - Rational(1, n))
    mean = float(mean_bound(n, d, alpha, layers))
    assert float(square) <= mean**2 * (1 + 1e-9)
    assert mean <= float(printed_bound(n, d, alpha, layers)) * (1 + 1e-9)


@pytest.mark.parametrize("n", range(2, 7))
def test_cap(n: int) -> None:
    """P(|u_1| < s) is the incomplete Beta function of s^2 with parameters 1/2, (n-1)/2."""
    for s in (Fraction(1, 5), Fraction(9, 10)):
        exact = mpmath.betainc(0.5, (n - 1) / 2, 0, float(s) ** 2, regularized=True)
        assert abs(float(cap(n, Rational(str(s)))) - exact) < 1e-12
    assert cap(n, Rational(1)) == 1


def test_first_above() -> None:
    """Overlapping balls and an orbit without a violation are errors, not answers."""
    wide = arb(1, 1)
    with pytest.raises(ArithmeticError, match="overlap; work with more digits"):
        first_above(iter([wide]), lambda l: arb(1))
    with pytest.raises(ArithmeticError, match="came to an end"):
        first_above(iter([arb(1)]), lambda l: arb(2))
    with pytest.raises(ValueError, match="a sphere needs n >= 2"):
        cap(1, Rational(1, 2))
