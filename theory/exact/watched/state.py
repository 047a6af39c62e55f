"""Of which check code is watched now, whose code that is, and the error of what rounds, with its line."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import FrameType, FunctionType
from typing import Any

import sympy


class InexactError(TypeError):
    """A check computes with a rounded number."""


class UndecidedComparison(ArithmeticError):  # noqa: N818 - a question that is open, no fault of the program's
    """A check asked for the truth value of a comparison of balls that overlap.

    Neither answer is proved, so none is given. It is no refutation and no crash: the check is undecided,
    or, on boxes, the box is.
    """


class Watch:
    """Of which kind of check code is watched now, the symbols that it runs on, and what has been looked at since."""

    kind = ""
    symbols: frozenset[Any] = frozenset()
    places: dict[tuple[Any, Any], None] | None = None
    found: Exception | None = None

    def __init__(self) -> None:
        self.fine: set[type] = set()
        self.seen: set[Any] = set()
        self.patch: Callable[[FunctionType], None] = lambda function: None


NOW = Watch()


@contextmanager
def running_on(values: Iterable[Any], places: dict[tuple[Any, Any], None] | None = None) -> Iterator[None]:
    """Within it, what is watched runs on the symbols in these values, in the place of numbers.

    `places` gets the symbols that are compared with numbers by `==`, with these: there it takes another branch.
    """
    before = NOW.symbols, NOW.places
    NOW.places = places
    NOW.symbols = frozenset().union(*(x.free_symbols for x in values if isinstance(x, sympy.Basic)))
    try:
        yield
    finally:
        NOW.symbols, NOW.places = before


_LIBRARIES = tuple(module.__file__.rpartition("/")[0] + "/" for module in (ast, sympy) if module.__file__)
_OUTSIDE = (_LIBRARIES[0], _LIBRARIES[1].rpartition("/sympy/")[0] + "/")
_HOUSE = __file__.rpartition("/theory/")[0]
TRUSTED = tuple(f"{_HOUSE}/{name}/" for name in ("theory", "numerics", "bninit"))


def is_own(file: str) -> bool:
    """Whether code of this file is a check's own, not a library's and not the core's."""
    if file.startswith(TRUSTED):
        return file.startswith(TRUSTED[0] + "papers/")
    return not (file.startswith(_OUTSIDE) or file.startswith("<frozen") or file.startswith("<__array_function__"))


def refused(what: str, instead: str = "") -> InexactError:
    """The error, with the line of the code that is watched."""
    exact = NOW.kind == "exact"
    NOW.found = InexactError(
        f"a{'n exact' if exact else ' certified'} check computes with {what} ({place()}): "
        + (instead or f"write Rational(1, 3), sqrt(2) or {'balls in a certified check' if exact else 'a ball'}")
    )
    return NOW.found


def place() -> str:
    """File and line of the innermost code that is a check's own."""
    frame: FrameType | None = sys._getframe()
    while frame and not is_own(frame.f_code.co_filename):
        frame = frame.f_back
    return f"{frame.f_code.co_filename}, line {frame.f_lineno}" if frame else "no line is known"
