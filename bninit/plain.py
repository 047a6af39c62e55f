"""Plain data: what is written as JSON, and the versions that results depend on."""

from __future__ import annotations

import json
import math
import platform
from collections.abc import Mapping
from fractions import Fraction
from importlib.metadata import PackageNotFoundError, version
from typing import Any

PACKAGES = ("bninit", "sympy", "mpmath", "python-flint", "numpy", "scipy")


def versions() -> dict[str, str]:
    """Versions of Python and of the packages on which results depend."""
    found = {"python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found


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
