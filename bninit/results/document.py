"""results.json: the contract between `bninit check --json` and whoever reads it (`bninit.results.reading`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from bninit.plain import plain, versions
from bninit.results.result import Plan, Result, undecided_probability
from theory.claim import Verdict


@dataclass(frozen=True)
class Findings:
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
    left_out: int = 0,
) -> dict[str, Any]:
    """The whole run as plain data.

    made_with : its versions where they are not those of this process.
    left_out : claims that were named and not checked, because they train networks.
    """
    return {
        "run": {
            "seed": plan.seed,
            "level": plan.level,
            "seconds": round(seconds, 3),
            "interrupted": interrupted,
            "undecided_probability": undecided_probability(results)[0],
            "reach": dict(Counter(r.reach for r in results if r.verdict is Verdict.HOLDS)),
            "unavailable": sum(bool(result.unavailable) for result in results),
            "left_out": left_out,
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
        "reach": result.reach,
        "relation": result.relation,
        "left": result.left,
        "literal": result.literal,
        "noticed": dict(result.noticed),
        **({"statement": result.statement} if result.statement else {}),
        **({"fingerprint": asdict(result.fingerprint)} if result.fingerprint else {}),
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
    found: dict[str, Any] = plain(_claim(result))
    return found
