"""What a person sees: tables, progress, glyphs. Results on stdout, the rest on stderr; at most 80 columns."""

from __future__ import annotations

import math
import os
import shlex
import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from bninit.input.refusal import printable, shortened
from theory.claim import Check, Claim, Verdict

if TYPE_CHECKING:  # at run time these would import NumPy, which `list` does not need
    from bninit.run.index import Statement
    from bninit.run.outcome import Plan, Result

WIDTH, NARROWEST = 80, 40
HEADINGS = ("claims", "exact", "certified", "sampled", "refuted", "undecided", "time")
HEADINGS_SHORT = ("all", "ex.", "cert.", "samp.", "ref.", "und.", "time")
COLOURS = {Verdict.HOLDS: "green", Verdict.REFUTED: "red", Verdict.UNDECIDED: "yellow"}


def console(stderr: bool = False) -> Console:
    """At most 80 columns; nothing but text where it is not a terminal (rich sees to that) or NO_COLOR is set."""
    columns = max(NARROWEST, min(WIDTH, shutil.get_terminal_size((WIDTH, 24)).columns))
    return Console(
        stderr=stderr,
        width=columns,
        highlight=False,
        emoji=False,
        markup=False,
        color_system=None if os.environ.get("NO_COLOR") else "auto",
    )


def folded(text: str) -> str:
    """Lines that a terminal narrower than them would break, broken between words; elsewhere the text as it is."""
    columns = shutil.get_terminal_size((0, 0)).columns
    if not (sys.stdout.isatty() or "COLUMNS" in os.environ) or columns < NARROWEST:
        return text
    broken = (
        [line] if len(line) <= columns else textwrap.wrap(line, columns, break_on_hyphens=False)
        for line in text.splitlines()
    )
    return "\n".join(part for line in broken for part in line)


def plain() -> bool:
    """Whether glyphs must be ASCII: NO_COLOR, or an encoding that lacks them."""
    if os.environ.get("NO_COLOR"):
        return True
    try:
        "✓✗·".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return True
    return False


def glyph(verdict: Verdict) -> str:
    """One character, never without the word beside it."""
    marks = ("+", "x", "?") if plain() else ("✓", "✗", "?")
    return dict(zip((Verdict.HOLDS, Verdict.REFUTED, Verdict.UNDECIDED), marks, strict=True))[verdict]


def dot() -> str:
    return "-" if plain() else "·"


def progress() -> Progress:
    """A bar on a terminal; silent elsewhere."""
    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )


def opening(selected: Sequence[Claim], plan: Plan, jobs: int | str) -> str:
    """`jobs`: the number of processes, or the address of a cluster."""
    papers = len({claim.paper for claim in selected})
    parts = (
        f"{many(len(selected), 'claim')} from {many(papers, 'paper')}",
        f"level {plan.level}",
        f"seed {plan.seed}",
        f"cluster {jobs}" if isinstance(jobs, str) else many(jobs, "process", "processes"),
    )
    return f" {dot()} ".join(parts)


MOST_LINES = 25
"""More claims that fail as expected are counted and not told one by one: what needs attention would be lost."""


