"""Code that runs on symbols in the place of numbers: a question that they leave open is an error.

A truth value that the domain does not decide, a type, a part of an expression: a branch by these would make another
statement of the one on symbols.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from sympy import Basic, Expr, Integer, MatrixBase, Rational, sympify
from sympy.core.assumptions import _assume_defined

from theory.exact.watched.state import NOW, UndecidedComparison, place

FORMS = frozenset(
    ["args", "as_base_exp", "as_coeff_Add", "as_coeff_Mul", "as_coefficients_dict", "as_independent",
     "assumptions0", "atoms", "class_key", "compare", "count", "count_ops", "denominator", "equals", "find",
     "free_symbols", "func", "has", "has_free", "has_xfree", "match", "name", "numerator", "p", "q", "sort_key",
     "__class__"]
)  # fmt: skip
"""Attributes that speak of an expression, or of a number, and not of the number that it stands for."""

LOOKING_UP = frozenset({"count", "discard", "get", "index", "pop", "remove", "setdefault"})
"""Methods of containers that compare where nobody sees it."""

_NUMBERS = (Integer(2), Rational(1, 2))


def has_symbols(x: Any) -> bool:
    """Whether a value, or one in a container, has symbols that stand for numbers now."""
    if isinstance(x, Basic | MatrixBase):
        return not NOW.symbols.isdisjoint(x.free_symbols)
    return isinstance(x, list | tuple | set | frozenset | dict) and any(map(has_symbols, x))


def asks_of_symbols(what: str, x: Any) -> None:
    """Raise the error of a question that symbols leave open."""
    raise UndecidedComparison(
        f"{what} of {str(x)[:60]} is open on symbols ({place()}): for some numbers it is so, for others it may not be; "
        "write it without a branch, by one_if, greater or least of theory.choices, or leave symbols=True out"
    )


def compared_on_symbols(compare: Callable[[Any, Any], Any], a: Any, b: Any) -> Any:
    """`compare(a, b)`; whether two expressions are equal only where that is known of all the numbers."""
    if compare not in (operator.eq, operator.ne):
        return compare(a, b)
    return _equal(a, b) is (compare is operator.eq)


def _equal(a: Any, b: Any) -> bool:
    if isinstance(a, list | tuple) and isinstance(b, list | tuple):
        return type(a) is type(b) and len(a) == len(b) and all(map(_equal, a, b))
    if a is None or b is None or isinstance(a, str) or isinstance(b, str) or a == b:
        return bool(a == b)
    for symbol, number in ((a, b), (b, a)):
        if NOW.places is not None and symbol in NOW.symbols and getattr(sympify(number), "is_Rational", False):
            NOW.places[symbol, sympify(number)] = None
            return False
    try:
        gap = sympify(a) - sympify(b)
    except (TypeError, ValueError, AttributeError):
        gap = None
    known = getattr(gap, "is_zero", None)
    if known is None:
        asks_of_symbols(f"== {str(b)[:30]}", a)
    return bool(known)


def truth_on_symbols(x: Any) -> Any:
    """The value itself, unless its truth is another one for other numbers."""
    if (
        has_symbols(x)
        and not isinstance(x, list | tuple | set | frozenset | dict)
        and getattr(x, "is_zero", None) is None
    ):
        asks_of_symbols("the truth", x)
    return False if isinstance(x, Expr) and x.is_zero else x


def asked(x: Any, name: str) -> Any:
    """An attribute by its name; on symbols, only what the domain says."""
    found = getattr(x, name)
    if NOW.symbols and has_symbols(x) and _is_of_form(name, found):
        asks_of_symbols(f".{name}", x)
    return found


def _is_of_form(name: str, found: Any) -> bool:
    if name.startswith("is_"):
        return found is None or name[3:] not in _assume_defined or callable(found)
    return name in FORMS


def asked_or(x: Any, name: str, *default: Any) -> Any:
    """`getattr`."""
    if not default or has_attribute(x, name):
        return asked(x, name)
    return default[0]


def has_attribute(x: Any, name: str) -> bool:
    """`hasattr`."""
    found = hasattr(x, name)
    if NOW.symbols and has_symbols(x) and any(hasattr(number, name) is not found for number in _NUMBERS):
        asks_of_symbols(f".{name}", x)
    return found


def is_of(x: Any, kind: Any) -> bool:
    """`isinstance`."""
    found = isinstance(x, kind)
    if NOW.symbols and has_symbols(x) and any(isinstance(number, kind) is not found for number in _NUMBERS):
        asks_of_symbols("the type", x)
    return found


def type_of(x: Any) -> type:
    """`type`."""
    if NOW.symbols and has_symbols(x) and isinstance(x, Basic):
        asks_of_symbols("the type", x)
    return type(x)


def is_same(a: Any, b: Any) -> bool:
    """`a is b`."""
    if NOW.symbols and a is not b and a is not None and b is not None and (has_symbols(a) or has_symbols(b)):
        asks_of_symbols("is", a)
    return a is b


def looked_up(method: Callable[..., Any]) -> Callable[..., Any]:
    """A method of a container that compares its entries."""

    def found(*arguments: Any) -> Any:
        if has_symbols(arguments) or has_symbols(method.__self__):  # type: ignore[attr-defined]
            asks_of_symbols(f".{method.__name__}", arguments[0] if arguments else "the entries")
        return method(*arguments)

    return found


def passing(named: bool) -> tuple[type[BaseException], ...]:
    """What a handler of errors does not get: a question that is open, unless it is named; on symbols, nothing."""
    return (Exception,) if NOW.symbols else () if named else (UndecidedComparison,)
