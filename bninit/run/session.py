"""A run of checks from its seed to its findings: workers, recording, and what is kept when it is interrupted."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import click

from bninit.guard.supervised import keep_results
from bninit.input.refusal import BadInput, printable
from bninit.ledger.record import Recording, begin
from bninit.ledger.schema import LedgerError, NoLedgerError, path_of
from bninit.ledger.task import Outcome
from bninit.plain import versions
from bninit.results.document import Findings
from bninit.results.result import Plan, Result, count_nulls
from bninit.run.load import load, of_suite
from bninit.run.scheduler import processes_or
from bninit.run.tasks import outcomes
from numerics.parallel import cores
from numerics.processes.limits import Limits
from numerics.streams import fresh_seed
from theory.claim import Claim


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


@dataclass
class Session:
    """A run that goes on.

    Parameters
    ----------
    workers : the address of a cluster, or how many processes of this machine.
    results : those that are there: recorded before, then as they finish.
    recording : None where nothing is recorded.
    seconds : from the first task to the end, known then.
    """

    plan: Plan
    selection: tuple[str, ...]
    workers: str | int
    recording: Recording | None
    results: list[Result]
    running: Iterator[Outcome]
    started: float | None = None
    seconds: float = 0.0
    interrupted: bool = False

    def new(self) -> Iterator[Result]:
        """Results as they finish, each recorded first; an interruption from here on keeps them."""
        self.started = time.perf_counter()
        keep_results()
        for outcome in self.running:
            self.results.append(outcome.result)
            if self.recording:
                self.recording.receive(outcome)
            yield outcome.result

    def findings(self) -> Findings:
        return Findings(
            tuple(self.results), self.plan, self.seconds, self.interrupted, versions(), self.selection
        )  # fmt: skip


@contextmanager
def session(
    selected: Sequence[Claim], selectors: Sequence[str], claims_file: str | None, options: Options
) -> Iterator[Session]:
    """The workers are there, the recording has begun; Ctrl-C among the new results ends it and keeps what is finished.

    Raises
    ------
    BadInput
        in one sentence: options that contradict each other, a cluster or a named ledger that cannot be used.
    """
    scheduler = options.scheduler
    if scheduler is not None and options.jobs is not None:
        raise BadInput("--jobs counts processes of this machine; leave it out with --scheduler")
    if scheduler is not None and claims_file is not None:
        claims_file = str(Path(claims_file).resolve())  # workers have folders of their own
    seed = fresh_seed() if options.seed is None else options.seed
    plan = Plan(options.level or "standard", seed, count_nulls(selected), claims_file, limits=options.limits)
    jobs = min(options.jobs or cores(), len(selected))
    suite = any(map(of_suite, selected))
    with processes_or(scheduler, jobs, claims_file, options.limits, suite) as executor:
        recording = _begun(selected, selectors, plan, options)
        results: list[Result] = []
        if recording:
            plan = replace(plan, seed=recording.seed)
            results += [*recording.done, *recording.taken]
        known = {result.id for result in results}
        left = [claim for claim in selected if claim.id not in known]
        with closing(outcomes(left, plan, executor, recording.task if recording else None)) as running:
            found = Session(plan, tuple(selectors), scheduler or jobs, recording, results, running)
            try:
                yield found
            except KeyboardInterrupt:
                if found.started is None:
                    raise
                found.interrupted = True
    order = {claim.id: place for place, claim in enumerate(selected)}
    results.sort(key=lambda result: order[result.id])
    found.seconds = time.perf_counter() - (found.started or 0.0)
    if recording:
        recording.close(found.seconds, finished=len(results) == len(selected))


def _begun(selected: Sequence[Claim], selection: Sequence[str], plan: Plan, options: Options) -> Recording | None:
    """The run in its ledger. A file that was named must not be another thing; where none can be had, checks go on."""
    if options.no_ledger:
        return None
    try:
        return begin(
            path_of(options.ledger_file),
            selected,
            plan,
            options.seed,
            selection,
            direct=options.scheduler is None,
            fresh=options.fresh,
            known=load(plan.claims_file, suite=False),
        )
    except LedgerError as error:
        if options.ledger_file and isinstance(error, NoLedgerError):
            raise BadInput(str(error)) from error
        click.echo(printable(f"Not recorded: {error}"), err=True)
        return None
