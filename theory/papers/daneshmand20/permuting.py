"""Matrices of permutations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count, islice
from itertools import permutations as orders
from math import prod

from theory.claim.domains import Choose, Endless, Integers
from theory.claim.unknown import general_rows
from theory.papers.daneshmand20.domains import Entries
from theory.papers.daneshmand20.layers import TWO_ON
from theory.term import Shape, every, places, total
from theory.term.matrices import column
from theory.term.scalar import any_of


@dataclass(frozen=True)
class Permuting(Endless):
    """Matrices of permutations, as tuples of rows.

    >>> [[list(map(int, row)) for row in P] for P in islice(Permuting().small(), 2)]
    [[[0, 1], [1, 0]], [[0, 1, 0], [0, 0, 1], [1, 0, 0]]]
    """

    d: Integers = TWO_ON

    def __str__(self) -> str:
        return f"the matrix of a permutation, d {self.d}"

    def __contains__(self, value: object) -> bool:
        return (
            isinstance(value, tuple)
            and len(value) in self.d
            and all(sorted(row) == [0] * (len(value) - 1) + [1] for row in (*value, *zip(*value, strict=True)))
        )

    def general(self, name: str) -> Iterator[Shape]:
        found = general_rows(name, self.d.least, None)
        P, there = found.value, places(found.variables[0])
        bits = every(lambda row: every(lambda x: any_of(x == 0, x == 1), row), P)
        ones = every(lambda row: total(row) == 1, P), every(lambda j: total(column(P, j)) == 1, there)
        yield Shape(P, found.variables, (*found.conditions, bits, *ones), rows=found.rows)

    def small(self) -> Iterator[Entries]:
        """Of sizes d, .., d + 3 in turn; cycles first."""
        for code in count():
            for d in range(self.d.least, self.d.least + 4):
                yield matrix_of(_numbered(d, code))

    def draw(self, choose: Choose) -> Entries:
        left = list(range(choose(self.d.least, self.d.least + 3)))
        return matrix_of([left.pop(choose(0, len(left) - 1)) for _ in range(len(left))])

    def near(self, value: Entries) -> Iterator[Entries]:
        """Two rows exchanged."""
        return ((*value[:i], value[i + 1], value[i], *value[i + 2 :]) for i in range(len(value) - 1))


def matrix_of(p: Sequence[int]) -> Entries:
    """P with (P A)_i = A_(p_i)."""
    return tuple(tuple(Fraction(j == i) for j in range(len(p))) for i in p)


def _numbered(d: int, code: int) -> tuple[int, ...]:
    """A permutation of d places, the identity last."""
    cycle = [*range(1, d), 0]
    return next(islice(orders(cycle), code % prod(range(1, d + 1)), None))
