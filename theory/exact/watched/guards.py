"""What code that is watched meets in the place of values: exact ones pass, rounded ones are errors where they arise.

Each guard takes a value and gives it back, or what stands for it: `max` of Python's is one that compares balls only
where that is decided. Where nothing is watched they let everything through.
"""

from __future__ import annotations

import builtins
import functools
import itertools
import operator
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from types import BuiltinFunctionType, FunctionType, GeneratorType, MethodType, ModuleType
from typing import Any

import sympy
from flint import acb, arb, fmpq, fmpz

from theory.exact.watched.balls import CUT, RADII, inexact, of_ball
from theory.exact.watched.comparisons import BALLS, REPLACED, of_list
from theory.exact.watched.state import NOW, TRUSTED, is_own, place, refused
from theory.exact.watched.symbols import LOOKING_UP, asked_or, has_attribute, looked_up

WHOLE = frozenset({"ceil", "comb", "factorial", "floor", "gcd", "isqrt", "lcm", "perm", "prod"})
"""What `math` has for whole numbers; the rest of it gives floats."""

ROUNDED = frozenset(
    ["N", "allclose", "eval_approx", "eval_rational", "evalf", "isclose", "n", "nroots", "nsimplify", "nsolve", "round"]
)
"""Names of functions and methods of SymPy's that give floats, or make exact numbers or truth values of them."""

FLOATING = frozenset(
    ["cmath", "decimal", "jax", "jaxlib", "math", "mpmath", "numerics", "pandas", "scipy", "statistics", "torch"]
)
"""Packages whose functions round."""

UNSEEN = frozenset({eval, exec, compile})

_BY_NAME = {getattr: asked_or, hasattr: has_attribute}

RADIX = re.compile(r"%[^%a-zA-Z]*[eEfFgG]|\{[^{}]*:[^{}]*[eEfFgG%n]\}")
"""Text that is to hold digits of a number."""


FINE: set[type] = {int, bool, str, bytes, type(None), arb, acb, fmpq, fmpz, range, slice, type(Ellipsis), ModuleType}
"""Types whose values pass at once."""

CONTAINERS = (tuple, list, dict, set, frozenset)

_AT_ONCE: set[type] = {*FINE, *CONTAINERS}
"""Types of which nothing is asked before what is in their values is taken out."""


def value(x: Any) -> Any:
    """Any value: of an expression, a name, an attribute, an item."""
    return x if type(x) in _AT_ONCE else _looked_at(x)


def _looked_at(x: Any) -> Any:
    if not NOW.kind or type(x) in NOW.fine:
        return x
    look = _LOOKS.get(type(x))
    return look(x) if look else _other(x)


def result(x: Any) -> Any:
    """What a call gave: what is in it is looked at, too."""
    if type(x) in FINE:
        return x
    x = _looked_at(x)
    if type(x) in CONTAINERS and NOW.kind:
        _inside(x)
    return x


def _inside(x: Any) -> None:
    for part in (x, x.values()) if type(x) is dict else (x,):
        if not FINE.issuperset(map(type, part)):
            for item in part:
                result(item)


def ready(x: Any) -> Any:
    """A global: a ball of the module's is no sharper at the second precision."""
    if type(x) is FunctionType and x in NOW.seen:
        return x
    if NOW.kind == "certified" and inexact(x):
        raise _made_before(x)
    return x if type(x) in FINE else _looked_at(x)


def _made_before(x: Any) -> Exception:
    NOW.found = TypeError(
        f"a certified check uses the ball {str(x)[:40]} ({place()}), which was made before it ran and is not sharper "
        "at the second precision: compute it inside of the check"
    )
    return NOW.found


def items(xs: Iterable[Any]) -> Iterable[Any]:
    """What is gone through by a loop."""
    xs = value(xs)
    if not NOW.kind or type(xs) in (range, str):
        return xs
    if type(xs) in CONTAINERS:
        _inside(xs)
        return xs
    return _each(xs)


def _each(xs: Iterable[Any]) -> Iterable[Any]:
    if isinstance(xs, GeneratorType) and (is_own(xs.gi_code.co_filename) or xs.gi_code.co_filename.startswith(TRUSTED)):
        return xs
    return map(result, xs) if isinstance(xs, (Iterator, *_VIEWS)) else xs


_VIEWS: tuple[type, ...] = (type({}.values()), type({}.items()))


def formatted(x: Any, spec: str) -> Any:
    """What is written with so many digits."""
    if NOW.kind and spec and spec[-1] in "eEfFgGn%":
        raise refused(f"digits, as :{spec}", "write the number whole, as str(x)")
    return x


