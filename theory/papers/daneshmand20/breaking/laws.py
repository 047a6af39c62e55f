"""Which laws of the weights break BN: the mean decides at first order, and centring does not help."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import sympy
from sympy import Integer, Matrix, Poly, Rational, Symbol, eye, log

from theory.claim import Claim, Compared, Predicted, Twin, Verdict
from theory.exact.expressions import grid
from theory.markov.hilbert_metric import Row, squared_cosine
from theory.notation import HALF
from theory.papers.daneshmand20.breaking.setting import BREAKING, positive_layer

g = Symbol("g", positive=True)  # gamma
mean = Symbol("m", real=True)

stability = Claim(
    "daneshmand20.breaking.rank-one-stability",
    source=BREAKING,
    status="new",
    says="d = 2, weights of mean m and variance 1: near M = 1 1^T E log det M grows by -4 m gamma + (2 + 4 m^2) gamma^2"
    " per layer, to second order: positive mean attracts at first order, mean 0 repels at second",
    tex=r"\mathbb E\log\frac{\det M^+}{\det M}\Big|_{M_{12}\to1}=-4m\gamma+(2+4m^2)\gamma^2+O(\gamma^3)",
    hypotheses=("d = 2, entries of W i.i.d., bounded", "gamma -> 0"),
    predicts=-4 * mean * g + (2 + 4 * mean**2) * g**2,
    over=grid(m=(0, HALF, 2), g=(Rational(1, 10), Rational(1, 4))),
    twins=(
        Twin(2 * g**2, "as if BN removed the mean"),
        Twin(-4 * mean * g + 2 * g**2, "mean at first order only"),
        Twin(-4 * mean * g - (2 + 4 * mean**2) * g**2, "collapse whatever the mean"),
    ),
)


@stability.exact(
    "every m: expansion of det(I + gamma W)^2/(s_1 s_2)^2, s_i the row sums, with symbolic moments",
    reach="step",
    of="at M_12 -> 1 the ratio is det(I + gamma W)^2/(s_1 s_2)^2, s_i the row sums",
)
def _expansion(predicted: Predicted) -> Compared:
    entries = sympy.symbols("w_11 w_12 w_21 w_22")
    A = eye(2) + g * Matrix(2, 2, entries)
    growth = 2 * log(A.det()) - 2 * log(A[0, 0] + A[0, 1]) - 2 * log(A[1, 0] + A[1, 1])
    moments = {0: Integer(1), 1: mean, 2: 1 + mean**2}
    total = Integer(0)
    for order in (1, 2):
        coefficient = Poly(sympy.diff(growth, g, order).subs(g, 0) / sympy.factorial(order), *entries)
        for powers, factor in coefficient.terms():
            total += factor * sympy.prod(moments[power] for power in powers) * g**order
    yield "orders gamma and gamma^2", sympy.expand(total), predicted


every_bounded_law = Claim(
    "daneshmand20.breaking.bounded-laws-collapse",
    source=BREAKING,
    status="reading",
    says="every bounded law of the weights collapses the network with BN, not just nonnegative ones: E log det M does "
    "not grow near rank one, the 16-th power of the exponential of its mean growth is at most 1",
    tex=r"\exp\Big(16\,\mathbb E\log\frac{\det M^+}{\det M}\Big|_{M_{12}\to1}\Big)\le1",
    hypotheses=("d = 2, weights +-1, gamma = 1/10",),
    relation="<=",
    predicts=Integer(1),
    over=grid(g=(Rational(1, 10),)),
    uses=("daneshmand20.breaking.rank-one-stability",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.breaking.rank-one-stability",),
    # E log det(I + gamma W) by its 16 values, and E log of the row sums 1 and 1 +- 2 gamma
    truth=((1 + 4 * g**4) * (1 - 2 * g**2) ** 2 / (1 - 4 * g**2) ** 3) ** 4,
)


@every_bounded_law.exact("B1.m2: the product of det(I + gamma W)^2/(s_1 s_2)^2 over the 16 matrices")
def _sixteen(predicted: Predicted) -> Compared:
    total, strength = Fraction(1), Fraction(1, 10)
    for w in product((-1, 1), repeat=4):
        (p, q), (u, v) = (1 + strength * w[0], strength * w[1]), (strength * w[2], 1 + strength * w[3])
        total *= ((p * v - q * u) / ((p + q) * (u + v))) ** 2
    yield "product over 16 matrices", total, predicted.subs(g, Rational(1, 10))


X = ((1, 4, 2, 8, 5), (7, 1, 4, 2, 8), (5, -7, 1, 4, 2))
Rows = list[list[Fraction]]


def centred(rows: Sequence[Row]) -> Rows:
    return [[x - Fraction(sum(row)) / len(row) for x in row] for row in rows]


def effective_rank(rows: Rows) -> Rational:
    """r = d^2/sum M_ij^2 of rows after BN's scaling."""
    total = Fraction(sum(squared_cosine(x, y) for x in rows for y in rows))
    return Rational(len(rows) ** 2 * total.denominator, total.numerator)


centring = Claim(
    "daneshmand20.breaking.centring-rescues",
    source=BREAKING,
    status="reading",
    says="with centring positive weights leave the network its r: it stays r(X), X centred",
    tex=r"r(H_L)=r(H_0)\text{ under BN with centring}",
    hypotheses=("d = 3, N = 5, explicit X and weights",),
    predicts=effective_rank(centred(X)),
    over=({},),
    uses=("daneshmand20.breaking.collapse",),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand20.breaking.collapse",),
)


@centring.exact("B1.m1: twelve centred layers in exact arithmetic; r as a multiple of 1e-6")
def _centred_layers(predicted: Predicted) -> Compared:
    H = centred(X)
    for depth in range(12):
        columns = list(zip(*H, strict=True))
        weights = positive_layer(3, depth)
        H = centred([[sum(w * h for w, h in zip(row, column, strict=True)) for column in columns] for row in weights])
    yield "L = 12, rounded to 1e-6", sympy.floor(effective_rank(H) * 10**6 + HALF) / 10**6, predicted
