"""Instances of the statements: spectra and matrices as domains, and a layer and its gap by definition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, count, product
from math import comb, gcd, prod
from typing import Any

from flint import arb
from sympy import Expr, sqrt

from theory.batchnorm import rescale
from theory.claim.domains import FAR, Batches, Choose, Endless, Integers
from theory.orthogonality.closed_forms import by_moments
from theory.orthogonality.mean_map import mean_map

Matrix = tuple[tuple[Any, ...], ...]


@dataclass(frozen=True)
class Spectra(Batches):
    """Eigenvalues >= 0 (`full`: > 0), not all 0, of a positive matrix of n rows; one of each class up to scale.

    >>> from itertools import islice
    >>> [tuple(map(int, x)) for x in islice(Spectra(full=True).small(), 4)]
    [(1, 1), (1, 2), (1, 1, 1), (1, 3)]
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

    def draw(self, choose: Choose) -> tuple[Fraction, ...]:
        return tuple(abs(x) + (self.full or not i) for i, x in enumerate(super().draw(choose)))


ANY_ROWS, ANY_COLUMNS = Integers(1), Integers(2)


@dataclass(frozen=True)
class Matrices(Endless):
    """Matrices of rational numbers without a row of zeros, as tuples of rows; small ones up to order and scale of rows.

    >>> from itertools import islice
    >>> list(islice(Matrices().small(), 2))
    [((Fraction(0, 1), Fraction(1, 1)),), ((Fraction(1, 1), Fraction(-1, 1)),)]
    """

    rows: Integers = ANY_ROWS
    columns: Integers = ANY_COLUMNS

    def __str__(self) -> str:
        return f"of rows {self.rows} and columns {self.columns}, no row 0"

    def __contains__(self, value: object) -> bool:
        return (
            isinstance(value, tuple)
            and len(value) in self.rows
            and len({len(row) for row in value}) == 1
            and len(value[0]) in self.columns
            and all(any(row) for row in value)
        )

    def small(self) -> Iterator[Matrix]:
        """All shapes by turns, each with entries of growing size; without end."""
        running: list[Iterator[Matrix]] = []
        for height in count():
            for more in range(height + 1):
                shape = (self.rows.least + height - more, self.columns.least + more)
                if shape[0] in self.rows and shape[1] in self.columns:
                    running.append(_of_shape(*shape))
            for matrices in running:
                yield next(matrices)

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
    for top in count(1):
        directions = [row for row in product(range(-top, top + 1), repeat=columns) if _direction(row)]
        for chosen in combinations_with_replacement(directions, rows):
            if max(abs(x) for row in chosen for x in row) == top:
                yield tuple(tuple(map(Fraction, row)) for row in chosen)


def _direction(row: tuple[int, ...]) -> bool:
    return gcd(*row) == 1 and next(x for x in row if x) > 0


def layer(M: Sequence[Sequence[Any]]) -> list[tuple[Expr, ...]]:
    """H = d^(-1/2) BN(M), rows divided by their norms: d rows of n entries."""
    return [tuple(x / sqrt(len(M)) for x in rescale(row, 1)) for row in M]


def gram_of(H: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """H^T H."""
    places = range(len(H[0]))
    return [[sum(row[i] * row[j] for row in H) for j in places] for i in places]


def distance(C: Sequence[Sequence[Any]], P: Sequence[Sequence[Any]]) -> Any:
    """|C - P|_F^2."""
    return sum((x - y) ** 2 for e, f in zip(C, P, strict=True) for x, y in zip(e, f, strict=True))


def gap_of(H: Sequence[Sequence[Any]]) -> Any:
    """V(H)^2 = |H^T H/|H|_F^2 - I/n|_F^2, by definition."""
    return gap_at(gram_of(H))


def gap_at(C: Sequence[Sequence[Any]]) -> Any:
    """V^2 = |C/tr C - I/n|_F^2, by definition."""
    n, whole = len(C), sum(row[i] for i, row in enumerate(C))
    return distance(
        [[x / whole for x in row] for row in C], [[Fraction(int(i == j), n) for j in range(n)] for i in range(n)]
    )


def diagonal(spectrum: Sequence[Any]) -> list[list[Any]]:
    return [[x if i == j else Fraction(0) for j in range(len(spectrum))] for i, x in enumerate(spectrum)]


def fraction(x: Any) -> Fraction:
    """A rational number of SymPy as Python's."""
    return Fraction(int(x.numerator), int(x.denominator))


def draws(laws: int, width: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """How often each of so many equally likely rows is drawn for `width` rows, with its probability."""
    for cuts in combinations_with_replacement(range(laws), width):
        counts = tuple(cuts.count(k) for k in range(laws))
        left = [sum(counts[k:]) for k in range(laws)]
        orders = prod(comb(whole, own) for whole, own in zip(left, counts, strict=True))
        yield counts, Fraction(orders, laws**width)


def mean_spectrum(spectrum: Sequence[Any]) -> list[arb]:
    """Means of lam_i w_i^2/sum_j lam_j w_j^2, w normal: from the moments of the law of (w_i^2/|w|^2)_i, Dirichlet's.

    By the integral of `theory.orthogonality.mean_map` where the greatest is above 5 times the least, or that is 0.
    """
    if min(spectrum) * WIDEST >= max(spectrum):
        return by_moments(spectrum, DIGITS)
    return mean_map(spectrum, DIGITS)


WIDEST = 5
DIGITS = 16


def projector(row: Sequence[Any]) -> list[list[Fraction]]:
    """u u^T, u the row over its norm."""
    u = rescale(row, 1)
    return [[fraction(a * b) for b in u] for a in u]


def combined(of_rows: Sequence[Sequence[Sequence[Fraction]]], shares: Sequence[Fraction]) -> list[list[Fraction]]:
    """sum_k shares_k u_k u_k^T."""
    places = range(len(of_rows[0]))
    return [[sum((p * C[i][j] for p, C in zip(shares, of_rows, strict=True)), Fraction(0)) for j in places]
            for i in places]  # fmt: skip
