"""Greatest rank of random ReLU layers: the formula against weights, balls, witnesses; refusals."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from flint import fmpq
from hypothesis import given, settings
from sympy import Rational, sqrt

from tests.exact.rank.rank_oracles import OCTANTS, all_weights, angles, attained, planar, rational_batches
from tests.refused import refused
from tests.strategies import SETTINGS
from theory.rank import Angles, Batch, diagnose, max_rank
from theory.rank.bounds import chernoff_bound, failure_bound, width_for
from theory.rank.law import rank_distribution
from theory.rank.planar import p_star
from theory.rank.witness import kernel_rank, relu_layer, witness


@given(rational_batches())
@settings(SETTINGS, max_examples=40)
def test_three_routes_to_the_rank(X: Batch) -> None:
    """Formula = rank of relu(W X) at the witness = rank K in balls = rank over many weights."""
    W = witness(X)
    expected = max_rank(X)
    assert W.nrows() == expected
    if expected:
        assert relu_layer(W, X).rank() == expected
    nonzero = [ray for ray in X.rays if any(ray)]
    if nonzero:
        assert kernel_rank(Batch.of_points(nonzero), 40) == expected
        assert attained(X.rays, all_weights(3, 4)) <= expected


@pytest.mark.parametrize(
    ("points", "rank"),
    [
        ([(1, 0), (-1, 0), (0, 1), (0, -1)], 4),
        ([(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)], 5),
        (OCTANTS, 6),
        ([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)], 6),
        ([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1), (1, 1, 1), (-1, -1, -1)], 7),
        ([(1,), (-1,), (2,), (-3,)], 2),
        ([("1/3", "1e-30")], 1),
    ],
)
def test_catalogue_of_ranks(points: Any, rank: int) -> None:
    """Double lines in the plane and in space; a line; a column of which one entry is tiny."""
    assert max_rank(Batch.of_points(points)) == rank == witness(Batch.of_points(points)).nrows()


def test_diagnosis_names_the_columns() -> None:
    """Zero, parallel and antipodal columns, each by its index; doubled lines and their rank."""
    found = diagnose(Batch([[1, 0, -2, 3, 0, 0], [0, 0, 0, 0, 1, -1]]))
    assert (found.zero_columns, found.parallel, found.antipodes) == ((1,), ((0, 3),), ((0, 2), (4, 5)))
    assert (found.n, found.rank, found.rays, found.lines, found.antipodal, found.antipodal_rank) == (6, 2, 4, 2, 2, 2)
    assert not found.pairwise_non_collinear
    assert not found.reaches_n
    assert str(found) == (
        "greatest rank 4 of 6; not pairwise non-collinear: x2 = 0, x1 || x4, x1 and x3 antipodal, x5 and x6 antipodal"
    )
    many = diagnose(Batch([[1] * 20]))
    assert str(many).endswith("x1 || x9, 11 more")
    assert diagnose(Batch([[1, 1], [0, 1]])).pairwise_non_collinear


@given(planar(most=7))
@settings(SETTINGS, max_examples=25)
def test_angles_are_diagnosed_like_coordinates(X: Angles) -> None:
    """d - (p - rank X_p) by angles = rank K in balls."""
    assert max_rank(X) == kernel_rank(X, 60)


def test_smallest_sets_that_lack_rank() -> None:
    """Distinct rays in the box {-1..1}^2: none of at most 5 lacks rank; of 6, just three double lines do."""
    weights = all_weights(2, 3)
    rays = [r for r in all_weights(2, 1) if any(r)]
    for size in range(1, 6):  # by weights, not by the formula
        for points in combinations(rays, size):
            assert attained(points, weights) == size
    for points in combinations(rays, 6):
        three_lines = diagnose(X := Batch.of_points(points)).antipodal == 3
        assert max_rank(X) == attained(points, weights) == 6 - three_lines


LINE = angles("0 1/2")
COLLINEAR = "no width makes the rank n = 2: greatest rank 1 of 2; not pairwise non-collinear: x1 || x2"


test_refusals = refused(
    "Batches, points, angles, widths and chances that are none: what came, what was wanted.",
    (lambda: Batch([]), "got an empty batch; wanted at least one row and one column (k, n >= 1)"),
    (lambda: Batch([[]]), "got an empty batch"),
    (lambda: Batch([[1, 2], [3]]), "row 2 has 1 entries and row 1 has 2; all rows of X have n entries"),
    (lambda: Batch([[1, 0.5]]), "row 1, column 2 is 0.5 of type float; wanted int, Fraction, 'p/q', a decimal"),
    (lambda: Batch([[1], ["x"]]), "row 2, column 1 is 'x' of type str"),
    (lambda: Batch([[float("nan")]]), "row 1, column 1 is nan of type float"),
    (lambda: Batch([[sqrt(2)]]), "row 1, column 1 is sqrt(2) of type Pow"),
    (lambda: Batch([["1/0"]]), "row 1, column 1 is '1/0'"),
    (lambda: Batch("1,2"), "got the text '1,2'; wanted the k rows of X"),
    (lambda: Batch.of_points([(1, 2), (3,)]), "point 2 has 1 coordinates and point 1 has 2; all points have k"),
    (lambda: Batch.of_points([]), "got an empty batch"),
    (lambda: Angles([0, 0.5]), "angle 2 is 0.5, in units of pi"),
    (lambda: Angles([]), "got no angles"),
    (lambda: Angles("0, 1/2"), "got the text"),
    (lambda: rank_distribution(LINE, -1), "got width m = -1; a width is 0 or more"),
    (lambda: failure_bound(LINE, -1), "got width m = -1; a width is 0 or more"),
    (lambda: chernoff_bound(LINE, -1), "got width m = -1; a width is 0 or more"),
    (lambda: width_for(LINE, 1), "wanted a number between 0 and 1"),
    (lambda: width_for(Batch([[1, 1]]), "1/2"), COLLINEAR),
    words=re.escape,
)


def test_smallest_batches() -> None:
    """A single column; k = 1; zero columns are allowed and named."""
    assert p_star(Batch([[3]])).value == Rational(1, 2)
    assert rank_distribution(Batch([[3]]), 2)[1].contains(fmpq(3, 4))
    assert failure_bound(Batch([[3]]), 2) == 0.25
    assert width_for(Batch([[3], [4]]), "1/1000") == 10
    line = Batch([[1, -1]])
    assert p_star(line).value == Rational(1, 2)
    assert rank_distribution(line, 2)[2].contains(fmpq(1, 2))
    zero = Batch([[0, 1], [0, 1]])
    assert p_star(zero).value == 0
    assert failure_bound(zero, 10**6) == 1
    assert list(rank_distribution(zero, 3)) == [0, 1]
    assert diagnose(zero).zero_columns == (0,)


def test_large_batches() -> None:
    """Greatest rank of a 100 x 200 integer batch; p* of 12 planar points, whichever of their rays are turned."""
    entries = np.random.default_rng(7).integers(-9, 10, (100, 200)).tolist()
    assert max_rank(Batch(entries)) == 200
    for signs in ("000000000000", "011001100110"):
        X = Angles([Fraction(k * k % 97 + 97 * int(s), 97) for k, s in zip(range(1, 13), signs, strict=True)])
        assert 0 < p_star(X).value < 1
