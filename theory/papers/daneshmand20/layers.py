"""One layer on rational data by its definition."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from sympy import Expr, oo

from theory.batchnorm import Row, dot, rescale
from theory.exact.rationals import rational, to_sympy
from theory.markov.residual import Rows, layer
from theory.papers.daneshmand20.matrices import Entries
from theory.term import each
from theory.term.matrices import combined


def mixed_row(H: Any, W: Any, i: Any, skip: Any = 1, gamma: Any = 1) -> Any:
    """Row i of skip H + gamma W H, of numbers or terms: skip = 0 leaves W H, as at gamma = oo."""
    return each(lambda h, w: skip * h + gamma * w, H[i], combined(W[i], H))


def listed(code: int, rows: int, columns: int) -> Entries:
    """A matrix of that number: entries -5, .., 5 over 1, 2 or 3, by squares modulo 11."""
    return tuple(
        tuple(
            Fraction(((code + 3) * (i + 1) ** 2 + (2 * j + code) ** 2 * (i + 2) + j) % 11 - 5, 1 + code % 3)
            for j in range(columns)
        )
        for i in range(rows)
    )


def signs_of(bits: Any, size: int) -> tuple[int, ...]:
    """Signs of rows by the binary digits of a number, + for 0.

    >>> signs_of(5, 4)
    (-1, 1, -1, 1)
    """
    return tuple(-1 if int(bits) >> i & 1 else 1 for i in range(size))


def after(H: Rows, W: Rows, gamma: Any) -> list[Row]:
    """RS(H + gamma W H), row by row, or RS(W H) for gamma = oo.

    Raises
    ------
    ValueError : where a row is 0.
    """
    return [rescale([to_sympy(z) for z in row]) for row in moved(H, W, gamma)]


def moved(H: Rows, W: Rows, gamma: Any) -> Rows:
    """H + gamma W H, or W H, before rescaling."""
    return layer(H, W, oo if gamma == oo else rational(gamma))[0]


def cosine(rows: Sequence[Row], i: int, j: int) -> Expr:
    """M_ij of rescaled rows."""
    return dot(rows[i], rows[j]) / len(rows[i])


def defined(H: Rows, W: Rows, gamma: Any) -> bool:
    """Whether no row of H + gamma W H is 0."""
    return all(map(any, moved(H, W, gamma)))
