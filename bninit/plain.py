"""Plain data: what is written as JSON, and the versions that results depend on."""

from __future__ import annotations

import dataclasses
import json
import math
import platform
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

PACKAGES = ("bninit", "sympy", "mpmath", "python-flint", "numpy", "scipy")


def versions() -> dict[str, str]:
    """Versions of Python and of the packages on which results depend."""
    return {"python": platform.python_version()} | {name: installed(name) for name in PACKAGES}


@cache
def installed(name: str) -> str:
    """The version of a package, read once: each run needs them three times, of files that take 2 ms each."""
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def to_json(data: Any) -> str:
    """JSON without NaN or infinities (they become strings), exact numbers as strings."""
    return json.dumps(plain(data), indent=2, allow_nan=False)


def plain(data: Any) -> Any:
    if isinstance(data, Mapping):
        return {str(key): plain(item) for key, item in data.items()}
    if isinstance(data, list | tuple):
        return [plain(item) for item in data]
    if isinstance(data, bool | int | str) or data is None:
        return data
    if isinstance(data, Fraction):
        return str(data)
    if isinstance(data, float):
        return float(data) if math.isfinite(data) else str(data)
    return str(data)


def by_name(result: Any) -> Any:
    """A typed result (`numerics.studies`) as plain data: its fields by name, tuples and arrays as lists.

    A field that defaults to None, which is what was not asked for or does not exist, is left out while it is None.

    >>> from typing import NamedTuple
    >>> class Mean(NamedTuple):
    ...     mean: float
    ...     error: float | None = None
    >>> by_name({"r": Mean(0.5), "s": (Mean(0.5, 0.1), 2)})
    {'r': {'mean': 0.5}, 's': [{'mean': 0.5, 'error': 0.1}, 2]}
    """
    if isinstance(result, Mapping):
        return {key: by_name(item) for key, item in result.items()}
    if dataclasses.is_dataclass(result) and not isinstance(result, type):
        defaults = {field.name: field.default for field in dataclasses.fields(result)}
    elif isinstance(result, tuple) and hasattr(result, "_fields") and hasattr(result, "_field_defaults"):
        defaults = dict.fromkeys(result._fields, ...) | result._field_defaults
    elif isinstance(result, list | tuple):
        return [by_name(item) for item in result]
    else:
        return result.tolist() if hasattr(result, "tolist") else result  # of NumPy, which is not imported here
    named = {name: getattr(result, name) for name in defaults}
    return {name: by_name(item) for name, item in named.items() if item is not None or defaults[name] is not None}
