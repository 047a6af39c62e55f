"""What `bninit check` found: groups in a table, what needs attention, counts, power, the slowest."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from bninit.input.refusal import printable
from bninit.show.cells import unverified
from bninit.show.claims import claims_option, sampled_cells, told_line
from bninit.show.console import WIDTH, console, dot, many
from theory.claim import Claim, Verdict

if TYPE_CHECKING:
    from bninit.results.result import Plan, Result


KINDS_SHORT = {"formal": "form.", "decided": "dec.", "exact": "ex.", "certified": "cert.", "sampled": "samp."}
"""Kinds of evidence and what they are called in a narrow terminal; the first two stand where some claim has them."""


def opening(selected: Sequence[Claim], plan: Plan, jobs: int | str) -> str:
    """`jobs`: the number of processes, or the address of a cluster."""
    papers = len({claim.paper for claim in selected})
    parts = (
        f"{many(len(selected), 'claim')} from {many(papers, 'paper')}",
        f"level {plan.level}",
        f"seed {plan.seed}",
        f"cluster {jobs}" if isinstance(jobs, str) else many(jobs, "process", "processes"),
    )
    return f" {dot()} ".join((*parts, *unverified(selected, plan.level)))


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
    stronger = [kind for kind in ("formal", "decided") if any(has(result, kind) for result in results)]
    narrow = narrow or bool(stronger)
    kinds = [*stronger, "exact", "certified", "sampled"]
    ends = ("all", "ref.", "und.") if narrow else ("claims", "refuted", "undecided")
    for heading in (ends[0], *(KINDS_SHORT[kind] if narrow else kind for kind in kinds), *ends[1:], "time"):
        table.add_column(heading, justify="right", overflow="fold")
    for paper, group in groups:
        rows = [r for r in results if (r.paper, r.group) == (paper, group)]
        counts = [len(rows)]
        counts += [sum(has(r, kind) for r in rows) for kind in kinds]
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
    absent = [r for r in results if r.unavailable]
    quiet = {r.id for r in negative} if len(negative) > MOST_LINES else set()
    quiet |= {r.id for r in absent} if len(absent) > FEW else set()
    for result in results:
        if result.id not in quiet and (
            not result.as_expected or result.verdict is not Verdict.HOLDS or result.warnings
        ):
            told_line(out, result)
    if len(results) <= FEW:
        sampled_cells(out, results)
    for why, count in Counter(r.unavailable for r in absent if r.id in quiet).items():
        out.print(printable(f"{many(count, 'claim')} unavailable: {why}"))
    if len(negative) > MOST_LINES:
        out.print(f"{len(negative)} claims do not hold, as expected: name a group to see why, or take --json.")
    good = sum(r.as_expected for r in results)
    hold = sum(r.verdict is Verdict.HOLDS and r.status != MEASURED for r in results)
    measured = sum(r.verdict is Verdict.HOLDS and r.status == MEASURED for r in results)
    refuted, undecided = (
        sum(r.verdict is verdict and r.as_expected for r in results) for verdict in (Verdict.REFUTED, Verdict.UNDECIDED)
    )
    sep = f" {dot()} "
    counts_line = [
        f"{good} of {len(results)} as expected",
        f"{hold} hold" + (f", {measured} measured" if measured else ""),
        f"{refuted} refuted, {undecided} undecided" if undecided else f"{refuted} refuted as expected",
        *([f"{len(absent)} unavailable"] if absent else []),
        f"{seconds:.0f} s",
    ]
    out.print(Text(sep.join(counts_line), style="bold"))
    if hold:
        out.print(reached(results))
    for line in proved(results):
        out.print(printable(line))
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
    ids = [r.id for r in results if not (r.as_expected or r.unavailable)]
    ids = ids or [r.id for r in results if r.verdict is Verdict.REFUTED]
    if ids:
        out.print(printable(f"Explain one: bninit show {ids[0]}{claims_option(plan.claims_file)}"))


def untrained(count: int) -> None:
    """The claims that were left out because their checks train networks, and how they are checked."""
    if count:
        console().print(f"Left out, because they train networks: {many(count, 'claim')} (bninit check --train).")


MEASURED = "measured"
"""The status of numbers of our own simulator, which are regressions and not statements."""

REACHED = {
    "stated": "as stated",
    "argued": "argued",
    "cases": "in cases",
    "sampled": "by samples",
    "step": "by a step of the proof alone",
    "stand-in": "by a stand-in alone",
    "nothing": "by nothing that is said here",
}


def reached(results: Sequence[Result]) -> str:
    """How far the evidence of what holds reaches, in words."""
    found = Counter(r.reach for r in results if r.verdict is Verdict.HOLDS and r.status != MEASURED)
    return (
        "Of what holds: " + ", ".join(f"{found[word]} {words}" for word, words in REACHED.items() if found[word]) + "."
    )


def has(result: Result, kind: str) -> bool:
    """Whether evidence of a kind is there, which an absent program gives none of."""
    return any(item.kind == kind and "unavailable" not in item.figures for item in result.evidence)


def proved(results: Sequence[Result]) -> Iterator[str]:
    """What solvers and the proof checker have come to, and why where they have come to nothing."""
    for kind, done in (("formal", "proved"), ("decided", "decided")):
        named = [(result.id, item) for result in results for item in result.evidence if item.kind == kind]
        items = [item for _, item in named]
        if not items:
            continue
        good = sum(item.verdict is not Verdict.UNDECIDED for item in items)
        kept = sum(bool(item.figures.get("kept")) for item in items)
        before = sum(bool(item.figures.get("recorded")) for item in items)
        absent = [(name, str(item.figures["unavailable"])) for name, item in named if "unavailable" in item.figures]
        whys = Counter(why for _, why in absent)
        told = "; ".join(whys) if len(whys) == 1 < len(absent) else "; ".join(map(": ".join, absent[:FEW]))
        open_ = len(items) - good - len(absent)
        yield (
            f"{kind.capitalize()}: {good} of {len(items)} {done}"
            + (f" ({kept} by earlier runs)" if kept else "")
            + (f" ({before} as recorded with the proofs)" if before else "")
            + (f", {open_} left open" if open_ else "")
            + (f", {len(absent)} unavailable: {told}" if absent else "")
            + "."
        )


FEW = 6
"""Of so many claims the cells of sampled checks are told one by one; --json has them of all."""


def power(results: Sequence[Result]) -> str:
    """How seldom a run like this leaves a claim undecided although all is true: by the plans of its samples."""
    from bninit.results.result import undecided_probability

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
