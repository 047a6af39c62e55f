"""Data with the spectra of H and of H*: exact where these are known, in general any orthonormal eigenvectors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from sympy import Integer

from theory.domains.general import eigenbasis
from theory.exact.expressions import Undefined
from theory.least_squares.critical import star
from theory.least_squares.problem import Problem
from theory.papers.morwani20.data import Data, DataSets, second_moments
from theory.papers.morwani20.ends import Ended, OnAxes
from theory.papers.morwani20.rates.star_sets import star_ends, star_matrix
from theory.term import Cond, Shape, Vec, each, every, one_if, places, product_of, size, variable


@dataclass(frozen=True)
class WithStarBasis(DataSets):
    """Data sets; in general with orthonormal eigenvectors f_k of H* and their eigenvalues m_k."""

    def general(self, name: str) -> Iterator[Shape]:
        for shape in super().general(name):
            d = shape.value.A.n
            known = eigenbasis(star_matrix(shape.value), Vec.named("f", d, d), Vec.named("m", d))
            rows = (*shape.rows, ("f", (d, d)), ("m", (d,)))
            yield replace(shape, conditions=(*shape.conditions, *known), rows=rows)


def product_of_others(data: Data) -> Any:
    """The product of the eigenvalues of H* that are not 0; of numbers, where 0 is one of them, once."""
    if isinstance(data.A, Vec):
        return product_of(each(lambda value: value + one_if(value == 0), Vec.named("m", data.A.n)))
    matrix = star(Problem.of(data.H, data.g))
    if matrix.det() != 0:
        raise Undefined("0 is no eigenvalue of H*")
    return sum((matrix.minor_submatrix(i, i).det() for i in range(matrix.rows)), Integer(0))


@dataclass(frozen=True)
class WithSpectra(OnAxes):
    """Data on axes; in general any of k + 1 dimensions, with orthonormal eigenvectors e_i of H and f_i of H*, their
    eigenvalues in order, those of H* being the k that are not 0.
    """

    def general(self, name: str) -> Iterator[Shape]:
        k = variable("k", "nat")
        d = k + 1
        data, shape = DataSets().of_size(d)
        l, m = spectra(Ended(data, None, None))
        known = (
            *eigenbasis(second_moments(data), Vec.named("e", d, d), l),
            *eigenbasis(star_matrix(data), Vec.named("f", k, d), m),
            every(lambda value: value != 0, m),
            *map(_ascending, (l, m)),
        )
        rows = (("e", (d, d)), ("l", (d,)), ("f", (k, d)), ("m", (k,)))
        conditions = (k >= 1, *shape.conditions, *known)
        yield Shape(Ended(data, None, None), (k, *shape.variables[1:]), conditions, rows=(*shape.rows, *rows))


def _ascending(values: Vec) -> Cond:
    at = places(size(values))
    found: Cond = every(lambda i: every(lambda j: ~(i < j) | (values[i] <= values[j]), at), at)
    return found


def spectra(value: Ended) -> tuple[Any, Any]:
    """The eigenvalues of H, and those of H* that are not 0, in order."""
    data, low, high = value
    if isinstance(data.A, Vec):
        return Vec.named("l", data.A.n), Vec.named("m", variable("k", "nat"))
    middle = (data.H.trace() - low - high,) if len(data.A) > 2 else ()
    return (low, *middle, high), star_ends(data)[: len(data.A) - 1]
