"""The ledger: error is spent once, runs are taken up, content decides, other files are left alone."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bninit.ledger import schema
from bninit.ledger.depends.content import Sources, content, digest
from bninit.ledger.record import Recording, begin
from bninit.ledger.verify import verified
from bninit.results.result import Plan, count_nulls
from bninit.run.load import load, user_module
from bninit.run.tasks import work
from tests.shell.conftest import WATCHED, Run, strict_json
from tests.shell.ledger.test_ledger_faults import COINS, timeless
from tests.shell.run.test_interrupt import TWO_AND_SLOW
from tests.waiting import PATIENCE, until

QUICK = ("check", "coins.basic.fair", "--claims", COINS, "--level", "quick", "--jobs", 1)
LEDGER = ("--ledger", "ledger.sqlite")

EDGE = """
from sympy import Rational
from tests.shell.ledger import sampled_claims
edge = sampled_claims.coin("edge", "1/2", truth=Rational(55, 100), block=512)
"""
"""The margin is 0.2 / 2 of the claimed 1/2, that is 0.05, at level quick, too: a coin of 0.55 lies on it."""


def cells(done: Any) -> list[dict[str, Any]]:
    return [
        cell for claim in strict_json(done.stdout)["claims"] for item in claim["evidence"] for cell in item["cells"]
    ]


def rows(query: str) -> list[tuple[Any, ...]]:
    link = sqlite3.connect("ledger.sqlite")
    try:
        return link.execute(query).fetchall()
    finally:
        link.close()


def test_same_seed_same_results(run: Run) -> None:
    """With one seed, results with a ledger, new or not, are those without, to the last bit; rereading adds no block."""
    ways = (["--no-ledger"], LEDGER, [*LEDGER, "--fresh"], LEDGER)
    found = [timeless(run(*QUICK, "--seed", 5, "--json", *more).stdout) for more in ways]
    assert found[0] == found[1] == found[2] == found[3]
    [(blocks,)] = rows("SELECT count(*) FROM block")
    assert blocks == sum(
        -(-cell["networks"] // 64) for cell in cells(run(*QUICK, "--seed", 5, "--json", "--no-ledger"))
    )
    assert verified(Path("ledger.sqlite")).faults == []


def test_a_decision_stands(run: Run) -> None:
    """A run with another seed reports a decision as recorded, names the seed it rests on, and draws nothing."""
    first = cells(run(*QUICK, "--seed", 5, "--json", *LEDGER))
    before = rows("SELECT count(*) FROM block")
    assert cells(run(*QUICK, "--json", *LEDGER)) == first  # the verdict itself, from run 1
    for more in (["--fresh"], ["--seed", 6]):
        again = run(*QUICK, "--json", *LEDGER, *more)
        assert cells(again) == [cell | {"seeds": [5]} for cell in first]
    assert rows("SELECT count(*) FROM block") == before
    told = run(*QUICK, *LEDGER, "--fresh").stdout
    assert "Ledger: run 5" in told
    assert "1 claim decided with samples of earlier runs (--no-ledger samples anew)." in told


def test_not_until_green(run: Run, claims_file: Callable[..., str]) -> None:
    """Running again adds to one e-process: a coin on the margin stays undecided (false alarm 1e-9), samples add up."""
    path = claims_file(EDGE, preamble="")
    networks, seeds = [], []
    for _ in range(4):
        done = run("check", "coins.basic.edge", "--claims", path, "--level", "quick", "--jobs", 1, "--json", *LEDGER)
        assert done.exit_code == 1
        [claim] = strict_json(done.stdout)["claims"]
        assert claim["verdict"] == "undecided"
        seeds.append(strict_json(done.stdout)["run"]["seed"])
        networks.append(cells(done)[0]["networks"])
    assert networks == [networks[0] * runs for runs in (1, 2, 3, 4)]
    assert cells(done)[0]["seeds"] == seeds
    assert verified(Path("ledger.sqlite")).faults == []


def test_other_budget(run: Run) -> None:
    """A run that shares the error among more nulls goes on where one with fewer stopped; one with fewer stops there."""
    few = cells(run(*QUICK, "--seed", 5, "--json", *LEDGER))
    many = ("check", "coins", *QUICK[2:], "--seed", 5, "--json")
    assert timeless(run(*many, *LEDGER).stdout) == timeless(run(*many, "--no-ledger").stdout)
    assert cells(run(*QUICK, "--seed", 5, "--json", *LEDGER)) == few
    found = verified(Path("ledger.sqlite"))
    assert found.faults == []
    assert 0 < found.spent <= 1e-9


CHANGES = {
    "the statement": ("says=f'", "says=f'truly, "),
    "a hypothesis": ("hypotheses=()", "hypotheses=('the coin is new',)"),
    "a cell": ('{"c": 2}', '{"c": 3}'),
    "the deviation": ('"notices": 0.2', '"notices": 0.21'),
    "the size of blocks": ('"block": 64', '"block": 63'),
    "the sampler": ("rng.random(size)", "rng.random(size) * 1.0"),
}


@pytest.mark.parametrize(("old", "new"), CHANGES.values(), ids=CHANGES)
def test_changed_claims_start_afresh(old: str, new: str, run: Run, claims_file: Callable[..., str]) -> None:
    """Whatever makes it another claim or another sampler makes its evidence start afresh."""
    text = Path(COINS).read_text().replace('says=f"heads come with probability {p}"', "says=f'heads'")
    assert old in text
    command = ("check", "coins.basic.fair", "--level", "quick", "--jobs", 1, "--json", *LEDGER)
    run(*command, "--claims", claims_file(text, preamble=""), "--seed", 5)
    user_module.cache_clear()
    done = run(*command, "--claims", claims_file(text.replace(old, new), preamble=""), "--seed", 6)
    assert not any("seeds" in cell for cell in cells(done))
    assert len(rows("SELECT 1 FROM claim")) == 2
    told = run("history", "coins.basic.fair", *LEDGER).stdout
    assert "afresh, for changed: " in told


def test_hash_is_of_content() -> None:
    """The hash of a claim is the same in every process (hash seed, order of import), and differs between claims."""
    code = (
        "from bninit.ledger.depends.content import Sources, content, digest\n"
        "from bninit.run.load import load\n"
        "known, sources = load(), Sources()\n"
        "for claim in known.values(): print(digest(content(claim, sources)))"
    )
    mine = [digest(content(claim, sources)) for sources in [Sources()] for claim in load().values()]
    assert len(set(mine)) == len(mine)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True,
        env=os.environ | {"PYTHONHASHSEED": "1"},
    )  # fmt: skip
    assert done.stdout.split() == mine


def test_resumed(start: Callable[..., subprocess.Popen[str]], run: Run, claims_file: Callable[..., str]) -> None:
    """The same command takes up a run that was interrupted: same run, same fresh seed, finished claims as recorded."""
    command = ("check", "mine", "--claims", claims_file(TWO_AND_SLOW, WATCHED), "--jobs", "2", "--json", *LEDGER)
    process = start(*command)
    until(
        lambda: (
            Path("slow").exists() and Path("ledger.sqlite").exists() and rows("SELECT count(*) FROM checked")[0][0] == 2
        )
    )
    os.killpg(process.pid, signal.SIGINT)
    out, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    first = strict_json(out)
    for path in Path().glob("started-*"):
        path.unlink()
    Path("go").touch()
    again = run(*command)
    assert again.exit_code == 0, again.output
    assert strict_json(again.stdout)["run"]["seed"] == first["run"]["seed"]
    told = {claim["id"] for claim in first["claims"]}  # a result may be recorded and not yet be home
    assert told <= {"mine.basic.one", "mine.basic.two"}
    assert [c for c in strict_json(again.stdout)["claims"] if c["id"] in told] == first["claims"]
    assert len(list(Path().glob("started-*"))) == 1  # the slow one alone
    assert rows("SELECT count(*), (SELECT count(*) FROM finish) FROM run") == [(1, 1)]
    assert strict_json(run(*command).stdout)["run"]["seed"] != first["run"]["seed"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_carried_home(jobs: int, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where tasks cannot write to the file, they carry blocks there and back: same results, one writer, no WAL."""
    monkeypatch.setattr("bninit.ledger.schema.on_network", lambda path: True)
    monkeypatch.setattr("bninit.ledger.record.on_network", lambda path: True)
    command = ("check", "coins", *QUICK[2:-1], jobs, "--json")
    plain = timeless(run(*command, "--seed", 5, "--no-ledger").stdout)
    assert timeless(run(*command, "--seed", 5, *LEDGER).stdout) == plain
    assert rows("PRAGMA journal_mode") == [("delete",)]
    before = rows("SELECT count(*) FROM block")
    again = cells(run(*command, "--seed", 6, *LEDGER))
    assert all(cell["seeds"] == [5] for cell in again)
    assert rows("SELECT count(*) FROM block") == before
    assert verified(Path("ledger.sqlite")).faults == []


