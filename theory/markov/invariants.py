"""The chain of linear layers with rescaling, H -> RS(H + gamma W H), through its correlation matrix.

H has d rows (neurons) and N columns (data); rescaling (BN without centring) makes M = H H^T / N a correlation matrix:
unit diagonal, trace d (daneshmand20, p.1 and p.2). Entries are exact: ints, Fractions, SymPy expressions.
Here: soft rank and r(H) (eqs. 3 and 4), the regularity constant (Definition 3), and what they say of invariant laws.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from flint import fmpq_mat, fmpq_poly
from sympy import Expr, Float, Integer, Matrix, MatrixBase, eye, ones, sqrt, sympify, trace

from theory.exact.rationals import rational, to_fmpq, to_sympy


def invariants(M: MatrixBase) -> tuple[Expr, Expr, Expr]:
    """(F, T, D) = (|M|_F^2, Tr M^3, Tr diag(M^2)^2) of a symmetric d x d matrix; O(d^3).

    >>> invariants(Matrix([[1, 0], [0, 1]]))
    (2, 2, 2)
    """
    square = M * M
    rows = [square[i, i] for i in range(M.rows)]
    return sum(rows), trace(square * M), sum(row**2 for row in rows)


def drift(M: MatrixBase) -> Expr:
    """delta(M) = 2 d^2 - 2 F - 8 T + 8 D: E|M+|_F^2 - |M|_F^2 = gamma^2 delta + higher order (daneshmand20, Lemma 7).

    For a correlation matrix M and independent centred weights of unit variance.

    >>> drift(Matrix([[1, 0], [0, 1]]))
    4
    """
    F, T, D = invariants(M)
    return 2 * M.rows**2 - 2 * F - 8 * T + 8 * D


def second_moment(H: Any, *, unit: bool = True) -> Matrix:
    """M = H H^T / N of a d x N matrix of exact entries; O(d^2 N).

    Parameters
    ----------
    H : rows of numbers, or a SymPy matrix.
    unit : whether every row must have mean square 1, as rescaling makes it (p.1): M_ii = 1.

    Raises
    ------
    TypeError : an entry that is rounded.
    ValueError : no entries, rows of unequal lengths; if `unit`, a zero row (rescaling is undefined) or another mean
        square than 1.

    >>> second_moment([[1, 1], [1, -1]])
    Matrix([
    [1, 0],
    [0, 1]])
    """
    H = exact_matrix(H)
    M = H * H.T / Integer(H.cols)
    for i in range(M.rows if unit else 0):
        if H.row(i).is_zero_matrix:
            raise ValueError(f"row {i} of H is zero: rescaling it is 0/0; drop the row or change the weights")
        if (M[i, i] - 1).expand() != 0:
            raise ValueError(f"row {i} of H has mean square {M[i, i]}, wanted 1: rescale it, or say unit=False")
    return M


def correlation_matrix(M: Any) -> Matrix:
    """M as a SymPy matrix, if it is symmetric with unit diagonal; its eigenvalues are not asked for. O(d^2).

    Raises
    ------
    ValueError : not square, not symmetric, or an entry of the diagonal that is not 1.
    """
    M = _symmetric(M)
    for i in range(M.rows):
        if M[i, i] != 1:
            raise ValueError(f"M[{i}, {i}] = {M[i, i]}, wanted 1: rescale the rows of H first (M_ij/sqrt(M_ii M_jj))")
    return M


def equicorrelation(d: int, rho: Any) -> Matrix:
    """(1 - rho) I + rho 11^T: eigenvalues 1 + (d-1) rho once and 1 - rho d - 1 times.

    >>> equicorrelation(2, Integer(1) / 3).eigenvals()
    {4/3: 1, 2/3: 1}
    """
    return (1 - sympify(rho)) * eye(d) + sympify(rho) * ones(d)


def effective_rank(M: Any) -> Expr:
    """r = (Tr M)^2/|M|_F^2 = (sum lambda)^2/(sum lambda^2) (daneshmand20, eq. 4), M symmetric; O(d^2).

    At most the rank; equal to it iff the non-zero eigenvalues are equal; 1 iff the rank is 1.

    Raises
    ------
    ValueError : M not symmetric, or M = 0, where r is 0/0.

    >>> effective_rank(equicorrelation(3, Integer(1) / 2))
    2
    """
    M = _symmetric(M)
    norm = sum(entry**2 for entry in M)
    if norm == 0:
        raise ValueError("M = 0 has r = 0/0: wanted a matrix with a non-zero entry")
    return trace(M) ** 2 / norm


def soft_rank(M: Any, tau: Any, *, strict: bool = False) -> int:
    """rank_tau = number of eigenvalues >= tau (> tau if `strict`) of M = H H^T/N (daneshmand20, eq. 3), exactly.

    Parameters
    ----------
    M : symmetric matrix of rationals; its eigenvalues are sigma^2/N for the singular values sigma of H.
    tau : rational in [0, 1].

    Raises
    ------
    TypeError, ValueError : not symmetric, not rational, tau outside [0, 1].

    By `eigenvalues_above`; O(d^4).

    >>> M = equicorrelation(3, Integer(1) / 2)  # 2, 1/2, 1/2
    >>> soft_rank(M, "1/2"), soft_rank(M, "1/2", strict=True), soft_rank(M, 1)
    (3, 1, 1)
    """
    if not 0 <= rational(tau) <= 1:
        raise ValueError(f"got the threshold tau = {tau}; wanted 0 <= tau <= 1, the range of Lemma 1")
    return eigenvalues_above(M, tau, strict=strict)


def eigenvalues_above(M: Any, bound: Any, *, strict: bool = False) -> int:
    """Number of eigenvalues >= bound (> bound if `strict`) of a symmetric matrix of rationals; O(d^4).

    All roots of p(x + bound), p the characteristic polynomial, are real: Descartes' rule counts the positive ones
    exactly, by the sign changes of the coefficients, and the order of the root 0 is seen.

    >>> eigenvalues_above([[0, 1], [1, 0]], -1), eigenvalues_above([[0, 1], [1, 0]], -1, strict=True)
    (2, 1)
    """
    M = _symmetric(M)
    exact = fmpq_mat(M.rows, M.rows, [to_fmpq(rational(entry)) for entry in M])
    shifted = exact.charpoly()(fmpq_poly([to_fmpq(rational(bound)), 1])).coeffs()
    signs = [c > 0 for c in shifted if c != 0]
    above = sum(int(a != b) for a, b in pairwise(signs))
    at = next(order for order, c in enumerate(shifted) if c != 0)
    return above if strict else above + at


def soft_rank_bound(r: Any, d: Any, tau: Any) -> Expr:
    """(1-tau)^2 r/(1 - tau (2-tau) r/d): at most rank_tau of any d x d correlation matrix with this r, and sharp.

    Cantelli's inequality for the eigenvalues, of mean 1 and variance d/r - 1. Lemma 1 is the numerator alone.

    Raises
    ------
    ValueError : for numbers, r outside [1, d] or tau outside [0, 1].

    >>> soft_rank_bound(2, 3, Integer(1) / 2)  # attained by `equicorrelation(3, 1/2)`; Lemma 1 alone: 1/2
    1
    """
    r, d, tau = map(sympify, (r, d, tau))
    if tau.is_number and not 0 <= tau <= 1:
        raise ValueError(f"got the threshold tau = {tau}; wanted 0 <= tau <= 1")
    if r.is_number and d.is_number and not 1 <= r <= d:
        raise ValueError(f"got r = {r}; a correlation matrix of {d} rows has 1 <= r <= {d}")
    if tau == 1 and r == d:
        return d  # M = I
    return (1 - tau) ** 2 * r / (1 - tau * (2 - tau) * r / d)


def row_gap(M: Any, i: int) -> Expr:
    """m_i^T (M - m_i m_i^T) m_i, m_i = M e_i, which is (M^3)_ii - (M^2)_ii^2 and never negative; O(d^2).

    M - m_i m_i^T is the Schur complement of M_ii = 1, bordered by a zero row and column.

    Raises
    ------
    ValueError : M is not symmetric with unit diagonal.

    >>> row_gap(equicorrelation(2, Integer(1) / 2), 0)  # rho^2 (1 - rho^2)
    3/16
    """
    M = correlation_matrix(M)
    m = M[:, i]
    return (m.T * (M - m * m.T) * m)[0, 0]


def regularity(mixture: Iterable[tuple[Any, Any]]) -> Expr:
    """alpha = E Tr diag(M^2)^2 / E Tr M^3 of a finite law (daneshmand20, Definition 3); at most 1.

    Parameters
    ----------
    mixture : pairs (weight, correlation matrix); weights > 0, up to a common factor.

    Raises
    ------
    ValueError : no pair, a weight that is not positive, no unit diagonal.

    >>> regularity([(1, equicorrelation(2, 0)), (1, equicorrelation(2, Integer(1) / 2))])
    41/44
    """
    below, above = Integer(0), Integer(0)
    for weight, M in mixture:
        if not sympify(weight).is_positive:
            raise ValueError(f"got the weight {weight}; wanted positive weights, up to a common factor")
        _, T, D = invariants(correlation_matrix(M))
        below, above = below + weight * T, above + weight * D
    if below == 0:
        raise ValueError("got a law without matrices: give at least one pair (weight, M)")
    return above / below


def frobenius_bound(d: Any, alpha: Any) -> Expr:
    """d^(3/2)/(2 sqrt(1 - alpha)): E|M|_F^2 is at most this under an invariant law (daneshmand20, Lemma 13).

    For weights as in Lemma 7 and gamma so small that its remainder is at most 2 d gamma^2.

    Raises
    ------
    ValueError : alpha outside (0, 1) or d < 1.
    """
    d, alpha = _width_and_regularity(d, alpha)
    return d * sqrt(d) / (2 * sqrt(1 - alpha))


def sharp_frobenius_bound(d: Any, alpha: Any) -> Expr:
    """d (sqrt(1 + 16 b d) - 1)/(8 b), b = (1 - alpha)/alpha: the same in the limit gamma -> 0, nothing dropped.

    The positive root F of 2 d^2 - 2 F - 8 b F^2/d, which is where the drift of |M|_F^2 must lie above 0.

    Raises
    ------
    ValueError : alpha outside (0, 1) or d < 1.

    >>> sharp_frobenius_bound(2, Integer(16) / 17), frobenius_bound(2, Integer(16) / 17).n(3)
    (-4 + 4*sqrt(3), 5.83)
    """
    d, alpha = _width_and_regularity(d, alpha)
    b = (1 - alpha) / alpha
    return d * (sqrt(1 + 16 * b * d) - 1) / (8 * b)


def mean_rank_bound(d: Any, alpha: Any, *, sharp: bool = False) -> Expr:
    """2 sqrt((1 - alpha) d): E r is at least this under an invariant law (daneshmand20, Theorem 14); d^2/F by Jensen.

    `sharp` takes `sharp_frobenius_bound`: then about 2 sqrt(d (1 - alpha)/alpha) for large d.

    Raises
    ------
    ValueError : alpha outside (0, 1) or d < 1.

    >>> mean_rank_bound(16, Integer(3) / 4), mean_rank_bound(3, Integer(16) / 17, sharp=True)
    (4, 3/2)
    """
    F = sharp_frobenius_bound(d, alpha) if sharp else frobenius_bound(d, alpha)
    return sympify(d) ** 2 / F


def exact_matrix(rows: Any) -> Matrix:
    """A SymPy matrix of exact entries: rows of numbers, 'p/q' texts or expressions, or a matrix.

    Raises
    ------
    TypeError : a float. ValueError : nothing in it, or rows of unequal lengths.
    """
    M = rows.as_mutable() if isinstance(rows, MatrixBase) else Matrix([[_exact(x) for x in row] for row in rows])
    if 0 in M.shape:
        raise ValueError(f"got a matrix of shape {M.shape}; wanted at least one row and one column")
    if M.has(Float):
        raise TypeError("got rounded entries (floats); write them exactly, as Fractions or 'p/q'")
    return M


def _exact(x: Any) -> Expr:
    if isinstance(x, Expr):
        return x
    q = rational(x)
    return to_sympy(q)


def _symmetric(M: Any) -> Matrix:
    M = exact_matrix(M)
    if M.rows != M.cols or any(
        M[i, j] != M[j, i] and (M[i, j] - M[j, i]).expand() != 0 for i in range(M.rows) for j in range(i)
    ):
        raise ValueError(f"got a matrix of shape {M.shape} that is not symmetric; wanted M = H H^T/N: `second_moment`")
    return M


def _width_and_regularity(d: Any, alpha: Any) -> tuple[Expr, Expr]:
    d, alpha = sympify(d), sympify(alpha)
    if alpha.is_number and not 0 < alpha < 1:
        raise ValueError(f"got alpha = {alpha}; the bounds are for 0 < alpha < 1 (at 1 they say nothing)")
    if d.is_number and not d >= 1:
        raise ValueError(f"got d = {d} rows; wanted at least 1")
    return d, alpha
