"""Smaller forms: what a numerical matrix annihilates is taken out of the basis."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from flint import fmpq

from theory.statement.polynomial.blocks import Block

Gram = list[list[float]]

SMALL = 60
"""Greatest denominator of a coordinate of what is taken out."""


def smaller(block: Block, X: Gram, tolerance: float) -> Iterator[Block]:
    """The block on what the matrix does not annihilate: by a Cholesky decomposition with pivots."""
    n = len(X)
    rest = [list(row) for row in X]
    chosen: list[int] = []
    while len(chosen) < n:
        pivot = max((i for i in range(n) if i not in chosen), key=lambda i: rest[i][i])
        size = rest[pivot][pivot]
        if size <= tolerance * max(1.0, *(X[i][i] for i in range(n))):
            break
        chosen.append(pivot)
        for i in range(n):
            if i not in chosen:
                share = rest[i][pivot] / size
                rest[i] = [a - share * b for a, b in zip(rest[i], rest[pivot], strict=True)]
    if len(chosen) == n:
        yield block
    elif chosen:
        basis = [block.basis[i] for i in chosen]
        for j in range(n):
            if j not in chosen:
                shares = _solved([[X[i][k] for k in chosen] for i in chosen], [X[i][j] for i in chosen])
                for place, share in enumerate(shares):
                    near = Fraction(share).limit_denominator(SMALL)
                    basis[place] += block.basis[j] * fmpq(near.numerator, near.denominator)
        yield replace(block, basis=tuple(basis))


def _solved(A: Gram, b: list[float]) -> list[float]:
    """A x = b, A positive definite."""
    rows = [[*row, right] for row, right in zip(A, b, strict=True)]
    for k in range(len(rows)):
        rows[k] = [a / rows[k][k] for a in rows[k]]
        for i in range(len(rows)):
            if i != k:
                rows[i] = [a - rows[i][k] * c for a, c in zip(rows[i], rows[k], strict=True)]
    return [row[-1] for row in rows]
