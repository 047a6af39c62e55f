"""Floats in the code of exact checks, where they would leave no trace in what is compared.

`int(round(math.tanh(20.)))` is an exact 1, `math.isclose(a, b)` a plain True. So the code of a check, and of the
functions of its own module that it calls, is looked through before it runs.
"""

from __future__ import annotations

import builtins
import dis
from collections.abc import Callable, Iterator
from functools import cache, partial
from types import CodeType, FunctionType, ModuleType
from typing import Any

WHOLE = frozenset({"ceil", "comb", "factorial", "floor", "gcd", "isqrt", "lcm", "perm", "prod"})
"""What `math` has for whole numbers; the rest of it gives floats."""

ROUNDED = frozenset({"N", "allclose", "evalf", "isclose", "n", "nroots", "nsimplify"})
"""Names of functions and methods that give floats, or make exact numbers or truth values of them."""

FLOATING = frozenset({"cmath", "math", "mpmath"})


class FloatInExactCheckError(TypeError):
    """The code of an exact check computes with floats."""


def refuse_floats(run: Callable[..., Any]) -> None:
    """Refuse a check whose code holds a float, or calls what gives one.

    Raises
    ------
    FloatInExactCheckError
        with the place and what to write instead.

    >>> refuse_floats(lambda predicted: [("here", round(0.9999999), predicted)])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    theory.floats.FloatInExactCheckError: an exact check computes with the float 0.9999999 (...
    """
    while isinstance(run, partial):
        run = run.func
    run = getattr(run, "__wrapped__", run)
    if isinstance(run, FunctionType) and (found := _found(run)):
        raise FloatInExactCheckError(
            f"an exact check computes with {found}: write Rational(1, 3), sqrt(2) or balls in a certified check"
        )


@cache
def _found(run: FunctionType) -> str:
    todo, seen = [run], {run}
    while todo:
        function = todo.pop()
        for code in _codes(function.__code__):
            for line, what in _floats(code, function):
                return f"{what} ({code.co_filename}, line {line})"
            for name in code.co_names:
                other = function.__globals__.get(name)
                other = getattr(other, "__wrapped__", other)
                if isinstance(other, FunctionType) and other.__module__ == run.__module__ and other not in seen:
                    seen.add(other)
                    todo.append(other)
    return ""


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _floats(code: CodeType, function: FunctionType) -> Iterator[tuple[int, str]]:
    line, module, called = code.co_firstlineno, None, ""
    for step in dis.get_instructions(code):
        line = step.starts_line if isinstance(step.starts_line, int) and step.starts_line > 1 else line
        found = step.argval
        if step.opname.startswith("LOAD_CONST") and isinstance(found, float | complex):
            if called != "sleep":  # nothing that is compared comes of it
                yield line, f"the float {found}"
        elif step.opname in ("LOAD_ATTR", "LOAD_METHOD") and isinstance(found, str):
            called = found
            if (module in FLOATING and found not in WHOLE) or found in ROUNDED - {"n", "N"}:
                yield line, f"{module + '.' if module else '.'}{found}"
        elif step.opname == "LOAD_GLOBAL":
            called = found
            value = function.__globals__.get(found, getattr(builtins, found, None))
            module = value.__name__ if isinstance(value, ModuleType) else None
            home = getattr(value, "__module__", None)
            if value is float or (home in FLOATING and found not in WHOLE) or (found in ROUNDED and callable(value)):
                yield line, found
            continue
        module = None
