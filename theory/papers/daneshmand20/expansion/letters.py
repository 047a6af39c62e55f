"""Lemma 7: its hypotheses, the sums over M that coefficients are made of, and polynomials to check them by."""

from __future__ import annotations

from functools import cache

from sympy import Expr, Symbol

from theory.claim import Locator
from theory.expansion import (
    central_moment,
    frobenius,
    in_symbols,
)
from theory.expansion.index_sums import evaluate, symbol
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.expansion.setting import FACTORS

LEMMA_7 = Locator(DANESHMAND20, "Lemma 7 (its formula is missing from the text we hold)")
LAYER = ("M a correlation matrix of size d", "M+ that of RS(H + gamma W H), no centring")
WEIGHTS = (*LAYER, "entries of W independent, mean 0, variance 1")
IDENTICAL = (*WEIGHTS, "equal third moments s and fourth moments kappa")
SIZES = (2, 3, 4)
s, kappa = central_moment(3), central_moment(4)
F, T, D, Q, S1, S3, S4, P2, R1, P2_2, R3, P2_3, R4, rho, row_i, row_j, cross = map(symbol, FACTORS)


# Q = Tr M^4, S_k = sum M_ab^k, P2 = sum (M^2)_ab, P2_k = sum M_ab^k (M^2)_ab, R_k = sum M_ab^k (M^2)_bb
r = Symbol("rho", real=True)  # the correlation, d = 2


@cache
def planar(order: int, centred: bool = True) -> Expr:
    """The coefficient of gamma^order in E |M+|_F^2 at d = 2, from index sums."""
    return in_symbols(frobenius(order, centred), lambda factor: evaluate(factor, [[1, r], [r, 1]]))
