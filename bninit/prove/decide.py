"""Decided evidence: by an exact certificate, by both solvers, or by one of them and QEPCAD."""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

from bninit.prove import csdp, qepcad, solvers
from bninit.prove.process import UnavailableError
from theory.claim import Claim, Evidence, Verdict
from theory.claim.instance import literals, tried
from theory.statement import Problem
from theory.statement.polynomial import NotPolynomialError, Semidefinite, certificate, formula, questions
from theory.statement.polynomial.atoms import is_linear
from theory.statement.setting import reach_of
from theory.statement.smtlib import smtlib
from theory.term import Term

SECONDS = 10.0
"""For one question to a solver."""

CERTIFYING = 8.0
"""Seconds to look for the certificates of a claim; solvers are asked for what then is left."""


def versions() -> str:
    """Of all that is asked."""
    return json.dumps([sorted(solvers.installed().items()), _version(csdp), _version(qepcad)])


def _version(program: Any) -> str:
    try:
        return str(program.version())
    except UnavailableError as error:
        return str(error)


def decided(claim: Claim, found: Sequence[Problem]) -> Evidence:
    """Every problem by a certificate, or by two programs that agree; a model counts once it is found in Fractions."""
    if not found:
        return Evidence("decided", Verdict.UNDECIDED, "no instance", {"open": "there are none of so small sizes"})
    sizes = [problem.words for problem in found]
    scope = "all real instances" + (f", {sizes[0]} to {sizes[-1]}" if len(found) > 1 else "")
    start = time.perf_counter()
    figures: dict[str, Any] = {"problems": len(found)}
    scripts = list(map(smtlib, found))
    solve = _Solve()
    left = [place for place, problem in enumerate(found) if not solve.certifies(problem)]
    methods = Counter({"certificate": len(found) - len(left)})
    figures |= {"statement_sha256": hashlib.sha256("\n".join(scripts).encode()).hexdigest()}
    said = {}
    if left:
        try:
            said = {name: solvers.ask(name, [scripts[i] for i in left], SECONDS) for name in solvers.VERSIONS}
        except UnavailableError as error:
            return Evidence("decided", Verdict.UNDECIDED, scope, {"unavailable": str(error)})
        figures["solvers"] = {name: one.version for name, one in said.items()}
    for k, place in enumerate(left):
        answers = {name: one.answers[k] for name, one in said.items()}
        for answer in answers.values():
            if answer.said == "sat" and (witness := violated(claim, found[place], answer.model)):
                return Evidence("decided", Verdict.REFUTED, scope, figures, witness)
        told = {name: answer.said for name, answer in answers.items()}
        if sorted(told.values()) == ["unknown", "unsat"] and _third(found[place]):
            told["qepcad"] = "unsat"
        agree = [name for name, answer in told.items() if answer == "unsat"]
        if len(agree) < 2:
            words = ", ".join(f"{name} says {answer}" for name, answer in told.items())
            return Evidence("decided", Verdict.UNDECIDED, scope, figures | {"open": f"{found[place].words}: {words}"})
        methods[" and ".join(agree)] += 1
    figures |= {"methods": dict(+methods), "checker_seconds": round(time.perf_counter() - start, 2)}
    if methods["certificate"] and solve.version:
        figures["csdp"] = solve.version
    reach = reach_of([*dict.fromkeys(one for problem in found for one in problem.taken)])
    if not all(problem.whole for problem in found):
        reach |= {"reach": "cases", "shapes": len(found)}
    return Evidence("decided", Verdict.HOLDS, scope, figures | reach)


class _Solve:
    """CSDP, for so many seconds; where it is not there, certificates that need no search are found still."""

    def __init__(self) -> None:
        self.version, self._end = "", time.perf_counter() + CERTIFYING
        with suppress(UnavailableError):
            self.version = csdp.version()

    def __call__(self, problem: Semidefinite) -> list[list[list[float]]] | None:
        if not self.version or time.perf_counter() > self._end:
            return None
        with suppress(UnavailableError):
            return csdp.solve(problem)
        return None

    def certifies(self, problem: Problem) -> bool:
        """Whether there is a certificate for each question; linear problems are left to solvers, which are quicker."""
        if is_linear(problem) or time.perf_counter() > self._end:
            return False
        with suppress(NotPolynomialError):
            return all(certificate(question, self) is not None for question in questions(problem))
        return False


def _third(problem: Problem) -> bool:
    """Whether QEPCAD refutes each question of a problem."""
    try:
        qepcad.version()
        return not any(qepcad.ask(formula(question)) for question in questions(problem))
    except (UnavailableError, NotPolynomialError):
        return False


def violated(claim: Claim, problem: Problem, model: Mapping[str, Fraction]) -> str:
    """Where the literal check itself finds the model's instance violated; empty if it does not."""
    try:
        at = {name: _put(value, model) for name, value in problem.instance.items()}
    except (KeyError, TypeError):
        return ""
    if claim.quantified is None or at not in claim.quantified:
        return ""  # to a solver every number is real
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
