"""What a claim predicts, an expression of SymPy, with terms in its symbols' places."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import Any

import sympy
from sympy import Basic, sympify

from theory.statement import facts
from theory.term import Cond, Term, constant, larger, root
from theory.term.scalar import FALSE, TRUE, all_of, any_of, condition


class NotExpressibleError(ValueError):
    """The claim is none that +, -, *, /, roots and comparisons express; says what is not."""


def as_term(expression: Any, at: Mapping[str, Any]) -> Term:
    """An expression as a term.

    Raises
    ------
    NotExpressibleError
        for a function other than +, -, *, /, whole powers, roots, Max, Min, Abs, sign and those of `facts`, or a
        symbol without value.

    >>> from theory.notation import k, n
    >>> from theory.term import variable
    >>> as_term((n - k) / n, {"n": variable("n"), "k": 1})
    ((n + -1) / n)
    """
    e = sympify(expression)
    if e.is_Rational:
        return constant(e)
    if e.is_Symbol:
        if e.name not in at:
            raise NotExpressibleError(f"the symbol {e.name} is none that is given")
        return constant(at[e.name])
    known = {
        sympy.Add: lambda parts: reduce(lambda a, b: a + b, parts),
        sympy.Max: lambda parts: reduce(larger, parts),
        sympy.Min: lambda parts: -reduce(larger, [-part for part in parts]),
        sympy.Abs: lambda parts: abs(parts[0]),
        sympy.sign: lambda parts: parts[0] / abs(parts[0]),  # of 0 it has no value here
    }
    if isinstance(e, sympy.Mul):
        return _fraction(e, at)
    if isinstance(e, sympy.Pow):
        return _power(e, at)
    if e is sympy.pi:
        return Term("function", "pi")
    if e.func.__name__ in facts.TYPES:
        return Term("function", e.func.__name__, as_term(e.args[0], at))
    make = known.get(e.func)
    if make is None:
        raise NotExpressibleError(f"{e.func.__name__} is not expressed in an ordered field")
    return constant(make([as_term(part, at) for part in e.args]))


def _fraction(e: Basic, at: Mapping[str, Any]) -> Term:
    """A product with one denominator, as it is written."""
    top: list[Term] = []
    bottom: list[Term] = []
    for factor in e.args:
        down = isinstance(factor, sympy.Pow) and factor.exp.is_Rational and factor.exp < 0
        (bottom if down else top).append(as_term(1 / factor if down else factor, at))
    over = reduce(lambda a, b: a * b, top, constant(1))
    return over / reduce(lambda a, b: a * b, bottom) if bottom else over


def _power(e: Basic, at: Mapping[str, Any]) -> Term:
    base, exponent = e.args
    if exponent.is_Integer:
        return as_term(base, at) ** int(exponent)
    if exponent.is_Rational and exponent.q == 2:
        found = root(as_term(base, at)) ** abs(int(exponent.p))
        return constant(found if exponent > 0 else 1 / found)
    if isinstance(exponent, sympy.Add):
        return reduce(lambda a, b: a * b, [_power(sympy.Pow(base, part, evaluate=False), at) for part in exponent.args])
    times, rest = exponent.as_coeff_Mul()
    count = constant(at[rest.name]) if rest.is_Symbol and rest.name in at else None
    if times.is_Integer and count is not None and count.op == "var" and count.args[1] == "nat":
        power = (as_term(base, at) ** abs(int(times))) ** count
        return power if times > 0 else 1 / power
    raise NotExpressibleError(f"the power {exponent} is not expressed in an ordered field")


def as_condition(expression: Any, at: Mapping[str, Any]) -> Cond:
    """A condition of SymPy as one on terms."""
    e = sympify(expression)
    if e in (sympy.true, sympy.false):
        return TRUE if e == sympy.true else FALSE
    if isinstance(e, sympy.Not):
        return as_condition(e.args[0], at).negation
    if isinstance(e, sympy.And | sympy.Or):
        return (all_of if isinstance(e, sympy.And) else any_of)(*(as_condition(part, at) for part in e.args))
    if isinstance(e, sympy.core.relational.Relational):
        a, b = as_term(e.lhs, at), as_term(e.rhs, at)
        return {
            sympy.Eq: lambda: condition("=", a, b), sympy.Ne: lambda: condition("=", a, b).negation,
            sympy.Lt: lambda: condition("<", a, b), sympy.Le: lambda: condition("<=", a, b),
            sympy.Gt: lambda: condition("<", b, a), sympy.Ge: lambda: condition("<=", b, a),
        }[e.func]()  # fmt: skip
    raise NotExpressibleError(f"{e.func.__name__} is no condition of an ordered field")
