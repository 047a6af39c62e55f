"""Spectra on which contraction is seen, and a secant of the mean map at I/n."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from flint import arb
from sympy import Integer, symbols

from theory.domains.given import Given
from theory.exact.certify import at_each_precision
from theory.exact.rationals import to_fmpq, to_sympy
from theory.orthogonality.mean_map import mean_map
from theory.papers.daneshmand21.domains import positive_spectra

MEANS = ("p = F(lam): p_i = E[lam_i w_i^2/sum_j lam_j w_j^2], w normal", "sum lam = 1", "n >= 2")

lam = symbols("lam", positive=True)
UNEVEN = Given(
    {"spectrum": positive_spectra()},
    lambda at: min(at["spectrum"]) < max(at["spectrum"]),
    "not all equal; scaled to the sum 1",
    letters={
        "n": lambda at: Integer(len(at["spectrum"])),
        "lam": lambda at: to_sympy(min(at["spectrum"]) / sum(at["spectrum"])),
    },
)


@at_each_precision
def secant(size: int, step: Fraction) -> arb:
    """(G(d) - 1)/d, G(d) = p/lam of lam = 1/n - d beside n - 1 equal eigenvalues, d = step."""
    by = arb(to_fmpq(step))
    one, other = arb(1) / size - by, arb(1) / size + by / (size - 1)
    return (mean_map([one, other], 50, multiplicities=[1, size - 1])[0] / one - 1) / by


SPECTRA = tuple(
    tuple(Fraction(e) / sum(map(Fraction, spectrum)) for e in spectrum)
    for spectrum in (
        (1, 3),
        (1, 9),
        (1, 2, 3),
        (95, 100, 105),
        (1, 30, 30),
        (1, 1, 30),
        (1, 2, 4, 8),
        (9, 9, 9, 10),
    )
)
"""Exact spectra, ascending, of sum 1, on which inequalities are seen to hold."""


def with_map() -> Iterator[tuple[str, list[arb], list[arb]]]:
    """Where, lam and F(lam), for each of `SPECTRA`."""
    for spectrum in SPECTRA:
        values = [arb(to_fmpq(e)) for e in spectrum]
        yield f"lam = ({', '.join(map(str, spectrum))})", values, mean_map(spectrum)
