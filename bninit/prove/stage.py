"""The stage after the checks: decision procedures and proofs, claim by claim, and what they add to the results."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias, TypeVar

from bninit import notes
from bninit.prove import checker
from bninit.prove.decide import decided, versions
from bninit.prove.kept import Kept
from bninit.prove.process import UnavailableError
from bninit.prove.recorded import asked
from bninit.results.result import Result
from theory.claim import Claim, Evidence, Verdict
from theory.statement import NotExpressibleError, Stated, problems
from theory.statement.setting import Setting, reach_of
from theory.statement.smtlib import smtlib
from theory.term import TooManyPathsError

T = TypeVar("T")


TOGETHER = 12
"""Proofs that are checked together: they share the loading of libraries, and an interruption loses them together."""


@dataclass(frozen=True)
class Proof:
    """What the checker is asked, and of what it is."""

    asked: checker.Asked
    made: Stated


Found: TypeAlias = Callable[[], Evidence]
"""Evidence, once it is there."""


@dataclass(frozen=True)
class Task:
    """One claim and one kind of evidence: `key` is the hash of all that it is made of."""

    claim: Claim
    kind: str
    key: str
    find: Proof | Found


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
        asked = _asked(pool, [task for task in tasks if not kept.known(task.key)])
        for result in known:
            found = []
            for task in (task for task in tasks if task.claim.id == result.id):
                if (before := kept.evidence(task.key)) is not None:
                    found.append(before)
                else:
                    found.append(asked[task.claim.id, task.kind]())
                    kept.keep(task.key, found[-1])
            yield with_evidence(result, found)


def _asked(pool: Executor, tasks: Iterable[Task]) -> dict[tuple[str, str], Found]:
    """The answers by claim and kind; proofs in one setting are checked together."""
    found: dict[tuple[str, str], Found] = {}
    proofs: dict[Setting, list[tuple[Task, Proof]]] = {}
    for task in tasks:
        if isinstance(task.find, Proof):
            proofs.setdefault(task.find.asked.setting, []).append((task, task.find))
        else:
            found[task.claim.id, task.kind] = pool.submit(task.find).result
    for alike in proofs.values():
        for first in range(0, len(alike), TOGETHER):
            some = alike[first : first + TOGETHER]
            answers = pool.submit(proved, [proof for _, proof in some])
            for i, (task, _) in enumerate(some):
                found[task.claim.id, task.kind] = partial(_one, answers, i)
    return found


def _one(answers: Future[list[Evidence]], i: int) -> Evidence:
    return answers.result()[i]


def with_evidence(result: Result, found: Iterable[Evidence]) -> Result:
    """A result with more evidence. What is unavailable or open changes no verdict; a proof that is none does.

    What the checker says now stands in the place of what it said before; where it is not there, that stays.
    """
    for item in found:
        before = [old for old in result.evidence if not old.figures.get("recorded")]
        if item.kind == "formal" and "unavailable" in item.figures and len(before) < len(result.evidence):
            continue
        kept = before if item.kind == "formal" else result.evidence
        result = replace(result, evidence=(*kept, item))
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
            lambda found: partial(decided, claim, found),
            # the same scripts can be all of a domain, or its first sizes
            lambda found: "\n".join(
                [*(f"{smtlib(one)}\n{one.words} {one.whole} {one.taken}" for one in found), deciders]
            ),
        )
    if formal and (texts := notes.formal(claim)):
        yield from _task(
            claim,
            "formal",
            lambda: Proof(*asked(claim, texts)),
            lambda proof: proof,
            lambda proof: f"{proof.asked.key}{_coq()}{proof.made.taken}",
        )


def _task(
    claim: Claim,
    kind: str,
    made: Callable[[], T],
    find: Callable[[T], Proof | Found],
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
    yield Task(claim, kind, key, find(found))


def _coq() -> str:
    try:
        return checker.version()
    except UnavailableError as error:
        return str(error)


def proved(proofs: Sequence[Proof]) -> list[Evidence]:
    """The authors' proofs in one setting, checked against the statements that the records make."""
    answers: Sequence[checker.Checked | UnavailableError]
    try:
        answers = checker.checks([proof.asked for proof in proofs], checker.version())
    except UnavailableError as error:
        answers = [error] * len(proofs)
    return [_evidence(answer, proof.made) for answer, proof in zip(answers, proofs, strict=True)]


def _evidence(found: checker.Checked | UnavailableError, made: Stated) -> Evidence:
    if isinstance(found, UnavailableError):
        return Evidence("formal", Verdict.UNDECIDED, made.scope, {"unavailable": str(found)})
    if not found.proved:
        return Evidence("formal", Verdict.UNDECIDED, made.scope, {**found.figures, "refused": found.why})
    return Evidence(
        "formal", Verdict.HOLDS, made.scope, {**found.figures, **reach_of(made.taken, found.lacks, made.facts)}
    )
