"""Comparisons that a small fault in the code would decide wrongly."""

import pytest
from flint import arb
from sympy import Integer, Rational, Sum, Symbol, binomial, factorial, sqrt

from theory.comparison import compare
from theory.comparison.forms.sums import proved_zero
from theory.comparison.proof import proved_zero as proved

n, k = Symbol("n", integer=True, positive=True), Symbol("k", integer=True)


@pytest.mark.parametrize(
    ("found", "claimed"),
    [
        (Sum(k**2, (k, 1, n)), n * (n + 1) * (2 * n + 1) / 6 + 1),
        (Sum(k * factorial(k), (k, 1, n)), factorial(n + 1)),
        (Sum(2**k, (k, 0, n)), 2 ** (n + 1)),
        (Sum(binomial(n, k), (k, 0, n)), 3 * 2**n),  # by a recurrence, which any multiple satisfies
    ],
)
def test_an_induction_has_a_base_case(found, claimed) -> None:
    """Both sides grow alike from n to n + 1, and differ everywhere: no proof, whatever points are tried."""
    assert not proved(found - claimed)
    assert not proved_zero(found - claimed, lambda e: e.expand().simplify() == 0)
    assert compare(found, claimed).no


@pytest.mark.parametrize("value", [Integer(0), Integer(1), Rational(1), sqrt(1), arb(1), arb(0)])
def test_both_ends_of_an_interval_belong_to_it(value) -> None:
    """0 and 1 are in [0, 1]; a hair beyond is not."""
    assert compare(value, (0, 1), "in").yes
    hair = Rational(1, 10**30)
    assert compare(1 + hair, (0, 1), "in").no
    assert compare(-hair, (0, 1), "in").no


def test_a_quotient_whose_denominator_is_zero_is_not_zero() -> None:
    """x A/B with A = B = 0 in disguise has no value: there is no proof that it is 0."""
    x = Symbol("x", positive=True)
    top, bottom = sqrt(5 + 2 * sqrt(6)) - sqrt(2) - sqrt(3), sqrt(3 + 2 * sqrt(2)) - 1 - sqrt(2)
    assert proved(top)
    assert not proved(x * top / bottom)
    assert not compare(x * top / bottom, 0).yes
