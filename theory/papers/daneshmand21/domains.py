"""Domains of eigenvalues and of matrices."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product as pairs_of
from typing import Any

from flint import fmpq, fmpq_mat
from sympy import Rational

from theory.domains.composite import composite
from theory.domains.general import general_rows, symmetric
from theory.domains.numbers import Choose, Integers
from theory.orthogonality.stationary import identity
from theory.term import Shape, Vec, constant, every, one_if, places, size, some, variable
from theory.term.matrices import inner, product, square
from theory.term.scalar import any_of

Row = tuple[Fraction, ...]
Matrix = tuple[Row, ...]
ONE_ON, TWO_ON = Integers(1), Integers(2)
NEARLY_FLAT = tuple(
    tuple(1 + Fraction(e, 10**k) for e in spread) for k in (2, 4, 6) for spread in ((0, 1), (0, 0, 1), (0, 2, 3, 3))
)
"""Spectra at which the local rate is seen."""


def a_size(choose: Choose, sizes: Integers, more: int) -> int:
    """One of some sizes, small ones more often; at most so much more than the least."""
    ends = (sizes.least + more, sizes.most, sizes.far)
    return choose(sizes.least, choose(sizes.least, min(end for end in ends if end is not None)))


def numbers_of(value: object, sizes: Integers) -> bool:
    return (
        isinstance(value, tuple)
        and len(value) in sizes
        and all(isinstance(x, int | Fraction | Rational) for x in value)
    )


def _eigenvalues(choose: Choose, n: Integers, least: int) -> Row:
    """From `least` on; of every fourth spectrum one is far above the others."""
    row = [Fraction(choose(least, 9), choose(1, 4)) for _ in range(a_size(choose, n, 10))]
    row[choose(0, len(row) - 1)] *= 1024 if choose(0, 3) == 1 else 1
    return tuple(row)


def _general_spectrum(name: str, n: Integers, full: bool) -> Shape:
    size = variable(f"{name}_count", "nat")
    row = Vec.named(name, size)
    signs = (every(lambda e: e > 0, row),) if full else (every(lambda e: e >= 0, row), some(lambda e: e != 0, row))
    return Shape(row, (size,), (size >= n.least, *signs), rows=((name, (size,)),))


def _abstract_spectra(name: str, most: int, n: Integers, full: bool) -> Any:
    for count in range(n.least, min(most, n.most or most) + 1):
        row = tuple(variable(f"{name}{i}") for i in range(count))
        signs = tuple(e > 0 if full else e >= 0 for e in row)
        yield Shape(row, row, (*signs, any_of(*(e > 0 for e in row))), count)


@composite(
    "n eigenvalues >= 0, not all 0, n {n}",
    has=lambda value, n: numbers_of(value, n) and min(value) >= 0 and any(value),
    general=lambda name, n: _general_spectrum(name, n, full=False),
    abstract=lambda name, most, n: _abstract_spectra(name, most, n, full=False),
)
def spectra(choose: Choose, n: Integers = TWO_ON) -> Row:
    """Eigenvalues of a positive semidefinite matrix that is not 0."""
    return _eigenvalues(choose, n, 0)


@composite(
    "n eigenvalues > 0, n {n}",
    has=lambda value, n: numbers_of(value, n) and min(value) > 0,
    general=lambda name, n: _general_spectrum(name, n, full=True),
    abstract=lambda name, most, n: _abstract_spectra(name, most, n, full=True),
)
def positive_spectra(choose: Choose, n: Integers = TWO_ON) -> Row:
    """Eigenvalues of a positive definite matrix."""
    return _eigenvalues(choose, n, 1)


def _matrix(choose: Choose, rows: Integers, columns: Integers) -> Matrix:
    d, n = a_size(choose, rows, 5), a_size(choose, columns, 5)
    return tuple(tuple(Fraction(choose(-9, 9), choose(1, 3)) for _ in range(n)) for _ in range(d))


def is_matrix(value: object, rows: Integers = ONE_ON, columns: Integers = TWO_ON) -> bool:
    return (
        isinstance(value, tuple)
        and len(value) in rows
        and all(numbers_of(row, columns) and len(row) == len(value[0]) for row in value)
    )


def _general_matrix(name: str, rows: Integers, columns: Integers) -> Shape:
    """Rows entry by entry where there is but one number of columns."""
    fixed = columns.least if columns.least == columns.most else None
    d, n = variable(f"{name}_rows", "nat"), variable(f"{name}_columns", "nat")
    free = ((d, rows),) if fixed else ((d, rows), (n, columns))
    sizes = [it >= of.least for it, of in free] + [it <= of.most for it, of in free if of.most]
    width = constant(fixed) if fixed else n
    named = Vec.named(name, d, width)
    M = Vec(d, lambda i: tuple(named[i][j] for j in range(fixed))) if fixed else named
    return Shape(M, tuple(it for it, _ in free), tuple(sizes), rows=((name, (d, width)),))


def general_rows_not_0(name: str, rows: Integers, columns: Integers) -> Shape:
    found = _general_matrix(name, rows, columns)
    named = Vec.named(name, *found.rows[0][1])
    known = every(lambda row: some(lambda e: e != 0, row), named)
    return Shape(found.value, found.variables, (*found.conditions, known), rows=found.rows)


def _abstract_matrices(name: str, most: int, rows: Integers, columns: Integers) -> Any:
    sizes = (range(of.least, min(most, of.most or most) + 1) for of in (rows, columns))
    for d, n in pairs_of(*sizes):
        M = tuple(tuple(variable(f"{name}{i}_{j}") for j in range(n)) for i in range(d))
        known = tuple(any_of(*(x != 0 for x in row)) for row in M)
        yield Shape(M, tuple(x for row in M for x in row), known, f"{d} x {n}")


@composite(
    "in Q^(d x n), no row 0, d {rows}, n {columns}",
    has=lambda value, rows, columns: is_matrix(value, rows, columns) and all(map(any, value)),
    general=general_rows_not_0,
    abstract=_abstract_matrices,
    size=lambda M: len(M) * len(M[0]),
)
def matrices(choose: Choose, rows: Integers = ONE_ON, columns: Integers = TWO_ON) -> Matrix:
    """Matrices without a row of zeros, as tuples of rows."""
    return _matrix(choose, rows, columns)


@composite(
    "in Q^(d x n), d {rows}, n {columns}", has=is_matrix, general=_general_matrix, size=lambda M: len(M) * len(M[0])
)
def any_matrices(choose: Choose, rows: Integers = ONE_ON, columns: Integers = TWO_ON) -> Matrix:
    """Matrices, as tuples of rows; a row may be of zeros."""
    return _matrix(choose, rows, columns)


def frame(size: int, rows: int, choose: Choose = lambda low, high: high) -> Matrix:
    """Orthonormal rational rows, (rows, size): of Cayley's transform of a skew matrix of integers."""
    skew = fmpq_mat(size, size)
    for i in range(size):
        for j in range(i):
            skew[i, j] = choose(-1, 2 + (i + j) % 2)
            skew[j, i] = -skew[i, j]
    one = identity(size)
    return _rows((one - skew) * (one + skew).inv())[:rows]


