"""Infinite-width Gram maps for every subset of {RC, RS, NL}, and with LN, RMS, GN: exact where closed, else in balls.

One neuron of a layer on n points is x = NL(RS(RC(z))), z ~ N(0, gain G). The map is Phi(G) = E[x x^T] at gain 2 with
ReLU and 1 without: then ReLU keeps the trace. Under RS the gain is immaterial. With H = PGP with rc and H = G without:

| components | Phi(G) | trace | degree |
|---|---|---|---|
| none, rc | H | tr H | 1 |
| nl, rc + nl | K(H), K(H)_ij = sqrt(H_ii H_jj) kappa(rho_ij) = E[2 relu(y_i) relu(y_j)], y ~ N(0, H) | tr H | 1 |
| rs, rc + rs | n E[y y^T / |y|^2] | n | 0 |
| rs + nl, rc + rs + nl | n E[relu(y) relu(y)^T / |y|^2], no factor 2 (nachum24, S6) | n/2 | 0 |
| ln, rms or gn; with rc | C = D^(-1/2) H D^(-1/2), D = diag H | n | 0 |
| the same + nl | E[f(y) f(y)^T], y ~ N(0, C), no factor 2 | n E f(g)^2 | 0 |

Another activation f than ReLU has E[f(y) f(y)^T], y ~ N(0, gain H), gain 2 by default as in `Layer` (see
`theory.wide.duals`).

Why C. Given the batch the m neurons z_j of a layer are i.i.d. N(0, H), up to a factor. By the law of large numbers
mean_j z_j -> 0 and mean_j z_j z_j^T -> H almost surely. So LN and RMS, and GN whose groups grow with the width, divide
column i by sqrt(H_ii + o(1)), and centring subtracts o(1): in the limit all three are the same map. They differ at
finite width, for groups of fixed size (in: as many neurons as a channel has places), and after a nonlinearity, where
the mean over neurons is E f(y_i), not 0. With eps, D = diag(gain H) + eps, and gain H in C.

In a network with weights of variance gain/m, m the width, let Q be the Gram matrix over m of a representation. Then
E[Q' | Q] = Phi(Q) for every subset, at every width; without rs the factor m cancels and E[G' | G] = Phi(G). Mind that
`numerics.networks.simulation` has gain 2 unless told otherwise: without nl and rs that gives 2 H.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations, combinations_with_replacement
from typing import Any

from flint import arb, arb_mat, fmpq, fmpq_mat
from sympy import Expr, ImmutableMatrix, Matrix, Rational, acos, eye, log, ones, pi, sqrt, sympify

from theory.activations import SLOPE
from theory.exact.certify import precision
from theory.exact.expressions import vanishes
from theory.wide.duals import dual, dual_ball, known_activation
from theory.wide.kernels import kappa
from theory.wide.rescaling import Entries, alike, recentred, relu_gram, rescaled

COMPONENTS = ("rc", "rs", "nl")

OVER_NEURONS = ("ln", "rms", "gn")


def gram_map(
    G: ImmutableMatrix,
    components: Collection[str] = ("rc", "nl"),
    activation: str = "relu",
    *,
    slope: Any = SLOPE,
    gain: Any = None,
    eps: Any = 0,
) -> ImmutableMatrix:
    """One layer on an exact positive semidefinite Gram matrix, shape (n, n).

    Parameters
    ----------
    components : any of rc, rs, ln, rms, gn, nl; with rs none of ln, rms, gn.
    activation : relu, leaky_relu (`slope` for z < 0), gelu, erf, sin, identity; after rs relu.
    gain : Var z = gain G; 2 with nl and 1 without by default. Immaterial where layers are normalised, but for eps.
    eps : of ln, rms and gn.

    With rs the map is closed, and returned, where H (G, or PGP with rc) is a multiple of a projector or of rank 2:
    always for n = 2, and for n = 3 with rc.

    Raises
    ------
    ValueError
        for unknown components, a matrix that is not symmetric, H = 0 with rs, H_ii = 0 with ln, rms or gn, and where rs
        or the activation (tanh, silu) is not closed.

    >>> gram_map(ImmutableMatrix([[4, 0, 0], [0, 1, 1], [0, 1, 1]]))    # the outlier ray: times 1/alpha = 5/9
    Matrix([
    [20/9,   0,   0],
    [   0, 5/9, 5/9],
    [   0, 5/9, 5/9]])
    >>> gram_map(ImmutableMatrix([[4, 0], [0, 1]]), ("rs",))
    Matrix([
    [4/3,   0],
    [  0, 2/3]])
    >>> gram_map(ImmutableMatrix([[4, 1], [1, 1]]), ("ln", "nl"), "erf")[0, 1]
    2*asin(1/3)/pi
    """
    _known(components, activation)
    n = G.rows
    if not G.is_symmetric():
        raise ValueError(f"a Gram matrix is symmetric, came {G}")
    if "rc" in components:
        P = eye(n) - ones(n, n) / n
        G = P * G * P
    if "rs" in components:
        return ImmutableMatrix(_rescaled_exactly(G, "nl" in components))
    over, gain = bool({*OVER_NEURONS} & {*components}), _gain(gain, components)
    if over:
        G = G if eps == 0 else gain * G
        D = [G[i, i] + eps for i in range(n)]
        if any(map(vanishes, D)):
            raise ValueError(f"{ZERO} {[*map(vanishes, D)].index(True)}")
        G = Matrix(n, n, lambda i, j: G[i, j] / (D[i] if i == j else sqrt(D[i] * D[j])))
    elif activation == "relu" or "nl" not in components:  # homogeneous
        return ImmutableMatrix(_relu_gram(G) * (gain / 2) if "nl" in components else G * gain)
    else:
        G = gain * G
    if "nl" not in components:
        return ImmutableMatrix(G)
    return ImmutableMatrix(n, n, lambda i, j: dual(activation, G[i, i], G[j, j], G[min(i, j), max(i, j)], slope))


ZERO = "normalising over neurons divides by zero: the Gram matrix (recentred where rc is on) has one at point"


def _gain(gain: Any, components: Collection[str]) -> Expr:
    return sympify(gain if gain is not None else 2 if "nl" in components else 1)


def _as_ball(value: Any) -> arb:
    if isinstance(value, arb):
        return value
    exact = Rational(value)
    return arb(fmpq(int(exact.p), int(exact.q)))


def gram_map_balls(
    G: arb_mat | fmpq_mat,
    components: Collection[str] = ("rc", "nl"),
    digits: int = 30,
    activation: str = "relu",
    *,
    slope: Any = SLOPE,
    gain: Any = None,
    eps: Any = 0,
) -> arb_mat:
    """One layer in balls, shape (n, n): an enclosure for every positive semidefinite matrix in the balls of G.

    Parameters
    ----------
    G : symmetric; `fmpq_mat` is exact, `arb_mat` has the balls that it was made with.
    digits : errors of the method are below 10^-digits (times tr G / n without rs). A ball G costs as many digits as the
        map loses there; equal, antipodal and zero points cost none. With rs the time grows like digits^2 n^3. tanh and
        silu take .1 s for each pair of points at 20 digits.
    components, activation, slope, gain, eps : as in `gram_map`, any activation of `duals.ACTIVATIONS`.

    Raises
    ------
    ValueError
        for unknown components, digits < 1, balls that are not finite or not symmetric, and with rs for G that is
        (recentred) zero, or not positive semidefinite; with ln, rms or gn for a diagonal that may have a zero.

    >>> G = fmpq_mat(2, 2, [4, 0, 0, 1])
    >>> print(gram_map_balls(G, ("rs",), 20)[0, 0].str(18, radius=False))
    1.33333333333333333
    """
    _known(components, activation)
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
        over, given = bool({*OVER_NEURONS} & {*components}), _as_ball(_gain(gain, components))
        if over:
            H = _over_neurons(H, given, _as_ball(eps))
        elif activation == "relu" or "nl" not in components:
            half = given / 2
            return arb_mat(
                [[e * half for e in row] for row in relu_gram(H)] if "nl" in components else _times(H, given)
            )
        else:
            H = _times(H, given)
        if "nl" not in components:
            return arb_mat(H)
        found = [[arb(0)] * n for _ in range(n)]
        for i, j in combinations_with_replacement(range(n), 2):
            c = H[i][i] if i == j else H[i][j]
            found[i][j] = found[j][i] = dual_ball(activation, H[i][i], H[j][j], c, digits, _as_ball(slope))
        return arb_mat(found)


def _times(H: Entries, factor: arb) -> Entries:
    return H if factor == 1 else [[e * factor for e in row] for row in H]


def _over_neurons(H: Entries, gain: arb, eps: arb) -> Entries:
    """D^(-1/2) H D^(-1/2), D the diagonal; with eps of gain H, D = diag + eps."""
    H = H if eps.is_zero() else _times(H, gain)
    D = [H[i][i] + eps for i in range(len(H))]
    for i, d in enumerate(D):
        if not d > 0:
            raise ValueError(f"{ZERO} {i}")

    def entry(i: int, j: int) -> arb:
        if i == j:
            return arb(1) if eps.is_zero() else H[i][i] / D[i]
        return H[i][j] / (D[i] * D[j]).sqrt()

    return [[entry(i, j) for j in range(len(H))] for i in range(len(H))]


def _known(components: Collection[str], activation: str) -> None:
    if isinstance(components, str):
        raise ValueError(f"components {components!r} is text, wanted a tuple such as ('rc', 'nl')")
    if "in" in components:
        raise ValueError("component 'in': a channel has as many places at any width, so that no mean over it converges")
    if "ws" in components:
        raise ValueError(
            "component 'ws': with a row of W less its mean a layer sees the covariance of its input over neurons, "
            "which a Gram matrix does not tell: no Gram map is known"
        )
    if unknown := [c for c in components if c not in (*COMPONENTS, *OVER_NEURONS)]:
        raise ValueError(f"component {unknown[0]!r}: the Gram map knows {', '.join((*COMPONENTS, *OVER_NEURONS))}")
    if len(over := {"rs", *OVER_NEURONS} & {*components}) > 1:
        raise ValueError(f"components {', '.join(sorted(over))}: the Gram map knows one of them at a time")
    known_activation(activation)
    if "rs" in components and activation != "relu":
        raise ValueError(f"activation {activation!r} after rs: the Gram map knows relu alone there")


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
