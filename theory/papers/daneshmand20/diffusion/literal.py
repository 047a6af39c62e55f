"""The generator of the gamma -> 0 diffusion by its definition: one weight at a time, to second order.

E g(M+) = g(M) + gamma^2 (L g)(M) + .. for independent centred weights of unit variance, so L g is the sum over the
entries W_ab = w of the coefficient of w^2 in g(M+). Numbers are Fractions or SymPy expressions, and exact.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

from flint import fmpq
from sympy import BlockMatrix, Determinant, Expr, Identity, Matrix, Symbol, ZeroMatrix

from theory.primitive import primitive


@dataclass(frozen=True)
class Jet:
    """value + first w + second w^2, with what comes after left out.

    >>> Jet(1, 2) * Jet(1, 0, 5)
    Jet(value=1, first=2, second=5)
    """

    value: Any
    first: Any = 0
    second: Any = 0

    def __add__(self, other: Jet) -> Jet:
        return Jet(self.value + other.value, self.first + other.first, self.second + other.second)

    def __sub__(self, other: Jet) -> Jet:
        return Jet(self.value - other.value, self.first - other.first, self.second - other.second)

    def __mul__(self, other: Jet) -> Jet:
        return Jet(
            self.value * other.value,
            self.value * other.first + self.first * other.value,
            self.value * other.second + self.first * other.first + self.second * other.value,
        )

    def __truediv__(self, other: Jet) -> Jet:
        value = self.value / other.value
        first = (self.first - value * other.first) / other.value
        return Jet(value, first, (self.second - first * other.first - value * other.second) / other.value)

    def __pow__(self, power: int) -> Jet:
        """For a power >= 2."""
        low = self.value ** (power - 2)
        slope = power * low * self.value
        bend = power * (power - 1) * low
        return Jet(low * self.value**2, slope * self.first, slope * self.second + bend * self.first**2 / 2)

    def log_second(self) -> Any:
        """The coefficient of w^2 of the logarithm."""
        slope = self.first / self.value
        return self.second / self.value - slope * slope / 2


def _none(square: Jet) -> Jet:
    return Jet(Fraction(1))


@primitive("rs", _none)
def length(square: Jet) -> Jet:
    """The square root of the squared length of a row that was 1 before it moved: what rescaling divides by."""
    if square.value != 1:
        raise ValueError(f"a row of squared length {square.value}: wanted rows of length 1")
    return Jet(Fraction(1), square.first / 2, (square.second - square.first * square.first / 4) / 2)


def rescaled(x: Sequence[Any], other: Sequence[Any], along: Any, square: Any) -> list[Jet]:
    """(x + w other)/|x + w other|, entry by entry, for a row of length 1: `along` is <x, other>, `square` |other|^2."""
    norm = length(Jet(1, 2 * along, square))
    back = Jet(1, -norm.first, norm.first * norm.first - norm.second)
    return [Jet(value, first) * back for value, first in zip(x, other, strict=True)]


def _exact(A: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """With Fractions for integers, whose quotients would be rounded."""
    return [[Fraction(x) if isinstance(x, int) else x for x in row] for row in A]


def _moved(M: Sequence[Sequence[Any]], a: int, b: int) -> Jet:
    """The length of row a after W = w e_a e_b^T: the root of 1 + 2 M_ab w + w^2, or (1 + w)^2 for b = a."""
    return length(Jet(M[a][a], 2 * M[a][b], M[b][b]))


def generated(M: Sequence[Sequence[Any]], of: Callable[[list[list[Jet]]], Any]) -> Any:
    """L g at a correlation matrix M; `of` takes M+ in jets and gives the coefficient of w^2 of g(M+).

    >>> from fractions import Fraction
    >>> M = ((1, Fraction(1, 2)), (Fraction(1, 2), 1))
    >>> generated(M, lambda moved: moved[0][1].second)    # -3 rho (1 - rho^2)
    Fraction(-9, 8)
    """
    M = _exact(M)
    size, total = range(len(M)), 0
    for a, b in product(size, repeat=2):
        norm = _moved(M, a, b)
        rows = [[Jet(M[i][j]) for j in size] for i in size]
        for j in size:
            if j != a:
                rows[a][j] = rows[j][a] = Jet(M[a][j], M[b][j]) / norm
        rows[a][a] = Jet(M[a][a], 2 * M[a][b], M[b][b]) / (norm * norm)
        total += of(rows)
    return total


def log_volume_growth(X: Sequence[Sequence[Any]], M: Sequence[Sequence[Any]]) -> Any:
    """L log det(X^T X) where the rows of X move and are rescaled along with those of H, M = H H^T: X+ = D (I + w W) X.

    >>> from fractions import Fraction
    >>> log_volume_growth(((Fraction(1),), (Fraction(1),)), ((1, 1), (1, 1)))
    Fraction(0, 1)
    """
    X, M = _exact(X), _exact(M)
    size, columns, total = range(len(X)), range(len(X[0])), 0
    gram = [[sum(row[i] * row[j] for row in X) for j in columns] for i in columns]
    for a, b in product(size, repeat=2):
        norm, others = _moved(M, a, b), [[gram[i][j] - X[a][i] * X[a][j] for j in columns] for i in columns]
        row = [Jet(X[a][j], X[b][j]) / norm for j in columns]
        total += determinant_of([[Jet(others[i][j]) + row[i] * row[j] for j in columns] for i in columns]).log_second()
    return total


def determinant_of(A: list[list[Jet]]) -> Jet:
    """By Gauss elimination; the leading minors may not vanish, as in a positive definite matrix."""
    rest, found = A, Jet(1)
    while rest:
        pivot = rest[0][0]
        found = found * pivot
        rest = [[row[j] - row[0] * rest[0][j] / pivot for j in range(1, len(rest))] for row in rest[1:]]
    return found


@dataclass(frozen=True)
class Mixed:
    """value + u by_u + v by_v + u v both, with u^2 = v^2 = 0: of f(.. + u .. + v ..) the last is a second derivative.

    >>> (Mixed(3, 1, 1) * Mixed(3, 1, 1)).both    # of x^2, by x and by x
    2
    """

    value: Any
    by_u: Any = 0
    by_v: Any = 0
    both: Any = 0

    def __add__(self, other: Any) -> Mixed:
        other = _mixed(other)
        return Mixed(self.value + other.value, self.by_u + other.by_u, self.by_v + other.by_v, self.both + other.both)

    def __mul__(self, other: Any) -> Mixed:
        other = _mixed(other)
        return Mixed(
            self.value * other.value,
            self.value * other.by_u + self.by_u * other.value,
            self.value * other.by_v + self.by_v * other.value,
            self.value * other.both + self.by_u * other.by_v + self.by_v * other.by_u + self.both * other.value,
        )

    def __truediv__(self, other: Any) -> Mixed:
        other = _mixed(other)
        back = fmpq(1) / other.value
        u, v = -other.by_u * back * back, -other.by_v * back * back
        return self * Mixed(back, u, v, (2 * other.by_u * other.by_v * back - other.both) * back * back)

    def __neg__(self) -> Mixed:
        return self * -1

    def __sub__(self, other: Any) -> Mixed:
        return self + _mixed(other) * -1

    __radd__, __rmul__ = __add__, __mul__

    def __rsub__(self, other: Any) -> Mixed:
        return -self + _mixed(other)


def _mixed(x: Any) -> Mixed:
    return x if isinstance(x, Mixed) else Mixed(x)


def adjoint_of_powers(M: Sequence[Sequence[Any]]) -> tuple[Any, Any, Any]:
    """(A, B, C) with (L* det^s)(M)/det(M)^s = A + B s + C s(s - 1)/2, for an invertible M with entries in QQ of FLINT.

    L f is the sum over the weights w = W_ab of the coefficient of w^2 of f(M + w m + w^2 n + ..), so L* p is that of
    (1/2) sum d_i d_j (m_i m_j p) - sum d_i (n_i p), i and j over the entries of row a.
    """
    size, found = range(len(M)), [0, 0, 0]
    start = _determinant([list(row) for row in M])
    for a in size:
        others = [j for j in size if j != a]
        for i, j in combinations_with_replacement(others, 2):
            at = [[Mixed(x) for x in row] for row in M]
            for place, step in ((i, Mixed(0, 1)), (j, Mixed(0, 0, 1))):
                at[a][place] = at[a][place] + step
                at[place][a] = at[a][place]
            excess = _determinant(at) / start - 1
            flow, drift = Mixed(0), Mixed(0)
            for b in size:
                moved = rescaled([at[a][c] for c in (i, j)], [at[b][c] for c in (i, j)], at[a][b], 1)
                flow, drift = flow + moved[0].first * moved[1].first, drift + moved[0].second
            for order, share in enumerate((Mixed(1), excess, excess * excess)):
                found[order] += (flow * share).both / (2 if i == j else 1)
                found[order] -= (drift * share).by_u if i == j else 0
    return found[0], found[1], found[2]


def _determinant(A: list[list[Any]]) -> Any:
    """By Gauss elimination, in any numbers, of a positive definite matrix."""
    rest, found = A, 1
    while rest:
        pivot = rest[0][0]
        found = pivot * found
        rest = [[row[j] - row[0] * rest[0][j] / pivot for j in range(1, len(rest))] for row in rest[1:]]
    return found


def determinant_beside(rows: Matrix) -> Expr:
    """Of a matrix that is `rows` in some rows and columns, and the identity in others, of any number."""
    size, others = rows.rows, Symbol("others", integer=True, positive=True)
    zeros = ZeroMatrix(size, others)
    return Determinant(BlockMatrix([[rows.as_immutable(), zeros], [zeros.T, Identity(others)]])).doit()
