"""Of which laws the claims on means of shares speak: normal numbers are among them."""

from fractions import Fraction

from sympy import Rational, Symbol, exp, integrate, oo, pi, sqrt

from theory.papers.daneshmand21.laws import (
    exchangeable_laws,
    exchangeable_laws_of_different,
    laws_of_directions,
    of_order_two,
)
from theory.term import mean


def test_directions_of_normal_rows_have_the_moments() -> None:
    """E u_i u_j, u = w^2/|w|^2, is E w_i^2 w_j^2/E |w|^4, as direction and length are independent: for n = 2..9."""
    w = Symbol("w", real=True)
    second, fourth = (integrate(w**k * exp(-(w**2) / 2), (w, -oo, oo)) / sqrt(2 * pi) for k in (2, 4))
    for n in range(2, 10):
        length = n * fourth + n * (n - 1) * second**2
        assert fourth / length == Rational(3, n * (n + 2))
        assert second**2 / length == Rational(1, n * (n + 2))


def test_laws_with_the_moments_are_told_from_others() -> None:
    """Those that are listed have them; one that is even on the axes, or on one row, has not."""
    law = next(laws_of_directions().small())
    assert of_order_two(law)
    assert mean(law, lambda u: u[0] * u[1]) == Fraction(1, 8)
    assert not of_order_two(((Fraction(1, 2), 1, 0), (Fraction(1, 2), 0, 1)))
    assert ((Fraction(1), Fraction(1, 2), Fraction(1, 2)),) not in laws_of_directions()


def test_numbers_that_may_change_places_are_told_from_others() -> None:
    """All orders with one probability, and none else; equal ones are no different ones."""
    half, one, two = Fraction(1, 2), Fraction(1), Fraction(2)
    assert ((half, one, two), (half, two, one)) in exchangeable_laws_of_different()
    assert ((half, one, two), (half, one, one)) not in exchangeable_laws()
    assert ((one, one, one),) in exchangeable_laws()
    assert ((one, one, one),) not in exchangeable_laws_of_different()
