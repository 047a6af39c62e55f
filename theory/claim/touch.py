"""Whether a claim's checks notice that a component it speaks of is replaced (`theory.primitive`)."""

from __future__ import annotations

from theory.claim.judge import judge
from theory.claim.literal.limits import APART
from theory.claim.setting import Setting
from theory.primitive import replaced
from theory.words import Verdict


def noticed(asked: Setting, component: str) -> bool:
    """Whether an exact or certified check, which holds for what is true, refutes it with the component replaced.

    One that raises then is no witness; neither is one that does not call the primitive.
    """
    for check in asked.claim.checks if asked.true is not None else ():
        with replaced(component) as calls:
            try:
                found = judge(check, asked.true, witness=False, over=asked.over)
            except MemoryError:
                raise
            except Exception:  # what cannot be evaluated with it shows nothing
                continue
            # members that contradict each other are noticed, too
            if calls() and (found.verdict is Verdict.REFUTED or found.figures.get("stuck") == APART):
                return True
    return False