def test_overtaken() -> None:
    """What a task decided by less than the ledger has when it comes home is not recorded; the next counts it all."""
    user_module.cache_clear()
    claim = load(COINS)["coins.basic.fair"]

    def both(*seeds: int) -> list[Recording]:
        runs = []
        for seed in seeds:
            plan = Plan("quick", seed, count_nulls([claim]), COINS)
            runs.append((begin(Path("ledger.sqlite"), [claim], plan, seed, direct=False), plan))
        tasks = [(plan, recording.task(claim.id)) for recording, plan in runs]  # before either is done
        for (recording, _), task in zip(runs, tasks, strict=True):
            recording.receive(work(claim.id, *task))
            recording.close(1.0, finished=True)
        return [recording for recording, _ in runs]

    first, second = both(1, 2)
    assert first.trouble == ""
    assert "another run recorded samples of coins.basic.fair meanwhile" in second.trouble
    [again] = both(2)
    assert (again.trouble, again.run) == ("", second.run)
    assert verified(Path("ledger.sqlite")).faults == []


def test_verdicts_are_a_view(run: Run, claims_file: Callable[..., str]) -> None:
    """The view comes to the verdicts that were told: holds, refuted, undecided, undiscriminating, crashed."""
    text = "\n".join(
        f"{name} = make('{name}', {check})"
        for name, check in {
            "good": "count", "wrong": "count, predicts=n + 1", "b": "blind", "c": "crash", "none": "None",
            "false": "count, predicts=n + 1, expected=Verdict.REFUTED, truth=n",
        }.items()
    )  # fmt: skip
    text = text.replace("false =", "false_ =")
    done = run("check", "mine", "--claims", claims_file(text), "--json", "--jobs", 1, *LEDGER)
    told = {claim["id"]: claim["verdict"] for claim in strict_json(done.stdout)["claims"]}
    assert set(told.values()) == {"holds", "refuted", "undecided"}
    assert dict(rows("SELECT name, verdict FROM verdict")) == told
    assert verified(Path("ledger.sqlite")).faults == []
    assert run("diff", 1, 1, *LEDGER).exit_code == 0


