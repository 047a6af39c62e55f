"""The public API as text, one line for each name with its parameters: `python -m tests.shell.api.public` writes it."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, get_origin

from bninit import api

FILE = Path(__file__).with_name("public_api.txt")


def line(name: str, value: Any) -> str:
    """A name; of what can be called also the parameters, with `=` where there is a default, `*` before keyword-only."""
    alias = value is Any or get_origin(value) is not None  # of a type, which can be called and is not meant to be
    if alias or not callable(value) or (isinstance(value, type) and getattr(value, "_member_names_", None)):
        return " ".join([name, *getattr(value, "_member_names_", ())])
    try:
        parameters = inspect.signature(value).parameters.values()
    except ValueError:
        return name
    told, kind = [], None
    for p in parameters:
        if p.kind is p.KEYWORD_ONLY and kind not in (p.KEYWORD_ONLY, p.VAR_POSITIONAL):
            told.append("*")
        stars = {p.VAR_POSITIONAL: "*", p.VAR_KEYWORD: "**"}.get(p.kind, "")
        told.append(stars + p.name + ("" if p.default is p.empty else "="))
        kind = p.kind
    return f"{name}({', '.join(told)})"


def members(value: Any) -> Iterator[tuple[str, Any]]:
    """What a public module defines, and the public methods of a public class."""
    own = vars(value).items() if isinstance(value, (ModuleType, type)) else ()
    if isinstance(value, ModuleType):
        yield from ((k, v) for k, v in own if k[0] != "_" and getattr(v, "__module__", None) == value.__name__)
    elif isinstance(value, type) and value.__module__.split(".")[0] in ("theory", "numerics", "bninit"):
        fields = getattr(value, "__dataclass_fields__", ())
        methods = ((k, getattr(v, "__func__", v)) for k, v in own if k[0] != "_" and k not in fields)
        yield from ((k, v) for k, v in methods if callable(v) or hasattr(v, "fget"))


def lines() -> Iterator[str]:
    for name in api.__all__:
        value = getattr(api, name)
        yield line(name, value)
        yield from sorted(
            f"    {name}.{line(k, v.__func__ if isinstance(v, classmethod) else v)}" for k, v in members(value)
        )


if __name__ == "__main__":
    FILE.write_text("\n".join(lines()) + "\n", encoding="utf-8")
