"""One instance of a claim, by its literal check: what the left side is there, and whether the relation holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flint import arb

from theory.claim.record import Claim, numbers
from theory.comparison import compare
from theory.exact.certify import DIGITS, precision
from theory.exact.expressions import Undefined, at_point
from theory.words import At, Check


@dataclass(frozen=True)
class Tried:
    """What came of an instance. `slack` is how far an inequality is from being violated; None of an equation."""

    at: Mapping[str, Any]
    verdict: str
    why: str = ""
    slack: float | None = None


def literals(claim: Claim) -> list[Check]:
    """The literal checks of a claim that are evaluated at instances."""
    return [check for check in claim.checks if check.definition is not None]


def tried(claim: Claim, check: Check, instance: Mapping[str, Any]) -> Tried:
    """Evaluate a literal check at an instance, with no part of its other instances.

    `verdict` is "holds", "violated", or "open" where nothing is decided or the check raises (`why`).
    """
    if check.definition is None or claim.quantified is None:
        raise ValueError(f"{claim.id}: only a literal check of a claim with `given` can be evaluated at an instance")
    at = claim.quantified.at(instance)
    try:
        with precision(DIGITS):
            found = compare(check.definition(At(at)), at_point(claim.predicts, numbers(claim, at)), claim.relation)
    except MemoryError:
        raise
    except Undefined as error:
        return Tried(at, "violated", f"undefined ({error})")
    except Exception as error:  # said, and counted: no instance of anything
        return Tried(at, "open", f"{type(error).__name__}: {error}")
    slack = float(found.slack) if isinstance(found.slack, arb) and found.slack.is_finite() else None
    verdict = "holds" if found.yes else "violated" if found.no else "open"
    return Tried(at, verdict, "" if found.yes else found.proof, slack)
