"""Widths and layers of the figures, and what becomes of the gap along them: transient and late constant."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from flint import arb
from sympy import Expr, Integer, Rational, gamma, sqrt

from theory.exact.certify import at_each_precision, precision
from theory.orthogonality.closed_forms import one_against_ball
from theory.orthogonality.mean_map import gap, orbit
from theory.orthogonality.stationary import coordinate_variance, dimension

WIDTHS = (16, 32, 64, 128, 256, 512)
LAYERS = 500
TINY = Rational(1, 10**12)


def late_constant(size: Expr | int) -> Expr:
    """lim sqrt(d) E V of width.mean-gap."""
    N = dimension(Integer(size))
    return sqrt(2 * coordinate_variance(Integer(size))) * gamma((N + 1) / 2) / gamma(N / 2)


@at_each_precision
def transient(by_closed_form: bool) -> tuple[arb, ...]:
    """V_1, .., V_100 at infinite width, n = 4, from eigenvalues (1, 1e-12, 1e-12, 1e-12); then V_l < 1e-16.

    The ratio rho = (1 - lam)/(3 lam) of the others to the greatest, or the integral of the mean map.
    """
    with precision(60):
        if not by_closed_form:
            layers = islice(orbit([1, TINY], 50, multiplicities=[1, 3]), 1, 101)
            return tuple(gap(levels, multiplicities=[1, 3]) for levels in layers)
        return tuple(islice(_by_hypergeometric(arb(10) ** 12), 100))


def _by_hypergeometric(ratio: arb) -> Iterator[arb]:
    while True:
        first = one_against_ball(ratio, 4)
        yield (first - arb(1) / 4) * (arb(4) / 3).sqrt()
        ratio = 3 * first / (1 - first)
