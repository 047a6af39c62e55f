"""results.json: the contract between `bninit check --json` and whoever reads it (`bninit.results_read`)."""

from __future__ import annotations

import json
import math
import platform
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from bninit.run.outcome import Plan, Result, undecided_probability
from theory.claim import Verdict

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


@dataclass(frozen=True)
class Recorded:
    """A run of checks with all of its results, just made or read from a results.json."""

    results: tuple[Result, ...]
    plan: Plan
    seconds: float
    interrupted: bool
    versions: Mapping[str, str]
    selection: tuple[str, ...] | None = None
    """The selectors of the command, none for all; None where nobody knows."""


def document(
    results: Sequence[Result],
    plan: Plan,
    seconds: float,
    interrupted: bool = False,
    made_with: Mapping[str, str] | None = None,
    selection: Sequence[str] | None = None,
) -> dict[str, Any]:
    """The whole run as plain data; `made_with` are its versions where they are not those of this process."""
    return {
        "run": {
            "seed": plan.seed,
            "level": plan.level,
            "seconds": round(seconds, 3),
            "interrupted": interrupted,
            "undecided_probability": undecided_probability(results)[0],
            "reused": sum(result.reused is not None for result in results),
            "reused_from": reused_from(results),
            "versions": dict(made_with or versions()),
        }
        | ({} if selection is None else {"selection": list(selection)}),
        "error": {"alpha_run": plan.alpha, "nulls": plan.nulls},
        "claims": [_claim(result) for result in results],
    }


def reused_from(results: Sequence[Result]) -> dict[int, int]:
    """How many results were taken from each earlier run of the ledger."""
    return dict(sorted(Counter(result.reused for result in results if result.reused is not None).items()))


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
            "weaker": twins.weaker,
            "untold": twins.untold,
            "models": twins.models,
            "models_refuted": twins.models_refuted,
            "notes": list(twins.notes),
        },
        "warnings": list(result.warnings),
        "error": result.error,
        "reason": result.reason,
        **_controls(result),
    } | ({} if result.reused is None else {"reused": result.reused})


def _controls(result: Result) -> dict[str, Any]:
    """For a false form: how its checks do on what is true instead, or why nothing is."""
    if result.expected is not Verdict.REFUTED:
        return {}
    told = [
        {"kind": c.kind, "scope": c.scope, "verdict": c.verdict.value, "witness": c.witness} for c in result.control
    ]
    return {"control": told, "no_truth": result.no_truth}


def plain_claim(result: Result) -> dict[str, Any]:
    """One claim of `document`, plain all through."""
    plain: dict[str, Any] = _plain(_claim(result))
    return plain


def to_json(data: Any) -> str:
    """JSON without NaN or infinities (they become strings), exact numbers as strings."""
    return json.dumps(_plain(data), indent=2, allow_nan=False)


def cell_words(data: Mapping[str, Any]) -> str:
    """What a sampled cell says: claimed value, margin, mean, networks, and what is known of its bias.

    >>> cell_words({"claimed": 0.5, "margin": 0.01, "mean": 0.498, "networks": 4096,
    ...             "bias": {"value": 0.002, "source": "measured", "how": "seed 1"}})
    'claimed 0.5 ± 0.01; mean 0.498 over 4,096 networks; bias up to 0.002 (measured: seed 1)'
    >>> cell_words({"claimed": 0.5, "margin": 0.01})
    'claimed 0.5 ± 0.01'
    """
    claimed, mean, margin = (number(data.get(name)) for name in ("claimed", "mean", "margin"))
    networks, bias = data.get("networks"), data.get("bias")
    words = f"claimed {claimed:.5g} ± {margin:.3g}"
    if networks is not None:  # else: declared, not yet sampled
        count = f"{networks:,}" if isinstance(networks, int) else str(networks)
        words += f"; {data.get('of', 'mean')} {mean:.5g} over {count} networks"
    if not isinstance(bias, Mapping) or not bias.get("value"):
        return words
    how = f": {bias['how']}" if bias.get("how") else ""
    return f"{words}; bias up to {number(bias['value']):.3g} ({bias.get('source')}{how})"


def cell_at(data: Mapping[str, Any]) -> str:
    """The instance of a sampled cell, such as "n = 10, m = 256"."""
    at = data.get("at", {})
    return ", ".join(f"{name} = {_shown(value)}" for name, value in at.items())


def _shown(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "(" + ", ".join(map(_shown, value)) + ")"
    return f"{value:.5g}" if isinstance(value, float) else str(value)


def number(value: Any) -> float:
    """A number of results.json, which may be text there where it is not finite; NaN for what is none."""
    try:
        return float(value) if isinstance(value, int | float) else math.nan
    except OverflowError:  # a whole number beyond the floats
        return math.inf if value > 0 else -math.inf


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
