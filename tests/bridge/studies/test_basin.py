"""Basins and thresholds against theory: the border of the saddle, the exact exponent of a second direction."""

from __future__ import annotations

import math
from functools import partial

import numpy as np
from scipy.stats import t

from numerics.streams import fresh_seed, stream
from numerics.studies.basin import FIRST, SECOND, one_long, two_long
from numerics.studies.threshold import Growth, growth
from theory.orthogonality.threshold import rank_one_exponent


def test_border() -> None:
    """The iterated map and the border agree, 0.01 on either side of it; up to n = 6 nothing escapes."""
    border = one_long([8], [1.1]).borders[8]
    found = one_long([6, 8], [border - 0.01, border + 0.01])
    assert found.outcomes.tolist() == [[0, 0], [0, FIRST]]
    assert found.wrong == 0
    assert found.borders.keys() == {8}
    assert found.first_order[1] == 1 + (math.pi - 2) / 8


def test_two_points() -> None:
    """Of two long points the longer one escapes; exchanging the points exchanges the outcomes."""
    first, second = [1.0, 1.3, 1.6], [1.05, 1.35, 1.65]
    found, turned = two_long(10, first, second), two_long(10, second, first)
    swapped = np.array([0, SECOND, FIRST])
    assert np.array_equal(found, swapped[turned.T])
    assert found[0, 0] == 0
    assert (found[0, 2], found[2, 0]) == (SECOND, FIRST)


def test_growth() -> None:
    """Beside one direction a second one grows by the exact exponent of each width; false alarm 1e-9."""
    found = growth(2, (2, 3), partial(stream, fresh_seed(), "growth"), chains=40)
    exact = [float(rank_one_exponent(d)) for d in found.widths]
    assert (np.abs(found.means - exact) < t.isf(2.5e-10, 39) * found.errors).all()


def test_zero() -> None:
    """Where the growth changes its sign, on a straight line between two widths."""
    assert Growth(3, (3, 5, 9), np.array([-2.0, -1.0, 3.0]), np.zeros(3)).zero == 6
