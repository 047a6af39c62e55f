"""Claims in words: one line each, the whole record of one, and why a claim does not simply hold."""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from bninit import notes
from bninit.input.refusal import printable, shortened
from bninit.show.cells import cell_at, cell_words
from bninit.show.console import COLOURS, glyph, many, plain, spelled
from bninit.show.listing import Card
from bninit.show.statement import left_side, rely, stated, unsaid
from theory.claim import Check, Claim, Verdict
from theory.primitive import COMPONENTS
from theory.statement.face import spelled as ascii_of
from theory.statement.facts import makes_members

if TYPE_CHECKING:  # at run time these would import NumPy, which `list` does not need
    from bninit.results.result import Result


def claims_option(path: str | None) -> str:
    """What a command needs in addition where claims are a user's own."""
    return f" --claims {shlex.quote(path)}" if path else ""


def reasons(result: Result) -> Iterable[str]:
    """Why a claim is not simply holding, in words."""
    if result.error:
        yield f"crashed: {result.error}"
    witnesses = dict.fromkeys(item.witness for item in result.evidence if item.verdict is Verdict.REFUTED)
    yield from witnesses
    if result.reason and result.reason not in witnesses:
        yield result.reason
    if result.expected is Verdict.REFUTED and result.verdict is Verdict.REFUTED:
        if result.control:
            yield f"control: {many(len(result.control), 'check')} of it held for what is true instead"
        elif result.no_truth:
            yield f"no control: {result.no_truth}"
    yield from (f"warning: {text}" for text in result.warnings)


def _formal(claim: Claim) -> str:
    """Where the proof for the checker is, and whether the record has it of this statement."""
    from bninit.prove.recorded import recorded

    if not (file := notes.formal_file(claim)):
        return ""
    found = recorded(claim)
    said = f"recorded with {found.figures['checker']}" if found else "the record does not have it: --formal --record"
    return f"{file} ({said})"


def _of_normal_weights(claim: Claim) -> str:
    """What is assumed where the claim, of all laws with certain properties, is read of normal weights."""
    facts = makes_members(claim.quantified)
    return f"known of standard normal g: {'; '.join(map(str, facts))}" if facts else ""


def card(claim: Claim, statement: str, proof: str, claims_file: str | None = None) -> Card:
    """The record of a claim, for `bninit show`."""
    from numerics.judging import checks_of, needing_checks

    source = claim.source
    above = [
        ("Statement", ascii_of(stated(claim)) if plain() else stated(claim)),
        ("Says", claim.says),
        ("Left side", left_side(claim)[0]),
        ("Hypotheses", unsaid(claim)),
        ("Silent on", claim.silent_on),
        ("For normal", _of_normal_weights(claim)),
        ("Source", f"{source.paper.authors}: {source.paper.title} ({source.paper.reference}), {source.item}"),
        ("Rely on", rely(claim)),
        ("Instead", "" if claim.truth is None else shortened(str(claim.truth), 240)),
        ("No control", claim.no_truth),
        ("Speaks of", ", ".join(COMPONENTS[name].partition(",")[0] for name in claim.speaks_of)),
        *(row for check in checks_of(claim) for row in _check_rows(claim, check)),
        ("decided", f"by z3 and cvc5, sizes up to {claim.decided_to} (--decide)" if claim.decided_to else ""),
        ("formal", _formal(claim)),
        *(
            ("twin", shortened(str(twin.predicts), 240) + (f"  ({twin.says})" if twin.says else ""))
            for twin in claim.twins
        ),
    ]
    below = [
        ("Uses", ", ".join(claim.uses)),
        ("Stated in", statement),
        ("Proof", proof),
        ("Rerun", f"bninit check {claim.id}{' --train' * bool(needing_checks(claim))}{claims_option(claims_file)}"),
    ]
    return Card(claim.id, f"  ({claim.status}, expected: {claim.expected.value})", tuple(above), tuple(below))


def _check_rows(claim: Claim, check: Check) -> Iterable[tuple[str, str]]:
    """A check and, if it is sampled, its cells: claimed value, margin at level standard, bias."""
    yield check.kind, check.scope + (f" [{check.reach}{': ' if check.of else ''}{check.of}]" if check.reach else "")
    if check.kind == "sampled":
        from numerics.judging import declared

        if check.options.needs:
            yield "  needs", f"{', '.join(check.options.needs)} (bninit check --train)"

        for cell in declared(claim, check):
            yield "  margin", spelled(f"{cell_at(cell)}: {cell_words(cell)}")


def sampled_cells(out: Console, results: Sequence[Result]) -> None:
    """Claimed value, margin, mean and networks of every sampled cell, with its bias."""
    for result in results:
        for item in result.evidence:
            for cell in item.figures.get("cells", ()):
                text = f"{result.id}: {cell_at(cell)}: {cell.get('verdict')}, {cell_words(cell)}"
                lines = textwrap.wrap(printable(spelled(text)), out.width - 4, subsequent_indent="  ")
                out.print("\n".join(f"  {line}" for line in lines))


def told_line(out: Console, result: Result) -> None:
    """Verdict and reasons of one claim."""
    word = "unavailable" if result.unavailable else result.verdict.value
    expected = " (expected)" if result.as_expected and result.verdict is not Verdict.HOLDS else ""
    unexpected = "" if result.as_expected or result.unavailable else f" (expected: {result.expected.value})"
    out.print(
        Text.assemble(
            (glyph(result.verdict) + " ", COLOURS[result.verdict]),
            printable(result.id),
            "  ",
            (word, COLOURS[result.verdict]),
            expected + unexpected,
        )
    )
    for reason in reasons(result):
        for part in textwrap.wrap(printable(reason), out.width - 4):
            out.print(f"    {part}")
