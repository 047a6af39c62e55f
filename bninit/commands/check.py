"""The command check; and a run of checks with a progress bar, and the exit status that it deserves, for `report`."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from bninit.commands.claims import chosen, loaded
from bninit.guard.supervised import INTERRUPTED
from bninit.input.options import (
    claims_option,
    jobs_option,
    json_option,
    ledger_options,
    level_option,
    limit_options,
    proof_options,
    scheduler_option,
    seed_option,
    suite_option,
    train_option,
)
from bninit.input.refusal import BadInput, printable
from bninit.input.select import select_of

if TYPE_CHECKING:
    from rich.console import Console

    from bninit.ledger.record import Recording
    from bninit.results.document import Findings
    from bninit.results.result import Result
    from bninit.run.session import Options, Session
    from theory.claim import Claim

UNEXPECTED, CRASHED = 1, 3

MOST_AFRESH = 5
"""More claims that started afresh are counted: `history` names them."""


@click.command()
@click.argument("selectors", nargs=-1, metavar="[ID|PAPER|GLOB]...")
@claims_option
@suite_option
@level_option
@seed_option
@jobs_option
@scheduler_option
@proof_options
@click.option("--record", "keep", is_flag=True, help="Write what Coq accepts beside the proofs; with --formal.")
@train_option
@click.option("--durations", is_flag=True, help="List the slowest ten claims.")
@json_option
@click.option("--strict", is_flag=True, help="Fail on a warning or an unclassified twin, too.")
@limit_options
@ledger_options
def check(selectors: tuple[str, ...], claims_file: str | None, with_suite: bool, level: str | None, seed: int | None,
          jobs: int | None, scheduler: str | None, train: bool, durations: bool, as_json: bool, strict: bool,
          claim_timeout: float | None, claim_memory: float | None, fresh: bool, decide: bool, formal: bool,
          keep: bool, ledger_file: str | None, no_ledger: bool) -> None:  # fmt: skip
    """Check claims and all of their twins: the suite's, or those of FILE.py.

    Each claim is checked in a process that it shares with no other at that time. One that exits, hangs, or needs
    more time or memory than it may have has crashed; the others are finished.

    Exit status: 0 every verdict as expected; 1 some verdict not as expected; 2 wrong use; 3 a check crashed;
    74 output that cannot be written, no memory, no processes; 130 interrupted, finished results kept.
    """
    if keep and not formal:
        raise BadInput("--record writes down what Coq accepts: give --formal, too")
    if claims_file is None:
        known = loaded(None)
        wanted = select_of(known, None, selectors, with_suite)
    else:
        known, wanted = chosen(claims_file, selectors, with_suite, claim_timeout)

    from bninit.plain import to_json, versions  # after what is refused, which is told the sooner
    from bninit.prove.missing import missing
    from bninit.results.document import Findings, document
    from bninit.results.result import Plan
    from bninit.run.limits import limits
    from bninit.run.session import Options
    from bninit.show import console as terminal
    from bninit.show import ledger as terminal_ledger
    from bninit.show import summary

    selected, left_out = trained(wanted, train)
    options = Options(level, seed, jobs, scheduler, ledger_file, no_ledger, limits(claim_timeout, claim_memory), fresh)
    recording = None
    found = Findings((), Plan(level or "standard", seed or 0, 0, claims_file), 0.0, False, versions())
    if selected:
        done = followed(selected, selectors, claims_file, options, None if as_json else terminal.console())
        found, recording = done.findings(), done.recording
    if (decide or formal) and selected and not found.interrupted:
        found = proven(found, known, options, decide, formal)
    if keep:
        from bninit.prove.recorded import record

        record((known[result.id], item) for result in found.results for item in result.evidence)
    if as_json:
        said = document(found.results, found.plan, found.seconds, found.interrupted, None, selectors, left_out)
        click.echo(to_json(said))
    else:
        summary.summary(found.results, found.plan, found.seconds, len(selected))
        summary.untrained(left_out)
        for line in missing(known.values(), selected, formal) if claims_file else ():
            terminal.console().print(printable(f"{line}."))
        if durations and selected:
            summary.slowest(found.results)
        if recording:
            terminal_ledger.run_line(recording, found.results)
    tell_trouble(recording)
    sys.exit(exit_status(found.results, found.interrupted, len(selected), strict))


def trained(selected: Sequence[Claim], train: bool) -> tuple[list[Claim], int]:
    """The claims that are checked, and how many are left out because their checks train networks."""
    from numerics.judging import needing

    out = set() if train else set(needing(selected))
    return [claim for claim in selected if claim not in out], len(out)


def followed(
    selected: Sequence[Claim],
    selectors: Sequence[str],
    claims_file: str | None,
    options: Options,
    out: Console | None,
) -> Session:
    """The selected claims, checked and recorded, with a progress bar; `out` gets the opening line, if it is there."""
    from bninit.run.session import session
    from bninit.show import console as terminal
    from bninit.show.summary import opening

    with session(selected, selectors, claims_file, options) as running:
        if out:
            out.print(opening(selected, running.plan, running.workers))
        with terminal.progress() as bar:
            task = bar.add_task("checking", total=len(selected), completed=len(running.results))
            for result in running.new():
                bar.update(task, advance=1, description=printable(result.id.split(".", 1)[1])[:34])
    return running


def proven(found: Findings, claims: Mapping[str, Claim], options: Options, decide: bool, formal: bool) -> Findings:
    """The findings with the evidence of solvers and of the proof checker, claim by claim under a progress bar."""
    from bninit.ledger.schema import LedgerError, path_of
    from bninit.prove import stage
    from bninit.prove.kept import Kept
    from bninit.show import console as terminal
    from numerics.parallel import cores

    start = time.perf_counter()
    path = None if options.no_ledger else path_of(options.ledger_file)
    try:
        with Kept(path, options.fresh) as kept, terminal.progress() as bar:
            task = bar.add_task("proving", total=len(found.results))
            results = []
            for result in stage.proven(found.results, claims, decide, formal, kept, options.jobs or cores()):
                results.append(result)
                bar.update(task, advance=1)
    except LedgerError as error:
        raise BadInput(str(error)) from error
    return replace(found, results=tuple(results), seconds=found.seconds + time.perf_counter() - start)


def tell_trouble(recording: Recording | None) -> None:
    """What started afresh, and what could not be recorded, on stderr."""
    if recording and recording.afresh:
        told = "; ".join(recording.afresh[:MOST_AFRESH])
        more = len(recording.afresh) - MOST_AFRESH
        click.echo(printable(f"Afresh, for what changed: {told}" + (f" and {more} more" if more > 0 else "")), err=True)
    if recording and recording.trouble:
        click.echo(printable(f"Not all is recorded: {recording.trouble}"), err=True)


def exit_status(results: Iterable[Result], interrupted: bool, planned: int, strict: bool = False) -> int:
    """0 every verdict as expected; 1 some not (or, strictly, a warning or an unclassified twin); 3 crashed; 130.

    What is unavailable here is neither a pass nor a failure.

    planned : claims that were to be checked; one without a result has crashed.
    """
    found = list(results)
    if interrupted:
        return INTERRUPTED
    if len(found) < planned or any(result.error for result in found):
        return CRASHED
    loose = strict and any(result.warnings or result.twins.unknown for result in found)
    return UNEXPECTED if loose or not all(result.as_expected or result.unavailable for result in found) else 0
