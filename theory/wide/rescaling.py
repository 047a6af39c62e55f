"""The infinite-width map of rescaling (RS) in balls: one integral, by the trapezoidal rule with a proven error.

For y ~ N(0, H), n points, RS + ReLU gives n E[relu(y) relu(y)^T / |y|^2] (nachum24, S6). Put 1/|y|^2 =
int_0^oo e^(-s|y|^2) ds and s = e^x/2: it is the integral over the real line of

    f(x) = n s E[relu(y) relu(y)^T e^(-s|y|^2)] = (n/4) det(I - L)^(1/2) K(L),   L = e^x H (I + e^x H)^(-1),

and RS alone is that of (n/2) det(I - L)^(1/2) L. Every node serves all entries.

Discretisation. Let r = rank H and I_ij the integral sought, with |y_i y_j| for y_i y_j. f(x + iy) is s times an
integral over the range of H of g(u) exp(-u^T (H^-1 + 2s) u/2), g homogeneous of degree 2 on each orthant, arg s = y.
Turning the contour to e^(-ib/2) u, 0 <= b < pi/2, continues f analytically to |y - b| < pi/2, the real part of the
exponent being -(cos(b) u^T H^-1 u + 2|s| cos(y - b) |u|^2)/2. Scaling u and then s gives, for 0 <= b <= y < b + pi/2,

    int |f_ij(x + iy)| dx <= M = I_ij cos(b)^(-r/2) / cos(y - b),

and the rule of step h errs by at most 2 M/(e^(2 pi y/h) - 1) (Trefethen and Weideman, SIAM Review 2014, theorem 5.1).
This holds for every psd H, singular or not, and never meets the branch points of kappa: only real nodes are evaluated.

Tails. Left: f = n s (E[y_i y_j ..] - remainder), |remainder| <= s E[|y_i y_j| |y|^2] <= 3 s tr H (H_ii H_jj)^(1/2), and
half of each with ReLU; the leading terms are a geometric series. Right: d log det(I + e^x H)/dx = tr L increases and
0 <= L <= I, so that the terms beyond a node x_0 are at most n/2 det(I + e^x_0 H)^(-1/2) e^(-(x - x_0) tr L/2).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from itertools import combinations

from flint import arb, arb_mat, ctx

from theory.exact.certify import precision

Entries = list[list[arb]]

ANGLES = tuple(math.pi / 2 * k / 64 for k in range(64))
LEANS = tuple((lean, -math.log(math.cos(lean))) for lean in ANGLES)
"""d - b, and what it costs."""


@cache
def spacing(rank: int, digits: float, swing: float = 0.0) -> tuple[float, float, float]:
    """Step h and angles (b, d) for which `discretisation` is about 10^-digits, h as large as the search finds it.

    Any choice is valid; this one only decides the number of nodes. `swing` is explained in `discretisation`.

    >>> [round(spacing(r, 16)[0], 2) for r in (1, 10, 1000)]
    [0.46, 0.38, 0.24]
    """
    wanted = digits * math.log(10) + math.log(2)
    best = (0.0, 0.0, 0.0)
    for b in ANGLES:
        if b + swing < 1.57:
            across = wanted - rank / 2 * math.log(math.cos(b + swing))
            best = max(best, max((2 * math.pi * (b + lean) / (across + cost), b, b + lean) for lean, cost in LEANS))
    h, b, d = best
    return math.floor(h * 2**20) / 2**20, b, d


def discretisation(rank: int, angles: tuple[float, float, float], swing: arb | float = 0.0) -> arb:
    """Error of the trapezoidal rule of step h relative to I; `angles` is (h, b, d) of `spacing`.

    `swing` bounds |arg| of the eigenvalues of H where they are complex (Cauchy's estimate of derivatives).
    """
    h, b, d = map(arb, angles)
    bulge = (b + swing).cos() ** (-arb(rank) / 2) / (d - b).cos()
    return 2 * bulge / (2 * arb.pi() * d / h).expm1()


def supplement(sine: arb, cosine: arb) -> arb:
    """pi - arccos of a correlation, from its sine >= 0 and cosine at a common scale; away from the cut of atan2.

    >>> print(supplement(arb(0), arb(-1)), supplement(arb(1), arb(0)).str(5, radius=False))
    0 1.5708
    """
    return arb.atan2(sine, -cosine) if cosine < 0 else arb.pi() - arb.atan2(sine, cosine)


def relu_entry(a: arb, b: arb, c: arb) -> arb:
    """E[2 relu(u) relu(v)] = sqrt(ab) kappa(c/sqrt(ab)), Var u = a, Var v = b, Cov = c: in all psd cases in the balls.

    Its value at the midpoint, |c| cut at sqrt(ab), with Lipschitz constants 1 in c and sqrt(b/a)/2 in a: balls that
    touch c = +-sqrt(ab), where sqrt and arccos have branch points, keep their digits.

    >>> print(relu_entry(arb(1), arb(1), arb("1 +/- 1e-12")))
    [1.00000000000 +/- 1.01e-12]
    """
    if a.is_zero() or b.is_zero():
        return arb(0)
    if not (a > 0 and b > 0):  # kappa lies in [0, 1]
        largest = (a.abs_upper() * b.abs_upper()).sqrt().upper()
        return arb(largest / 2, largest / 2)
    slope = (b.upper() / a.lower()).sqrt() * a.rad() + (a.upper() / b.lower()).sqrt() * b.rad()
    spread = (c.rad() + slope / 2).upper()
    a, b, c = a.mid(), b.mid(), c.mid()
    with precision(2 * ctx.dps):  # exact
        det = a * b - c * c
    if det <= 0:
        return ((a * b).sqrt() if c > 0 else arb(0)) + arb(0, spread)
    sine = det.nonnegative_part().sqrt()
    return (sine + supplement(sine, c) * c) / arb.pi() + arb(0, spread)


def alike(G: Entries) -> list[int]:
    """Of each point the first that it can change its name with: all matrices in the balls of G stay among them."""

    def same(x: arb, y: arb) -> bool:
        return bool(x.mid() == y.mid() and x.rad() == y.rad())

    def exchangeable(i: int, j: int) -> bool:
        turn = {i: j, j: i}
        return all(same(e, G[turn.get(p, p)][turn.get(q, q)]) for p in (i, j) for q, e in enumerate(G[p]))

    return [next(i for i in range(j + 1) if exchangeable(i, j)) for j in range(len(G))]


def relu_gram(H: Entries, names: Sequence[int] = ()) -> Entries:
    """K(H), entries E[2 relu(y_i) relu(y_j)] of y ~ N(0, H), shape (n, n); points of one of the names are `alike`."""
    n = len(H)
    out = [[H[i][i] if i == j else arb(0) for j in range(n)] for i in range(n)]
    known: dict[tuple[int, ...], arb] = {}
    for i, j in combinations(range(n), 2):
        kind = tuple(sorted((names[i], names[j]))) if names else (i, j)
        if kind not in known:
            known[kind] = relu_entry(H[i][i], H[j][j], H[i][j])
        out[i][j] = out[j][i] = known[kind]
    return out


def recentred(G: Entries) -> Entries:
    """PGP, P = I - J/n, shape (n, n)."""
    n = len(G)
    row = [sum(r, arb(0)) / n for r in G]
    mean = sum(row, arb(0)) / n
    return [[G[i][j] - row[i] - row[j] + mean for j in range(n)] for i in range(n)]


def rescaled(H: Entries, relu: bool, centred: bool, digits: int, names: Sequence[int] = ()) -> Entries:
    """n E[y y^T/|y|^2], or with relu(y) in place of y, enclosed for every psd matrix in the balls of H, shape (n, n).

    Parameters
    ----------
    H : symmetric balls; scale does not matter.
    centred : whether H 1 = 0 is known. Singular matrices that are not known exactly lose digits otherwise.
    digits : each error term of the method is below 10^-digits, where the balls of H are narrow enough.
    names : of points that are `alike`, entries of one pair are computed for all; none are by default.

    Raises
    ------
    ValueError
        where H is not certainly different from 0, or not psd to the precision of its balls.
    """
    n = len(H)
    # I + e^x H has condition number up to 10^(2 digits) at the last node; flint has det of n <= 3 by cofactors
    with precision((7 if n <= 3 else 3) * digits + n // 4 + 25):
        trace = sum((H[i][i] for i in range(n)), arb(0))
        if not trace > 0:
            raise ValueError(f"rescaling divides by zero: the trace of the Gram matrix is {trace.str(8)}")
        H = [[e * n / trace for e in row] for row in H]
        rank = n - 1 if centred else n
        angles = spacing(max(rank, 1), digits + 2)
        h, least = arb(angles[0]), arb(10) ** (-digits - 2)
        k = math.floor(-((digits + 2) * math.log(10) + 3 * math.log(n)) / (2 * angles[0]))
        left = (k * h).exp()
        leading = left * h / h.expm1()
        total = [[leading * e for e in row] for row in (relu_gram(H, names) if relu else H)]
        # along 1 a centred H is exactly 0: balls around 0 are lifted there, and the lift is taken out again
        full = arb_mat([[e + centred * arb(1) / n for e in row] for row in H])
        identity = arb_mat([[arb(i == j) for j in range(n)] for i in range(n)])
        while True:
            e = (k * h).exp()
            A = identity + full * e
            det = A.det() / (1 + e if centred else 1)
            lift = centred * e / (1 + e) / n
            L = (identity - A.inv()).tolist()
            L = [[L[i][j] - lift for j in range(n)] for i in range(n)]
            tr = sum((L[i][i] for i in range(n)), arb(0))
            if not (det > 0 and tr > 0):
                raise ValueError("the Gram matrix is not positive semidefinite, or its balls are too wide to tell")
            weight = h / det.sqrt()
            for i, row in enumerate(relu_gram(L, names) if relu else L):
                for j, entry in enumerate(row):
                    total[i][j] += weight * entry
            tail = 2 / (tr * det.sqrt())
            if tail < least:
                break
            k += 1
        if not _positive_definite(A.tolist()):  # at the largest x, hence at all
            raise ValueError("the Gram matrix is not positive semidefinite, or its balls are too wide to tell")
        # in units of `share`: entries of K(L) and L are at most 1 at the right; at the left (H_ii H_jj)^(1/2) <= n and
        # the sum of h e^(2x) is below left^2/2
        sides = tail + arb(3) / 4 * n**2 * left**2
        share = arb(n) / (4 if relu else 2)
        error = (sides * share + discretisation(rank, angles) * n).upper()
        return [[share * entry + arb(0, error) for entry in row] for row in total]


def _positive_definite(A: Entries) -> bool:
    """Whether every symmetric matrix in the balls has positive pivots (LDL^T), hence eigenvalues."""
    A = [row[:] for row in A]
    for k, pivot in enumerate(A):
        if not pivot[k] > 0:
            return False
        for i in range(k + 1, len(A)):
            factor = A[i][k] / pivot[k]
            for j in range(i, len(A)):
                A[i][j] -= factor * pivot[j]
                A[j][i] = A[i][j]
    return True
