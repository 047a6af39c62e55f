"""What all checks of a claim are asked about it, computed once: what is true by it, and the points of its domain."""

from __future__ import annotations

from dataclasses import dataclass

from theory.claim.record import Claim
from theory.exact.expressions import points_of
from theory.words import Point, Predicted, Verdict


@dataclass(frozen=True)
class Setting:
    """A claim with `true`, what it predicts, or for a false form what is true instead (None if nothing is), and `over`,
    its points by symbol's name."""

    claim: Claim
    true: Predicted | None
    over: tuple[Point, ...]


def setting(claim: Claim) -> Setting:
    true = {Verdict.HOLDS: claim.predicts, Verdict.REFUTED: claim.truth}.get(claim.expected)
    return Setting(claim, true, tuple(points_of(claim.over)))
