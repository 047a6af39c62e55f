"""The matrix H* at the minimisers, its spectrum and pseudo-condition number, and the stationary points.

H* = H - g g^T/(u.Hu) has the null vector u and rank d - 1. At (gamma, w) = (U, c u) the Hessian of the halved loss is 1
in gamma and H*/c^2 in w. Spectra are exact (multiplicities) and certified (values): from the characteristic polynomial.
"""

from __future__ import annotations

from typing import Any

from flint import arb, fmpq, fmpq_mat, fmpq_poly, fmpz_poly
from sympy import ImmutableMatrix

from theory.exact.certify import precision
from theory.exact.rationals import rational, to_fmpq
from theory.least_squares.problem import Problem

MAX_SIZE = 200
"""Greatest d of a certified spectrum."""


def star(problem: Problem) -> ImmutableMatrix:
    """H* = H - g g^T/(u.Hu), shape (d, d).

    >>> star(Problem.of([[1, 0], [0, 3]], [1, 3]))
    Matrix([
    [ 3/4, -3/4],
    [-3/4,  3/4]])
    """
    return problem.H - problem.g * problem.g.T / problem.square


def real_roots(polynomial: fmpq_poly, digits: int = 30) -> list[arb]:
    """The roots of a rational polynomial of which all are real, ascending, with multiplicity; rational ones are exact.

    >>> [root.str(5, radius=False) for root in real_roots(fmpq_poly([0, -2, 0, 1]))]
    ['-1.4142', '0', '1.4142']
    """
    integral = fmpz_poly([int((c * polynomial.denom()).p) for c in polynomial.coeffs()])
    found: list[arb] = []
    with precision(digits):
        for factor, multiplicity in integral.factor()[1]:
            if factor.degree() == 1:
                constant, leading = factor.coeffs()
                roots = [arb(fmpq(-constant, leading))]
            else:
                roots = [root.real for root, _ in factor.complex_roots()]
            found += roots * multiplicity
    return sorted(found, key=lambda ball: ball.mid())


def eigenvalues(matrix: Any, digits: int = 30) -> list[arb]:
    """Eigenvalues of a rational symmetric matrix in ascending order, repeated by multiplicity; 0 is exact.

    Raises
    ------
    ValueError
        more than 200 rows, or entries that are not rational. O(d^4) at fixed precision.

    >>> [value.str(8, radius=False) for value in eigenvalues([[2, 1], [1, 2]])]
    ['1.0000000', '3.0000000']
    """
    rows = ImmutableMatrix(matrix)
    d = int(rows.shape[0])
    if d > MAX_SIZE:
        raise ValueError(f"{d} rows are more than {MAX_SIZE}, the most of a certified spectrum")
    if rows.free_symbols:
        letters = ", ".join(sorted(map(str, rows.free_symbols)))
        raise ValueError(f"a spectrum in balls wants rational entries, got the symbols {letters}")
    exact = fmpq_mat(d, d, [to_fmpq(rational(entry)) for entry in rows])
    return real_roots(exact.charpoly(), digits)


def star_eigenvalues(problem: Problem, digits: int = 30) -> list[arb]:
    """The d - 1 positive eigenvalues of H*, ascending."""
    return eigenvalues(star(problem), digits)[1:]


def condition_number(problem: Problem, digits: int = 30) -> arb:
    """kappa = lambda_max(H)/lambda_min(H)."""
    values = eigenvalues(problem.H, digits)
    with precision(digits):
        return values[-1] / values[0]


def pseudo_condition_number(problem: Problem, digits: int = 30) -> arb:
    """kappa* = lambda_max(H*)/lambda_min(H*), over the non-zero eigenvalues; 1 <= kappa* <= kappa.

    Raises
    ------
    ValueError
        for d = 1, where H* = 0.

    >>> pseudo_condition_number(Problem.of([[1, 0, 0], [0, 2, 0], [0, 0, 3]], [0, 1, 0])).str(6, radius=False)
    '3.00000'
    """
    if problem.d == 1:
        raise ValueError("d = 1: H* = 0 has no condition number; BN leaves nothing to learn but gamma")
    values = star_eigenvalues(problem, digits)
    with precision(digits):
        return values[-1] / values[0]
