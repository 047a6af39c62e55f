"""What an expression needs to have a value, as it is computed: divisors, radicands, arguments of logarithms.

SymPy makes 1 of x/x at once, and the divisor is gone. While `recorded` runs, the operations of SymPy's expressions that
code outside SymPy asks for are looked at before they are carried out.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, wraps
from typing import Any

import sympy
from sympy import Basic, Dummy, Expr, MatrixBase, Symbol, sympify

Need = tuple[Expr, str]
"""An expression and what it has to be: "!= 0", ">= 0", "> 0", or "has a value" where nothing is known of a function."""

TOTAL = (
    sympy.exp, sympy.sin, sympy.cos, sympy.sinh, sympy.cosh, sympy.tanh, sympy.atan, sympy.asinh, sympy.erf, sympy.erfc,
    sympy.Abs, sympy.Max, sympy.Min, sympy.sign, sympy.floor, sympy.ceiling, sympy.re, sympy.im, sympy.conjugate,
    sympy.Heaviside, sympy.KroneckerDelta, sympy.binomial, sympy.Piecewise,
)  # fmt: skip
"""Functions that have a value at every real number."""

_OF_ARGUMENT: dict[Any, Callable[..., Iterator[Need]]] = {
    sympy.log: lambda x: iter([(x, "> 0")]),
    sympy.gamma: lambda x: iter([(x, "> 0")]),
    sympy.loggamma: lambda x: iter([(x, "> 0")]),
    sympy.digamma: lambda x: iter([(x, "> 0")]),
    sympy.polygamma: lambda order, x: iter([(x, "> 0")]),
    sympy.factorial: lambda x: iter([(x, ">= 0")]),
    sympy.harmonic: lambda x, *order: iter([(x, ">= 0")]),
    sympy.tan: lambda x: iter([(sympy.cos(x), "!= 0")]),
    sympy.sec: lambda x: iter([(sympy.cos(x), "!= 0")]),
    sympy.cot: lambda x: iter([(sympy.sin(x), "!= 0")]),
    sympy.csc: lambda x: iter([(sympy.sin(x), "!= 0")]),
    sympy.asin: lambda x: iter([(1 - x, ">= 0"), (1 + x, ">= 0")]),
    sympy.acos: lambda x: iter([(1 - x, ">= 0"), (1 + x, ">= 0")]),
    sympy.atanh: lambda x: iter([(1 - x, "> 0"), (1 + x, "> 0")]),
    sympy.acosh: lambda x: iter([(x - 1, ">= 0")]),
}


def needs(e: Any, found: dict[Need, None], seen: set[Basic]) -> None:
    """Add what an expression, or the entries of a container, need; `seen` has been looked at."""
    if isinstance(e, tuple | list):
        for entry in e:
            needs(entry, found, seen)
    elif isinstance(e, MatrixBase):
        needs(e.flat(), found, seen)
    elif isinstance(e, Basic) and e not in seen:
        seen.add(e)
        for need in _of(e):
            found.setdefault(need)
        parts = e.args
        if isinstance(e, sympy.Sum | sympy.Product) and all(len(limit) == 3 for limit in e.limits):
            parts = (_inside(e), *(end for limit in e.limits for end in limit[1:]))
        for part in parts:
            needs(part, found, seen)


def _inside(e: Expr) -> Expr:
    """The terms of a sum, its index counted from its lower end."""
    body = e.function
    for index, low, _ in e.limits:
        body = body.subs(index, low + _count(index.name))
    return body


@cache
def _count(name: str) -> Symbol:
    return Dummy(name, integer=True, nonnegative=True)


def _of(e: Basic) -> Iterator[Need]:
    if e.is_Atom or not isinstance(e, Expr) or e.is_Add or e.is_Mul or isinstance(e, sympy.Sum | sympy.Product):
        return
    if isinstance(e, sympy.Pow):
        yield from _of_power(*e.args)
    elif e.func in _OF_ARGUMENT:
        yield from _OF_ARGUMENT[e.func](*e.args)
    elif not isinstance(e, TOTAL):
        yield e, "has a value"


def _of_power(base: Expr, exponent: Expr) -> Iterator[Need]:
    if base.is_positive or (exponent.is_integer and exponent.is_nonnegative):
        return
    if exponent.is_integer:
        yield base, "!= 0"
    else:
        yield base, ">= 0" if exponent.is_positive else "> 0"


_OPERATIONS = ("add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv", "pow", "rpow", "matmul", "rmatmul")


@contextmanager
def recorded(found: dict[Need, None]) -> Iterator[None]:
    """Within it, what the operands of operations need to have a value, and these themselves, is added to `found`."""
    seen: set[Basic] = set()
    replaced = []
    for kind in _kinds():
        for name in _OPERATIONS:
            operation = vars(kind).get(f"__{name}__")
            if operation is not None:
                replaced.append((kind, f"__{name}__", operation))
                setattr(kind, f"__{name}__", _watched(operation, name, found, seen))
    try:
        yield
    finally:
        for kind, attribute, operation in replaced:
            setattr(kind, attribute, operation)


def _watched(operation: Any, name: str, found: dict[Need, None], seen: set[Basic]) -> Any:
    turned = name.startswith("r")

    @wraps(operation)
    def watched(self: Any, other: Any, *more: Any) -> Any:
        if not sys._getframe(1).f_globals.get("__name__", "").startswith("sympy"):
            first, second = (other, self) if turned else (self, other)
            try:
                first, second = sympify(first), sympify(second)
            except (TypeError, ValueError):  # the operation itself will say what is wrong
                return operation(self, other, *more)
            needs((first, second), found, seen)
            if name.endswith("truediv") and isinstance(second, Expr) and not second.is_zero:
                found.setdefault((second, "!= 0"))
            elif name.endswith("pow") and isinstance(first, Expr):
                for need in _of_power(first, second):
                    found.setdefault(need)
        return operation(self, other, *more)

    return watched


@cache
def _kinds() -> tuple[type, ...]:
    """The classes of SymPy that have operations of their own."""
    found: dict[type, None] = {}
    pending: list[type] = [Expr, MatrixBase]
    while pending:
        kind = pending.pop()
        if kind not in found and (kind.__module__ or "").startswith("sympy"):
            found.setdefault(kind)
            pending += kind.__subclasses__()
    return tuple(found)
