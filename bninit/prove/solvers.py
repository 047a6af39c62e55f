"""Decision procedures: z3 and cvc5, each asked in a process of its own, and believed only where both say the same."""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from bninit.prove.process import UnavailableError, run

VERSIONS = {"z3": re.compile(r"(4\.1[3-9]|5\.\d+)\.\d+"), "cvc5": re.compile(r"1\.[1-9]\d*\.\d+")}
"""Solvers, and the versions that this was written for."""

DISTRIBUTIONS = {"z3": "z3-solver", "cvc5": "cvc5"}

START = 20.0
"""Seconds that starting a solver may take beside its answers."""


@dataclass(frozen=True)
class Answer:
    """`unsat`, `sat` or `unknown`; of sat, rational values by name, as far as there are."""

    said: str
    model: dict[str, Fraction] = field(default_factory=dict)


@dataclass(frozen=True)
class Asked:
    """A solver's version and its answers, one for each script."""

    version: str
    answers: tuple[Answer, ...]


def installed() -> dict[str, str]:
    """The solvers that are there, with the versions of their distributions."""
    found = {}
    for name, distribution in DISTRIBUTIONS.items():
        with suppress(PackageNotFoundError):
            found[name] = version(distribution)
    return found


def ask(solver: str, scripts: Sequence[str], seconds: float) -> Asked:
    """Put scripts in SMT-LIB to a solver, each for so many seconds.

    Raises
    ------
    UnavailableError
        where it is not installed, of another version, crashes, hangs, or does not answer in words that it has.
    """
    if find_spec(solver) is None:
        raise UnavailableError(f'{solver} is not installed: pip install "bninit[smt]"')
    text = json.dumps({"scripts": list(scripts), "milliseconds": int(1000 * seconds)})
    program = str(Path(__file__).with_name(f"ask_{solver}.py"))
    with tempfile.TemporaryDirectory() as folder:
        done = run([sys.executable, "-I", program], Path(folder), START + 1.5 * seconds * len(scripts), text)
    try:
        head, *rest = map(json.loads, done.out.splitlines())
        said = str(head["version"])
        answers = tuple(_answer(row) for row in rest)
    except (ValueError, TypeError, KeyError, ZeroDivisionError) as error:
        raise UnavailableError(f"{solver} printed what is no answer{_last(done.errors)}") from error
    if head.get("solver") != solver or not VERSIONS[solver].fullmatch(said):
        raise UnavailableError(f"{solver} {said[:20]} is not a version that is known here")
    if len(answers) != len(scripts):
        raise UnavailableError(f"{solver} answered {len(answers)} of {len(scripts)} questions{_last(done.errors)}")
    return Asked(said, answers)


def _answer(row: dict[str, object]) -> Answer:
    said = row["answer"]
    if said not in ("unsat", "sat", "unknown"):
        raise ValueError(f"{said!r} is no answer")
    model = row["model"]
    if not isinstance(model, dict):
        raise TypeError("a model is a dict")
    return Answer(str(said), {str(name): Fraction(value) for name, value in model.items() if value is not None})


def _last(errors: str) -> str:
    lines = errors.strip().splitlines()
    return f" ({lines[-1][:120]})" if lines else ""
