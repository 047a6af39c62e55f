"""Several processes at one ledger: the locks of each are its own, and nobody's file is opened but by SQLite."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from bninit.ledger.history import runs
from bninit.ledger.read import recorded
from bninit.ledger.schema import LedgerError, NoLedgerError, connect
from bninit.ledger.verify import verified
from tests.shell.conftest import Run, strict_json
from tests.shell.ledger.test_ledger_faults import CHECK, COINS, ended, stable
from tests.waiting import until

__all__ = ["stable"]

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
    return subprocess.run([sys.executable, "-c", ALONE, LEDGER], check=False).returncode == 1


MEANWHILE: dict[str, Callable[[], object]] = {
    "opened again": lambda: connect(LEDGER, create=True).close(),
    "opened to read": lambda: connect(LEDGER, read_only=True).close(),
    "verified": lambda: verified(LEDGER),
    "history": lambda: closing(lambda link: runs(link, 5)),
    "a run read": lambda: closing(lambda link: recorded(link, 1)),
    "refused": lambda: refusal(connect, Path("other.sqlite")),
}


def closing(act: Callable[[sqlite3.Connection], object]) -> None:
    link = connect(LEDGER, read_only=True)
    act(link)
    link.close()


def refusal(act: Callable[..., object], *args: object) -> str:
    with pytest.raises(LedgerError) as caught:
        act(*args)
    return str(caught.value)


@pytest.mark.skipif(sys.platform != "linux", reason="locks are seen by another process")
@pytest.mark.parametrize("act", MEANWHILE.values(), ids=MEANWHILE)
def test_locks_are_kept(act: Callable[[], object], run: Run) -> None:
    """A process that has a ledger open keeps its locks on it, whatever else it does with the file."""
    run(*CHECK, "--jobs", 1, "--ledger", LEDGER)
    Path("other.sqlite").symlink_to(LEDGER)
    with contextlib.closing(sqlite3.connect("foreign.sqlite")) as foreign:
        foreign.execute("CREATE TABLE theirs (x)")
    link = connect(LEDGER)
    try:
        link.execute("SELECT count(*) FROM block").fetchone()
        assert in_use()
        if act is MEANWHILE["refused"]:
            refusal(connect, Path("foreign.sqlite"))
            connect(Path("other.sqlite")).close()
        else:
            act()
        assert in_use()
    finally:
        link.close()
    assert not in_use()


MANY = """
from tests.shell.ledger import sampled_claims
globals().update({f"c{i}": sampled_claims.coin(f"c{i}", f"{i + 2}/40", notices=0.5) for i in range(8)})
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_writers_of_every_kind(stable: Callable[..., int]) -> None:
    """Runs with one and with several processes, verification and history at once: each is whole, and told so."""
    Path("many.py").write_text(MANY)
    jobs = (1, 2)
    for number in range(ROUNDS):
        ledger = f"ledger-{number}.sqlite"
        check = ("check", "coins", "--claims", "many.py", "--level", "quick", "--json", "--ledger", ledger)
        outs = [f"{number}-{place}" for place in range(len(jobs))]
        for out, count in zip(outs, jobs, strict=True):
            stable(out, *check, "--jobs", str(count), "--seed", str(secrets.randbits(32)))
        readers = 0
        while not all(map(ended, outs)):
            if Path(ledger).exists():
                readers += 1
                for words in (("ledger", "verify"), ("history",)):
                    stable(out := f"{number}-{words[0]}-{readers}", *words, "--ledger", ledger)
                    until(partial(ended, out))
            time.sleep(0.3)
        for out in outs:
            text = Path(out).read_text()
            told, end_ = json.JSONDecoder().raw_decode(text)
            assert len(told["claims"]) == 11  # those of `sampled_claims` are the file's, too
            assert "ecorded" not in text[end_:], text[end_:]  # a forked parent of spawned processes warns of semaphores
        found = verified(Path(ledger))
        assert (found.faults, found.rows["finish"]) == ([], len(jobs))


def odd(path: Path, kind: str) -> None:
    if kind == "a fifo":
        os.mkfifo(path)
    elif kind == "a device":
        path.symlink_to("/dev/zero")
    elif kind == "a link to a text":
        Path("diary").write_text("my diary")
        path.symlink_to("diary")
    elif kind == "an empty file":
        path.touch()


@pytest.mark.parametrize("kind", ["a fifo", "a device", "a link to a text", "an empty file"])
@pytest.mark.parametrize("command", [("ledger", "verify"), ("history",), ("diff", 1, 2)], ids=lambda c: c[0])
def test_odd_files(kind: str, command: tuple[object, ...], refused: Callable[..., str]) -> None:
    """What is no regular file, or no ledger, is refused at once in a sentence; nothing waits for a pipe's other end."""
    odd(Path("file"), kind)
    assert "file is no" in refused(*command, "--ledger", "file")


def test_foreign_files_are_left(refused: Callable[..., str]) -> None:
    """A database of somebody else's, with a log beside it that is not written back yet, is left to the last byte."""
    link = sqlite3.connect("theirs.sqlite")
    link.execute("PRAGMA journal_mode = WAL")
    link.execute("CREATE TABLE theirs (x)")
    link.commit()
    command = ("check", "coins.basic.fair", "--claims", COINS, "--level", "quick")
    assert "is not a ledger of bninit" in refused(*command, "--ledger", "theirs.sqlite")
    link.close()


def test_locked_for_long(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A ledger that another program keeps locked costs the recording, not a verdict; stderr says so, and what to do."""
    monkeypatch.setattr("bninit.ledger.schema.PATIENCE", 0.2)
    connect(LEDGER, create=True).close()
    link = sqlite3.connect(LEDGER, isolation_level=None)
    link.execute("BEGIN EXCLUSIVE")
    try:
        done = run(*CHECK, "--jobs", 1, "--ledger", LEDGER)
    finally:
        link.close()
    assert done.exit_code == 0
    assert len(strict_json(done.stdout)["claims"]) == 3
    assert done.stderr.startswith("Not recorded: the ledger ledger.sqlite cannot be used: another program has kept it")
    assert len(done.stderr.splitlines()) == 1


def test_one_ledger_made_by_many() -> None:
    """Of processes that make the same ledger at once, all get it."""
    code = "import sys; from pathlib import Path; from bninit.ledger.schema import connect\n" \
           "connect(Path(sys.argv[1]), create=True).execute('SELECT count(*) FROM run').fetchone()"  # fmt: skip
    started = [subprocess.Popen([sys.executable, "-c", code, LEDGER], stderr=subprocess.PIPE) for _ in range(4)]
    assert [process.communicate()[1] for process in started] == [b""] * 4
    assert verified(LEDGER).faults == []


def test_text_is_no_ledger() -> None:
    """Whatever is no database is no ledger: known by SQLite alone, from its first words."""
    for text in (b"x", b"SQLite format 3\0" + b"\0" * 50, os.urandom(5000)):
        LEDGER.write_bytes(text)
        with pytest.raises(NoLedgerError, match="is not a ledger of bninit, and is left as it is"):
            connect(LEDGER)
        assert LEDGER.read_bytes() == text
