"""The chain of linear layers with rescaling, H -> RS(H + gamma W H), through its correlation matrix.

H has d rows (neurons) and N columns (data); rescaling (BN without centring) makes M = H H^T / N a correlation matrix:
unit diagonal, trace d (daneshmand20, p.1 and p.2). Entries are exact: ints, Fractions, SymPy expressions.
"""

from __future__ import annotations

from sympy import Expr, Matrix, MatrixBase, trace


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