def remainder(a: Any, b: Any) -> Any:
    """a % b, which of a text writes digits."""
    if NOW.kind and isinstance(a, str) and RADIX.search(a):
        raise refused(f"digits, as {a[:30]!r}", "write the number whole, as str(x)")
    return value(a % b)


def patched(function: FunctionType) -> FunctionType:
    if function not in NOW.seen:
        NOW.seen.add(function)
        _function(function)
    return function


def _function(function: FunctionType) -> None:
    file = function.__code__.co_filename
    if is_own(file):
        if not (file.startswith("<") and function.__name__.startswith("__")):  # the methods of a data class
            NOW.patch(function)
        return
    for inner in (getattr(function, "__wrapped__", None), *(function.__closure__ or ())):
        inner = _content(inner) if type(inner) is _CELL else inner
        if isinstance(inner, FunctionType | functools._lru_cache_wrapper | functools.partial):
            value(inner)


_CELL = type((lambda x: lambda: x)(0).__closure__[0])  # type: ignore[index]


def _content(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # not bound yet
        return None


def root(x: Any) -> str:
    """The package that something is of."""
    return (getattr(x, "__module__", None) or "").partition(".")[0]


def _named(function: Any) -> Any:
    """A function, by what it is called and whose it is."""
    home, name = root(function), getattr(function, "__name__", "")
    if home in FLOATING and not (home == "math" and name in WHOLE):
        raise refused(f"{home}.{name}")
    if home == "numpy":
        return _of_numpy(function)
    if home == "sympy" and name in ROUNDED:
        raise refused(name)
    if home == "sympy" and name in ("sympify", "parse_expr"):
        return _read(function)
    return None


def _python_function(function: FunctionType) -> Any:
    if function in NOW.seen:
        return function
    if function in REPLACED:
        return REPLACED[function]
    if (instead := _named(function)) is not None:
        return instead
    return patched(function)


def _builtin(function: Any) -> Any:
    owner, name = getattr(function, "__self__", None), function.__name__
    if isinstance(owner, ModuleType) or owner is None:
        if function in NOW.seen:
            return function
        if function in REPLACED:
            return REPLACED[function]
        if function in _BY_NAME:
            return _BY_NAME[function]
        if function in UNSEEN:
            raise refused(function.__name__, "write the code itself: what is made of text cannot be watched")
    if isinstance(owner, float | complex):
        raise refused(f"the float {owner}")
    if type(owner) in BALLS or getattr(function, "__objclass__", None) in BALLS:
        return of_ball(function, name)
    if NOW.symbols and name in LOOKING_UP and isinstance(owner, CONTAINERS):
        return looked_up(function)
    if isinstance(owner, list | tuple) and not isinstance(owner, type):
        return of_list(function) or function
    if isinstance(owner, str) and name == "format" and RADIX.search(owner):
        raise refused(f"digits, as {owner[:30]!r}", "write the number whole, as str(x)")
    if function is builtins.format:
        return lambda x, spec="": format(formatted(x, spec), spec)
    if function is builtins.round:
        return _round
    if isinstance(owner, ModuleType) or owner is None:
        instead = _named(function)
        if instead is None:
            NOW.seen.add(function)
        return instead or function
    if root(type(owner)) in FLOATING | {"numpy"}:
        value(owner)
    return function


def _of_class(function: Any) -> Any:
    """A method of a class in C, without an object."""
    return of_ball(function, function.__name__) if function.__module__ in RADII else function


def _round(x: Any, *digits: Any) -> Any:
    if isinstance(x, sympy.Basic) and not x.is_Rational:
        raise refused(f"round({str(x)[:30]})")
    return value(round(x, *digits))


def _method(method: MethodType) -> Any:
    owner, name = method.__self__, method.__name__
    if type(owner) in BALLS or (isinstance(owner, type) and owner in BALLS):
        return of_ball(method, name)
    if isinstance(method.__func__, FunctionType):
        if name in ROUNDED and root(method.__func__) == "sympy":
            raise refused(f".{name}")
        if root(type(owner)) in FLOATING:
            raise refused(f"{root(type(owner))}.{name}")
        if isinstance(owner, type):
            value(owner)
        patched(method.__func__)
    return method


def _class(x: type) -> Any:
    if x in NOW.seen:
        return x
    if issubclass(x, float | complex | sympy.Float) or (root(x) in FLOATING and not issubclass(x, BaseException)):
        raise refused(x.__name__)
    if root(x) == "numpy" and issubclass(x, _numbers_of_numpy()):
        raise refused(f"numpy.{x.__name__}")
    if x is bool:
        return REPLACED[operator.truth]
    if x is filter:
        return REPLACED[filter]
    NOW.seen.add(x)
    for base in x.__mro__:
        if _of_own_module(base):
            _methods(base)
    return x


def _of_own_module(x: type) -> bool:
    file = getattr(sys.modules.get(x.__module__), "__file__", None) or "<no file>"
    return x.__module__ not in sys.builtin_module_names and is_own(file)


def _numbers_of_numpy() -> type:
    return sys.modules["numpy"].generic  # type: ignore[no-any-return]


def _methods(x: type) -> None:
    for held in list(vars(x).values()):
        for part in (held, *(getattr(held, part, None) for part in ("__func__", "fget", "fset", "func"))):
            if isinstance(part, FunctionType | functools._lru_cache_wrapper):
                value(part)


def _partial(x: functools.partial[Any]) -> Any:
    inner, arguments = value(x.func), [value(argument) for argument in x.args]
    named = {name: value(argument) for name, argument in x.keywords.items()}
    if inner is x.func and all(map(operator.is_, arguments, x.args)):
        return x
    return functools.partial(inner, *arguments, **named)


def _remembered(x: Any) -> Any:
    value(x.__wrapped__)
    return x


def _chosen_by_name(x: Any) -> Any:
    if CUT & set(map(str, x.__reduce__()[1])):
        raise refused(".mid() of a ball")
    return x


def _read(function: Callable[..., Any]) -> Callable[..., Any]:
    def exact(*arguments: Any, **options: Any) -> Any:
        found = function(*arguments, **options)
        if getattr(found, "has", None) and found.has(sympy.Float):
            raise refused(f"the float in {str(found)[:40]}")
        return found

    return exact


def _of_numpy(function: Any) -> Callable[..., Any]:
    """Arrays of objects may be made and computed with; what NumPy says of them itself is rounded, or overflows."""

    def exact(*arguments: Any, **options: Any) -> Any:
        found = result(function(*arguments, **options))
        if isinstance(found, bool | int | str):
            raise refused(f"numpy.{function.__name__}")
        return found

    return exact


def _other(x: Any) -> Any:
    """A value of a type that is met for the first time."""
    kind, home = type(x), root(type(x))
    if isinstance(x, float | complex):
        raise refused(f"the float {x}")
    if isinstance(x, sympy.Float):
        raise refused(f"SymPy's float {x}")
    if isinstance(x, type):
        return _class(x)
    if home == "numpy":
        return _numpy_value(x)
    if home in FLOATING and "Context" in kind.__name__:  # what it has is looked at
        return x
    if home in FLOATING and not isinstance(x, BaseException):
        raise refused(f"{home}'s {' '.join(str(x).split())[:30]}")
    if kind in CONTAINERS:
        return x
    if issubclass(kind, CONTAINERS):  # a named tuple, say
        _class(kind)
        _inside(x) if not issubclass(kind, dict) else None
        return x
    _class(kind)
    if _of_own_module(kind):
        NOW.fine.add(kind)
    else:
        FINE.add(kind)
        _AT_ONCE.add(kind)
    return x


def _numpy_value(x: Any) -> Any:
    kind = getattr(getattr(x, "dtype", None), "kind", "")
    if type(x).__name__ == "ufunc":
        return _of_numpy(x)
    if callable(x) and not kind:
        return _named(x) or x
    if kind == "O" and hasattr(x, "flat"):
        _inside(list(x.flat))
    elif kind and kind not in "SU":  # text is no number
        raise refused(
            f"NumPy's {' '.join(str(x).split())[:30]}",
            "its numbers are rounded, or overflow: write Matrix(..) or fmpq_mat(..)",
        )
    return x


def _checked(xs: Iterator[Any]) -> Iterator[Any]:
    return map(result, xs)


_LOOKS: dict[type, Callable[[Any], Any]] = {
    FunctionType: _python_function,
    MethodType: _method,
    BuiltinFunctionType: _builtin,
    type: _class,
    functools.partial: _partial,
    functools._lru_cache_wrapper: _remembered,
    map: _checked,
    itertools.accumulate: _checked,
    itertools.starmap: _checked,
    type(arb.mid): _of_class,
    operator.methodcaller: _chosen_by_name,
    operator.attrgetter: _chosen_by_name,
    **dict.fromkeys(map(type, (str.join, str.__len__, "".__len__, dict.__dict__["fromkeys"])), _builtin),
    **dict.fromkeys(CONTAINERS, lambda x: x),
}
