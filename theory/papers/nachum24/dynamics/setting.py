"""What the checks of the infinite-width claims share: the literal map K(PGP) in balls, and its directional derivatives.

Everything here is the definition, entry by entry, with no use of symmetry: the other side of every formula.
"""

from __future__ import annotations

from typing import Any

from flint import arb, arb_series
from sympy import acos, pi, sqrt

from theory.notation import n

Matrix = list[list[Any]]
"""Square, of `arb` or `arb_series`."""


def recentred(G: Matrix) -> Matrix:
    """P G P."""
    n = len(G)
    rows = [sum(row[1:], row[0]) / n for row in G]
    total = sum(rows[1:], rows[0]) / n
    return [[G[i][j] - rows[i] - rows[j] + total for j in range(n)] for i in range(n)]


def relu_gram(H: Matrix) -> Matrix:
    """K(H), for points no two of which are equal or antipodal."""
    n = len(H)
    roots = [H[i][i].sqrt() for i in range(n)]

    def entry(i: int, j: int) -> Any:
        if i == j:
            return H[i][i]
        norm = roots[i] * roots[j]
        rho = H[i][j] / norm
        return norm * ((1 - rho * rho).sqrt() + (arb.pi() - rho.acos()) * rho) / arb.pi()

    return [[entry(i, j) for j in range(n)] for i in range(n)]


def layer(G: Matrix) -> Matrix:
    """RC + ReLU at infinite width: K(PGP)."""
    return relu_gram(recentred(G))


def derivative(H: Matrix, E: Matrix) -> Matrix:
    """P dK(H)[E] P, for centred H and E, by automatic differentiation."""
    n = len(H)
    moved = [[arb_series([H[i][j], E[i][j]], 2) for j in range(n)] for i in range(n)]
    K = relu_gram(moved)
    return recentred([[K[i][j][1] for j in range(n)] for i in range(n)])


def one_against_all(n: int, s: Any) -> Matrix:
    """Centred S_(n-1)-symmetric Gram matrix: H_oo = (n-1)^2, H_oc = -(n-1), H_cc = 1 + s(n-2), H_cc' = 1 - s."""
    s = arb(s)

    def entry(i: int, j: int) -> arb:
        if 0 in (i, j):
            return arb((n - 1) ** 2 if i == j else 1 - n)
        return 1 + s * (n - 2) if i == j else 1 - s

    return [[entry(i, j) for j in range(n)] for i in range(n)]


def parameter(H: Matrix) -> arb:
    """s of a centred S_(n-1)-symmetric matrix, from its diagonal: H_cc/H_oo = (1 + s(n-2))/(n-1)^2."""
    n = len(H)
    return ((n - 1) ** 2 * H[1][1] / H[0][0] - 1) / (n - 2)


a = acos(1 / (n - 1)) / pi  # kappa' at rho = -1/(n-1)
b = sqrt(n * (n - 2)) / (pi * (n - 1))  # kappa - rho kappa' there
cosine = b - a / (n - 1)
