"""For whom the claims on ranks speak: directions of the plane, integer points, matrices; and generic weights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, count, islice, product
from math import factorial, gcd
from typing import Any

from flint import arb_mat, fmpq_mat, fmpz_mat
from sympy import Rational

from theory.claim import Locator
from theory.domains.general import general_rows
from theory.domains.numbers import Choose, Endless
from theory.exact.certify import guess, precision
from theory.exact.rationals import to_sympy
from theory.papers.nachum24 import NACHUM24
from theory.rank import Angles, Batch, diagnose
from theory.rank.bounds import least_eigenvalue
from theory.rank.law import Flats, planar_flats
from theory.rank.witness import arc_cosine_gram
from theory.term import Shape

Rows = tuple[tuple[int, ...], ...]


def in_turn(lists: Sequence[Iterator[Any]]) -> Iterator[Any]:
    """The first of the first list, then one each of the first two, of the first three, and so on to the end of all.

    >>> list(in_turn([iter("abc"), iter("xyz")]))
    ['a', 'b', 'x', 'c', 'y', 'z']
    """
    started: list[Iterator[Any]] = []
    waiting = iter(lists)
    while True:
        started += list(islice(waiting, 1))
        if not started:
            return
        for one in list(started):
            try:
                yield next(one)
            except StopIteration:
                started.remove(one)


@dataclass(frozen=True)
class Directions(Endless):
    """Angles over pi of planar points on different lines, in [0, 2), from 0 on; listed up to rotations and reflections
    of the plane only as far as the first point is at 0 and the lines are in order.
    """

    least: int = 1
    most: int | None = None

    def __str__(self) -> str:
        return f"directions over pi on different lines, n >= {self.least}" + (
            f", n <= {self.most}" if self.most else ""
        )

    def __contains__(self, value: object) -> bool:
        return (
            isinstance(value, tuple)
            and self.least <= len(value) <= (self.most or len(value))
            and len({Fraction(int(a.numerator), int(a.denominator)) % 1 for a in value}) == len(value)
        )

    def small(self) -> Iterator[tuple[Fraction, ...]]:
        """Multiples of pi/N, N = 1, 2, .."""
        for N in count(1):
            for n in range(self.least, min(N, self.most or N) + 1):
                for lines in combinations(range(1, N), n - 1):
                    if gcd(N, *lines) == 1:
                        for sides in product((0, 1), repeat=n - 1):
                            turned = (Fraction(t, N) + side for t, side in zip(lines, sides, strict=True))
                            yield (Fraction(0), *turned)

    def draw(self, choose: Choose) -> tuple[Fraction, ...]:
        n = choose(self.least, self.most or self.least + 5)
        N = choose(n, 40)
        lines = sorted(range(1, N), key=lambda _: choose(0, 10**6))[: n - 1]
        return (Fraction(0), *(Fraction(t, N) + choose(0, 1) for t in lines))

    def near(self, value: tuple[Fraction, ...]) -> Iterator[tuple[Fraction, ...]]:
        for i in range(1, len(value)):
            rest = value[:i], value[i + 1 :]
            moved = ((value[i] + Fraction(sign, step)) % 2 for step in (24, 120) for sign in (1, -1))
            found = [
                (*rest[0], *rest[1]),
                *((*rest[0], a, *rest[1]) for a in moved),
                (*rest[0], (value[i] + 1) % 2, *rest[1]),
            ]
            yield from (other for other in found if other in self)


@dataclass(frozen=True)
class Points(Endless):
    """Sets of integer points of R^k, k one of `dimensions`, coordinates at most `box`; one for each set of rays.

    Parameters
    ----------
    collinear : whether two points may lie on a line with 0; then also one point doubled and 0 may be among them.
    """

    dimensions: tuple[int, ...] = (2,)
    box: int = 1
    collinear: bool = True

    def __str__(self) -> str:
        kind = "" if self.collinear else ", no two on a line with 0"
        return f"points of R^k, k = {', '.join(map(str, self.dimensions))}, coordinates at most {self.box}{kind}"

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, tuple) or not value or len({len(x) for x in value}) != 1:
            return False
        inside = len(value[0]) in self.dimensions and all(abs(e) <= 2 * self.box for x in value for e in x)
        return inside and (self.collinear or diagnose(Batch.of_points(value)).pairwise_non_collinear)

    def _rays(self, k: int) -> list[tuple[int, ...]]:
        return [x for x in product(range(-self.box, self.box + 1), repeat=k) if gcd(*x) == 1]

    def small(self) -> Iterator[Rows]:
        """Of each number of points in each dimension in turn."""
        rays = {k: self._rays(k) for k in self.dimensions}
        if not self.collinear:  # one of each line
            rays = {k: [x for x in found if x > tuple(-e for e in x)] for k, found in rays.items()}
        most = max(map(len, rays.values()))
        return in_turn([self._sets(rays[k], size) for size in range(1, most + 1) for k in self.dimensions])

    def _sets(self, rays: list[tuple[int, ...]], size: int) -> Iterator[Rows]:
        apart = [rays[29 * i % len(rays)] for i in range(len(rays))]  # 8, 16 or 49 rays, no factor of 29: all of them
        for step, chosen in enumerate(combinations(apart, size)):
            if not self.collinear:  # either end of a line
                yield tuple(tuple((-1) ** (step >> i & 1) * e for e in x) for i, x in enumerate(chosen))
                continue
            yield chosen
            yield (*chosen, tuple(2 * e for e in chosen[0]), (0,) * len(chosen[0]))

    def draw(self, choose: Choose) -> Rows:
        rays = self._rays(self.dimensions[choose(0, len(self.dimensions) - 1)])
        found: Rows = (rays[choose(0, len(rays) - 1)],)
        for _ in range(choose(0, 6)):
            more = (*found, rays[choose(0, len(rays) - 1)])
            found = more if more in self else found
        return found

    def near(self, value: Rows) -> Iterator[Rows]:
        return (other for i in range(len(value)) if (other := value[:i] + value[i + 1 :]) in self)


@dataclass(frozen=True)
class Matrices(Endless):
    """Matrices of at most three rows and four columns, entries -1, 0, 1, not zero; the rows in any one order."""

    def __str__(self) -> str:
        return "a matrix of at most 3 rows and 4 columns with entries -1, 0, 1"

    def __contains__(self, value: object) -> bool:
        return isinstance(value, tuple) and 1 <= len(value) <= 3 and 1 <= len(value[0]) <= 4 and any(map(any, value))

    def general(self, name: str) -> Iterator[Shape]:
        yield general_rows(name, 1, 1)  # listed are small ones, meant are all

    def small(self) -> Iterator[Rows]:
        """Of each shape in turn."""
        return in_turn([self._of(*shape) for shape in ((2, 2), (2, 3), (3, 3), (3, 2), (1, 3), (3, 4))])

    def _of(self, rows: int, columns: int) -> Iterator[Rows]:
        for step, entries in enumerate(product((1, 0, -1), repeat=rows * columns)):
            X = tuple(entries[i * columns : (i + 1) * columns] for i in range(rows))
            if X in self and list(X) == sorted(X) and (step * 7 % 5 == 0 or rows * columns < 6):
                yield X

    def draw(self, choose: Choose) -> Rows:
        rows, columns = choose(1, 3), choose(1, 4)
        X = tuple(tuple(choose(-1, 1) for _ in range(columns)) for _ in range(rows))
        return X if X in self else ((1,) * columns,)

    def near(self, value: Rows) -> Iterator[Rows]:
        return (other for i in range(len(value)) if (other := value[:i] + value[i + 1 :]) in self)

    def size(self, value: Any) -> int:
        return len(value[0])


def generic(Y: fmpz_mat, width: int) -> fmpz_mat:
    """W Y with the rank that it has for almost all W of `width` rows.

    W_ij = T^(j k^i), k the number of rows of Y. A minor of W Y on its first r rows is a sum over sequences of r
    different rows of Y of +-T^e times a minor of Y, e with the sequence as its digits in base k: all powers differ.
    T exceeds twice all minors of Y, so that the sum is 0 only if they are.
    """
    k = Y.nrows()
    entry = max(abs(int(e)) for e in Y.entries()) or 1
    T = 2 * max(factorial(r) * entry**r for r in range(1, k + 1)) + 1
    return fmpz_mat([[T ** (j * k**i) for j in range(k)] for i in range(width)]) * Y


def contains_ones(X: Rows) -> bool:
    """Whether (1, .., 1) lies in the row space: adding it as a row leaves the rank alone."""
    A = fmpq_mat([list(row) for row in X])
    return bool(fmpq_mat([*A.tolist(), [1] * A.ncols()]).rank() == A.rank())


THEOREM_3, COROLLARY_4 = Locator(NACHUM24, "Theorem 3"), Locator(NACHUM24, "Corollary 4")
LEMMA_2 = Locator(NACHUM24, "Lemma 2 (its conclusion and probability are missing from the text we hold)")


ROWS = ("W Gaussian", "no two columns of X collinear, none zero")


@cache
def by_flats(angles: tuple[Fraction, ...]) -> Rational:
    """p*, as the least probability over all proper flats that a chamber's row space leaves it; not folded."""
    return least_growth(planar_flats(Angles(angles)))


