"""Domains of matrices: rational symmetric ones, and correlation matrices of every rank."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, count, cycle, islice, product

from flint import fmpq, fmpq_mat
from sympy import Rational

from theory.calls import helpful
from theory.domains import general as unknown
from theory.domains.composite import composite
from theory.domains.general import (
    correlation,
    general_matrix,
    general_rows,
    general_signs,
    invertible,
    sized_matrices,
    symmetric,
)
from theory.domains.numbers import MANY, Choose, Endless, Integers, between, once, refuse_terms, sizes
from theory.term import Shape, every, places, total
from theory.term.matrices import column
from theory.term.scalar import any_of

Square = tuple[tuple[Fraction, ...], ...]

FROM_ONE, FROM_TWO = Integers(1), Integers(2)

FIRST = 5
"""Of so many sizes many matrices are listed; of larger ones a few in between."""

LARGER = (6, 16, 4, 8, 12, 40, 24)
"""Those sizes, counted from the least."""


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
    rest = [[fmpq(int(x.numerator), int(x.denominator)) for x in row] for row in M]
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
    A = fmpq_mat([[fmpq(x.numerator, x.denominator) for x in row] for row in rows])
    return tuple(tuple(Fraction(int(x.p), int(x.q)) for x in row) for row in (A * A.transpose()).tolist())


def larger_sizes(d: Integers) -> Iterator[int]:
    """Sizes beyond the first few, in turn, as far as they belong."""
    sizes = [n for n in (d.least + more for more in LARGER) if n in d and n <= (d.far or n)]
    return cycle(sizes)


def one_of(d: int, rho: Fraction) -> Square:
    """The correlation matrix whose entries are rho off the diagonal."""
    return tuple(tuple(Fraction(1) if i == j else rho for j in range(d)) for i in range(d))


def patterned(d: int, code: int) -> Square:
    """A correlation matrix: equicorrelated, of two blocks, of powers rho^|i-j|, or one row against equal others.

    >>> [str(patterned(4, code)[0][2]) for code in range(4)]
    ['0', '0', '1/4', '1']
    """
    kind, step = code % 4, code // 4
    rho = Fraction((0, 1, -1, 3, 9, 1, 7)[step % 7], (1, 2, max(d - 1, 1), 5, 10, 1024, 8)[step % 7])
    if kind == 0:
        return one_of(d, rho)
    if kind == 2:
        base = Fraction(1, 2) if not rho else abs(rho)
        return tuple(tuple(base ** abs(i - j) for j in range(d)) for i in range(d))
    cut = d // 2 if kind == 1 else d - 1
    inside = Fraction(1) if not rho else abs(rho)
    return tuple(tuple(Fraction(int(i == j)) if (i < cut) != (j < cut) or i == j else inside for j in range(d))
                 for i in range(d))  # fmt: skip


@helpful
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

    def __post_init__(self) -> None:
        sizes(self.d, "d")

    def __str__(self) -> str:
        return f"a{'n invertible' if self.full else ''} correlation matrix over Q, d {self.d}"

    def __contains__(self, value: object) -> bool:
        refuse_terms(value, self)
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
        rest = [[fmpq(int(x.numerator), int(x.denominator)) for x in row] for row in M]
        while rest:
            if not rest[0][0]:
                return False
            below = range(1, len(rest))
            rest = [[rest[i][j] - rest[i][0] * rest[0][j] / rest[0][0] for j in below] for i in below]
        return True

    def general(self, name: str) -> Iterator[Shape]:
        yield general_matrix(name, self.d.least, self.d.most, invertible if self.full else correlation)

    def abstract(self, name: str, most: int) -> Iterator[Shape]:
        if not self.full:
            yield from sized_matrices(name, _sizes(self.d, most), correlations=True)

    def small(self) -> Iterator[Square]:
        """By d + greatest entry of the points from which rows come, a few of each; a larger one now and then."""
        larger = (patterned(d, place) for place, d in enumerate(larger_sizes(self.d)))
        found = between(self._plain(), (M for M in larger if not self.full or self._invertible(M)), 8, 28)
        return once(found)

    def _plain(self) -> Iterator[Square]:
        for height in count(1) if self.d.most is None else range(1, 60):
            for d in (d for d in range(self.d.least, self.d.least + min(height, FIRST)) if d in self.d):
                for k in range(d if self.full else 1, d + 1):
                    found = self._of(d, k, height - (d - self.d.least))
                    yield from (M for M in found if not self.full or self._invertible(M))

    def _of(self, d: int, k: int, most: int) -> Iterator[Square]:
        if k == 1:
            yield from (gram(tuple((Fraction(s),) for s in (1, *signs))) for signs in product((1, -1), repeat=d - 1))
            return
        choice = combinations if self.full else combinations_with_replacement
        yield from (
            gram(chosen) for chosen in islice(choice(_rows(k - 1, most if k < 4 else min(most, 2)), d), 12 * most)
        )

    def draw(self, choose: Choose) -> Square:
        d = int(self.d.draw(choose))
        if choose(0, 3) == 0:
            M = patterned(d, choose(0, 10**4))
            return M if not self.full or self._invertible(M) else one_of(d, Fraction(0))
        few, wide = (d, 5) if d <= FIRST + 1 else (min(d, 3), 1)  # entries of large ones stay short
        for _ in range(MANY if few == d or not self.full else 0):
            k = d if self.full else choose(1, few)
            if k == 1:
                return gram(tuple((Fraction(2 * choose(0, 1) - 1),) for _ in range(d)))
            M = gram(tuple(unit_row(tuple(choose(-wide, wide) for _ in range(k - 1))) for _ in range(d)))
            if not self.full or self._invertible(M):
                return M
        return one_of(d, Fraction(0))

    def near(self, value: Square) -> Iterator[Square]:
        """A row less, one again or one orthogonal to all, an entry moved, all of them shrunk towards I."""
        size = len(value)
        for i in fewer(size):
            yield from self._ours(tuple(row[:i] + row[i + 1 :] for row in (*value[:i], *value[i + 1 :])))
        for new in (value[-1], tuple(x / 2 for x in value[-1]), (Fraction(0),) * size):
            yield from self._ours((*((*row, x) for row, x in zip(value, new, strict=True)), (*new, Fraction(1))))
        for share in (Fraction(1, 2), Fraction(7, 8)):
            M = tuple(tuple(x if i == j else x * share for j, x in enumerate(row)) for i, row in enumerate(value))
            yield from self._ours(M) if value != M else ()
        for i, j in pairs(size):
            for step in (Fraction(1, 2), Fraction(-1, 2), Fraction(1, 16), Fraction(-1, 16)):
                yield from self._ours(stepped(value, i, j, step))

    def _ours(self, M: Square) -> Iterator[Square]:
        if M in self:
            yield M


def fewer(size: int) -> range:
    """Places of a long row, at most a dozen."""
    return range(0, size, -(-size // 12))


def pairs(size: int) -> Iterator[tuple[int, int]]:
    """Of rows, those that are moved: i < j, of large matrices a few."""
    return combinations(fewer(size), 2)


def stepped(M: Square, i: int, j: int, step: Fraction | int) -> Square:
    """A symmetric matrix with one entry moved."""
    return tuple(tuple(x + step if {a, b} == {i, j} else x for b, x in enumerate(row)) for a, row in enumerate(M))


@composite(
    "a symmetric matrix over Q, d {d}",
    has=lambda value, d: _symmetric(value, d),
    general=lambda name, d: general_matrix(name, d.least, d.most, symmetric),
    abstract=lambda name, most, d: sized_matrices(name, _sizes(d, most), correlations=False),
)
def symmetric_matrices(choose: Choose, d: Integers = FROM_TWO) -> Square:
    """Symmetric d by d matrices with rational entries."""
    size = int(d.draw(choose))
    entries = {pair: entry(choose) for pair in combinations_with_replacement(range(size), 2)}
    return tuple(tuple(entries[min(i, j), max(i, j)] for j in range(size)) for i in range(size))


@composite(
    "the Gram matrix over Q of n points, n {n}",
    has=lambda value, n: _symmetric(value, n) and positive_semidefinite(value),
    general=lambda name, n: general_matrix(name, n.least, n.most, unknown.gram),
)
def gram_matrices(choose: Choose, n: Integers = FROM_TWO) -> Square:
    """Gram matrices of n points with rational entries, as tuples of rows: symmetric, no negative eigenvalue.

    >>> from itertools import islice
    >>> [[list(map(str, row)) for row in G] for G in islice(gram_matrices().small(), 2)]
    [[['0', '0'], ['0', '0']], [['1/4', '1/4', '0'], ['1/4', '1/4', '0'], ['0', '0', '0']]]
    """
    size = int(n.draw(choose))
    dimension = choose(1, size)
    return gram(tuple(tuple(entry(choose) for _ in range(dimension)) for _ in range(size)))


@composite(
    "in Q^(d x n), d {d}, n {n}",
    has=lambda value, d, n: _table(value) and len(value) in d and len(value[0]) in n,
    general=lambda name, d, n: unknown.general_table(name, (d.least, d.most), (n.least, n.most)),
)
def rational_matrices(choose: Choose, d: Integers = FROM_ONE, n: Integers = FROM_ONE) -> Square:
    """Matrices of d rows and n columns with rational entries, as tuples of rows.

    >>> from itertools import islice
    >>> [[list(map(str, row)) for row in A] for A in islice(rational_matrices(n=Integers(2)).small(), 2)]
    [[['0', '0']], [['1/2', '0', '0'], ['0', '0', '1']]]
    """
    rows, columns = int(d.draw(choose)), int(n.draw(choose))
    return tuple(tuple(entry(choose) for _ in range(columns)) for _ in range(rows))


def _table(value: object) -> bool:
    return (
        isinstance(value, tuple)
        and bool(value)
        and all(isinstance(row, tuple) and len(row) == len(value[0]) > 0 for row in value)
        and all(isinstance(x, int | Fraction | Rational) for row in value for x in row)
    )


@composite(
    "in {{-1, 1}}^d, d {d}",
    has=lambda value, d: isinstance(value, tuple) and len(value) in d and all(s in (1, -1) for s in value),
    general=lambda name, d: general_signs(name, d.least, d.most),
    abstract=lambda _, most, d: (Shape(s, size=n) for n in _sizes(d, most) for s in product((1, -1), repeat=n)),
)
def sign_vectors(choose: Choose, d: Integers = FROM_TWO) -> tuple[int, ...]:
    """Vectors of d signs, as tuples of 1 and -1."""
    return tuple(1 - 2 * choose(0, 1) for _ in range(int(d.draw(choose))))


def entry(choose: Choose) -> Fraction:
    """A rational number of one digit or two."""
    return Fraction(choose(-9, 9), choose(1, 4))


@composite(
    "the matrix of a permutation, d {d}",
    has=lambda value, d: (
        isinstance(value, tuple)
        and len(value) in d
        and all(sorted(row) == [0] * (len(value) - 1) + [1] for row in value)
        and {row.index(1) for row in value} == set(range(len(value)))
    ),
    general=lambda name, d: _permutation(name, d.least),
)
def permutation_matrices(choose: Choose, d: Integers = FROM_TWO) -> Square:
    """P with (P A)_i = A_(p_i), for permutations p of d places."""
    left = list(range(int(d.draw(choose))))
    order = [left.pop(choose(0, len(left) - 1)) for _ in range(len(left))]
    return tuple(tuple(Fraction(j == i) for j in range(len(order))) for i in order)


def _permutation(name: str, least: int) -> Shape:
    found = general_rows(name, least, None)
    P, there = found.value, places(found.variables[0])
    bits = every(lambda row: every(lambda x: any_of(x == 0, x == 1), row), P)
    ones = every(lambda row: total(row) == 1, P), every(lambda j: total(column(P, j)) == 1, there)
    return replace(found, conditions=(*found.conditions, bits, *ones))
