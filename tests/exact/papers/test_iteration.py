"""Iterative orthogonalisation on spectra of any length, in Fractions: what its notes prove for every n."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

SOME = settings(deadline=None, max_examples=60)
ROOTS = st.lists(st.fractions(min_value="1/50", max_value=50, max_denominator=60), min_size=2, max_size=6)


def square(singular: Sequence[Fraction]) -> Fraction:
    """V^2 of a matrix with these singular values."""
    return sum(s**4 for s in singular) / sum(s**2 for s in singular) ** 2 - Fraction(1, len(singular))


@SOME
@given(ROOTS)
def test_half_step_lowers_the_gap(roots: list[Fraction]) -> None:
    """s -> s^(1/2): (sum s^2)^3 <= (sum s)^2 (sum s^4), with equality only for equal s."""
    s = [r**2 for r in roots]
    assert sum(e**2 for e in s) ** 3 <= sum(s) ** 2 * sum(e**4 for e in s)
    assert (square(roots) < square(s)) == (len(set(s)) > 1)


@SOME
@given(ROOTS, st.integers(-4, 4), st.integers(-4, 4))
def test_the_gap_is_monotone_in_the_power(roots: list[Fraction], q: int, other: int) -> None:
    """s -> s^q: V increases with |q| on each side of 0 (p = 1 - q, so with |1 - p|)."""
    if q * other >= 0 and abs(q) <= abs(other):
        assert square([r**q for r in roots]) <= square([r**other for r in roots])


@SOME
@given(ROOTS)
def test_cauchy_with_one_square_less(roots: list[Fraction]) -> None:
    """(sum s^3)^2 <= sum s^2 sum s^4: what the printed step may have meant."""
    assert sum(s**3 for s in roots) ** 2 <= sum(s**2 for s in roots) * sum(s**4 for s in roots)
