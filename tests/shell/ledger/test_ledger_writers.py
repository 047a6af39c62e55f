"""Several processes at one ledger: the locks of each are its own, and nobody's file is opened but by SQLite."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from bninit.ledger.history import runs
from bninit.ledger.read import recorded
from bninit.ledger.schema import LedgerError, NoLedgerError, connect
from bninit.ledger.verify import verified
from tests.shell.conftest import Run, strict_json
from tests.shell.ledger.conftest import CHECK, ONE, ended, timeless
from tests.waiting import until

LEDGER = Path("ledger.sqlite")
ROUNDS = int(os.environ.get("BNINIT_ROUNDS", "1"))
"""Of writers of every kind at once; 30 were run when this was written."""

ALONE = """
import fcntl, sys
with open(sys.argv[1], "r+b") as file:
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 510, 2**30 + 2)
    except OSError:
        sys.exit(1)
"""
"""Takes the bytes that SQLite locks for every reader (its file format, "locking"): not while anybody has the file."""


def in_use() -> bool:
    """Whether another process sees that this one has the ledger open; whoever does not may delete its log."""
    return subprocess.run([sys.executable, "-S", "-c", ALONE, LEDGER], check=False).returncode == 1


def read(act: Callable[[sqlite3.Connection], object]) -> None:
    with closing(connect(LEDGER, read_only=True)) as link:
        act(link)


def is_refused() -> None:
    with closing(sqlite3.connect("foreign.sqlite")) as foreign:
        foreign.execute("CREATE TABLE theirs (x)")
    with pytest.raises(LedgerError):
        connect(Path("foreign.sqlite"))
    Path("other.sqlite").symlink_to(LEDGER)
    connect(Path("other.sqlite")).close()


MEANWHILE: dict[str, Callable[[], object]] = {
    "opened again": lambda: connect(LEDGER, create=True).close(),
    "verified": lambda: verified(LEDGER),
    "history": lambda: read(lambda link: runs(link, 5)),
    "a run read": lambda: read(lambda link: recorded(link, 1)),
    "refused": is_refused,
}


@pytest.mark.skipif(sys.platform != "linux", reason="locks are seen by another process")
def test_locks_are_kept(good: Path) -> None:
    """A process that has a ledger open keeps its locks on it, whatever else it does with the file."""
    shutil.copy(good, LEDGER)
    for name, act in MEANWHILE.items():
        with closing(connect(LEDGER)) as link:
            link.execute("SELECT count(*) FROM block").fetchone()
            assert in_use()
            act()
            assert in_use(), name
        assert not in_use(), name


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_writers_of_every_kind(stable: Callable[..., int]) -> None:
    """Runs of two seeds with one and with several processes, verification and history at once: each is whole, and told
    so. Both feed one e-process, and decide by the same samples of it."""
    for number in range(ROUNDS):
        ledger = f"ledger-{number}.sqlite"
        outs = [f"{number}-{jobs}" for jobs in (1, 2)]
        for out in outs:
            words = (*CHECK[:-3], "--seed", str(secrets.randbits(32)), "--json", "--jobs", out[-1], "--ledger", ledger)
            stable(out, *words)
        readers = 0
        while not all(map(ended, outs)):
            if Path(ledger).exists():
                readers += 1
                for words in (("ledger", "verify"), ("history",)):
                    stable(out := f"{number}-{words[0]}-{readers}", *words, "--ledger", ledger)
                    until(partial(ended, out))
            time.sleep(0.3)
        told = []
        for out in outs:
            text = Path(out).read_text()
            _, end = json.JSONDecoder().raw_decode(text)
            assert "ecorded" not in text[end:], text[end:]  # a forked parent of spawned processes warns of semaphores
            told.append(timeless(text[:end])["claims"])
            for claim in told[-1]:
                for cell in claim["evidence"][0]["cells"]:
                    cell.pop("seeds", None)
        assert told[0] == told[1]
        found = verified(Path(ledger))
        assert (found.faults, found.rows["finish"]) == ([], len(outs))


def linked(path: Path) -> None:
    Path("diary").write_text("my diary")
    path.symlink_to("diary")


ODD: dict[str, Callable[[Path], object]] = {
    "a fifo": os.mkfifo,
    "a device": lambda path: path.symlink_to("/dev/zero"),
    "a link to a text": linked,
    "an empty file": lambda path: path.touch(),
}


@pytest.mark.parametrize("make", ODD.values(), ids=ODD)
def test_odd_files(make: Callable[[Path], object], refused: Callable[..., str]) -> None:
    """What is no regular file, or no ledger, is refused at once in a sentence; nothing waits for a pipe's other end."""
    make(Path("file"))
    for command in (("ledger", "verify"), ("history",), ("diff", 1, 2)):
        assert "file is no" in refused(*command, "--ledger", "file")


def test_foreign_files_are_left(refused: Callable[..., str]) -> None:
    """A database of somebody else's, with a log beside it that is not written back yet, is left to the last byte; so is
    whatever is no database: known by SQLite alone, from its first words."""
    with closing(sqlite3.connect("theirs.sqlite")) as link:
        link.execute("PRAGMA journal_mode = WAL")
        link.execute("CREATE TABLE theirs (x)")
        link.commit()
        assert "is not a ledger of bninit" in refused(*ONE, "--ledger", "theirs.sqlite")
    for text in (b"x", b"SQLite format 3\0" + b"\0" * 50, os.urandom(5000)):
        LEDGER.write_bytes(text)
        with pytest.raises(NoLedgerError, match="is not a ledger of bninit, and is left as it is"):
            connect(LEDGER)
        assert LEDGER.read_bytes() == text


def test_locked_for_long(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A ledger that another program keeps locked costs the recording, not a verdict; stderr says so, and what to do."""
    monkeypatch.setattr("bninit.ledger.schema.PATIENCE", 0.2)
    connect(LEDGER, create=True).close()
    with closing(sqlite3.connect(LEDGER, isolation_level=None)) as link:
        link.execute("BEGIN EXCLUSIVE")
        done = run(*ONE, "--json", "--jobs", 1, "--ledger", LEDGER)
    assert done.exit_code == 0
    assert len(strict_json(done.stdout)["claims"]) == 1
    assert done.stderr.startswith("Not recorded: the ledger ledger.sqlite cannot be used: another program has kept it")
    assert len(done.stderr.splitlines()) == 1


def test_one_ledger_made_by_many() -> None:
    """Of processes that make the same ledger at once, all get it."""
    code = "import sys; from pathlib import Path; from bninit.ledger.schema import connect\n" \
           "connect(Path(sys.argv[1]), create=True).execute('SELECT count(*) FROM run').fetchone()"  # fmt: skip
    started = [subprocess.Popen([sys.executable, "-c", code, LEDGER], stderr=subprocess.PIPE) for _ in range(4)]
    assert [process.communicate()[1] for process in started] == [b""] * 4
    assert verified(LEDGER).faults == []
