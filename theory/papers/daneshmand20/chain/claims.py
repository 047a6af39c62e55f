"""The setting, D0: the layer H -> RS(H + gamma W H) and its chain M.

RS divides each row by its root mean square, so the d x N matrix H becomes one with rows of squared norm N.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

from sympy import Expr, Integer, Rational, Symbol, oo, symbols

from theory.batchnorm import dot, rescale
from theory.claim import At, Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.claim.domains import Batches, Integers, Rationals, Values
from theory.claim.given import Given
from theory.exact.expressions import grid
from theory.exact.rationals import to_sympy
from theory.markov.residual import (
    Rows,
    identity,
    layer,
    moment,
    squares,
    times,
)
from theory.notation import d, t
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.chain.setting import DEFINED, EQ_1, named

EQ_8 = Locator(DANESHMAND20, "Properties (p.1) and (p.2)")
N = Symbol("N", integer=True, positive=True)


def rows_of(entries: Sequence[Any], length: int) -> list[Sequence[Any]]:
    """A list of entries as rows."""
    return [entries[start : start + length] for start in range(0, len(entries), length)]


a1, a2, a3, b1, b2, b3 = symbols("a1:4 b1:4", real=True)

unit_diagonal = Claim(
    "daneshmand20.chain.unit-diagonal",
    source=EQ_8,
    status="reconstructed",
    says="after rescaling M = H H^T/N has unit diagonal, and so trace d, for every N",
    tex=r"M_{ii}=1,\quad\mathrm{Tr}M=d",
    hypotheses=DEFINED,
    predicts=(Integer(1), d),
    over=grid(d=(2, 3, 5), N=(2, 4)),
    given=Given(
        {"Z": Batches(Integers(1), up_to=("scale",), constant=True), "N": Integers(1)},
        lambda at: len(at["Z"]) % int(at["N"]) == 0 and all(map(any, rows_of(at["Z"], int(at["N"])))),
        "Z = H + gamma W H row by row, N entries each, no row 0",
        {"d": lambda at: Integer(len(at["Z"]) // int(at["N"]))},
    ),
    left=r"M_{ii},\ \mathrm{Tr}M",
    speaks_of=("rs",),
    twins=(Twin((N / d, N), "M normalised by d instead of N"),),
)


@unit_diagonal.literal(scope="rows rescaled one by one; the entry of the diagonal that is farthest from 1")
def _rescaled(at: At) -> tuple[Expr, Expr]:
    rows = [rescale([to_sympy(z) for z in row]) for row in rows_of(at.Z, int(at.N))]
    diagonal = [dot(row, row) / at.N for row in rows]
    return max(diagonal, key=lambda x: abs(x - 1)), sum(diagonal, Integer(0))


@unit_diagonal.exact(scope="every H + gamma W H with d rows and N columns: d = 1, 2, 3, N = 1, 2, 4", reach="cases")
def _diagonal(predicted: Predicted) -> Compared:
    for size, data in product((1, 2, 3), (1, 2, 4)):
        Z, q = layer(named("z", size, data), identity(size), oo)
        diagonal = [sum(z**2 / q[i] for z in Z[i]) / data for i in range(size)]
        one, trace = (part.subs({d: size, N: data}) for part in predicted)
        yield f"d = {size}, N = {data}: diagonal", tuple(diagonal), (one,) * size
        yield f"d = {size}, N = {data}: trace", sum(diagonal), trace


by_columns = Claim(
    "daneshmand20.chain.by-columns",
    source=EQ_8,
    status="reading",
    says="M has unit diagonal also when each column of H, a datum, is divided by its root mean square",
    tex=r"M_{ii}=1\text{ after normalising columns}",
    hypotheses=DEFINED,
    predicts=Integer(1),
    over=({"a1": 2, "a2": 3, "b1": 3, "b2": 1}, {"a1": 5, "a2": 3, "b1": 2, "b2": 7}),
    given=Given(
        dict.fromkeys(("a1", "a2", "b1", "b2"), Rationals(above=0)),
        words="H = (a1, a2; b1, b2), up to signs, which squares do not see",
    ),
    left=r"M_{11}",
    speaks_of=("rs",),
    expected=Verdict.REFUTED,
    truth=a1**2 / (a1**2 + b1**2) + a2**2 / (a2**2 + b2**2),  # the shares of row 1 in the columns
)


@by_columns.literal(scope="columns rescaled one by one, d = N = 2")
def _rescaled_columns(at: At) -> Expr:
    rows = list(zip(rescale((at.a1, at.b1)), rescale((at.a2, at.b2)), strict=True))
    return dot(rows[0], rows[0]) / 2


NAMES = ("a1", "a2", "a3", "b1", "b2", "b3")
PAIRS = ((1, 2, 3, 5, 7, -4), (2, 1, -1, 1, 3, 6), (1, -1, 2, -2, 5, 3))

bounded_entries = Claim(
    "daneshmand20.chain.bounded-entries",
    source=EQ_8,
    status="reconstructed",
    says="two rows of N = 2 and 3 data: 1 - M_12^2 is the sum of their squared 2 x 2 minors over their squared norms",
    tex=r"1-M_{12}^2=\frac{\sum_{k<l}(a_kb_l-a_lb_k)^2}{|a|^2|b|^2}\ge0",
    hypotheses=DEFINED,
    silent_on="other N; what follows: |M_ij| <= 1, with equality exactly where the rows are parallel (note)",
    predicts=(
        (a1 * b2 - a2 * b1) ** 2 / ((a1**2 + a2**2) * (b1**2 + b2**2)),
        ((a1 * b2 - a2 * b1) ** 2 + (a1 * b3 - a3 * b1) ** 2 + (a2 * b3 - a3 * b2) ** 2)
        / ((a1**2 + a2**2 + a3**2) * (b1**2 + b2**2 + b3**2)),
    ),
    over=tuple(dict(zip(NAMES, point, strict=True)) for point in PAIRS),
    given=Given(
        {name: Rationals() for name in NAMES},
        lambda at: at["a1"] ** 2 + at["a2"] ** 2 > 0 and at["b1"] ** 2 + at["b2"] ** 2 > 0,
        "two rows that are not 0, of two entries and of three",
    ),
    left="1-M_{12}^2",
    speaks_of=("rs",),
)


@bounded_entries.literal(scope="two rescaled rows, N = 2, 3")
def _less_square(at: At) -> tuple[Expr, ...]:
    rows = (at.a1, at.a2, at.a3), (at.b1, at.b2, at.b3)
    return tuple(1 - (dot(*(rescale(row[:data]) for row in rows)) / data) ** 2 for data in (2, 3))


@bounded_entries.exact(scope="every two rows, N = 2, 3", reach="stated")
def _minors(predicted: Predicted) -> Compared:
    rows = (a1, a2, a3), (b1, b2, b3)
    for data, claimed in zip((2, 3), predicted, strict=True):
        yield f"N = {data}", 1 - squares(moment([row[:data] for row in rows]))[0][1], claimed


((a11, a12), (a21, a22)) = named("a", 2, 2)

gram_chain = Claim(
    "daneshmand20.chain.gram-chain",
    source=EQ_1,
    status="new",
    says="M alone is a Markov chain: M+ depends on H only through M, by C = A M A^T with A = I + gamma W (W at gamma "
    "= oo) and M+_ij = C_ij/sqrt(C_ii C_jj); here d = 2, M_12 = t",
    tex=r"M^+_{ij}=\frac{C_{ij}}{\sqrt{C_{ii}C_{jj}}},\quad C=(I+\gamma W)M(I+\gamma W)^\top",
    hypotheses=DEFINED,
    predicts=(a11 * a21 + a12 * a22 + t * (a11 * a22 + a12 * a21)) ** 2
    / ((a11**2 + a12**2 + 2 * t * a11 * a12) * (a21**2 + a22**2 + 2 * t * a21 * a22)),
    over=grid(a11=(1, 2), a12=(3,), a21=(-1, 4), a22=(5,), t=(Rational(1, 3), Rational(-1, 2))),
    given=Given(
        {**dict.fromkeys(("a11", "a12", "a21", "a22"), Rationals()), "u": Rationals(), "N": Values(4, 9)},
        lambda at: any((at["a11"], at["a12"])) and any((at["a21"], at["a22"])) and at["u"] != 0,
        "rows of H orthonormal or turned by an angle whose half has the tangent u; no row of A H is 0",
        {"t": lambda at: (1 - at["u"] ** 2) / (1 + at["u"] ** 2)},
    ),
    left=r"(M^+_{12})^2",
    speaks_of=("rs",),
)

BASES: dict[int, Rows] = {
    4: [(2, 0, 0, 0), (0, 2, 0, 0)],
    9: [(1, 2, 2, *[0] * 6), (2, 1, -2, *[0] * 6)],
}
"""Two orthogonal rows of squared norm N."""


@gram_chain.literal(scope="the layer on H itself, N = 4 and 9: rows of A H rescaled")
def _layer_on_data(at: At) -> Expr:
    cosine, sine = (1 - at.u**2) / (1 + at.u**2), 2 * at.u / (1 + at.u**2)
    H = times([(1, 0), (cosine, sine)], BASES[int(at.N)])
    rows = times([(at.a11, at.a12), (at.a21, at.a22)], H)
    return (dot(*map(rescale, rows)) / at.N) ** 2


@gram_chain.exact(
    scope="d = 2, every A and every t = (1-u^2)/(1+u^2), two H with the same M: N = 4 and N = 9", reach="cases"
)
def _two_factors(predicted: Predicted) -> Compared:
    u = Symbol("u", real=True)
    cosine, sine = (1 - u**2) / (1 + u**2), 2 * u / (1 + u**2)
    for data, basis in BASES.items():
        H = times([(1, 0), (cosine, sine)], basis)
        Z, q = layer(H, ((a11, a12), (a21, a22)), oo)
        computed = sum(x * y for x, y in zip(*Z, strict=True)) ** 2 / (data**2 * q[0] * q[1])
        yield f"N = {data}", computed, predicted.subs(t, cosine)
