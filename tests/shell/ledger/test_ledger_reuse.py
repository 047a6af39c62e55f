"""What a claim depends on, and verdicts that are taken from earlier runs while none of it has changed."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bninit.ledger.record import begin
from bninit.ledger.reuse import OTHERWISE
from bninit.ledger.verify import verified
from bninit.results.result import Plan
from bninit.run.load import load
from bninit.run.tasks import work
from tests.shell.conftest import Run, strict_json

LEDGER = ("--ledger", "ledger.sqlite")

HEAD = """
import os, sys
from pathlib import Path
import numpy as np
from sympy import Integer, Rational
from numerics.judging import BOOLEAN, sampled
from theory import Claim, Locator, Paper
from theory.exact.expressions import grid
from theory.notation import n
{imports}
HERE = Path(__file__).parent

def factor():
    return {factor}

claim = Claim(
    "mine.basic.doubled", source=Locator(Paper("mine", "Mine", "I. Myself", 2026, "in preparation"), "Lemma 1"),
    status="new", says="in words", tex="", hypotheses=("n >= 1",), over=grid(n=(2, 3)), {fields}
"""

EXACT = (
    HEAD
    + """
    predicts=2 * n,
)

@claim.exact(scope="n = 1..5")
def check(predicted):
    (HERE / "computed").touch()
    for k in range(1, 6):
        yield f"n = {{k}}", Integer(k * factor()), predicted.subs(n, k)
"""
)

COIN = (
    HEAD
    + """
    predicts=Rational(1, 2),
)

@sampled(claim, "coins", at=({{"c": 1}},), notices=0.2, support=BOOLEAN, block=64, expects=lambda p, cell: float(p))
def flip(layer, cell, rng, size):
    (HERE / "computed").touch()
    return (rng.random(size) < 0.25 * factor()).astype(float)
