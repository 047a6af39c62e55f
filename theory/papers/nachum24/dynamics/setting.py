"""What the checks of the infinite-width claims share: the literal map K(PGP) in balls, and its directional derivatives.

Everything here is the definition, entry by entry, with no use of symmetry: the other side of every formula.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flint import arb, arb_series, fmpq, fmpq_mat
from sympy import acos, pi, sqrt

from theory.choices import proved
from theory.claim import Locator, Verdict
from theory.exact.expressions import Undefined, tidy
from theory.notation import n
from theory.papers.nachum24 import NACHUM24
from theory.primitive import primitive

ABSTRACT = Locator(NACHUM24, "abstract: 'an odd data point that breaks far away from the cluster'")
INFINITE = ("infinite width, He gain", "RC then ReLU in each layer")
NEW: dict[str, Any] = {"source": ABSTRACT, "status": "new", "hypotheses": INFINITE}
READING: dict[str, Any] = NEW | {"status": "reading", "expected": Verdict.REFUTED}
DIGITS = 40

Matrix = list[list[Any]]
"""Square, of `arb` or `arb_series`."""


@primitive("rc", lambda G: G)
def recentred(G: Matrix) -> Matrix:
    """P G P."""
    n = len(G)
    rows = [sum(row[1:], row[0]) / n for row in G]
    total = sum(rows[1:], rows[0]) / n
    return [[G[i][j] - rows[i] - rows[j] + total for j in range(n)] for i in range(n)]


def _leaky_gram(H: Matrix) -> Matrix:
    """E[2 f(y) f(y)^T], f(y) = y above 0 and y/10 below: relu(y) - relu(-y)/10."""
    return _activated(H, 1)


@primitive("nl", _leaky_gram)
def relu_gram(H: Matrix) -> Matrix:
    """K(H), for points no two of which are equal or antipodal."""
    return _activated(H, 0)


def _activated(H: Matrix, tenths: int) -> Matrix:
    size = range(len(H))
    return [
        [power(H[i][i], tenths) if i == j else kernel(H[i][i], H[j][j], H[i][j], tenths) for j in size] for i in size
    ]


def power(a: Any, tenths: int = 0) -> Any:
    """E[2 f(u)^2], Var u = a, f the ReLU with so many tenths of its slope below zero."""
    return a * (100 + tenths**2) / 100 if tenths else a


def kernel(a: Any, b: Any, c: Any, tenths: int = 0) -> Any:
    """E[2 f(u) f(v)] of Gaussians, Var u = a, Var v = b, Cov = c: the arc-cosine kernel, |c| < sqrt(ab)."""
    norm = root(a) * root(b)
    rho = tidy(c / norm)
    return norm * _kernel(arccos(rho), root(tidy(1 - rho * rho)), rho, tenths)


def kernel_at(angle: Any, tenths: int = 0) -> Any:
    """The same for Var u = Var v = 1 and Cov = cos(angle), for a ball or a series."""
    return _kernel(angle, angle.sin(), angle.cos(), tenths)


def _kernel(angle: Any, sine: Any, cosine: Any, tenths: int) -> Any:
    turn = half_turn(cosine)
    same = sine + (turn - angle) * cosine
    if not tenths:
        return same / turn
    return ((100 + tenths**2) * same - 20 * tenths * (sine - angle * cosine)) / (100 * turn)


def root(x: Any) -> Any:
    return x.sqrt() if isinstance(x, arb | arb_series) else sqrt(x)


def arccos(x: Any) -> Any:
    if isinstance(x, arb | arb_series):
        return x.acos()
    return pi - acos(-x) if x.could_extract_minus_sign() else acos(x)


def half_turn(like: Any) -> Any:
    return arb.pi() if isinstance(like, arb | arb_series) else pi


def layer(G: Matrix) -> Matrix:
    """RC + ReLU at infinite width: K(PGP)."""
    return relu_gram(recentred(G))


def derivative(H: Matrix, E: Matrix) -> Matrix:
    """P dK(H)[E] P, for centred H and E, by automatic differentiation."""
    n = len(H)
    moved = [[arb_series([H[i][j], E[i][j]], 2) for j in range(n)] for i in range(n)]
    K = relu_gram(moved)
    return recentred([[K[i][j][1] for j in range(n)] for i in range(n)])


def multiple(image: Matrix, of: Matrix) -> arb:
    """The c with image = c of, entry by entry; `Undefined` where there is none."""
    places = [(i, j) for i, row in enumerate(of) for j, entry in enumerate(row) if proved(entry, "!=", 0)]
    i, j = places[0]
    found = image[i][j] / of[i][j]
    if any(proved(found * entry, "!=", image[i][j]) for i, row in enumerate(of) for j, entry in enumerate(row)):
        raise Undefined("the image is no multiple of the matrix")
    return found


def equicorrelated(n: int, cosine: Any = 0) -> Matrix:
    """(1 - cosine) I + cosine J."""
    return [[arb(1) if i == j else arb(cosine) for j in range(n)] for i in range(n)]


KINDS = ("standard", "(n-2,2)")
"""Representations of the symmetric group on centred matrices, but for the scale."""


def perturbation(kind: str, n: int) -> fmpq_mat:
    """A centred matrix of a kind: P Diag(v) P with sum v = 0, or u w^T + w u^T on four points."""
    v = [1, -1] + [0] * (n - 2)
    if kind == "standard":
        return fmpq_mat([[fmpq(n * v[i] * (i == j) - v[i] - v[j], n) for j in range(n)] for i in range(n)])
    w = [0, 0, 1, -1] + [0] * (n - 4)
    return fmpq_mat([[fmpq(v[i] * w[j] + w[i] * v[j]) for j in range(n)] for i in range(n)])


def balls(matrix: fmpq_mat) -> Matrix:
    return [[arb(entry) for entry in row] for row in matrix.tolist()]


a = acos(1 / (n - 1)) / pi  # kappa' at rho = -1/(n-1)
b = sqrt(n * (n - 2)) / (pi * (n - 1))  # kappa - rho kappa' there
cosine = b - a / (n - 1)


Table = Mapping[int, tuple[str, ...]]
"""By n: s, |x_o|/|x_c|, and of the broken ray cos_oc, cos_cc' and mu."""

BROKEN = {
    7: (
        "0.285931553674412825341459868070", "3.84927286235546118326925873880", "0.0656327629495302670250254137526",
        "0.479106916972200871355652815155", "0.737700980885144871392513123772",
    ),
    10: (
        "0.0592996717350961532855087014827", "7.41199700406528615311578717567", "0.0224447120223647870882292759455",
        "0.704639052775040238481256361756", "0.815967426675354847486499318021",
    ),
    20: (
        "0.00580216347145452831506580348926", "18.0793472038905415726626599092", "0.00320882822972944552408066248946",
        "0.909695662700802073937647999310", "0.904704519446389279171171528875",
    ),
    50: (
        "0.000353665834620042192414015651338", "48.5893105295379202040198807207",
        "0.000230373386234394169180719288365", "0.983627782751313533178879208788", "0.960791159277058442390300890444",
    ),
}  # fmt: skip
SADDLE = {
    7: ("3.14242730285409649823325438202", "1.46769313582359110609673565680"),
    10: ("6.86854620838608831066816192556", "1.20323038781151889858759193159"),
    20: ("17.3690052913061920390544756435", "1.07284363199191265655747260937"),
    50: ("47.5904756366304381002314959247", "1.02499182243456580150387853219"),
}
