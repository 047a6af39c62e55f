"""Where in a user's program a claim is made."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from theory import calls


@dataclass(frozen=True)
class Place:
    """Where a claim was made: file and line at the top level of a module, and that module's names."""

    file: str
    line: int
    names: Mapping[str, Any] = field(repr=False)


def place(maker: str) -> Place:
    """The statement at a module's top level from which a claim is made, directly or through functions; failing that,
    the innermost line that is not of `maker`, the module that makes claims."""
    frame: FrameType | None = sys._getframe()
    while frame and frame.f_globals.get("__name__") in (__name__, maker, calls.__name__, "dataclasses", "copy"):
        frame = frame.f_back
    outer = frame
    while outer and outer.f_code.co_name != "<module>":
        outer = outer.f_back
    if outer and (_is_module(outer) or not frame or frame.f_globals is outer.f_globals):
        frame = outer
    if frame is None:
        return Place("", 0, {"__name__": ""})
    return Place(frame.f_code.co_filename, frame.f_lineno, frame.f_globals)


def _is_module(frame: FrameType) -> bool:
    """Whether a top level is that of a module, and not of what runs this process: a script, or a worker of tests."""
    name = frame.f_globals.get("__name__", "")
    return name != "__main__" and vars(sys.modules.get(name, sys)) is frame.f_globals
