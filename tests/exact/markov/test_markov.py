"""Soft rank, r(H), the regularity constant and the bounds on invariant laws, against routes that share no code."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Integer, Matrix, Rational, diag, eye, ones, sqrt, zeros

from tests.strategies import SETTINGS, correlations
from theory.markov import (
    correlation_matrix,
    drift,
    effective_rank,
    eigenvalues_above,
    equicorrelation,
    frobenius_bound,
    invariants,
    mean_rank_bound,
    regularity,
    row_gap,
    second_moment,
    sharp_frobenius_bound,
    soft_rank,
    soft_rank_bound,
)
from theory.papers.daneshmand20.regularity.setting import circle_law, circle_means, leading

FEW = settings(SETTINGS, max_examples=60)
SMALL = st.integers(-3, 3)
THRESHOLDS = st.sampled_from([Rational(p, q) for q in (1, 2, 3, 5, 7) for p in range(q + 1)])


def inertia(M: Matrix) -> tuple[int, int, int]:
    """Numbers of positive, negative and zero eigenvalues, by Sylvester's law: symmetric elimination."""
    M = M.copy()
    if M.rows == 0:
        return 0, 0, 0
    pivot = next((i for i in range(M.rows) if M[i, i] != 0), None)
    if pivot is None:
        pair = next(((i, j) for i in range(M.rows) for j in range(i) if M[i, j] != 0), None)
        if pair is None:
            return 0, 0, M.rows
        i, j = pair
        M[i, :] += M[j, :]  # now M_ii = 2 M_ij
        M[:, i] += M[:, j]
        pivot = i
    order = [pivot, *(i for i in range(M.rows) if i != pivot)]
    M = M.extract(order, order)
    rest = M[1:, 1:] - M[1:, 0] * M[0, 1:] / M[0, 0]
    plus, minus, zero = inertia(rest)
    return plus + bool(M[0, 0] > 0), minus + bool(M[0, 0] < 0), zero


@FEW
@given(st.data())
def test_eigenvalues_are_counted_exactly(data: st.DataObject) -> None:
    """Descartes' rule on the characteristic polynomial counts as symmetric elimination does, whatever the signs."""
    size = data.draw(st.integers(1, 5))
    entries = data.draw(st.lists(SMALL, min_size=size * size, max_size=size * size))
    A = Matrix(size, size, entries)
    M, bound = A + A.T, Rational(data.draw(st.integers(-6, 6)), data.draw(st.integers(1, 3)))
    plus, _, zero = inertia(M - bound * eye(size))
    assert eigenvalues_above(M, bound) == plus + zero
    assert eigenvalues_above(M, bound, strict=True) == plus


@FEW
@given(st.lists(st.sampled_from(["0", "1/3", "1/2", "1", "7/5"]), min_size=1, max_size=4), THRESHOLDS)
def test_soft_rank_of_known_spectrum(spectrum: list[str], tau: Rational) -> None:
    """Eigenvalues equal to tau count with >=, and not with >; a rotation hides the spectrum."""
    v = Matrix([i + 1 for i in range(len(spectrum))])
    Q = eye(len(spectrum)) - 2 * v * v.T / (v.T * v)[0]
    M = Q * diag(*map(Rational, spectrum)) * Q.T
    assert soft_rank(M, tau) == sum(bool(Rational(x) >= tau) for x in spectrum)
    assert soft_rank(M, tau, strict=True) == sum(bool(Rational(x) > tau) for x in spectrum)


@FEW
@given(correlations(), THRESHOLDS)
def test_lemma_1(M: Matrix, tau: Rational) -> None:
    """rank >= r >= 1, and rank_tau >= the sharp bound >= (1 - tau)^2 r, also counting strictly where tau < 1."""
    r = effective_rank(M)
    assert 1 <= r <= M.rank()
    assert (r == 1) == (M.rank() == 1)
    bound = soft_rank_bound(r, M.rows, tau)
    assert soft_rank(M, tau, strict=tau < 1) >= bound >= (1 - tau) ** 2 * r


