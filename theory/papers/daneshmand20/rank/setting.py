"""Lemma 1: the paper's item, and the matrices at which its bound is attained."""

from __future__ import annotations

from sympy import Expr, Matrix, Rational, diag, eye

from theory.claim import Locator
from theory.markov import equicorrelation
from theory.papers.daneshmand20 import DANESHMAND20

LEMMA_1 = Locator(DANESHMAND20, "Lemma 1 (its formulas are missing; eq. (5) has the constant (1 - tau)^2)")


def extremal(size: int, kept: int, small: Expr) -> Matrix:
    """Unit diagonal, `kept` equal large eigenvalues and size - kept eigenvalues `small` <= 1.

    For kept | size blocks of equal correlations 1 - small; for size - kept | size simplex frames beside small I.
    """
    if size % kept == 0:
        return diag(*[equicorrelation(size // kept, 1 - small)] * kept)
    lost = size - kept
    if size % lost:
        raise ValueError(f"got {kept} of {size} eigenvalues; wanted {kept} or {lost} to divide {size}")
    b = size // lost
    return diag(*[small * eye(b) + (1 - small) * equicorrelation(b, Rational(-1, b - 1))] * lost)
