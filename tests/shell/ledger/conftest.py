"""Coins in ledgers: claims that are sampled in many small blocks, what was found of them, and processes to kill."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from bninit.cli import main
from tests.shell.conftest import strict_json

COINS = str(Path(__file__).with_name("sampled_claims.py"))
CHECK = ("check", "coins", "--claims", COINS, "--level", "quick", "--seed", "11", "--json")
ONE = ("check", "coins.basic.fair", *CHECK[2:6])
LEDGER = ("--ledger", "ledger.sqlite")

STABLE = """
import os, sys
sys.argv[0] = "bninit"
from bninit.cli import main
from bninit.run.load import load
load(sys.argv[1], suite=False)
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


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger of two runs."""
    path = tmp_path_factory.mktemp("good") / "ledger.sqlite"
    for seed in ("1", "2"):
        command = [*CHECK[:-3], "--jobs", "1", "--seed", seed, "--ledger", str(path)]
        assert CliRunner().invoke(main, command).exit_code == 0
    return path


def timeless(text: str) -> Any:
    """A results.json but for its times, and for what was taken from where."""
    found = strict_json(text)
    for part in (found["run"], *found["claims"]):
        for key in [key for key in part if "seconds" in key or "reused" in key]:
            del part[key]
    return found


def cells(results: Any) -> list[dict[str, Any]]:
    return [cell for claim in results["claims"] for item in claim["evidence"] for cell in item.get("cells", ())]


def blocks(results: Any) -> int:
    """Of 64 samples."""
    return sum(-(-cell["networks"] // 64) for cell in cells(results))


def rows(query: str) -> list[tuple[Any, ...]]:
    """Of the test's ledger; none where it is not made yet."""
    if not Path("ledger.sqlite").exists():
        return []
    with closing(sqlite3.connect("ledger.sqlite", timeout=30)) as link:
        try:
            return link.execute(query).fetchall()
        except sqlite3.OperationalError:
            return []
