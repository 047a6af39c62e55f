"""A run of checks with a progress bar, its seed, and the exit status that it deserves: for `check` and `report`."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bninit.commands.ledger import begun
from bninit.guard.supervised import INTERRUPTED, keep_results
from bninit.input.refusal import BadInput, printable
from bninit.plain import versions
from bninit.results.document import Recorded
from bninit.run.outcome import Plan, Result, count_nulls
from bninit.run.scheduler import processes_or
from bninit.run.tasks import run
from bninit.show import console as terminal
from bninit.show.summary import opening
from numerics.parallel import cores
from numerics.processes.pool import Limits
from numerics.streams import fresh_seed
from theory.claim import Claim

if TYPE_CHECKING:
    from bninit.ledger.record import Recording

UNEXPECTED, CRASHED = 1, 3

SECONDS, MEMORY, SHARE = 600.0, 8 * 2**30, 0.75
"""Time and bytes that a claim may take, and the most of the machine's memory, unless it is said."""

MOST_AFRESH = 5
"""More claims that started afresh are counted: `history` names them."""


@dataclass(frozen=True)
class Options:
    """How to check: the options of the command line."""

    level: str | None = None
    seed: int | None = None
    jobs: int | None = None
    scheduler: str | None = None
    ledger_file: str | None = None
    no_ledger: bool = False
    limits: Limits = field(default_factory=Limits)
    fresh: bool = False


def limits(seconds: float | None = None, gigabytes: float | None = None) -> Limits:
    """Of each claim; by default 600 s and 8 GiB, or three quarters of the machine's memory."""
    seconds = SECONDS if seconds is None else seconds
    if not math.isfinite(seconds):
        raise BadInput(f"--claim-timeout {seconds}: wanted a number of seconds")
    if gigabytes is not None and not gigabytes < 2**30:
        raise BadInput(f"--claim-memory {gigabytes}: wanted a number of GiB")
    machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    memory = min(MEMORY, int(SHARE * machine)) if gigabytes is None else int(gigabytes * 2**30)
    return Limits(seconds, memory)


def check_all(
    selected: list[Claim],
    selectors: Sequence[str],
    claims_file: str | None,
    options: Options,
    tell: Callable[[str], None],
) -> tuple[Recorded, Recording | None]:
    """Check the selected claims, and record it; Ctrl-C keeps what is finished.

    `tell` gets the opening line, with level and seed, once the workers are there.
    """
    jobs, scheduler = options.jobs, options.scheduler
    if scheduler is not None and jobs is not None:
        raise BadInput("--jobs counts processes of this machine; leave it out with --scheduler")
    if scheduler is not None and claims_file is not None:
        claims_file = str(Path(claims_file).resolve())  # workers have folders of their own
    seed = fresh_seed() if options.seed is None else options.seed
    plan = Plan(options.level or "standard", seed, count_nulls(selected), claims_file, limits=options.limits)
    jobs = min(jobs or cores(), len(selected))
    interrupted = False
    with processes_or(scheduler, jobs, claims_file, options.limits) as executor:
        recording = begun(
            selected, plan, options.seed, selectors, options.ledger_file, options.no_ledger,
            direct=scheduler is None, fresh=options.fresh,
        )  # fmt: skip
        if recording:
            plan = replace(plan, seed=recording.seed)
        results: list[Result] = [*recording.done, *recording.taken] if recording else []
        known = {result.id for result in results}
        tell(opening(selected, plan, scheduler or jobs))
        start = time.perf_counter()
        keep_results()
        with terminal.progress() as bar:
            task = bar.add_task("checking", total=len(selected), completed=len(known))
            left = [claim for claim in selected if claim.id not in known]
            running = run(left, plan, executor, recording.task if recording else None)
            try:
                for result in running:
                    results.append(result)
                    if recording:
                        recording.receive(result)
                    bar.update(task, advance=1, description=printable(result.id.split(".", 1)[1])[:34])
            except KeyboardInterrupt:
                interrupted = True
            finally:
                running.close()
    order = {claim.id: place for place, claim in enumerate(selected)}
    results.sort(key=lambda result: order[result.id])
    seconds = time.perf_counter() - start
    if recording:
        recording.close(seconds, finished=len(results) == len(selected))
    return Recorded(tuple(results), plan, seconds, interrupted, versions(), tuple(selectors)), recording


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

    planned : claims that were to be checked; one without a result has crashed.
    """
    found = list(results)
    if interrupted:
        return INTERRUPTED
    if len(found) < planned or any(result.error for result in found):
        return CRASHED
    loose = strict and any(result.warnings or result.twins.unknown for result in found)
    return UNEXPECTED if loose or not all(result.as_expected for result in found) else 0
