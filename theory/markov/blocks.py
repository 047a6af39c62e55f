"""Symmetric matrices of equal entries in blocks, whose sizes may be symbols: a sum of n equal terms is n times one.

Rows of one block are alike: M_ii is the block's own number, M_ij one number for each pair of blocks, i != j. Products
are of this kind, too, so that powers are sums over rows, taken block by block.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sympy import expand, sympify


@dataclass(frozen=True)
class Blocks:
    """A symmetric matrix of equal entries in blocks.

    Parameters
    ----------
    sizes : of the blocks; numbers or symbols, at least 1.
    diagonal : M_ii of each block. entries : M_ij for i != j in these blocks, symmetric; of a block of one row any.

    >>> from sympy import Symbol
    >>> n = Symbol("n")
    >>> ones = Blocks((n,), (1,), ((1,),))
    >>> ones.trace(), (ones @ ones @ ones).trace()
    (n, n**3)
    """

    sizes: Sequence[Any]
    diagonal: Sequence[Any]
    entries: Sequence[Sequence[Any]]

    def __matmul__(self, other: Blocks) -> Blocks:
        blocks = range(len(self.sizes))
        return Blocks(
            self.sizes,
            tuple(expand(self._own(other, k)) for k in blocks),
            tuple(tuple(expand(self._entry(other, k, l)) for l in blocks) for k in blocks),
        )

    def _own(self, other: Blocks, k: int) -> Any:
        """(AB)_ii for i in block k: the term of i itself, and of all other rows."""
        others = sum(
            (size - int(m == k)) * self.entries[k][m] * other.entries[m][k] for m, size in enumerate(self.sizes)
        )
        return sympify(self.diagonal[k] * other.diagonal[k] + others)

    def _entry(self, other: Blocks, k: int, l: int) -> Any:
        """(AB)_ij for i != j in blocks k and l: the terms of i and of j, and of all other rows."""
        own = self.diagonal[k] * other.entries[k][l] + self.entries[k][l] * other.diagonal[l]
        others = sum(
            (size - int(m == k) - int(m == l)) * self.entries[k][m] * other.entries[m][l]
            for m, size in enumerate(self.sizes)
        )
        return sympify(own + others)

    def trace(self, power: int = 1) -> Any:
        """The sum of M_ii^power over the rows."""
        return expand(sum(size * own**power for size, own in zip(self.sizes, self.diagonal, strict=True)))
