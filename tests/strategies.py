"""Hypothesis strategies shared by the tests: exact rationals, so that shrinking gives exact witnesses."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import settings
from hypothesis import strategies as st

SETTINGS = settings(derandomize=True, database=None, deadline=None)
"""The same examples on every run; the suite's own randomness has its own seeds (numerics.streams)."""

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
