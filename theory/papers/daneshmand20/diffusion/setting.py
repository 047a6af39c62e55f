"""The diffusion of a correlation matrix: symbols, sources and hypotheses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sympy import symbols

from theory.claim import Locator
from theory.domains.numbers import Rationals
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.regularity.setting import cubes, squared_norm, squared_rows
from theory.term import number, size

CHAIN = Locator(DANESHMAND20, "eqs. (1) and (2), gamma -> 0")
NO_SKIP = Locator(DANESHMAND20, "eqs. (1) and (2), d = 2 without skip connection")
LOW_RANK = Locator(DANESHMAND20, "Example 9")
DIFFUSION = ("entries of W independent, mean 0, variance 1", "gamma -> 0, time in units of gamma^2")
GAUSSIAN = ("d = 2, N >= 2", "W_ij i.i.d. N(0, 1)", "H' = RS(W H) (gamma = infinity)")
FULL = (*GAUSSIAN, "rank(H) = 2")
SINE = Rationals(above=0, most=1)
"""sqrt(det M) at d = 2: the sine of the angle between the rows."""

F, T, D = symbols("F T D", positive=True)  # |M|_F^2, Tr M^3, Tr diag(M^2)^2


INVARIANTS = {
    "d": lambda at: number(size(at["M"])),
    "F": lambda at: number(squared_norm(at["M"])),
    "T": lambda at: number(cubes(at["M"])),
    "D": lambda at: number(squared_rows(at["M"])),
}
"""d, |M|_F^2, Tr M^3 and Tr diag(M^2)^2 of an instance M."""


def invariants_of(names: str) -> dict[str, Callable[[Mapping[str, Any]], Any]]:
    """Some of them."""
    return {name: INVARIANTS[name] for name in names}