def _rows(M: fmpq_mat) -> Matrix:
    return tuple(tuple(Fraction(int(x.p), int(x.q)) for x in row) for row in M.tolist())


def is_orthonormal(B: Any) -> Any:
    return every(lambda i, x: every(lambda j, y: inner(x, y) == one_if(i == j), places(size(B)), B), places(size(B)), B)


def _general_frame(name: str) -> Shape:
    found = general_rows(name, 1, 2)
    r, n = found.variables
    return replace(found, conditions=(*found.conditions, r <= n, is_orthonormal(found.value)))


@composite(
    "r orthonormal rows of Q^n, n >= 2", has=lambda B: is_matrix(B) and bool(is_orthonormal(B)), general=_general_frame
)
def orthonormal_rows(choose: Choose) -> Matrix:
    """Matrices B with B B^T = I."""
    n = a_size(choose, TWO_ON, 5)
    return frame(n, choose(1, n), choose)


def _inverse(S: Any, M: Any) -> Any:
    whole, at = product(product(S, S), square(M)), places(size(M))
    return every(lambda i: every(lambda j: whole[i][j] == one_if(i == j), at), at)


def _general_whitened(name: str) -> Shape:
    d, n = variable(f"d_{name}", "nat"), variable(f"n_{name}", "nat")
    S, M = Vec.named("S", d, d), Vec.named("M", d, n)
    rows = (("S", (d, d)), ("M", (d, n)))
    return Shape((S, M), (d, n), (d >= 1, n >= 2, *symmetric(S, d), _inverse(S, M)), rows=rows)


def _is_whitened(value: Any) -> bool:
    S, M = value if isinstance(value, tuple) and len(value) == 2 else ((), ())
    if not (is_matrix(S, columns=ONE_ON) and is_matrix(M)):
        return False
    return len(S) == len(M) and tuple(zip(*S, strict=True)) == S and bool(_inverse(S, M))


@composite(
    "(S, M), M of d rows in Q^n, n >= 2, S symmetric, S^2 M M^T = I",
    has=_is_whitened,
    general=_general_whitened,
    size=lambda pair: len(pair[1][0]),
)
def whitened_pairs(choose: Choose) -> tuple[Matrix, Matrix] | None:
    """S and M = S^-1 Q for orthonormal rows Q and a symmetric invertible S, so that S M = Q."""
    n = a_size(choose, TWO_ON, 4)
    d = choose(1, n)
    S = fmpq_mat(d, d)
    for i in range(d):
        for j in range(i + 1):
            S[i, j] = S[j, i] = choose(-3, 3) + 4 * (i == j)
    Q = fmpq_mat([[fmpq(x.numerator, x.denominator) for x in row] for row in frame(n, d, choose)])
    return (_rows(S), _rows(S.inv() * Q)) if S.det() != 0 else None
