"""The large-d law: its formulas by numerical quadrature, its refusals."""

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational

from theory.markov.mean_field import centre, count_above, moment, regularity

ONCE = settings(derandomize=True, database=None, deadline=None, max_examples=8)


@ONCE
@given(st.fractions(min_value="1/5", max_value="19/10", max_denominator=20), st.integers(1, 6))
def test_moments(kappa: Fraction, p: int) -> None:
    """Mass kappa and moments from the density sqrt(1 - (y - c)^2) (2/pi)/y, by mpmath's quadrature."""
    c = centre(Rational(str(kappa)))

    def integral(power: int) -> mpmath.mpf:
        return mpmath.quad(
            lambda t: 2 / mpmath.pi * mpmath.sin(t) ** 2 * (mpmath.mpf(c.p) / c.q + mpmath.cos(t)) ** power,
            [0, 2, 3, mpmath.pi],
        )

    assert mpmath.almosteq(integral(-1), float(kappa), 1e-8)
    assert mpmath.almosteq(integral(p - 1), mpmath.mpf(moment(p, c).p) / moment(p, c).q, 1e-10)


def test_ends() -> None:
    """All directions lie above c - 1, none above c + 1; full rank has regularity 4/5 and r = sqrt d."""
    assert count_above(2, 1) == 0
    c = centre(Rational(1, 2))
    assert abs(count_above(c - 1, c).evalf() - 0.5) < 1e-12
    assert regularity(centre(2)) == Rational(4, 5)
    assert centre(3) == 1
    with pytest.raises(ValueError, match="kappa = 0: a rank over sqrt"):
        centre(0)
    with pytest.raises(ValueError, match="moment 0: wanted 1 or more"):
        moment(0, 1)
