"""The last layer on representations of rank one: weights, errors of two data at the logits, and the representations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from theory.domains.numbers import Choose, Endless, Integers
from theory.papers.daneshmand20.domains import Entries
from theory.papers.daneshmand20.layers import TWO_ON, Grids
from theory.term import Shape, Vec, each, number, one_if, places, size, total, variable
from theory.term.matrices import column
from theory.term.series import Series

AS_ROWS = Grids(TWO_ON, Integers(3))


@dataclass(frozen=True)
class Head:
    """V of K rows, H = v c^T, and for each of two data the coefficient c and the errors dL/dz of the K logits."""

    V: Any
    v: Any
    first: Any
    second: Any
    c_first: Any
    c_second: Any


@dataclass(frozen=True)
class Heads(Endless):
    """Rows (V_a, errors of neuron a at the two data), a row for each neuron, and last (v, the two coefficients).

    >>> from itertools import islice
    >>> [(len(A), len(A[0])) for A in islice(Heads().small(), 3)]
    [(2, 3), (2, 4), (3, 3)]
    """

    def __str__(self) -> str:
        return "in Q^((K+1) x (d+2)): weights beside errors of two data, above v beside their coefficients"

    def __contains__(self, value: object) -> bool:
        return value in AS_ROWS

    def general(self, name: str) -> Iterator[Shape]:
        d, K = variable("d", "nat"), variable("K", "nat")
        c_first, c_second = variable("c_i"), variable("c_j")
        V, v, first, second = Vec.named("V", K, d), Vec.named("v", d), Vec.named("e", K), Vec.named("f", K)
        yield Shape(
            Head(V, v, first, second, c_first, c_second),
            (d, K, c_first, c_second),
            (d >= 1, K >= 1),
            rows=(("V", (K, d)), ("v", (d,)), ("e", (K,)), ("f", (K,))),
        )

    def small(self) -> Iterator[Entries]:
        return AS_ROWS.small()

    def draw(self, choose: Choose) -> Entries:
        found: Entries = AS_ROWS.draw(choose)
        return found

    def near(self, value: Entries) -> Iterator[Entries]:
        return AS_ROWS.near(value)


def head(A: Any) -> Head:
    """What an instance has."""
    if isinstance(A, Head):
        return A
    *rows, (*v, c_first, c_second) = A
    V = tuple(row[:-2] for row in rows)
    return Head(V, tuple(v), column(rows, -2), column(rows, -1), c_first, c_second)


def gradient_of(V: Any, h: Any, errors: Any, neuron: Any) -> Any:
    """dL/dV_k at z = V h, L any function with these derivatives by the logits: each entry of row k is moved by t."""

    def slope(place: Any) -> Any:
        logits = each(
            lambda row, a: total(each(lambda w, x, b: (w + _unit(a, b, neuron, place)) * x, row, h, places(size(h)))),
            V,
            places(size(V)),
        )
        return total(each(lambda error, z: error * z[1], errors, logits))

    return each(slope, places(size(h)))


def _unit(a: Any, b: Any, neuron: Any, place: Any) -> Series:
    """t at one place, 0 elsewhere."""
    return Series(number(0), number(one_if(a == neuron) * one_if(b == place)))
