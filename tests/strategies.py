"""Hypothesis strategies shared by the tests: exact rationals, so that shrinking gives exact witnesses."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from sympy import Matrix, Rational

SETTINGS = settings(
    derandomize=True, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)  # fmt: skip
"""The same examples on every run; the suite's own randomness has its own seeds (numerics.streams). No limit of time on
the clock: one of drawing fails on a busy machine."""

SPECIAL = tuple(map(Fraction, ("0", "1", "-1", "1e-30", "1e30")))

RATIONALS: st.SearchStrategy[Fraction] = st.one_of(
    st.integers(-9, 9).map(Fraction),
    st.fractions(min_value=-9, max_value=9, max_denominator=12),
    st.sampled_from(SPECIAL),
)


@st.composite
def batches(draw: st.DrawFn, min_size: int = 2, max_size: int = 6, constant: bool = False) -> tuple[Fraction, ...]:
    """A batch in any order; ties are common, and so is a datum at the mean.

    Not all entries are equal, unless `constant` allows it.
    """
    least = 1 if constant else 2
    values = draw(st.lists(RATIONALS, min_size=least, max_size=max_size, unique=True))
    size = draw(st.integers(max(min_size, least), max_size))
    rest = draw(st.lists(st.sampled_from(values), min_size=size - least, max_size=size - least))
    batch = draw(st.permutations([*values[:least], *rest]))
    if size < max_size and draw(st.booleans()):
        batch = [*batch, sum(batch, Fraction(0)) / size]
    return tuple(batch)


@st.composite
def unit_rows(draw: st.DrawFn, rows: int = 0, dimension: int = 0) -> Matrix:
    """Rows of length 1 and rational entries, by stereographic projection; often of low rank, rows repeated."""
    coordinates = (dimension or draw(st.integers(2, 4))) - 1
    found = []
    for _ in range(rows or draw(st.integers(1, 5))):
        y = [Rational(draw(st.integers(-3, 3)), 2) for _ in range(coordinates)]
        square = sum(a**2 for a in y)
        found.append([*(2 * a / (1 + square) for a in y), (square - 1) / (square + 1)])
    return Matrix(found)


def correlations(rows: int = 0) -> st.SearchStrategy[Matrix]:
    """Rational correlation matrices, positive semidefinite; of any size up to 5, or of this one."""
    return unit_rows(rows).map(lambda found: found * found.T)
