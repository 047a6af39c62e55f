"""One layer of the Gaussian chain by definition: the mean of the squared gap over its rows, in balls."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from flint import arb

from theory.papers.daneshmand21.instances import mean_spectrum


@cache
def _mean(lam: tuple[Any, ...]) -> list[arb]:
    return mean_spectrum(lam)


def square_after(lam: Sequence[Any], width: int) -> arb | Fraction:
    """E V(H')^2 = E|(1/d) sum_k u_k u_k^T - I/n|^2 from a spectrum, the d rows u_k independent unit vectors.

    |u u^T - I/n|^2 = 1 - 1/n, and rows k, l have the mean scalar product |E u u^T - I/n|^2: 0 where E u u^T commutes
    with every rotation.
    """
    size = len(lam)
    if min(lam) == max(lam):
        return Fraction(size - 1, size * width)
    away = sum(((p - arb(1) / size) ** 2 for p in _mean(tuple(lam))), arb(0))
    return (width * (arb(size - 1) / size) + width * (width - 1) * away) / width**2
