"""The layer at finite width: identities in exact arithmetic, the least useful width, refusals."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import SETTINGS
from theory.orthogonality.finite_width import failure_rate, gap_squared, gram, useful_width
from theory.orthogonality.stationary import identity, linearised
from theory.orthogonality.threshold import rank_one_exponent, rank_one_exponent_by_quadrature

ROWS = st.integers(2, 4).flatmap(
    lambda n: st.lists(st.tuples(*[st.integers(-4, 4)] * n).filter(any), min_size=1, max_size=4)
)


@settings(SETTINGS, max_examples=25)
@given(ROWS)
def test_gram(rows: list[tuple[int, ...]]) -> None:
    """C has trace 1 and 0 <= V^2 <= 1 - 1/n; scaled rows give the same C, and V does not see the scale of C."""
    C = gram(rows)
    assert sum(C[i][i] for i in range(len(C))) == 1
    assert 0 <= gap_squared(C) <= 1 - Fraction(1, len(C))
    assert gram([[-3 * x for x in row] for row in rows]) == C
    assert gap_squared([[7 * x for x in row] for row in C]) == gap_squared(C)


@pytest.mark.parametrize("n", [2, 5])
def test_useful_width(n: int) -> None:
    """It grows with the confidence; a fine grid of v finds a v that serves there, and none one width below."""
    found = [useful_width(n, arb(10) ** -k) for k in (3, 6, 12)]
    assert found == sorted(set(found))
    grid = [arb(i) / 1000 / arb(n * (n - 1)).sqrt() for i in range(1, 1000)]
    best, below = (max(float(d * failure_rate(n, d, v)) for v in grid) for d in (found[1] + 1, found[1] - 1))
    assert best >= 13.8155 > below - 1e-4  # log 10^6


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: gram([[1, 2], [0, 0]]), ZeroDivisionError, None),
        (lambda: gap_squared([[0, 0], [0, 0]]), ZeroDivisionError, None),
        (lambda: linearised(identity(7)), ValueError, "784 unknowns"),
        (lambda: rank_one_exponent(4), ValueError, "got d = 4"),
        (lambda: rank_one_exponent_by_quadrature(1), ValueError, "got d = 1"),
    ],
)
def test_refusals(call: Callable[[], object], error: type[Exception], says: str | None) -> None:
    """A row of zeros has no direction, a matrix of trace 0 no gap; dense systems and closed forms have limits."""
    with pytest.raises(error, match=says):
        call()
