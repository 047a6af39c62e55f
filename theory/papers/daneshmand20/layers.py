"""One layer on rational data by its definition, and the data and weights that it is evaluated at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from typing import Any

from sympy import Expr, oo

from theory.batchnorm import Row, dot, rescale
from theory.domains.general import general_rows
from theory.domains.matrices import fewer
from theory.domains.numbers import Choose, Endless, Integers
from theory.exact.rationals import rational, to_sympy
from theory.markov.residual import Rows, layer
from theory.papers.daneshmand20.domains import FAR, Entries
from theory.term import Shape, Vec, each, some, variable
from theory.term.matrices import combined

TWO_ON, ONE_ON = Integers(2), Integers(1)

HEIGHT = 3
"""Listed matrices have at most so many rows and columns more than the least; drawn ones, too."""


@dataclass(frozen=True)
class Grids(Endless):
    """Rational matrices for the real ones, as tuples of rows; square ones where `columns` is None.

    >>> from itertools import islice
    >>> [[len(A), len(A[0])] for A in islice(Grids(columns=Integers(1)).small(), 4)]
    [[2, 1], [2, 2], [3, 1], [2, 3]]
    """

    rows: Integers = TWO_ON
    columns: Integers | None = None

    def __str__(self) -> str:
        return f"in Q^(d x d), d {self.rows}" if self.columns is None else f"in Q^(d x N), d {self.rows}"

    def __contains__(self, value: object) -> bool:
        if not (isinstance(value, tuple) and len(value) in self.rows and all(isinstance(row, tuple) for row in value)):
            return False
        width = len(value[0])
        entries = [x for row in value for x in row]
        return (
            all(len(row) == width for row in value)
            and (width == len(value) if self.columns is None else width in self.columns)
            and all(isinstance(x, int | Fraction) for x in entries)
        )

    def general(self, name: str) -> Iterator[Shape]:
        if self.rows.most is None and (self.columns is None or self.columns.most is None):
            yield general_rows(name, self.rows.least, None if self.columns is None else self.columns.least)

    def sizes(self) -> Iterator[tuple[int, int]]:
        """Numbers of rows and columns in turn, without end."""
        low, high = self.rows.least, min(self.rows.least + HEIGHT, self.rows.most or self.rows.least + HEIGHT)
        for total in count():
            extra = total % (2 * HEIGHT + 1)
            if self.columns is None:
                size = low + total % (high - low + 1)
                yield size, size
                continue
            first, last = self.columns.least, self.columns.most
            for more in range(min(extra, high - low) + 1):
                if extra - more <= HEIGHT and (last is None or first + extra - more <= last):
                    yield low + more, first + extra - more

    def small(self) -> Iterator[Entries]:
        """One of each size in turn."""
        return (listed(code, *size) for code, size in enumerate(self.sizes()))

    def draw(self, choose: Choose) -> Entries:
        rows = int(self.rows.draw(choose))
        columns = rows if self.columns is None else int(self.columns.draw(choose))
        return tuple(tuple(Fraction(choose(-FAR, FAR), choose(1, FAR)) for _ in range(columns)) for _ in range(rows))

    def near(self, value: Entries) -> Iterator[Entries]:
        """A row and a column less, and once more; one entry moved, or 0, or rounded."""
        wider = tuple((*row, row[0]) for row in value)
        if self.columns is None:
            found = [tuple(row[:-1] for row in value[:-1]), (*wider, wider[0])]
        else:
            found = [value[:-1], (*value, value[0]), tuple(row[:-1] for row in value), wider]
        yield from (other for other in found if other and other[0] and other in self)
        for i in fewer(len(value)):
            row = value[i]
            for j in fewer(len(row)):
                x = row[j]
                for y in (Fraction(0), Fraction(round(x)), x + 1, x - 1, x + Fraction(1, 16)):
                    if y != x:
                        yield (*value[:i], (*row[:j], y, *row[j + 1 :]), *value[i + 1 :])


@dataclass(frozen=True)
class Layers(Endless):
    """W, d x d, beside H, d x N, as rows of d + N rational numbers: `weights` and `data` take them apart.

    >>> from itertools import islice
    >>> [(len(A), len(A[0])) for A in islice(Layers().small(), 4)]
    [(2, 3), (2, 4), (3, 4), (2, 5)]
    """

    d: Integers = TWO_ON
    N: Integers = ONE_ON

    def __str__(self) -> str:
        return f"weights in Q^(d x d) beside data in Q^(d x N), d {self.d}, N {self.N}"

    def __contains__(self, value: object) -> bool:
        return value in Grids(self.d, Integers(1)) and len(data(value)[0]) in self.N

    def general(self, name: str) -> Iterator[Shape]:
        d, N = variable("d", "nat"), variable("N", "nat")
        beside = Beside(Vec.named("W", d, d), Vec.named("H", d, N))
        yield Shape(beside, (d, N), (d >= self.d.least, self.N.least <= N), rows=(("W", (d, d)), ("H", (d, N))))

    def small(self) -> Iterator[Entries]:
        """One of each size in turn."""
        for code, (d, N) in enumerate(Grids(self.d, self.N).sizes()):
            yield listed(code, d, d + N)

    def draw(self, choose: Choose) -> Entries:
        H = Grids(self.d, self.N).draw(choose)
        W = Grids(Integers(len(H), len(H))).draw(choose)
        return tuple(a + b for a, b in zip(W, H, strict=True))

    def near(self, value: Entries) -> Iterator[Entries]:
        return (other for other in Grids(self.d, Integers(1)).near(value) if other in self)


@dataclass(frozen=True)
class Beside:
    """What `Layers` has, of unknown sizes."""

    weights: Any
    data: Any


def weights(A: Any) -> Any:
    return A.weights if isinstance(A, Beside) else tuple(row[: len(A)] for row in A)


def data(A: Any) -> Any:
    return A.data if isinstance(A, Beside) else tuple(row[len(A) :] for row in A)


def mixed_row(H: Any, W: Any, i: Any, skip: Any = 1, gamma: Any = 1) -> Any:
    """Row i of skip H + gamma W H, of numbers or terms: skip = 0 leaves W H, as at gamma = oo."""
    return each(lambda h, w: skip * h + gamma * w, H[i], combined(W[i], H))


def not_zero(row: Any) -> Any:
    """Whether some entry is not 0."""
    return some(lambda x: x != 0, row)


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
