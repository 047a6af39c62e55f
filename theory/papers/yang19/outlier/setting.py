"""The literal layer back with recentring and ReLU: Pi -> 2 P E[D Pi D] P on matrices of gradients, entry by entry."""

from __future__ import annotations

from typing import Any

from flint import arb, arb_mat

from theory.choices import greater, proved
from theory.claim import Locator
from theory.exact.certify import upper_end
from theory.papers.yang19 import YANG19

OWN = Locator(YANG19, "gradients at fixed points without symmetry, the escaped point of nachum24: the suite's question")
CENTRED = ("infinite width, d = m", "He gain: weights of variance 2/m", "recentring and ReLU, no rescaling")
Matrix = list[list[Any]]


def centred(G: Matrix) -> Matrix:
    """P G P."""
    n = len(G)
    rows = [sum(row, arb(0)) / n for row in G]
    mean = sum(rows, arb(0)) / n
    return [[G[i][j] - rows[i] - rows[j] + mean for j in range(n)] for i in range(n)]


def angles(H: Matrix) -> Matrix:
    """Angles between Gaussians of covariance H, 0 on the diagonal."""
    n = len(H)
    return [[arb(0) if i == j else (H[i][j] / (H[i][i] * H[j][j]).sqrt()).acos() for j in range(n)] for i in range(n)]


def back(Pi: Matrix, turned: Matrix) -> Matrix:
    """2 P E[D Pi D] P, E D_i D_j = P(x_i > 0, x_j > 0) = (pi - angle)/(2 pi)."""
    n = len(Pi)
    return centred([[Pi[i][j] * (1 - turned[i][j] / arb.pi()) for j in range(n)] for i in range(n)])


def forward(H: Matrix, turned: Matrix) -> Matrix:
    """2 P E[relu(x) relu(x)^T] P of x ~ N(0, H)."""
    n = len(H)

    def entry(i: int, j: int) -> arb:
        angle = turned[i][j]
        return (H[i][i] * H[j][j]).sqrt() * (angle.sin() + (arb.pi() - angle) * angle.cos()) / arb.pi()

    return centred([[entry(i, j) for j in range(n)] for i in range(n)])


def sectors(n: int) -> tuple[Matrix, Matrix]:
    """P of "the first point against the others" and of "among the others", each over its rank."""
    v = [arb(n - 1)] + [arb(-1)] * (n - 1)
    square = arb(n * (n - 1))
    against = [[a * b / square for b in v] for a in v]
    among = [
        [arb(0) if 0 in (i, j) else (arb(i == j) - arb(1) / (n - 1)) / (n - 2) for j in range(n)] for i in range(n)
    ]
    return against, among


def product(A: Matrix, B: Matrix) -> arb:
    """tr A B."""
    return sum((a * b for r, s in zip(A, B, strict=True) for a, b in zip(r, s, strict=True)), arb(0))


def greatest(turned: Matrix) -> arb:
    """The spectral radius of `back`, where points but the first are alike: an eigenvector with positive weights.

    Such a matrix has two weights; the positive eigenvector of a positive map belongs to its spectral radius.
    """
    n = len(turned)
    E = sectors(n)
    images = [back(e, turned) for e in E]
    ranks = (1, n - 2)
    M = [[product(E[i], images[j]) * ranks[i] for j in range(2)] for i in range(2)]
    trace, det = M[0][0] + M[1][1], M[0][0] * M[1][1] - M[0][1] * M[1][0]
    value = (trace + (trace * trace - 4 * det).sqrt()) / 2
    weights = (M[0][1], value - M[0][0])
    if not (weights[0] > 0 and weights[1] > 0):
        raise ValueError("the eigenvector is not certainly positive")
    vector = [[weights[0] * a + weights[1] * b for a, b in zip(*rows, strict=True)] for rows in zip(*E, strict=True)]
    image = back(vector, turned)
    if any(proved(value * a, "!=", b) for r, s in zip(vector, image, strict=True) for a, b in zip(r, s, strict=True)):
        raise ValueError("it is no eigenvector of the whole map")
    return value


def at_most(turned: Matrix) -> arb:
    """A bound of the eigenvalues of `back`, whose quadratic form on centred Pi is the sum of (1 - angle_ij/pi) Pi_ij^2.

    Row by row: the sum over j of (bound - 1 + angle_ij/pi) Pi_ij^2, and of a multiple of (sum over j of Pi_ij)^2, which
    is 0, is a positive definite form in the n entries.
    """
    n = len(turned)
    share = [[1 - angle / arb.pi() for angle in row] for row in turned]
    most = greater(*(share[i][j] for i in range(n) for j in range(i)))
    bound = upper_end((n - 1 + most) / n) + arb(10) ** -10
    for i, row in enumerate(share):
        left = [bound - entry for entry in row]
        others = left[:i] + left[i + 1 :]
        # minors: those of the others are positive, and the determinant is c times this, for c large
        inverses = sum((1 / entry for entry in others), 1 / left[i])
        if not (all(entry > 0 for entry in others) and left[i] < 0 and inverses < 0):
            raise ValueError("the form is not certainly positive definite")
    return bound


def gram(found: arb_mat) -> Matrix:
    return [list(row) for row in found.tolist()]