def extremal(size: int, kept: int, small: Rational) -> Matrix:
    """Unit diagonal, `kept` equal large eigenvalues and size - kept eigenvalues `small` <= 1.

    For kept | size blocks of equal correlations 1 - small; for size - kept | size simplex frames beside small I.
    """
    if size % kept == 0:
        return diag(*[equicorrelation(size // kept, 1 - small)] * kept)
    lost = size - kept
    if size % lost:
        raise ValueError(f"got {kept} of {size} eigenvalues; wanted {kept} or {lost} to divide {size}")
    b = size // lost
    return diag(*[small * eye(b) + (1 - small) * equicorrelation(b, Rational(-1, b - 1))] * lost)


@pytest.mark.parametrize(("size", "kept"), [(4, 1), (6, 2), (3, 2), (6, 4), (8, 6), (5, 1)])
def test_extremal_matrices(size: int, kept: int) -> None:
    """Unit diagonal, the eigenvalue tau d - k times, and rank_tau equal to the sharp bound."""
    tau = Rational(2, 5)
    M = correlation_matrix(extremal(size, kept, tau))
    assert (M - tau * eye(size)).rank() == kept == soft_rank(M, tau, strict=True)
    assert soft_rank_bound(effective_rank(M), size, tau) == kept


@FEW
@given(correlations())
def test_regularity_is_at_most_one(M: Matrix) -> None:
    """row_gap is (M^3)_ii - (M^2)_ii^2 and never negative, and |M|_F^4/d <= Tr diag(M^2)^2 <= Tr M^3 <= d |M|_F^2."""
    F, T, D = invariants(M)
    gaps = [row_gap(M, i) for i in range(M.rows)]
    assert gaps == [(M**3)[i, i] - (M**2)[i, i] ** 2 for i in range(M.rows)]
    assert min(gaps) >= 0
    assert F**2 / Integer(M.rows) <= D <= T <= M.rows * F
    assert D / T == regularity([(3, M)]) <= 1
    assert drift(M) <= 2 * M.rows**2 - 2 * F


def test_circle_law() -> None:
    """Three lines give the moments of the circle: those of twelve directions for d = 2, 3, and no drift in the mean."""
    cosine = [Rational(1), sqrt(3) / 2, Rational(1, 2), Integer(0)]
    table = [cosine[min(k, 12 - k)] if min(k, 12 - k) < 4 else -cosine[6 - min(k, 12 - k)] for k in range(12)]
    for size in (2, 3):
        total = zeros(1, 3)
        for turns in product(range(12), repeat=size - 1):
            at = (0, *turns)
            total += Matrix([invariants(Matrix(size, size, lambda i, j, at=at: table[(at[i] - at[j]) % 12]))])
        assert tuple((total / 12 ** (size - 1)).expand()) == circle_means(size)
    for size in range(2, 7):
        assert sum(weight * drift(M) for weight, M in circle_law(size)) == 0


@pytest.mark.parametrize("size", range(2, 8))
def test_bounds_on_invariant_laws(size: int) -> None:
    """The circle law, invariant as gamma -> 0: F <= the sharp bound <= Lemma 13, the first within 2%."""
    F, T, D = circle_means(size)
    sharp, plain = sharp_frobenius_bound(size, D / T), frobenius_bound(size, D / T)
    assert F <= sharp < plain
    assert sharp < F * Rational(102, 100)
    assert mean_rank_bound(size, D / T) == size**2 / plain < mean_rank_bound(size, D / T, sharp=True)


def test_leading_eigenvalue() -> None:
    """The constant of Example 12 in terms of eigenvalues is that of matrices with equal correlations."""
    for size in (2, 3, 5):
        for rho in (Rational(1, 3), Rational(-1, 7), Rational(1)):
            M = equicorrelation(size, rho)
            assert leading(1 + (size - 1) * rho, Integer(size)) == regularity([(1, M)])


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: second_moment([[1, 1], [0, 0]]), "row 1 of H is zero"),
        (lambda: second_moment([[1, 2]]), "row 0 of H has mean square 5/2, wanted 1"),
        (lambda: second_moment([[0.5, 1]]), "0.5"),
        (lambda: second_moment([]), "at least one row"),
        (lambda: effective_rank(zeros(2)), "M = 0 has r = 0/0"),
        (lambda: effective_rank([[1, 2], [3, 4]]), "not symmetric"),
        (lambda: effective_rank(ones(2, 3)), r"shape \(2, 3\)"),
        (lambda: soft_rank(eye(2), "3/2"), "wanted 0 <= tau <= 1"),
        (lambda: soft_rank(eye(2), -1), "wanted 0 <= tau <= 1"),
        (lambda: soft_rank(eye(2), 0.5), "got the float 0.5"),
        (lambda: soft_rank(eye(2) * sqrt(2), 0), "wanted int, Fraction"),
        (lambda: soft_rank(eye(2) * Fraction(1, 2).__float__(), 0), "rounded entries"),
        (lambda: soft_rank_bound(3, 2, 0), "1 <= r <= 2"),
        (lambda: soft_rank_bound(1, 2, 2), "wanted 0 <= tau <= 1"),
        (lambda: row_gap(2 * eye(2), 0), r"M\[0, 0\] = 2, wanted 1"),
        (lambda: regularity([]), "at least one pair"),
        (lambda: regularity([(-1, eye(2))]), "positive weights"),
        (lambda: frobenius_bound(4, 1), "0 < alpha < 1"),
        (lambda: mean_rank_bound(0, Rational(1, 2)), "at least 1"),
    ],
)
def test_wrong_use(call: Any, says: str) -> None:
    """Errors say what came and what was wanted."""
    with pytest.raises((TypeError, ValueError), match=says):
        call()
