"""For whom the claims on linear networks speak: square matrices, orthogonal frames, networks of explicit layers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, count, islice, product
from typing import Any

from flint import fmpq, fmpq_mat

from theory.domains.general import general_rows
from theory.domains.numbers import Choose, Endless, Integers, between
from theory.papers.daneshmand20.through import Ends, matrices_follow
from theory.term import Shape, Vec, each, every, number, one_if, places, size, variable
from theory.term.matrices import combined

Square = tuple[tuple[Fraction, ...], ...]
Network = tuple[Square, tuple[tuple[tuple[Fraction, ...], Square], ...]]
"""X, d x N, and the layers: d positive factors of the rows (1 without BN), and the d x d weights."""


def matrix(rows: Square) -> fmpq_mat:
    """The matrix over QQ in FLINT."""
    return fmpq_mat([[fmpq(x.numerator, x.denominator) for x in row] for row in rows])


def _shaped(value: object, sizes: Integers) -> bool:
    return isinstance(value, tuple) and len(value) in sizes and all(len(row) == len(value) for row in value)


FROM_TWO = Integers(2)


@dataclass(frozen=True)
class Boxed(Endless):
    """Square matrices with rational entries in [-1, 1].

    >>> [[list(map(str, row)) for row in V] for V in islice(Boxed().small(), 2)]
    [[['-1', '-1'], ['-1', '-1']], [['-1', '-1', '-1'], ['-1', '-1', '-1'], ['-1', '-1', '-1']]]
    """

    d: Integers = FROM_TWO

    def __str__(self) -> str:
        return f"in [-1, 1]^(d x d), rational, d {self.d}"

    def __contains__(self, value: object) -> bool:
        return _shaped(value, self.d) and all(abs(x) <= 1 for row in value for x in row)  # type: ignore[attr-defined]

    def general(self, name: str) -> Iterator[Shape]:
        found = general_rows(name, self.d.least, None)
        inside = every(lambda row: every(lambda x: abs(x) <= 1, row), found.value)
        yield replace(found, conditions=(*found.conditions, inside))

    def small(self) -> Iterator[Square]:
        """Of d = 2, .., 5 in turn: both constant corners first, then others, then points of finer grids; of d = 6, 7, 8
        some corners in between."""
        corners = (_rows(tuple((-1) ** (place * i // d) for i in range(d * d)), d) for place, d in enumerate((7, 6, 8)))
        return between(self._plain(), corners, 8, 10)

    def _plain(self) -> Iterator[Square]:
        for parts in count(1):
            values = [Fraction(p, parts) for p in range(-parts, parts + 1, 2)]
            of_size = [
                chain(((values[0],) * d**2, (values[-1],) * d**2), islice(product(values, repeat=d * d), 1, 100, 9))
                for d in range(2, 6)
            ]
            for turn in zip(*of_size, strict=False):
                yield from (_rows(entries, d) for d, entries in enumerate(turn, 2))

    def draw(self, choose: Choose) -> Square:
        d, parts = choose(2, 5), choose(1, 12)
        return _rows(tuple(Fraction(choose(-parts, parts), parts) for _ in range(d * d)), d)

    def near(self, value: Square) -> Iterator[Square]:
        """A row and a column less, or the last again; an entry moved a little, or to an end."""
        wider = tuple((*row, row[-1]) for row in value)
        yield from (V for V in (tuple(row[:-1] for row in value[:-1]), (*wider, wider[-1])) if V in self)
        for i, j in product(range(len(value)), repeat=2):
            x = value[i][j]
            for other in (
                Fraction(-1),
                Fraction(1),
                (x - 1) / 2,
                (x + 1) / 2,
                x - Fraction(1, 32),
                x + Fraction(1, 32),
            ):
                if abs(other) <= 1 and other != x:
                    yield (*value[:i], (*value[i][:j], other, *value[i][j + 1 :]), *value[i + 1 :])


def _rows(entries: tuple[Any, ...], d: int) -> Square:
    return tuple(tuple(Fraction(x) for x in entries[i * d : (i + 1) * d]) for i in range(d))


@dataclass(frozen=True)
class Frames(Endless):
    """Orthogonal matrices with rational entries, those of determinant 1 without the eigenvalue -1: Cayley's transforms.

    >>> [list(map(str, row)) for row in next(iter(Frames().small()))]
    [['1', '0'], ['0', '1']]
    """

    d: Integers = FROM_TWO

    def __str__(self) -> str:
        return f"an orthogonal matrix over Q, d {self.d}"

    def __contains__(self, value: object) -> bool:
        if not _shaped(value, self.d):
            return False
        Q: Square = value  # type: ignore[assignment]
        return all(
            sum(x * y for x, y in zip(a, b, strict=True)) == (i == j) for i, a in enumerate(Q) for j, b in enumerate(Q)
        )

    def small(self) -> Iterator[Square]:
        """By the greatest entry of the skew matrix, a few of each size d = 2, .., 6; each frame once."""
        seen: set[Square] = set()
        for most in count(0):
            for d in range(2, 7):
                values = sorted(range(-most, most + 1), key=lambda x: (-abs(x), x))
                for entries in islice(product(values, repeat=d * (d - 1) // 2), 6):
                    frame = cayley(d, entries)
                    if frame not in seen:
                        seen.add(frame)
                        yield frame

    def draw(self, choose: Choose) -> Square:
        d = choose(2, 6)
        return cayley(d, tuple(Fraction(choose(-9, 9), choose(1, 4)) for _ in range(d * (d - 1) // 2)))

    def near(self, value: Square) -> Iterator[Square]:
        """Of size one less: the frame of a plane less cannot be cut out, so simpler ones of that size."""
        if len(value) > 2:
            yield cayley(len(value) - 1, (1,) * ((len(value) - 1) * (len(value) - 2) // 2))


def cayley(d: int, entries: tuple[Any, ...]) -> Square:
    """(I - S)(I + S)^(-1), S skew with these entries above its diagonal."""
    above = dict(zip(((i, j) for i in range(d) for j in range(i + 1, d)), map(Fraction, entries), strict=True))
    skew = matrix(
        _rows(tuple(above.get((i, j), -above.get((j, i), Fraction(0))) for i in range(d) for j in range(d)), d)
    )
    one = matrix(_rows(tuple(int(i == j) for i in range(d) for j in range(d)), d))
    found = (one - skew) * (one + skew).inv()
    return _rows(tuple(Fraction(int(x.p), int(x.q)) for x in found.entries()), d)


@dataclass(frozen=True)
class Networks(Endless):
    """Networks (X, layers) of rational data, weights and positive factors of the rows, BN's or any other."""

    def __str__(self) -> str:
        return "a network of rational data, weights and positive factors of rows (BN's, or 1)"

    def __contains__(self, value: object) -> bool:
        if not (isinstance(value, tuple) and len(value) == 2 and value[0]):
            return False
        X, layers = value
        return len({len(row) for row in X}) == 1 and all(
            len(factors) == len(X) == len(W) and min(factors) > 0 and all(len(row) == len(X) for row in W)
            for factors, W in layers
        )

    def general(self, name: str) -> Iterator[Shape]:
        d, N, L = (variable(letter, "nat") for letter in ("d", "N", "L"))
        H, W, D = Vec.named("H", L + 1, d, N), Vec.named("W", L, d, d), Vec.named("D", L, d)
        positive = every(lambda factors: every(lambda x: x > 0, factors), D)
        follows = matrices_follow(H, L, lambda l, before: after_layer(D[l], W[l], before))
        known = (d >= 1, N >= 1, L >= 1, positive, follows)
        yield Shape(Ends(H[0], H[L], W), (d, N, L), known, rows=(("H", (L + 1, d, N)), ("W", (L, d, d)), ("D", (L, d))))

    def small(self) -> Iterator[Network]:
        """d = 1, .., 4 rows, every rank of X up to d, 1, 2, .. layers; entries by arithmetic, different in each."""
        for depth in count(1):
            for d in range(1, 5):
                for rank in range(d + 1):
                    yield self._of(d, rank, depth, _Mixed(depth))

    def draw(self, choose: Choose) -> Network:
        d = choose(1, 5)
        return self._of(d, choose(0, d), choose(1, 6), choose)

    def _of(self, d: int, rank: int, depth: int, choose: Choose) -> Network:
        columns = choose(max(rank, 1), d + 2)
        rows = [[choose(-4, 4) for _ in range(columns)] for _ in range(rank)] or [[0] * columns]
        X = tuple(tuple(Fraction(sum(choose(-2, 2) * x for x in column)) for column in zip(*rows, strict=True))
                  for _ in range(d))  # fmt: skip
        layers = tuple(
            (tuple(Fraction(choose(1, 9), choose(1, 4)) for _ in range(d)),
             _rows(tuple(Fraction(choose(-6, 6), choose(1, 3)) for _ in range(d * d)), d))
            for _ in range(depth)
        )  # fmt: skip
        return X, layers

    def near(self, value: Network) -> Iterator[Network]:
        """A layer less."""
        X, layers = value
        return ((X, (*layers[:l], *layers[l + 1 :])) for l in range(len(layers)) if len(layers) > 1)

    def size(self, value: Network) -> int:
        return len(value[0])


def after_layer(factors: Any, W: Any, H: Any) -> Any:
    """D (H + W H), D the diagonal matrix of the factors, gamma in W."""
    return each(lambda f, own, row: each(lambda x, y: f * (x + y), own, combined(row, H)), factors, H, W)


def beside(V: Any, strength: Any) -> Any:
    """I + strength V."""
    there = places(size(V))
    return each(lambda row, i: each(lambda x, j: one_if(i == j) + strength * number(x), row, there), V, there)


def ends_of(net: Any) -> Ends:
    """What there is before the layers and after them, and their weights."""
    if isinstance(net, Ends):
        return net
    X, layers = net
    H = X
    for factors, W in layers:
        H = after_layer(factors, W, H)
    return Ends(X, H, tuple(W for _, W in layers))


class _Mixed:
    """Integers between two ends, by a linear recursion modulo a prime."""

    def __init__(self, start: int) -> None:
        self._state = start

    def __call__(self, low: int, high: int) -> int:
        self._state = (self._state * 16807 + 12345) % 2147483647
        return low + self._state // 1000 % (high - low + 1)
