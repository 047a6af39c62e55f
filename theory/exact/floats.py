"""What the code of a check may not use because it would leave no trace in what is compared.

In an exact check floats: `int(round(math.tanh(20.)))` is an exact 1, `math.isclose(a, b)` a plain True. In a certified
one balls that were made before it runs: they are no sharper at the second precision, which could then tell nothing
apart. So the code of a check, and of the functions of its own module that it calls, is looked through before it runs.
"""

from __future__ import annotations

import builtins
import dis
from collections.abc import Callable, Iterator
from functools import cache, partial
from types import CodeType, FunctionType, ModuleType
from typing import Any

from flint import acb, arb

from theory.words import Check

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
    theory.exact.floats.FloatInExactCheckError: an exact check computes with the float 0.9999999 (...
    """
    if found := _found(run, _floats):
        raise FloatInExactCheckError(
            f"an exact check computes with {found}: write Rational(1, 3), sqrt(2) or balls in a certified check"
        )


def look_through(check: Check) -> None:
    """Refuse what the code of an exact or certified check may not use: `refuse_floats`, `refuse_balls_made_before`."""
    refuse = refuse_floats if check.kind == "exact" else refuse_balls_made_before
    refuse(check.definition or check.run)


def refuse_balls_made_before(run: Callable[..., Any]) -> None:
    """Refuse a certified check that uses a ball of its module, which has the radius of when the module was loaded.

    Raises
    ------
    TypeError
        with the name, the place and what to write instead.
    """
    if found := _found(run, _balls):
        raise TypeError(
            f"a certified check uses {found}, which was made before it ran and is not sharper at the second "
            "precision: compute it inside of the check"
        )


Look = Callable[[CodeType, FunctionType], Iterator[tuple[int, str]]]
"""Lines of a function's code that may not be there, each with what is wrong."""


def _found(run: Callable[..., Any], look: Look) -> str:
    """The first thing that may not be there, and where; empty if nothing, or where there is no code to be seen."""
    while isinstance(run, partial):
        run = run.func
    run = getattr(run, "__wrapped__", run)
    return _first(run, look) if isinstance(run, FunctionType) else ""


@cache
def _first(run: FunctionType, look: Look) -> str:
    todo, seen = [run], {run}
    while todo:
        function = todo.pop()
        for code in _codes(function.__code__):
            for line, what in look(code, function):
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


def _steps(code: CodeType) -> Iterator[tuple[int, dis.Instruction]]:
    """The instructions with their lines."""
    line = code.co_firstlineno
    for step in dis.get_instructions(code):
        line = step.starts_line if isinstance(step.starts_line, int) and step.starts_line > 1 else line
        yield line, step


def _balls(code: CodeType, function: FunctionType) -> Iterator[tuple[int, str]]:
    for line, step in _steps(code):
        if step.opname == "LOAD_GLOBAL" and _inexact(function.__globals__.get(step.argval)):
            yield line, f"the ball {step.argval}"


def _inexact(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return any(map(_inexact, value))
    if isinstance(value, dict):
        return any(map(_inexact, value.values()))
    return isinstance(value, arb | acb) and not value.is_exact()


def _floats(code: CodeType, function: FunctionType) -> Iterator[tuple[int, str]]:
    module, called = None, ""
    for line, step in _steps(code):
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
