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
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from bninit.ledger.schema import TABLES
from bninit.ledger.verify import verified
from tests.shell.conftest import Run, strict_json
from tests.shell.ledger.conftest import CHECK, LEDGER, ONE, blocks, ended, rows, timeless
from tests.waiting import PATIENCE, until

KILLS = 15


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_many_kills(stable: Callable[..., int]) -> None:
    """Two runs over one ledger, kill -9 at random times; then the results are those of an undisturbed run."""
    seed = secrets.randbits(32)
    print("times of the kills from random.Random of", seed)
    chance = random.Random(seed)
    stable("calm", *CHECK, "--no-ledger", "--jobs", "1")
    running: dict[str, int] = {}
    starts, kills, late = 0, 0, 0
    while kills < KILLS and late < KILLS:
        while len(running) < 2:
            starts += 1
            running[f"run-{starts}"] = stable(f"run-{starts}", *CHECK, *LEDGER, "--jobs", "1")
        time.sleep(chance.uniform(0, 0.3))
        out = chance.choice(sorted(running))
        pid = running.pop(out)
        if ended(out):
            late += 1  # it was through: nothing to kill
            continue
        os.killpg(pid, signal.SIGKILL)
        kills += 1
    assert kills == KILLS
    until(lambda: all(map(ended, running)) and ended("calm"))
    calm = timeless(Path("calm").read_text())
    assert [claim["verdict"] for claim in calm["claims"]] == ["holds"] * 3
    for out in running:
        assert timeless(Path(out).read_text()) == calm
    found = verified(Path("ledger.sqlite"))
    assert found.faults == []
    assert found.rows["block"] == blocks(calm)


def test_workers_killed(start: Callable[..., subprocess.Popen[str]], run: Run) -> None:
    """A run on two processes, killed with its workers at a random time; the same command goes on to the end."""
    one = (*ONE, "--seed", 11, "--json")
    command = (*one, *LEDGER, "--jobs", 2)
    killed = start(*command, env={"COIN_SLEEP": "0.03"})
    until(lambda: rows("SELECT 1 FROM block"), killed)
    time.sleep(secrets.randbelow(1000) / 1000)
    os.killpg(killed.pid, signal.SIGKILL)
    killed.communicate()
    out, err = start(*command).communicate(timeout=PATIENCE)
    assert err == ""
    assert timeless(out) == timeless(run(*one, "--no-ledger", "--jobs", 1).stdout)
    found = verified(Path("ledger.sqlite"))
    assert (found.faults, found.rows["run"], found.rows["finish"]) == ([], 1, 1)


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


def said(out: str, err: str, status: int, why: str, claims: int = 3) -> None:
    """All verdicts, exit status 0, and one sentence on stderr."""
    assert status == 0, err
    assert [claim["verdict"] for claim in strict_json(out)["claims"]] == ["holds"] * claims
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
        process = start(*CHECK, "--jobs", 1, *LEDGER, cold=True)  # limits are inherited
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
            done = run(*ONE, "--json", "--jobs", 1, "--ledger", disk / f"{name}.sqlite")
            said(done.stdout, done.stderr, done.exit_code, "ledger", claims=1)
        assert "All as recorded" in run("ledger", "verify", "--ledger", disk / "ledger.sqlite").stdout


def dump(path: Path) -> Any:
    """All rows; None if they cannot be read."""
    with closing(sqlite3.connect(path)) as link:
        try:
            return [link.execute(f"SELECT * FROM {name} ORDER BY id").fetchall() for name in (*TABLES, "chain")]
        except sqlite3.Error:
            return None


def test_flipped_bytes(good: Path) -> None:
    """`ledger verify` detects any flipped byte that changes what can be read."""
    wanted, whole = dump(good), good.read_bytes()
    found = 0
    for _ in range(25):
        place = secrets.randbelow(len(whole) - 100) + 100  # the header, by which a file is known, apart
        flipped = bytes([whole[place] ^ (1 + secrets.randbelow(255))])
        Path("bad.sqlite").write_bytes(whole[:place] + flipped + whole[place + 1 :])
        faults = verified(Path("bad.sqlite")).faults
        found += bool(faults)
        assert faults or dump(Path("bad.sqlite")) == wanted, f"byte {place}"
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
    with closing(sqlite3.connect("bad.sqlite")) as link:
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
    done = run("ledger", "verify", "--ledger", "bad.sqlite")
    assert done.exit_code == 1, done.output
    assert "Not all as recorded" in done.stdout


def test_damaged(good: Path, run: Run) -> None:
    """A ledger without its triggers is no good ledger; a check on one whose blocks are damaged tells its verdicts, and
    says so in one sentence."""
    shutil.copy(good, "bad.sqlite")
    with closing(sqlite3.connect("bad.sqlite")) as link:
        link.execute("DROP TRIGGER block_update")
        link.commit()
        assert verified(Path("bad.sqlite")).faults == ["missing or changed: CREATE TRIGGER block_update"]
        link.execute("UPDATE block SET gains = x'00ff'")
        link.commit()
    one = (*ONE, "--seed", 11, "--json", "--jobs", 1)
    done = run(*one, "--ledger", "bad.sqlite")
    assert done.exit_code == 0, done.output
    assert done.stderr == "Not all is recorded: a recorded block is damaged; see `bninit ledger verify`\n"
    assert timeless(done.stdout) == timeless(run(*one, "--no-ledger").stdout)
