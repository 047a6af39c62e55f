"""Spectra on which contraction is seen."""

from sympy import Integer, symbols

from theory.domains.given import Given
from theory.exact.rationals import to_sympy
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
