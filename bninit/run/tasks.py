"""Checks as tasks, each in a guarded process: a claim that dies, hangs or fills the memory is named, the others go on.

A claim's result is a function of (claim, level, seed, error budget) alone, so it does not depend on the number
of processes, or on the machines that they run on. Finished results survive an interruption.
"""

from __future__ import annotations

import atexit
import os
import traceback
import warnings
from collections.abc import Callable, Generator
from concurrent.futures import Executor
from contextlib import closing, nullcontext
from dataclasses import replace
from functools import cache, partial

from bninit.ledger.task import Carried, Outcome, Writer
from bninit.results.result import Clock, Plan, Result, one_line, some, unjudged
from bninit.run.crash import place, told
from bninit.run.judging.verdict import check_claim
from bninit.run.load import load, of_suite, preload
from bninit.run.printed import printed
from numerics.judging import checks_of, sampled_checks
from numerics.parallel import GLOBAL_STATE, completed, cores
from numerics.processes.bindings import bindings, rebound
from numerics.processes.leftovers import last_call
from numerics.processes.limits import Limits
from numerics.processes.pool import Processes, StartError
from theory.claim import Claim, Verdict

Task = tuple[str, Plan, Writer | None]


def work(claim_id: str, plan: Plan, writer: Writer | None = None) -> Outcome:
    """One task, in this process: a crash or a warning in a check is part of its result."""
    with GLOBAL_STATE:  # stdout, warnings and precision belong to the process
        return _work(claim_id, plan, writer)


def _work(claim_id: str, plan: Plan, writer: Writer | None) -> Outcome:
    claim = _named(claim_id, plan.claims_file)
    foreign = not of_suite(claim)
    if foreign:
        last_call()  # what a user's check changes in its process reaches no other claim
    before = bindings() if foreign else None
    process = os.getpid()
    memory = writer.memory() if writer else None
    start = Clock()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            around = writer.checking(claim, memory) if writer and memory else nullcontext()
            with printed(claim_id), around as recorded:
                result = recorded or check_claim(claim, plan, memory)
            if before and (changed := rebound(before)):
                raise RuntimeError(f"it replaces {some(changed)}, which bninit itself needs; give yours another name")
        except (MemoryError, KeyboardInterrupt):  # for who runs this process
            raise
        except BaseException as error:
            if isinstance(error.__cause__, StopIteration):  # what a generator makes of it hides the line
                error = error.__cause__
            frames = [(frame.filename, frame.lineno or 0) for frame in traceback.extract_tb(error.__traceback__)]
            frames.insert(0, (claim.file, claim.line))  # where no line of the user's is in it
            crash = one_line(error) + place(frames, plan)
            result = replace(unjudged(claim, Verdict.UNDECIDED, start), error=crash)
        finally:
            if os.getpid() != process:  # the check has forked, and its copy has come here, too
                os._exit(0)
    said = dict.fromkeys(f"{w.category.__name__}: {w.message}" for w in caught)  # once each
    result = replace(result, warnings=tuple(said))
    return writer.finish(result, memory) if writer and memory else Outcome(result)


def _named(claim_id: str, claims_file: str | None) -> Claim:
    """The suite is loaded for a user's own claim only where it names claims of it."""
    if claims_file is not None and (claim := load(claims_file, suite=False).get(claim_id)):
        return claim
    return _suite()[claim_id] if claims_file is None else load(claims_file)[claim_id]


@cache
def _suite() -> dict[str, Claim]:
    """The claims of the suite, which are looked up once for all tasks of a process."""
    return load()


def run(selected: list[Claim], plan: Plan, executor: Executor | None = None) -> Generator[Result, None, None]:
    """Results as they finish, recorded nowhere; otherwise as `outcomes`."""
    with closing(outcomes(selected, plan, executor)) as found:
        for outcome in found:
            yield outcome.result


def outcomes(
    selected: list[Claim],
    plan: Plan,
    executor: Executor | None = None,
    writer: Callable[[str], Writer] | None = None,
) -> Generator[Outcome, None, None]:
    """What comes of each claim, as it finishes. Closing the iterator cancels the rest.

    Parameters
    ----------
    executor : `Processes` with the plan's limits; any other, whose workers then have guarded processes of their own;
        or None: this process, unguarded, one claim after another.
    writer : gives the task of each claim its way to the ledger, when the task is made.

    Raises
    ------
    StartError
        if no process can be started.
    """
    known = {claim.id: claim for claim in selected}
    longest_first = sorted(selected, key=lambda claim: (not sampled_checks(claim), -len(checks_of(claim))))
    ids = [claim.id for claim in longest_first]
    tasks = ((claim_id, plan, writer(claim_id) if writer else None) for claim_id in ids)
    function = _task if executor is None or isinstance(executor, Processes) else _guarded
    with closing(completed(function, tasks, executor)) as done:
        for (claim_id, *_), future in done:
            error = future.exception()
            if isinstance(error, StartError):
                raise error
            yield future.result() if error is None else _crashed(known[claim_id], plan, error)


def checked(claim: Claim, plan: Plan) -> Result:
    """One claim, in a guarded process of this machine."""
    (result,) = run([claim], plan, _guard(plan.limits, of_suite(claim)))
    return result


def _task(item: Task) -> Outcome:
    return work(*item)


def _guarded(item: Task) -> Outcome:
    return _guard(item[1].limits, suite=True).submit(_task, item).result()


@cache
def _guard(limits: Limits, suite: bool) -> Processes:
    """The guarded processes of this one, until it ends; `suite` says whether they check claims of the suite."""
    processes = Processes(cores(), partial(preload, suite), limits)
    atexit.register(processes.shutdown, wait=False, cancel_futures=True)
    return processes


def _crashed(claim: Claim, plan: Plan, error: BaseException) -> Outcome:
    """A task that brought nothing home: what it can have left to record is the crash."""
    return Outcome(replace(unjudged(claim, Verdict.UNDECIDED, Clock()), error=told(error, plan)), Carried())
