"""What the page says of one claim: the record, its evidence, its twins, and where to look further."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice

from markupsafe import Markup

from bninit import notes
from bninit.input.refusal import printable, shortened
from bninit.report.formulas import Formulas
from bninit.report.notation import letters
from bninit.report.plots import Cell, cell
from bninit.report.strength import GLYPHS, strongest
from bninit.report.typeset import note
from bninit.results.document import Findings
from bninit.results.result import Result
from bninit.show.claims import claims_option, reasons
from bninit.show.evidence import in_words, untested
from bninit.show.statement import formula, rely, unsaid
from numerics.judging import checks_of, needing_checks
from theory.claim import Claim, Evidence, Verdict
from theory.claim.setting import setting
from theory.claim.twins import triaged

TWINS_SHOWN = 4
"""Twins of a claim that are told with their witness: the hand-written ones first."""

LONGEST = 240
"""Characters of an expression that are shown."""


@dataclass(frozen=True)
class Shown:
    """One piece of evidence in words, its cells as pictures."""

    kind: str
    verdict: str
    glyph: str
    scope: str
    figures: str
    witness: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class TwinShown:
    """A certified-false variant and the point that shows it false."""

    predicts: str
    says: str
    witness: str


@dataclass(frozen=True)
class Card:
    """All that the template needs for one claim."""

    claim: Claim
    result: Result
    glyph: str
    kind: str
    front: str
    formula: Markup
    letters: list[tuple[str, str]]
    hypotheses: str
    rely: str
    truth: str
    evidence: tuple[Shown, ...]
    twins: tuple[TwinShown, ...]
    untested: bool
    used_by: tuple[str, ...]
    weaker: tuple[str, ...]
    reasons: tuple[str, ...]
    statement: str
    code: tuple[tuple[str, str], ...]
    proof: str
    note: Markup
    replay: str


def card(
    claim: Claim,
    result: Result,
    run: Findings,
    formulas: Formulas,
    used_by: Mapping[str, list[str]],
    weaker: Mapping[str, list[str]],
) -> Card:
    """The card of a checked claim; its statement, twins and note come from the claim, the rest from the results."""
    front, tex = formula(claim)
    return Card(
        claim=claim,
        result=result,
        glyph=GLYPHS[result.verdict],
        kind=strongest(result),
        front=front,
        formula=formulas.svg(tex) if tex else Markup(""),
        letters=letters(claim, " ".join((claim.says, front, tex, *claim.hypotheses))),
        hypotheses=unsaid(claim),
        rely=rely(claim),
        truth=_truth(claim),
        evidence=tuple(_shown(item) for item in result.evidence),
        twins=tuple(_twins(claim)),
        untested=untested(result.evidence),
        used_by=tuple(used_by.get(claim.id, ())),
        weaker=tuple(weaker[claim.id]),
        reasons=tuple(printable(reason) for reason in reasons(result)),
        statement=notes.statement(claim),
        code=tuple(written for written in dict.fromkeys(map(notes.code, checks_of(claim))) if written[1]),
        proof=notes.proof(claim),
        note=note(notes.section(claim).partition("\n")[2], formulas),
        replay=replay([claim.id], run, bool(needing_checks(claim))),
    )


def _truth(claim: Claim) -> str:
    """What is true in a false form's place."""
    false = claim.expected is Verdict.REFUTED and claim.truth is not None
    return shortened(str(claim.truth), LONGEST) if false else ""


def replay(ids: list[str], run: Findings, train: bool = False) -> str:
    """The command that does it again; `train`: with claims on training."""
    words = ["bninit check", *ids, "--train"] if train else ["bninit check", *ids]
    words.append(f"--level {run.plan.level} --seed {run.plan.seed} --no-ledger")
    return " ".join(words) + claims_option(run.plan.claims_file)


def _shown(item: Evidence) -> Shown:
    words = in_words(item.figures)
    cells = tuple(cell(data) for data in item.figures.get("cells", ()) if isinstance(data, dict))
    return Shown(item.kind, item.verdict.value, GLYPHS[item.verdict], item.scope, words, item.witness, cells)


def _twins(claim: Claim) -> list[TwinShown]:
    """The first certified-false twins."""
    false = (fate for fate in triaged(setting(claim)) if fate.state == "differs")
    most = max(TWINS_SHOWN, len(claim.twins))
    return [
        TwinShown(shortened(str(fate.twin.predicts), LONGEST), fate.twin.says, shortened(fate.witness, LONGEST))
        for fate in islice(false, most)
    ]
