"""Blocks as equations between the entries of matrices, for a solver of semidefinite programs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from flint import fmpq

from theory.statement.polynomial.blocks import Block
from theory.statement.polynomial.questions import Question

MOST_UNKNOWNS, MOST_EQUATIONS = 3000, 400

Entry = tuple[int, int, int]
"""Block, row, column."""


@dataclass(frozen=True)
class Semidefinite:
    """Matrices X_b >= 0 with sum over b, i <= j of a X_b[i, j] = c, for each equation; all that a solver sees.

    Attributes
    ----------
    sizes : of the matrices. equations : (entries (b, i, j, a), c).
    """

    sizes: tuple[int, ...]
    equations: tuple[tuple[tuple[tuple[int, int, int, Fraction], ...], Fraction], ...]


def assembled(question: Question, blocks: list[Block]) -> tuple[list[Block], Semidefinite] | None:
    """The equations, one for each monomial; without what squares alone make vanish. None if too large."""
    if sum(len(block.basis) * (len(block.basis) + 1) // 2 for block in blocks) > MOST_UNKNOWNS:
        return None
    entries: dict[tuple[int, int, int], dict[tuple[int, ...], fmpq]] = {}
    for b, block in enumerate(blocks):
        for i, p in enumerate(block.basis):
            for j, q in enumerate(block.basis[: i + 1]):
                product = question.reduced(block.factor * p * q)
                entries[b, j, i] = (product if i == j else 2 * product).to_dict()
    gone: set[tuple[int, int]] = set()
    while True:
        equations: dict[tuple[int, ...], list[tuple[tuple[int, int, int], fmpq]]] = {}
        for entry, terms in entries.items():
            for monomial, c in terms.items():
                equations.setdefault(monomial, []).append((entry, c))
        more = {
            (b, i)
            for found in equations.values()
            if all(i == j for (_, i, j), _ in found) and (all(c > 0 for _, c in found) or all(c < 0 for _, c in found))
            for (b, i, _), _ in found
        }
        if not more:
            break
        gone |= more
        entries = {e: terms for e, terms in entries.items() if not {(e[0], e[1]), (e[0], e[2])} & more}
    return _renumbered(blocks, gone, equations)


def _renumbered(
    blocks: list[Block],
    gone: set[tuple[int, int]],
    equations: dict[tuple[int, ...], list[tuple[tuple[int, int, int], fmpq]]],
) -> tuple[list[Block], Semidefinite] | None:
    left = {b: [i for i in range(len(block.basis)) if (b, i) not in gone] for b, block in enumerate(blocks)}
    order = [b for b in left if left[b]]
    kept = [replace(blocks[b], basis=tuple(blocks[b].basis[i] for i in left[b])) for b in order]
    if not any(block.strict for block in kept) or len(equations) > MOST_EQUATIONS:
        return None
    place = {(b, i): (k, left[b].index(i)) for k, b in enumerate(order) for i in left[b]}
    made = []
    for found in equations.values():
        entries = tuple((*place[b, i], place[b, j][1], Fraction(int(c.p), int(c.q))) for (b, i, j), c in found)
        made.append((entries, Fraction(0)))
    unit = tuple((k, 0, 0, Fraction(1)) for k, block in enumerate(kept) if block.strict)
    return kept, Semidefinite(tuple(len(block.basis) for block in kept), (*made, (unit, Fraction(1))))