"""
)

Change = Callable[[Path], None]
Checked = Callable[..., Any]


def written(**files: str) -> Change:
    def write(folder: Path) -> None:
        for name, text in files.items():
            path = folder / name.replace("__", "/", 1).replace("INIT", "__init__")
            path = path.with_name(path.name + ".py") if path.suffix == "" and "data" not in path.name else path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    return write


def data(text: str) -> Change:
    return lambda folder: (folder / "data.txt").write_text(text) and None


WAYS: dict[str, tuple[dict[str, str], Change, Change]] = {
    "a module beside it": (
        {"imports": "import helper", "factor": "helper.two"}, written(helper="two = 2"), written(helper="two = 3"),
    ),
    "a helper of a helper": (
        {"imports": "import helper", "factor": "helper.two"},
        written(helper="from further import two", further="two = 2"), written(further="two = 3"),
    ),
    "a package's __init__": (
        {"imports": "from package import part", "factor": "part.two()"},
        written(package__INIT="two = 2", package__part="import package\ndef two(): return package.two"),
        written(package__INIT="two = 3"),
    ),
    "a namespace package": (
        {"imports": "import space.part", "factor": "space.part.two"},
        written(space__part="two = 2"), written(space__part="two = 3"),
    ),
    "a module on sys.path": (
        {"imports": "sys.path.insert(0, str(Path(__file__).parent / 'far'))\nimport distant", "factor": "distant.two"},
        written(far__distant="two = 2"), written(far__distant="two = 3"),
    ),
    "a module found through PYTHONPATH": (
        {"imports": "import elsewhere", "factor": "elsewhere.two"},
        written(path__elsewhere="two = 2"), written(path__elsewhere="two = 3"),
    ),
    "a declared file": (
        {"fields": "reads=('data.txt',),", "imports": "", "factor": "int((HERE / 'data.txt').read_text())"},
        data("2"), data("3"),
    ),
    "a file that is not declared": (
        {"imports": "", "factor": "int((HERE / 'data.txt').read_text())"},
        data("2"), data("3"),
    ),
    "a file read when it is imported": (
        {"imports": "TWO = int((Path(__file__).parent / 'data.txt').read_text())", "factor": "TWO"},
        data("2"), data("3"),
    ),
    "an environment variable": (
        {"imports": "", "factor": "int(os.environ.get('MY_TWO', '2'))"},
        lambda folder: None, lambda folder: (folder / "env").write_text("3") and None,
    ),
    "the whole environment": (
        {"imports": "", "factor": "int(dict(os.environ).get('MY_TWO', '2'))"},
        lambda folder: None, lambda folder: (folder / "env").write_text("3") and None,
    ),
    "a folder that is listed": (
        {"imports": "", "factor": "len(list((HERE / 'data').glob('*')))"},
        written(data__a="", data__b=""), written(data__c=""),
    ),
    "a folder listed at import": (
        {"imports": "TWO = len(os.listdir(Path(__file__).parent / 'data'))", "factor": "TWO"},
        written(data__a="", data__b=""), written(data__c=""),
    ),
    "a file that is only looked for": (
        {"imports": "", "factor": "3 if (HERE / 'flag').exists() else 2"},
        lambda folder: None, lambda folder: (folder / "flag").touch(),
    ),
    "the size of a file": (
        {"imports": "", "factor": "os.path.getsize(HERE / 'data.txt')"},
        data("12"), data("123"),
    ),
    "a file looked for at import": (
        {"imports": "TWO = 3 if os.path.isfile(Path(__file__).parent / 'flag') else 2", "factor": "TWO"},
        lambda folder: None, lambda folder: (folder / "flag").touch(),
    ),
    "an environment variable at import": (
        {"imports": "TWO = int(os.getenv('MY_TWO') or 2)", "factor": "TWO"},
        lambda folder: None, lambda folder: (folder / "env").write_text("3") and None,
    ),
}  # fmt: skip


@pytest.fixture
def checked(start: Callable[..., Any]) -> Checked:
    """A run in a process of its own, whose environment is that of the test."""
    return partial(_checked, start)


def _checked(start: Callable[..., Any], *more: object) -> Any:
    env = {"PYTHONPATH": os.pathsep.join(["path", os.environ.get("PYTHONPATH", "")])}
    if Path("env").exists():
        env["MY_TWO"] = Path("env").read_text()
    command = ("check", "--claims", "mine.py", "--json", "--level", "quick", "--jobs", 1)
    process = start(*command, *LEDGER, *more, env=env)
    out, err = process.communicate()
    found = strict_json(out)
    found["said"], found["status"] = err, process.returncode
    found["computed"] = Path("computed").exists()
    Path("computed").unlink(missing_ok=True)
    return found


SAMPLED_TOO = ("a helper of a helper", "a file that is not declared", "an environment variable")
CASES = [(EXACT, *way) for way in WAYS.values()] + [(COIN, *WAYS[name]) for name in SAMPLED_TOO]


@pytest.mark.parametrize(
    ("template", "parts", "before", "after"), CASES, ids=[*WAYS, *(f"{name}, sampled" for name in SAMPLED_TOO)]
)
def test_dependencies(template: str, parts: dict[str, str], before: Change, after: Change, checked: Checked) -> None:
    """An unchanged claim's verdict is taken as it was; what it depends on changed, it is judged afresh: now false."""
    Path("mine.py").write_text(template.format(**({"fields": ""} | parts)))
    before(Path())
    first = checked()
    assert [claim["verdict"] for claim in first["claims"]] == ["holds"], first
    second = checked()
    assert (second["run"]["reused"], second["run"]["reused_from"], second["said"]) == (1, {"1": 1}, "")
    assert timeless(second["claims"]) == timeless(first["claims"])
    assert template is COIN or not second["computed"]
    after(Path())
    third = checked()
    assert third["run"]["reused"] == 0
    assert [claim["verdict"] for claim in third["claims"]] == ["refuted"], third
    assert not any("seeds" in cell for item in third["claims"][0]["evidence"] for cell in item.get("cells", ()))
    assert verified(Path("ledger.sqlite")).faults == []


def timeless(claims: Any) -> Any:
    return [
        {key: value for key, value in claim.items() if "seconds" not in key and key != "reused"} for claim in claims
    ]


def test_what_is_not_seen_starts_afresh(checked: Checked, run: Run) -> None:
    """A simulation that reads what nobody sees starts afresh, its samples too; stderr and `history` say why."""
    Path("mine.py").write_text(COIN.format(imports="from time import time", fields="", factor="2"))
    assert checked()["claims"][0]["verdict"] == "holds"
    found = checked()
    assert found["run"]["reused"] == 0
    assert not any("seeds" in cell for item in found["claims"][0]["evidence"] for cell in item.get("cells", ()))
    assert "nobody sees whether what it reads is as it was: time.time" in " ".join(found["said"].split())
    assert verified(Path("ledger.sqlite")).faults == []


