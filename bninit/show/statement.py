"""A claim as `for all given: left relation predicts`, in words and in TeX, and what one may rely on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sympy import latex

from theory.claim import Check, Claim
from theory.words import REACHES, Reach, Relation

TEX: dict[Relation, str] = {
    "=": "=", "<=": r"\le", "<": "<", ">=": r"\ge", ">": ">", "in": r"\in", "->": r"\to", "iff": r"\iff",
    "exists": "=",
}  # fmt: skip

SHOWN: dict[Reach | None, str] = {
    "stated": "the statement itself, everywhere",
    "cases": "the statement itself, at instances",
    "step": "a step, everywhere",
    "stand-in": "a stand-in",
    None: "what its scope says",
}
"""What a check of a reach shows."""

SEEN = "the statement itself, in networks and within margins"


def relation(claim: Claim) -> str:
    r"""`left relation predicts`, the left side in TeX; empty where no left side is named.

    >>> from theory import claims
    >>> print(relation(claims()["nachum24.outlier.norm-ratio"]))
    \mathbb E|x_o'|^2/\mathbb E|x_c'|^2 = (n - 1)**2
    """
    if not claim.left:
        return ""
    there = "there is one with " if claim.relation == "exists" else ""
    sign = "=" if claim.relation == "exists" else claim.relation
    return f"{there}{claim.left} {sign} {_predicted(claim, str)}"


LONGEST = 800
"""Characters of TeX of a prediction that are set; a table of numbers is told as it is, under the formula."""


def relation_tex(claim: Claim) -> str:
    """The same in TeX all through."""
    there = r"\exists:\ " if claim.relation == "exists" else ""
    predicted = _predicted(claim, latex) if claim.left else ""
    told = predicted if len(predicted) <= LONGEST else r"\cdots"
    return f"{there}{claim.left} {TEX[claim.relation]} {told}" if claim.left else ""


def _predicted(claim: Claim, written: Any) -> str:
    if not isinstance(claim.predicts, tuple):
        return str(written(claim.predicts))
    inner = ", ".join(map(written, claim.predicts))
    return f"[{inner}]" if claim.relation == "in" else f"({inner})"


def rely(checks: Iterable[Check]) -> str:
    """In one line: what a reader may rely on, and what rests on the note."""
    found: dict[str, list[str]] = {}
    for check in sorted(checks, key=_strength):
        shown = SEEN if check.kind == "sampled" and not check.reach else SHOWN[check.reach]
        of = found.setdefault(shown, [])
        if check.of and check.of not in of:
            of.append(check.of)
    if not found:
        return "Nothing: it has no check."
    told = "; ".join(shown + (f" ({'; '.join(of)})" if of else "") for shown, of in found.items())
    all_of_it = SHOWN["stated"] in found
    return f"{told[0].upper()}{told[1:]}. {'Nothing' if all_of_it else 'The rest'} rests on the note."


def _strength(check: Check) -> int:
    return REACHES.index(check.reach or "cases")
