"""Tests of programs that are absent, others, or broken: unavailable with a reason, the rest of the run unharmed."""

import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import pytest
from sympy import Integer

from bninit.prove import checker, csdp, qepcad, solvers
from bninit.prove.decide import decided
from bninit.prove.kept import Kept
from bninit.prove.process import UnavailableError, run
from bninit.prove.stage import _tasks, proven, with_evidence
from bninit.results.result import Clock, unjudged
from tests.exact.toys import toy
from theory import Verdict, claims
from theory.batchnorm import dot, recentre
from theory.claim import Evidence
from theory.domains import Batches, Integers
from theory.statement import problems
from theory.statement.polynomial import Semidefinite
from theory.statement.smtlib import smtlib

NAME = "nachum24.tree.difference"


def said(solver: str, version: str, *answers: str) -> str:
    """A program that prints so."""
    rows = [{"solver": solver, "version": version}, *({"answer": answer, "model": {}} for answer in answers)]
    return f"import json\nfor row in {rows!r}: print(json.dumps(row))"


@pytest.fixture
def pretend(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """`pretend("csdp", "exit 1")`: a program of that name comes first on the path."""

    def make(name: str, text: str, path: str = ":/usr/bin:/bin") -> None:
        program = tmp_path / name
        program.write_text(f"#!/bin/sh\n{text}\n")
        program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}{path}")

    return make


OLD = "echo 'The Coq Proof Assistant, version 7.4'; echo 'CSDP 5.9.0 '; echo 'QEPCAD   -   Version B 0.3'"
OTHERS = {
    OLD: "not a version",
    "echo 'The Rooster, version 8.16.1'": "not a version",
    "kill -SEGV $$": "killed by signal 11",
    "printf '\\377\\376'": "no text",
    "exit 3": "not a version",
}


@pytest.mark.parametrize(("name", "program"), [("coqc", checker), ("csdp", csdp), ("qepcad", qepcad)])
@pytest.mark.parametrize(("text", "why"), OTHERS.items())
def test_another_program(name: str, program: ModuleType, text: str, why: str, pretend: Callable[..., None]) -> None:
    """A program that has the name is not taken for it unless it has its version, before anything is believed."""
    pretend(name, text)
    with pytest.raises(UnavailableError, match=why):
        program.version()


QEPCAD = "[ \"$1\" = -v ] && echo 'QEPCAD   -   Version B 1.74, Thu Feb 25'; "
END = "printf 'An equivalent quantifier-free formula:\\n\\n%s\\n\\n=====  The End  =====\\n'"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"{END} FALSE", "wrong answer"),
        (f"{END} TRUE", "wrong answer"),
        (f"{END} MAYBE", "no answer"),
        (f"{END} TRUE; {END} FALSE", "no answer"),
        (f"{END} TRUE; exit 1", "no answer"),
        ('[ -n "$2" ] && kill -SEGV $$; exit 0', "killed by signal 11"),
    ],
)
def test_a_lying_qepcad(text: str, why: str, pretend: Callable[..., None]) -> None:
    """It is asked what is known, and has to know it; an answer in other words is none."""
    pretend("qepcad", QEPCAD + text)
    with pytest.raises(UnavailableError, match=why):
        qepcad.version()


ASKED = Semidefinite((1,), ((((0, 0, 0, Fraction(1)),), Fraction(1)),))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("exit 2", None),
        ("printf '0\\n2 1 1 1 1.0\\n' > found", [[[1.0]]]),
        ("echo '2 1 1 1' > found; echo 2 2 2 >> found", "no solution"),
        ("printf '0\\n2 7 1 1 1.0\\n' > found", "no solution"),
        ("printf '\\377' > found", "no solution"),
        ("exit 0", "no solution"),
        ("kill -SEGV $$", "killed by signal 11"),
    ],
)
def test_a_broken_csdp(text: str, found: object, pretend: Callable[..., None]) -> None:
    """What it writes is taken apart strictly; and no more than a proposal."""
    pretend("csdp", text)
    if isinstance(found, str):
        with pytest.raises(UnavailableError, match=found):
            csdp.solve(ASKED)
    else:
        assert csdp.solve(ASKED) == found


