"""Infinite-width Gram maps for every subset of {RC, RS, NL}: exact where closed, in balls always.

One neuron of a layer on n points is x = NL(RS(RC(z))), z ~ N(0, gain G). The map is Phi(G) = E[x x^T] at gain 2 with
ReLU and 1 without: then ReLU keeps the trace. Under RS the gain is immaterial. With H = PGP with rc and H = G without:

| components | Phi(G) | trace | degree |
|---|---|---|---|
| none, rc | H | tr H | 1 |
| nl, rc + nl | K(H), K(H)_ij = sqrt(H_ii H_jj) kappa(rho_ij) = E[2 relu(y_i) relu(y_j)], y ~ N(0, H) | tr H | 1 |
| rs, rc + rs | n E[y y^T / |y|^2] | n | 0 |
| rs + nl, rc + rs + nl | n E[relu(y) relu(y)^T / |y|^2], no factor 2 (nachum24, S6) | n/2 | 0 |

In a network with weights of variance gain/m, m the width, let Q be the Gram matrix over m of a representation. Then
E[Q' | Q] = Phi(Q) for every subset, at every width; without rs the factor m cancels and E[G' | G] = Phi(G). Mind that
`numerics.networks.simulation` has gain 2 unless told otherwise: without nl and rs that gives 2 H.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations

from flint import arb, arb_mat, fmpq_mat
from sympy import Expr, ImmutableMatrix, Matrix, Rational, acos, eye, log, ones, pi, sqrt, sympify

from theory.exact.certify import precision
from theory.exact.expressions import vanishes
from theory.wide.kernels import kappa
from theory.wide.rescaling import alike, recentred, relu_gram, rescaled

COMPONENTS = ("rc", "rs", "nl")


def gram_map(G: ImmutableMatrix, components: Collection[str] = ("rc", "nl")) -> ImmutableMatrix:
    """One layer on an exact positive semidefinite Gram matrix, shape (n, n).

    With rs the map is closed, and returned, where H (G, or PGP with rc) is a multiple of a projector or of rank 2:
    always for n = 2, and for n = 3 with rc.

    Raises
    ------
    ValueError
        for unknown components, a matrix that is not symmetric, H = 0 with rs, and where rs is not closed.

    >>> gram_map(ImmutableMatrix([[4, 0, 0], [0, 1, 1], [0, 1, 1]]))    # the outlier ray: times 1/alpha = 5/9
    Matrix([
    [20/9,   0,   0],
    [   0, 5/9, 5/9],
    [   0, 5/9, 5/9]])
    >>> gram_map(ImmutableMatrix([[4, 0], [0, 1]]), ("rs",))
    Matrix([
    [4/3,   0],
    [  0, 2/3]])
    """
    _known(components)
    n = G.rows
    if not G.is_symmetric():
        raise ValueError(f"a Gram matrix is symmetric, came {G}")
    if "rc" in components:
        P = eye(n) - ones(n, n) / n
        G = P * G * P
    if "rs" in components:
        return ImmutableMatrix(_rescaled_exactly(G, "nl" in components))
    return ImmutableMatrix(_relu_gram(G) if "nl" in components else G)


def gram_map_balls(G: arb_mat | fmpq_mat, components: Collection[str] = ("rc", "nl"), digits: int = 30) -> arb_mat:
    """One layer in balls, shape (n, n): an enclosure for every positive semidefinite matrix in the balls of G.

    Parameters
    ----------
    G : symmetric; `fmpq_mat` is exact, `arb_mat` has the balls that it was made with.
    digits : errors of the method are below 10^-digits (times tr G / n without rs). A ball G costs as many digits as the
        map loses there; equal, antipodal and zero points cost none. With rs the time grows like digits^2 n^3.

    Raises
    ------
    ValueError
        for unknown components, digits < 1, balls that are not finite or not symmetric, and with rs for G that is
        (recentred) zero, or not positive semidefinite.

    >>> G = fmpq_mat(2, 2, [4, 0, 0, 1])
    >>> print(gram_map_balls(G, ("rs",), 20)[0, 0].str(18, radius=False))
    1.33333333333333333
    """
    _known(components)
    if digits < 1:
        raise ValueError(f"got digits = {digits}; at least 1 is needed")
    n = G.nrows()
    with precision(7 * digits + n // 4 + 25 if "rs" in components else digits + 20):  # as `rescaled` works
        H = [[arb(e) for e in row] for row in G.tolist()]
        if n != G.ncols() or not all(e.is_finite() for row in H for e in row):
            raise ValueError("a Gram matrix is square and finite")
        if not all(H[i][j].overlaps(H[j][i]) for i, j in combinations(range(n), 2)):
            raise ValueError("a Gram matrix is symmetric")
        names = alike(H)
        if "rc" in components:
            H = recentred(H)
        if "rs" in components:
            return arb_mat(rescaled(H, "nl" in components, "rc" in components, digits, names))
        return arb_mat(relu_gram(H) if "nl" in components else H)


def _known(components: Collection[str]) -> None:
    if isinstance(components, str):
        raise ValueError(f"components {components!r} is text, wanted a tuple such as ('rc', 'nl')")
    if unknown := [c for c in components if c not in COMPONENTS]:
        raise ValueError(f"component {unknown[0]!r}: the Gram map knows {', '.join(COMPONENTS)}")


def _relu_gram(H: Matrix) -> Matrix:
    """K(H), exact."""

    def entry(i: int, j: int) -> Expr:
        if i == j:
            return H[i, i]
        if H[i, i] == 0 or H[j, j] == 0:
            return sympify(0)
        norm = sqrt(H[i, i] * H[j, j])
        return norm * kappa(H[i, j] / norm)

    return Matrix(H.rows, H.rows, entry)


def _rescaled_exactly(H: Matrix, relu: bool) -> Matrix:
    """n E[x x^T / |y|^2], x = y or relu(y), y ~ N(0, H), where it is closed.

    A multiple of a projector: |y| is independent of y/|y|, so that the mean of the ratio is the ratio of the means.
    Rank 2: H^(1/2) / tr H^(1/2), as by the angle of a standard normal pair; H^(1/2) is a polynomial in H.
    """
    n, trace, square = H.rows, H.trace(), H * H
    if vanishes(trace):
        raise ValueError("rescaling divides by zero: the Gram matrix, recentred where rc is on, is zero")
    share = Rational(1, 2) if relu else 1
    if _is_zero(square * trace - H * square.trace()):
        return (_relu_gram(H) if relu else H) * (share * n / trace)
    minors = (trace**2 - square.trace()) / 2
    if not _is_zero(square * H - trace * square + minors * H):
        where = "a multiple of a projector or of rank 2: take gram_map_balls, or its float version in numerics.limits"
        raise ValueError(f"with rescaling the exact map is closed only where the Gram matrix (recentred) is {where}")
    root = sqrt(minors)
    mean = (H + (trace * H - square) / root) * (n / (trace + 2 * root))
    if not relu:
        return mean
    return Matrix(n, n, lambda i, j: mean[i, i] / 2 if i == j else n * _quadrant(H, square, min(i, j), max(i, j)))


def _is_zero(A: Matrix) -> bool:
    return all(vanishes(e) for e in A)


def _quadrant(H: Matrix, square: Matrix, i: int, j: int) -> Expr:
    """E[relu(y_i) relu(y_j) / |y|^2] for H of rank 2 but not a multiple of a projector.

    z = (y_i, y_j) ~ N(0, S) determines y, and |y|^2 = z^T Q z with Q = S^-1 (H^2)_S S^-1. With t = z_2/z_1 this is
    sqrt(det S)/(2 pi) int_0^oo t dt / (q(t) s(t)), q and s the quadratics of Q and of det(S) S^-1: partial fractions.
    """
    S, T = (A.extract([i, j], [i, j]) for A in (H, square))
    det = S.det()
    if vanishes(det):  # y_j = factor y_i, or one of them is 0
        a, b, c = S[0, 0], S[1, 1], S[0, 1]
        if vanishes(a) or vanishes(b) or not c.is_positive:
            return sympify(0)
        minors = (H.trace() ** 2 - square.trace()) / 2
        root = sqrt(minors)
        # E[y_i^2 / |y|^2] from the closed form without ReLU
        mean = (a + (H.trace() * a - square[i, i]) / root) / (H.trace() + 2 * root)
        return mean * c / a / 2
    Q = S.inv() * T * S.inv()
    s = (S[1, 1], -S[0, 1], S[0, 0])  # s[0] + 2 s[1] t + s[2] t^2
    q = (Q[0, 0], Q[0, 1], Q[1, 1])
    # t = (u t + v) s(t) + (x t + w) q(t), coefficients of 1, t, t^2, t^3
    system = Matrix(
        [[0, s[0], 0, q[0]], [s[0], 2 * s[1], q[0], 2 * q[1]], [2 * s[1], s[2], 2 * q[1], q[2]], [s[2], 0, q[2], 0]]
    )
    u, v, x, w = system.LUsolve(Matrix([0, 1, 0, 0]))

    def part(slope: Expr, constant: Expr, p: tuple[Expr, Expr, Expr]) -> Expr:
        """int_0^oo (slope t + constant) / p(t) dt without the logarithm at oo, which cancels."""
        disc = sqrt(p[0] * p[2] - p[1] ** 2)
        return (constant - slope * p[1] / p[2]) / disc * acos(p[1] / sqrt(p[0] * p[2]))

    integral = part(u, v, q) + part(x, w, s) + u / (2 * q[2]) * log(q[2] * s[0] / (q[0] * s[2]))
    return sqrt(det) / (2 * pi) * integral
