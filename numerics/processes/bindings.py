"""What the names of modules and classes stand for, and which of them came to stand for something else.

Code that replaces a function of a module that others use (`theory.batchnorm.relu = ..`) changes what they compute. Of
objects that are changed in place nothing is seen.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from operator import is_
from types import ModuleType
from typing import Any

HOUSE = ("theory", "numerics", "bninit")

USED = ("flint", "numpy", "sympy.core.add", "sympy.core.basic", "sympy.core.expr", "sympy.core.mul",
        "sympy.core.numbers", "sympy.core.power", "sympy.core.symbol", "builtins", "math", "fractions",
        "functools", "itertools", "operator")  # fmt: skip
"""Modules beside our own on which exact values rest."""

_ABSENT = object()


@dataclass(frozen=True)
class Bindings:
    """Owners (modules and classes) by name, each with its names and what they stood for."""

    rows: tuple[tuple[str, Any, tuple[str, ...], tuple[Any, ...]], ...]
    modules: int

    @property
    def stale(self) -> bool:
        """Whether modules were loaded since, of which nothing is known here."""
        return self.modules != len(sys.modules)


def bindings() -> Bindings:
    """Of our modules and those of `USED` that are loaded, and of the classes in them."""
    return Bindings(tuple((name, owner, *_content(name, owner)) for name, owner in _owners()), len(sys.modules))


@cache
def original() -> Bindings:
    """As they were when this was first asked for, in this process or in one that it was forked from."""
    return bindings()


def rebound(before: Bindings) -> list[str]:
    """Names that stand for something else than they did, or for nothing, as `module.name`; new names do not count."""
    found = []
    for label, owner, names, values in before.rows:
        now = vars(owner)
        if not all(map(is_, map(now.get, names), values)):
            found += [
                f"{label}.{name}" for name, value in zip(names, values, strict=True) if now.get(name) is not value
            ]
    return found


def restore(before: Bindings) -> list[str]:
    """`rebound`, and each of them stands for what it did again."""
    found = rebound(before)
    for _, owner, names, values in before.rows if found else ():
        for name, value in zip(names, values, strict=True):
            if vars(owner).get(name, _ABSENT) is not value:
                with suppress(AttributeError, TypeError):
                    setattr(owner, name, value)
    return found


def _owners() -> Iterator[tuple[str, Any]]:
    classes: dict[int, None] = {}
    for name, module in list(sys.modules.items()):
        package = name.split(".")[0]
        if type(module) is not ModuleType or not (package in HOUSE or name in USED):
            continue
        yield name, module
        for item in list(vars(module).values()):
            if isinstance(item, type) and item.__module__.split(".")[0] == package and id(item) not in classes:
                classes[id(item)] = None
                yield f"{item.__module__}.{item.__qualname__}", item


def _content(label: str, owner: Any) -> tuple[tuple[str, ...], tuple[Any, ...]]:
    """Names and values; what the interpreter keeps for itself aside, and how many of a thing a library has made."""
    ours = label.split(".")[0] in HOUSE
    found = {
        name: value for name, value in list(vars(owner).items())
        if name not in _OWN and (ours or not (name.startswith("_") and type(value) is int))
    }  # fmt: skip
    return tuple(found), tuple(found.values())


_OWN = {"__dict__", "__weakref__", "__warningregistry__", "__abstractmethods__", "_abc_impl", "_"}
