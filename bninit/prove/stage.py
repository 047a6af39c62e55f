"""The stage after the checks: decision procedures and proofs, claim by claim, and what they add to the results."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TypeVar

from bninit import notes
from bninit.prove import checker
from bninit.prove.decide import decided, versions
from bninit.prove.kept import Kept
from bninit.prove.process import UnavailableError
from bninit.results.result import Result
from theory.claim import Claim, Evidence, Verdict
from theory.statement import NotExpressibleError, Stated, for_checker, problems
from theory.statement.smtlib import smtlib
from theory.term import TooManyPathsError

T = TypeVar("T")


@dataclass(frozen=True)
class Task:
    """One claim and one kind of evidence: `key` is the hash of all that it is made of."""

    claim: Claim
    kind: str
    key: str
    find: Callable[[], Evidence]


def proven(
    results: Iterable[Result], claims: Mapping[str, Claim], decide: bool, formal: bool, kept: Kept, workers: int
) -> Iterator[Result]:
    """Results with the evidence that solvers and the checker add, in their order.

    Parameters
    ----------
    kept : evidence of earlier runs: what has not changed is not asked again.
    workers : programs at a time.
    """
    known = list(results)
    deciders = versions() if decide else ""
    tasks = [task for result in known for task in _tasks(claims[result.id], decide, formal, deciders)]
    with ThreadPoolExecutor(workers) as pool:
        asked = {
            (task.claim.id, task.kind): (task, pool.submit(task.find)) for task in tasks if not kept.known(task.key)
        }
        for result in known:
            found = []
            for task in (task for task in tasks if task.claim.id == result.id):
                if (before := kept.evidence(task.key)) is not None:
                    found.append(before)
                else:
                    found.append(asked[task.claim.id, task.kind][1].result())
                    kept.keep(task.key, found[-1])
            yield with_evidence(result, found)


def with_evidence(result: Result, found: Iterable[Evidence]) -> Result:
    """A result with more evidence. What is unavailable or open changes no verdict; a proof that is none does."""
    for item in found:
        result = replace(result, evidence=(*result.evidence, item))
        if item.verdict is Verdict.REFUTED and result.verdict is Verdict.HOLDS:
            result = replace(result, verdict=Verdict.REFUTED, reason=item.witness)
        elif "refused" in item.figures and result.verdict is Verdict.HOLDS:
            result = replace(result, verdict=Verdict.UNDECIDED, reason=f"its formal proof: {item.figures['refused']}")
    return result


def _tasks(claim: Claim, decide: bool, formal: bool, deciders: str) -> Iterator[Task]:
    if decide and claim.decided_to:
        yield from _task(
            claim,
            "decided",
            lambda: list(problems(claim, claim.decided_to)),
            decided,
            lambda found: "\n".join([*map(smtlib, found), deciders]),
        )
    if formal and (text := notes.formal(claim)):
        yield from _task(
            claim,
            "formal",
            lambda: for_checker(claim),
            lambda _, made: proved(made, text),
            lambda made: f"{made}{text}{_coq()}",
        )


def _task(
    claim: Claim,
    kind: str,
    made: Callable[[], T],
    find: Callable[[Claim, T], Evidence],
    written: Callable[[T], str],
) -> Iterator[Task]:
    """A claim that says it can be expressed and cannot be is an error of its author, and is said."""
    try:
        found = made()
    except (NotExpressibleError, TooManyPathsError) as error:
        why = f"the record makes no statement: {error}"
        yield Task(claim, kind, "", lambda: Evidence(kind, Verdict.UNDECIDED, "no statement", {"refused": why}))  # type: ignore[arg-type]
        return
    key = hashlib.sha256("\0".join([kind, written(found)]).encode()).hexdigest()
    yield Task(claim, kind, key, lambda: find(claim, found))


def _coq() -> str:
    try:
        return checker.version()
    except UnavailableError as error:
        return str(error)


def proved(made: Stated, text: str) -> Evidence:
    """The author's proof, checked against the statement that the record makes."""
    scope = made.scope
    try:
        result = checker.check(made.text, text, checker.version(), made.setting)
    except UnavailableError as error:
        return Evidence("formal", Verdict.UNDECIDED, scope, {"unavailable": str(error)})
    if not result.proved:
        return Evidence("formal", Verdict.UNDECIDED, scope, {**result.figures, "refused": result.why})
    return Evidence("formal", Verdict.HOLDS, scope, {**result.figures, "reach": "stated"})
