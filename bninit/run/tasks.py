"""Checks as tasks on any number of processes.

A claim's result is a function of (claim, level, seed, error budget) alone, so it does not depend on the number
of processes, or on the machines that they run on. Finished results survive an interruption.
"""

from __future__ import annotations

import sys
import traceback
import warnings
from collections.abc import Callable, Generator
from concurrent.futures import Executor
from contextlib import closing, redirect_stdout
from dataclasses import replace
from pathlib import Path

from bninit.run.load import load
from bninit.run.outcome import Clock, Plan, Recorder, Result, one_line, unjudged
from bninit.run.verdict import check_claim
from numerics.parallel import GLOBAL_STATE, LostTaskError, completed
from theory.claim import Claim, Verdict


def work(claim_id: str, plan: Plan) -> Result:
    """One task: a crash or a warning in a check is part of its result."""
    with GLOBAL_STATE:  # stdout, warnings and precision belong to the process
        return _work(claim_id, plan)


def _work(claim_id: str, plan: Plan) -> Result:
    claim = load(plan.claims_file)[claim_id]
    memory = plan.recorder.memory(claim_id) if plan.recorder else None
    start = Clock()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            with redirect_stdout(sys.stderr):
                result = check_claim(claim, plan, memory)
        except (Exception, SystemExit) as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{Path(last.filename).name}:{last.lineno}"
            result = replace(unjudged(claim, Verdict.UNDECIDED, start), error=f"{one_line(error)} ({where})")
    said = dict.fromkeys(f"{w.category.__name__}: {w.message}" for w in caught)  # once each
    result = replace(result, warnings=tuple(said))
    return plan.recorder.finish(result, memory) if plan.recorder else result


def run(
    selected: list[Claim],
    plan: Plan,
    executor: Executor | None = None,
    recorder: Callable[[str], Recorder] | None = None,
) -> Generator[Result, None, None]:
    """Results as they finish, on any executor, or here one after another. Closing the iterator cancels the rest.

    `recorder` gives the task of each claim its way to the ledger, when the task is made.
    """
    ids = [claim.id for claim in sorted(selected, key=lambda claim: -len(claim.checks))]
    tasks = ((claim_id, replace(plan, recorder=recorder(claim_id)) if recorder else plan) for claim_id in ids)
    with closing(completed(_task, tasks, executor)) as outcomes:
        for (claim_id, _), future in outcomes:
            error = future.exception()
            yield future.result() if error is None else _crashed(claim_id, plan, _told(error))


def _task(item: tuple[str, Plan]) -> Result:
    return work(*item)


def _told(error: BaseException) -> str:
    killed = isinstance(error, LostTaskError)
    return "its process was killed: does it exit, or need more memory?" if killed else one_line(error)


def _crashed(claim_id: str, plan: Plan, error: str) -> Result:
    claim = load(plan.claims_file)[claim_id]
    return replace(unjudged(claim, Verdict.UNDECIDED, Clock()), error=error)
