"""What is computed apart from the symbols on which a literal check runs: an assumption of what the run shows.

A helper that remembers its values, and is asked for one by numbers alone, has computed something of its own, such as
the solution of an equation or a partial fraction: the run on symbols then starts from that, and not from a definition.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from fractions import Fraction
from types import FrameType
from typing import Any

from sympy import Expr, Symbol

MACHINERY = ("theory.claim", "theory.comparison", "theory.domains", "theory.exact.watched")
"""Modules that run literal checks."""


@contextmanager
def noted(symbols: Collection[Symbol]) -> Iterator[list[str]]:
    """Within it, such helpers are noted, in words: those that have forgotten what they knew (`theory.primitive`)."""
    found: list[str] = []
    before = sys.getprofile()

    def see(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and _remembers(frame) and all(_is_apart(x, symbols) for x in frame.f_locals.values()):
            found.append(f"what {frame.f_code.co_name} remembers")

    sys.setprofile(see)
    try:
        yield found
    finally:
        sys.setprofile(before if callable(before) else None)


def _remembers(frame: FrameType) -> bool:
    """Whether it is run for a cache of its author's."""
    module = frame.f_globals.get("__name__", "")
    if module.startswith(MACHINERY) or "site-packages" in frame.f_code.co_filename:
        return False
    function = frame.f_globals.get(frame.f_code.co_name)
    while function is not None and not hasattr(function, "cache_info"):
        function = getattr(function, "__wrapped__", None)
    of = getattr(function, "__wrapped__", None)
    return getattr(of, "__code__", None) is frame.f_code


def _is_apart(value: Any, symbols: Collection[Symbol]) -> bool:
    """Whether an argument is made of numbers, without a symbol of the run."""
    if isinstance(value, tuple):
        return all(_is_apart(one, symbols) for one in value)
    if isinstance(value, Expr):
        return not value.free_symbols & {*symbols}
    return value is None or isinstance(value, int | Fraction | str)
