"""What is computed apart from the symbols on which a literal check runs: an assumption of what the run shows.

A helper that remembers its values, and is asked for one by numbers alone, has computed something of its own, such as
the solution of an equation or a partial fraction: the run on symbols then starts from that, and not from a definition.
"""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from types import CodeType, FrameType, ModuleType
from typing import Any

from sympy import Expr, Symbol

MACHINERY = ("theory.claim", "theory.comparison", "theory.domains", "theory.exact.watched")
"""Modules that run literal checks."""

STANDARD = sysconfig.get_path("stdlib")
"""Python's own modules remember patterns and the like, as when one is imported while a check runs."""


@contextmanager
def noted(symbols: Collection[Symbol]) -> Iterator[list[str]]:
    """Within it, such helpers are noted, in words. What they know is forgotten, so that they are seen to run."""
    found: dict[str, None] = {}
    told: list[str] = []
    seen: set[CodeType] = set()
    before = sys.getprofile()

    def see(frame: FrameType, event: str, _: Any) -> None:
        if event != "call" or _is_machinery(frame):
            return
        code, names = frame.f_code, frame.f_globals
        if code not in seen:
            seen.add(code)
            for helper in _helpers(code, names):
                helper.cache_clear()
        own = remembering(names.get(code.co_name))
        remembers = own is not None and getattr(own.__wrapped__, "__code__", None) is code
        if remembers and all(_is_apart(x, symbols) for x in frame.f_locals.values()):
            found[f"what {code.co_name} remembers"] = None

    sys.setprofile(see)
    try:
        yield told
    finally:
        sys.setprofile(before if callable(before) else None)
        told += found


def _is_machinery(frame: FrameType) -> bool:
    file = frame.f_code.co_filename
    own = frame.f_globals.get("__name__", "").startswith(MACHINERY)
    return own or "site-packages" in file or file.startswith(STANDARD)


def _helpers(code: CodeType, names: Mapping[str, Any]) -> Iterator[Any]:
    """What remembers its values, of the names that code reads, in its module or of another one."""
    for name in code.co_names:
        of = names.get(name)
        inside = [getattr(of, other, None) for other in code.co_names] if isinstance(of, ModuleType) else []
        yield from (cached for one in (of, *inside) if (cached := remembering(one)) is not None)


def remembering(function: Any) -> Any:
    """What remembers, in what wraps it; None where nothing does."""
    while function is not None and not hasattr(function, "cache_info"):
        function = getattr(function, "__wrapped__", None)
    return function


def _is_apart(value: Any, symbols: Collection[Symbol]) -> bool:
    """Whether an argument is made of numbers, without a symbol of the run."""
    if isinstance(value, tuple):
        return all(_is_apart(one, symbols) for one in value)
    if isinstance(value, Expr):
        return not value.free_symbols & {*symbols}
    return value is None or isinstance(value, int | Fraction | str)
