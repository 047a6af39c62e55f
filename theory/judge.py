"""Judging exact and certified checks.

Both kinds yield `(where, computed, predicted)`. Every comparison is written so that NaN fails it, and a
check that compares nothing decides nothing.
"""

from __future__ import annotations

from typing import Any

from flint import arb

from theory.claim import Check, Evidence, Predicted, Verdict
from theory.expressions import NotRationalError, same

NARROW = arb("1e-12")
"""A certified equality needs balls narrower than this, relative to max(1, |value|): far below any twin's gap."""


def judge(check: Check, predicted: Predicted, witness: bool = True) -> Evidence:
    """Run an exact or certified check on an expression in the prediction's place.

    Writing a witness out may cost more than finding it; `witness=False` leaves it out, for the thousands of twins.

    Returns
    -------
    Evidence with verdict `holds` (all comparisons equal, at least one made), `refuted` (with the first
    witness) or `undecided` (nothing compared; a ball not finite or too wide).
    """
    compare = {"exact": _exactly, "certified": _certified}[check.kind]
    compared = 0
    widest = arb(0)
    where: Any = "the first comparison"
    try:
        for where, computed, claimed in check.run(predicted):
            verdict = compare(computed, claimed)
            if verdict is Verdict.REFUTED:
                found = f"{where}: {_text(computed)}, not {_text(claimed)}" if witness else ""
                return Evidence(check.kind, verdict, check.scope, {"comparisons": compared + 1}, found)
            if verdict is Verdict.UNDECIDED:
                return Evidence(check.kind, verdict, check.scope, {"comparisons": compared, "stuck": str(where)})
            compared += 1
            if isinstance(computed, arb):
                widest = max(widest, computed.rad(), claimed.rad())
    except (NotRationalError, ZeroDivisionError) as error:
        # the expression has no value where the statement needs one
        found = f"after {where}: undefined ({error})" if witness else ""
        return Evidence(check.kind, Verdict.REFUTED, check.scope, {"comparisons": compared}, found)
    figures: dict[str, Any] = {"comparisons": compared}
    if widest > 0:
        figures["radius"] = widest.str(2, radius=False)
    return Evidence(check.kind, Verdict.HOLDS if compared else Verdict.UNDECIDED, check.scope, figures)


def _exactly(computed: Any, claimed: Any) -> Verdict:
    return Verdict.HOLDS if same(computed, claimed) else Verdict.REFUTED


def _certified(computed: Any, claimed: Any) -> Verdict:
    """Balls, or what follows from balls: counts, and inequalities that were proved."""
    if not isinstance(computed, arb):
        return _exactly(computed, claimed)
    if not (computed.is_finite() and claimed.is_finite()):
        return Verdict.UNDECIDED
    if not computed.overlaps(claimed):
        return Verdict.REFUTED
    scale = 1 + abs(claimed)
    narrow = computed.rad() < NARROW * scale and claimed.rad() < NARROW * scale
    return Verdict.HOLDS if narrow else Verdict.UNDECIDED


def _text(side: Any) -> str:
    return side.str(12, radius=False) if isinstance(side, arb) else str(side)
