"""A pair of rows and laws of three values, of which one layer is taken."""

from __future__ import annotations

from functools import cache

from sympy import Expr, Matrix, Symbol

from theory.claim import Locator
from theory.markov.one_step import (
    series,
    three_point,
)
from theory.papers.daneshmand20 import DANESHMAND20

rho = Symbol("rho", real=True)


def pair(correlation: Expr | int) -> Matrix:
    """The 2 x 2 correlation matrix."""
    return Matrix([[1, correlation], [correlation, 1]])


LEMMA_7 = Locator(DANESHMAND20, "Lemma 7")
kappa = Symbol("kappa", positive=True)
a = Symbol("a", positive=True)
IID = ("W_ij i.i.d., mean 0, variance 1",)


@cache
def three_valued() -> list[Expr]:
    """Coefficients of gamma^0..gamma^4 in E|M+|_F^2 for weights a, 0, -a at d = 2."""
    return series(pair(rho), three_point(a), 4)