def summary(results: Sequence[Result], plan: Plan, seconds: float, planned: int) -> None:
    """The table of groups, what is refuted or not as expected, and the counts."""
    out = console()
    if planned > len(results):
        out.print(f"interrupted after {len(results)} of {many(planned, 'claim')}", style="bold")
    if not results:
        return
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="")
    groups = list(dict.fromkeys((r.paper, r.group) for r in results))
    narrow = out.width < WIDTH
    table.add_column("group", overflow="fold")
    for heading in HEADINGS_SHORT if narrow else HEADINGS:
        table.add_column(heading, justify="right", overflow="fold")
    for paper, group in groups:
        rows = [r for r in results if (r.paper, r.group) == (paper, group)]
        counts = [len(rows)]
        counts += [
            sum(any(e.kind == kind for e in r.evidence) for r in rows) for kind in ("exact", "certified", "sampled")
        ]
        counts += [sum(r.verdict is verdict for r in rows) for verdict in (Verdict.REFUTED, Verdict.UNDECIDED)]
        spent = sum(r.seconds for r in rows)
        table.add_row(
            printable(group if narrow else f"{paper}.{group}"),
            *(str(c) if c else dot() for c in counts),
            f"{spent:.1f} s",
        )
    out.print(table)
    out.print("(a claim counts under each of its kinds of evidence; times add up processes)", style="dim")
    negative = [r for r in results if r.as_expected and r.verdict is not Verdict.HOLDS and not r.warnings]
    quiet = {r.id for r in negative} if len(negative) > MOST_LINES else set()
    for result in results:
        if result.id not in quiet and (
            not result.as_expected or result.verdict is not Verdict.HOLDS or result.warnings
        ):
            _line(out, result)
    if len(results) <= FEW:
        sampled_cells(out, results)
    if quiet:
        out.print(f"{len(quiet)} claims do not hold, as expected: name a group to see why, or take --json.")
    good = sum(r.as_expected for r in results)
    hold = sum(r.verdict is Verdict.HOLDS for r in results)
    refuted, undecided = (
        sum(r.verdict is verdict and r.as_expected for r in results) for verdict in (Verdict.REFUTED, Verdict.UNDECIDED)
    )
    sep = f" {dot()} "
    counts_line = [
        f"{good} of {len(results)} as expected",
        f"{hold} hold",
        f"{refuted} refuted, {undecided} undecided" if undecided else f"{refuted} refuted as expected",
        f"{seconds:.0f} s",
    ]
    out.print(Text(sep.join(counts_line), style="bold"))
    names = ("made", "certified_false", "refuted", "accepted", "equal", "undefined", "unknown")
    made, false, hit, missed, equal, undefined, unknown = (
        sum(getattr(r.twins, name) for r in results) for name in names
    )
    models, noticed = (sum(getattr(r.twins, name) for r in results) for name in ("models", "models_refuted"))
    out.print(f"Twins: {made} made, {false} certified false, {hit} refuted, {missed} accepted.")
    out.print(f"       {equal} equal to their claim, {undefined} ill-defined, {unknown} unknown.")
    if models:
        out.print(f"Mutated models: {noticed} of {models} noticed.")
    out.print(f"False alarms: {many(plan.nulls, 'null')} share {plan.alpha:g}.")
    if plan.nulls:
        out.print(power(results))
    ids = [r.id for r in results if not r.as_expected] or [r.id for r in results if r.verdict is Verdict.REFUTED]
    if ids:
        out.print(printable(f"Explain one: bninit show {ids[0]}{claims_option(plan.claims_file)}"))


FEW = 6
"""Of so many claims the cells of sampled checks are told one by one; --json has them of all."""


def sampled_cells(out: Console, results: Sequence[Result]) -> None:
    """Claimed value, margin, mean and networks of every sampled cell, with its bias."""
    from bninit.show.cells import cell_at, cell_words

    for result in results:
        for item in result.evidence:
            for cell in item.figures.get("cells", ()):
                text = f"{result.id}: {cell_at(cell)}: {cell.get('verdict')}, {cell_words(cell)}"
                lines = textwrap.wrap(printable(_spelled(text)), out.width - 4, subsequent_indent="  ")
                out.print("\n".join(f"  {line}" for line in lines))


def power(results: Sequence[Result]) -> str:
    """How seldom a run like this leaves a claim undecided although all is true: by the plans of its samples."""
    from bninit.run.outcome import undecided_probability

    missed, uncovered = undecided_probability(results)
    left_out = f" ({many(uncovered, 'check')} of false forms not counted)" if uncovered else ""
    return f"Power: {often(missed)} is undecided{left_out}."


def often(missed: float) -> str:
    """A small probability in words, rounded up.

    >>> often(3.2e-5), often(0.0)
    ('1 in 31,000 such runs', 'no such run')
    """
    if not missed:
        return "no such run"
    scale = 10 ** max(math.floor(-math.log10(missed)) - 1, 0)
    return f"1 in {math.floor(1 / missed / scale) * scale:,} such runs"


SLOWEST = 10


