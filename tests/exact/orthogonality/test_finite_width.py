"""The layer at finite width, the stationary recursion and the disc chain: identities in exact arithmetic."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb, prod

import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import SETTINGS
from theory.orthogonality.disc import midpoint_power, moment_at, stationary_series
from theory.orthogonality.finite_width import (
    contraction,
    enumerated,
    failure_rate,
    gap_squared,
    gram,
    mean_gram,
    next_gap_squared,
    useful_width,
)
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
@given(laws(), st.integers(1, 4))
def test_one_step(law: list[tuple[Row, Fraction]], d: int) -> None:
    """E V(C')^2 = (1 - 1/d) V(P)^2 + (n-1)/(n d) and E|C' - P|^2 = (1 - tr P^2)/d for any law of unit rows."""
    step, P = enumerated(law, d), mean_gram(law)
    assert step.mean == P
    assert step.gap == next_gap_squared(P, d)
    assert step.spread == (1 - sum(x * x for row in P for x in row)) / d


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


def test_undefined() -> None:
    """A row of zeros has no direction, a matrix of trace 0 no gap; too many draws are refused with their number."""
    with pytest.raises(ZeroDivisionError):
        gram([[1, 2], [0, 0]])
    with pytest.raises(ZeroDivisionError):
        gap_squared([[0, 0], [0, 0]])
    with pytest.raises(ValueError, match="1,048,576"):
        enumerated([((1, 0), Fraction(1, 2)), ((0, 1), Fraction(1, 2))], 20)


@FEW
@given(laws(), st.integers(1, 4), st.fractions(0, 1, max_denominator=20))
def test_bounded_differences(law: list[tuple[Row, Fraction]], d: int, x: Fraction) -> None:
    """McDiarmid: P(V > sqrt(E V^2) + x) <= exp(-d x^2), over all draws of the rows."""
    mean = next_gap_squared(mean_gram(law), d)
    bar = arb(fmpq(mean.numerator, mean.denominator)).sqrt() + arb(fmpq(x.numerator, x.denominator))
    above = Fraction(0)
    for drawn in product(law, repeat=d):
        p = Fraction(1)
        for _, q in drawn:
            p *= q
        gap = gap_squared(gram([row for row, _ in drawn]))
        if arb(fmpq(gap.numerator, gap.denominator)).sqrt() > bar:
            above += p
    assert not arb(fmpq(above.numerator, above.denominator)) > (-d * arb(fmpq(x.numerator, x.denominator)) ** 2).exp()


@FEW
@given(st.integers(2, 9), st.fractions(0, 1, max_denominator=50))
def test_contraction(n: int, share: Fraction) -> None:
    """rho_v = 1 - (2n/(n+2)) (1/n - v sqrt(1 - 1/n)): n/(n+2) at v = 0, 1 at v = 1/sqrt(n(n-1))."""
    v = arb(fmpq(share.numerator, share.denominator)) / arb(n * (n - 1)).sqrt()
    least = 1 / arb(n) - v * (1 - 1 / arb(n)).sqrt()
    assert contraction(n, v).overlaps(1 - 2 * n * least / (n + 2))


@pytest.mark.parametrize("n", [2, 3, 5])
def test_useful_width(n: int) -> None:
    """It grows with the confidence; a fine grid of v finds a v that serves there, and none one width below."""
    found = [useful_width(n, arb(10) ** -k) for k in (3, 6, 12)]
    assert found == sorted(set(found))
    grid = [arb(i) / 4000 / arb(n * (n - 1)).sqrt() for i in range(1, 4000)]
    best, below = (max(float(d * failure_rate(n, d, v)) for v in grid) for d in (found[1] + 1, found[1] - 1))
    assert best >= 13.8155 > below - 1e-4


@pytest.mark.parametrize("n", [2, 3, 4])
def test_fourth_moments(n: int) -> None:
    """At P = I they are those of a uniform unit vector, prod (e_i - 1)!!/(n (n + 2))."""
    for at in product(range(n), repeat=4):
        powers = [at.count(i) for i in range(n)]
        odd = 0 if any(e % 2 for e in powers) else prod(prod(range(1, e, 2)) for e in powers)
        assert fourth_moment(identity(n), at) == fmpq(odd, n * (n + 2))


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_stationary(n: int) -> None:
    """tr S is the constant, around I/n and, one lower, around the centred projector; constant = N s^2."""
    found = linearised(identity(n))
    assert found.trace(found.S) == gap_constant(fmpq(n)) == dimension(fmpq(n)) * coordinate_variance(fmpq(n))
    if n > 2:
        centred = linearised(centring(n))
        assert centred.trace(centred.S) == gap_constant(fmpq(n - 1))


def test_too_many_data() -> None:
    """The dense system is refused above n = 6, with the number of its unknowns."""
    with pytest.raises(ValueError, match="784 unknowns"):
        linearised(identity(7))


@pytest.mark.parametrize("i", [1, 2, 3])
def test_midpoint(i: int) -> None:
    """W = |w|^2 solves q = 4 W/(1 + W)^2: coefficients of W^i, as a power series, to q^8."""
    order = 8
    W = [midpoint_power(1, k) for k in range(order + 1)]

    def times(a: list[Fraction], b: list[Fraction]) -> list[Fraction]:
        return [sum((a[h] * b[k - h] for h in range(k + 1)), Fraction(0)) for k in range(order + 1)]

    one_more = [W[0] + 1, *W[1:]]
    left = times([Fraction(0), Fraction(1)] + [Fraction(0)] * (order - 1), times(one_more, one_more))
    assert left == [4 * x for x in W]
    power = [Fraction(1)] + [Fraction(0)] * order
    for _ in range(i):
        power = times(power, W)
    assert power == [midpoint_power(i, k) for k in range(order + 1)]


@FEW
@given(st.integers(1, 6), st.fractions(0, 1, max_denominator=9))
def test_disc_moments(d: int, W: Fraction) -> None:
    """E|z'|^2 by the one-step identity; at d = 1 all moments are 1; at d = 2 E|z'|^4 from the law of an angle."""
    assert moment_at(1, d, W) == Fraction(1, d) + (1 - Fraction(1, d)) * W
    assert moment_at(3, 1, W) == 1
    # |zeta_1 + zeta_2|^2 = 2 + 2 cos(a), a wrapped Cauchy of parameter W: E cos(a) = W, E cos(2a) = W^2
    assert moment_at(2, 2, W) == (4 + 8 * W + 2 * (1 + W**2)) / 16


@pytest.mark.parametrize("j", [1, 2, 3])
def test_uniform_rows(j: int) -> None:
    """W = 0, d = 2: |1 + e^(ia)|^(2j) has the mean C(2j, j); W = 1: all rows are one."""
    assert moment_at(j, 2, Fraction(0)) == Fraction(comb(2 * j, j), 4**j)
    assert moment_at(j, 5, Fraction(1)) == 1


def test_series() -> None:
    """Truncations agree, and start with 4/(3d): 2 V^2 = |z|^2."""
    assert stationary_series(3) == stationary_series(4)[:4]
    assert stationary_series(1)[1] == 2 * gap_constant(Fraction(2))
