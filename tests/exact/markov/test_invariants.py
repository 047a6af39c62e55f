"""Soft rank, r(H), the regularity constant and bounds on them, against routes that share no code.

Lemma 1, the circle law and the bounds on invariant laws are claims.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Integer, Matrix, Rational, diag, eye, ones, sqrt, zeros

from tests.refused import refused
from tests.strategies import SETTINGS, correlations
from theory.markov import (
    correlation_matrix,
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

FEW = settings(SETTINGS, max_examples=30)
NUMBERS = st.sampled_from([Rational(p, q) for q in (1, 2, 3, 5) for p in range(-q, 2 * q + 1)])


@FEW
@given(st.lists(NUMBERS, min_size=1, max_size=5), NUMBERS)
def test_eigenvalues_of_known_spectrum(spectrum: list[Rational], bound: Rational) -> None:
    """Eigenvalues equal to the bound count with >=, and not with >; a rotation hides the spectrum."""
    v = Matrix([i + 1 for i in range(len(spectrum))])
    Q = eye(len(spectrum)) - 2 * v * v.T / (v.T * v)[0]
    M = Q * diag(*spectrum) * Q.T
    weak, strict = sum(bool(x >= bound) for x in spectrum), sum(bool(x > bound) for x in spectrum)
    assert (eigenvalues_above(M, bound), eigenvalues_above(M, bound, strict=True)) == (weak, strict)
    if min(spectrum) >= 0 and 0 <= bound <= 1:
        assert (soft_rank(M, bound), soft_rank(M, bound, strict=True)) == (weak, strict)


def extremal(size: int, kept: int, small: Rational) -> Matrix:
    """Unit diagonal, `kept` equal large eigenvalues and size - kept eigenvalues `small` <= 1.

    For kept | size blocks of equal correlations 1 - small; for size - kept | size simplex frames beside small I.
    """
    if size % kept == 0:
        return diag(*[equicorrelation(size // kept, 1 - small)] * kept)
    b = size // (size - kept)
    return diag(*[small * eye(b) + (1 - small) * equicorrelation(b, Rational(-1, b - 1))] * (size - kept))


@pytest.mark.parametrize(("size", "kept"), [(4, 1), (6, 2), (3, 2), (8, 6)])
def test_extremal_matrices(size: int, kept: int) -> None:
    """Unit diagonal, the eigenvalue tau d - k times, and rank_tau equal to the sharp bound."""
    tau = Rational(2, 5)
    M = correlation_matrix(extremal(size, kept, tau))
    assert (M - tau * eye(size)).rank() == kept == soft_rank(M, tau, strict=True)
    assert soft_rank_bound(effective_rank(M), size, tau) == kept


@FEW
@given(correlations())
def test_inequalities(M: Matrix) -> None:
    """row_gap is (M^3)_ii - (M^2)_ii^2; |M|_F^4/d <= Tr diag(M^2)^2 <= Tr M^3 <= d |M|_F^2; r is d^2/|M|_F^2."""
    F, T, D = invariants(M)
    assert [row_gap(M, i) for i in range(M.rows)] == [(M**3)[i, i] - (M**2)[i, i] ** 2 for i in range(M.rows)]
    assert F**2 / Integer(M.rows) <= D <= T <= M.rows * F
    assert D / T == regularity([(3, M)]) <= 1
    r = effective_rank(M)
    assert r == M.rows**2 / F
    assert 1 <= r <= M.rank()


@pytest.mark.parametrize("size", [2, 5])
def test_bounds_on_invariant_laws(size: int) -> None:
    """The sharp bound on |M|_F^2 is below that of Lemma 13; the mean ranks are d^2 over them."""
    alpha = Rational(3, 4)
    sharp, plain = sharp_frobenius_bound(size, alpha), frobenius_bound(size, alpha)
    assert sharp < plain
    assert mean_rank_bound(size, alpha) == size**2 / plain
    assert mean_rank_bound(size, alpha, sharp=True) == size**2 / sharp


test_wrong_use = refused(
    "Errors say what came and what was wanted.",
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
    error=(TypeError, ValueError),
)
