"""Rewriting before the normal form: special functions in terms of few, by their definitions on principal branches."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce as fold
from typing import Any

import sympy
from sympy import Expr, I, Mul, Rational, S, cos, exp, gamma, log, pi, polygamma, sin, sqrt

from theory.comparison.points import sign


def prepared(e: Expr) -> Expr:
    """The expression in exp, log, sin, cos, gamma, polygamma, powers, and what is not known here.

    >>> from sympy import Symbol, acos, asin
    >>> x = Symbol("x")
    >>> prepared(asin(x) + acos(x))
    pi/2
    """
    if not e.args or e.is_Rational:
        return _CONSTANTS.get(e, e)
    arguments = [prepared(a) if isinstance(a, Expr) else a for a in e.args]
    rule = _RULES.get(e.func)
    if rule is not None:
        found = rule(*arguments)
        if found is not None:
            return found
    if arguments == list(e.args):
        return e
    built = e.func(*arguments)
    return built if isinstance(built, e.func) or e.is_Add or e.is_Mul or e.is_Pow else prepared(built)


def _abs(z: Expr) -> Expr | None:
    """Of a product, factor by factor."""
    parts = Mul.make_args(sympy.factor(z))
    return Mul(*(sympy.Abs(part) for part in parts)) if len(parts) > 1 else None


def _sign(z: Expr) -> Expr | None:
    parts = Mul.make_args(sympy.factor(z))
    return Mul(*(sympy.sign(part) for part in parts)) if len(parts) > 1 else None


def _binomial(top: Expr, bottom: Expr) -> Expr | None:
    if bottom.is_Integer and 0 <= bottom <= 60:
        return fold(Mul, (top - i for i in range(int(bottom))), S.One) / sympy.factorial(bottom)
    rest = sympy.expand(top - bottom)
    if rest.is_Integer and 0 <= rest <= 60 and top.is_nonnegative:
        return fold(Mul, (top - i for i in range(int(rest))), S.One) / sympy.factorial(rest)
    if not _never_negative_integer(top):
        return None
    return gamma(top + 1) / (gamma(bottom + 1) * gamma(rest + 1))


def _never_negative_integer(e: Expr) -> bool:
    """Where SymPy's binomial is the quotient of gamma functions, continuous in both arguments."""
    return bool(sign(sympy.expand(e + 1)) == 1 or e.is_integer is False)


def _rising(z: Expr, k: Expr) -> Expr | None:
    if k.is_Integer and 0 <= k <= 60:
        return fold(Mul, (z + i for i in range(int(k))), S.One)
    return gamma(z + k) / gamma(z) if z.is_positive else None


def _falling(z: Expr, k: Expr) -> Expr | None:
    if k.is_Integer and 0 <= k <= 60:
        return fold(Mul, (z - i for i in range(int(k))), S.One)
    return gamma(z + 1) / gamma(z - k + 1) if _never_negative_integer(z) else None


def _harmonic(z: Expr, order: Expr = S.One) -> Expr | None:
    if order.is_Integer and order >= 1 and z.is_nonnegative:
        k = int(order)
        end = sympy.EulerGamma if k == 1 else (-1) ** k * sympy.zeta(k) * sympy.factorial(k - 1)
        return (polygamma(k - 1, z + 1) + end) * (-1) ** (k - 1) / sympy.factorial(k - 1)
    return None


def _double_factorial(n: Expr) -> Expr | None:
    half = n / 2
    if half.is_integer and n.is_nonnegative:
        return 2**half * gamma(half + 1)
    half = (n + 1) / 2
    return 2**half * gamma(half + S.Half) / sqrt(pi) if half.is_integer and half.is_nonnegative else None


def _loggamma(z: Expr) -> Expr | None:
    return log(gamma(z, evaluate=False)) if z.is_positive else None


def _asin(z: Expr) -> Expr:
    return -I * log(I * z + sqrt(1 - z**2))


def _atan(z: Expr) -> Expr:
    return I / 2 * (log(1 - I * z) - log(1 + I * z))


def _acosh(z: Expr) -> Expr:
    return log(z + sqrt(z + 1) * sqrt(z - 1))


def _atanh(z: Expr) -> Expr:
    return (log(1 + z) - log(1 - z)) / 2


def _sinh(z: Expr) -> Expr:
    return (exp(z) - exp(-z)) / 2


def _cosh(z: Expr) -> Expr:
    return (exp(z) + exp(-z)) / 2


_CONSTANTS: dict[Expr, Expr] = {
    sympy.GoldenRatio: (1 + sqrt(5)) / 2,
    sympy.TribonacciConstant: sympy.TribonacciConstant.expand(func=True),
}

_RULES: dict[Any, Callable[..., Expr | None]] = {
    sympy.Abs: _abs,
    sympy.sign: _sign,
    sympy.factorial: lambda n: gamma(n + 1),
    sympy.binomial: _binomial,
    sympy.RisingFactorial: _rising,
    sympy.FallingFactorial: _falling,
    sympy.factorial2: _double_factorial,
    sympy.catalan: lambda n: gamma(2 * n + 1) / (gamma(n + 1) * gamma(n + 2)) if n.is_nonnegative else None,
    sympy.beta: lambda x, y: gamma(x) * gamma(y) / gamma(x + y),
    sympy.harmonic: _harmonic,
    sympy.loggamma: _loggamma,
    sympy.tan: lambda z: sin(z) / cos(z),
    sympy.cot: lambda z: cos(z) / sin(z),
    sympy.sec: lambda z: 1 / cos(z),
    sympy.csc: lambda z: 1 / sin(z),
    sympy.sinh: _sinh,
    sympy.cosh: _cosh,
    sympy.tanh: lambda z: _sinh(z) / _cosh(z),
    sympy.coth: lambda z: _cosh(z) / _sinh(z),
    sympy.sech: lambda z: 1 / _cosh(z),
    sympy.csch: lambda z: 1 / _sinh(z),
    sympy.asin: _asin,
    sympy.acos: lambda z: pi / 2 - _asin(z),
    sympy.atan: _atan,
    sympy.acot: lambda z: _atan(1 / z),
    sympy.asec: lambda z: pi / 2 - _asin(1 / z),
    sympy.acsc: lambda z: _asin(1 / z),
    sympy.asinh: lambda z: log(z + sqrt(z**2 + 1)),
    sympy.acosh: _acosh,
    sympy.atanh: _atanh,
    sympy.acoth: lambda z: _atanh(1 / z),
    sympy.erfc: lambda z: 1 - sympy.erf(z),
    sympy.erfi: lambda z: -I * sympy.erf(I * z, evaluate=False),
    sympy.dirichlet_eta: lambda s: (1 - 2 ** (1 - s)) * sympy.zeta(s) if s != 1 else None,
    sympy.frac: lambda x: x - sympy.floor(x),
    sympy.ceiling: lambda x: -sympy.floor(-x),
    sympy.Heaviside: lambda x, h: (1 + sympy.sign(x)) / 2 + (h - Rational(1, 2)) * (1 - sympy.sign(x) ** 2),
    sympy.Min: lambda *parts: fold(lambda a, b: (a + b - sympy.Abs(a - b)) / 2, parts),
    sympy.Max: lambda *parts: fold(lambda a, b: (a + b + sympy.Abs(a - b)) / 2, parts),
}
