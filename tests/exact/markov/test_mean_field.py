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


@pytest.mark.parametrize("x", ["1/100", "1", "19/10"])
def test_count_at_full_rank(x: str) -> None:
    """At c = 1 the density is (2/pi) sqrt((2 - y)/y), ratio-one Marchenko-Pastur of mass 2."""
    computed = mpmath.quad(lambda y: 2 / mpmath.pi * mpmath.sqrt((2 - y) / y), [float(Fraction(x)), 2])
    assert mpmath.almosteq(computed, mpmath.mpf(str(count_above(Rational(x), 1).evalf(20))), 1e-8)


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
