"""What goes wrong on real machines: processes are killed, disks are full, bytes flip."""

from __future__ import annotations

import os
import random
import resource
import secrets
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from bninit.ledger.schema import TABLES
from bninit.ledger.verify import verified
from tests.shell.conftest import Run, strict_json
from tests.waiting import PATIENCE, until

COINS = str(Path(__file__).with_name("sampled_claims.py"))
CHECK = ("check", "coins", "--claims", COINS, "--level", "quick", "--seed", "11", "--json")

STABLE = """
import os, sys
sys.argv[0] = "bninit"
from bninit.cli import main
from bninit.run.load import load
load(sys.argv[1])
for line in sys.stdin:  # a number for each start: the command runs in a copy of this process, its output to a file
    if os.fork():
        os.wait()
        continue
    out, *arguments = line.split()
    if (child := os.fork()):
        print(child, flush=True)
        os._exit(0)
    os.setsid()
    file = os.open(out, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(file, 1)
    os.dup2(file, 2)
    try:
        main(arguments)
    except SystemExit as end:
        sys.stdout.flush()
        open(out + ".status", "w").write(str(end.code))
        os._exit(0)
"""
"""Starts commands without waiting for Python and its libraries to load: half a minute for thirty kills."""


def timeless(text: str) -> Any:
    """A results.json but for its times, and for what was taken from where."""
    found = strict_json(text)
    for part in (found["run"], *found["claims"]):
        for key in [key for key in part if "seconds" in key or "reused" in key]:
            del part[key]
    return found


@pytest.fixture
def stable() -> Iterator[Callable[..., int]]:
    """`stable(file, *arguments)` starts `bninit ARGUMENTS > FILE` and gives its process id."""
    process = subprocess.Popen(
        [sys.executable, "-c", STABLE, COINS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env=os.environ | {"COIN_SLEEP": "0.004", "OPENBLAS_NUM_THREADS": "1"},
    )  # fmt: skip
    assert process.stdin
    assert process.stdout

    started = []

    def run(out: str, *arguments: str) -> int:
        print(out, *arguments, file=process.stdin, flush=True)
        started.append(int(process.stdout.readline()))
        return started[-1]

    yield run
    process.stdin.close()
    process.stdout.close()
    process.wait(10)
    for pid in started:
        with suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)


def ended(out: str) -> bool:
    return Path(f"{out}.status").exists()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_thirty_kills(stable: Callable[..., int]) -> None:
    """Two runs over one ledger, 30 kill -9 at random times; then the results are those of an undisturbed run."""
    seed = secrets.randbits(32)
    print("times of the kills from random.Random of", seed)
    chance = random.Random(seed)
    stable("calm", *CHECK, "--no-ledger", "--jobs", "1")
    running: dict[str, int] = {}
    starts, kills, late = 0, 0, 0
    while kills < 30 and late < 30:
        while len(running) < 2:
            starts += 1
            running[f"run-{starts}"] = stable(f"run-{starts}", *CHECK, "--ledger", "shared.sqlite", "--jobs", "1")
        time.sleep(chance.uniform(0, 0.3))
        out = chance.choice(sorted(running))
        pid = running.pop(out)
        if ended(out):
            late += 1  # it was through: nothing to kill
            continue
        os.killpg(pid, signal.SIGKILL)
        kills += 1
    assert kills == 30
    until(lambda: all(map(ended, running)) and ended("calm"))
    calm = timeless(Path("calm").read_text())
    assert [claim["verdict"] for claim in calm["claims"]] == ["holds"] * 3
    for out in running:
        assert timeless(Path(out).read_text()) == calm
    found = verified(Path("shared.sqlite"))
    assert found.faults == []
    assert found.rows["block"] == blocks(calm)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_two_seeds_at_once(stable: Callable[..., int]) -> None:
    """Runs of different seeds at once feed one e-process, and decide by the same samples of it."""
    for seed in ("1", "2"):
        stable(seed, *CHECK[:-3], "--seed", seed, "--json", "--ledger", "shared.sqlite", "--jobs", "1")
    until(lambda: all(map(ended, "12")))
    one, two = (timeless(Path(seed).read_text())["claims"] for seed in "12")
    for claim in (*one, *two):
        for cell in claim["evidence"][0]["cells"]:
            cell.pop("seeds", None)
    assert one == two
    assert verified(Path("shared.sqlite")).faults == []


