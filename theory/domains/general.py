"""Matrices of which only the kind is known: of a size that is not, or with variables for entries."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from theory.term import Cond, Shape, Term, Vec, all_rows, every, one_if, places, size, total, variable
from theory.term.matrices import determinant, inner
from theory.term.scalar import any_of


def general_matrix(name: str, least: int, most: int | None, known: Callable[[Any, Term], tuple[Cond, ...]]) -> Shape:
    """A square matrix of unknown size; `known` says what holds of it."""
    d = variable(f"d_{name}", "nat")
    M = Vec.named(name, d, d)
    ends = (d >= least, *(() if most is None else (d <= most,)))
    return Shape(M, (d,), (*ends, *known(M, d)), rows=((name, (d, d)),))


def general_rows(name: str, rows: int, columns: int | None) -> Shape:
    """A matrix of which nothing is known, from so many rows and columns on; square where `columns` is None."""
    d = variable(f"d_{name}", "nat")
    n = d if columns is None else variable(f"n_{name}", "nat")
    ends = (d >= rows, *(() if columns is None else (n >= columns,)))
    return Shape(Vec.named(name, d, n), (d,) if n is d else (d, n), ends, rows=((name, (d, n)),))


def symmetric(M: Any, d: Term) -> tuple[Cond, ...]:
    places = Vec(d, lambda place: place)
    return (every(lambda i: every(lambda j: M[i][j] == M[j][i], places), places),)


def correlation(M: Any, d: Term) -> tuple[Cond, ...]:
    """Symmetric, of unit diagonal, and z M z >= 0 for every row z."""
    same, form = gram(M, d)
    return same, every(lambda i: M[i][i] == 1, Vec(d, lambda i: i)), form


def invertible(M: Any, d: Term) -> tuple[Cond, ...]:
    """A correlation matrix of determinant other than 0."""
    return *correlation(M, d), determinant(M) != 0


def gram(M: Any, d: Term) -> tuple[Cond, ...]:
    """Symmetric, and z M z >= 0 for every row z."""

    def form(z: Vec) -> Any:
        return total(Vec(d, lambda i: total(Vec(d, lambda j: z[i] * M[i][j] * z[j]))))

    return *symmetric(M, d), all_rows(d, lambda z: form(z) >= 0)


def general_table(name: str, rows: tuple[int, int | None], columns: tuple[int, int | None]) -> Shape:
    """A matrix of which nothing is known but the least and the greatest numbers of rows and of columns."""
    found = general_rows(name, rows[0], columns[0])
    ends = zip(found.variables, (rows[1], columns[1]), strict=True)
    most = tuple(size <= end for size, end in ends if end is not None)
    return replace(found, conditions=(*found.conditions, *most))


def eigenbasis(M: Any, vectors: Any, values: Any) -> tuple[Cond, Cond]:
    """Orthonormal eigenvectors, row by row, and their eigenvalues: every symmetric matrix has such, so that who speaks
    of all of them narrows nothing."""
    at = places(size(vectors))
    own = every(lambda e, value: every(lambda row, entry: inner(row, e) == value * entry, M, e), vectors, values)
    return own, every(lambda i: every(lambda j: inner(vectors[i], vectors[j]) == one_if(i == j), at), at)


def general_signs(name: str, least: int, most: int | None) -> Shape:
    """A row of signs, of unknown length."""
    d = variable(f"d_{name}", "nat")
    row = Vec.named(name, d)
    ends = (d >= least, *(() if most is None else (d <= most,)))
    signs = every(lambda s: any_of(s == 1, s == -1), row)
    return Shape(row, (d,), (*ends, signs), rows=((name, (d,)),))


def sized_matrices(name: str, sizes: Sequence[int], correlations: bool) -> Iterator[Shape]:
    """Symmetric matrices of variables, one for each size; correlation matrices by their principal minors."""
    for d in sizes:
        at = {(i, j): variable(f"{name}{i}_{j}") for i in range(d) for j in range(i + correlations, d)}
        M = tuple(tuple(at.get((min(i, j), max(i, j)), 1) for j in range(d)) for i in range(d))
        chosen = [c for k in range(2, d + 1) for c in combinations(range(d), k)] if correlations else []
        minors = tuple(determinant([[M[i][j] for j in c] for i in c]) >= 0 for c in chosen)
        yield Shape(M, tuple(at.values()), minors, d)
