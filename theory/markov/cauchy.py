"""A layer at width two, Gaussian weights, no skip connection, on symbols: 1/det M' = 1 + c^2/det M with a Cauchy c.

M = ((1, rho), (rho, 1)), -1 < rho < 1. The directions of the rows of W are independent and uniform: w_1 along
e = (cos a, sin a), w_2 along k e + e', e' = (-sin a, cos a), k the cotangent of their angle; then c = k e.Me + e.Me'.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import sympy
from sympy import (
    Expr,
    I,
    Integer,
    Matrix,
    Symbol,
    acot,
    atan,
    cancel,
    diff,
    exp,
    log,
    oo,
    pi,
    re,
    simplify,
    sqrt,
    symbols,
)

s = Symbol("s", positive=True)
x = Symbol("x", real=True)
_rho, _cot, _tan, _turn = symbols("rho cot tan turn", real=True)  # _tan of a/2
_unit = Symbol("unit")  # e^(2ia)


@cache
def _gram() -> tuple[Expr, Expr, Expr, Expr]:
    """e.Me, e.Me', c, and M'_12^2 of the rows of W H, whatever H with H H^T = M."""
    M = Matrix([[1, _rho], [_rho, 1]])
    one = Matrix([1 - _tan**2, 2 * _tan]) / (1 + _tan**2)
    across = Matrix([-one[1], one[0]])
    other = _cot * one + across
    along, aside, product, square = (
        (u.T * M * v)[0, 0] for u, v in ((one, one), (one, across), (one, other), (other, other))
    )
    return along, aside, _cot * along + aside, cancel(product**2 / (along * square))


@cache
def _by_turn() -> tuple[Expr, Expr]:
    """1/(1 + ix - i rho e^(i turn)), whose real part is pi times the density of c given a, turn = 2a; its integral."""
    start = 1 + I * x
    circle = exp(I * _turn)
    return 1 / (start - I * _rho * circle), (_turn + I * log(1 - I * _rho * circle / start)) / start


@cache
def density() -> Expr:
    """Of c at x: the mean over a turn, at whose ends e^(i turn) is 1.

    >>> density()
    1/(pi*(x**2 + 1))
    """
    _, whole = _by_turn()
    return simplify(re(cancel((whole.subs(_turn, 2 * pi) - whole.subs(_turn, 0)) / (2 * pi)))) / pi


@cache
def mean_log(square: Expr) -> Expr:
    """E log(square + c^2), c standard Cauchy.

    log(square + c^2) - log c^2 is the integral of a slope, of positive numbers: their mean may come first, by an
    antiderivative from 0 to oo. E log c^2 = 0, as c and 1/c have one law.

    >>> mean_log(4)
    2*log(3)
    """
    v, c = symbols("v c", positive=True)
    law = 2 / (pi * (1 + c**2))
    at_zero = log(c**2) * law
    if cancel(at_zero + sympy.expand_log(at_zero.subs(c, 1 / c)) / c**2) != 0:  # then it is 0: 1/c is Cauchy, too
        raise ArithmeticError("E log c^2 is not known to be 0")
    slope = diff(log(v**2 + c**2), v) * law
    mean = by_antiderivative(4 * v / (pi * (v**2 - 1)) * (atan(c) - atan(c / v) / v), slope, c, oo)
    return by_antiderivative(2 * log(1 + v), mean, v, sqrt(square))


def by_antiderivative(whole: Expr, of: Expr, along: Symbol, end: Any, start: Any = 0) -> Expr:
    """int_start^end of `of`, of which `whole` is an antiderivative, continuous in between.

    Raises
    ------
    ArithmeticError : its derivative is another one.
    """
    if cancel(diff(whole, along) - of) != 0:
        raise ArithmeticError(f"{whole} is no antiderivative of {of}")
    return cancel(whole.subs(along, end) - whole.subs(along, start))


@cache
def mean_square() -> Expr:
    """E c^2/(s^2 + c^2); at s = 1 by continuity.

    >>> mean_square()
    1/(s + 1)
    """
    whole = 2 / (pi * (1 - s**2)) * (atan(x) - s * atan(x / s))
    return by_antiderivative(whole, 2 * x**2 / (s**2 + x**2) * density(), x, oo)


@cache
def chance_below(t: Expr) -> Expr:
    """P(c^2 <= t)."""
    return by_antiderivative(2 / pi * atan(x), 2 * density(), x, sqrt(t))


@cache
def steps() -> tuple[tuple[str, Any, Any], ...]:
    """What makes it so: where, and two sides that have to be equal."""
    return tuple(_steps())


def _steps() -> Iterator[tuple[str, Any, Any]]:
    along, aside, c, square = _gram()
    yield "(1/det M' - 1) det M is c^2", cancel((1 / (1 - square) - 1) * (1 - _rho**2)), cancel(c**2)
    by_unit = ((1 + I * _tan) / (1 - I * _tan)) ** 2
    long, wide = 1 + _rho * (_unit - 1 / _unit) / (2 * I), _rho * (_unit + 1 / _unit) / 2
    yield "e.Me and e.Me'", (cancel(long.subs(_unit, by_unit)), cancel(wide.subs(_unit, by_unit))), (along, aside)
    # a is uniform, and given a the angle is: its cotangent is taken twice in a turn
    of_cot = -2 * diff(acot(_cot), _cot) / (2 * pi)
    given = of_cot.subs(_cot, (x - wide) / long) / long  # long > 0, as |rho| < 1
    value, whole = _by_turn()
    other = 1 / (1 - I * x + I * _rho * exp(-I * _turn))  # its conjugate
    yield "the density given a", cancel(((value + other) / 2).subs(exp(I * _turn), _unit)), cancel(pi * given)
    yield "the antiderivative", simplify(diff(whole, _turn) - value), Integer(0)
    # whose logarithm keeps off its cut, |rho| being less than |1 + ix|
    inside = s**2 + x**2  # 1 + x^2 - rho^2
    yield "off the cut", bool(inside.is_positive and cancel(inside - (1 + x**2) + (1 - s**2)) == 0), True
