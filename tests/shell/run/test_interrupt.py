"""Interruptions and killed workers lose nothing that is finished, and leave no process behind."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from tests.shell.conftest import strict_json
from tests.waiting import PATIENCE, until

Start = Callable[..., "subprocess.Popen[str]"]

TWO_AND_SLOW = "slow_ = make('slow', slow)\none = make('one', count)\ntwo = make('two', count)"

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks /proc for processes")


def workers() -> set[int]:
    """Processes that have run a check, slow or not."""
    return {int(path.name.split("-")[1]) for path in Path().glob("started-*")} | {int(Path("slow").read_text())}


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def alive(wanted: Callable[[int, int], bool]) -> list[int]:
    """Processes, by id and session, that have not ended (a zombie has)."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has just ended
            state, _, _, session = path.read_text().rpartition(")")[2].split()[:4]
            if state != "Z" and wanted(int(path.parent.name), int(session)):
                found.append(int(path.parent.name))
    return found


@pytest.mark.parametrize(
    ("number", "to_group", "options"),
    [
        (signal.SIGINT, True, ["--jobs", "2"]),
        (signal.SIGTERM, False, ["--jobs", "2", "--json"]),
        (signal.SIGINT, False, ["--jobs", "1", "--json"]),
    ],
    ids=["Ctrl-C", "SIGTERM to the parent", "one process"],
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
    assert (process.returncode, err) == (130, "")
    if "--json" in options:
        found = strict_json(out)
        assert found["run"]["interrupted"] is True
        assert [(c["id"][11:], c["verdict"]) for c in found["claims"]] == [("one", "holds"), ("two", "holds")]
    else:
        assert "interrupted after 2 of 3 claims" in out
        assert "2 of 2 as expected" in out
    pids = workers()
    until(lambda: not alive(lambda pid, _: pid in pids))


def test_interrupted_early(start: Start) -> None:
    """Ctrl-C while things are being loaded is exit 130 without a traceback."""
    process = start("check", "--level", "standard", "--jobs", "2", cold=True)
    until(lambda: any("flint" in Path(f"/proc/{pid}/maps").read_text() for pid in children(process.pid)))
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, "Traceback" in err) == (130, False), err


def test_killed(start: Start, claims_file: Callable[..., str]) -> None:
    """A worker that is killed does not lose the run: its claim, and those that waited, are checked again. Where even
    the parent is killed, its workers end with it."""
    command = ("check", "mine", "--claims", claims_file(TWO_AND_SLOW), "--jobs", "2", "--json")
    process = start(*command)
    until(lambda: Path("slow").exists() and list(Path().glob("started-*")))
    pids = workers()
    assert process.pid not in pids
    process.kill()
    until(lambda: not alive(lambda pid, _: pid in pids))
    Path("slow").unlink()
    process = start(*command)
    until(Path("slow").exists)
    os.kill(int(Path("slow").read_text()), signal.SIGKILL)
    Path("go").touch()
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    assert [(c["id"][11:], c["verdict"]) for c in strict_json(out)["claims"]] == [
        ("slow", "holds"), ("one", "holds"), ("two", "holds"),
    ]  # fmt: skip


def test_reader_goes_away(start: Start) -> None:
    """`bninit list | head -1` ends without a traceback."""
    read, write = os.pipe()
    process = start("list", stdout=write)
    os.close(write)
    os.close(read)
    assert process.communicate(timeout=PATIENCE)[1] == ""


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


def stopped(process: subprocess.Popen[str], number: signal.Signals) -> None:
    """Exit 130 within a second (three, where others compute), without a traceback; nothing of it is left."""
    began = time.monotonic()
    os.killpg(process.pid, number) if number == signal.SIGINT else os.kill(process.pid, number)
    _, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, "Traceback" in err) == (130, False)
    assert time.monotonic() - began < 3
    assert alive(lambda _, session: session == process.pid) == []


@pytest.mark.parametrize(
    ("text", "number"),
    [(IN_A_CHECK, signal.SIGHUP), (AT_IMPORT, signal.SIGTERM), (IN_THE_COMMAND, signal.SIGINT)],
    ids=["check", "import", "command"],
)
def test_deaf_library(text: str, number: signal.Signals, start: Start, claims_file: Callable[..., str]) -> None:
    """Code that hears no signal is ended with its process."""
    process = start("check", "mine", "--claims", claims_file(text), "--jobs", "1")
    until(Path("deaf").exists)
    stopped(process, number)


LONG = {
    "simulate": ("simulate", "--n", 50, "--width", 10_000, "--depth", 1000),
    "phase-diagram": ("phase-diagram", "--n", 100, "--networks", 50, "--width", 3000),
    "report": ("report", "morwani20", "--level", "standard"),
}


@pytest.mark.parametrize("command", LONG.values(), ids=LONG)
def test_interrupted_command(command: tuple[object, ...], start: Start) -> None:
    """Every long command is interrupted at once; so while it starts."""
    for wait in (0.1, 2):
        process = start(*command, cold=wait < 1)
        until(lambda: process.poll() is not None or children(process.pid))  # noqa: B023 - before this Python starts
        time.sleep(wait)
        assert process.poll() is None, "it ended before it could be interrupted"
        stopped(process, signal.SIGINT)


def test_many_interrupts(start: Start, claims_file: Callable[..., str]) -> None:
    """More than one Ctrl-C does not stop the finished results from being told."""
    process = start("check", "mine", "--claims", claims_file(f"one = make('one', count)\n{IN_A_CHECK}"), "--jobs", "2")
    until(lambda: Path("deaf").exists() and list(Path().glob("started-*")))
    time.sleep(1)
    for _ in range(5):
        with suppress(ProcessLookupError):  # the first may be enough
            os.killpg(process.pid, signal.SIGINT)
        time.sleep(0.01)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (130, "")
    assert "interrupted after 1 of 2 claims" in out
