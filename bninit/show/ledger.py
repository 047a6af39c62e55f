"""What a person sees of the ledger: runs, changes, verification."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from bninit.input.refusal import printable
from bninit.results.compare import counted
from bninit.results.document import reused_from
from bninit.results.result import some
from bninit.results.statements import OF_STATEMENTS
from bninit.show.console import COLOURS, console, dot, glyph, many
from theory.claim import Verdict

if TYPE_CHECKING:
    from bninit.ledger.history import Run, Turn
    from bninit.ledger.record import Recording
    from bninit.ledger.verify import Verification
    from bninit.results.document import Findings
    from bninit.results.result import Result
    from bninit.results.statements import Change

WORDS = {"holds": "hold", "refuted": "refuted", "undecided": "undecided"}

SAVED = (
    "Runs that can still be read: `bninit history`, and `bninit diff RUN RUN`. Rows of a damaged file: "
    '`sqlite3 FILE ".dump" > FILE.sql`.'
)
"""What can be saved of a ledger that is damaged."""

MOST_LINES = 25
"""More changes in one direction are counted and not told one by one."""


def run_line(recording: Recording, results: Sequence[Result]) -> None:
    """Which run it was, and what it owes to earlier ones."""
    out = console()
    parts = [f"Ledger: run {recording.run}"]
    if recording.resumed:
        parts.append(f"begun {recording.resumed[:10]}, {many(len(recording.done), 'claim')} as recorded then")
    out.print(f" {dot()} ".join(parts))
    if runs := reused_from(results):
        dates = {run: recording.begun.get(run, "")[:16].replace("T", " ") for run in runs}
        taken = ", ".join(
            f"run {run} of {dates[run]}" + (f" ({n})" if len(runs) > 1 else "") for run, n in runs.items()
        )
        told = f"{sum(runs.values())} of {many(len(results), 'verdict')} taken from {taken}; --fresh computes all."
        for line in textwrap.wrap(told, out.width, break_on_hyphens=False):
            out.print(line)
    new = [r for r in results if r.reused is None]
    borrowed = [r for r in new if any("seeds" in c for e in r.evidence for c in e.figures.get("cells", ()))]
    if borrowed:
        out.print(f"{many(len(borrowed), 'claim')} decided with samples of earlier runs (--no-ledger samples anew).")


def runs(found: Sequence[Run], claim: str | None) -> None:
    """`bninit history`: a line for each run; below it, statements that changed, then verdicts that did."""
    out = console()
    if not found:
        out.print("No runs yet: `bninit check` makes the first.")
        return
    for run in found:
        counts = ", ".join(
            f"{run.verdicts[verdict]} {word}" for verdict, word in WORDS.items() if run.verdicts[verdict]
        )
        parts = [f"run {run.run}", run.started[:16].replace("T", " "), run.level]
        parts += [run.turns[0].verdict, counted(run.turns[0].evidence)] if claim else [counts or "nothing checked"]
        if not run.ended:
            parts.append("did not end")
        out.print(Text(f" {dot()} ".join(parts)))
        _told(out, [change for turn in run.turns for change in turn.statement])
        for turn in run.turns:
            if turn.before not in (None, turn.verdict) or (claim and turn.changed):
                _turn(out, turn, bool(claim))
    if claim:
        out.print(Text(printable(claim) + f": {many(len(found), 'run')}."), style="bold")


def _turn(out: Console, turn: Turn, alone: bool) -> None:
    said = "" if turn.before is None or turn.before == turn.verdict else f"{turn.before} -> {turn.verdict}"
    why = f"afresh, for changed: {', '.join(turn.changed)}" if turn.changed else ""
    text = "  ".join(part for part in ("" if alone else turn.claim, said, why) if part)
    for place, line in enumerate(textwrap.wrap(printable(text), out.width - 6)):
        mark = (glyph(Verdict(turn.verdict)), COLOURS[Verdict(turn.verdict)]) if place == 0 else (" ", "")
        out.print(Text.assemble("  ", mark, " ", line))


def changes(found: Sequence[Change], sides: Sequence[tuple[str, Findings]]) -> None:
    """`bninit diff`: which statements changed, what got weaker, what else changed, and how many claims did not."""
    out = console()
    for word, (name, run) in zip(("from", "to"), sides, strict=True):
        parts = (name, f"level {run.plan.level}", f"seed {run.plan.seed}", many(len(run.results), "claim"))
        out.print(Text(printable(f"{word:4} {f' {dot()} '.join(parts)}")))
    of_statements = [change for change in found if change.what in OF_STATEMENTS]
    if of_statements:
        claims = len({change.claim for change in of_statements})
        out.print(Text(f"{many(claims, 'statement')} changed:", style="bold"))
        _told(out, of_statements)
    rest = [change for change in found if change.what not in OF_STATEMENTS and "not checked" not in change.what]
    if rest and of_statements:
        out.print(Text("What was found:", style="bold"))
    _told(out, rest)
    for what, (name, _) in (("not checked", sides[1]), ("not checked before", sides[0])):
        if alone := [change.claim for change in found if change.what == what]:
            told = f"{many(len(alone), 'claim')} not checked in {name}, and not compared: {some(alone)}"
            for line in textwrap.wrap(printable(told), out.width):
                out.print(line)
    touched = {change.claim for change in found}
    same = sum(result.id not in touched for result in sides[0][1].results)
    weaker, stronger = (
        len({change.claim for change in found if change.direction == word}) for word in ("weaker", "stronger")
    )
    counts = (f"{many(same, 'claim')} unchanged", f"{weaker} weaker", f"{stronger} stronger")
    out.print(Text(f" {dot()} ".join(counts), style="bold"))


def _told(out: Console, found: Sequence[Change]) -> None:
    """Changes by direction, what got weaker first."""
    styles = {"weaker": "red", "other": "yellow", "stronger": "green"}
    for direction, style in styles.items():
        those = [change for change in found if change.direction == direction]
        for change in those[:MOST_LINES]:
            lines = textwrap.wrap(printable(f"{change.claim}  {in_words(change)}"), out.width - 10)
            for place, line in enumerate(lines):
                out.print(Text.assemble((f"{direction if place == 0 else '':9} ", style), line))
        if len(those) > MOST_LINES:
            out.print(f"{'':9} and {len(those) - MOST_LINES} more that got {direction}: take --json.")


def in_words(change: Change) -> str:
    """What changed, and how: `domain narrower: integer n ≥ 2 -> integer n ≥ 3`."""
    arrow = " -> ".join(part for part in (change.before, change.after) if part)
    how = "changed" if change.how == "other" else change.how
    return f"{change.what}{f' {how}' if how else ''}: {arrow}"


def verification(path: str, found: Verification) -> None:
    """`bninit ledger verify`: what there is, what is wrong with it, and the hash that fixes it."""
    out = console()
    out.print(printable(path))
    out.print(f" {dot()} ".join(many(found.rows.get(what, 0), what) for what in ("run", "claim", "block")))
    for fault in found.faults:
        for part in textwrap.wrap(printable(fault), out.width - 2):
            out.print(Text.assemble((glyph(Verdict.REFUTED) + " ", "red"), part))
    if found.faults:
        out.print("Not all as recorded: restore the file from a copy, or start another ledger.", style="bold")
        for line in textwrap.wrap(SAVED, out.width):
            out.print(line)
        return
    out.print("Recomputed: chain, contents, sums of blocks, verdicts. All as recorded.", style="bold")
    out.print("(Bytes that hold no row, such as free pages, are not looked at.)")
    out.print(f"False alarms over its whole life: at most {found.spent:.2g}.")
    out.print(f"Head (a copy of it fixes the past): {found.head[:16]}")
