"""Coefficients of powers of gamma in means over one layer, and the correlation matrices at which they are taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, combinations, product
from math import prod
from typing import Any

from flint import fmpq, fmpq_poly

from theory.exact.rationals import rational, to_fmpq
from theory.papers.daneshmand20.layers import exact
from theory.papers.daneshmand20.matrices import Entries
from theory.term import Series, Term

Atoms = tuple[tuple[Any, Any], ...]
"""Values and probabilities, fmpq or terms."""


def two_values(t: Any) -> Atoms:
    """t and -1/t, of mean 0 and variance 1."""
    top = t if isinstance(t, Term) else fmpq(int(t.p), int(t.q))
    return (top, 1 / (1 + top**2)), (-1 / top, top**2 / (1 + top**2))


Pairs = tuple[tuple[int, int], ...]


def mean_coefficient(M: Any, atoms: Atoms, order: int, power: int, pairs: Pairs) -> Any:
    """The coefficient of gamma^order in the sum over pairs of E (M+_ij)^power, over all weight matrices of a law.

    M+_ij takes rows i and j of the weights alone, so all values of these two are gone through: O(a^(2d)) for a values.
    Entries of M, values and probabilities may be terms.
    """
    if any(isinstance(x, Term) for x in (*chain.from_iterable(M), *chain.from_iterable(atoms))):
        base = [[x if isinstance(x, Term) else to_fmpq(rational(x)) for x in row] for row in M]
        return _of_terms(base, atoms, order, power, pairs)
    return _of_numbers(M, atoms, order + order % 2, power, pairs)[order]


@lru_cache(maxsize=512)
def _of_numbers(M: Entries, atoms: Atoms, most: int, power: int, pairs: Pairs) -> fmpq_poly:
    """All coefficients up to that of gamma^most."""
    base, total = exact(M).tolist(), fmpq_poly()
    rows = [_drawn(base, drawn) for drawn in product(atoms, repeat=len(base))]
    for i, j in pairs:
        roots = {k: [row.share * inverse_power(_square(row, k), power, most) for row in rows] for k in (i, j)}
        for second, root_j in zip(rows, roots[j], strict=True):
            over_first = fmpq_poly()
            for first, root_i in zip(rows, roots[i], strict=True):
                inner = sum((x * y for x, y in zip(first.weights, second.image, strict=True)), fmpq(0))
                C = fmpq_poly([base[i][j], first.image[j] + second.image[i], inner])
                over_first += C.pow_trunc(power, most + 1).mul_low(root_i, most + 1)
            total += over_first.mul_low(root_j, most + 1)
    return total


def _of_terms(base: Sequence[Sequence[Any]], atoms: Atoms, order: int, power: int, pairs: Pairs) -> Any:
    parts = list[Any]()
    rows = [_drawn(base, drawn) for drawn in product(atoms, repeat=len(base))]
    for i, j in pairs:
        roots = {k: [inverse_power(_square(row, k, order), power, order) for row in rows] for k in (i, j)}
        for (first, root_i), (second, root_j) in product(
            zip(rows, roots[i], strict=True), zip(rows, roots[j], strict=True)
        ):
            inner = sum((x * y for x, y in zip(first.weights, second.image, strict=True)), fmpq(0))
            C = _series([base[i][j], first.image[j] + second.image[i], inner], order)
            parts.append(first.share * second.share * (prod([C] * power, start=root_i) * root_j)[order])
    return _sum(parts)


def _series(coefficients: list[Any], order: int | None = None) -> Any:
    """In gamma, of numbers; or up to gamma^order, of terms."""
    if order is None:
        return fmpq_poly(coefficients)
    return Series(*[*coefficients, *[fmpq(0)] * order][: order + 1])


def _sum(parts: list[Any]) -> Any:
    """By halves, so that terms are not deep."""
    if len(parts) < 2:
        return parts[0] if parts else fmpq(0)
    half = len(parts) // 2
    return _sum(parts[:half]) + _sum(parts[half:])


def pairs_of(M: Entries) -> tuple[tuple[int, int], ...]:
    return tuple(combinations(range(len(M)), 2))


def of_norm(M: Any, atoms: Atoms, order: int) -> Any:
    """The coefficient of gamma^order in E |M+|_F^2."""
    return 2 * mean_coefficient(M, atoms, order, 2, pairs_of(M))


@dataclass(frozen=True)
class _Row:
    """A row w of the weights, M w, and its probability."""

    weights: tuple[Any, ...]
    image: tuple[Any, ...]
    share: Any


def _drawn(base: Sequence[Sequence[Any]], drawn: tuple[tuple[Any, Any], ...]) -> _Row:
    weights = tuple(value for value, _ in drawn)
    image = tuple(sum((x * w for x, w in zip(row, weights, strict=True)), fmpq(0)) for row in base)
    share = prod((p for _, p in drawn), start=fmpq(1))
    return _Row(weights, image, share)


def _square(row: _Row, k: int, order: int | None = None) -> Any:
    """C_kk for this row k of the weights."""
    inner = sum((x * y for x, y in zip(row.weights, row.image, strict=True)), fmpq(0))
    return _series([fmpq(1), 2 * row.image[k], inner], order)


def inverse_power(f: Any, power: int, order: int) -> Any:
    """f^(-power/2) up to gamma^order, f(0) = 1."""
    x = f - 1
    result = term = x * 0 + 1
    for k in range(order):
        term = term.mul_low(x, order + 1) if isinstance(x, fmpq_poly) else term * x
        term *= fmpq(-power - 2 * k, 2 * (k + 1))
        result += term
    return result


@cache
def eigenvalue_shifts(M: Entries, atoms: Atoms) -> tuple[fmpq, fmpq, fmpq]:
    """Of the greatest eigenvalue of M+ and of the spread of the others, the coefficients in the mean, d = 2 or 3.

    All weight matrices of a law; the eigenvalue is the root of the characteristic polynomial of M+ as a power series in
    gamma, from the rational one of M; the spread, the sum of the squared deviations from the mean of the other
    eigenvalues, is |M+|_F^2 - lambda_1^2 - (d - lambda_1)^2/(d-1).

    Returns
    -------
    E lambda_1 : of gamma and of gamma^2. E spread : of gamma^2.
    """
    size, pairs = len(M), pairs_of(M)
    start, base = max((root for root, _ in exact(M).charpoly().roots())) - 1, exact(M).tolist()
    rows = [_drawn(base, drawn) for drawn in product(atoms, repeat=size)]
    entries = {(i, j): [[_entry(base, a, b, i, j) for b in rows] for a in rows] for i, j in pairs}
    totals = [fmpq(0)] * 3
    for chosen in product(range(len(rows)), repeat=size):
        above = [entries[i, j][chosen[i]][chosen[j]] for i, j in pairs]
        share = prod((rows[a].share for a in chosen), start=fmpq(1))
        squares = _cut(sum((x * x for x in above), fmpq_poly()))
        last = _cut(2 * _cut(above[0] * above[1]) * above[2]) if size == 3 else fmpq_poly()
        root = 1 + _followed(start, size, squares, last)
        spread = size + 2 * squares - root**2 - (size - root) ** 2 / (size - 1)
        totals = [total + share * x for total, x in zip(totals, (root[1], root[2], spread[2]), strict=True)]
    return totals[0], totals[1], totals[2]


def _cut(f: fmpq_poly) -> fmpq_poly:
    """Up to gamma^2."""
    return f.truncate(3)


def _entry(base: Sequence[Sequence[fmpq]], first: _Row, second: _Row, i: int, j: int) -> fmpq_poly:
    """M+_ij up to gamma^2 for these rows i and j of the weights."""
    inner = sum((x * y for x, y in zip(first.weights, second.image, strict=True)), fmpq(0))
    C = fmpq_poly([base[i][j], first.image[j] + second.image[i], inner])
    return _cut(C * inverse_power(_square(first, i), 1, 2) * inverse_power(_square(second, j), 1, 2))


def _followed(start: fmpq, size: int, squares: fmpq_poly, last: fmpq_poly) -> fmpq_poly:
    """The root y of y^2 - squares, or y^3 - squares y - last, det(1 + y - M+), from a simple one, by Newton's steps."""
    y = fmpq_poly([start])
    for _ in range(2):
        value, slope = (y**2 - squares, 2 * y) if size == 2 else (y**3 - squares * y - last, 3 * y**2 - squares)
        y = _cut(y - value * inverse_power(_cut(slope / slope[0]), 2, 2) / slope[0])
    return y
