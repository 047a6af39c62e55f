"""The diffusion of a correlation matrix: symbols, sources and hypotheses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flint import acb, arb, fmpq
from sympy import symbols

from theory.claim import Locator
from theory.domains.numbers import Rationals
from theory.exact.certify import at_each_precision
from theory.exact.quadrature import far, mean_log_modulus
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.regularity.setting import cubes, squared_norm, squared_rows
from theory.term import number, size

CHAIN = Locator(DANESHMAND20, "eqs. (1) and (2), gamma -> 0")
NO_SKIP = Locator(DANESHMAND20, "eqs. (1) and (2), d = 2 without skip connection")
LOW_RANK = Locator(DANESHMAND20, "Example 9")
GAUSSIAN = ("d = 2, N >= 2", "W_ij i.i.d. N(0, 1)", "H' = RS(W H) (gamma = infinity)")
FULL = (*GAUSSIAN, "rank(H) = 2")
SINE = Rationals(above=0, most=1)
"""sqrt(det M) at d = 2: the sine of the angle between the rows."""

GENERATOR = (
    "L f(M) = lim E[f(M⁺) − f(M)]/γ² as γ → 0, M⁺ the layer after M, weights independent, of mean 0 and variance 1"
)

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


def of_det(t: acb, m: arb) -> acb:
    """E e^(itD), D = det(m I + W) = |z|^2 - |w|^2, z = m + .. and w complex normal: E e^(it|w|^2) = 1/(1 - it)."""
    i = acb(0, 1)
    return (i * t * m**2 / (1 - i * t)).exp() / ((1 - i * t) * (1 + i * t))


def moments_of_det(m: arb) -> tuple[arb, arb]:
    """E D^2 and a bound on E D^4: (x - y)^4 <= 8 (x^4 + y^4)."""
    return (m**2 + 1) ** 2 + 1, 8 * ((m**4 + 6 * m**2 + 3) ** 2 + 9)


@at_each_precision
def gaussian_exponent_by_definition(gamma: fmpq) -> arb:
    """E log|det(I + gamma W)| - 2 E log|1 + gamma (w_1 + w_2)| from the characteristic functions of both, over powers
    of gamma: det(m I + W) with m = 1/gamma is a quadratic form in normal variables, m + w_1 + w_2 is N(m, 2)."""
    m = arb(1 / gamma)

    def even(t: acb) -> acb:
        return sum((of_det(s, m) for s in (t, -t)), acb(0)) / 2

    def of_sum(t: acb) -> acb:
        return (-t * t).exp() * (m * t).cos()

    first = mean_log_modulus(even, *moments_of_det(m), far(even, 18, tail=(-arb(36)).exp()))
    second = mean_log_modulus(of_sum, m**2 + 2, m**4 + 12 * m**2 + 12, far(of_sum, 3, tail=(-arb(400)).exp()))
    return first - 2 * second
