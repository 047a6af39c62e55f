"""Code of exact and certified checks, watched while it runs: a rounded number is an error where it arises.

The source of a function is compiled anew with a guard (`guards`) around each name from outside, attribute, item, call,
quotient, power, comparison and question for a truth value. While a check is watched, the functions that it meets run
that code in place of their own: those of the check's file and of other files of its author's, methods, what is
remembered or handed to others; not libraries, and not the core of the suite, which is trusted.
"""

from __future__ import annotations
import __future__

import ast
import builtins
import functools
import linecache
import operator
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType, FunctionType
from typing import Any

from theory.exact.watched import guards
from theory.exact.watched.comparisons import BALLS, UndecidedComparison, compared, decided, within
from theory.exact.watched.source import guarded
from theory.exact.watched.state import NOW
from theory.exact.watched.symbols import asked, asks_of_symbols, has_symbols, is_of, is_same, passing, type_of


@contextmanager
def watched(kind: str, *runs: Any) -> Iterator[None]:
    """Within it, code that these functions run is watched.

    Parameters
    ----------
    kind : of the check, "exact" or "certified".

    Raises
    ------
    watch.InexactError
        where a rounded number arises, at its line, and at the end if the check has caught that.
    TypeError
        for a ball that was made before, or code without source.
    UndecidedComparison
        for the truth value of a comparison of balls that overlap.
    """
    before = NOW.kind, NOW.found
    NOW.kind, NOW.found, NOW.patch = kind, None, _patch
    try:
        for run in runs:
            guards.value(run)
        yield
        if NOW.found:
            raise NOW.found
    finally:
        NOW.kind, NOW.found = before
        if not NOW.kind:
            _unpatch()


_PATCHED: list[tuple[FunctionType, CodeType]] = []
_INSTEAD: dict[CodeType, CodeType] = {}
_MADE: set[CodeType] = set()
"""Code that is guarded; closures that it has made keep it."""


def _unpatch() -> None:
    for function, code in _PATCHED:
        function.__code__ = code
    _PATCHED.clear()
    NOW.seen.clear()
    NOW.fine.clear()


def _patch(function: FunctionType) -> None:
    """Let a function run guarded code, until `_unpatch`."""
    code = function.__code__
    if code in _MADE:
        return
    if code not in _INSTEAD:
        _INSTEAD[code] = _compiled(code, function)
    defaults = (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values())
    _PATCHED.append((function, code))
    function.__code__ = _INSTEAD[code]
    for given in (*defaults, *map(guards._content, function.__closure__ or ())):
        guards.ready(given)


def _compiled(code: CodeType, function: FunctionType) -> CodeType:
    found = _statement(code.co_filename, code.co_firstlineno, function)
    if found is None:
        raise TypeError(
            f"the source of {code.co_qualname} ({code.co_filename}) is not to be had, so that nobody sees what it "
            f"computes with: write the check in a file"
        )
    flags = code.co_flags & __future__.annotations.compiler_flag
    tree = ast.Module([found], [])
    made = _codes(compile(tree, code.co_filename, "exec", flags, dont_inherit=True))
    _MADE.update(made)
    same = [one for one in made if (one.co_qualname, one.co_firstlineno) == (code.co_qualname, code.co_firstlineno)]
    if len(same) > 1:
        same = [one for one in same if _first(one) == _first(code)]
    if len(same) != 1 or same[0].co_freevars != code.co_freevars:
        raise TypeError(
            f"{code.co_qualname} is not what its file says ({code.co_filename}, line {code.co_firstlineno}), so that "
            "nobody sees what it computes with: load the file again"
        )
    return same[0]


def _codes(code: CodeType) -> list[CodeType]:
    return [code, *(inner for const in code.co_consts if isinstance(const, CodeType) for inner in _codes(const))]


def _first(code: CodeType) -> tuple[int, int]:
    """The first place of its source, which tells two functions of one line apart."""
    return min(((line, column) for line, _, column, _ in code.co_positions() if line and column), default=(0, 0))


@functools.cache
def _tree(file: str, lines: tuple[str, ...]) -> list[tuple[int, int, ast.stmt]]:
    """The statements at the top of a file, each with its first and last line."""

    def first(found: ast.stmt) -> int:
        lines: list[int] = [found.lineno, *(one.lineno for one in getattr(found, "decorator_list", ()))]
        return min(lines)

    return [(first(found), found.end_lineno or first(found), found) for found in ast.parse("".join(lines)).body]


def _statement(file: str, line: int, function: FunctionType) -> ast.stmt | None:
    """The statement at the top of a file that has a line, guarded."""
    lines = tuple(linecache.getlines(file, function.__globals__))
    try:
        body = _tree(file, lines)
    except SyntaxError:
        return None
    for place, (first, last, _) in enumerate(body):
        if first <= line <= last:
            return _guarded(file, lines, place)
    return None


@functools.cache
def _guarded(file: str, lines: tuple[str, ...], place: int) -> ast.stmt:
    return guarded(_tree(file, lines)[place][-1])


def _chained(signs: tuple[str, ...], first: Any, *others: Callable[[], Any]) -> Any:
    """a < b < c, which asks for c only where a < b."""
    found: Any = True
    for sign, other in zip(signs, others, strict=True):
        second = other()
        found = _COMPARISONS[sign](first, second)
        if not found:
            return found
        first = second
    return found


_COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "Is": is_same,
    "IsNot": lambda a, b: not is_same(a, b),
    "In": lambda a, b: within(a, b) if NOW.kind else a in b,
    "NotIn": lambda a, b: not within(a, b) if NOW.kind else a not in b,
}


def _comparison(compare: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    fine = guards.FINE - BALLS

    def made(a: Any, b: Any) -> Any:
        if not NOW.kind or (type(a) in fine and type(b) in fine and not NOW.symbols):
            return compare(a, b)
        return compared(compare, a, b)

    return made


for _sign in ("Lt", "LtE", "Gt", "GtE", "Eq", "NotEq"):
    _COMPARISONS[_sign] = _comparison(
        getattr(operator, {"LtE": "le", "GtE": "ge", "NotEq": "ne"}.get(_sign, _sign.lower()))
    )


def _matched(x: Any) -> Any:
    if NOW.symbols and has_symbols(x):
        asks_of_symbols("`match`", x)
    if NOW.kind and type(x) in BALLS:
        raise UndecidedComparison(f"`match` compares the ball {x.str(8)}: write `if`")
    return guards.value(x)


vars(builtins).update(
    {
        "<value>": guards.value,
        "<result>": guards.result,
        "<global>": guards.ready,
        "<items>": guards.items,
        "<formatted>": guards.formatted,
        "<remainder>": guards.remainder,
        "<truth>": lambda x: decided(x) if NOW.kind else x,
        "<chained>": _chained,
        "<matched>": _matched,
        "<passing>": passing,
        "<asked>": asked,
        "<isinstance>": is_of,
        "<type>": type_of,
        **{f"<{sign}>": compare for sign, compare in _COMPARISONS.items()},
    }
)
