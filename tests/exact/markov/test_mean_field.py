"""The large-d law: its formulas by numerical quadrature, its refusals."""

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational

from theory.markov.mean_field import centre, count_above, moment, regularity

ONCE = settings(derandomize=True, database=None, deadline=None, max_examples=15)
kappas = st.fractions(min_value="1/5", max_value="19/10", max_denominator=20)


@ONCE
@given(kappas, st.integers(1, 6))
def test_moments(kappa: object, p: int) -> None:
    """Mass kappa and moments from the density sqrt(1 - (y - c)^2) (2/pi)/y, by mpmath's quadrature."""
    c = centre(Rational(str(kappa)))
    shape = lambda t: 2 / mpmath.pi * mpmath.sin(t) ** 2  # noqa: E731
    where = lambda t: mpmath.mpf(c.p) / c.q + mpmath.cos(t)  # noqa: E731
    mass = mpmath.quad(lambda t: shape(t) / where(t), [0, 2, 3, mpmath.pi])
    assert mpmath.almosteq(mass, float(kappa), 1e-8)  # type: ignore[arg-type]
    computed = mpmath.quad(lambda t: shape(t) * where(t) ** (p - 1), [0, mpmath.pi])
    assert mpmath.almosteq(computed, mpmath.mpf(moment(p, c).p) / moment(p, c).q, 1e-10)


@pytest.mark.parametrize("x", ["1/100", "1/2", "1", "19/10"])
def test_count_at_full_rank(x: str) -> None:
    """At c = 1 the density is (2/pi) sqrt((2 - y)/y), ratio-one Marchenko-Pastur of mass 2."""
    computed = mpmath.quad(lambda y: 2 / mpmath.pi * mpmath.sqrt((2 - y) / y), [quotient(x), 2])
    assert mpmath.almosteq(computed, mpmath.mpf(str(count_above(Rational(x), 1).evalf(20))), 1e-8)


def quotient(text: str) -> float:
    p, _, q = text.partition("/")
    return int(p) / int(q or 1)


def test_ends() -> None:
    """All directions lie above c - 1, none above c + 1; full rank has regularity 4/5 and r = sqrt d."""
    assert count_above(2, 1) == 0
    c = centre(Rational(1, 2))
    assert abs(count_above(c - 1, c).evalf() - 0.5) < 1e-12
    assert regularity(centre(2)) == Rational(4, 5)
    assert centre(3) == 1


@pytest.mark.parametrize(
    ("wrong", "says"),
    [(lambda: centre(0), "kappa = 0: a rank over sqrt"), (lambda: moment(0, 1), "moment 0: wanted 1 or more")],
)
def test_refusals(wrong: object, says: str) -> None:
    """What came and what was wanted."""
    with pytest.raises(ValueError, match=says):
        wrong()  # type: ignore[operator]
