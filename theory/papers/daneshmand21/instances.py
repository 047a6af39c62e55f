"""Instances of the statements: spectra and matrices as domains, and a layer and its gap by definition."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from flint import arb

from theory.orthogonality.closed_forms import by_moments
from theory.orthogonality.mean_map import SHARES, mean_map
from theory.term import size
from theory.term.named import named


def fraction(x: Any) -> Fraction:
    """A rational number of SymPy as Python's."""
    return Fraction(int(x.numerator), int(x.denominator))


@named("F", shape=lambda spectrum: (size(spectrum),), means=SHARES)
def mean_spectrum(spectrum: Sequence[Any]) -> list[arb]:
    """Means of lam_i w_i^2/sum_j lam_j w_j^2, w normal: from the moments of the law of (w_i^2/|w|^2)_i, Dirichlet's.

    By the integral of `theory.orthogonality.mean_map` where the greatest is above 5 times the least, or that is 0.
    """
    if min(spectrum) * WIDEST >= max(spectrum):
        return by_moments(spectrum, DIGITS)
    return mean_map(spectrum, DIGITS)


WIDEST = 5
DIGITS = 16

WIDTHS = (16, 32, 64, 128, 256, 512)
LAYERS = 500
"""Of the networks of the figures."""
