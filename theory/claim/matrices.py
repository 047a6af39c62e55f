"""Domains of matrices: rational symmetric ones, and correlation matrices of every rank."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, count, islice, product

from sympy import Rational

from theory.claim.domains import Choose, Endless, Integers
from theory.claim.unknown import correlation, general_matrix, general_signs, sized_matrices, symmetric
from theory.term import Shape

Square = tuple[tuple[Fraction, ...], ...]

TRIES = 64
FROM_TWO = Integers(2)

MOST_SIZES = 5
"""Listed matrices have so many sizes; drawn ones, too."""


def _symmetric(value: object, sizes: Integers) -> bool:
    if not (isinstance(value, tuple) and len(value) in sizes and all(isinstance(row, tuple) for row in value)):
        return False
    size = len(value)
    return all(len(row) == size for row in value) and all(
        isinstance(value[i][j], int | Fraction | Rational) and value[i][j] == value[j][i]
        for i in range(size)
        for j in range(size)
    )


def _sizes(d: Integers, most: int) -> range:
    """Those that are chosen where sizes up to `most` are asked for."""
    return range(d.least, min(most, d.most or most) + 1)


def positive_semidefinite(M: Square) -> bool:
    """Whether a symmetric matrix has no negative eigenvalue: Gauss elimination, exactly.

    >>> positive_semidefinite(((1, 1), (1, 1))), positive_semidefinite(((1, 2), (2, 1)))
    (True, False)
    """
    rest = [[Fraction(x) for x in row] for row in M]
    while rest:
        pivot, row = rest[0][0], rest[0]
        if pivot < 0 or (pivot == 0 and any(row)):
            return False
        if pivot:
            below = range(1, len(rest))
            rest = [[rest[i][j] - row[i] * row[j] / pivot for j in below] for i in below]
        else:
            rest = [below_it[1:] for below_it in rest[1:]]
    return True


def unit_row(point: tuple[int, ...]) -> tuple[Fraction, ...]:
    """(2v, |v|^2 - 1)/(|v|^2 + 1): a row of length 1 with rational entries, one longer than v.

    >>> tuple(map(str, unit_row((2,))))
    ('4/5', '3/5')
    """
    square = sum(c * c for c in point)
    return (*(Fraction(2 * c, square + 1) for c in point), Fraction(square - 1, square + 1))


@cache
def _rows(dimension: int, most: int) -> tuple[tuple[Fraction, ...], ...]:
    """Unit rows of the points with |v_1| + .. <= most, in order of that sum."""
    points = [p for p in product(range(-most, most + 1), repeat=dimension) if sum(map(abs, p)) <= most]
    return tuple(map(unit_row, sorted(points, key=lambda p: (sum(map(abs, p)), p))))


def gram(rows: tuple[tuple[Fraction, ...], ...]) -> Square:
    return tuple(tuple(sum(map(Fraction.__mul__, a, b), Fraction(0)) for b in rows) for a in rows)


@dataclass(frozen=True)
class Correlations(Endless):
    """Correlation matrices with rational entries, d by d, as tuples of rows: M_ii = 1, no negative eigenvalue.

    Listed ones are Gram matrices of d rational unit rows in k = 1, .., d dimensions, so of every rank.

    Parameters
    ----------
    d : the sizes. full : whether only invertible ones.

    >>> from itertools import islice
    >>> [[list(map(str, row)) for row in M] for M in islice(Correlations().small(), 2)]
    [[['1', '1'], ['1', '1']], [['1', '-1'], ['-1', '1']]]
    """

    d: Integers = FROM_TWO
    full: bool = False

    def __str__(self) -> str:
        return f"a{'n invertible' if self.full else ''} correlation matrix over Q, d {self.d}"

    def __contains__(self, value: object) -> bool:
        if not _symmetric(value, self.d):
            return False
        M: Square = value  # type: ignore[assignment]
        return (
            all(M[i][i] == 1 for i in range(len(M)))
            and positive_semidefinite(M)
            and (not self.full or self._invertible(M))
        )

    @staticmethod
    def _invertible(M: Square) -> bool:
        rest = [[Fraction(x) for x in row] for row in M]
        while rest:
            if not rest[0][0]:
                return False
            below = range(1, len(rest))
            rest = [[rest[i][j] - rest[i][0] * rest[0][j] / rest[0][0] for j in below] for i in below]
        return True

    def general(self, name: str) -> Iterator[Shape]:
        if not self.full:  # that it is invertible is no condition on its entries that is written here
            yield general_matrix(name, self.d.least, self.d.most, correlation)

    def abstract(self, name: str, most: int) -> Iterator[Shape]:
        if not self.full:
            yield from sized_matrices(name, _sizes(self.d, most), correlations=True)

    def small(self) -> Iterator[Square]:
        """By d + greatest entry of the points from which rows come, a few of each; each matrix once."""
        seen: set[Square] = set()
        for height in count(1):
            for d in islice(self.d.small(), min(height, MOST_SIZES)):
                for k in range(int(d) if self.full else 1, int(d) + 1):
                    for M in self._of(int(d), k, height - (int(d) - self.d.least)):
                        if M not in seen and (not self.full or self._invertible(M)):
                            seen.add(M)
                            yield M
            if self.d.most is not None and height > 60:
                return

    def _of(self, d: int, k: int, most: int) -> Iterator[Square]:
        if k == 1:
            yield from (gram(tuple((Fraction(s),) for s in (1, *signs))) for signs in product((1, -1), repeat=d - 1))
            return
        choice = combinations if self.full else combinations_with_replacement
        yield from (
            gram(chosen) for chosen in islice(choice(_rows(k - 1, most if k < 4 else min(most, 2)), d), 12 * most)
        )

    def draw(self, choose: Choose) -> Square:
        d = choose(self.d.least, self.d.least + 4 if self.d.most is None else min(self.d.most, self.d.least + 4))
        for _ in range(TRIES):
            k = d if self.full else choose(1, d)
            if k == 1:
                return gram(tuple((Fraction(2 * choose(0, 1) - 1),) for _ in range(d)))
            M = gram(tuple(unit_row(tuple(choose(-5, 5) for _ in range(k - 1))) for _ in range(d)))
            if M in self:
                return M
        return tuple(tuple(Fraction(int(i == j)) for j in range(d)) for i in range(d))

    def near(self, value: Square) -> Iterator[Square]:
        """A row less, an entry moved, all of them shrunk towards I."""
        size = len(value)
        found = [tuple(tuple(x for j, x in enumerate(row) if j != i) for row in (*value[:i], *value[i + 1 :]))
                 for i in range(size)]  # fmt: skip
        for share in (Fraction(1, 2), Fraction(7, 8)):
            found.append(tuple(tuple(x if i == j else x * share for j, x in enumerate(row))
                               for i, row in enumerate(value)))  # fmt: skip
        for i, j in product(range(size), repeat=2):
            for step in (Fraction(1, 2), Fraction(-1, 2), Fraction(1, 16), Fraction(-1, 16)) if i < j else ():
                found.append(tuple(tuple(x + step if {a, b} == {i, j} else x for b, x in enumerate(row))
                                   for a, row in enumerate(value)))  # fmt: skip
        return (M for M in found if M in self and value != M)


@dataclass(frozen=True)
class Symmetric(Endless):
    """Symmetric d by d matrices with rational entries."""

    d: Integers = FROM_TWO

    def __str__(self) -> str:
        return f"a symmetric matrix over Q, d {self.d}"

    def __contains__(self, value: object) -> bool:
        return _symmetric(value, self.d)

    @staticmethod
    def _filled(d: int, entries: tuple[int, ...]) -> Square:
        place = {(i, j): n for n, (i, j) in enumerate((i, j) for i in range(d) for j in range(i, d))}
        return tuple(tuple(Fraction(entries[place[min(i, j), max(i, j)]]) for j in range(d)) for i in range(d))

    def general(self, name: str) -> Iterator[Shape]:
        yield general_matrix(name, self.d.least, self.d.most, symmetric)

    def abstract(self, name: str, most: int) -> Iterator[Shape]:
        yield from sized_matrices(name, _sizes(self.d, most), correlations=False)

    def small(self) -> Iterator[Square]:
        """By d + greatest entry, a few of each."""
        for height in count(1):
            for d in islice(self.d.small(), min(height, MOST_SIZES)):
                top, free = height - (int(d) - self.d.least), int(d) * (int(d) + 1) // 2
                found = (e for e in product(range(-top, top + 1), repeat=free) if max(map(abs, e)) == top)
                yield from (self._filled(int(d), e) for e in islice(found, 0, 20 * 7, 7))

    def draw(self, choose: Choose) -> Square:
        d = choose(self.d.least, self.d.least + 4 if self.d.most is None else min(self.d.most, self.d.least + 4))
        return self._filled(d, tuple(choose(-9, 9) for _ in range(d * (d + 1) // 2)))

    def near(self, value: Square) -> Iterator[Square]:
        for i, j in product(range(len(value)), repeat=2):
            for step in (1, -1, Fraction(1, 8)) if i <= j else ():
                yield tuple(
                    tuple(x + step if {a, b} == {i, j} else x for b, x in enumerate(row)) for a, row in enumerate(value)
                )


@dataclass(frozen=True)
class Signs(Endless):
    """Vectors of d signs, as tuples of 1 and -1."""

    d: Integers = FROM_TWO

    def __str__(self) -> str:
        return f"in {{-1, 1}}^d, d {self.d}"

    def __contains__(self, value: object) -> bool:
        return isinstance(value, tuple) and len(value) in self.d and all(s in (1, -1) for s in value)

    def general(self, name: str) -> Iterator[Shape]:
        yield general_signs(name, self.d.least, self.d.most)

    def abstract(self, name: str, most: int) -> Iterator[Shape]:
        for d in _sizes(self.d, most):
            yield from (Shape(s, size=d) for s in product((1, -1), repeat=d))

    def small(self) -> Iterator[tuple[int, ...]]:
        return (s for d in self.d.small() for s in product((1, -1), repeat=int(d)))

    def draw(self, choose: Choose) -> tuple[int, ...]:
        d = choose(self.d.least, self.d.least + 8 if self.d.most is None else self.d.most)
        return tuple(2 * choose(0, 1) - 1 for _ in range(d))

    def near(self, value: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        found = [(*value[:i], *value[i + 1 :]) for i in range(len(value))]
        found += [(*value[:i], -s, *value[i + 1 :]) for i, s in enumerate(value)]
        return (s for s in found if s in self)
