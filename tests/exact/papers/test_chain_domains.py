"""Tests of the domain of correlation matrices."""

from fractions import Fraction
from itertools import islice
from random import Random

from sympy import Matrix

from theory.domains.numbers import Integers
from theory.papers.daneshmand20.domains import Correlations, filled, is_correlation


def test_small_ones_are_correlation_matrices_and_differ() -> None:
    """The first 90 belong to the domain, no two are equal, some are large, and not all are forms of one sign."""
    found = list(islice(Correlations().small(), 90))
    assert len(set(found)) == 90
    assert all(M in Correlations() for M in found)
    assert {2, 3, 4, 8, 10} <= {len(M) for M in found}
    assert any(min(M[0]) < 0 for M in found if len(M) < 4)


def test_drawn_ones_and_those_near_belong() -> None:
    """Whatever the choices, a drawn matrix and its neighbours belong to the domain."""
    random, domain = Random(3), Correlations(Integers(3, 5))
    for _ in range(20):
        M = domain.draw(random.randint)
        assert M in domain
        assert all(other in domain and other != M for other in domain.near(M))


def test_membership_is_that_no_eigenvalue_is_negative() -> None:
    """Three correlations of -1/2 are the last ones that fit together, and -3/5 is too much."""
    for entry, fits in ((Fraction(-1, 2), True), (Fraction(-3, 5), False)):
        M = filled(3, {(0, 1): entry, (0, 2): entry, (1, 2): entry})
        assert is_correlation(M) is fits
        assert all(value >= 0 for value in Matrix(M).eigenvals()) is fits
