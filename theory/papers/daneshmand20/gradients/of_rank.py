"""Algorithm 1: the gradient of the rank bound r(H) = Tr(M)^2/|M|_F^2, M = H H^T/N, that pre-training ascends.

H has the shape (d, N). T, F, S are Tr M, |M|_F^2 = Tr M^2 and Tr M^3.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import sympy
from flint import fmpq_poly
from sympy import Expr, Integer, Matrix, Min, Rational, Symbol, zeros

from theory.claim import At, Claim, Compared, Locator, Predicted, Twin
from theory.claim.domains import Batches, Integers
from theory.claim.given import Given
from theory.exact.expressions import enclose, grid
from theory.exact.rationals import to_fmpq, to_sympy
from theory.notation import HALF, d
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.gradients.setting import POINTS, F, N, S, T, derivative, inner, powers, r


def rows_of(at: At) -> list[tuple[Fraction, ...]]:
    """H of an instance."""
    length = int(at.N)
    return [at.Z[start : start + length] for start in range(0, len(at.Z), length)]


def _power(k: int) -> Callable[[Mapping[str, Any]], Expr]:
    """Tr M^k of an instance."""

    def trace_of(at: Mapping[str, Any]) -> Expr:
        H = Matrix([[to_sympy(x) for x in row] for row in rows_of(At(at))])
        return ((H * H.T / H.cols) ** k).trace()

    return trace_of


MATRICES = Given(
    {"Z": Batches(Integers(1, 9), up_to=("scale",), constant=True), "N": Integers(1, 4)},
    lambda at: len(at["Z"]) % int(at["N"]) == 0 and any(at["Z"]),
    "the entries of H row by row, N in each; H != 0",
    {"T": _power(1), "F": _power(2), "S": _power(3)},
)

ALGORITHM_1 = Locator(DANESHMAND20, "Algorithm 1, and eq. (4)")


q = Symbol("q", positive=True)


OVER = grid(T=(2, 3), F=(5, 7), N=(1, 3))


rank_gradient = Claim(
    "daneshmand20.gradients.rank-gradient",
    source=ALGORITHM_1,
    status="reconstructed",
    says="grad r = (4/N) (T/F I - T^2/F^2 M) H, T = Tr M, F = |M|_F^2; it is orthogonal to H, since r does not depend "
    "on the scale of H",
    tex=r"\nabla_Hr=\frac4N\Big(\frac{\mathrm{Tr}M}{\|M\|_F^2}I-\frac{(\mathrm{Tr}M)^2}{\|M\|_F^4}M\Big)H,"
    r"\quad\langle\nabla_Hr,H\rangle=0",
    hypotheses=("H != 0",),
    predicts=(4 * T / (N * F), -4 * T**2 / (N * F**2)),
    over=OVER,
    twins=(
        Twin((2 * T / (N * F), -2 * T**2 / (N * F**2)), "A1.m1: half of it"),
        Twin((4 * T / (N * F), -2 * T**2 / (N * F**2)), "the chain rule through M^2 forgotten: not orthogonal to H"),
        Twin((4 * T / F, -4 * T**2 / F**2), "M = H H^T without 1/N"),
    ),
)


@rank_gradient.exact(
    "four rational H, 2 x 2 to 3 x 2, one of rank one: by the definition of r, entry by entry", reach="cases"
)
def _entry_by_entry(predicted: Predicted) -> Compared:
    for H in POINTS:
        M, first, second, _ = powers(H)
        alpha, beta = (part.subs({T: first, F: second, N: H.cols}) for part in predicted)
        found, claimed = derivative(H), alpha * H + beta * M * H
        yield f"H = {H.tolist()}", tuple(found), tuple(claimed)
        yield f"H = {H.tolist()}, along H", inner(found, H), inner(claimed, H)


@rank_gradient.exact("every 2 x 2 matrix H, by symbolic derivatives", reach="cases")
def _symbolic(predicted: Predicted) -> Compared:
    entries = sympy.symbols("h_1:5", real=True)
    H = Matrix(2, 2, entries)
    M, first, second, _ = powers(H)
    alpha, beta = (part.subs({T: first, F: second, N: 2}) for part in predicted)
    claimed = alpha * H + beta * M * H
    for entry, part in zip(entries, claimed, strict=True):
        yield f"derivative by {entry}", sympy.diff(r(H), entry), part
    yield "along H", Integer(0), sum(h * part for h, part in zip(entries, claimed, strict=True))


critical = Claim(
    "daneshmand20.gradients.critical-points",
    source=ALGORITHM_1,
    status="new",
    says="|grad r|^2 = 16 T^3 (T S - F^2)/(N F^4), S = Tr M^3: zero if and only if all nonzero eigenvalues of M are "
    "equal, and then r = rank",
    tex=r"\|\nabla_Hr\|_F^2=\frac{16\,T^3(TS-F^2)}{N\,F^4}",
    hypotheses=("H != 0",),
    predicts=16 * T**3 * (T * S - F**2) / (N * F**4),
    over=grid(T=(2, 3), F=(2, 3), S=(5, 7), N=(1, 3)),
    given=MATRICES,
    left=r"\|\nabla_Hr\|_F^2",
    uses=("daneshmand20.gradients.rank-gradient",),
    twins=(
        Twin(16 * T**3 * (S - F) / (N * F**4), "without the powers of T that make it homogeneous"),
        Twin(Integer(0), "critical everywhere"),
        Twin(16 * T**3 * (T * S + F**2) / (N * F**4), "critical nowhere"),
    ),
)


@critical.literal(scope="r along each entry of H, differentiated as a rational function of it")
def _squared_slopes(at: At) -> Expr:
    H = rows_of(at)
    return to_sympy(sum((slope(H, a, b) ** 2 for a in range(len(H)) for b in range(len(H[0]))), Fraction(0)))


def slope(H: Sequence[Sequence[Fraction]], a: int, b: int) -> Fraction:
    """The derivative of Tr(M)^2/|M|_F^2 by the entry (a, b); the factor 1/N of M cancels."""
    rows = [[fmpq_poly([to_fmpq(x), int((i, j) == (a, b))]) for j, x in enumerate(row)] for i, row in enumerate(H)]
    zero = fmpq_poly()
    M = [[sum((x * y for x, y in zip(row, other, strict=True)), zero) for other in rows] for row in rows]
    first, second = sum((M[i][i] for i in range(len(M))), zero), sum((x**2 for row in M for x in row), zero)
    top, bottom = first**2, second
    found = (top.derivative()(0) * bottom(0) - top(0) * bottom.derivative()(0)) / bottom(0) ** 2
    return Fraction(int(found.p), int(found.q))


@critical.exact("six rational H; those of equal nonzero singular values give 0", reach="cases")
def _squared_norms(predicted: Predicted) -> Compared:
    flat = (Matrix([[2, 0, 0], [0, 2, 0]]), Matrix([[1, 1, 1], [1, -1, 0], [2, 0, 1]]) * Matrix([[1], [2], [0]]))
    for H in (*POINTS, *flat):
        _, first, second, third = powers(H)
        found = derivative(H)
        claimed = predicted.subs({T: first, F: second, S: third, N: H.cols})
        yield f"H = {H.tolist()}", inner(found, found), claimed


columns = Symbol("N", integer=True, positive=True)


optimum = Claim(
    "daneshmand20.gradients.optimum",
    source=ALGORITHM_1,
    status="new",
    says="the maximum of r over d x N matrices is min(d, N), not d: a minibatch smaller than the width bounds it",
    tex=r"\max_{H\in\mathbb R^{d\times N}}r(H)=\min(d,N)",
    hypotheses=("d, N >= 1",),
    predicts=Min(d, columns),
    over=grid(d=(1, 2, 4), N=(1, 2, 3)),
    uses=("daneshmand20.gradients.critical-points",),
    twins=(Twin(d, "the width, whatever the batch"), Twin(columns, "the batch, whatever the width")),
)


@optimum.exact(
    "d, N <= 4: attained at [I 0], where the gradient vanishes; r <= rank is Lemma 1",
    reach="step",
    of="attained at [I 0]; r <= rank is Lemma 1",
)
def _identity(predicted: Predicted) -> Compared:
    for size, batch in product(range(1, 5), repeat=2):
        H = Matrix(size, batch, lambda i, j: int(i == j))
        where = f"d = {size}, N = {batch}"
        yield where, r(H), predicted.subs({d: size, columns: batch})
        yield where + ": gradient", tuple(derivative(H)), tuple(zeros(size, batch))
        yield where + ": rank", Integer(H.rank()), predicted.subs({d: size, columns: batch})


algorithm_loss = Claim(
    "daneshmand20.gradients.loss",
    source=ALGORITHM_1,
    status="reconstructed",
    says="the loss of the released code, |M|_F/Tr M, is r^(-1/2), and its derivative along any curve that of r times "
    "-r^(-3/2)/2: descent on it is ascent on r",
    tex=r"\|M\|_F/\mathrm{Tr}M=r^{-1/2},\qquad\nabla r^{-1/2}=-\tfrac12r^{-3/2}\nabla r",
    hypotheses=("H != 0",),
    silent_on="what training gains by it",
    predicts=(q ** (-HALF), -(q ** Rational(-3, 2)) / 2),
    over=grid(q=(Rational(3, 2), 2, 3)),
    uses=("daneshmand20.gradients.rank-gradient",),
    twins=(Twin((1 / q, -1 / q**2), "the other loss of the released code, 1/r"), Twin((q**HALF, 1 / (2 * q**HALF)))),
)


@algorithm_loss.certified("four rational H, and the derivative along the first entry of H", reach="cases")
def _losses(predicted: Predicted) -> Compared:
    h = Symbol("h")
    for H in POINTS[:3]:
        _, first, second, _ = powers(H + h * Matrix(*H.shape, lambda i, j: int(i == j == 0)))
        slope = sympy.diff(first**2 / second, h).subs(h, 0)
        ratio = sympy.sqrt(second) / first
        size, fall = (enclose(part, {"q": r(H)}) for part in predicted)
        yield f"H = {H.tolist()}", enclose(ratio.subs(h, 0), {}), size
        yield f"H = {H.tolist()}, derivative", enclose(sympy.diff(ratio, h).subs(h, 0), {}), fall * enclose(slope, {})
