"""Hilbert's projective metric on positive vectors, through exact rational exponentials.

For positive x, y: d_H(x, y) = log max_i (x_i/y_i) - log min_i (x_i/y_i); e^(d_H) is rational where x and y are. A
positive matrix A maps the cone into itself with the diameter Delta(A) = max d_H(A e_j, A e_l), and
d_H(Ax, Ay) <= tanh(Delta/4) d_H(x, y) (Birkhoff). Entries: ints, Fractions, SymPy rationals.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from theory.exact.rationals import rational

Row = Sequence[Any]


def spread(x: Row, y: Row) -> Fraction:
    """e^(d_H(x, y)) of two positive vectors of one length, exactly; at least 1, and 1 iff they are proportional.

    Raises
    ------
    ValueError
        for entries that are not positive, or lengths that differ.

    >>> spread([1, 2, 3], [1, 1, 1]), spread([2, 4], [1, 2])
    (Fraction(3, 1), Fraction(1, 1))
    """
    if len(x) != len(y):
        raise ValueError(f"got vectors of lengths {len(x)} and {len(y)}; wanted one length")
    if min(*x, *y) <= 0:
        raise ValueError(f"got {list(x)} and {list(y)}; Hilbert's metric wants positive entries")
    ratios = [rational(a) / rational(b) for a, b in zip(x, y, strict=True)]
    return max(ratios) / min(ratios)


def diameter(A: Sequence[Row]) -> Fraction:
    """e^(Delta(A)) = max a_ij a_kl/(a_il a_kj) of a positive matrix given by rows, exactly; O(d^3).

    >>> diameter([[2, 1], [1, 2]]), diameter([[1, 2], [2, 4]])
    (Fraction(4, 1), Fraction(1, 1))
    """
    return max((spread(x, y) for x, y in combinations(A, 2)), default=Fraction(1))


def squared_cosine(x: Row, y: Row) -> Any:
    """<x, y>^2/(|x|^2 |y|^2): squared entry of M for rows x and y of H; BN's scaling of rows does not change it."""

    def product(u: Row, v: Row) -> Any:
        return sum(a * b for a, b in zip(u, v, strict=True))

    return product(x, y) ** 2 / (product(x, x) * product(y, y))
