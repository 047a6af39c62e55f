"""Interruptions and killed workers lose nothing that is finished, and leave no process behind."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.shell.conftest import strict_json
from tests.waiting import PATIENCE, until

Start = Callable[..., "subprocess.Popen[str]"]

TWO_AND_SLOW = "slow_ = make('slow', slow)\none = make('one', count)\ntwo = make('two', count)"


def workers() -> set[int]:
    """Processes that have run a check, slow or not."""
    return {int(path.name.split("-")[1]) for path in Path().glob("started-*")} | {int(Path("slow").read_text())}


def children(pid: int) -> list[int]:
    """Processes that a process has started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def gone(pid: int) -> bool:
    """Whether a process has ended (a zombie has)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks /proc for processes")


@pytest.mark.parametrize(
    ("number", "to_group", "options"),
    [
        (signal.SIGINT, True, ["--jobs", "2"]),
        (signal.SIGINT, False, ["--jobs", "2", "--json"]),
        (signal.SIGTERM, False, ["--jobs", "2"]),
        (signal.SIGINT, True, ["--jobs", "1", "--json"]),
    ],
    ids=["Ctrl-C", "SIGINT to the parent", "SIGTERM", "one process"],
)
def test_interrupted_check(
    number: signal.Signals, to_group: bool, options: list[str], start: Start, claims_file: Callable[..., str]
) -> None:
    """An interrupted check exits with 130 and tells the finished claims; no traceback, no orphans."""
    path = claims_file("one = make('one', count)\ntwo = make('two', count)\nslow_ = make('slow', slow)")
    process = start("check", "mine", "--claims", path, "--level", "standard", *options)
    until(lambda: Path("slow").exists() and list(Path().glob("started-*")))
    time.sleep(1)  # the results of the finished ones come home
    (os.killpg if to_group else os.kill)(process.pid, number)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, err
    assert err == ""
    if "--json" in options:
        found = strict_json(out)
        assert found["run"]["interrupted"] is True
        assert [(c["id"], c["verdict"]) for c in found["claims"]] == [
            ("mine.basic.one", "holds"),
            ("mine.basic.two", "holds"),
        ]
    else:
        assert "interrupted after 2 of 3 claims" in out
        assert "2 of 2 as expected" in out
    until(lambda: all(gone(pid) for pid in workers()))


@pytest.mark.parametrize("library", ["flint", "scipy"])
def test_interrupted_early(library: str, start: Start) -> None:
    """Ctrl-C while things are being loaded is exit 130 without a traceback."""
    process = start("check", "--level", "standard", "--jobs", "2", cold=True)
    until(lambda: any(library in Path(f"/proc/{pid}/maps").read_text() for pid in children(process.pid)))
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "Traceback" not in err


def test_parent_killed(start: Start, claims_file: Callable[..., str]) -> None:
    """Where even the parent is killed, its workers end with it."""
    process = start("check", "mine", "--claims", claims_file(TWO_AND_SLOW), "--jobs", "2")
    until(lambda: Path("slow").exists() and list(Path().glob("started-*")))
    pids = workers()
    assert process.pid not in pids
    process.kill()
    until(lambda: all(gone(pid) for pid in pids))


def test_worker_killed(start: Start, claims_file: Callable[..., str]) -> None:
    """A worker that is killed does not lose the run: its claim, and those that waited, are checked again."""
    process = start("check", "mine", "--claims", claims_file(TWO_AND_SLOW), "--jobs", "2", "--json")
    until(Path("slow").exists)
    os.kill(int(Path("slow").read_text()), signal.SIGKILL)
    Path("go").touch()
    out, err = process.communicate(timeout=PATIENCE)
    found: dict[str, Any] = strict_json(out)
    assert process.returncode == 0, err
    assert [(c["id"][11:], c["verdict"]) for c in found["claims"]] == [
        ("slow", "holds"),
        ("one", "holds"),
        ("two", "holds"),
    ]


def test_reader_goes_away(start: Start) -> None:
    """`bninit list | head -1` ends without a traceback."""
    read, write = os.pipe()
    process = start("list", stdout=write)
    os.close(write)
    os.close(read)
    _, err = process.communicate(timeout=PATIENCE)
    assert err == ""


DEAF = "Path('deaf').touch()\n{indent}pow(3, 10**9)  # hours in C code, which hears no signal"
IN_A_CHECK = f"""
def hard(predicted):
    {DEAF.format(indent="    ")}
    yield
hard_ = make('hard', hard)
"""
AT_IMPORT = f"one = make('one', count)\n{DEAF.format(indent='')}"
IN_THE_COMMAND = f"""
one = make('one', count)
if Path('tried').exists():
    {DEAF.format(indent="    ")}
Path('tried').touch()  # by the process that tries the file first
"""


@pytest.mark.parametrize(
    ("text", "number"),
    [
        (IN_A_CHECK, signal.SIGINT),
        (IN_A_CHECK, signal.SIGHUP),
        (AT_IMPORT, signal.SIGTERM),
        (IN_THE_COMMAND, signal.SIGINT),
    ],
    ids=["check", "check, SIGHUP", "import, SIGTERM", "command"],
)
def test_deaf_library(text: str, number: signal.Signals, start: Start, claims_file: Callable[..., str]) -> None:
    """Code that hears no signal is ended with its process: exit 130 within a second (three, where others compute)."""
    process = start("check", "mine", "--claims", claims_file(text), "--jobs", "1")
    until(Path("deaf").exists)
    began = time.monotonic()
    os.kill(process.pid, number)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert time.monotonic() - began < 3
    assert "Traceback" not in err
    assert running(process.pid) == []


LONG = {
    "simulate": ("simulate", "--n", 50, "--width", 10_000, "--depth", 1000),
    "phase-diagram": ("phase-diagram", "--nmax", 100, "--replicates", 50, "--width", 3000),
    "report": ("report", "morwani20", "--level", "standard"),
}


@pytest.mark.parametrize("command", LONG.values(), ids=LONG)
def test_interrupted_command(command: tuple[object, ...], start: Start) -> None:
    """Every long command is interrupted within a second (three, where others compute); so while it starts."""
    for wait in (0.1, 2):
        process = start(*command, cold=wait < 1)
        until(lambda: process.poll() is not None or children(process.pid))  # noqa: B023 - before this Python starts
        time.sleep(wait)
        assert process.poll() is None, "it ended before it could be interrupted"
        began = time.monotonic()
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
        assert process.returncode == 130
        assert time.monotonic() - began < 3
        assert "Traceback" not in err


def test_many_interrupts(start: Start, claims_file: Callable[..., str]) -> None:
    """More than one Ctrl-C does not stop the finished results from being told."""
    process = start("check", "mine", "--claims", claims_file(f"one = make('one', count)\n{IN_A_CHECK}"), "--jobs", "2")
    until(Path("deaf").exists)
    until(lambda: list(Path().glob("started-*")))
    time.sleep(1)
    for _ in range(5):
        with suppress(ProcessLookupError):  # the first may be enough
            os.killpg(process.pid, signal.SIGINT)
        time.sleep(0.01)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, err
    assert "interrupted after 1 of 2 claims" in out
    assert err == ""


def running(group: int) -> list[int]:
    """Processes of a session that have not ended."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, session = path.read_text().rpartition(")")[2].split()[:4]
        except OSError:  # it has just ended
            continue
        if int(session) == group and state != "Z":
            found.append(int(path.parent.name))
    return found
