"""From numerical matrices to an exact certificate."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import fmpq, fmpq_mat

from theory.statement.polynomial.blocks import Block
from theory.statement.polynomial.certificate import Certificate, Part
from theory.statement.polynomial.equations import Semidefinite

DENOMINATORS = (24, 2**10, 2**20)
"""To which entries are rounded, one after the other."""


def exact(
    blocks: Sequence[Block], problem: Semidefinite, numerical: Sequence[Sequence[Sequence[float]]]
) -> Certificate | None:
    """Free entries rounded, the others by the equations; where the matrices then are semidefinite, squares."""
    unknowns = sorted({(b, i, j) for entries, _ in problem.equations for b, i, j, _ in entries})
    place = {entry: k for k, entry in enumerate(unknowns)}
    rows = []
    for entries, c in problem.equations:
        row = [fmpq(0)] * (len(unknowns) + 1)
        for b, i, j, a in entries:
            row[place[b, i, j]] += fmpq(a.numerator, a.denominator)
        row[-1] = fmpq(c.numerator, c.denominator)
        rows.append(row)
    echelon, rank = fmpq_mat(rows).rref()
    table = echelon.tolist()[:rank]
    pivots = [next(k for k, a in enumerate(row) if a) for row in table]
    if pivots and pivots[-1] == len(unknowns):
        return None
    for denominator in DENOMINATORS:
        values = [fmpq(round(numerical[b][i][j] * denominator), denominator) for b, i, j in unknowns]
        for pivot, row in zip(pivots, table, strict=True):
            known = (a * values[k] for k, a in enumerate(row[:-1]) if a and k != pivot)
            values[pivot] = row[-1] - sum(known, fmpq(0))
        matrices = [[[fmpq(0)] * len(block.basis) for _ in block.basis] for block in blocks]
        for (b, i, j), value in zip(unknowns, values, strict=True):
            matrices[b][i][j] = matrices[b][j][i] = value
        parts = [_squares(block, Q) for block, Q in zip(blocks, matrices, strict=True)]
        if all(found is not None for found in parts):
            return Certificate(tuple(part for found in parts for part in found or ()))
    return None


def _squares(block: Block, Q: list[list[fmpq]]) -> list[Part] | None:
    """The quadratic form as weighted squares, by an exact decomposition; None where it is not semidefinite."""
    rest, parts = [list(row) for row in Q], []
    for k, p in enumerate(block.basis):
        size = rest[k][k]
        if size < 0 or (size == 0 and any(rest[k][k:])):
            return None
        if size == 0:
            continue
        root = p
        for i in range(k + 1, len(rest)):
            share = rest[i][k] / size
            root = root + block.basis[i] * share
            rest[i] = [a - share * b for a, b in zip(rest[i], rest[k], strict=True)]
        parts.append(Part(Fraction(int(size.p), int(size.q)), root, block.places, block.strict))
    return parts
