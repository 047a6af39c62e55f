"""Row spaces of the chambers of a planar batch: exact ranks, in integers modulo a prime power.

In a chamber with active columns A, the rows of relu(W X) are w^T X_A: they span the row space V of X_A, and f_u
vanishes on it iff u is orthogonal to V. A point of the plane counts up to a factor, complex even, for a factor scales
a column: the direction of angle pi k/N is (omega^k, 1) over Q(omega), omega = e^(2 pi i/N).

Exactness. Compute in Z[omega] modulo P^e, P a prime over p = 1 mod N: in integers modulo q = p^e, omega an N-th root
of unity there. A minor is an algebraic integer with conjugates below Hadamard's bound H. If P^e divides it, q divides
its norm, below H^phi(N) < q: so it is zero. A pivot that p divides stops the work, and the next prime takes over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, TypeVar

from flint import fmpz

from theory.exact.rationals import afford

Row = list[Any]
Spaces = list[list[Row]]
"""For each chamber, rows that span its row space modulo a subspace; none where it lies inside."""
T = TypeVar("T")


class UnluckyPrimeError(ArithmeticError):
    """The prime divides a minor that is not zero."""


@dataclass(frozen=True)
class Points:
    """Columns as points of the projective line: integer pairs, or exponents of a root of unity of an order N."""

    given: tuple[int, ...] | tuple[tuple[int, int], ...]
    order: int = 1


@dataclass(frozen=True)
class Residues:
    """The same points modulo q, a power of the prime p."""

    columns: tuple[tuple[Any, Any], ...]
    p: int
    q: int

    def start(self, active: Sequence[Sequence[bool]]) -> Spaces:
        """Row spaces of chambers, given by their active columns."""
        return [
            [
                row
                for coordinate in zip(*self.columns, strict=True)
                if any(row := [e if on else 0 for e, on in zip(coordinate, columns, strict=True)])
            ]
            for columns in active
        ]

    def reduce(self, spaces: Spaces, chamber: int) -> tuple[Spaces, int]:
        """Divide all row spaces by that of one chamber; also its dimension."""
        rank = 0
        while spaces[chamber]:
            pivot = spaces[chamber][0]
            place = next((i for i, e in enumerate(pivot) if e % self.p), None)
            if place is None:
                raise UnluckyPrimeError
            inverse = pow(pivot[place], -1, self.q)
            pivot = [e * inverse % self.q for e in pivot]
            spaces = [[r for row in rows if any(r := self._eliminate(row, pivot, place))] for rows in spaces]
            rank += 1
        return spaces, rank

    def _eliminate(self, row: Row, pivot: Row, place: int) -> Row:
        factor = row[place]
        return [(e - factor * f) % self.q for e, f in zip(row, pivot, strict=True)] if factor else row


def exactly(points: Points, work: Callable[[Residues], T]) -> T:
    """Do exact linear algebra on points: modulo a power of the first prime that does not mislead.

    >>> triple = Points((0, 1, 2), 7)
    >>> exactly(triple, lambda r: r.reduce(r.start([[True, True, False]]), 0)[1])
    2
    """
    for p in primes(points):
        try:
            return work(sure(points, p))
        except UnluckyPrimeError:
            continue
    raise AssertionError("there are infinitely many primes 1 mod N")


def primes(points: Points) -> Iterator[int]:
    """Primes above 2^61 that split the field of the points."""
    N = points.order
    return (p for p in count(2**61 // N * N + 1, N) if fmpz(p).is_prime())


def quick(points: Points, p: int) -> Residues:
    """The points modulo the prime itself: ranks are never too great, but they may be too small."""
    return _residues(points, p, p)


def sure(points: Points, p: int) -> Residues:
    """The points modulo a power of p above the norms of all minors: no rank is wrong."""
    n = len(points.given)
    degree = int(fmpz(points.order).euler_phi())
    largest = max(max(e * e for e in point) if isinstance(point, tuple) else 1 for point in points.given)
    bits = degree * n * (n * largest).bit_length() // 2 + 1  # rows have norm^2 <= n largest
    afford(bits, 200_000, f"exact ranks over a field of degree {degree} need numbers of {{cost}} bits")
    return _residues(points, p, p ** (bits // (p.bit_length() - 1) + 1))


def _residues(points: Points, p: int, q: int) -> Residues:
    omega = _root_of_unity(points.order, p, q)
    columns = (point if isinstance(point, tuple) else (pow(omega, point, q), 1) for point in points.given)
    return Residues(tuple((fmpz(a) % q, fmpz(b) % q) if q > p else (int(a) % q, int(b) % q) for a, b in columns), p, q)


def _root_of_unity(N: int, p: int, q: int) -> fmpz:
    """An element of order N modulo p, lifted to a root of x^N = 1 modulo q, a power of p."""
    divisors = [int(r) for r, _ in fmpz(N).factor()]
    roots = (pow(g, (p - 1) // N, p) for g in count(2))
    root, known = fmpz(next(h for h in roots if all(pow(h, N // r, p) != 1 for r in divisors))), p
    while known < q:  # Newton, x <- x - (x^N - 1)/(N x^(N-1)), doubles the known power of p
        known = min(known * known, q)
        power = pow(root, N - 1, known)
        root = (root - (power * root - 1) * pow(N * power, -1, known)) % known
    return root
