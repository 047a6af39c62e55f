"""Runs the checks of claims, twins and all, on any number of processes, and assembles verdicts.

A claim's result is a function of (claim, level, seed, error budget) alone, so it does not depend on the number
of processes, or on the machines that they run on. Finished results survive an interruption.
"""

from __future__ import annotations

import importlib.util
import os
import sys
import time
import traceback
import warnings
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Executor
from contextlib import closing, redirect_stdout
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

from numerics import sampled
from numerics.blocks import Memory
from numerics.checks import attach
from numerics.parallel import GLOBAL_STATE, LostTaskError, completed
from theory.claim import Claim, Evidence, Twin, Verdict
from theory.judge import judge
from theory.registry import claims
from theory.twins import triage

ALPHA_RUN = 1e-9
"""Probability that a run refutes a true claim, or lets one hold that is off by its margin; shared by all nulls."""

TWINS_PER_CLAIM = 400
"""More twins than a claim has: the error budget of the twins is divided as if each had this many."""

USER = "bninit_claims_"
"""A user's claims file is imported under its own name after this."""


class Recorder(Protocol):
    """How a task records (`bninit.ledger`); picklable."""

    def memory(self, claim_id: str) -> Memory:
        """Where the blocks of a claim's sampled checks are kept."""

    def finish(self, result: Result, memory: Any) -> Result:
        """Record a result, or note in its `unrecorded` what is left to do."""


@dataclass(frozen=True)
class Plan:
    """What every task needs to know; small and picklable."""

    level: str
    seed: int
    nulls: int
    claims_file: str | None = None
    alpha: float = ALPHA_RUN
    recorder: Recorder | None = None

    @property
    def budget(self) -> sampled.Budget:
        """e-values that reject: 2K/alpha for K nulls, and as much again for the twins."""
        threshold = 2 * max(self.nulls, 1) / self.alpha
        return sampled.Budget(claims=threshold, twins=threshold * TWINS_PER_CLAIM)


@dataclass(frozen=True)
class TwinCount:
    """Fate of a claim's twins. `refuted` and `accepted` are among the `certified_false`."""

    made: int = 0
    certified_false: int = 0
    refuted: int = 0
    accepted: int = 0
    equal: int = 0
    undefined: int = 0
    unknown: int = 0
    models: int = 0
    models_refuted: int = 0
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Result:
    """One checked claim."""

    id: str
    paper: str
    group: str
    status: str
    expected: Verdict
    verdict: Verdict
    seconds: float
    cpu: float = 0.0
    evidence: tuple[Evidence, ...] = ()
    twins: TwinCount = TwinCount()
    warnings: tuple[str, ...] = ()
    error: str = ""
    unrecorded: Any = field(default=(), compare=False, repr=False)
    """What is still to be written to the ledger; None once it is recorded. No part of the result."""

    @property
    def as_expected(self) -> bool:
        return self.verdict is self.expected and not self.error and not self.twins.accepted


def load(claims_file: str | None = None, paper: str = "") -> dict[str, Claim]:
    """All claims with all of their checks, a user's own file included; or those of one paper."""
    attach(paper)
    return claims([user_module(claims_file)] if claims_file else [], paper)