def slowest(results: Sequence[Result]) -> None:
    """The claims that took most time: of the processor, and by the clock, which counts what else ran beside them."""
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="")
    table.add_column(f"slowest {SLOWEST}" if len(results) > SLOWEST else "slowest first", overflow="fold")
    for heading in ("CPU", "wall"):
        table.add_column(heading, justify="right", no_wrap=True)
    for result in sorted(results, key=lambda result: -result.cpu)[:SLOWEST]:
        table.add_row(printable(result.id), f"{result.cpu:.1f} s", f"{result.seconds:.1f} s")
    console().print(table)


def claims_option(path: str | None) -> str:
    """What a command needs in addition where claims are a user's own."""
    return f" --claims {shlex.quote(path)}" if path else ""


def _line(out: Console, result: Result) -> None:
    expected = " (expected)" if result.as_expected and result.verdict is not Verdict.HOLDS else ""
    unexpected = "" if result.as_expected else f" (expected: {result.expected.value})"
    out.print(
        Text.assemble(
            (glyph(result.verdict) + " ", COLOURS[result.verdict]),
            printable(result.id),
            "  ",
            (result.verdict.value, COLOURS[result.verdict]),
            expected + unexpected,
        )
    )
    for reason in reasons(result):
        for part in textwrap.wrap(printable(reason), out.width - 4):
            out.print(f"    {part}")


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


def listing(claims: Sequence[Claim | Statement]) -> None:
    """By groups, one line per claim: name, what kind of statement, and its start."""
    out = console()
    wide = max(len(claim.name) for claim in claims)
    group = ""
    for claim in claims:
        if group != (group := f"{claim.paper}.{claim.group}"):
            out.print(printable(group), style="bold")
        mark = glyph(claim.expected)
        line = printable(f"{mark} {claim.name:{wide}}  {claim.status:13}  {claim.says}")
        out.print(Text(line[: out.width - 1] + ("…" if not plain() else "~") if len(line) > out.width else line))
    false = sum(claim.expected is Verdict.REFUTED for claim in claims)
    out.print(
        Text(
            f"{many(len(claims), 'claim')}, {false} of them ({glyph(Verdict.REFUTED)}) registered as false.",
            style="bold",
        )
    )


def card(claim: Claim, statement: str, proof: str, claims_file: str | None = None) -> None:
    """`bninit show`: the record of a claim."""
    from numerics.judging import checks_of

    out = console()
    out.print(Text(printable(claim.id), style="bold") + Text(f"  ({claim.status}, expected: {claim.expected.value})"))
    source = claim.source
    rows = [
        ("Says", claim.says),
        ("TeX", claim.tex),
        ("For", "; ".join(claim.hypotheses)),
        ("Silent on", claim.silent_on),
        ("Source", f"{source.paper.authors}: {source.paper.title} ({source.paper.reference}), {source.item}"),
        ("Predicts", str(claim.predicts)),
        ("Instead", "" if claim.truth is None else shortened(str(claim.truth), 240)),
        ("No control", claim.no_truth),
        *(row for check in checks_of(claim) for row in _check_rows(claim, check)),
        *(
            ("twin", shortened(str(twin.predicts), 240) + (f"  ({twin.says})" if twin.says else ""))
            for twin in claim.twins
        ),
        ("Uses", ", ".join(claim.uses)),
        ("Statement", statement),
        ("Proof", proof),
        ("Rerun", f"bninit check {claim.id}{claims_option(claims_file)}"),
    ]
    for label, text in rows:
        if text:
            lines = textwrap.wrap(printable(text), out.width - 13, break_on_hyphens=False)
            for i, line in enumerate(lines):
                out.print(Text(f"  {label if i == 0 else '':10} {line}"))


def _check_rows(claim: Claim, check: Check) -> Iterable[tuple[str, str]]:
    """A check and, if it is sampled, its cells: claimed value, margin at level standard, bias."""
    yield check.kind, check.scope
    if check.kind == "sampled":
        from bninit.show.cells import cell_at, cell_words
        from numerics.judging import declared

        for cell in declared(claim, check):
            yield "  margin", _spelled(f"{cell_at(cell)}: {cell_words(cell)}")


def _spelled(text: str) -> str:
    return text.replace("±", "+-") if plain() else text


def many(count: int, one: str, more: str = "") -> str:
    """A number with its noun."""
    return f"{count} {one if count == 1 else more or one + 's'}"