def least_growth(flats: Flats) -> Rational:
    """p*, as the least probability that a chamber's row space leaves a proper flat."""
    proper = [p for p, dimension in zip(flats.growth, flats.dims, strict=True) if dimension < flats.n]
    return Rational(min(proper), flats.whole)


def spanned(angles: tuple[Fraction, ...], lines: int) -> Rational:
    """Least angle over pi that so many neighbouring lines span; 1 where there are fewer."""
    turns = sorted(a % 1 for a in angles)
    round_again = [*turns, *(a + 1 for a in turns)]
    found = (b - a for a, b in zip(turns, round_again[lines - 1 :], strict=False))
    return to_sympy(min(found)) if len(turns) >= lines else Rational(1)


UNIT = 10**15


@cache
def eigenvalues(angles: tuple[Fraction, ...]) -> tuple[Rational, Rational]:
    """Rational numbers above lambda_min(K) and below |X|^2, by at most 3/UNIT: bounds with them are greater."""
    X = Angles(angles)
    with precision(40):
        low = least_eigenvalue(arc_cosine_gram(X))
        top = X.n + 1 - least_eigenvalue(arb_mat(X.n, X.n, X.n + 1) - X.cosines())
        above, below = (guess(ball * UNIT).floor().unique_fmpz() for ball in (low, top))
    return Rational(int(above) + 2, UNIT), Rational(int(below) - 1, UNIT)


def least_cone(rays: Sequence[Fraction]) -> Rational:
    """Least angle over pi of a cone over three rays that lie in an open half-plane; 1 where there is none."""
    turned = (sorted((b - a) % 2 for b in rays) for a in rays)
    return to_sympy(
        min([following[2] for following in turned if len(following) > 2 and following[2] < 1], default=Fraction(1))
    )
