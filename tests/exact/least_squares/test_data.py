"""Tests of finite data laws as instances: what the domain draws, and derivatives through BN over the data."""

import random
from itertools import islice

import pytest
from sympy import ImmutableMatrix, Integer, Rational

from theory.batchnorm import batchnorm
from theory.domains.numbers import Integers
from theory.least_squares.problem import Point, Problem
from theory.papers.morwani20.data import Data, along_shortest_axis, data_sets
from theory.papers.morwani20.derivatives import gradient, jet
from theory.papers.morwani20.rates.star_sets import spectra, with_middle_solution


@pytest.mark.parametrize(
    "domain",
    [
        data_sets(),
        data_sets(centred=False),
        data_sets(Integers(2), level=True),
        data_sets(Integers(2, far=3), on_axes=True),
        along_shortest_axis(),
        with_middle_solution(),
        spectra(Integers(2)),
        spectra(Integers(3, 3), distinct=True),
    ],
)
def test_what_a_domain_lists_draws_and_finds_nearby_belongs_to_it(domain) -> None:
    """Small instances differ from each other; all belong to the domain, and their neighbours are others of it."""
    small = list(islice(domain.small(), 6))
    assert len(set(small)) == 6
    drawn = [domain.draw(random.Random().randint) for _ in range(4)]
    assert all(value in domain for value in (*small, *drawn))
    for value in (*small[:2], drawn[0]):
        assert all(other in domain and other != value for other in islice(domain.near(value), 3))


def test_other_data_do_not_belong() -> None:
    """A mean that is not 0, a singular covariance, and labels of another length."""
    good = Data(((1, -2, 1), (3, 0, -3)), (1, 0, 4), (1, 1), (0, 1))
    assert good in data_sets()
    for other in (
        good._replace(A=((1, -2, 2), (3, 0, -3))),
        good._replace(A=((1, -2, 1), (2, -4, 2))),
        good._replace(y=(1, 0)),
        good._replace(w=(0, 0)),
    ):
        assert other not in data_sets()


def test_derivatives_through_bn_are_those_of_the_note() -> None:
    """gradient agrees with -gamma grad s, and jet with quotients of differences."""
    for data in islice(data_sets().small(), 3):
        found = gradient(Integer(3), data.w, data)
        expected = Problem.of(data.H, data.g).gradient(Point(Integer(3), ImmutableMatrix(data.w)))
        assert all((a - b).simplify() == 0 for a, b in zip(found, expected.w, strict=True))
    x, h, step = (Integer(0), Integer(1), Integer(5)), (Integer(2), Integer(-1), Integer(3)), Rational(1, 10**8)
    beside = [batchnorm([a + sign * step * b for a, b in zip(x, h, strict=True)]) for sign in (-1, 0, 1)]
    for now, first, second, *three in zip(*jet(x, h), *beside, strict=True):
        low, middle, high = (value.evalf(60) for value in three)
        assert abs(now - middle) < 1e-40
        assert abs(first - (high - low) / (2 * step)) < 1e-12
        assert abs(second - (high - 2 * middle + low) / step**2) < 1e-12
