"""Batches for the tests of the rank, and the rank by many weights."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from flint import fmpz_mat
from hypothesis import strategies as st

from theory.rank import Angles, Batch

SEVEN = "0 101/100 102/100 3/100 1/2 151/100 52/100"
OCTANTS = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]  # angles k pi/4


def angles(text: str) -> Angles:
    return Angles(text.split())


@st.composite
def planar(draw: st.DrawFn, least: int = 1, most: int = 5, collinear: bool = True, orders: str = "5 6 8 9") -> Angles:
    """Directions that are multiples of pi/N; parallel and antipodal pairs are common, unless on different lines."""
    N = int(draw(st.sampled_from(orders.split())))
    size = draw(st.integers(least, most))
    if collinear:
        k = draw(st.lists(st.integers(0, 2 * N - 1), min_size=size, max_size=size))
    else:
        k = draw(st.lists(st.integers(0, N - 1), min_size=min(size, N), max_size=min(size, N), unique=True))
        k = [e + N * draw(st.integers(0, 1)) for e in k]
    return Angles([Fraction(e, N) for e in k])


@st.composite
def rational_batches(draw: st.DrawFn, k: int = 3, most: int = 6) -> Batch:
    """Small integer columns, often zero, parallel or antipodal."""
    point = st.lists(st.integers(-2, 2), min_size=k, max_size=k)
    return Batch.of_points(draw(st.lists(point, min_size=1, max_size=most)))


def all_weights(k: int, box: int) -> list[tuple[int, ...]]:
    return list(product(range(-box, box + 1), repeat=k))


def attained(points: Sequence[Sequence[int]], weights: Sequence[Sequence[int]]) -> int:
    """Rank of relu(W X) for a list of weights, entry by entry."""
    rows = [[max(sum(a * b for a, b in zip(w, x, strict=True)), 0) for x in points] for w in weights]
    return int(fmpz_mat(rows).rank())
