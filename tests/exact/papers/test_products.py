"""Tests of the certified contraction of random 2 x 2 matrices."""

from fractions import Fraction

from flint import fmpq
from sympy import Rational

from numerics.checks.daneshmand20.vanilla.products import KAPPA
from theory.papers.daneshmand20.vanilla.contraction import LAWS, contraction, layers, products_of


def test_the_bound_of_the_simulation() -> None:
    """What is typed in for weights +-1 at gamma = 1/4 is no less than the certified bound."""
    assert contraction(layers(LAWS[0], Fraction(1, 4)), 2, 10_000) <= KAPPA < 1


def test_a_known_maximum() -> None:
    """diag(1/2, 2) alone: the greatest |det Y|/|Y u|^2 is 4, at e_1, whose root is 2 and fourth root sqrt 2."""
    one = (((fmpq(1, 2), fmpq(0), fmpq(0), fmpq(2)), fmpq(1)),)
    assert 2 <= contraction(one, 1, 1000) <= Rational(201, 100)
    assert contraction(one, 2, 1000) ** 2 > 2


def test_products() -> None:
    """Probabilities of products add up to 1, equal ones are put together."""
    law = layers(LAWS[0], Fraction(1, 2))
    assert len(law) == 16
    found = products_of(law, 2)
    assert sum((chance for _, chance in found), fmpq(0)) == 1
    assert len(found) <= 256
