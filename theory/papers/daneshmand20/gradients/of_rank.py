"""Algorithm 1: the gradient of the rank bound r(H) = Tr(M)^2/|M|_F^2, M = H H^T/N, that pre-training ascends.

H has the shape (d, N). T, F, S are Tr M, |M|_F^2 = Tr M^2 and Tr M^3.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import sympy
from flint import arb, arb_series, fmpq_poly
from sympy import Expr, Integer, Matrix, Min, Rational, Symbol

from theory.claim import At, Claim, Compared, Locator, Predicted, Twin
from theory.claim.domains import Batches, Integers
from theory.claim.given import Given
from theory.exact.certify import precision
from theory.exact.expressions import grid
from theory.exact.rationals import to_fmpq, to_sympy
from theory.notation import HALF, d
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.data import Data, effective_rank_of
from theory.papers.daneshmand20.domains import Entries
from theory.papers.daneshmand20.gradients.setting import POINTS, F, N, S, T, derivative, h, inner, m, powers, r
from theory.term import each, number, one_if, places, size


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


def along_entry(H: Sequence[Sequence[Fraction]], a: int, b: int) -> tuple[fmpq_poly, fmpq_poly]:
    """N Tr M and N^2 |M|_F^2 as polynomials in what is added to the entry (a, b)."""
    rows = [[fmpq_poly([to_fmpq(x), int((i, j) == (a, b))]) for j, x in enumerate(row)] for i, row in enumerate(H)]
    zero = fmpq_poly()
    M = [[sum((x * y for x, y in zip(row, other, strict=True)), zero) for other in rows] for row in rows]
    return sum((M[i][i] for i in range(len(M))), zero), sum((x**2 for row in M for x in row), zero)


def slope(H: Sequence[Sequence[Fraction]], a: int, b: int) -> Fraction:
    """The derivative of Tr(M)^2/|M|_F^2 by the entry (a, b); the factor 1/N of M cancels."""
    first, bottom = along_entry(H, a, b)
    top = first**2
    found = (top.derivative()(0) * bottom(0) - top(0) * bottom.derivative()(0)) / bottom(0) ** 2
    return Fraction(int(found.p), int(found.q))


@cache
def traces_of(H: Entries) -> tuple[Expr, Expr, Matrix]:
    """Tr M, |M|_F^2 and M H."""
    rows = Matrix([[to_sympy(x) for x in row] for row in H])
    M, first, second, _ = powers(rows)
    return first, second, M * rows


@cache
def slopes(H: Entries) -> tuple[tuple[Fraction, ...], ...]:
    """The derivative of r by each entry."""
    return tuple(tuple(slope(H, a, b) for b in range(len(H[0]))) for a in range(len(H)))


rank_gradient = Claim(
    "daneshmand20.gradients.rank-gradient",
    source=ALGORITHM_1,
    status="reconstructed",
    says="grad r = (4/N) (T/F I - T^2/F^2 M) H, T = Tr M, F = |M|_F^2: in the entry where H has h and M H has m it is "
    "(4/N) (T h/F - T^2 m/F^2); it is orthogonal to H, since r does not depend on the scale of H",
    tex=r"\nabla_Hr=\frac4N\Big(\frac{\mathrm{Tr}M}{\|M\|_F^2}I-\frac{(\mathrm{Tr}M)^2}{\|M\|_F^4}M\Big)H,"
    r"\quad\langle\nabla_Hr,H\rangle=0",
    hypotheses=("H != 0",),
    given=Given(
        {"H": Data(), "i": Integers(0), "j": Integers(0)},
        lambda at: at["i"] < len(at["H"]) and at["j"] < len(at["H"][0]),
        "an entry of H",
        {
            "T": lambda at: traces_of(at["H"])[0],
            "F": lambda at: traces_of(at["H"])[1],
            "N": lambda at: Integer(len(at["H"][0])),
            "h": lambda at: to_sympy(at["H"][int(at["i"])][int(at["j"])]),
            "m": lambda at: traces_of(at["H"])[2][int(at["i"]), int(at["j"])],
        },
    ),
    left=r"\partial r/\partial H_{ij},\ \langle\nabla_Hr,H\rangle",
    predicts=(4 / N * (T * h / F - T**2 * m / F**2), Integer(0)),
    over=grid(T=(2, 3), F=(5, 7), N=(1, 3), h=(1, -2), m=(3, 5)),
    twins=(
        Twin((2 / N * (T * h / F - T**2 * m / F**2), Integer(0)), "A1.m1: half of it"),
        Twin((4 / N * (T * h / F - T**2 * m / (2 * F**2)), Integer(0)), "the chain rule through M^2 forgotten"),
        Twin((4 * (T * h / F - T**2 * m / F**2), Integer(0)), "M = H H^T without 1/N"),
    ),
)


@rank_gradient.literal(scope="r along each entry of H, differentiated as a rational function of it")
def _slope_of_entry(at: At) -> tuple[Expr, Expr]:
    found = slopes(at.H)
    along = sum(
        (x * y for row, own in zip(found, at.H, strict=True) for x, y in zip(row, own, strict=True)), Fraction(0)
    )
    return to_sympy(found[int(at.i)][int(at.j)]), to_sympy(along)


@rank_gradient.exact("every 2 x 2 matrix H, by symbolic derivatives", reach="cases")
def _symbolic(predicted: Predicted) -> Compared:
    entries = sympy.symbols("h_1:5", real=True)
    H = Matrix(2, 2, entries)
    M, first, second, _ = powers(H)
    claimed = [
        predicted[0].subs({T: first, F: second, N: 2, h: own, m: other}) for own, other in zip(H, M * H, strict=True)
    ]
    for entry, part in zip(entries, claimed, strict=True):
        yield f"derivative by {entry}", sympy.diff(r(H), entry), part
    yield "along H", sum(x * part for x, part in zip(entries, claimed, strict=True)), predicted[1]


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
    says="r(H) <= min(d, N) for d x N matrices: the maximum is not d, a minibatch smaller than the width bounds it",
    tex=r"H\in\mathbb R^{d\times N}\Rightarrow r(H)\le\min(d,N)",
    hypotheses=("d, N >= 1", "H != 0"),
    given=Given(
        {"H": Data()},
        letters={"d": lambda at: number(size(at["H"])), "N": lambda at: number(size(at["H"][0]))},
    ),
    left="r(H)",
    relation="<=",
    predicts=Min(d, columns),
    over=grid(d=(1, 2, 4), N=(1, 2, 3)),
    uses=("daneshmand20.gradients.critical-points",),
    twins=(Twin(Min(d, columns - 1), "one less than the batch"), Twin(Integer(1), "rank one is best")),
)


@optimum.literal
def _r_of_matrix(at: At) -> Any:
    return effective_rank_of(at.H)


optimum_attained = Claim(
    "daneshmand20.gradients.optimum-attained",
    source=ALGORITHM_1,
    status="new",
    says="r([I 0]) = min(d, N) for the d x N matrix [I 0]: the bound on r is attained",
    tex=r"r([I\ 0])=\min(d,N)",
    hypotheses=("d, N >= 1",),
    given={"d": Integers(1), "N": Integers(1)},
    left=r"r([I\ 0])",
    predicts=Min(d, columns),
    over=grid(d=(1, 2, 4), N=(1, 2, 3)),
    twins=(Twin(d, "the width, whatever the batch"), Twin(columns, "the batch, whatever the width")),
)


@optimum_attained.literal(most=40)
def _r_of_identity(at: At) -> Any:
    return effective_rank_of(each(lambda i: each(lambda j: number(one_if(i == j)), places(at.N)), places(at.d)))


@optimum_attained.exact("d, N <= 4, where the gradient vanishes", reach="cases")
def _identity(predicted: Predicted) -> Compared:
    for rows, batch in product(range(1, 5), repeat=2):
        H = Matrix(rows, batch, lambda i, j: int(i == j))
        where = f"d = {rows}, N = {batch}"
        yield where, r(H), predicted.subs({d: rows, columns: batch})
        yield where + ": length of the gradient", inner(derivative(H), derivative(H)), Integer(0)


algorithm_loss = Claim(
    "daneshmand20.gradients.loss",
    source=ALGORITHM_1,
    status="reconstructed",
    says="the loss of the released code, |M|_F/Tr M, is r^(-1/2), and its derivative along any curve that of r times "
    "-r^(-3/2)/2: descent on it is ascent on r",
    tex=r"\|M\|_F/\mathrm{Tr}M=r^{-1/2},\qquad\nabla r^{-1/2}=-\tfrac12r^{-3/2}\nabla r",
    hypotheses=("H != 0",),
    silent_on="what training gains by it",
    given=Given(
        {"H": Data()},
        lambda at: slopes(at["H"])[0][0] != 0,
        "the derivative of r by the first entry is not 0",
        {"q": lambda at: traces_of(at["H"])[0] ** 2 / traces_of(at["H"])[1]},
    ),
    left=r"\|M\|_F/\mathrm{Tr}M,\ \partial_{11}\big(\|M\|_F/\mathrm{Tr}M\big)/\partial_{11}r",
    predicts=(q ** (-HALF), -(q ** Rational(-3, 2)) / 2),
    over=grid(q=(Rational(3, 2), 2, 3)),
    uses=("daneshmand20.gradients.rank-gradient",),
    twins=(Twin((1 / q, -1 / q**2), "the other loss of the released code, 1/r"), Twin((q**HALF, 1 / (2 * q**HALF)))),
)


@algorithm_loss.literal(kind="certified", scope="the loss along the first entry of H, as a power series", most=40)
def _loss_along_an_entry(at: At) -> tuple[arb, arb]:
    with precision(30, terms=2):
        first, second = (arb_series(part.coeffs()[:2]) for part in along_entry(at.H, 0, 0))
        found = second.sqrt() / first  # |M|_F/Tr M, whatever N
        change = to_fmpq(slopes(at.H)[0][0])
        return found[0], found[1] / change
