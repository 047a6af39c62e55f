"""Evaluating predicted expressions: in Fractions, in balls, and as quotients of polynomials.

Three engines on purpose. A twin is certified false by one of them before a check built on another has to
refute it. None of them is `simplify`, and none runs code from strings.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import product
from typing import Any

import sympy
from flint import arb, fmpq
from sympy import Basic, Expr, Poly, Rel, cancel, factor, fraction, sympify, together
from sympy.logic.boolalg import Boolean

from theory.exact.ball_functions import is_real
from theory.exact.certify import digits_now, precision
from theory.exact.enclosure import NoEnclosureError, complex_ball
from theory.exact.rational_functions import NotRationalFunctionError, quotient
from theory.exact.rationals import ball, rational, to_sympy
from theory.exact.watched.state import NOW
from theory.term import Term
from theory.term.scalar import NAMES_KEPT
from theory.words import Point, Predicted


class Undefined(ArithmeticError):  # noqa: N818 - a finding, not a fault
    """The predicted expression has no value where the statement needs one: raised in a check, it refutes."""


class NotRationalError(ArithmeticError):
    """The expression has no rational value at the point: it is transcendental, or lacks the value of a symbol.

    It is written out once somebody reads it: most often another engine takes over.
    """

    def __init__(self, expression: Basic) -> None:
        super().__init__(expression)
        self.expression = expression

    def __str__(self) -> str:
        if self.expression.is_Symbol:
            return f"no value given for {self.expression}"
        return f"{self.expression} is not a rational expression"


def grid(*, where: Callable[..., bool] | None = None, **values: Any) -> tuple[Point, ...]:
    """All combinations of values, by symbol name, that satisfy `where`.

    >>> grid(n=(2, 3), k=(1, 2), where=lambda n, k: k < n)
    ({'n': 2, 'k': 1}, {'n': 3, 'k': 1}, {'n': 3, 'k': 2})
    """
    points = (dict(zip(values, combination, strict=True)) for combination in product(*values.values()))
    return tuple(p for p in points if where is None or where(**p))


def components(predicted: Predicted) -> tuple[Any, ...]:
    """The parts of a prediction: a tuple as it is, anything else as a tuple of one."""
    return predicted if isinstance(predicted, tuple) else (predicted,)


def tidy(x: Any) -> Any:
    """An expression in factors; a number, or a ball, as it is."""
    return factor(x) if isinstance(x, Expr) and x.free_symbols else x


Values = dict[Basic, Fraction]
"""Expressions and their values at one point."""


def is_condition(part: Any) -> bool:
    """Whether it is true or false and no number; SymPy's symbols pass for both.

    >>> from theory.notation import n
    >>> is_condition(n >= 7), is_condition(n)
    (True, False)
    """
    e = sympify(part)
    return isinstance(e, Boolean) and not isinstance(e, Expr)


def value(expression: Any, at: Mapping[str, Any], known: Values | None = None) -> Fraction:
    """Value of a rational expression in Fractions, by walking its tree.

    `known` remembers the values of subexpressions at this point, for variants of the expression.

    Raises
    ------
    NotRationalError
        where the expression is transcendental or has a free symbol that `at` lacks.
    Undefined
        where it divides by zero.

    >>> from theory.notation import n
    >>> value((n - 1) ** 2 / n, {"n": 3})
    Fraction(4, 3)
    """
    return _value(sympify(expression), at, {} if known is None else known)


def _value(e: Basic, at: Mapping[str, Any], known: Values) -> Fraction:
    if e.is_Rational:
        return Fraction(int(e.p), int(e.q))
    if e in known:
        return known[e]
    found = _leaf_value(e, at) if not e.args else _of_values(e, [_value(a, at, known) for a in e.args], at)
    known[e] = found
    return found


def _leaf_value(e: Basic, at: Mapping[str, Any]) -> Fraction:
    if e.is_Symbol:
        if e.name not in at:
            raise NotRationalError(e)
        return rational(at[e.name])
    return _of_values(e, [], at)


def _of_values(e: Basic, arguments: list[Fraction], at: Mapping[str, Any]) -> Fraction:
    try:
        if e.is_Add:
            return sum(arguments, Fraction(0))
        if e.is_Mul:
            out = Fraction(1)
            for a in arguments:
                out *= a
            return out
        if e.is_Pow and arguments[1].denominator == 1:
            return Fraction(arguments[0] ** int(arguments[1]))
        if e.func in _ON_FRACTIONS:
            return Fraction(_ON_FRACTIONS[e.func](*arguments))
    except ZeroDivisionError as error:
        raise Undefined(f"{e} divides by zero at {dict(at)}") from error
    if e in (sympy.zoo, sympy.nan):
        raise Undefined("a division by zero")
    raise NotRationalError(e)


_ON_FRACTIONS: dict[Any, Callable[..., Any]] = {
    sympy.Abs: abs,
    sympy.sign: lambda a: (a > 0) - (a < 0),
    sympy.Min: min,
    sympy.Max: max,
}


Balls = dict[Basic, arb]
"""Expressions and the balls of their values at one point."""


def enclose(expression: Any, at: Mapping[str, Any], digits: int = 30, known: Balls | None = None) -> arb:
    """Ball that contains the value of an expression; not finite where that is undefined or not real.

    At a point with SymPy's symbols, where a check runs on these: the expression with them put in.

    `known` are the balls of subexpressions at the same point (`enclosures`). What real balls cannot do, as roots of
    negative numbers on the way to a real one, complex balls do (`theory.exact.enclosure`), if the value is certainly
    real.

    Raises
    ------
    NoEnclosureError
        (a TypeError) for a function of which no ball is known.
    ValueError
        for a symbol that `at` lacks.

    >>> from sympy import log
    >>> from theory.notation import n
    >>> print(enclose(log(n), {"n": 2}, 20).str(15, radius=False))
    0.693147180559945
    """
    if isinstance(expression, Term):
        return expression
    if NAMES_KEPT.get():
        e = sympify(expression)
        return Term("expression", e.xreplace({s: sympify(at[s.name]) for s in e.free_symbols if s.name in at}))
    e = sympify(expression)
    if any(isinstance(x, Expr) and not x.is_Rational and x.free_symbols for x in at.values()) or (
        NOW.symbols and NOW.symbols & e.free_symbols
    ):
        return _put_in(e, at)
    with precision(digits):
        try:
            seen = dict(known or {})  # a subexpression that occurs again is enclosed once
            ball = _ball(e, at, seen, seen)
        except NoEnclosureError:
            ball = arb.nan()
            found = complex_ball(e, at, digits)
        else:
            if ball.is_finite() or e.has(*_NO_VALUE):
                return ball
            try:
                found = complex_ball(e, at, digits)
            except NoEnclosureError:
                return ball
    return found.real if found.is_finite() and (is_real(found) or e.is_real) else ball


def _put_in(e: Basic, at: Mapping[str, Any]) -> Basic:
    """Term by term, so that a divisor which cancels then is seen to have been one."""
    if e.is_Symbol:
        return sympify(at[e.name]) if e.name in at else e
    if not e.args or not isinstance(e, sympy.Add | sympy.Mul | sympy.Pow | sympy.Function):
        return e.subs({s: at[s.name] for s in e.free_symbols if s.name in at}, simultaneous=True)
    parts = [_put_in(part, at) for part in e.args]
    if e.is_Pow:
        return parts[0] ** parts[1]
    return reduce(operator.add if e.is_Add else operator.mul, parts) if e.is_Add or e.is_Mul else e.func(*parts)


def enclosures(expressions: Iterable[Any], at: Mapping[str, Any], digits: int = 30) -> Balls:
    """Balls of expressions and of all their subexpressions at one point, for `enclose` of their variants."""
    found: Balls = {}
    with precision(digits):
        for expression in expressions:
            with suppress(NoEnclosureError):  # `enclose` has another engine
                _ball(sympify(expression), at, found, found)
    return found


def _ball(e: Basic, at: Mapping[str, Any], known: Balls, store: Balls | None) -> arb:
    if not e.args:
        return _leaf(e, at)
    if e in known:
        return known[e]
    if isinstance(e, sympy.Sum | sympy.Product | sympy.Piecewise | sympy.CRootOf):
        raise NoEnclosureError(e)  # not of its arguments' balls
    ball = _of_arguments(e, [_ball(a, at, known, store) for a in e.args])
    if store is not None:
        store[e] = ball
    return ball


def _leaf(e: Basic, at: Mapping[str, Any]) -> arb:
    if e.is_Rational:
        return arb(fmpq(int(e.p), int(e.q)))
    if e.is_Symbol:
        if e.name not in at:
            raise ValueError(f"no value given for {e.name}: add it to the claim's `over` ({', '.join(at)})")
        given = at[e.name]
        if isinstance(given, Expr) and not given.is_Rational:
            return _ball(given, {}, {}, None)
        return ball(given)
    if e in _CONSTANTS:
        return _CONSTANTS[e]()
    raise NoEnclosureError(e)


def _of_arguments(e: Basic, arguments: list[arb]) -> arb:
    if e.is_Add:
        return sum(arguments, arb(0))
    if e.is_Mul:
        out = arb(1)
        for a in arguments:
            out *= a
        return out
    if e.is_Pow:
        return arguments[0].sqrt() if e.args[1] == sympy.S.Half else arguments[0] ** arguments[1]
    if e.func in _ON_BALLS:
        return _ON_BALLS[e.func](*arguments)
    raise NoEnclosureError(e)


_NO_VALUE = (sympy.oo, -sympy.oo, sympy.nan, sympy.zoo)
_CONSTANTS: dict[Any, Callable[[], arb]] = {
    sympy.pi: arb.pi,
    sympy.EulerGamma: arb.const_euler,
    sympy.E: lambda: arb(1).exp(),
    sympy.oo: arb.pos_inf,
    # no real value, so no finite ball
    sympy.nan: arb.nan,
    sympy.zoo: arb.nan,
    sympy.I: arb.nan,
}
_ON_BALLS: dict[Any, Callable[..., arb]] = {
    sympy.Abs: abs,
    sympy.sign: arb.sgn,
    sympy.Min: lambda *balls: reduce(arb.min, balls),
    sympy.Max: lambda *balls: reduce(arb.max, balls),
    sympy.log: arb.log,
    sympy.exp: arb.exp,
    sympy.acos: arb.acos,
    sympy.asin: arb.asin,
    sympy.atan: arb.atan,
    sympy.gamma: arb.gamma,
    sympy.loggamma: arb.lgamma,
    sympy.Ei: arb.ei,
    sympy.erfc: arb.erfc,
    sympy.polylog: lambda order, z: arb.polylog(z, order),
    sympy.polygamma: lambda order, z: _polygamma(order, z),
}


def _polygamma(order: arb, z: arb) -> arb:
    if order == 0:
        return z.digamma()
    return (-1) ** (order + 1) * (order + 1).gamma() * (order + 1).zeta(z)


def vanishes(expression: Any) -> bool:
    """Whether a rational function is identically zero: its numerator is the zero polynomial over QQ.

    A decision for rational functions; of anything else only a yes says something. `theory.comparison` decides more.

    >>> from theory.notation import k, n
    >>> vanishes((n**2 - k**2) / (n - k) - n - k)
    True
    """
    e = sympify(expression)
    if e == 0:
        return True
    try:
        return bool(quotient(e)[0].is_zero())
    except NotRationalFunctionError:
        pass
    # roots, logarithms and the like count as variables: enough for a yes
    numerator, _ = fraction(cancel(together(e.subs(sympy.pi, _PI))))
    symbols = sorted(numerator.free_symbols, key=str)
    if not symbols:
        return bool(numerator == 0)
    return bool(numerator.is_polynomial(*symbols) and Poly(numerator, *symbols).is_zero)


_PI = sympy.Dummy("pi", positive=True)


def points_of(over: Any) -> Iterator[Point]:
    """The points of a claim's `over` by symbol name, at most 400 of them."""
    for count, point in enumerate(over):
        if count >= 400:
            return
        yield {str(symbol): given for symbol, given in point.items()}


