"""The diffusion of a correlation matrix: symbols, points, norms and invariants, and the exponent of Gaussian weights on
rank one."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from flint import acb, arb, fmpq, fmpq_mat
from sympy import (
    Expr,
    ImmutableMatrix,
    Integer,
    symbols,
)

from theory.claim import Locator
from theory.domains.numbers import Rationals
from theory.exact.certify import at_each_precision, precision
from theory.exact.quadrature import far, mean_log_modulus
from theory.exact.rationals import to_sympy
from theory.markov import invariants
from theory.markov.diffusion import (
    rational_rows,
    symbolic_correlation,
)
from theory.papers.daneshmand20 import DANESHMAND20

CHAIN = Locator(DANESHMAND20, "eqs. (1) and (2), gamma -> 0")
DIFFUSION = ("entries of W independent, mean 0, variance 1", "gamma -> 0, time in units of gamma^2")
F, T, D = symbols("F T D", positive=True)  # |M|_F^2, Tr M^3, Tr diag(M^2)^2


@cache
def points(size: int) -> tuple[fmpq_mat, ...]:
    """Three matrices H with `size` rational unit rows in general position, shape (size, size)."""
    vectors = [
        [tuple((1 + 2 * i + 3 * j + i * j * shift) % 5 - 1 + (i == j) for j in range(size - 1)) for i in range(size)]
        for shift in range(1, 9)
    ]
    found = [H for H in map(rational_rows, vectors) if H.rank() == size]
    return tuple(found[:3])


def exactly(M: fmpq_mat) -> ImmutableMatrix:
    return ImmutableMatrix(M.nrows(), M.ncols(), [to_sympy(c) for c in M.entries()])


def _at(H: fmpq_mat) -> dict[str, Expr]:
    M = exactly(H * H.transpose())
    return {"d": Integer(M.rows), **dict(zip("FTD", invariants(M), strict=True))}


GENERAL = tuple(_at(H) for size in (2, 3, 4) for H in points(size))


@cache
def determinant(size: int) -> Expr:
    return symbolic_correlation(size).det(method="berkowitz").expand()


NO_SKIP = Locator(DANESHMAND20, "eqs. (1) and (2), d = 2 without skip connection")
GAUSSIAN = ("d = 2, N >= 2", "W_ij i.i.d. N(0, 1)", "H' = RS(W H) (gamma = infinity)")
FULL = (*GAUSSIAN, "rank(H) = 2")
SINE = Rationals(above=0, most=1)
"""sqrt(det M) at d = 2: the sine of the angle between the rows."""

LOW_RANK = Locator(DANESHMAND20, "Example 9")


def gaussian_exponent(gamma: fmpq, digits: int = 15) -> arb:
    """Exponent of the distance from rank one at d = 2, Gaussian weights, skip connection of strength gamma.

    >>> print(gaussian_exponent(fmpq(1, 2), 10).str(6, radius=False))
    0.149856
    """
    if not gamma > 0:
        raise ValueError(f"gamma = {gamma}: wanted a positive rational number")
    with precision(digits + 10):
        a = arb(1 / gamma**2)
        total, weight, quarter, j = arb(0), (-a).exp(), (-a / 4).exp(), 0
        psi, half, mean = arb(2).digamma(), (arb(1) / 2).digamma(), arb(1)
        while True:
            total += weight * (psi - mean) - quarter * half
            j += 1
            psi, half, mean = psi + arb(1) / (j + 1), half + 1 / (j - arb(1) / 2), mean / 2 + arb(1) / (j + 1)
            weight, quarter = weight * a / j, quarter * a / (4 * j)
            # |psi| + |mean| + |half| <= j + 9, and beyond j > 4a + 20 the weights fall by 4 and more from term to term
            if j > 4 * a + 20 and weight + quarter < arb(10) ** (-digits - 5) / (j + 9):
                return total + arb(0, 2 * (weight + quarter) * (j + 9)) - 2 * arb(2).log()


def of_det(t: Any, m: Any, i: Any, exp: Callable[[Any], Any]) -> Any:
    """E e^(itD), D = det(m I + W) = |z|^2 - |w|^2, z = m + .. and w complex normal: E e^(it|w|^2) = 1/(1 - it)."""
    return exp(i * t * m**2 / (1 - i * t)) / ((1 - i * t) * (1 + i * t))


def moments_of_det(m: Any) -> tuple[Any, Any]:
    """E D^2 and a bound on E D^4: (x - y)^4 <= 8 (x^4 + y^4)."""
    return (m**2 + 1) ** 2 + 1, 8 * ((m**4 + 6 * m**2 + 3) ** 2 + 9)


def moments_of_sum(m: Any) -> tuple[Any, Any]:
    return m**2 + 2, m**4 + 12 * m**2 + 12


@at_each_precision
def gaussian_exponent_by_definition(gamma: fmpq) -> arb:
    """E log|det(I + gamma W)| - 2 E log|1 + gamma (w_1 + w_2)| from the characteristic functions of both, over powers
    of gamma: det(m I + W) with m = 1/gamma is a quadratic form in normal variables, m + w_1 + w_2 is N(m, 2)."""
    m = arb(1 / gamma)

    def even(t: acb) -> acb:
        return sum((of_det(s, m, acb(0, 1), lambda z: z.exp()) for s in (t, -t)), acb(0)) / 2

    def of_sum(t: acb) -> acb:
        return (-t * t).exp() * (m * t).cos()

    first = mean_log_modulus(even, *moments_of_det(m), far(even, 18, tail=(-arb(36)).exp()))
    second = mean_log_modulus(of_sum, *moments_of_sum(m), far(of_sum, 3, tail=(-arb(400)).exp()))
    return first - 2 * second
