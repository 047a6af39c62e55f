"""Finite laws of rows: the chain of n data at a width, draw by draw."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from theory.claim import Locator
from theory.papers.daneshmand21 import DANESHMAND21
from theory.papers.daneshmand21.domains import Matrix
from theory.papers.daneshmand21.instances import combined, draws, projector

CHAIN = Locator(DANESHMAND21, "slides: H_(l+1) = (1/sqrt(width)) BN(W_l H_l)")
NEAR = Locator(DANESHMAND21, "Theorem 1 (second-hand), for starts near orthogonality")
ROWS = ("C_(l+1) = (1/d) sum_k u_k u_k^T", "u_1, .., u_d i.i.d. unit vectors given H_l, P = E u u^T")


def uniform(M: Matrix) -> list[tuple[Sequence[Any], Fraction]]:
    return [(row, Fraction(1, len(M))) for row in M]


def over_draws(M: Matrix, width: int, observe: Callable[[list[list[Fraction]]], Any]) -> Fraction:
    """The mean of an observable of C over all draws of so many rows of M."""
    of_rows = [projector(row) for row in M]
    return sum(
        (p * observe(combined(of_rows, [Fraction(k, width) for k in counts])) for counts, p in draws(len(M), width)),
        Fraction(0),
    )
