"""Distance of the pre-activations W H from a Gaussian matrix of independent entries (daneshmand21, Corollary 3).

W is d x d with independent N(0, 1/d) entries, G another such d x n matrix. For a fixed H with singular values sigma the
rows of W H are N(0, C/d), C = H^T H, and the covariances of W H and G/sqrt n commute, so that for the Frobenius norm

    W_2(W H, G/sqrt n)^2 = sum_i (sigma_i - 1/sqrt n)^2 = 2 - (2/sqrt n) sum_i sigma_i      (tr C = 1).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flint import fmpq, fmpq_mat


def distance_squared(singular_values: Sequence[Any], root: Any) -> Any:
    """sum (sigma_i - 1/root)^2, root = sqrt n in whatever arithmetic the singular values are in.

    >>> from fractions import Fraction
    >>> distance_squared([Fraction(s, 5) for s in (1, 2, 2, 4)], Fraction(2))
    Fraction(1, 5)
    """
    return sum((s - 1 / root) ** 2 for s in singular_values)


def coupling_cost(H: fmpq_mat, frame: fmpq_mat, scale: fmpq) -> fmpq:
    """E|W H - scale W Q|_F^2 = |H - scale Q|_F^2 for Q with Q^T Q = I: W Q has the law of G, so it bounds W_2^2 above.

    Raises
    ------
    ValueError
        where the columns of `frame` are not orthonormal.
    """
    if frame.transpose() * frame != _identity(H.ncols()):
        raise ValueError("the columns of the frame must be orthonormal, or W Q is not of the law of G")
    difference = H - frame * scale
    return sum((entry * entry for entry in difference.entries()), fmpq(0))


def dual_value(C: fmpq_mat, S: fmpq_mat, variance: fmpq) -> fmpq:
    """tr C (I - S) + variance tr(I - S^(-1)) for symmetric S > 0: it bounds W_2^2 below.

    As x^T S x + y^T S^(-1) y >= 2 x.y, |x - y|^2 >= x^T (I - S) x + y^T (I - S^(-1)) y (Kantorovich). Over the rows, x
    has the covariance C and y has `variance` times I.
    """
    n = C.nrows()
    one = _identity(n)

    def trace(A: fmpq_mat) -> fmpq:
        return sum((A[i, i] for i in range(n)), fmpq(0))

    return trace(C * (one - S)) + variance * trace(one - S.inv())


def _identity(n: int) -> fmpq_mat:
    return fmpq_mat(n, n, [int(i == j) for i in range(n) for j in range(n)])
