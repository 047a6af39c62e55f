"""Finite data laws as instances: n data in Q^d, labels, weights and a direction, and the loss by its definition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count
from typing import Any, NamedTuple

from sympy import Expr, ImmutableMatrix, Integer, Rational, Symbol, eye, sqrt, sympify

from theory.batchnorm import batchnorm, degrees, dot, recentre, rescale
from theory.claim.domains import FAR, Choose, Endless

Numbers = tuple[Rational, ...]
_t = Symbol("_t", real=True)


class Data(NamedTuple):
    """Coordinates A (d rows of n data), labels y (n), weights w and a direction v (d)."""

    A: tuple[Numbers, ...]
    y: Numbers
    w: Numbers
    v: Numbers

    @property
    def n(self) -> int:
        return len(self.y)

    @property
    def H(self) -> ImmutableMatrix:
        """E x x^T."""
        return _second_moments(self.A)

    @property
    def g(self) -> Numbers:
        """E x y."""
        return tuple(dot(a, self.y) / self.n for a in self.A)

    @property
    def u(self) -> Numbers:
        """The least-squares solution: H u = g."""
        return _solved(self.A, self.g)

    def form(self, a: Any, b: Any) -> Expr:
        """a.Hb"""
        return (ImmutableMatrix(a).T * self.H * ImmutableMatrix(b))[0, 0]

    def means(self) -> Numbers:
        """E x."""
        return tuple(Rational(sum(a)) / self.n for a in self.A)

    def deviations(self) -> tuple[Expr, ...]:
        """x.w - E x.w of all data."""
        row = self.row(self.w)
        return tuple(x - sum(row) / self.n for x in row)

    def row(self, w: Any) -> tuple[Expr, ...]:
        """x.w of all data."""
        return tuple(dot(tuple(w), column) for column in zip(*self.A, strict=True))


def spread(data: Data) -> Expr:
    """The biased standard deviation of x.w."""
    return sqrt(sum(c * c for c in data.deviations()) / data.n)


@cache
def _second_moments(A: tuple[Numbers, ...]) -> ImmutableMatrix:
    return ImmutableMatrix([[dot(a, b) / len(a) for b in A] for a in A])


@cache
def _solved(A: tuple[Numbers, ...], g: Numbers) -> Numbers:
    return tuple(_second_moments(A).LUsolve(ImmutableMatrix(g)))


def sigma(data: Data) -> Expr:
    return sqrt(data.form(data.w, data.w))


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
    "norm_w": lambda at: sqrt(dot(at["data"].w, at["data"].w)),
}  # fmt: skip
"""Scalars of the predictions (`theory.papers.morwani20.setting`) that the data determine."""


def letters(*names: str) -> dict[str, Any]:
    return {name: LETTERS[name] for name in names}


def loss(data: Data, gamma: Any, w: Any) -> Expr:
    """(1/2n) sum (y - gamma BN(x.w))^2, BN over the data."""
    normal = batchnorm(data.row(w))
    return sum(((y - gamma * z) ** 2 for y, z in zip(data.y, normal, strict=True)), Integer(0)) / (2 * data.n)


@cache
def jet(start: tuple[Expr, ...], towards: tuple[Expr, ...]) -> tuple[tuple[Expr, ...], ...]:
    """BN(x + t h), its first and its second derivative by t at t = 0, entry by entry.

    RC and RS are carried out on x + t h; (c/z)^2, what RS divides by, is a polynomial a + bt + ct^2.
    """
    path = recentre([a + _t * b for a, b in zip(start, towards, strict=True)])
    path = tuple(p.expand() for p in path)
    place = next(i for i, p in enumerate(path) if p != 0)
    square = ((path[place] / rescale(path, degrees(len(path)))[place]) ** 2).expand()
    a, b, c = (square.coeff(_t, k) for k in range(3))
    s = sqrt(a)
    by, twice = -b / (2 * a * s), (3 * b**2 / (4 * a) - c) / (a * s)  # of 1/s, at t = 0
    at = [(p.coeff(_t, 0), p.coeff(_t, 1)) for p in path]
    return (
        tuple(p / s for p, _ in at),
        tuple(q / s + p * by for p, q in at),
        tuple(2 * q * by + p * twice for p, q in at),
    )


@cache
def along(data: Data, gamma: Any, w: tuple[Expr, ...], v: tuple[Expr, ...]) -> tuple[Expr, ...]:
    """Derivatives of the loss at (gamma, w) by gamma, along v, and twice: (gamma gamma), (gamma v), (v v).

    From those of z = BN(x.(w + t v)), by the chain rule for the mean of (y - gamma z)^2/2.
    """
    found = [Integer(0)] * 5
    for y, z, dz, ddz in zip(data.y, *jet(data.row(w), data.row(v)), strict=True):
        off = gamma * z - y
        each = (off * z, off * gamma * dz, z * z, z * gamma * dz + off * dz, (gamma * dz) ** 2 + off * gamma * ddz)
        found = [total + one / data.n for total, one in zip(found, each, strict=True)]
    return tuple(total.expand() for total in found)


def slope(data: Data, gamma: Any, w: tuple[Expr, ...]) -> tuple[Expr, ...]:
    """The gradient of the loss in w, entry by entry."""
    return tuple(along(data, gamma, w, tuple(eye(len(w)).row(i)))[1] for i in range(len(w)))


@dataclass(frozen=True)
class DataSets(Endless):
    """Data in Q^d, which stand for those in R^d, with E x x^T (centred: Cov x) positive definite.

    Parameters
    ----------
    d : the least and the greatest dimension. far : how many data more than d there are at most.
    centred : E x = 0. level : w.g = 0.

    The k-th small one is drawn by the k-th stream of a congruential generator: whole numbers that slowly grow.

    >>> first = next(DataSets().small())
    >>> first in DataSets(), sum(first.A[0])
    (True, 0)
    """

    d: tuple[int, int] = (1, 3)
    far: int = 3
    centred: bool = True
    level: bool = False

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
        return value.n


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
