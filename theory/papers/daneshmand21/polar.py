"""Laws of directions of independent normal numbers: their density in polar coordinates, integrated along the length.

The length x of k of them and the length y of m others have a density like x^(k-1) y^(m-1) e^(-(x^2 + y^2)/2): in
coordinates (length, place), on which x and y depend, it is multiplied by the Jacobian.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from sympy import Expr, Matrix, cos, exp, integrate, oo, pi, simplify, sin, sqrt, symbols

length, tangent, latitude, height, part = symbols("length tangent latitude height part", positive=True)


def _density(x: Expr, y: Expr, k: int, m: int, place: Expr, end: Any) -> Expr:
    """Of `place` between 0 and `end`."""
    jacobian = Matrix([x, y]).jacobian([length, place]).det()  # its sign is lost in the quotient below
    factor, square = simplify(x ** (k - 1) * y ** (m - 1) * jacobian), simplify(x**2 + y**2)
    weight = simplify(integrate(factor * exp(-square / 2), (length, 0, oo)))
    return simplify(weight / integrate(weight, (place, 0, end)))


@cache
def by_tangent(size: int) -> Expr:
    """Of |(w_2, .., w_n)|/|w_1| for n = size.

    >>> by_tangent(4)
    4*tangent**2/(pi*(tangent**2 + 1)**2)
    """
    return _density(length, length * tangent, 1, size - 1, tangent, oo)


@cache
def by_latitude(size: int) -> Expr:
    """Of arcsin(|w_1|/|w|) for n = size.

    >>> by_latitude(4)
    4*cos(latitude)**2/pi
    """
    return _density(length * sin(latitude), length * cos(latitude), 1, size - 1, latitude, pi / 2)


@cache
def by_height() -> Expr:
    """Of |w_1|/|w| for n = 3.

    >>> by_height()
    1
    """
    return _density(length * height, length * sqrt(1 - height**2), 1, 2, height, 1)


@cache
def by_part() -> Expr:
    """Of (w_1^2 + w_2^2)/|w|^2 for n = 4.

    >>> by_part()
    1
    """
    return _density(length * sqrt(part), length * sqrt(1 - part), 2, 2, part, 1)
