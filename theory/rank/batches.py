"""Rank of a random ReLU layer: the greatest rank that any weights give, and why (nachum24, Lemma 2; R2c).

f_u(w) = sum_i u_i relu(w . x_i) vanishes identically iff its kinks cancel: u_i = 0 on every ray that is alone on its
line, u_+ + u_- = 0 (points scaled) on a line that carries both rays, and then w . sum u_p x_p = 0. Hence, with d
distinct nonzero rays, p lines that carry both and X_p one point of each,

    max over W of rank relu(W X) = rank K = d - (p - rank X_p),

K the arc-cosine Gram matrix. `theory.rank.witness` reaches the same number by two other routes. Nothing here depends
on positive factors of the columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm
from typing import Any

from flint import arb, arb_mat, fmpq_mat, fmpz_mat

from theory.exact.rationals import afford, rational, to_fmpq

Point = tuple[int, ...]
ACCEPTED = "wanted int, Fraction, 'p/q', a decimal string or a SymPy Rational"


@dataclass(frozen=True, init=False)
class Batch:
    """n points of R^k with rational coordinates, kept as rays: integer vectors without common factor.

    Parameters
    ----------
    X : shape (k, n), rows of rational numbers or an exact python-flint matrix; columns are the points.

    Raises
    ------
    ValueError
        for no rows, no columns, rows of different lengths, entries that are not exact rationals.

    >>> Batch([[2, "1/2", 0], [0, "1/3", 0]]).rays
    ((1, 0), (3, 2), (0, 0))
    """

    rays: tuple[Point, ...]

    def __init__(self, X: Iterable[Sequence[Any]] | fmpq_mat | fmpz_mat) -> None:
        if isinstance(X, str):
            raise ValueError(f"got the text {X!r}; wanted the k rows of X, each of n rational numbers")
        rows = X.tolist() if isinstance(X, fmpq_mat | fmpz_mat) else [list(row) for row in X]
        if not rows or not rows[0]:
            raise ValueError("got an empty batch; wanted at least one row and one column (k, n >= 1)")
        for i, row in enumerate(rows):
            if len(row) != len(rows[0]):
                raise ValueError(
                    f"row {i + 1} has {len(row)} entries and row 1 has {len(rows[0])}; "
                    "all rows of X have n entries, one per point"
                )
        afford(len(rows) * len(rows[0]), 4_000_000, "the batch has {cost} entries")
        entries = [[_entry(e, i, j) for j, e in enumerate(row)] for i, row in enumerate(rows)]
        object.__setattr__(self, "rays", tuple(map(_primitive, zip(*entries, strict=True))))

    @classmethod
    def of_points(cls, points: Iterable[Sequence[Any]]) -> Batch:
        """A batch from its points, the columns of X.

        >>> Batch.of_points([(1, 0), (1, 1)]).rays
        ((1, 0), (1, 1))
        """
        columns = [list(point) for point in points]
        for i, column in enumerate(columns):
            if len(column) != len(columns[0]):
                wanted = f"point 1 has {len(columns[0])}"
                raise ValueError(f"point {i + 1} has {len(column)} coordinates and {wanted}; all points have k")
        return cls(list(zip(*columns, strict=True)))

    @property
    def n(self) -> int:
        """Number of points."""
        return len(self.rays)

    @property
    def k(self) -> int:
        """Dimension of the points."""
        return len(self.rays[0])

    @cached_property
    def rank(self) -> int:
        """rank X, exact."""
        return rank_of(self.rays)

    def opposite(self, i: int) -> Point:
        """The ray -x_i."""
        return tuple(-e for e in self.rays[i])

    def is_zero(self, i: int) -> bool:
        """Whether x_i = 0."""
        return not any(self.rays[i])

    def span(self, columns: Sequence[int]) -> int:
        """Rank of some columns."""
        return rank_of([self.rays[i] for i in columns])

    def gram(self) -> fmpz_mat:
        """Inner products of the rays, exact."""
        A = fmpz_mat([list(ray) for ray in self.rays])
        return A * A.transpose()

    def cosines(self) -> arb_mat:
        """Gram matrix of the unit columns, shape (n, n), at the current precision; needs nonzero columns."""
        G = self.gram()
        norms = [arb(G[i, i]).sqrt() for i in range(self.n)]
        return arb_mat(
            [[arb(1) if i == j else arb(G[i, j]) / (norms[i] * norms[j]) for j in range(self.n)] for i in range(self.n)]
        )


def _entry(value: Any, i: int, j: int) -> Fraction:
    if type(value) is int:
        return Fraction(value)
    try:
        return rational(value)
    except (TypeError, ValueError):
        shown = repr(value) if len(repr(value)) < 60 else repr(value)[:50] + "..."
        raise ValueError(
            f"row {i + 1}, column {j + 1} is {shown} of type {type(value).__name__}; {ACCEPTED}: "
            "rounding decides which points are collinear, and with it the rank"
        ) from None


def _primitive(column: Sequence[Fraction]) -> Point:
    scale = lcm(*(e.denominator for e in column))
    integers = [e.numerator * (scale // e.denominator) for e in column]
    factor = gcd(*integers) or 1
    return tuple(e // factor for e in integers)


def rank_of(points: Sequence[Point]) -> int:
    """Rank of integer vectors, exact."""
    if not points:
        return 0
    tall = (
        points if len(points) >= len(points[0]) else tuple(zip(*points, strict=True))
    )  # python-flint: 200 times faster
    return int(fmpz_mat([list(row) for row in tall]).rank())


def dot(x: Point, y: Point) -> int:
    """Inner product."""
    return sum(p * q for p, q in zip(x, y, strict=True))


@dataclass(frozen=True, init=False)
class Angles:
    """n points of the plane at directions that are rational multiples of pi.

    Parameters
    ----------
    over_pi : the directions in units of pi: int, Fraction, "p/q" or decimal string. They are kept in [0, 2).

    >>> Angles(["0", "1/7", "-1/7"]).rays
    (Fraction(0, 1), Fraction(1, 7), Fraction(13, 7))
    """

    rays: tuple[Fraction, ...]

    def __init__(self, over_pi: Iterable[Any]) -> None:
        if isinstance(over_pi, str):
            raise ValueError(f"got the text {over_pi!r}; wanted a list of angles in units of pi, as ['0', '1/7']")
        given = list(over_pi)
        if not given:
            raise ValueError("got no angles; wanted at least one")
        rays = []
        for i, angle in enumerate(given):
            try:
                rays.append(rational(angle) % 2)
            except (TypeError, ValueError):
                raise ValueError(f"angle {i + 1} is {angle!r}, in units of pi; {ACCEPTED}") from None
        object.__setattr__(self, "rays", tuple(rays))

    @property
    def n(self) -> int:
        """Number of points."""
        return len(self.rays)

    @property
    def k(self) -> int:
        """Dimension of the points."""
        return 2

    @property
    def rank(self) -> int:
        """rank X: 1 if all points lie on one line, else 2."""
        return self.span(range(self.n))

    def opposite(self, i: int) -> Fraction:
        """The ray -x_i."""
        return (self.rays[i] + 1) % 2

    def is_zero(self, i: int) -> bool:
        """Never: a direction is not zero."""
        return False

    def span(self, columns: Sequence[int]) -> int:
        """Rank of some columns: the number of lines, at most 2."""
        return min(2, len({self.rays[i] % 1 for i in columns}))

    def cosines(self) -> arb_mat:
        """Gram matrix of the unit columns, shape (n, n), at the current precision."""
        return arb_mat([[arb.cos_pi_fmpq(to_fmpq(a - b)) for b in self.rays] for a in self.rays])


@dataclass(frozen=True)
class RankDiagnosis:
    """What the greatest rank of relu(W X) is made of; columns are counted from 0.

    Attributes
    ----------
    n, rank : number of columns, rank X.
    rays, lines : distinct rays and lines among the nonzero columns.
    antipodal, antipodal_rank : p lines that carry both rays, and rank X_p.
    max_rank : d - (p - rank X_p) = rank K.
    zero_columns : all of them.
    parallel, antipodes : pairs of columns; in each, the first column of a ray with a later one, or with the first
        column of the opposite ray.
    """

    n: int
    rank: int
    rays: int
    lines: int
    antipodal: int
    antipodal_rank: int
    max_rank: int
    zero_columns: tuple[int, ...]
    parallel: tuple[tuple[int, int], ...]
    antipodes: tuple[tuple[int, int], ...]

    @property
    def pairwise_non_collinear(self) -> bool:
        """The hypothesis of nachum24, Lemma 2: no zero, parallel or antipodal columns."""
        return not (self.zero_columns or self.parallel or self.antipodes)

    @property
    def reaches_n(self) -> bool:
        """Whether rank relu(W X) = n for wide layers; weaker than `pairwise_non_collinear`."""
        return self.max_rank == self.n

    def __str__(self) -> str:
        """
        >>> print(diagnose(Batch([[1, -1, 0, 2], [0, 0, 0, 0]])))
        greatest rank 2 of 4; not pairwise non-collinear: x3 = 0, x1 || x4, x1 and x2 antipodal
        """
        named = [f"x{i + 1} = 0" for i in self.zero_columns]
        named += [f"x{i + 1} || x{j + 1}" for i, j in self.parallel]
        named += [f"x{i + 1} and x{j + 1} antipodal" for i, j in self.antipodes]
        if len(named) > 8:
            named[8:] = [f"{len(named) - 8} more"]
        verdict = f"not pairwise non-collinear: {', '.join(named)}" if named else "pairwise non-collinear"
        return f"greatest rank {self.max_rank} of {self.n}; {verdict}"


def diagnose(X: Batch | Angles) -> RankDiagnosis:
    """Count rays, lines and double lines, and name the columns that offend (R2c).

    >>> diagnose(Batch([[1, -1, 0, 0, 1, -1], [0, 0, 1, -1, 1, -1]])).max_rank
    5
    """
    first: dict[Any, int] = {}
    zero, parallel, antipodes = [], [], []
    for i, ray in enumerate(X.rays):
        if X.is_zero(i):
            zero.append(i)
        elif ray in first:
            parallel.append((first[ray], i))
        else:
            first[ray] = i
            if (other := X.opposite(i)) in first:
                antipodes.append((first[other], i))
    d, p = len(first), len(antipodes)
    antipodal_rank = X.span([i for i, _ in antipodes])
    return RankDiagnosis(
        n=X.n,
        rank=X.rank,
        rays=d,
        lines=d - p,
        antipodal=p,
        antipodal_rank=antipodal_rank,
        max_rank=d - (p - antipodal_rank),
        zero_columns=tuple(zero),
        parallel=tuple(parallel),
        antipodes=tuple(antipodes),
    )


def max_rank(X: Batch | Angles) -> int:
    """Greatest rank of relu(W X) over all W of any width, reached almost surely by wide Gaussian layers (R2c).

    >>> max_rank(Angles(["0", "1/4", "1/2", "3/4", 1, "5/4", "3/2", "7/4"]))
    6
    """
    return diagnose(X).max_rank
