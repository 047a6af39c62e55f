"""One normalised neuron: its pre-activations and slope, and the instances at which they are evaluated."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sympy import symbols

from theory.batchnorm import Row, dot
from theory.claim import Locator
from theory.papers.morwani20 import MORWANI20
from theory.papers.morwani20.data import spread
from theory.term import Series, each, number, one_if, places, size, total
from theory.term.matrices import width

BACKWARD = Locator(MORWANI20, "Section 3.1")
NEURON = "Y = gamma z + beta, z = (x - mean)/sigma, x = w^T A + b, A of shape (d, n): n data as columns, delta = dL/dY"


def preactivation(w: Sequence[Any], A: Sequence[Sequence[Any]]) -> Row:
    return tuple(dot(tuple(w), column) for column in zip(*A, strict=True))


def unit(size: int, place: int) -> Row:
    return each(lambda i: number(one_if(i == place)), places(size))


def by_entries(loss: Callable[[Any], Any], A: Any) -> Any:
    """The derivatives of loss(A) by the entries of A, row by row."""
    rows, columns = places(size(A)), places(width(A))

    def moved(k: Any, i: Any) -> Any:
        return each(lambda row, m: each(lambda a, j: Series(a, one_if(m == k) * one_if(j == i)), row, columns), A, rows)

    return each(lambda k: each(lambda i: loss(moved(k, i))[1], columns), rows)


def by_weights(loss: Callable[[Any], Any], w: Any) -> Any:
    """The derivatives of loss(w) by the entries of a row."""
    there = places(size(w))
    return each(lambda k: loss(each(lambda a, m: Series(a, one_if(m == k)), w, there))[1], there)


def squares(matrix: Any) -> Any:
    """The sum of the squares of its entries."""
    return total(each(lambda row: dot(row, row), matrix))


gamma, sigma, tau, eta = symbols("gamma sigma tau eta", positive=True)
delta, delta_mean, z, m = symbols("delta delta_mean z m", real=True)
OF_A_ROW: dict[str, Callable[[Mapping[str, Any]], Any]] = {
    "sigma": lambda at: spread(at["data"]),
    "delta": lambda at: at["data"].y[0],
    "delta_mean": lambda at: total(at["data"].y) / at["data"].n,
    "z": lambda at: at["data"].deviations()[0] / spread(at["data"]),
    "m": lambda at: dot(at["data"].deviations(), at["data"].y) / (at["data"].n * spread(at["data"])),
    "n": lambda at: number(at["data"].n),
}
"""Letters of the gradients at the first datum; labels are delta."""
