"""Taylor expansion of batch normalization around a batch, in any direction and to any order.

For one row x and a direction h put u = Px, v = Ph, b = u.v/|u|^2, c = |v|^2/|u|^2. Then

    BN(x + t h) = (u + t v)/sigma * (1 + 2 b t + c t^2)^(-1/2)
                = (1/sigma) sum_k (a_k u + a_(k-1) v) t^k,

with a_0 = 1 and k a_k = -(2k-1) b a_(k-1) - (k-1) c a_(k-2): a_k = c^(k/2) P_k(-b/sqrt(c)) is a scaled
Legendre polynomial, so the terms are rational up to the one factor 1/sigma. The series converges for
|t| < |u|/|v|.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sympy import QQ, Expr, Rational, expand, sqrt, sympify
from sympy.polys.rings import PolyRing

from theory.batchnorm import Row, degrees, dot, recentre
from theory.notation import k as order_symbol

RECURRENCE: tuple[Expr, Expr] = ((2 * order_symbol - 1) / order_symbol, (order_symbol - 1) / order_symbol)
"""(p, q) in a_k = -p b a_(k-1) - q c a_(k-2), as functions of the order k."""


def coefficients(b: Expr, c: Expr, order: int, recurrence: tuple[Expr, Expr] = RECURRENCE) -> list[Expr]:
    """a_0..a_order of (1 + 2bt + ct^2)^(-1/2); O(order) multiplications.

    >>> from sympy import symbols
    >>> coefficients(*symbols("b c"), 2)
    [1, -b, 3*b**2/2 - c/2]
    """
    factors = [tuple(part.subs(order_symbol, k) for part in recurrence) for k in range(1, order + 1)]
    if b.is_Symbol and c.is_Symbol and all(e.is_Rational for pair in factors for e in pair):
        R = PolyRing([b, c], QQ)
        inside = [(R.from_expr(p), R.from_expr(q)) for p, q in factors]
        return [e.as_expr() for e in _recurring(R.gens[0], R.gens[1], inside, R.one, lambda e: e)]
    return _recurring(b, c, factors, sympify(1), expand)


def _recurring(b: Any, c: Any, factors: Sequence[Sequence[Any]], one: Any, tidied: Callable[[Any], Any]) -> list[Any]:
    """a_0, a_1, ... with a_(-1) = 0, in SymPy or in a ring of polynomials."""
    before, a = 0 * one, [one]
    for p, q in factors:
        before, after = a[-1], tidied(-p * b * a[-1] - q * c * before)
        a.append(after)
    return a


def taylor(x: Sequence[Any], h: Sequence[Any], order: int, normalisation: str = "biased") -> list[Row]:
    """Coefficients of t^0..t^order in BN(x + t h): a list of rows of n exact numbers.

    Raises
    ------
    ValueError
        for rows of different length, a negative order, or a constant x (BN is not defined there).

    >>> taylor([0, 2], [1, 1], 1)    # BN does not see a shift
    [(-1, 1), (0, 0)]
    """
    if len(x) != len(h):
        raise ValueError(f"a batch of {len(x)} points and a direction of {len(h)}: wanted the same number")
    if order < 0:
        raise ValueError(f"order {order}: wanted 0 or more")
    u, v = recentre(x), recentre(h)
    square = dot(u, u)
    if square == 0:
        raise ValueError(f"batch {tuple(x)} is constant: BN is not defined around it; its points must differ")
    sigma = sqrt(square * Rational(1, degrees(len(u), normalisation)))
    a = [sympify(0), *coefficients(dot(u, v) / square, dot(v, v) / square, order)]
    return [tuple((a[k + 1] * ui + a[k] * vi) / sigma for ui, vi in zip(u, v, strict=True)) for k in range(order + 1)]
