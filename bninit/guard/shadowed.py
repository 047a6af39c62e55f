"""Whether `theory` and `numerics` are bninit's own: a user's folder on the path may shadow them."""

from __future__ import annotations

import importlib.util
from pathlib import Path

PACKAGES = ("theory", "numerics")


def shadowed() -> str:
    """What stands in the way of bninit's own packages, and what to do, in a sentence; "" where nothing does."""
    home = Path(__file__).resolve().parents[2]
    for name in PACKAGES:
        try:
            spec = importlib.util.find_spec(name)
        except ValueError:  # a module that was made by hand
            spec = None
        there = spec.origin if spec is not None else None
        if there is None:
            return f"bninit's package {name} is not in {home}; install bninit again"
        if Path(there).resolve() != home / name / "__init__.py":
            what = Path(there).parent if Path(there).name == "__init__.py" else Path(there)
            return (
                f"{what} is imported in the place of bninit's own package {name}, which is in {home}; rename it, run "
                "elsewhere, or take its folder off PYTHONPATH"
            )
    return ""
