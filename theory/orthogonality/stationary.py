"""The stationary gap at large width, n fixed: a linear recursion with isotropic noise, solved exactly.

Near C = P/r, P a projector of rank r (P = I: r = n), the layer is X' = A X + xi/sqrt(d) in X = C - P/r, where A is the
derivative of the mean map C -> E u u^T, u = g/|g| and g ~ N(0, C), and xi has the covariance Q of u u^T. All of it is
fourth moments of a uniform unit vector in the range of P. The covariance S of sqrt(d) X solves S = A S A^T + Q, and
d E V^2 -> tr S = (r-1)(r+2)^2/(4r(r+1)), plus the floor of V^2 where r < n. Source: daneshmand21 A9, A12, A21.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement, product
from typing import Any, NamedTuple

from flint import fmpq, fmpq_mat

from theory.exact.rationals import afford

BUDGET = 500


def gap_constant(r: Any) -> Any:
    """lim d E V^2 = (r-1)(r+2)^2/(4r(r+1)), of any exact number or symbol r.

    >>> from sympy import Integer
    >>> [str(gap_constant(Integer(n))) for n in (2, 3, 4, 8)]
    ['2/3', '25/24', '27/20', '175/72']
    """
    return (r - 1) * (r + 2) ** 2 / (4 * r * (r + 1))


def coordinate_variance(r: Any) -> Any:
    """s^2 = (r+2)/(2r(r+1)): lim d Var of C in a unit direction among the symmetric matrices of trace 0."""
    return (r + 2) / (2 * r * (r + 1))


def dimension(r: Any) -> Any:
    """N = (r-1)(r+2)/2, of the symmetric r x r matrices of trace 0: gap_constant = N coordinate_variance."""
    return (r - 1) * (r + 2) / 2


def identity(n: int) -> fmpq_mat:
    return fmpq_mat(n, n, [int(i == j) for i, j in product(range(n), repeat=2)])


def fourth_moment(P: fmpq_mat, at: Sequence[int]) -> fmpq:
    """E u_i u_j u_k u_l, u uniform on the unit sphere of the range of the projector P: (P_ij P_kl + ..)/(r(r+2)).

    >>> print(fourth_moment(identity(3), (0, 0, 0, 0)), fourth_moment(identity(3), (0, 0, 1, 1)))
    1/5 1/15
    """
    i, j, k, l = at
    r = sum((P[a, a] for a in range(P.nrows())), fmpq(0))
    return (P[i, j] * P[k, l] + P[i, k] * P[j, l] + P[i, l] * P[j, k]) / (r * (r + 2))


class Linearised(NamedTuple):
    """A, Q and S on pairs i <= j, and how often each pair stands in a symmetric matrix (1 or 2)."""

    pairs: tuple[tuple[int, int], ...]
    A: fmpq_mat
    Q: fmpq_mat
    S: fmpq_mat

    def trace(self, M: fmpq_mat) -> fmpq:
        """E|X|_F^2 of a random symmetric X with covariance M."""
        return sum((M[a, a] * (1 + (i < j)) for a, (i, j) in enumerate(self.pairs)), fmpq(0))


def linearised(P: fmpq_mat) -> Linearised:
    """The recursion around P/r and its stationary covariance, n x n projector P of rank r; O(n^12), n <= 5.

    The density of u is that of the uniform law times (det C)^(-1/2) (u^T C^+ u)^(-r/2) up to a constant; its
    logarithm moves by (r^2/2) u^T X u - (r/2) tr X. So A X = E u u^T ((r^2/2) u^T X u - (r/2) tr X).

    >>> found = linearised(identity(3))
    >>> print(found.trace(found.S))
    25/24
    """
    n = P.nrows()
    r = sum((P[a, a] for a in range(n)), fmpq(0))
    pairs = tuple(combinations_with_replacement(range(n), 2))
    afford(len(pairs) ** 2, BUDGET, "the stationary covariance would take {cost} unknowns")
    square = [(p, q, fourth_moment(P, (*p, *q))) for p, q in product(pairs, repeat=2)]
    size = len(pairs)
    A = fmpq_mat(
        size, size, [(1 + (q[0] < q[1])) * (r * r * both - P[p] * P[q]) / 2 for p, q, both in square]
    )  # X_kl and X_lk enter A X alike
    Q = fmpq_mat(size, size, [both - P[p] * P[q] / (r * r) for p, q, both in square])
    return Linearised(pairs, A, Q, _stein(A, Q))


def _stein(A: fmpq_mat, Q: fmpq_mat) -> fmpq_mat:
    """The S with S = A S A^T + Q, by one linear system in its entries."""
    size = range(A.nrows())
    places = list(product(size, repeat=2))
    system = fmpq_mat(
        len(places), len(places), [(p == q) - A[p[0], q[0]] * A[p[1], q[1]] for p, q in product(places, repeat=2)]
    )
    solved = system.solve(fmpq_mat(len(places), 1, [Q[p] for p in places]))
    return fmpq_mat(A.nrows(), A.nrows(), [solved[i, 0] for i in range(len(places))])
