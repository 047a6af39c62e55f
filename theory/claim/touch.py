"""Whether a claim's checks notice that a component it speaks of is replaced (`theory.primitive`)."""

from __future__ import annotations

from collections.abc import Iterable

from theory.claim.judge import judge
from theory.claim.literal.limits import APART
from theory.claim.record import Claim
from theory.exact.expressions import points_of
from theory.primitive import replaced
from theory.words import Check, Predicted, Verdict


def noticed(claim: Claim, component: str, checks: Iterable[Check], true: Predicted) -> bool:
    """Whether one of these exact or certified checks, which hold for `true`, refutes it with the component replaced.

    One that raises then is no witness; neither is one that does not call the primitive.
    """
    over = tuple(points_of(claim.over))
    for check in checks:
        with replaced(component) as calls:
            try:
                found = judge(check, true, witness=False, over=over)
            except MemoryError:
                raise
            except Exception:  # what cannot be evaluated with it shows nothing
                continue
            # members that contradict each other are noticed, too
            if calls() and (found.verdict is Verdict.REFUTED or found.figures.get("stuck") == APART):
                return True
    return False
