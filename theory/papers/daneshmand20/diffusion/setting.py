"""The diffusion of a correlation matrix: symbols, points, norms and invariants, and the exponent of Gaussian weights on
rank one."""

from __future__ import annotations

from functools import cache

from flint import acb, arb, fmpq, fmpq_mat
from sympy import (
    Expr,
    ImmutableMatrix,
    Integer,
    MatrixBase,
    symbols,
)

from theory.claim import Locator
from theory.claim.domains import Rationals
from theory.exact.certify import at_each_precision, precision
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


def square_norm(M: MatrixBase) -> Expr:
    return sum(entry**2 for entry in M)


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


@at_each_precision
def gaussian_exponent_by_quadrature(gamma: fmpq) -> arb:
    """The same, at the current precision, for gamma >= 1/10: Y - X for log|det|, chi^2_1/2 below (see the note).

    X is standard exponential, Y noncentral chi^2_2/2.
    """
    if gamma < fmpq(1, 10):
        raise ValueError(f"gamma = {gamma}: the tails are bounded for gamma >= 1/10")
    a = arb(1 / gamma**2)

    def of_log(v: acb, analytic: bool, determinant: bool) -> acb:
        if analytic and not abs(v.imag) < 3:  # y = e^v must stay off the cut of Ei
            return acb(arb.nan())
        y = v.exp()
        if determinant:  # E log|y - X| = log y - e^(-y) Ei(y)
            return (v - (-y).exp() * y.ei()) * (-y - a).exp() * (2 * (v / 2).exp() * a.sqrt()).bessel_i(0) * y
        half = (v / 2).exp()
        return v * (-y - a / 4).exp() * (a.sqrt() * half).cosh() * half / arb.pi().sqrt()

    # y < e^(-160) and y > 400: bounded by 200 e^(-80), and by e^(-(sqrt y - sqrt a)^2) times less than 400 y
    low, high = arb(-160), arb(400).log()
    left_out = arb(0, 400 * arb(-80).exp() + 400**2 * (-((arb(400).sqrt() - a.sqrt()) ** 2)).exp())
    first, second = (
        # much finer than what is left out would be for nothing
        acb.integral(lambda v, ok, which=which: of_log(v, ok, which), low, high, abs_tol=left_out.rad() / 1000).real
        for which in (True, False)
    )
    return first - second - 2 * arb(2).log() + left_out
