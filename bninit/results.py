"""results.json: the contract between `bninit check --json` and whoever reads it."""

from __future__ import annotations

import json
import math
import platform
from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from bninit.runner import Plan, Result

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


def document(results: Sequence[Result], plan: Plan, seconds: float, interrupted: bool = False) -> dict[str, Any]:
    """The whole run as plain data."""
    return {
        "run": {
            "seed": plan.seed,
            "level": plan.level,
            "seconds": round(seconds, 3),
            "interrupted": interrupted,
            "versions": versions(),
        },
        "error": {"alpha_run": plan.alpha, "nulls": plan.nulls},
        "claims": [_claim(result) for result in results],
    }


def _claim(result: Result) -> dict[str, Any]:
    twins = result.twins
    return {
        "id": result.id,
        "paper": result.paper,
        "group": result.group,
        "status": result.status,
        "expected": result.expected.value,
        "verdict": result.verdict.value,
        "as_expected": result.as_expected,
        "seconds": round(result.seconds, 3),
        "cpu_seconds": round(result.cpu, 3),
        "evidence": [
            {"kind": e.kind, "verdict": e.verdict.value, "scope": e.scope, "witness": e.witness, **e.figures}
            for e in result.evidence
        ],
        "twins": {
            "made": twins.made,
            "certified_false": twins.certified_false,
            "refuted": twins.refuted,
            "accepted": twins.accepted,
            "equal": twins.equal,
            "undefined": twins.undefined,
            "unknown": twins.unknown,
            "models": twins.models,
            "models_refuted": twins.models_refuted,
            "notes": list(twins.notes),
        },
        "warnings": list(result.warnings),
        "error": result.error,
    }


def to_json(data: Any) -> str:
    """JSON without NaN or infinities (they become strings), exact numbers as strings."""
    return json.dumps(_plain(data), indent=2, allow_nan=False)


def _plain(data: Any) -> Any:
    if isinstance(data, Mapping):
        return {str(key): _plain(item) for key, item in data.items()}
    if isinstance(data, list | tuple):
        return [_plain(item) for item in data]
    if isinstance(data, bool | int | str) or data is None:
        return data
    if isinstance(data, Fraction):
        return str(data)
    if isinstance(data, float):
        return float(data) if math.isfinite(data) else str(data)
    return str(data)
