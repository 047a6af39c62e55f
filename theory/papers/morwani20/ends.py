"""Data with the least and the greatest eigenvalue of their covariance; data in general with bounds for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any, NamedTuple

from sympy import Expr, ImmutableMatrix, Integer, eye, sqrt

from theory.batchnorm import dot
from theory.domains.matrices import positive_semidefinite
from theory.domains.numbers import FAR, Choose, Endless
from theory.papers.morwani20.data import Data, DataSets, choices, crossed
from theory.term import Shape, Vec, all_rows, every, total, variable


class Ended(NamedTuple):
    """Data, and the least and the greatest eigenvalue of Cov x."""

    data: Data
    low: Any
    high: Any


def variance(data: Data, z: Any) -> Expr:
    """z.Sz, S = Cov x: the variance of x.z."""
    c = data._replace(w=z).deviations()
    return dot(c, c) / data.n


def _general(data: Data, shape: Shape, *more: Any) -> Shape:
    """Numbers low > 0 and high with low |z|^2 <= z.Sz <= high |z|^2 for every z: the ends, and all beyond them."""
    d, low, high = data.A.n, variable("low"), variable("high")
    bounds = (
        low > 0,
        all_rows(d, lambda z: low * dot(z, z) <= variance(data, z)),
        all_rows(d, lambda z: variance(data, z) <= high * dot(z, z)),
    )
    at = (shape.variables[0], shape.variables[1], low, high)
    return Shape(Ended(data, low, high), at, (*shape.conditions, *bounds, *more), rows=shape.rows)


@dataclass(frozen=True)
class WithEnds(Endless):
    """Data in one or two dimensions, of which the eigenvalues are roots.

    >>> first = next(WithEnds(DataSets(d=(1, 2))).small())
    >>> first in WithEnds(DataSets(d=(1, 2)))
    True
    """

    sets: DataSets

    def __str__(self) -> str:
        return f"{self.sets}; lambda_min and lambda_max of Cov x"

    def __contains__(self, value: object) -> bool:
        return isinstance(value, Ended) and value.data in self.sets and value == self._of(value.data)

    def _of(self, data: Data) -> Ended:
        means = ImmutableMatrix(data.means())
        S = data.H - means * means.T
        root = sqrt(S.trace() ** 2 - 4 * S.det()) if S.rows == 2 else Integer(0)
        middle = S.trace() / S.rows
        return Ended(data, middle - root / 2, middle + root / 2)

    def small(self) -> Iterator[Ended]:
        return map(self._of, self.sets.small())

    def draw(self, choose: Choose) -> Ended:
        return self._of(self.sets.draw(choose))

    def near(self, value: Ended) -> Iterator[Ended]:
        return map(self._of, self.sets.near(value.data))

    def size(self, value: Ended) -> int:
        return self.sets.size(value.data)

    def general(self, name: str) -> Iterator[Shape]:
        for shape in self.sets.general(name):
            yield _general(shape.value, shape)


@dataclass(frozen=True)
class OnAxes(Endless):
    """Data +-m_i q_i on orthogonal axes q_i, of which the eigenvalues m_i^2/d are rational.

    Parameters
    ----------
    shortest : w is an eigenvector for the least eigenvalue and y != 0 orthogonal to 1 and x.w, and E x is any; else
        E x = 0 and E xy != 0.

    >>> first = next(OnAxes().small())
    >>> first in OnAxes(), first in OnAxes(shortest=True)
    (True, False)
    """

    shortest: bool = False

    def __str__(self) -> str:
        kind = "Sw = lambda_min w, y != 0 orthogonal to 1 and x.w" if self.shortest else "E x = 0, E xy != 0"
        return (
            f"(A, y, w, v), lambda_min and lambda_max: n data in Q^d with labels, d >= 2, S = Cov x > 0, w != 0, {kind}"
        )

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, Ended):
            return False
        data = value.data
        if not data.A or {len(row) for row in data.A} != {len(data.y)} or {len(data.w), len(data.v)} != {len(data.A)}:
            return False
        means = ImmutableMatrix(data.means())
        S = data.H - means * means.T
        beyond = [S - value.low * eye(S.rows), value.high * eye(S.rows) - S]
        if value.low <= 0 or not any(data.w) or any(M.det() or not positive_semidefinite(M.tolist()) for M in beyond):
            return False
        if not self.shortest:
            return not any(means) and any(data.g)
        back = dot(data.y, data.row(data.w))
        return bool(
            (beyond[0] * ImmutableMatrix(data.w)).is_zero_matrix and any(data.y) and not back and not sum(data.y)
        )

    def small(self) -> Iterator[Ended]:
        return (value for k in count() if (value := self._drawn(choices(k), 2 + k // 20)) is not None)

    def draw(self, choose: Choose) -> Ended:
        return next((value for _ in range(64) if (value := self._drawn(choose, FAR)) is not None), next(self.small()))

    def _drawn(self, choose: Choose, far: int) -> Ended | None:
        """Entries from -far to far; None for what does not belong to the domain."""
        d = choose(2, 3)
        m = sorted(Integer(choose(1, far)) for _ in range(d))
        A, axes = crossed(m, choose(0, 3))
        y, w, moved = ([Integer(choose(-far, far)) for _ in range(size)] for size in (2 * d, d, d))
        if self.shortest:
            w = [choose(1, far) * a for a in axes.col(0)]
            x = [dot(tuple(w), column) for column in zip(*A, strict=True)]
            along = dot(tuple(x), tuple(y)) / dot(tuple(x), tuple(x))
            y = [a - sum(y) / len(y) - along * b for a, b in zip(y, x, strict=True)]
            A = [[a + shift for a in row] for row, shift in zip(A, moved, strict=True)]
        rows = tuple(map(tuple, A))
        value = Ended(Data(rows, tuple(y), tuple(w), tuple(w)), m[0] ** 2 / d, m[-1] ** 2 / d)
        return value if value in self else None

    def near(self, value: Ended) -> Iterator[Ended]:
        """The weights, or the labels, moved by one."""
        data = value.data
        for name in ("y", "w"):
            row = getattr(data, name)
            for i, step in ((i, step) for i in range(len(row)) for step in (-1, 1)):
                other = value._replace(data=data._replace(**{name: (*row[:i], row[i] + step, *row[i + 1 :])}))
                if other in self:
                    yield other

    def size(self, value: Ended) -> int:
        return int(value.data.n)

    def general(self, name: str) -> Iterator[Shape]:
        if not self.shortest:
            yield from WithEnds(DataSets(d=(2, 3))).general(name)
            return
        d, n = variable("d", "nat"), variable("n", "nat")
        rows = {"A": (d, n), "y": (n,), "w": (d,), "v": (d,)}
        data = Data(*(Vec.named(name, *lengths) for name, lengths in rows.items()))
        c, low = data.deviations(), variable("low")
        own = every(lambda a, b: dot(a, c) / n == low * b, data.A, data.w)
        known = (dot(data.w, data.w) > 0, dot(data.y, data.y) > 0, total(data.y) == 0, dot(data.y, c) == 0, own)
        yield _general(data, Shape(data, (d, n), (d >= 1,), rows=tuple(rows.items())), *known)
