"""The layer at finite width, and the stationary recursion: identities in exact arithmetic."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod

import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import SETTINGS
from theory.orthogonality.finite_width import failure_rate, gap_squared, gram, useful_width
from theory.orthogonality.stationary import (
    centring,
    coordinate_variance,
    dimension,
    fourth_moment,
    gap_constant,
    identity,
    linearised,
)

FEW = settings(SETTINGS, max_examples=25)
Row = tuple[int, ...]


@st.composite
def laws(draw: st.DrawFn, atoms: int = 3) -> list[tuple[Row, Fraction]]:
    """Finitely many integer rows of one size, none of them 0, with probabilities."""
    n = draw(st.integers(2, 4))
    rows = draw(st.lists(st.tuples(*[st.integers(-4, 4)] * n).filter(any), min_size=1, max_size=atoms))
    weights = draw(st.lists(st.integers(1, 5), min_size=len(rows), max_size=len(rows)))
    return [(row, Fraction(w, sum(weights))) for row, w in zip(rows, weights, strict=True)]


@FEW
@given(laws(atoms=4))
def test_gram(law: list[tuple[Row, Fraction]]) -> None:
    """C has trace 1 and 0 <= V^2 <= 1 - 1/n; scaled rows give the same C, and V does not see the scale of C."""
    rows = [row for row, _ in law]
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


@pytest.mark.parametrize("n", [2, 3, 4])
def test_fourth_moments(n: int) -> None:
    """At P = I they are those of a uniform unit vector, prod (e_i - 1)!!/(n (n + 2))."""
    for at in product(range(n), repeat=4):
        powers = [at.count(i) for i in range(n)]
        odd = 0 if any(e % 2 for e in powers) else prod(prod(range(1, e, 2)) for e in powers)
        assert fourth_moment(identity(n), at) == fmpq(odd, n * (n + 2))


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_stationary(n: int) -> None:
    """tr S is the constant, around I/n and, one lower, around the centred projector; constant = N s^2."""
    found = linearised(identity(n))
    assert found.trace(found.S) == gap_constant(fmpq(n)) == dimension(fmpq(n)) * coordinate_variance(fmpq(n))
    if n > 2:
        centred = linearised(centring(n))
        assert centred.trace(centred.S) == gap_constant(fmpq(n - 1))


def test_refusals() -> None:
    """A row of zeros has no direction, a matrix of trace 0 no gap; the dense system has a limit."""
    with pytest.raises(ZeroDivisionError):
        gram([[1, 2], [0, 0]])
    with pytest.raises(ZeroDivisionError):
        gap_squared([[0, 0], [0, 0]])
    with pytest.raises(ValueError, match="784 unknowns"):
        linearised(identity(7))
