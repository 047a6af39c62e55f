"""Laws of weights: what the finite ones have."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice

from theory.domains.laws import even_laws, is_law, joined, normal_laws
from theory.term import entries, independent, mean, symmetric

SIGNS = ((Fraction(1, 2), Fraction(1)), (Fraction(1, 2), Fraction(-1)))


def test_independence_is_of_all_entries() -> None:
    """A sign, another, and their product are independent in pairs, and not together."""
    three = joined(SIGNS, SIGNS, SIGNS)
    tied = tuple((2 * p, a, b, c) for p, a, b, c in three if a * b == c)
    assert independent(three)
    assert not independent(tied)
    assert symmetric(three)
    assert not symmetric(tied)


def test_listed_laws_of_normal_moments() -> None:
    """E w_i^4 = 3 (E w_i^2)^2, and (w_1 w_2)^2 has the product of the means, for one and more weights."""
    listed = list(islice(normal_laws().small(), 40))
    assert {entries(law) for law in listed} >= {1, 2}
    for law in listed:
        squares = [mean(law, lambda w, i=i: w[i] ** 2) for i in range(entries(law))]
        assert [mean(law, lambda w, i=i: w[i] ** 4) for i in range(entries(law))] == [3 * s**2 for s in squares]
        if entries(law) > 1:
            assert mean(law, lambda w: w[0] ** 2 * w[1] ** 2) == squares[0] * squares[1]


def test_even_laws_need_no_independence() -> None:
    listed = list(islice(even_laws().small(), 40))
    assert {bool(independent(law)) for law in listed} == {True, False}
    assert is_law(((Fraction(1), Fraction(1)),), symmetric) is False
