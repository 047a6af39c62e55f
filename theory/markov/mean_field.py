"""The large-d law of the chain H -> RS(H + gamma W H), a heuristic limit (no text we hold states it).

Scale the eigenvalues of M as sqrt(d) y and count them per sqrt(d): mu = d^(-1/2) sum_j delta_{y_j}. With all rows
alike, stationarity of the eigenvalues asks of mu on its support, with c the second moment,

    p.v. int y mu(dy) / (x - y) = 2 (x - c),      int y mu(dy) = 1,

so y mu(dy) is the semicircle of radius 1 centred at c, and the mass kappa = rank / sqrt(d) fixes c. From a start of
rank k the law has kappa = min(k / sqrt d, 2). Derivation, and what is not proved:
`proofs_notes/daneshmand20/mean-field.md`.
"""

from __future__ import annotations

from typing import Any

from sympy import Expr, Integer, Rational, asin, catalan, pi, sqrt, sympify


def centre(kappa: Any) -> Expr:
    """c = kappa/4 + 1/kappa for kappa <= 2, and 1 beyond: r = sqrt(d)/c, and |M|_F^2 = c d^(3/2).

    >>> centre(1), centre(2), centre(7)
    (5/4, 1, 1)
    """
    kappa = sympify(kappa)
    if kappa.is_number and kappa <= 0:
        raise ValueError(f"kappa = {kappa}: a rank over sqrt(d) is positive")
    return Integer(1) if kappa.is_number and kappa >= 2 else kappa / 4 + 1 / kappa


def moment(p: int, c: Any) -> Expr:
    """int y^p mu(dy) for p >= 1: the (p-1)-th moment of the semicircle, from Catalan numbers.

    >>> [moment(p, 1) for p in (1, 2, 3, 4)]
    [1, 1, 5/4, 7/4]
    """
    if p < 1:
        raise ValueError(f"moment {p}: wanted 1 or more; the mass is kappa")
    total = Integer(0)
    binomial = Integer(1)
    for power in range(p):  # binomial = C(p-1, power)
        if power % 2 == 0:
            total += binomial * catalan(power // 2) * Rational(1, 2**power) * sympify(c) ** (p - 1 - power)
        binomial = binomial * (p - 1 - power) / (power + 1)
    return total


def count_above(x: Any, c: Any) -> Expr:
    """mu([x, c + 1]): the number of eigenvalues of M from x sqrt(d) on, over sqrt(d); c >= 1, c - 1 <= x <= c + 1.

    By the antiderivative of sqrt(1 - u^2)/(u + c), u = y - c.

    >>> count_above(0, 1)
    2
    """
    c, u = sympify(c), sympify(x) - sympify(c)

    def primitive(u: Expr) -> Expr:
        last = sqrt(c**2 - 1) * asin((1 + c * u) / (u + c)) if c != 1 else 0  # 0/0 at c = 1, u = -1
        return sqrt(1 - u**2) + c * asin(u) - last

    return 2 / pi * (primitive(Integer(1)) - primitive(u))


def regularity(c: Any) -> Expr:
    """alpha = E Tr diag(M^2)^2 / E Tr M^3 = c^2/(c^2 + 1/4).

    >>> regularity(1)
    4/5
    """
    return moment(2, c) ** 2 / moment(3, c)
