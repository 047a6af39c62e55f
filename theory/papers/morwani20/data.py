"""Finite data laws as instances: n data in Q^d, labels, weights and a direction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import count
from typing import Any, NamedTuple

from sympy import Expr, ImmutableMatrix, Integer, Rational, eye, sympify

from theory.batchnorm import dot
from theory.domains.numbers import FAR, Choose, Endless
from theory.term import Shape, Term, Vec, each, every, one_if, places, root, size, total, variable
from theory.term.matrices import product

Numbers = tuple[Rational, ...]
Row = Any
"""Numbers, or a row of terms."""


class Data(NamedTuple):
    """Coordinates A (d rows of n data), labels y (n), weights w and a direction v (d).

    Numbers, or rows of terms (`DataSets.general`).
    """

    A: Any
    y: Row
    w: Row
    v: Row

    @property
    def n(self) -> Any:
        return size(self.y)

    @property
    def H(self) -> ImmutableMatrix:
        """E x x^T."""
        return _second_moments(self.A)

    @property
    def g(self) -> Row:
        """E x y."""
        return each(lambda a: dot(a, self.y) / self.n, self.A)

    @property
    def u(self) -> Row:
        """The least-squares solution: H u = g."""
        return Vec.named("u", self.A.n) if isinstance(self.A, Vec) else _solved(self.A, self.g)

    @property
    def inverse(self) -> Any:
        """H^-1, row by row."""
        return Vec.named("K", self.A.n, self.A.n) if isinstance(self.A, Vec) else _inverted(self.A)

    def form(self, a: Any, b: Any) -> Expr:
        """a.Hb = E (x.a)(x.b)"""
        return dot(self.row(a), self.row(b)) / self.n

    def means(self) -> Row:
        """E x."""
        return each(lambda a: total(a) / self.n, self.A)

    def deviations(self) -> Row:
        """x.w - E x.w of all data."""
        row = self.row(self.w)
        mean = total(row) / self.n
        return each(lambda x: x - mean, row)

    def row(self, w: Any) -> Row:
        """x.w of all data."""
        if isinstance(self.A, Vec):
            return Vec(self.n, lambda i: dot(w, each(lambda a: a[i], self.A)))
        return tuple(dot(tuple(w), column) for column in zip(*self.A, strict=True))


def spread(data: Data) -> Expr:
    """The biased standard deviation of x.w."""
    c = data.deviations()
    return root(dot(c, c) / data.n)


@cache
def _second_moments(A: tuple[Numbers, ...]) -> ImmutableMatrix:
    return ImmutableMatrix([[dot(a, b) / len(a) for b in A] for a in A])


@cache
def _solved(A: tuple[Numbers, ...], g: Numbers) -> Numbers:
    return tuple(_second_moments(A).LUsolve(ImmutableMatrix(g)))


@cache
def _inverted(A: tuple[Numbers, ...]) -> tuple[Numbers, ...]:
    return tuple(map(tuple, _second_moments(A).inv().tolist()))


def second_moments(data: Data) -> Any:
    """H = E x x^T, row by row."""
    return each(lambda a: each(lambda b: dot(a, b) / data.n, data.A), data.A)


def sigma(data: Data) -> Expr:
    return root(data.form(data.w, data.w))


def crossed(m: Sequence[Rational], axis: int) -> tuple[list[list[Rational]], ImmutableMatrix]:
    """Data +m_i q_i, -m_i q_i (A, d rows of 2d data) and the orthogonal matrix of the q_i: d Cov x = Q diag(m^2) Q.

    Q is the reflection along (1, axis, axis^2, ..), so that E x = 0 and the eigenvalues m_i^2/d are rational.

    >>> A, Q = crossed((Integer(1), Integer(2)), 1)
    >>> A
    [[0, 0, -2, 2], [-1, 1, 0, 0]]
    """
    k = ImmutableMatrix([Integer(axis) ** i for i in range(len(m))])
    Q = ImmutableMatrix(eye(len(m)) - k * k.T * (2 / sum(a**2 for a in k)))
    return [[sign * a * q for a, q in zip(m, row, strict=True) for sign in (1, -1)] for row in Q.tolist()], Q


LETTERS = {
    "gw": lambda at: dot(at["data"].g, at["data"].w), "gv": lambda at: dot(at["data"].g, at["data"].v),
    "vw": lambda at: dot(at["data"].v, at["data"].w), "uv": lambda at: dot(at["data"].u, at["data"].v),
    "hvw": lambda at: at["data"].form(at["data"].v, at["data"].w), "sigma": lambda at: sigma(at["data"]),
    "hww": lambda at: at["data"].form(at["data"].w, at["data"].w), "ww": lambda at: dot(at["data"].w, at["data"].w),
    "hvv": lambda at: at["data"].form(at["data"].v, at["data"].v), "uu": lambda at: dot(at["data"].u, at["data"].u),
    "gg": lambda at: dot(at["data"].g, at["data"].g), "U2": lambda at: dot(at["data"].u, at["data"].g),
    "norm_w": lambda at: root(dot(at["data"].w, at["data"].w)),
}  # fmt: skip
"""Scalars of the predictions (`theory.papers.morwani20.setting`) that the data determine."""


def letters(*names: str) -> dict[str, Any]:
    return {name: LETTERS[name] for name in names}


@dataclass(frozen=True)
class DataSets(Endless):
    """Data in Q^d, which stand for those in R^d, with E x x^T (centred: Cov x) positive definite.

    Parameters
    ----------
    d : the least and the greatest dimension. far : how many data more than d there are at most.
    centred : E x = 0. level : w.g = 0. inverse : H^-1 is spoken of, too: in general it is a matrix of its own.

    The k-th small one is drawn by the k-th stream of a congruential generator: whole numbers that slowly grow.

    >>> first = next(DataSets().small())
    >>> first in DataSets(), sum(first.A[0])
    (True, 0)
    """

    d: tuple[int, int] = (1, 3)
    far: int = 3
    centred: bool = True
    level: bool = False
    inverse: bool = False

    def __str__(self) -> str:
        kind = "E x = 0, " if self.centred else ""
        orthogonal = ", w.g = 0" if self.level else ""
        data = f"(A, y, w, v): n data in Q^d with labels, d = {self.d[0]}, .., {self.d[1]}"
        return f"{data}, {kind}Cov x > 0, E xy != 0{orthogonal}"

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, Data) or not value.A or len({len(row) for row in (*value.A, value.y)}) > 1:
            return False
        if not (self.d[0] <= len(value.A) == len(value.w) == len(value.v) <= self.d[1]) or not any(value.w):
            return False
        means = [sum(row) for row in value.A]
        if self.centred and any(means):
            return False
        mu = ImmutableMatrix(means) / value.n
        if (value.H - mu * mu.T).rank() < len(value.A) or not any(value.g) or not any(value.v):
            return False
        return not self.level or dot(value.w, value.g) == 0

    def small(self) -> Iterator[Data]:
        for k in count():
            if (value := _kth(self, k)) is not None:
                yield value

    def draw(self, choose: Choose) -> Data:
        for _ in range(64):
            value = self.drawn(choose, FAR)
            if value is not None:
                return value
        return next(self.small())

    def drawn(self, choose: Choose, far: int) -> Data | None:
        """Entries from -far to far; None for what does not belong to the domain."""
        d = choose(*self.d)
        n = d + 1 + choose(0, self.far)

        def numbers(size: int) -> Numbers:
            return tuple(Integer(choose(-far, far)) for _ in range(size))

        rows = [numbers(n - self.centred) for _ in range(d)]
        A = tuple((*row, Integer(-sum(row))) if self.centred else row for row in rows)
        value = Data(A, numbers(n), numbers(d), numbers(d))
        if self.level and any(value.g):
            part = dot(value.w, value.g) / dot(value.g, value.g)
            value = value._replace(w=tuple(a - part * b for a, b in zip(value.w, value.g, strict=True)))
        return value if value in self else None

    def near(self, value: Data) -> Iterator[Data]:
        """One label, weight or entry of the direction moved by one; w stays where w.g = 0."""
        for name in ("y", "v") if self.level else ("y", "w", "v"):
            row = getattr(value, name)
            for i, step in ((i, step) for i in range(len(row)) for step in (-1, 1)):
                other = value._replace(**{name: (*row[:i], sympify(row[i] + step), *row[i + 1 :])})
                if other in self:
                    yield other

    def size(self, value: Data) -> int:
        return int(value.n)

    def general(self, name: str) -> Iterator[Shape]:
        """n data in R^d, n and d of any size, as rows of terms.

        Of Cov x > 0 and w != 0 it says what follows for w: x.w is not constant; with E x = 0, u is a row with H u = g,
        and x.u is not constant either, as g != 0.
        """
        d = variable("d", "nat")
        shape = self.of_size(d)[1]
        yield replace(shape, conditions=(d >= self.d[0], *shape.conditions))

    def of_size(self, d: Term) -> tuple[Data, Shape]:
        """n data in R^d, n of any size, as rows of terms."""
        n = variable("n", "nat")
        rows = {"A": (d, n), "y": (n,), "w": (d,), "v": (d,)} | ({"u": (d,)} if self.centred else {})
        data = Data(*(Vec.named(name, *rows[name]) for name in ("A", "y", "w", "v")))
        conditions = [dot(data.deviations(), data.deviations()) > 0, dot(data.g, data.g) > 0]
        if self.centred:
            at_u = data._replace(w=data.u)
            off = each(lambda x, y: x - y, at_u.row(data.u), data.y)
            conditions += [
                every(lambda a: total(a) == 0, data.A),
                every(lambda a: dot(a, off) == 0, data.A),
                dot(at_u.deviations(), at_u.deviations()) > 0,
            ]
        if self.level:
            conditions.append(dot(data.w, data.g) == 0)
        if self.inverse:
            rows["K"] = (d, d)
            conditions += identities(second_moments(data), data.inverse)
        return data, Shape(data, (d, n), tuple(conditions), rows=tuple(rows.items()))


def identities(H: Any, K: Any) -> list[Any]:
    """H K = I and K H = I, of rows of terms."""
    at = places(size(H))
    return [
        every(lambda row, i: every(lambda entry, j: entry == one_if(i == j), row, at), both, at)
        for both in (product(H, K), product(K, H))
    ]


def choices(state: int) -> Choose:
    """Integers from a to b by a linear congruential generator modulo 2^64."""

    def choose(a: int, b: int) -> int:
        nonlocal state
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        return a + (state >> 33) % (b - a + 1)

    return choose


@cache
def _kth(domain: DataSets, k: int) -> Data | None:
    return domain.drawn(choices(k), 2 + k // 20)
