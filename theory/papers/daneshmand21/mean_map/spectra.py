"""Spectra on which contraction is seen."""

from sympy import symbols

from theory.domains.given import Given
from theory.papers.daneshmand21.domains import positive_spectra
from theory.term import number, size, smallest, some, total

lam = symbols("low", positive=True)
UNEVEN = Given(
    {"spectrum": positive_spectra()},
    lambda at: some(lambda e: e != at["spectrum"][0], at["spectrum"]),
    "not all equal; scaled to the sum 1",
    letters={
        "n": lambda at: number(size(at["spectrum"])),
        "low": lambda at: number(smallest(at["spectrum"]) / total(at["spectrum"])),
    },
)
