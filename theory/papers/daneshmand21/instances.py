"""Instances of the statements: spectra and matrices as domains, and a layer and its gap by definition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any

from flint import arb

from theory.batchnorm import rescale
from theory.orthogonality.closed_forms import by_moments
from theory.orthogonality.mean_map import mean_map


def fraction(x: Any) -> Fraction:
    """A rational number of SymPy as Python's."""
    return Fraction(int(x.numerator), int(x.denominator))


def draws(laws: int, width: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """How often each of so many equally likely rows is drawn for `width` rows, with its probability."""
    for cuts in combinations_with_replacement(range(laws), width):
        counts = tuple(cuts.count(k) for k in range(laws))
        left = [sum(counts[k:]) for k in range(laws)]
        orders = prod(comb(whole, own) for whole, own in zip(left, counts, strict=True))
        yield counts, Fraction(orders, laws**width)


def mean_spectrum(spectrum: Sequence[Any]) -> list[arb]:
    """Means of lam_i w_i^2/sum_j lam_j w_j^2, w normal: from the moments of the law of (w_i^2/|w|^2)_i, Dirichlet's.

    By the integral of `theory.orthogonality.mean_map` where the greatest is above 5 times the least, or that is 0.
    """
    if min(spectrum) * WIDEST >= max(spectrum):
        return by_moments(spectrum, DIGITS)
    return mean_map(spectrum, DIGITS)


WIDEST = 5
DIGITS = 16


def projector(row: Sequence[Any]) -> list[list[Fraction]]:
    """u u^T, u the row over its norm."""
    u = rescale(row, 1)
    return [[fraction(a * b) for b in u] for a in u]


def combined(of_rows: Sequence[Sequence[Sequence[Fraction]]], shares: Sequence[Fraction]) -> list[list[Fraction]]:
    """sum_k shares_k u_k u_k^T."""
    places = range(len(of_rows[0]))
    return [[sum((p * C[i][j] for p, C in zip(shares, of_rows, strict=True)), Fraction(0)) for j in places]
            for i in places]  # fmt: skip
