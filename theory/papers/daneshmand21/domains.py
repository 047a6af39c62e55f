"""Instances of the statements: spectra and matrices as domains."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, count, islice, product
from math import gcd
from typing import Any

from theory.domains.batches import Batches
from theory.domains.numbers import FAR, Choose, Endless, Integers, between, once
from theory.term import Shape, Vec, constant, every, some, variable
from theory.term.scalar import any_of

Matrix = tuple[tuple[Any, ...], ...]


@dataclass(frozen=True)
class Spectra(Batches):
    """Eigenvalues >= 0 (`full`: > 0), not all 0, of a positive matrix; in between, reordered, scaled and wide ones.

    >>> from itertools import islice
    >>> [tuple(map(str, x)) for x in islice(Spectra(full=True).small(), 4)]
    [('1', '1'), ('1', '2'), ('1', '2048'), ('2', '2')]
    """

    up_to: tuple[str, ...] = ("order", "scale")
    constant: bool = True
    full: bool = False

    def __str__(self) -> str:
        return f"n eigenvalues {'> 0' if self.full else '>= 0, not all 0'}, n {self.n}"

    def __contains__(self, value: object) -> bool:
        return super().__contains__(value) and isinstance(value, tuple) and max(value) > 0 and self._low(min(value))

    def _low(self, least: Any) -> bool:
        return bool(least > 0 if self.full else least >= 0)

    def general(self, name: str) -> Iterator[Shape]:
        n = variable(f"{name}_count", "nat")
        row = Vec.named(name, n)
        signs = every(lambda e: e > 0, row) if self.full else every(lambda e: e >= 0, row)
        known = (signs,) if self.full else (signs, some(lambda e: e != 0, row))
        yield Shape(row, (n,), (n >= self.n.least, *known), rows=((name, (n,)),))

    def abstract(self, name: str, most: int) -> Iterator[Shape]:
        for n in range(self.n.least, min(most, self.n.most or most) + 1):
            row = tuple(variable(f"{name}{i}") for i in range(n))
            signs = tuple(e > 0 if self.full else e >= 0 for e in row)
            yield Shape(row, row, (*signs, any_of(*(e > 0 for e in row))), n)

    def small(self) -> Iterator[tuple[Fraction, ...]]:
        known: list[tuple[Fraction, ...]] = []
        forms = noted(once(map(self._of, super().small())), known)
        others = (wide(known[place + 1]) if place % 2 == 0 else turned(known[place], place) for place in count())
        return once(between(forms, others, 2, 3))

    def draw(self, choose: Choose) -> tuple[Fraction, ...]:
        return self._of(super().draw(choose))

    def _of(self, row: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
        least = 1 if self.full or not any(row) else 0
        return tuple(abs(x) + least for x in row)


SCALES = tuple(Fraction(p, q) for p, q in ((1, 2), (3, 1), (2**20, 1), (5, 7), (1, 1024)))


def noted(values: Iterator[Any], known: list[Any]) -> Iterator[Any]:
    """The same, written down."""
    for value in values:
        known.append(value)
        yield value


def wide(row: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
    """The last number far above the others.

    >>> [int(x) for x in wide((Fraction(1), Fraction(2)))]
    [1, 2048]
    """
    return (*row[:-1], 1024 * row[-1])


def turned(row: tuple[Fraction, ...], code: int) -> tuple[Fraction, ...]:
    """A row in another order, times a positive number."""
    start = (code + 1) % len(row)
    return tuple(SCALES[code % len(SCALES)] * x for x in row[start:] + row[:start])


ANY_ROWS, ANY_COLUMNS = Integers(1), Integers(2)


@dataclass(frozen=True)
class Matrices(Endless):
    """Matrices of rational numbers, tuples of rows; those of small entries without a row of zeros have their rows up to
    order and scale, and in between there are such with rows in another order, scaled, of either sign.

    zeros : whether a row may be of zeros.

    >>> from itertools import islice
    >>> list(islice(Matrices().small(), 2))
    [((Fraction(0, 1), Fraction(1, 1)),), ((Fraction(1, 1), Fraction(-1, 1)),)]
    """

    rows: Integers = ANY_ROWS
    columns: Integers = ANY_COLUMNS
    zeros: bool = False

    def __str__(self) -> str:
        return f"of rows {self.rows} and columns {self.columns}{'' if self.zeros else ', no row 0'}"

    def __contains__(self, value: object) -> bool:
        return (
            isinstance(value, tuple)
            and len(value) in self.rows
            and len({len(row) for row in value}) == 1
            and len(value[0]) in self.columns
            and (self.zeros or all(any(row) for row in value))
        )

    def small(self) -> Iterator[Matrix]:
        """All shapes by turns, each with entries of growing size; without end."""
        known: list[Matrix] = []
        images = (_image(known[place], place) for place in count())
        return once(between(noted(self._forms(), known), images, 2, 3))

    def _forms(self) -> Iterator[Matrix]:
        running: list[Iterator[Matrix]] = []
        for height in count():
            for more in range(height + 1):
                shape = (self.rows.least + height - more, self.columns.least + more)
                if shape[0] in self.rows and shape[1] in self.columns:
                    running.append(_of_shape(*shape))
            for matrices in running:
                yield from islice(matrices, 1)

    def general(self, name: str) -> Iterator[Shape]:
        """Rows entry by entry where there is but one number of columns."""
        fixed = self.columns.least if self.columns.least == self.columns.most else None
        d, n = variable(f"{name}_rows", "nat"), variable(f"{name}_columns", "nat")
        free = ((d, self.rows),) if fixed else ((d, self.rows), (n, self.columns))
        sizes = [it >= of.least for it, of in free] + [it <= of.most for it, of in free if of.most]
        width = constant(fixed) if fixed else n
        named = Vec.named(name, d, width)
        rows = Vec(d, lambda i: tuple(named[i][j] for j in range(fixed))) if fixed else named
        known = () if self.zeros else (every(lambda row: some(lambda e: e != 0, row), named),)
        yield Shape(rows, tuple(it for it, _ in free), (*sizes, *known), rows=((name, (d, width)),))

    def abstract(self, name: str, most: int) -> Iterator[Shape]:
        sizes = (range(of.least, min(most, of.most or most) + 1) for of in (self.rows, self.columns))
        for d, n in product(*sizes):
            rows = tuple(tuple(variable(f"{name}{i}_{j}") for j in range(n)) for i in range(d))
            known = () if self.zeros else tuple(any_of(*(x != 0 for x in row)) for row in rows)
            yield Shape(rows, tuple(x for row in rows for x in row), known, f"{d} x {n}")

    def draw(self, choose: Choose) -> Matrix:
        rows, columns = (choose(of.least, min(of.least + 3, of.most or FAR)) for of in (self.rows, self.columns))
        found = [[Fraction(choose(-FAR, FAR), choose(1, 3)) for _ in range(columns)] for _ in range(rows)]
        return tuple(tuple(row) if any(row) else (Fraction(1), *row[1:]) for row in found)

    def near(self, value: Matrix) -> Iterator[Matrix]:
        """A row or a column less, an entry rounded or moved."""
        found = [value[:i] + value[i + 1 :] for i in range(len(value))]
        found += [tuple(row[:j] + row[j + 1 :] for row in value) for j in range(len(value[0]))]
        for i, row in enumerate(value):
            for j, x in enumerate(row):
                others = (Fraction(round(x)), x + Fraction(1, 16), x - Fraction(1, 16))
                found += [(*value[:i], (*row[:j], other, *row[j + 1 :]), *value[i + 1 :]) for other in others]
        return (other for other in found if other and other in self and other != value)

    def size(self, value: Matrix) -> int:
        return len(value) * len(value[0])


def _of_shape(rows: int, columns: int) -> Iterator[Matrix]:
    """Rows up to sign and scale, in any order, by the greatest entry."""
    for top in count(1) if columns > 1 else (1,):
        directions = [row for row in product(range(-top, top + 1), repeat=columns) if _direction(row)]
        for chosen in combinations_with_replacement(directions, rows):
            if max(abs(x) for row in chosen for x in row) == top:
                yield tuple(tuple(map(Fraction, row)) for row in chosen)


def _image(M: Matrix, code: int) -> Matrix:
    """Rows in the reverse order, each times a number of its own."""
    factors = (SCALES[(code + i) % len(SCALES)] * (-1) ** (code + i) for i in range(len(M)))
    return tuple(tuple(factor * x for x in row) for factor, row in zip(factors, M[::-1], strict=True))


def _direction(row: tuple[int, ...]) -> bool:
    return gcd(*row) == 1 and next(x for x in row if x) > 0