def blocks(results: Any) -> int:
    """Blocks of 64 samples."""
    cells = [cell for claim in results["claims"] for item in claim["evidence"] for cell in item["cells"]]
    return sum(-(-cell["networks"] // 64) for cell in cells)


def test_workers_killed(start: Callable[..., subprocess.Popen[str]], run: Run) -> None:
    """A run on two processes, killed with its workers at a random time; the same command goes on to the end."""
    command = (*CHECK, "--ledger", "ledger.sqlite", "--jobs", 2)
    killed = start(*command, env={"COIN_SLEEP": "0.03"})
    until(lambda: recorded_blocks() > 0, killed)
    time.sleep(secrets.randbelow(1000) / 1000)
    os.killpg(killed.pid, signal.SIGKILL)
    killed.communicate()
    out, err = start(*command).communicate(timeout=PATIENCE)
    assert err == ""
    assert timeless(out) == timeless(run(*CHECK, "--no-ledger", "--jobs", 1).stdout)
    found = verified(Path("ledger.sqlite"))
    assert (found.faults, found.rows["run"], found.rows["finish"]) == ([], 1, 1)


def recorded_blocks() -> int:
    if not Path("ledger.sqlite").exists():
        return 0
    link = sqlite3.connect("ledger.sqlite", timeout=30)
    try:
        return int(link.execute("SELECT count(*) FROM block").fetchone()[0])
    except sqlite3.OperationalError:  # not made yet
        return 0
    finally:
        link.close()


@contextmanager
def small_disk(options: str) -> Iterator[Path]:
    """A file system of its own, where that is permitted."""
    folder = Path("disk")
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", folder], capture_output=True, check=False)
    if mounted.returncode:
        pytest.skip("mount is not permitted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


def said(out: str, err: str, status: int, why: str) -> None:
    """All verdicts, exit status 0, and one sentence on stderr."""
    assert status == 0, err
    assert [claim["verdict"] for claim in strict_json(out)["claims"]] == ["holds"] * 3
    assert len(err.splitlines()) == 1, err
    assert err.startswith("Not")
    assert why in err


@pytest.mark.parametrize("jobs", [1, 2])
def test_disk_full(jobs: int, run: Run) -> None:
    """A file system that fills up costs the recording, not a verdict; what is on it is a good ledger."""
    with small_disk("size=400k") as disk:
        done = run(*CHECK, "--jobs", jobs, "--ledger", disk / "ledger.sqlite")
        said(done.stdout, done.stderr, done.exit_code, "disk is full")
        found = verified(disk / "ledger.sqlite")
        assert found.faults == []
        assert 0 < found.rows["block"] < 300
        assert "finish" not in {name for name, count in found.rows.items() if count}


def test_file_size_limit(start: Callable[..., subprocess.Popen[str]]) -> None:
    """So does a limit on the size of files."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, before[1]))
    try:
        process = start(*CHECK, "--jobs", 1, "--ledger", "ledger.sqlite", cold=True)  # limits are inherited
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    said(*process.communicate(timeout=PATIENCE), process.returncode, "the ledger")
    assert verified(Path("ledger.sqlite")).faults == []


def test_read_only(good: Path, run: Run) -> None:
    """On a read-only file system a check tells its verdicts and why they are not recorded; what is there is read."""
    with small_disk("size=8m") as disk:
        shutil.copy(good, disk / "ledger.sqlite")
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        for name in ("ledger", "other"):
            done = run(*CHECK, "--jobs", 1, "--ledger", disk / f"{name}.sqlite")
            said(done.stdout, done.stderr, done.exit_code, "ledger")
        assert "All as recorded" in run("ledger", "verify", "--ledger", disk / "ledger.sqlite").stdout


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger of two runs."""
    from click.testing import CliRunner

    from bninit.cli import main

    path = tmp_path_factory.mktemp("good") / "ledger.sqlite"
    for seed in ("1", "2"):
        command = ["check", "coins", "--claims", COINS, "--level", "quick", "--jobs", "1", "--seed", seed]
        assert CliRunner().invoke(main, [*command, "--ledger", str(path)]).exit_code == 0
    return path


def dump(path: Path) -> Any:
    """All rows; None if they cannot be read."""
    link = sqlite3.connect(path)
    try:
        return [link.execute(f"SELECT * FROM {name} ORDER BY id").fetchall() for name in (*TABLES, "chain")]
    except sqlite3.Error:
        return None
    finally:
        link.close()


def test_flipped_bytes(good: Path) -> None:
    """`ledger verify` detects any flipped byte that changes what can be read."""
    rows, size = dump(good), good.stat().st_size
    found = 0
    for _ in range(40):
        shutil.copy(good, "bad.sqlite")
        place = secrets.randbelow(size - 100) + 100  # the header, by which a file is known, apart
        with open("bad.sqlite", "r+b") as file:
            file.seek(place)
            byte = file.read(1)[0]
            file.seek(place)
            file.write(bytes([byte ^ (1 + secrets.randbelow(255))]))
        faults = verified(Path("bad.sqlite")).faults
        found += bool(faults)
        assert faults or dump(Path("bad.sqlite")) == rows, f"byte {place}"
    assert found  # most bytes say something


CHANGES = {
    "a verdict": "UPDATE evidence SET verdict = 'refuted' WHERE id = 1",
    "a figure": "UPDATE evidence SET figures = replace(figures, '0.', '0.1') WHERE id = 1",
    "a seed": "UPDATE block SET seed = seed + 1 WHERE id = 7",
    "a threshold": "UPDATE conclusion SET threshold = 2.0 WHERE id = 1",
    "a block taken out": "DELETE FROM block WHERE id = 9",
    "the last block taken out, with its link": "DELETE FROM chain WHERE row = 9 AND link = 'block'; "
    "DELETE FROM block WHERE id = 9",
    "a block put in": "INSERT INTO block SELECT 9999, claim, process, seed, 9999, gains FROM block WHERE id = 1",
    "a run's date": "UPDATE run SET started = '2020-01-01' WHERE id = 1",
    "the view": "DROP VIEW verdict; CREATE VIEW verdict AS SELECT 1",
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_tampered(change: str, good: Path, run: Run) -> None:
    """A ledger only grows; where somebody drops the triggers and changes a row, `ledger verify` tells, exit 1."""
    shutil.copy(good, "bad.sqlite")
    link = sqlite3.connect("bad.sqlite")
    if "VIEW" not in change:
        with pytest.raises(sqlite3.IntegrityError, match="a ledger only grows"):
            link.executescript(change if "INSERT" not in change else "DELETE FROM block")
        link.rollback()
    triggers = link.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        link.execute(f"DROP TRIGGER {name}")
    link.executescript(change)
    for _, sql in triggers:  # and covers the tracks
        link.execute(sql)
    link.commit()
    link.close()
    done = run("ledger", "verify", "--ledger", "bad.sqlite")
    assert done.exit_code == 1, done.output
    assert "Not all as recorded" in done.stdout


def test_triggers_missing(good: Path) -> None:
    """A ledger without its triggers is no good ledger."""
    shutil.copy(good, "bad.sqlite")
    link = sqlite3.connect("bad.sqlite")
    link.execute("DROP TRIGGER block_delete")
    link.close()
    assert verified(Path("bad.sqlite")).faults == ["missing or changed: CREATE TRIGGER block_delete"]


def test_damaged_ledger_costs_no_verdict(good: Path, run: Run) -> None:
    """A check on a ledger whose blocks are damaged tells its verdicts, and says so in one sentence."""
    shutil.copy(good, "bad.sqlite")
    link = sqlite3.connect("bad.sqlite")
    link.execute("DROP TRIGGER block_update")
    link.execute("UPDATE block SET gains = x'00ff'")
    link.commit()
    link.close()
    done = run(*CHECK, "--ledger", "bad.sqlite", "--jobs", 1)
    assert done.exit_code == 0, done.output
    assert done.stderr == "Not all is recorded: a recorded block is damaged; see `bninit ledger verify`\n"
    assert timeless(done.stdout) == timeless(run(*CHECK, "--no-ledger", "--jobs", 1).stdout)