def test_a_simulation_that_draws_otherwise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A simulation that came to draw otherwise, nobody sees why, starts afresh, and the ledger says so."""
    Path("mine.py").write_text(COIN.format(imports="", fields="", factor="2"))
    file = str(tmp_path / "mine.py")
    known = load(file)
    claim, plan = known["mine.basic.doubled"], Plan("quick", 5, 0, file)

    def judged() -> tuple[str, bool, str]:
        recording = begin(Path("ledger.sqlite"), [claim], plan, None, known=known)
        outcome = work(claim.id, plan, recording.task(claim.id))
        recording.receive(outcome)
        recording.close(0.0, finished=True)
        return outcome.result.verdict.value, outcome.result.reused is not None, outcome.result.error

    assert [judged(), judged()] == [("holds", False, ""), ("holds", True, "")]
    monkeypatch.setattr(sys.modules[claim.module], "factor", lambda: 3)
    assert judged() == ("refuted", False, "")
    with closing(sqlite3.connect("ledger.sqlite")) as link:
        assert link.execute("SELECT name FROM seen WHERE kind = 'probe'").fetchall() == [(OTHERWISE,)]
    assert verified(Path("ledger.sqlite")).faults == []


def test_fresh_and_seeds(checked: Checked) -> None:
    """--fresh takes nothing; an explicit seed takes a sampled verdict of that seed alone, another level none of it."""
    Path("mine.py").write_text(COIN.format(imports="", fields="", factor="2"))
    checked("--seed", 5)
    taken = {words: checked(*words)["run"]["reused"] for words in ((), ("--fresh",), ("--seed", 5), ("--seed", 6))}
    assert taken == {(): 1, ("--fresh",): 0, ("--seed", 5): 1, ("--seed", 6): 0}
    assert checked("--level", "standard")["run"]["reused"] == 0


def test_exact_verdicts_know_no_seed(checked: Checked) -> None:
    """An exact verdict does not depend on seed, level or error budget, and is taken whatever they are."""
    Path("mine.py").write_text(EXACT.format(imports="", fields="", factor="2"))
    checked("--seed", 5)
    assert [checked(*more)["run"]["reused"] for more in (["--seed", 6], ["--level", "deep"])] == [1, 1]


@pytest.mark.parametrize(
    ("factor", "verdict"),
    [
        ("__import__('warnings').warn('mind the gap') or 2", "holds"),
        ("1 // 0", "undecided"),
        ("int(__import__('subprocess').run(['echo', '2'], stdout=-1).stdout)", "holds"),
    ],
    ids=["a warning", "a crash", "another program"],
)
def test_never_taken(factor: str, verdict: str, checked: Checked) -> None:
    """A result with a warning or an error, or one that another program had a part in, is computed again."""
    Path("mine.py").write_text(EXACT.format(imports="", fields="", factor=factor))
    for _ in range(2):
        found = checked()
        assert (found["claims"][0]["verdict"], found["run"]["reused"], found["computed"]) == (verdict, 0, True)


def test_no_more_than_depends_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A change of one file of the suite re-judges the claims that are made of it, and no others."""
    import theory.papers.nachum24 as paper
    from bninit.ledger.depends.content import content, digest
    from bninit.ledger.depends.sources import Sources
    from bninit.run.load import load

    known = load()

    def hashes() -> dict[str, str]:
        sources = Sources()
        return {name: digest(content(claim, sources, known)) for name, claim in known.items()}

    before = hashes()
    changed = Path(paper.__file__).parent / "rank" / "relu.py"
    assert changed.is_file()
    from bninit.ledger.depends import sources as module

    plain = module.hashed
    monkeypatch.setattr(module, "hashed", lambda path: "other" if Path(path) == changed.resolve() else plain(path))
    after = hashes()
    touched = {name for name in before if before[name] != after[name]}
    assert touched
    assert all(name.startswith("nachum24.rank") for name in touched), touched
    assert len(touched) < len(before) / 4


def test_terminal_says_what_was_taken(checked: Checked, run: Run) -> None:
    """The summary counts verdicts that were taken, with the run that they are from, and how to compute all."""
    Path("mine.py").write_text(EXACT.format(imports="", fields="", factor="2"))
    checked()
    told = run("check", "--claims", "mine.py", "--level", "quick", *LEDGER).stdout
    assert "1 of 1 verdict taken from run 1 of 20" in told
    assert "; --fresh computes all." in told
    assert all(len(line) <= 80 for line in told.splitlines())
