"""Infinite-width Gram maps: G -> E[layer output Gram] at He gain, for subsets of {RC, NL}.

K(H)_ij = sqrt(H_ii H_jj) kappa(rho_ij) = E[2 relu(y) relu(y)^T], y ~ N(0, H). RC + ReLU maps G to K(PGP); at Var W_ij =
2/m this is E[G' | G] at every width m. Rescaling (a one-dimensional integral) is not part of this module yet.
"""

from __future__ import annotations

from collections.abc import Sequence

from sympy import Expr, ImmutableMatrix, eye, ones, sqrt, sympify

from theory.kernels import kappa

COMPONENTS = ("rc", "nl")


def gram_map(G: ImmutableMatrix, components: Sequence[str] = COMPONENTS) -> ImmutableMatrix:
    """One layer on an exact Gram matrix, shape (n, n).

    Raises
    ------
    ValueError
        for components other than rc and nl.

    >>> gram_map(ImmutableMatrix([[4, 0, 0], [0, 1, 1], [0, 1, 1]]))    # the outlier ray: times 1/alpha = 5/9
    Matrix([
    [20/9,   0,   0],
    [   0, 5/9, 5/9],
    [   0, 5/9, 5/9]])
    """
    if unknown := [c for c in components if c not in COMPONENTS]:
        raise ValueError(f"component {unknown[0]!r}: the exact Gram map knows {', '.join(COMPONENTS)}")
    n = G.rows
    if "rc" in components:
        P = eye(n) - ones(n, n) / n
        G = P * G * P
    if "nl" not in components:
        return ImmutableMatrix(G)
    return ImmutableMatrix(n, n, lambda i, j: _relu_entry(G, i, j))


def _relu_entry(H: ImmutableMatrix, i: int, j: int) -> Expr:
    if i == j:
        return H[i, i]
    if H[i, i] == 0 or H[j, j] == 0:
        return sympify(0)
    norm = sqrt(H[i, i] * H[j, j])
    return norm * kappa(H[i, j] / norm)
