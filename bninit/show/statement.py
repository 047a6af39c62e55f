"""A claim's statement, once: made from what is evaluated (`theory.statement.face`), else as its author writes it.

With it come what the record says beside it, and what to rely on.
"""

from __future__ import annotations

import re

from bninit import notes
from bninit.show.evidence import SHARP, SHOWN, proved
from bninit.show.formula import in_text
from theory.claim import Check, Claim
from theory.statement.face import TEX, TEXT, Style, front, prediction, readable, spelled
from theory.words import REACHES


def stated(claim: Claim) -> str:
    r"""The statement in one sentence of text: made, or the domains in words and `left relation predicts`.

    >>> from theory import claims
    >>> print(stated(claims()["nachum24.tree.disjoint-supports"]))
    For all batch ∈ ℝⁿ, n ≥ 2; integer i ≥ 0; i < n: T₊(batch)ᵢ T₋(batch)ᵢ = 0
    >>> print(stated(claims()["components.gaussian.relu-moment"]))
    For all integer p ≥ 1, with g ~ N(0, 1): E[ReLU(g)^p] = 2^(p/2 − 1) Γ(p/2 + 1/2)/√π
    """
    made = readable(claim)
    return str(made) if made else _front(claim) + _relation(claim, TEXT)


def formula(claim: Claim) -> tuple[str, str]:
    """The statement's domains, in words, and its formula in TeX.

    The formula is the author's (`tex`) where the prediction is too long to be set.
    """
    made = readable(claim)
    if made:
        return made.front, made.tex
    set_ = _relation(claim, TEX) if claim.left or not claim.tex else ""
    return _front(claim), set_ if 0 < len(set_) <= LONGEST else claim.tex or claim.left


def unsaid(claim: Claim) -> str:
    """The hypotheses in the author's words, but for the inequalities that the statement has word for word."""
    made = readable(claim)
    said = _bare(f"{made.front if made else ''};{claim.quantified or ''};")
    told = (
        ", ".join(part for part in CLAUSE.split(words) if not (SIGN.search(part) and _within(_bare(part), said)))
        for words in claim.hypotheses
    )
    return "; ".join(words for words in told if words)


CLAUSE = re.compile(r", (?![^(]*\))")
SIGN = re.compile(r"[<>]|!=")


def _within(part: str, said: str) -> bool:
    return bool(re.search(rf"(?<![\w.<>=]){re.escape(part)}(?![\w.<>=])", said))


def left_side(claim: Claim) -> tuple[str, str]:
    """Where the left side is defined, and its source; empty where the statement is made of it."""
    literal = None if readable(claim) else next((check for check in claim.checks if check.definition), None)
    return notes.code(literal) if literal else ("", "")


LONGEST = 1000
"""Characters of TeX that are set."""


def _front(claim: Claim) -> str:
    given = claim.quantified
    return front(claim, given, [given.words] if given.words else []) if given and str(given) else ""


def _bare(words: str) -> str:
    return re.sub(r"\s|integer", "", spelled(words))


def _relation(claim: Claim, style: Style) -> str:
    there = style.either("there is one with ", r"\exists:\ ") if claim.relation == "exists" else ""
    sign = style.sign("=" if claim.relation == "exists" else claim.relation)
    left = style.either(in_text(claim.left), claim.left) or style.either("the left side", r"\text{the left side}")
    return f"{there}{left} {sign} {prediction(claim, style)}"


def rely(claim: Claim) -> str:
    """In one line: what a reader may rely on, and whether the rest is proved in the note."""
    from bninit.prove.recorded import recorded
    from numerics.judging import checks_of

    proof = recorded(claim)
    found: dict[str, list[str]] = dict([proved(proof)]) if proof else {}
    for check in sorted(checks_of(claim), key=_strength):
        shown = SHARP if not check.reach and getattr(check.options, "sharp", False) else SHOWN[check.reach]
        of = found.setdefault(shown, [])
        if check.of and check.of not in of:
            of.append(check.of)
    if not found:
        return "Nothing: it has no check."
    told = "; ".join(shown + (f" ({'; '.join(of)})" if of else "") for shown, of in found.items())
    return f"{told[0].upper()}{told[1:]}. {rest(claim)}"


def rest(claim: Claim) -> str:
    """What of the statement the checks leave to the note."""
    from bninit.prove.recorded import recorded
    from numerics.judging import checks_of

    proof = recorded(claim)
    if (proof and proof.figures["reach"] == "stated") or any(check.reach == "stated" for check in checks_of(claim)):
        return "Nothing rests on the note."
    if not notes.proved(claim):
        return "The rest has no proof in a note."
    return "The rest rests on the note" + (", which says what it does not prove." if notes.unproved(claim) else ".")


def _strength(check: Check) -> int:
    return REACHES.index(check.reach or "cases")
