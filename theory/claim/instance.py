"""One instance of a claim, by its literal check: what the left side is there, and whether the relation holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any

from theory.claim.judge import judge_one
from theory.claim.literal.limits import near
from theory.claim.literal.statement import claimed, numbers
from theory.claim.record import Claim
from theory.domains.given import described
from theory.words import At, Check, Compared, Predicted, Verdict


@dataclass(frozen=True)
class Tried:
    """What came of an instance. `slack` is how far an inequality is from being violated; None of an equation."""

    at: Mapping[str, Any]
    verdict: str
    why: str = ""
    slack: float | None = None


def literals(claim: Claim) -> list[Check]:
    """The literal checks of a claim that are evaluated at instances; none of an `exists`, which no instance refutes."""
    return [] if claim.relation == "exists" else [check for check in claim.checks if check.definition is not None]


def tried(claim: Claim, check: Check, instance: Mapping[str, Any]) -> Tried:
    """Evaluate a literal check at an instance by the judge of checks, with no part of its other instances.

    `verdict` is "holds", "violated", or "open" where nothing is decided or the check raises (`why`).
    """
    if check.definition is None or claim.quantified is None:
        raise ValueError(f"{claim.id}: only a literal check of a claim with `given` can be evaluated at an instance")
    at, definition = claim.quantified.at(instance), check.definition

    where = described(instance)

    @wraps(definition)
    def run(predicted: Predicted) -> Compared:
        left = near(definition(At(at)), at)
        yield where, left, claimed(predicted, claim.relation, check.kind, left, numbers(claim.symbols, at))

    try:
        verdict, why, slack = judge_one(replace(check, run=run, options=None), claim.predicts)
    except MemoryError:
        raise
    except Exception as error:  # said, and counted: no instance of anything
        return Tried(at, "open", f"{type(error).__name__}: {error}")
    exact = float(slack) if slack is not None and slack.is_finite() else None
    return Tried(at, _WORDS[verdict], why.removeprefix(f"{where}: "), exact)


_WORDS = {Verdict.HOLDS: "holds", Verdict.REFUTED: "violated", Verdict.UNDECIDED: "open"}
