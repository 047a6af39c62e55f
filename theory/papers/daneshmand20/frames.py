"""Orthonormal rows of rational numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count

from theory.domains.numbers import Choose, Endless, Integers
from theory.papers.daneshmand20.domains import FAR, Entries
from theory.papers.daneshmand20.layers import ONE_ON, Grids
from theory.term import Shape, Vec, every, one_if, places, variable
from theory.term.matrices import inner


def reflected(v: Sequence[Fraction], rows: int) -> Entries:
    """The first rows of I - 2 v v^T/|v|^2."""
    square = sum((x * x for x in v), Fraction(0))
    return tuple(tuple(int(i == j) - 2 * v[i] * y / square for j, y in enumerate(v)) for i in range(rows))


def products(A: Entries, B: Entries) -> Entries:
    columns = list(zip(*B, strict=True))
    return tuple(tuple(sum((x * y for x, y in zip(row, c, strict=True)), Fraction(0)) for c in columns) for row in A)


@dataclass(frozen=True)
class Frames(Endless):
    """Orthonormal rows of rational numbers, as tuples: k of them, of N entries; k = N where `square`.

    >>> from itertools import islice
    >>> [(len(Q), len(Q[0])) for Q in islice(Frames(Integers(1, 3)).small(), 3)]
    [(1, 1), (1, 2), (1, 3)]
    """

    k: Integers
    square: bool = False

    def __str__(self) -> str:
        return f"orthonormal rows over Q, k {self.k}{', N = k' if self.square else ''}"

    def __contains__(self, value: object) -> bool:
        if value not in Grids(self.k, ONE_ON):
            return False
        Q: Entries = value  # type: ignore[assignment]
        inner = products(Q, tuple(zip(*Q, strict=True)))
        return (len(Q) == len(Q[0]) or not self.square) and all(
            x == int(i == j) for i, row in enumerate(inner) for j, x in enumerate(row)
        )

    def general(self, name: str) -> Iterator[Shape]:
        k = variable(f"d_{name}", "nat")
        N = k if self.square else variable(f"n_{name}", "nat")
        Q, rows = Vec.named(name, k, N), places(k)
        normal = every(lambda i: every(lambda j: inner(Q[i], Q[j]) == one_if(i == j), rows), rows)
        ends = (k >= self.k.least, *(() if N is k else (k <= N,)))
        yield Shape(Q, (k,) if N is k else (k, N), (*ends, normal), rows=((name, (k, N)),))

    def _of(self, k: int, N: int, code: int) -> Entries:
        """The first rows of the product of two reflections."""
        first = [Fraction((code + 2) * (j + 1) ** 2 % 7 - 3) for j in range(N)]
        second = [Fraction((code * j + 2 * j + code) % 5 - 2) for j in range(N)]
        units = [Fraction(1), *[Fraction(0)] * (N - 1)]
        one, other = (v if any(v) else units for v in (first, second))
        return products(reflected(one, k), reflected(other, N))

    def _sizes(self) -> Iterator[tuple[int, int]]:
        if self.square:
            top = self.k.most or self.k.least + 2
            yield from ((size, size) for _ in count() for size in range(self.k.least, top + 1))
        yield from ((k, N) for k, N in Grids(self.k, ONE_ON).sizes() if k <= N)

    def small(self) -> Iterator[Entries]:
        """One of each size in turn."""
        return (self._of(k, N, code) for code, (k, N) in enumerate(self._sizes()))

    def draw(self, choose: Choose) -> Entries:
        k = choose(self.k.least, self.k.most or self.k.least + 3)
        N = k if self.square else choose(k, k + 3)
        v, w = ([Fraction(choose(-FAR, FAR)) for _ in range(N)] for _ in range(2))
        for u in (v, w):
            u[0] = u[0] or Fraction(1)
        return products(reflected(v, k), reflected(w, N))

    def near(self, value: Entries) -> Iterator[Entries]:
        """Two columns turned, one row less."""
        turned = tuple((row[0] * Fraction(3, 5) - row[-1] * Fraction(4, 5), *row[1:-1],
                        row[0] * Fraction(4, 5) + row[-1] * Fraction(3, 5)) for row in value)  # fmt: skip
        for other in (turned if len(value[0]) > 1 else value, value[:-1]):
            if other and other != value and other in self:
                yield other
