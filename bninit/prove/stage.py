"""The stage after the checks: decision procedures and proofs, claim by claim, and what they add to the results."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeVar

from bninit import notes
from bninit.prove import checker, solvers
from bninit.prove.kept import Kept
from bninit.prove.process import UnavailableError
from bninit.results.result import Result
from theory.claim import Claim, Evidence, Verdict
from theory.claim.instance import literals, tried
from theory.statement import NotExpressibleError, Problem, Stated, for_checker, problems
from theory.statement.smtlib import smtlib
from theory.term import Term, TooManyPathsError

T = TypeVar("T")

SECONDS = 10.0
"""For one question to a solver."""


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
    tasks = [task for result in known for task in _tasks(claims[result.id], decide, formal)]
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


def _tasks(claim: Claim, decide: bool, formal: bool) -> Iterator[Task]:
    if decide and claim.decided_to:
        yield from _task(claim, "decided", lambda: list(problems(claim, claim.decided_to)), decided, _scripts)
    if formal and (text := notes.formal(claim)):
        yield from _task(
            claim,
            "formal",
            lambda: for_checker(claim),
            lambda _, made: proved(made, text),
            lambda made: f"{made}{text}",
        )


def _scripts(found: list[Problem]) -> str:
    return "\n".join(map(smtlib, found))


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
    key = hashlib.sha256("\0".join([kind, written(found), _versions(kind)]).encode()).hexdigest()
    yield Task(claim, kind, key, lambda: find(claim, found))


def _versions(kind: str) -> str:
    try:
        return checker.version() if kind == "formal" else json.dumps(sorted(solvers.installed().items()))
    except UnavailableError as error:
        return str(error)


def decided(claim: Claim, found: list[Problem]) -> Evidence:
    """Both solvers on every problem; a model counts once the literal check finds the violation, in Fractions."""
    sizes = [problem.words for problem in found]
    scope = "all real instances" + (f", {sizes[0]} to {sizes[-1]}" if len(found) > 1 else "")
    start = time.perf_counter()
    scripts = list(map(smtlib, found))
    try:
        said = {name: solvers.ask(name, scripts, SECONDS) for name in solvers.VERSIONS}
    except UnavailableError as error:
        return Evidence("decided", Verdict.UNDECIDED, scope, {"unavailable": str(error)})
    figures: dict[str, Any] = {
        "solvers": {name: one.version for name, one in said.items()},
        "problems": len(found),
        "statement_sha256": hashlib.sha256("\n".join(scripts).encode()).hexdigest(),
        "checker_seconds": round(time.perf_counter() - start, 2),
    }
    for place, problem in enumerate(found):
        answers = {name: one.answers[place] for name, one in said.items()}
        if all(answer.said == "unsat" for answer in answers.values()):
            continue
        for answer in answers.values():
            if answer.said == "sat" and (witness := violated(claim, problem, answer.model)):
                return Evidence("decided", Verdict.REFUTED, scope, figures, witness)
        told = ", ".join(f"{name} says {answer.said}" for name, answer in answers.items())
        return Evidence("decided", Verdict.UNDECIDED, scope, figures | {"open": f"{problem.words}: {told}"})
    reach = {"reach": "stated"} if all(problem.whole for problem in found) else {"reach": "cases", "shapes": len(found)}
    return Evidence("decided", Verdict.HOLDS, scope, figures | reach)


def violated(claim: Claim, problem: Problem, model: Mapping[str, Fraction]) -> str:
    """Where the literal check itself finds the model's instance violated; empty if it does not."""
    try:
        at = {name: _put(value, model) for name, value in problem.instance.items()}
    except (KeyError, TypeError):
        return ""
    for check in literals(claim):
        found = tried(claim, check, at)
        if found.verdict == "violated":
            return f"{', '.join(f'{name} = {value}' for name, value in at.items())}: {found.why}"
    return ""


def _put(value: Any, model: Mapping[str, Fraction]) -> Any:
    if isinstance(value, Term):
        if value.op != "var":
            raise TypeError(f"{value} is no variable")
        return model.get(value.args[0], Fraction(0))
    return tuple(_put(item, model) for item in value) if isinstance(value, tuple) else value


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