@lru_cache(20_000)
def letters_of(e: Basic) -> frozenset[Any]:
    """The free symbols of an expression, remembered: SymPy goes through the whole of it each time."""
    return frozenset(e.free_symbols)


def _exact_number(value: Any) -> Expr:
    """A rational number, or an algebraic one that is an expression already, such as sqrt(2)."""
    return value if isinstance(value, Expr) and value.is_number and value.is_algebraic else to_sympy(value)


def at_point(predicted: Predicted, point: Point, balls: bool = False) -> Predicted:
    """A prediction with the values of a point put for its symbols, which go by name.

    balls : give what is no rational number as a ball, if it has a finite one: many times as fast as a substitution.

    >>> from theory.notation import k, n
    >>> at_point((n - k, k), {"n": 3, "k": 1})
    (2, 1)
    """
    given = {str(symbol): _exact_number(value) for symbol, value in point.items()}

    def put(part: Any) -> Any:
        e = sympify(part)
        if isinstance(e, Rel):
            return e.func(put(e.lhs), put(e.rhs))
        letters = letters_of(e)
        known = {s: given[s.name] for s in letters if s.name in given}
        if len(known) == len(letters) and all(number.is_Rational for number in known.values()):
            try:
                return to_sympy(value(e, given))  # many times as fast
            except (NotRationalError, Undefined):
                pass
            if balls and (ball := _finite(e, given)) is not None:
                return ball
        if e.has(sympy.Sum, sympy.Product, sympy.Derivative) or not all(
            number.is_Rational or not number.free_symbols for number in known.values()
        ):
            return e.subs(known, simultaneous=True)
        return e.xreplace(known)  # the same, in one pass

    parts = tuple(map(put, components(predicted)))
    return parts if isinstance(predicted, tuple) else parts[0]


def _finite(e: Expr, given: Mapping[str, Any]) -> arb | None:
    try:
        ball = enclose(e, given, digits_now(30))
    except (TypeError, ValueError, ZeroDivisionError):
        return None
    return ball if ball.is_finite() else None


def shown(point: Point) -> str:
    """A point in words.

    >>> shown({"n": 3, "k": 1})
    'n = 3, k = 1'
    """
    return ", ".join(f"{name} = {given}" for name, given in point.items())
