"""Tests of the certified contraction of random 2 x 2 matrices."""

from fractions import Fraction

import pytest
from flint import arb, fmpq
from sympy import Rational

from numerics.checks.daneshmand20.vanilla import KAPPA
from theory.papers.daneshmand20.vanilla.contraction import (
    LAWS,
    SETS,
    Pair,
    contraction,
    layers,
    letters_of,
    mean_ratio,
    most_ratio,
    products_of,
)


def test_the_bound_of_the_simulation() -> None:
    """What is typed in for weights +-1 at gamma = 1/4 is no less than the certified bound."""
    assert contraction(layers(LAWS["±1"], Fraction(1, 4)), 2, 10_000) <= KAPPA < 1


def test_a_known_maximum() -> None:
    """diag(1/2, 2) alone: the greatest |det Y|/|Y u|^2 is 4, at e_1, whose root is 2 and fourth root sqrt 2."""
    one = (((fmpq(1, 2), fmpq(0), fmpq(0), fmpq(2)), fmpq(1)),)
    assert 2 <= contraction(one, 1, 1000) <= Rational(201, 100)
    assert contraction(one, 2, 1000) ** 2 > 2


@pytest.mark.parametrize("pair", SETS.values())
def test_the_mean_by_arcs(pair: Pair) -> None:
    """The bound by arcs is no less than the mean over all words of 1, 2, 5 letters, and falls as words grow."""
    law = letters_of(pair)
    bounds = [most_ratio(law, depth, 3) for depth in (1, 2, 5)]
    assert all(bound >= mean_ratio(law, depth, 3) for bound, depth in zip(bounds, (1, 2, 5), strict=True))
    assert bounds[0] > bounds[1] > bounds[2]


def test_the_mean_by_arcs_of_one_matrix() -> None:
    """Of the powers of diag(1/2, 2) it is 1/4 of the power before, which is met on the arcs at e_2."""
    one = (((fmpq(1, 2), fmpq(0), fmpq(0), fmpq(2)), fmpq(1)),)
    assert 1 <= most_ratio(one, 1, 0) * 4 <= arb("1.01")
    assert 1 <= most_ratio(one, 3, 0) * 64 <= arb("1.05")


def test_products() -> None:
    """Probabilities of products add up to 1, equal ones are put together."""
    law = layers(LAWS["±1"], Fraction(1, 2))
    assert len(law) == 16
    found = products_of(law, 2)
    assert sum((chance for _, chance in found), fmpq(0)) == 1
    assert len(found) <= 256
