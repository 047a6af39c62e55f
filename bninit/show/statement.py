"""A claim as its author writes it where its statement is not made (`theory.statement.face`), and what to rely on."""

from __future__ import annotations

from typing import Any

from sympy import latex

from bninit import notes
from theory.claim import Check, Claim
from theory.statement.face import readable
from theory.words import REACHES, Reach, Relation

SHARP = "the statement itself, in networks and at the number that it states"
"""What samples show that are tested without a margin."""

SIGNS: dict[Relation, str] = {
    "=": "=", "<=": r"\le", "<": "<", ">=": r"\ge", ">": ">", "in": r"\in", "->": r"\to", "iff": r"\iff",
    "exists": "=",
}  # fmt: skip

SHOWN: dict[Reach | None, str] = {
    "stated": "the statement itself, everywhere",
    "argued": "a derivation for all instances",
    "cases": "the statement itself, at instances",
    "step": "a step",
    "stand-in": "a stand-in",
    None: "the statement itself, in networks and within margins",
}
"""What a check of a reach shows."""


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


def formula(claim: Claim) -> tuple[str, str]:
    """For whom a claim is, in words, and its formula in TeX: made from what is evaluated, or as its author says."""
    whole = readable(claim)
    return (whole.front, whole.tex) if whole else ("", claim.tex)


LONGEST = 800
"""Characters of TeX of a prediction that are set; a table of numbers is told as it is, under the formula."""


def relation_tex(claim: Claim) -> str:
    """The same in TeX all through."""
    there = r"\exists:\ " if claim.relation == "exists" else ""
    predicted = _predicted(claim, latex) if claim.left else ""
    told = predicted if len(predicted) <= LONGEST else r"\cdots"
    return f"{there}{claim.left} {SIGNS[claim.relation]} {told}" if claim.left else ""


def _predicted(claim: Claim, written: Any) -> str:
    if not isinstance(claim.predicts, tuple):
        return str(written(claim.predicts))
    inner = ", ".join(map(written, claim.predicts))
    return f"[{inner}]" if claim.relation == "in" else f"({inner})"


def rely(claim: Claim) -> str:
    """In one line: what a reader may rely on, and whether the rest is proved in the note."""
    from numerics.judging import checks_of

    found: dict[str, list[str]] = {}
    for check in sorted(checks_of(claim), key=_strength):
        shown = SHARP if not check.reach and getattr(check.options, "sharp", False) else SHOWN[check.reach]
        of = found.setdefault(shown, [])
        if check.of and check.of not in of:
            of.append(check.of)
    if not found:
        return "Nothing: it has no check."
    told = "; ".join(shown + (f" ({'; '.join(of)})" if of else "") for shown, of in found.items())
    return f"{told[0].upper()}{told[1:]}. {'Nothing rests on the note.' if SHOWN['stated'] in found else _rest(claim)}"


def _rest(claim: Claim) -> str:
    if not notes.proved(claim):
        return "The rest has no proof in a note."
    return "The rest rests on the note" + (", which says what it does not prove." if notes.unproved(claim) else ".")


def _strength(check: Check) -> int:
    return REACHES.index(check.reach or "cases")
