"""Dependent data and centring: the chain lives on the row space of its input, and its gap has a floor."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Integer, Rational, Symbol, solve, symbols

from theory.batchnorm import recentre
from theory.claim import Claim, Locator, Twin, Verdict
from theory.domains.given import Given
from theory.domains.numbers import Integers, Values
from theory.exact.expressions import Undefined
from theory.notation import n, r
from theory.orthogonality.stationary import gap_constant
from theory.papers.daneshmand21 import DANESHMAND21
from theory.papers.daneshmand21.domains import matrices, orthonormal_rows
from theory.papers.daneshmand21.linearised import CENTRING, points, recursions, second
from theory.papers.daneshmand21.measures import distance, gap_at, gap_of, layer
from theory.term import each, every, number, size, some
from theory.term.matrices import product
from theory.term.named import named
from theory.words import At

SLIDES = Locator(DANESHMAND21, "slides: H_(l+1) = (1/sqrt(width)) BN(W_l H_l), inputs of any rank")
CENTRED = Locator(DANESHMAND21, "the same layer, rows centred before they are normalised")
u = Symbol("u", nonnegative=True)  # squared gap of the chain of r data


@Claim(
    "daneshmand21.centred.row-space",
    source=SLIDES,
    says="rows M B, the r rows of B orthonormal, M any: a layer makes X B of them, X = d^(-1/2) BN(M) the layer of r "
    "data, and V(X B)^2 = V(X)^2 + 1/r - 1/n",
    silent_on="that so H_0 = X_0 B makes H_l = X_l B for ever, with rank <= r and V(H_l)^2 >= 1/r - 1/n",
    predicts=u + 1 / r - 1 / n,
    given=Given(
        {"M": matrices(columns=Integers(1)), "B": orthonormal_rows()},
        lambda at: size(at["M"][0]) == size(at["B"]),
        "as many columns in M as rows in B",
        letters={
            "r": lambda at: number(size(at["B"])),
            "n": lambda at: number(size(at["B"][0])),
            "u": lambda at: gap_of(layer(at["M"])),
        },
    ),
    uses=("daneshmand21.gap.range",),
    twins=(
        Twin(u, "the gap tends to 0 for any input"),
        Twin(u + 1 - r / n, "the share of dimensions that are missing"),
    ),
).literal(most=60)
def row_space(at: At) -> Any:
    found, wanted = layer(product(at.M, at.B)), product(layer(at.M), at.B)
    if not every(lambda x, y: every(lambda e, f: e == f, x, y), found, wanted):
        raise Undefined("the layer of M B is not that of M, times B")
    return gap_of(found)


@Claim(
    "daneshmand21.centred.any-input",
    source=SLIDES,
    status="reading",
    says="the gap becomes small for any input, h_3 = h_1 + h_2 included: its least value at n = 3 is 0",
    predicts=Integer(0),
    given={"n": Values(3), "r": Values(2)},
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.centred.row-space",),
    truth=1 / r - 1 / n,
)
def any_input(at: At) -> Any:
    return least_gap()


@named(
    "min{V(C)² : C = Bᵀ S B, S = Sᵀ, tr C = 1}",
    r"\min\{V(C)^2:C=B^\top SB,\ S=S^\top,\ \mathrm{tr}\,C=1\}",
    means="B = ((1, 0, 1), (0, 1, 1)); V(C) = ‖C − I/3‖",
)
def least_gap() -> Expr:
    """Rows (x, y, x + y) make C = B^T S B, B of the rows (1, 0, 1), (0, 1, 1), S symmetric; |C|^2 is convex in S."""
    p, q, s = symbols("p q s", real=True)
    S, B = ((p, q), (q, s)), ((1, 0, 1), (0, 1, 1))
    C = [[sum(S[k][m] * B[k][i] * B[m][j] for k in range(2) for m in range(2)) for j in range(3)] for i in range(3)]
    trace = sum(C[i][i] for i in range(3))
    of_trace_one = {s: solve(trace - 1, s)[0]}
    square = distance(C, [[Rational(int(i == j), 3) for j in range(3)] for i in range(3)]).subs(of_trace_one)
    return square.subs(solve([square.diff(p), square.diff(q)], (p, q)))


@Claim(
    "daneshmand21.centred.floor",
    source=CENTRED,
    says="a layer of rows that are centred, then normalised, has V^2 >= 1/(n(n-1)): V >= 1/sqrt(n(n-1)) > 0 for ever",
    silent_on="that this is attained, at C = (I - 11^T/n)/(n-1)",
    relation=">=",
    predicts=1 / (n * (n - 1)),
    given=Given(
        {"M": matrices()},
        lambda at: every(lambda row: some(lambda x, y=row[0]: x != y, row), at["M"]),
        "no row constant",
        letters={"n": lambda at: number(size(at["M"][0]))},
    ),
    speaks_of=("rc",),
    uses=("daneshmand21.gap.range",),
).literal(most=100)
def floor(at: At) -> Any:
    return gap_of(layer(each(recentre, at.M)))


def around(at: At) -> tuple[Any, Any]:
    """V^2 of P/r, and E|X|^2 around it."""
    _, P, _, S = at.X
    return gap_at(P), second(S)


@Claim(
    "daneshmand21.centred.dependent-stationary",
    source=SLIDES,
    says="stationary, input of rank r: E V^2 = 1/r - 1/n + (r-1)(r+2)^2/(4r(r+1) d) + O(d^-2); the pair: floor, and "
    "d times the rest",
    hypotheses=("W_l Gaussian, rank(H_0) = r", "the stationary chain of rank r, d -> inf"),
    predicts=(1 / r - 1 / n, gap_constant(r)),
    given=Given({"X": recursions()}, letters={"n": points, "r": lambda at: number(at["X"][0])}),
    uses=("daneshmand21.centred.row-space", "daneshmand21.width.stationary-gap"),
    twins=(
        Twin((1 / r - 1 / n, gap_constant(n)), "the constant of n data"),
        Twin((Integer(0), gap_constant(n)), "as for independent data"),
    ),
).literal(most=6)
def dependent_stationary(at: At) -> tuple[Any, Any]:
    return around(at)


@Claim(
    "daneshmand21.centred.stationary",
    source=CENTRED,
    says="centred, stationary: E V^2 = 1/(n(n-1)) + (n-2)(n+1)^2/(4n(n-1) d) + O(d^-2), the chain of n - 1 data",
    hypotheses=("rows centred, then normalised", "W_l Gaussian, rank(H_0 - mean) = n - 1, d -> inf"),
    predicts=(1 / (n * (n - 1)), (n - 2) * (n + 1) ** 2 / (4 * n * (n - 1))),
    given=Given({"X": recursions(CENTRING)}, letters={"n": points}),
    uses=("daneshmand21.centred.dependent-stationary", "daneshmand21.centred.floor"),
    twins=(Twin((Integer(0), (n - 2) * (n + 1) ** 2 / (4 * n * (n - 1))), "floor 0"),),
).literal(most=6)
def centred_stationary(at: At) -> tuple[Any, Any]:
    return around(at)