def test_default_place(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless told otherwise, the ledger is in the user's data directory; --no-ledger makes none."""
    monkeypatch.delenv("BNINIT_LEDGER")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(Path("data").absolute()))
    run(*QUICK, "--no-ledger")
    assert not Path("data").exists()
    run(*QUICK)
    assert Path("data/bninit/ledger.sqlite").exists()
    monkeypatch.setenv("XDG_DATA_HOME", "/proc/nowhere")
    done = run(*QUICK)
    assert done.exit_code == 0
    assert "1 of 1 as expected" in done.stdout
    assert done.stderr.startswith("Not recorded: the ledger /proc/nowhere/bninit/ledger.sqlite cannot be opened")


def foreign(path: Path) -> None:
    """A database of somebody else's."""
    link = sqlite3.connect(path)
    link.execute("CREATE TABLE theirs (x)")
    link.close()


def newer(path: Path) -> None:
    """A ledger of the next version."""
    schema.connect(path, create=True).close()
    link = sqlite3.connect(path)
    link.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    link.close()


WRONG: dict[str, tuple[Callable[[Path], object], str]] = {
    "a text": (lambda path: path.write_text("my diary"), "is not a ledger of bninit, and is left as it is"),
    "another database": (foreign, "is not a ledger of bninit"),
    "a newer ledger": (newer, f"is a ledger of version {schema.VERSION + 1}, this bninit keeps version"),
    "a folder": (lambda path: path.mkdir(), "is a folder"),
}


@pytest.mark.parametrize("command", [QUICK, ("ledger", "verify"), ("history",), ("diff", 1, 2)], ids=lambda c: c[0])
@pytest.mark.parametrize(("make", "says"), WRONG.values(), ids=WRONG)
def test_not_a_ledger(
    make: Callable[[Path], object], says: str, command: tuple[object, ...], refused: Callable[..., str]
) -> None:
    """What is no ledger of this version is refused in one sentence and left as it is."""
    make(Path("file"))
    assert says in refused(*command, "--ledger", "file")


@pytest.mark.parametrize("command", [("ledger", "verify"), ("history",), ("diff", 1, 2)], ids=lambda c: c[0])
def test_no_ledger_yet(command: tuple[object, ...], refused: Callable[..., str]) -> None:
    """To read a ledger that is not there is wrong use, and makes none."""
    assert "there is no ledger" in refused(*command, *LEDGER)
