"""Protocols of training in words: what is trained, what came out, and how large an effect is excluded."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from bninit.input.refusal import printable
from bninit.show.cells import cell_at, number, unverified
from bninit.show.console import COLOURS, console, glyph, many, pairs
from theory.claim import Verdict

if TYPE_CHECKING:
    from bninit.results.result import Plan, Result
    from theory.claim import Claim


def listing(claims: Sequence[Claim]) -> None:
    """One line for each protocol, by paper."""
    out = console()
    for paper in dict.fromkeys(claim.paper for claim in claims):
        out.print(printable(paper), style="bold")
        pairs([(printable(claim.name), printable(claim.says)) for claim in claims if claim.paper == paper])
    out.print(Text(f"{many(len(claims), 'protocol')}; `bninit train NAME` runs one.", style="bold"))


def opening(claim: Claim, plan: Plan) -> None:
    """What is about to be trained."""
    out = console()
    out.print(Text(printable(f"{claim.id}, level {plan.level}, seed {plan.seed}"), style="bold"))
    _wrapped(claim.says)
    for line in unverified([claim], plan.level):
        _wrapped(f"{line[0].upper()}{line[1:]}: the files have no checksum that is known.")


def verdict(claim: Claim, result: Result, plan: Plan, seconds: float) -> None:
    """What came out, in sentences."""
    out = console()
    word = "unavailable" if result.unavailable else "crashed" if result.error else result.verdict.value
    expected = "" if result.as_expected or result.unavailable else f" (expected: {result.expected.value})"
    out.print(Text(f"{glyph(result.verdict)} {word}{expected}", style=COLOURS[result.verdict]))
    if result.unavailable or result.error:
        _wrapped(result.unavailable or result.error)
    for item in result.evidence:
        for cell in item.figures.get("cells", ()):
            for sentence in sentences(claim, cell):
                _wrapped(sentence)
            if unknown := cell.get("unverified"):
                _wrapped(f"Data not verified: {', '.join(map(str, unknown))}.")
    if result.reason and not result.unavailable:
        _wrapped(result.reason)
    if claim.silent_on:
        _wrapped(f"Not shown: {claim.silent_on}.")
    if claim.hypotheses:
        pairs([("protocol" * (place == 0), printable(text)) for place, text in enumerate(claim.hypotheses)])
    out.print(f"{seconds:.0f} s")


def sentences(claim: Claim, cell: Mapping[str, Any]) -> Iterator[str]:
    """What the seeds of a cell say: the mean effect beside the stated one, and what is excluded."""
    claimed, mean, margin = (number(cell.get(name)) for name in ("claimed", "mean", "margin"))
    word = {">=": "at least ", "<=": "at most "}.get(claim.relation, "")
    margin = 0.0 if cell.get("sharp") else margin
    seeds = many(int(number(cell.get("networks"))), "seed")
    yield f"Stated: {word}{claimed:.4g}. Measured: {mean:.3g} in the mean over {seeds} ({cell_at(cell)})."
    if cell.get("verdict") == Verdict.HOLDS.value:
        ends = {">=": f"of {claimed - margin:.3g} or less", "<=": f"of {claimed + margin:.3g} or more"}
        off = f"off {claimed:.4g} by {margin:.3g} or more"
        yield f"A mean {ends.get(claim.relation, off)} is excluded."
    elif cell.get("verdict") == Verdict.REFUTED.value:
        ends = {">=": f"of {claimed:.3g} or more", "<=": f"of {claimed:.3g} or less"}
        yield f"A mean {ends.get(claim.relation, f'within {margin:.3g} of {claimed:.4g}')} is excluded."
    else:
        yield "So many seeds do not decide it."


def kept(claim: Claim, plan: Plan, no_ledger: bool) -> str:
    """What to do after an interruption."""
    if no_ledger:
        return "Interrupted; nothing is kept without a ledger."
    return f"Interrupted; finished blocks are kept: bninit train {claim.name} --level {plan.level} --resume goes on."


def _wrapped(text: str) -> None:
    out = console()
    for line in textwrap.wrap(printable(text), out.width - 2, break_on_hyphens=False):
        out.print(f"  {line}")
