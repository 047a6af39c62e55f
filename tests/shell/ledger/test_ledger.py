"""The ledger: error is spent once, runs are taken up, content decides, other files are left alone."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bninit.ledger.record import Recording, begin
from bninit.ledger.verify import verified
from bninit.results.result import Plan, count_nulls
from bninit.run.load import load, user_module
from bninit.run.tasks import work
from tests.shell.conftest import WATCHED, Run, strict_json
from tests.shell.ledger.conftest import CHECK, COINS, LEDGER, ONE, blocks, cells, rows, timeless
from tests.shell.run.test_interrupt import TWO_AND_SLOW
from tests.waiting import PATIENCE, until

QUICK = (*ONE, "--jobs", 1, "--json")


@pytest.fixture
def found(run: Run) -> Callable[..., Any]:
    return lambda *words: strict_json(run(*words).stdout)


def test_a_decision_stands(run: Run, found: Callable[..., Any]) -> None:
    """With one seed, results with a ledger, new or not, are those without, to the last bit. A run with another seed
    reports a decision as recorded, names the seed it rests on, and draws nothing."""
    plain, *others = (
        timeless(run(*QUICK, "--seed", 5, *more).stdout) for more in (["--no-ledger"], LEDGER, [*LEDGER, "--fresh"])
    )
    assert others == [plain, plain]
    first = cells(plain)
    assert rows("SELECT count(*) FROM block") == [(blocks(plain),)]
    assert cells(found(*QUICK, *LEDGER)) == first  # the verdict itself, from run 1
    for more in (["--fresh"], ["--seed", 6]):
        assert cells(found(*QUICK, *LEDGER, *more)) == [cell | {"seeds": [5]} for cell in first]
    told = run(*QUICK[:-1], *LEDGER, "--fresh").stdout
    assert "Ledger: run 6" in told
    assert "1 claim decided with samples of earlier runs (--no-ledger samples anew)." in told
    assert rows("SELECT count(*) FROM block") == [(blocks(plain),)]
    assert verified(Path("ledger.sqlite")).faults == []


EDGE = """
from sympy import Rational
from tests.shell.ledger import sampled_claims
edge = sampled_claims.coin("edge", "1/2", truth=Rational(55, 100), block=512)
"""
"""The margin is 0.2 / 2 of the claimed 1/2, that is 0.05, at level quick, too: a coin of 0.55 lies on it."""


def test_not_until_green(run: Run, claims_file: Callable[..., str]) -> None:
    """Running again adds to one e-process: a coin on the margin stays undecided (false alarm 1e-9), samples add up."""
    command = ("check", "coins.basic.edge", "--claims", claims_file(EDGE, preamble=""), *QUICK[4:], *LEDGER)
    networks, seeds = [], []
    for _ in range(3):
        done = run(*command)
        assert done.exit_code == 1
        told = strict_json(done.stdout)
        assert told["claims"][0]["verdict"] == "undecided"
        seeds.append(told["run"]["seed"])
        networks.append(cells(told)[0]["networks"])
    assert networks == [networks[0] * runs for runs in (1, 2, 3)]
    assert cells(told)[0]["seeds"] == seeds
    assert verified(Path("ledger.sqlite")).faults == []


def test_other_budget(run: Run, found: Callable[..., Any]) -> None:
    """A run that shares the error among more nulls goes on where one with fewer stopped; one with fewer stops there."""
    few = cells(found(*QUICK, "--seed", 11, *LEDGER))
    many = (*CHECK, "--jobs", 1)
    assert timeless(run(*many, *LEDGER).stdout) == timeless(run(*many, "--no-ledger").stdout)
    assert cells(found(*QUICK, "--seed", 11, *LEDGER)) == few
    whole = verified(Path("ledger.sqlite"))
    assert whole.faults == []
    assert 0 < whole.spent <= 1e-9


CHANGES = {
    "the statement": ("says=f'", "says=f'truly, "),
    "a cell": ('{"c": 2}', '{"c": 3}'),
    "the deviation": ('"notices": 0.2', '"notices": 0.21'),
    "the size of blocks": ('"block": 64', '"block": 63'),
    "the sampler": ("rng.random(size)", "rng.random(size) * 1.0"),
}


def test_changed_claims_start_afresh(run: Run, claims_file: Callable[..., str]) -> None:
    """Whatever makes it another claim or another sampler makes its evidence start afresh."""
    text = Path(COINS).read_text().replace('says=f"heads come with probability {p}"', "says=f'heads'")
    for seed, (name, (old, new)) in enumerate({"nothing": ("", ""), **CHANGES}.items(), 1):
        user_module.cache_clear()
        assert old in text
        path = claims_file(text.replace(old, new), preamble="")
        done = run("check", "coins.basic.fair", "--claims", path, *QUICK[4:], *LEDGER, "--seed", seed)
        assert not any("seeds" in cell for cell in cells(strict_json(done.stdout))), name
        assert len(rows("SELECT 1 FROM claim")) == seed, name
    assert "afresh, for changed: " in run("history", "coins.basic.fair", *LEDGER).stdout


def test_resumed(start: Callable[..., subprocess.Popen[str]], run: Run, claims_file: Callable[..., str]) -> None:
    """The same command takes up a run that was interrupted: same run, same fresh seed, finished claims as recorded."""
    command = ("check", "mine", "--claims", claims_file(TWO_AND_SLOW, WATCHED), "--jobs", "2", "--json", *LEDGER)
    process = start(*command)
    until(lambda: Path("slow").exists() and rows("SELECT count(*) FROM checked") == [(2,)])
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
    command = (*ONE, "--jobs", jobs, "--json")
    plain = timeless(run(*command, "--seed", 5, "--no-ledger").stdout)
    assert timeless(run(*command, "--seed", 5, *LEDGER).stdout) == plain
    assert rows("PRAGMA journal_mode") == [("delete",)]
    again = strict_json(run(*command, "--seed", 6, *LEDGER).stdout)
    assert all(cell["seeds"] == [5] for cell in cells(again))
    assert rows("SELECT count(*) FROM block") == [(blocks(plain),)]
    assert verified(Path("ledger.sqlite")).faults == []


def test_overtaken() -> None:
    """What a task decided by less than the ledger has when it comes home is not recorded; the next counts it all."""
    user_module.cache_clear()
    claim = load(COINS, suite=False)["coins.basic.fair"]

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


VERDICTS = """
good = make('good', count)
wrong = make('wrong', count, predicts=n + 1)
b = make('b', blind)
c = make('c', crash)
none = make('none', None)
false = make('false', count, predicts=n + 1, expected=Verdict.REFUTED, truth=n)
"""


def test_verdicts_are_a_view(run: Run, claims_file: Callable[..., str]) -> None:
    """The view comes to the verdicts that were told: holds, refuted, undecided, undiscriminating, crashed."""
    done = run("check", "mine", "--claims", claims_file(VERDICTS), "--json", "--jobs", 1, *LEDGER)
    told = {claim["id"]: claim["verdict"] for claim in strict_json(done.stdout)["claims"]}
    assert set(told.values()) == {"holds", "refuted", "undecided"}
    assert dict(rows("SELECT name, verdict FROM verdict")) == told
    assert verified(Path("ledger.sqlite")).faults == []
    assert run("diff", 1, 1, *LEDGER).exit_code == 0


def test_default_place(run: Run, claims_file: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless told otherwise, the ledger is in the user's data directory; --no-ledger makes none."""
    monkeypatch.delenv("BNINIT_LEDGER")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(Path("data").absolute()))
    command = ("check", "--claims", claims_file("good = make('good', count)"), "--jobs", 1)
    run(*command, "--no-ledger")
    assert not Path("data").exists()
    run(*command)
    assert Path("data/bninit/ledger.sqlite").exists()
    monkeypatch.setenv("XDG_DATA_HOME", "/proc/nowhere")
    done = run(*command)
    assert done.exit_code == 0
    assert "1 of 1 as expected" in done.stdout
    assert done.stderr.startswith("Not recorded: the ledger /proc/nowhere/bninit/ledger.sqlite cannot be opened")


@pytest.mark.parametrize("command", [("ledger", "verify"), ("history",), ("diff", 1, 2)], ids=lambda c: c[0])
def test_no_ledger_yet(command: tuple[object, ...], refused: Callable[..., str]) -> None:
    """To read a ledger that is not there is wrong use, and makes none."""
    assert "there is no ledger" in refused(*command, *LEDGER)
