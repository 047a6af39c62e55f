"""Complex balls of expressions at a point: everything that python-flint encloses, on principal branches.

The second, wider engine behind `theory.exact.expressions.enclose`. A value that is undefined, or not certain (which
side of a branch cut, which branch of a Piecewise), is a ball that is not finite: it decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any

import sympy
from flint import acb, arb, fmpq, fmpz_poly
from sympy import Basic

from theory.exact.ball_functions import CONSTANTS, MOST_TERMS, NOWHERE, ON_COMPLEX, ON_REALS, integer, is_real
from theory.exact.certify import precision
from theory.exact.rationals import rational, to_fmpq

LARGEST = 1_000
"""Integer that a sequence of SymPy's is evaluated at."""


class NoEnclosureError(TypeError):
    """No ball is known for a function of the expression, which is written out where the error is shown."""

    def __str__(self) -> str:
        (e,) = self.args
        return e if isinstance(e, str) else f"no enclosure is known for {e.func.__name__} in {e}"


def complex_ball(expression: Any, at: Mapping[Any, Any], digits: int = 30) -> acb:
    """Ball of the value of an expression; not finite where it has none, or none that is certain.

    Parameters
    ----------
    at : values by symbol or by symbol's name: rationals, SymPy's exact numbers, balls.

    Raises
    ------
    NoEnclosureError
        (a TypeError) for a function that is not known here.
    ValueError
        for a symbol without a value.

    >>> from sympy import I, S, sqrt
    >>> print(complex_ball(sqrt(-2) * sqrt(-2) + S(5), {}, 15).real.str(5, radius=False))
    3.0000
    """
    with precision(digits):
        return _ball(sympy.sympify(expression), at, {})


def known_ball(expression: Basic, at: Mapping[Any, Any], known: Mapping[Basic, acb]) -> acb:
    """`complex_ball` at the precision that is set, with the balls of some subexpressions as they are known."""
    return _ball(expression, at, dict(known))


def _ball(e: Basic, at: Mapping[Any, Any], known: dict[Basic, acb]) -> acb:
    if e in known:
        return known[e]
    if not e.args:
        found = _leaf(e, at)
    elif isinstance(e, sympy.Sum | sympy.Product):
        found = _written_out(e, at)
    elif isinstance(e, sympy.Piecewise):
        found = _piecewise(e, at, known)
    elif isinstance(e, sympy.CRootOf):
        found = _root(e)
    elif isinstance(e, sympy.Integral | sympy.Limit | sympy.Derivative | sympy.Subs):
        raise NoEnclosureError(f"no enclosure is known for {e}, which is not evaluated: put {type(e).__name__}.doit()")
    else:
        found = _function(e, [_ball(a, at, known) for a in e.args])
    known[e] = found
    return found


def _leaf(e: Basic, at: Mapping[Any, Any]) -> acb:
    if e.is_Rational:
        return acb(fmpq(int(e.p), int(e.q)))
    if e.is_Symbol:
        given = at[e] if e in at else at.get(e.name)
        if given is None:
            raise ValueError(f"no value given for {e.name}: add it to the claim's `over` ({', '.join(map(str, at))})")
        if isinstance(given, acb):
            return given
        if isinstance(given, arb):
            return acb(given)
        if isinstance(given, Basic) and not given.is_Rational:
            return _ball(given, {}, {})
        return acb(to_fmpq(rational(given)))
    if e in CONSTANTS:
        return CONSTANTS[e]()
    raise NoEnclosureError(e)


def _function(e: Basic, arguments: list[acb]) -> acb:
    if e.is_Add:
        return sum(arguments, acb(0))
    if e.is_Mul:
        return reduce(acb.__mul__, arguments, acb(1))
    if e.is_Pow:
        return _power(e, *arguments)
    if all(is_real(z) for z in arguments) and e.func in ON_REALS:
        real = ON_REALS[e.func](*(z.real for z in arguments))
        if real.is_finite():
            return acb(real)
    if e.func in ON_COMPLEX:
        return acb(ON_COMPLEX[e.func](*arguments))
    if e.func in ON_REALS:
        return NOWHERE
    whole = [integer(z) for z in arguments]
    if isinstance(e, sympy.Function) and all(k is not None and abs(k) <= LARGEST for k in whole):
        found = e.func(*whole)  # SymPy knows its sequences: Catalan's numbers, Fibonacci's, double factorials
        if found.is_Rational:
            return _leaf(found, {})
    raise NoEnclosureError(e)