@cache
def user_module(path: str) -> ModuleType:
    """Import a user's claims file. It is the user's own program: it is run.

    Raises
    ------
    ValueError
        in one sentence, if the file cannot be read or raises.
    """
    file = Path(path)
    spec = importlib.util.spec_from_file_location(f"{USER}{file.stem}", file)
    if spec is None or spec.loader is None or not os.path.isfile(file):
        raise ValueError(f"claims file {path}: wanted a readable Python file ending in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    sys.path.append(str(file.resolve().parent))  # last: its neighbours can be imported and shadow nothing
    try:
        with redirect_stdout(sys.stderr):  # stdout is for results
            spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        frames = reversed(traceback.extract_tb(error.__traceback__))
        line = next((f.lineno for f in frames if Path(f.filename).resolve() == file.resolve()), None)
        at = f", line {line}" if line else ""
        raise ValueError(f"claims file {path}{at} raised {_one_line(error)}") from error
    if not any(isinstance(item, Claim) for item in vars(module).values()):
        raise ValueError(f"claims file {path} names no Claim at its top level; assign each one to a name there")
    return module


def _one_line(error: BaseException) -> str:
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def count_nulls(selected: Iterable[Claim]) -> int:
    """Nulls that share the error budget of a run."""
    return sum(sampled.nulls(check) for claim in selected for check in claim.checks if check.kind == "sampled")


def check_claim(claim: Claim, plan: Plan, memory: Memory | None = None) -> Result:
    """Judge all checks of a claim, each on all certified-false twins, and draw the verdict.

    A check that accepts a twin that it had to refute is undiscriminating and counts as undecided; so does a
    claim that is to hold and has no twin that is certified false.
    """
    start = Clock()
    fates = triage(claim)
    if len(fates) > TWINS_PER_CLAIM:
        raise ValueError(f"{claim.id} has {len(fates)} twins, the error budget allows {TWINS_PER_CLAIM}")
    counted = {i: fate.twin for i, fate in enumerate(fates) if fate.state == "false"}
    evidence: list[Evidence] = []
    refuted: set[int] = set()
    missed: dict[int, str] = {}
    models: dict[str, Verdict] = {}
    for check in claim.checks:
        if check.kind == "sampled":
            judged = sampled.judge(claim, check, counted, plan.seed, plan.level, plan.budget, memory)
            found, twins = judged.evidence, judged.twins
            models |= {f"{model} ({check.scope})": verdict for model, verdict in judged.models.items()}
            blind = [model for model, verdict in judged.models.items() if verdict is not Verdict.REFUTED]
        else:
            found = judge(check, claim.predicts)
            twins, blind = {i: judge(check, twin.predicts, witness=False).verdict for i, twin in counted.items()}, []
        refuted |= {i for i, verdict in twins.items() if verdict is Verdict.REFUTED}
        accepted = [i for i, verdict in twins.items() if verdict is not Verdict.REFUTED]
        missed |= dict.fromkeys(accepted, check.scope)
        evidence.append(_undiscriminating(found, counted, accepted, blind))
    verdict = _verdict(claim, evidence, bool(counted))
    notes = [f"accepted {counted[i].predicts} by the check on {scope}" for i, scope in missed.items()]
    notes += [f"unknown {fate.twin.predicts}" for fate in fates if fate.state == "unknown"]
    state = [fate.state for fate in fates]
    count = TwinCount(
        made=len(fates),
        certified_false=len(counted),
        refuted=len(refuted - missed.keys()),
        accepted=len(counted) - len(refuted - missed.keys()),
        equal=state.count("equal"),
        undefined=state.count("undefined"),
        unknown=state.count("unknown"),
        models=len(models),
        models_refuted=sum(found is Verdict.REFUTED for found in models.values()),
        notes=tuple(notes),
    )
    return replace(_result(claim, verdict, start), evidence=tuple(evidence), twins=count)


@dataclass(frozen=True)
class Clock:
    """Started when it is made: seconds by the clock on the wall, and of the processor."""

    wall: float = field(default_factory=time.perf_counter)
    cpu: float = field(default_factory=time.process_time)


def _result(claim: Claim, verdict: Verdict, start: Clock) -> Result:
    now = Clock()
    seconds, cpu = now.wall - start.wall, now.cpu - start.cpu
    return Result(claim.id, claim.paper, claim.group, claim.status, claim.expected, verdict, seconds, cpu)


def _undiscriminating(found: Evidence, counted: dict[int, Twin], accepted: list[int], blind: list[str]) -> Evidence:
    if found.verdict is not Verdict.HOLDS or not (accepted or blind):
        return found
    names = [str(counted[i].predicts) for i in accepted] + blind
    figures = {**found.figures, "undiscriminating": names}
    return replace(found, verdict=Verdict.UNDECIDED, figures=figures)


def _verdict(claim: Claim, evidence: list[Evidence], tested: bool) -> Verdict:
    found = {item.verdict for item in evidence}
    if Verdict.REFUTED in found:
        return Verdict.REFUTED
    return Verdict.HOLDS if found == {Verdict.HOLDS} and tested else Verdict.UNDECIDED


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
            result = replace(_result(claim, Verdict.UNDECIDED, start), error=f"{_one_line(error)} ({where})")
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
    return "its process was killed: does it exit, or need more memory?" if killed else _one_line(error)


def _crashed(claim_id: str, plan: Plan, error: str) -> Result:
    claim = load(plan.claims_file)[claim_id]
    return replace(_result(claim, Verdict.UNDECIDED, Clock()), error=error)