def test_absent_they_change_nothing(
    pretend: Callable[..., None], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Without CSDP and QEPCAD, and with false ones, two solvers decide as before."""
    pytest.importorskip("z3")
    pytest.importorskip("cvc5")
    claim = claims()["daneshmand21.theorem.vacuous-widths"]
    monkeypatch.setenv("PATH", str(tmp_path))
    for text in ("", "exit 1", "sleep 2 & kill -SEGV $$"):
        for name in ("csdp", "qepcad") if text else ():
            pretend(name, text, ":/bin")
        found = decided(claim, list(problems(claim, claim.decided_to)))
        assert found.verdict is Verdict.HOLDS
        assert found.figures["methods"] in ({"z3 and cvc5": 1}, {"certificate": 1})
        assert "csdp" not in found.figures


def test_a_wider_domain_is_asked_anew() -> None:
    """All sizes of one domain, and the first of another, give the same scripts."""
    made = [
        toy(given={"x": Batches(sizes)}, relation=">", predicts=Integer(0), decided_to=3).literal(
            lambda at: dot(recentre(at.x), recentre(at.x))
        )
        for sizes in (Integers(2, 3), Integers(2))
    ]
    scripts = {tuple(map(smtlib, problems(claim, claim.decided_to))) for claim in made}
    keys = {task.key for claim in made for task in _tasks(claim, True, False, "")}
    assert (len(scripts), len(keys)) == (1, 2)


def test_no_coqc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Absent, it is unavailable; the claim keeps its verdict."""
    monkeypatch.setenv("PATH", str(tmp_path))
    claim = claims()[NAME]
    before = unjudged(claim, Verdict.HOLDS, Clock())
    (after,) = proven([before], {NAME: claim}, False, True, Kept(), 1)
    assert after.verdict is Verdict.HOLDS
    (item,) = after.evidence
    assert item.verdict is Verdict.UNDECIDED
    assert "not on the path" in item.figures["unavailable"]


def test_programs_are_limited(tmp_path: Path) -> None:
    """One that hangs is stopped with its children after its time; one that wants more memory than it may have fails."""
    with pytest.raises(UnavailableError, match="stopped after"):
        run(["sh", "-c", "sleep 60 & sleep 60"], tmp_path, 0.5)
    done = run([sys.executable, "-S", "-c", "x = bytearray(2**30)"], tmp_path, 20.0, memory=2**29)
    assert done.code
    assert "MemoryError" in done.errors


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("print('garbage')", "no answer"),
        (said("z3", "4.13.0"), "answered 0 of 1"),
        (said("z4", "4.13.0", "unsat"), "version"),
        (said("z3", "1.0", "unsat"), "version"),
        (said("z3", "4.13.0", "maybe"), "no answer"),
        ("import os; os.abort()", "killed by signal 6"),
    ],
)
def test_a_broken_solver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, why: str) -> None:
    """What it prints is taken apart strictly."""
    pytest.importorskip("z3")
    (tmp_path / "ask_z3.py").write_text(text)
    monkeypatch.setattr(solvers, "__file__", str(tmp_path / "solvers.py"))
    with pytest.raises(UnavailableError, match=why):
        solvers.ask("z3", ["(check-sat)"], 1.0)


def test_evidence_that_refutes_or_is_refused_changes_the_verdict() -> None:
    """A counterexample refutes; a proof that is none leaves the claim undecided; what is open changes nothing."""
    start = unjudged(claims()[NAME], Verdict.HOLDS, Clock())
    made = {
        Verdict.REFUTED: Evidence("decided", Verdict.REFUTED, "..", {}, "x = 1"),
        Verdict.UNDECIDED: Evidence("formal", Verdict.UNDECIDED, "..", {"refused": "no"}),
        Verdict.HOLDS: Evidence("decided", Verdict.UNDECIDED, "..", {"open": "unknown"}),
    }
    for verdict, item in made.items():
        assert with_evidence(start, [item]).verdict is verdict


def test_what_is_proved_is_not_proved_again(tmp_path: Path) -> None:
    """The ledger keeps what holds under the hash of all that it is made of; nothing else."""
    shown = Evidence("decided", Verdict.HOLDS, "..", {"reach": "stated"})
    for _ in range(2):
        with Kept(tmp_path / "ledger.sqlite") as kept:
            kept.keep("a", shown)
            kept.keep("b", Evidence("decided", Verdict.UNDECIDED, "..", {"open": "unknown"}))
            assert kept.evidence("b") is None
            again = kept.evidence("a")
            assert again is not None
            assert again.figures == {"reach": "stated", "kept": True}
    with Kept(tmp_path / "ledger.sqlite", fresh=True) as kept:
        assert not kept.known("a")


def test_limits_of_this_process_are_kept(tmp_path: Path) -> None:
    """Under `ulimit -v` a program gets what there is: to ask for more would be an error without capabilities."""
    said = (
        "from pathlib import Path; from bninit.prove.process import run; "
        f"print(run(['sh', '-c', 'ulimit -v'], Path({str(tmp_path)!r}), 5).out)"
    )
    limited = f'ulimit -v 1500000; exec {sys.executable} -c "{said}"'
    assert subprocess.run(["sh", "-c", limited], capture_output=True, text=True, check=True).stdout.strip() == "1500000"
