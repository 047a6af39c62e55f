"""One step of iterative orthogonalisation by definition: H = U diag(s) V^T and W H, multiplied out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Any

from flint import arb, arb_mat, fmpq, fmpq_mat
from sympy import Expr, ImmutableMatrix, Integer, Matrix, Rational, cancel, diag, symbols, sympify, together

from theory.claim import Locator
from theory.exact.rationals import to_fmpq
from theory.orthogonality.finite_width import gap_squared
from theory.papers.daneshmand21 import DANESHMAND21
from theory.papers.daneshmand21.measures import gap_at

STEP = Locator(DANESHMAND21, "equation (6) and appendix E (second-hand: W_l = V' Sigma^(-1/2) U^T)")
SVD = ("H = U diag(s) V^T, U and V with orthonormal columns, s > 0", "W = c V' diag(s)^(-p) U^T, V' orthogonal, c != 0")

x, y, z = symbols("x y z", positive=True)  # singular values of H


def reflection(size: int, tilt: int = 1) -> ImmutableMatrix:
    """A rational orthogonal matrix without zeros: I - 2 v v^T/|v|^2, v = (tilt, tilt + 1, ..).

    >>> reflection(2, 1)
    Matrix([
    [ 3/5, -4/5],
    [-4/5, -3/5]])
    """
    return ImmutableMatrix(entries(size, sympify(tilt)))


def entries(size: int, tilt: Any) -> list[list[Any]]:
    """Those of the reflection, in the numbers of which `tilt` is one."""
    v = [tilt + i for i in range(size)]
    square = sum(e * e for e in v)
    return [[int(i == j) - 2 * v[i] * v[j] / square for j in range(size)] for i in range(size)]


def gap2(H: Matrix) -> Expr:
    """V(H)^2, exactly."""
    return gap_squared((H.T * H).tolist())


def pair(roots: Sequence[Expr], power: Expr, columns: int | None = None, tilt: int = 1) -> tuple[Matrix, Matrix]:
    """H = U diag(roots^2) V^T and W H, W = 3 V' diag(roots^2)^(-power) U^T; d = len(roots), n = columns or d.

    U, V and V' are reflections of that tilt and the two after it.
    """
    size = len(roots)
    U, frame, turn = reflection(size, tilt), reflection(columns or size, tilt + 1)[:, :size], reflection(size, tilt + 2)
    H = U * diag(*(root**2 for root in roots)) * frame.T
    return H, 3 * turn * diag(*(root ** (-2 * power) for root in roots)) * U.T * H


@cache
def gaps_on_symbols(size: int) -> tuple[Expr, Expr]:
    """V(H)^2 and V(W H)^2, H = U diag(s) V^T, W = c V' diag(m) U^T, in symbols s0, .., m0, ..; frames as in `pair`.

    Products are multiplied out from within: U^T U and V'^T V' first, for every tilt.
    """
    tilt = symbols("tilt", positive=True)
    c = symbols("c", real=True, nonzero=True)
    s, m = (diag(*symbols(f"{name}0:{size}", positive=True)) for name in "sm")
    U, V, turn = (reflection(size, tilt + i).applyfunc(cancel) for i in range(3))
    inner, outer = ((Q.T * Q).applyfunc(cancel) for Q in (U, turn))
    before, behind = V * (s * inner * s) * V.T, c**2 * V * (s * inner * m * outer * m * inner * s) * V.T  # H^T H, ..
    of_H, of_WH = (cancel(gap_at(C.applyfunc(together).tolist())) for C in (before, behind))
    return of_H, of_WH


def gaps_in_balls(s: Sequence[arb], power: Any, tilt: int) -> tuple[arb, arb]:
    """V(H)^2 and V(W H)^2 for singular values and a power that need not be rational squares; frames as in `pair`."""
    size, exponent = len(s), arb(to_fmpq(power))
    U, frame, turn = (arb_mat(fmpq_mat(entries(size, fmpq(tilt + i)))) for i in range(3))

    def diagonal(values: Sequence[arb]) -> arb_mat:
        return arb_mat([[e if i == j else arb(0) for j in range(size)] for i, e in enumerate(values)])

    H = U * diagonal(s) * frame.transpose()
    WH = turn * diagonal([3 * e**-exponent for e in s]) * U.transpose() * H
    before, behind = (_gap_squared((M.transpose() * M).tolist()) for M in (H, WH))
    return before, behind


def _gap_squared(C: Sequence[Sequence[arb]]) -> arb:
    """|C/tr C - I/n|^2."""
    size, whole = len(C), sum((row[i] for i, row in enumerate(C)), arb(0))
    away = [C[i][j] / whole - arb(int(i == j)) / size for i, j in product(range(size), repeat=2)]
    return sum((e * e for e in away), arb(0))


def after(power: Expr | int, s: Sequence[Expr] = (x, y, z)) -> Expr:
    """V(W H)^2 from the singular values s^(1-p)."""
    return sum(e ** (4 * (1 - power)) for e in s) / sum(e ** (2 * (1 - power)) for e in s) ** 2 - Rational(1, len(s))


def power_sum(s: Sequence[Any], power: int) -> Any:
    """sum s_i^power."""
    return sum((e**power for e in s), Integer(0))