def _power(e: Basic, base: acb, exponent: acb) -> acb:
    if e.exp == sympy.S.Half:
        return base.sqrt()
    if e.exp.is_Integer:
        return base ** int(e.exp) if abs(int(e.exp)) < 10**9 else base**exponent
    if base == 0:
        return acb(0) if exponent.real > 0 else acb(1) if exponent == 0 else NOWHERE
    if is_real(base) and is_real(exponent):
        whole = exponent.real.unique_fmpz() if exponent.real.is_exact() else None
        if whole is not None and exponent == whole and abs(whole) < 10**9:
            return base ** int(whole)
        real = base.real**exponent.real if base.real > 0 else arb.nan()
        if real.is_finite():
            return acb(real)
    return (exponent * base.log()).exp()


def _written_out(e: Basic, at: Mapping[Any, Any]) -> acb:
    """A sum or product whose ends are integers here; with ends in the wrong order it is empty or not certain."""
    (variable, *ends), *inner = reversed(e.limits)
    if len(ends) != 2:
        raise NoEnclosureError(f"{e} has no ends")
    low, high = (integer(_ball(end, at, {})) for end in ends)
    if low is None or high is None or high < low - 1:
        return NOWHERE
    if high - low > MOST_TERMS:
        raise NoEnclosureError(f"more than {MOST_TERMS} terms")
    body = e.func(e.function, *reversed(inner)) if inner else e.function
    terms = (_ball(body, {**at, variable: sympy.Integer(k)}, {}) for k in range(low, high + 1))
    return sum(terms, acb(0)) if isinstance(e, sympy.Sum) else reduce(acb.__mul__, terms, acb(1))


def _piecewise(e: Basic, at: Mapping[Any, Any], known: dict[Basic, acb]) -> acb:
    for value, condition in e.args:
        truth = _truth(condition, at, known)
        if truth is None:
            return NOWHERE
        if truth:
            return _ball(value, at, known)
    return NOWHERE


def truth(condition: Any, at: Mapping[Any, Any], digits: int = 30) -> bool | None:
    """Whether a condition is met at a point, if balls decide it."""
    with precision(digits):
        return _truth(sympy.sympify(condition), at, {})


def _truth(condition: Basic, at: Mapping[Any, Any], known: dict[Basic, acb]) -> bool | None:
    if condition in (sympy.true, sympy.false):
        return bool(condition)
    if isinstance(condition, sympy.Not):
        inner = _truth(condition.args[0], at, known)
        return None if inner is None else not inner
    if isinstance(condition, sympy.And | sympy.Or):
        parts = [_truth(part, at, known) for part in condition.args]
        settles = isinstance(condition, sympy.Or)
        return settles if settles in parts else None if None in parts else not settles
    if not isinstance(condition, sympy.core.relational.Relational):
        return None
    left, right = (_ball(side, at, known) for side in condition.args)
    gap = left - right
    if not gap.is_finite():
        return None
    if isinstance(condition, sympy.Eq | sympy.Ne):
        equal = True if gap == 0 else None if gap.contains(0) else False
        return equal if equal is None or isinstance(condition, sympy.Eq) else not equal
    if not is_real(gap):
        return None
    yes, no = _ORDER[type(condition)](gap.real)
    return True if yes else False if no else None


_ORDER: dict[Any, Callable[[arb], tuple[bool, bool]]] = {
    sympy.StrictGreaterThan: lambda g: (g > 0, g <= 0),
    sympy.GreaterThan: lambda g: (g >= 0, g < 0),
    sympy.StrictLessThan: lambda g: (g < 0, g >= 0),
    sympy.LessThan: lambda g: (g <= 0, g > 0),
}


def _root(e: Basic) -> acb:
    """A root of a polynomial, told from the others by SymPy's approximation."""
    coefficients = [int(c) for c in reversed(e.poly.all_coeffs())]
    near = e.evalf(20)
    parts = [arb(str(part)) for part in near.as_real_imag()]
    box = acb(arb(parts[0].mid(), "1e-12"), arb(parts[1].mid(), "1e-12"))
    found = [root for root, _ in fmpz_poly(coefficients).complex_roots() if root.overlaps(box)]
    return found[0] if len(found) == 1 else NOWHERE
