"""Domains of rational matrices: data, weights, layers on data, orthonormal rows, and laws of a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from sympy import Rational

from theory.domains.composite import composite
from theory.domains.general import general_rows
from theory.domains.matrices import entry
from theory.domains.numbers import Choose, Integers
from theory.term import Shape, Vec, each, every, one_if, places, size, some, total, variable
from theory.term.matrices import column, inner

Entries = tuple[tuple[Fraction, ...], ...]
TWO_ON, ONE_ON = Integers(2), Integers(1)
FEW, MORE = 5, 9
"""Sizes that are chosen exceed the least ones by at most so many."""


def chosen_size(choose: Choose, sizes: Integers, more: int = FEW) -> int:
    ends = (sizes.least + more, sizes.most, sizes.far)
    return choose(sizes.least, min(end for end in ends if end is not None))


def made(choose: Choose, rows: int, columns: int) -> Entries:
    return tuple(tuple(entry(choose) for _ in range(columns)) for _ in range(rows))


def is_matrix(value: object, d: Integers, N: Integers | None) -> bool:
    """Whether a value is a matrix of numbers, of d rows and N columns; square where N is None."""
    if not (isinstance(value, tuple) and value and len(value) in d and all(isinstance(row, tuple) for row in value)):
        return False
    columns = len(value[0])
    return (
        all(len(row) == columns for row in value)
        and (columns == len(value) if N is None else columns in N)
        and all(isinstance(x, int | Fraction | Rational) for row in value for x in row)
    )


def not_zero(row: Any) -> Any:
    """Whether some entry is not 0."""
    return some(lambda x: x != 0, row)


def _unknown(name: str, d: Integers, N: Integers | None) -> Shape:
    """A matrix of which the ends of its sizes are known; square where N is None."""
    found = general_rows(name, d.least, None if N is None else N.least)
    sizes = zip(found.variables, (d,) if N is None else (d, N), strict=True)
    ends = tuple(size <= one.most for size, one in sizes if one.most is not None)
    return replace(found, conditions=(*found.conditions, *ends))


@composite(
    "in Q^(d x d), d {d}",
    has=lambda value, d: is_matrix(value, d, None),
    general=lambda name, d: _unknown(name, d, None),
)
def square_matrices(choose: Choose, d: Integers = TWO_ON) -> Entries:
    """Square matrices with rational entries."""
    size = chosen_size(choose, d)
    return made(choose, size, size)


@composite("in Q^(d x N), d {d}, N {N}", has=is_matrix, general=_unknown)
def rational_matrices(choose: Choose, d: Integers = TWO_ON, N: Integers = ONE_ON) -> Entries:
    """Matrices with rational entries."""
    return made(choose, chosen_size(choose, d), chosen_size(choose, N))


def _some_entry(name: str, d: Integers, N: Integers) -> Shape:
    found = _unknown(name, d, N)
    return replace(found, conditions=(*found.conditions, some(not_zero, found.value)))


@composite(
    "a matrix over Q, not 0, d {d}, N {N}",
    has=lambda value, d, N: is_matrix(value, d, N) and any(map(any, value)),
    general=_some_entry,
)
def data_sets(choose: Choose, d: Integers = ONE_ON, N: Integers = ONE_ON) -> Entries:
    """Data: matrices with rational entries, not all 0."""
    return made(choose, chosen_size(choose, d, MORE), chosen_size(choose, N, MORE))


def _in_box(name: str, d: Integers) -> Shape:
    found = _unknown(name, d, None)
    inside = every(lambda row: every(lambda x: abs(x) <= 1, row), found.value)
    return replace(found, conditions=(*found.conditions, inside))


@composite(
    "in [-1, 1]^(d x d), rational, d {d}",
    has=lambda value, d: is_matrix(value, d, None) and all(abs(x) <= 1 for row in value for x in row),
    general=_in_box,
)
def boxed_matrices(choose: Choose, d: Integers = TWO_ON) -> Entries:
    """Square matrices with entries in [-1, 1], those that are all -1 or all 1 among them."""
    size, parts, end = chosen_size(choose, d), choose(1, 12), choose(-2, 2)
    if abs(end) < 2:
        return ((Fraction(end if end else -1),) * size,) * size
    return tuple(tuple(Fraction(choose(-parts, parts), parts) for _ in range(size)) for _ in range(size))


@dataclass(frozen=True)
class Beside:
    """W and H, of unknown sizes."""

    weights: Any
    data: Any


def weights(A: Any) -> Any:
    return A.weights if isinstance(A, Beside) else tuple(row[: len(A)] for row in A)


def data(A: Any) -> Any:
    return A.data if isinstance(A, Beside) else tuple(row[len(A) :] for row in A)


def _beside(_: str, d: Integers, N: Integers) -> Shape:
    rows, columns = variable("d", "nat"), variable("N", "nat")
    found = Beside(Vec.named("W", rows, rows), Vec.named("H", rows, columns))
    lengths = (("W", (rows, rows)), ("H", (rows, columns)))
    return Shape(found, (rows, columns), (rows >= d.least, N.least <= columns), rows=lengths)


@composite(
    "weights in Q^(d x d) beside data in Q^(d x N), d {d}, N {N}",
    has=lambda value, d, N: is_matrix(value, d, ONE_ON) and len(value[0]) - len(value) in N,
    general=_beside,
)
def layers_on_data(choose: Choose, d: Integers = TWO_ON, N: Integers = ONE_ON) -> Entries:
    """W, d x d, beside H, d x N, as rows of d + N numbers: `weights` and `data` take them apart."""
    size = chosen_size(choose, d)
    return made(choose, size, size + chosen_size(choose, N))


def reflected(v: Sequence[int], rows: int) -> Entries:
    """The first rows of I - 2 v v^T/|v|^2."""
    square = sum(x * x for x in v)
    return tuple(tuple(int(i == j) - Fraction(2 * v[i] * y, square) for j, y in enumerate(v)) for i in range(rows))


def products(A: Entries, B: Entries) -> Entries:
    columns = list(zip(*B, strict=True))
    return tuple(tuple(sum((x * y for x, y in zip(row, c, strict=True)), Fraction(0)) for c in columns) for row in A)


def turned(choose: Choose, k: int, N: int) -> Entries:
    """The first k rows of the product of two reflections."""
    first, second = ([choose(-9, 9) for _ in range(N - 1)] for _ in range(2))
    return products(reflected((1, *first), k), reflected((1, *second), N))


def orthonormal(Q: Entries) -> bool:
    return all(
        x == int(i == j) for i, row in enumerate(products(Q, tuple(zip(*Q, strict=True)))) for j, x in enumerate(row)
    )


def _normal(name: str, k: Integers, square: bool) -> Shape:
    rows = variable(f"d_{name}", "nat")
    columns = rows if square else variable(f"n_{name}", "nat")
    Q, there = Vec.named(name, rows, columns), places(rows)
    normal = every(lambda i: every(lambda j: inner(Q[i], Q[j]) == one_if(i == j), there), there)
    sizes, ends = ((rows,), ()) if square else ((rows, columns), (rows <= columns,))
    return Shape(Q, sizes, (rows >= k.least, *ends, normal), rows=((name, (rows, columns)),))


@composite(
    "orthonormal rows over Q, k {k}",
    has=lambda value, k: is_matrix(value, k, ONE_ON) and orthonormal(value),
    general=lambda name, k: _normal(name, k, square=False),
)
def orthonormal_rows(choose: Choose, k: Integers = ONE_ON) -> Entries:
    """k orthonormal rows of N >= k rational numbers."""
    size = chosen_size(choose, k, 3)
    return turned(choose, size, choose(size, size + 3))


@composite(
    "an orthogonal matrix over Q, d {d}",
    has=lambda value, d: is_matrix(value, d, None) and orthonormal(value),
    general=lambda name, d: _normal(name, d, square=True),
)
def orthogonal_matrices(choose: Choose, d: Integers = TWO_ON) -> Entries:
    """Orthogonal matrices of rational numbers."""
    size = chosen_size(choose, d, 4)
    return turned(choose, size, size)


@dataclass(frozen=True)
class WeightedRows:
    """Rows with their probabilities."""

    shares: Any
    rows: Any


def shares(law: Any) -> Any:
    return law.shares if isinstance(law, WeightedRows) else column(law, 0)


def atoms(law: Any) -> Any:
    """The rows that a law has."""
    return law.rows if isinstance(law, WeightedRows) else tuple(row[1:] for row in law)


def mean_of(law: Any, value: Any) -> Any:
    """The mean of a function of the row."""
    return total(each(lambda p, row: p * value(row), shares(law), atoms(law)))


def is_isotropic(p: Any, rows: Any) -> Any:
    """Whether the mean of u_i u_j is 1/k for i = j, else 0."""
    k = size(rows[0])
    there = places(k)

    def second(i: Any, j: Any) -> Any:
        return total(each(lambda share, u: share * (u[i] * u[j]), p, rows))

    return every(lambda i: every(lambda j: k * second(i, j) == one_if(i == j), there), there)


def _is_law(value: Any, k: Integers) -> bool:
    if not is_matrix(value, ONE_ON, TWO_ON) or len(value[0]) - 1 not in k:
        return False
    return min(shares(value)) > 0 and sum(shares(value)) == 1 and all(map(any, atoms(value)))


def _unknown_law(name: str, k: Integers, isotropic: bool) -> Shape:
    found = general_rows(name, 1, k.least)
    m, U = found.variables[0], found.value
    p = Vec.named(f"p_{name}", m)
    known = (
        every(lambda x: x > 0, p),
        total(p) == 1,
        every(not_zero, U),
        *((is_isotropic(p, U),) if isotropic else ()),
    )
    rows = (*found.rows, (f"p_{name}", (m,)))
    return replace(found, value=WeightedRows(p, U), conditions=(*found.conditions, *known), rows=rows)


@composite(
    "a law of finitely many rows u of Q^k, k {k}, not 0",
    has=_is_law,
    general=lambda name, k: _unknown_law(name, k, isotropic=False),
)
def finite_laws(choose: Choose, k: Integers = TWO_ON) -> Entries:
    """Laws of a row of k entries, never 0: tuples of rows, each after its probability."""
    rows = made(choose, choose(1, 5), chosen_size(choose, k, 3))
    parts = [choose(1, 5) for _ in rows]
    return tuple((Fraction(part, sum(parts)), *row) for part, row in zip(parts, rows, strict=True))


@composite(
    "a law of finitely many rows u of Q^k, k {k}, not 0 with E u u^T = I/k",
    has=lambda value, k: _is_law(value, k) and is_isotropic(shares(value), atoms(value)),
    general=lambda name, k: _unknown_law(name, k, isotropic=True),
)
def isotropic_laws(choose: Choose, k: Integers = TWO_ON) -> Entries:
    """Laws of a row with E u u^T = I/k: the rows of two orthogonal matrices, each evenly."""
    size, share = chosen_size(choose, k, 3), Fraction(1, choose(2, 5))
    chosen = ((part, turned(choose, size, size)) for part in (share, 1 - share))
    return tuple((part / size, *row) for part, rows in chosen for row in rows)
