"""A run of checks with a progress bar, its seed, and the exit status that it deserves: for `check` and `report`."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from bninit import inputs, runner, terminal
from bninit.inputs import BadInput
from bninit.results import Recorded, versions
from bninit.runner import Result
from bninit.scheduler import processes_or
from numerics.streams import fresh_seed
from theory.claim import Claim

UNEXPECTED, CRASHED, INTERRUPTED = 1, 3, 130


def check_all(
    selected: list[Claim],
    claims_file: str | None,
    level: str | None,
    seed: int | None,
    jobs: int | None,
    scheduler: str | None,
    tell: Callable[[str], None],
) -> Recorded:
    """Check the selected claims, with the options of `check`; Ctrl-C (or SIGTERM) keeps what is finished.

    `tell` gets the opening line, with level and seed, once the workers are there.
    """
    if scheduler is not None and jobs is not None:
        raise BadInput("--jobs counts processes of this machine; leave it out with --scheduler")
    if scheduler is not None and claims_file is not None:
        claims_file = str(Path(claims_file).resolve())  # workers have folders of their own
    seed = fresh_seed() if seed is None else seed
    plan = runner.Plan(level or "standard", seed, runner.count_nulls(selected), claims_file)
    jobs = min(jobs or inputs.cores(), len(selected))
    results: list[Result] = []
    interrupted = False
    with processes_or(scheduler, jobs, claims_file) as executor:
        tell(terminal.opening(selected, plan, scheduler or jobs))
        start = time.perf_counter()
        terminated = signal.signal(signal.SIGTERM, signal.default_int_handler)  # a batch system's way to interrupt
        with terminal.progress() as bar:
            task = bar.add_task("checking", total=len(selected))
            running = runner.run(selected, plan, executor)
            try:
                for result in running:
                    results.append(result)
                    bar.update(task, advance=1, description=inputs.printable(result.id.split(".", 1)[1])[:34])
            except KeyboardInterrupt:
                interrupted = True
            finally:
                running.close()
                signal.signal(signal.SIGTERM, terminated)
    order = {claim.id: place for place, claim in enumerate(selected)}
    results.sort(key=lambda result: order[result.id])
    return Recorded(tuple(results), plan, time.perf_counter() - start, interrupted, versions())


def exit_status(results: Iterable[Result], interrupted: bool, strict: bool = False) -> int:
    """0 every verdict as expected; 1 some not (or, strictly, a warning or an unclassified twin); 3 crashed; 130."""
    found = list(results)
    if interrupted:
        return INTERRUPTED
    if any(result.error for result in found):
        return CRASHED
    loose = strict and any(result.warnings or result.twins.unknown for result in found)
    return UNEXPECTED if loose or not all(result.as_expected for result in found) else 0
