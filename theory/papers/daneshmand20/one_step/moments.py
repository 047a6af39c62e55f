"""E|M+|_F^2 at d = 2 to fourth order in gamma, for weights of any bounded law, from its moments alone.

Bounded weights leave rows away from 0 for small gamma: M+ is analytic in gamma there, uniformly over the weights, and
a coefficient of the mean is the mean of the coefficient, a polynomial in the four independent weights.
"""

from __future__ import annotations

from functools import cache
from math import prod

from sympy import Expr, Integer, Matrix, Poly, Symbol, expand, eye, symbols

from theory.papers.daneshmand20.one_step.setting import kappa, pair, rho

third = Symbol("s", real=True)
"""E W_ij^3."""
UNIFORM = (
    "bounded weights leave rows away from 0 for small gamma, so that a coefficient of the mean is the mean of the "
    "coefficient"
)
MOST = 4
_gamma = Symbol("gamma")


@cache
def by_moments() -> tuple[Expr, ...]:
    """Coefficients of gamma^0 .. gamma^4: 2 + 2 E C_12^2/(C_11 C_22), C = (I + gamma W) M (I + gamma W)^T.

    >>> by_moments()[1]
    0
    """
    weights = symbols("w11 w12 w21 w22", real=True)
    step = eye(2) + _gamma * Matrix(2, 2, weights)
    C = step * pair(rho) * step.T
    square = _cut(_cut(C[0, 1] ** 2 * _inverse(C[0, 0])) * _inverse(C[1, 1]))
    moments = {0: Integer(1), 1: Integer(0), 2: Integer(1), 3: third, 4: kappa}
    mean = sum(c * prod(moments[power] for power in powers) for powers, c in Poly(square, *weights).terms())
    found = expand(2 + 2 * mean)
    return tuple(found.coeff(_gamma, k) for k in range(MOST + 1))


def _cut(of: Expr) -> Expr:
    whole = expand(of)
    return sum((whole.coeff(_gamma, k) * _gamma**k for k in range(MOST + 1)), Integer(0))


def _inverse(of: Expr) -> Expr:
    """Of 1 + .., to that order."""
    power, total = Integer(1), Integer(1)
    for _ in range(MOST):
        power = _cut(power * (1 - of))
        total += power
    return total
