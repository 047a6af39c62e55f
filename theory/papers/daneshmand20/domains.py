"""For whom the claims on the chain speak: correlation matrices and data, rational ones for the real ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from itertools import chain, combinations, count, product
from math import gcd
from typing import Any

from flint import fmpq, fmpq_mat

from theory.domains.general import correlation, general_matrix, sized_matrices
from theory.domains.matrices import larger_sizes, pairs, patterned
from theory.domains.numbers import Choose, Endless, Integers, between, once
from theory.term import Shape, each, size, total
from theory.term.matrices import inner

Entries = tuple[tuple[Fraction, ...], ...]

SIZES = Integers(2, far=10)

FAR = 12
"""Drawn entries have numerators and denominators up to this."""


def exact(M: Entries) -> fmpq_mat:
    """The matrix over QQ in FLINT."""
    return fmpq_mat([[fmpq(x.numerator, x.denominator) for x in row] for row in M])


@cache
def is_correlation(M: Entries) -> bool:
    """Symmetric, of unit diagonal, positive semidefinite: the coefficients of its real-rooted charpoly alternate."""
    size = len(M)
    if any(M[i][i] != 1 or M[i][j] != M[j][i] or abs(M[i][j]) > 1 for i in range(size) for j in range(i + 1)):
        return False
    coefficients = exact(M).charpoly().coeffs()
    return all(c * (-1) ** (size - k) >= 0 for k, c in enumerate(coefficients))


@dataclass(frozen=True)
class Correlations(Endless):
    """Rational correlation matrices, as tuples of rows.

    Of those that have the spectrum and the norms of rows in common, as under permutations and signs, one is listed, and
    in between another one with its rows in the opposite order and of changed signs, and larger ones.

    >>> from itertools import islice
    >>> [str(M[0][1]) for M in islice(Correlations(Integers(2, 2)).small(), 4)]
    ['0', '1', '1/2', '1/3']
    """

    d: Integers = SIZES

    def __str__(self) -> str:
        return f"a correlation matrix, d {self.d}"

    def __contains__(self, value: object) -> bool:
        return (
            isinstance(value, tuple)
            and len(value) in self.d
            and all(isinstance(row, tuple) and len(row) == len(value) for row in value)
            and all(isinstance(x, int | Fraction) for row in value for x in row)
            and is_correlation(value)
        )

    def general(self, name: str) -> Iterator[Shape]:
        yield general_matrix(name, self.d.least, None, correlation)  # listed are few sizes, meant are all

    def abstract(self, name: str, most: int) -> Iterator[Shape]:
        yield from sized_matrices(name, range(self.d.least, most + 1), correlations=True)

    def small(self) -> Iterator[Entries]:
        """The sizes in turn, each by the greatest denominator of an entry; found once, as every twin asks for them."""
        known, rest = _LISTED.setdefault(self.d, ([], self._with_others()))
        for place in count():
            if place == len(known):
                known.append(next(rest))
            yield known[place]

    def _with_others(self) -> Iterator[Entries]:
        larger = (patterned(size, place) for place, size in enumerate(larger_sizes(self.d)))
        images = (image(M, place) for place, M in enumerate(self._listed()))
        return once(between(between(self._listed(), images, 6, 5), larger, 8, 7))

    def _listed(self) -> Iterator[Entries]:
        sizes = [size for size in range(self.d.least, self.d.least + 3) if size in self.d]
        of_size = [chain.from_iterable(map(partial(self._new, size), count(1))) for size in sizes]
        while True:
            yield from map(next, of_size)

    def _new(self, size: int, most: int) -> Iterator[Entries]:
        """Those of this size in which this denominator occurs."""
        values = [Fraction(p, q) for q in range(1, most + 1) for p in range(-q, q + 1) if gcd(p, q) == 1]
        pairs, seen = list(combinations(range(size), 2)), set()
        for entries in product(sorted(values, key=lambda x: (x.denominator, abs(x), -x)), repeat=len(pairs)):
            first = entries[: size - 1]  # not negative and in order, up to signs and permutations
            if max(x.denominator for x in entries) != most or first[-1] < 0 or list(first) != sorted(first)[::-1]:
                continue
            M = filled(size, dict(zip(pairs, entries, strict=True)))
            if is_correlation(M) and (form := invariants_of(M)) not in seen:
                seen.add(form)
                yield M

    def draw(self, choose: Choose) -> Entries:
        """Cosines of rational unit vectors of three entries, drawn towards the identity."""
        size, share = int(self.d.draw(choose)), Fraction(choose(0, FAR), FAR)
        rows = []
        for _ in range(size):
            x, y = Fraction(choose(-FAR, FAR), choose(1, FAR)), Fraction(choose(-FAR, FAR), choose(1, FAR))
            whole = 1 + x**2 + y**2
            rows.append((2 * x / whole, 2 * y / whole, (x**2 + y**2 - 1) / whole))
        cosines = {(a, b): sum(x * y for x, y in zip(rows[a], rows[b], strict=True)) for a, b in pairs_of(size)}
        found: Entries = filled(size, {place: (1 - share) * cosine for place, cosine in cosines.items()})
        return found

    def near(self, value: Entries) -> Iterator[Entries]:
        """A row less, the last one again, an entry moved."""
        size = len(value)
        less = tuple(row[:-1] for row in value[:-1])
        again = (*((*row, row[-1]) for row in value), (*value[-1], Fraction(1)))
        yield from (other for other in (less, again) if other in self)
        for a, b in pairs(size):
            x = value[a][b]
            for y in (Fraction(0), x / 2, -x, Fraction(round(4 * x), 4), x + Fraction(1, 16), x - Fraction(1, 16)):
                other = tuple(tuple(y if {i, j} == {a, b} else value[i][j] for j in range(size)) for i in range(size))
                if other != value and other in self:
                    yield other


_LISTED: dict[Integers, tuple[list[Entries], Iterator[Entries]]] = {}


@cache
def sums(M: Any) -> tuple[Any, Any, Any]:
    """(|M|_F^2, Tr M^3, Tr diag(M^2)^2) of a symmetric matrix, by the products of its rows."""
    square = each(lambda row: each(lambda other: inner(row, other), M), M)
    rows = each(lambda row: inner(row, row), M)
    return total(rows), total(each(inner, square, M)), inner(rows, rows)


def drift_of(M: Any) -> Any:
    """delta(M) of Lemma 7."""
    F, T, D = sums(M)
    return 2 * size(M) * size(M) - 2 * F - 8 * T + 8 * D


def image(M: Entries, code: int) -> Entries:
    """The rows of M in the opposite order, those of which the binary digit of code + 1 is 1 with the other sign.

    >>> image(((1, 3, 5), (3, 1, 7), (5, 7, 1)), 0)
    ((1, -7, -5), (-7, 1, 3), (-5, 3, 1))
    """
    signs = [1 - 2 * ((code + 1) >> i & 1) for i in range(len(M))]
    rows = zip(signs, M[::-1], strict=True)
    return tuple(tuple(s * t * x for t, x in zip(signs, row[::-1], strict=True)) for s, row in rows)


def pairs_of(size: int) -> Iterator[tuple[int, int]]:
    return combinations(range(size), 2)


def filled(size: int, entries: dict[tuple[int, int], Any]) -> Any:
    """The symmetric matrix of unit diagonal with these entries above it."""
    return tuple(
        tuple(Fraction(1) if a == b else entries[min(a, b), max(a, b)] for b in range(size)) for a in range(size)
    )


def invariants_of(M: Entries) -> tuple[Any, ...]:
    """What permutations and signs of the rows do not change."""
    rows = sorted((sum(x**2 for x in row), sum(x**4 for x in row)) for row in M)
    return tuple(rows), tuple(map(str, exact(M).charpoly().coeffs()))
