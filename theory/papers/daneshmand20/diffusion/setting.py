"""The diffusion of a correlation matrix: symbols, sources and hypotheses."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sympy import Expr, Integer, Matrix, symbols

from theory.claim import Locator
from theory.domains.numbers import Rationals
from theory.exact.rationals import to_sympy
from theory.markov import invariants
from theory.papers.daneshmand20 import DANESHMAND20

CHAIN = Locator(DANESHMAND20, "eqs. (1) and (2), gamma -> 0")
NO_SKIP = Locator(DANESHMAND20, "eqs. (1) and (2), d = 2 without skip connection")
LOW_RANK = Locator(DANESHMAND20, "Example 9")
DIFFUSION = ("entries of W independent, mean 0, variance 1", "gamma -> 0, time in units of gamma^2")
GAUSSIAN = ("d = 2, N >= 2", "W_ij i.i.d. N(0, 1)", "H' = RS(W H) (gamma = infinity)")
FULL = (*GAUSSIAN, "rank(H) = 2")
SINE = Rationals(above=0, most=1)
"""sqrt(det M) at d = 2: the sine of the angle between the rows."""

F, T, D = symbols("F T D", positive=True)  # |M|_F^2, Tr M^3, Tr diag(M^2)^2


def width_of(at: Mapping[str, Any]) -> Expr:
    return Integer(len(at["M"]))


def squared_norm_of(at: Mapping[str, Any]) -> Expr:
    return to_sympy(sum((Fraction(x) ** 2 for row in at["M"] for x in row), Fraction(0)))


INVARIANTS = {
    "d": width_of,
    "F": squared_norm_of,
    "T": lambda at: invariants(Matrix(at["M"]))[1],
    "D": lambda at: invariants(Matrix(at["M"]))[2],
}
"""d, |M|_F^2, Tr M^3 and Tr diag(M^2)^2 of an instance M."""
