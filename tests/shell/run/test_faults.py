"""Checks that die, hang, fill the memory or write where they should not: each is named, and the others are finished."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bninit.guard.faults import sentence
from bninit.ledger.verify import verified
from numerics.streams import fresh_seed
from tests.shell.conftest import CLAIMS, Run, strict_json
from tests.shell.run.test_interrupt import Start
from tests.waiting import PATIENCE

SECONDS, GIB = 5, 0.5
MEMORY = f"{GIB} GiB of memory that a claim may have"

DEEDS = {
    "exit 0": ("os._exit(0)", r"its process exited with status 0"),
    "segfault": ("ctypes.string_at(0)", r"its process was killed by SIGSEGV \(mine.py:{line}\)"),
    "abort": ("os.abort()", r"its process was killed by SIGABRT \(mine.py:{line}\)"),
    "kill itself": ("os.kill(os.getpid(), signal.SIGKILL)", r"its process was killed by SIGKILL, each time"),
    "close stdin": ("os.close(0)", r"it closed file descriptor 0 of its process"),
    "close stdout": ("os.close(1)", r"it closed file descriptor 1 of its process"),
    "close stderr": ("os.close(2)", r"it closed file descriptor 2 of its process"),
    "close all": ("os.closerange(0, 1000)", r"it closed the descriptors of its process|its process exited"),
    "alarm": ("signal.alarm(1); time.sleep(60)", r"its process was killed by SIGALRM"),
    "BaseException": ("raise BaseException('base')", r"BaseException: base \(mine.py:{line}\)"),
    "KeyboardInterrupt": ("raise KeyboardInterrupt", r"KeyboardInterrupt \(mine.py:{line}\)"),
    "an exception of a library": ("json.loads('{')", r"JSONDecodeError: .* \(mine.py:{line}\)"),
    "endless loop": ("while True: pass", rf"it did not end within {SECONDS} s \(mine.py:{{line}}\); .*--claim-timeout"),
    "C code": ("pow(3, 10**9)", rf"it did not end within {SECONDS} s \(mine.py:{{line}}\)"),
    "stopped": ("os.kill(os.getpid(), signal.SIGSTOP)", rf"it did not end within {SECONDS} s"),
    "deaf": ("pthread_sigmask(SIG_BLOCK, valid_signals()); time.sleep(1e6)", rf"it did not end within {SECONDS} s"),
    "endless comparisons": ("yield from endless(predicted)", rf"it did not end within {SECONDS} s"),
    "memory at once": ("bytearray(2**30)", rf"it needs more than the {MEMORY} \(mine.py:{{line}}\); .*--claim-memory"),
    "memory by and by": ("fill()", rf"it needs more than the {MEMORY} \(mine.py:\d+\)"),
    "leaked fork": ("if os.fork() == 0: time.sleep(1e6)", r"it left a process behind"),
    "leaked daemon": ("subprocess.run('sleep 1000 &', shell=True)", r"it left a process behind"),
    "leaked thread": ("threading.Thread(target=time.sleep, args=(10**6,)).start()", r"it left the thread '.*' behind"),
    "replaces a builtin": ("builtins.hex = None", r"it replaces builtins\.hex, which bninit itself needs"),
    "kill its parent": ("os.kill(os.getppid(), signal.SIGKILL); time.sleep(60)", "was killed by SIGKILL, each time"),
}
"""Of a check: what it does, and what is said of it. `{line}` is its line."""

HARMLESS = {
    "prints": "print('noise')",
    "writes to descriptor 1": "os.write(1, b'noise')",
    "runs a subprocess that prints": "subprocess.run(['echo', 'noise'])",
    "a fork that comes home, too": "os.fork()",
    "reads from stdin": "assert not sys.stdin.read()",
    "daemon thread": "threading.Thread(target=time.sleep, args=(10**6,), daemon=True).start()",
    "changes folder": "os.chdir('/')",
    "changes precision": "ctx.prec = 11",
    "sets an alarm for later": "signal.alarm(1)",
    "uses a pool": "with ProcessPoolExecutor(1, get_context('fork')) as pool: pool.submit(abs, 1).result()",
    "catches its own memory error": "caught()",
}
"""What a check may do without harm to itself or to the next one."""

PREAMBLE = f"""{CLAIMS}
import builtins, ctypes, json, signal, subprocess, sys, threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from signal import SIG_BLOCK, pthread_sigmask, valid_signals
import numpy as np
from flint import ctx

def first(number, seen=set()):
    # once in a process: a check runs on all twins
    return not (number in seen or seen.add(number))

def endless(predicted):
    while True:
        yield "n = 2", Integer(2), predicted.subs(n, 2)

def fill():
    held = []
    while True:
        held.append(bytearray(10**6))

def caught():
    try:
        fill()
    except MemoryError:
        pass
"""


HALF = int(os.environ.get("PYTEST_XDIST_TESTRUNUID") or f"{fresh_seed():x}", 16) % 2
"""One process does every other deed, two processes the others: by chance which, the same for all of pytest-xdist's."""


@pytest.fixture(scope="module", params=[1, 2], ids=["one process", "two processes"])
def done(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Half of the deeds in one run, with a good claim after each bad and each harmless one; the line of each deed."""
    folder, jobs = tmp_path_factory.mktemp("faults"), request.param
    lines, at = PREAMBLE.splitlines(), {}
    for name, deed in [*(HARMLESS | {name: deed for name, (deed, _) in DEEDS.items()}).items()][(jobs + HALF) % 2 :: 2]:
        lines += ["def deed(predicted):", f"    if first({name!r}):", f"        {deed}"]
        at[name] = len(lines)
        lines += ["    yield from count(predicted)", f"make('bad-{len(at)}', deed)", f"make('good-{len(at)}', count)"]
    (folder / "mine.py").write_text("\n".join(lines) + "\n")
    ended = subprocess.run(
        [sys.executable, "-m", "bninit", "check", "mine", "--claims", "mine.py", "--jobs", str(jobs), "--json",
         "--claim-timeout", str(SECONDS), "--claim-memory", str(GIB), "--ledger", "ledger.sqlite"],
        cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    claims = {claim["id"].removeprefix("mine.basic."): claim for claim in strict_json(ended.stdout)["claims"]}
    return {"lines": at, "folder": folder, "status": ended.returncode, "claims": claims}


def test_deeds(done: dict[str, Any]) -> None:
    """A check that takes its process down, or breaks a limit, has crashed, with the reason and, if known, the line.
    What it prints, or leaves behind that is gone with its process, changes nothing."""
    for number, (name, line) in enumerate(done["lines"].items(), 1):
        claim = done["claims"][f"bad-{number}"]
        if name in HARMLESS:
            assert (claim["verdict"], claim["error"]) == ("holds", ""), name
        else:
            assert (claim["verdict"], claim["as_expected"]) == ("undecided", False), name
            assert re.search(DEEDS[name][1].replace("{line}", str(line)), claim["error"]), (name, claim["error"])


def test_others_are_finished(done: dict[str, Any]) -> None:
    """The good claims, before and after each bad one, hold; the parent alone decides the exit status, which is 3. No
    process of the run is alive after it: forks, daemons and stopped ones included. The ledger has it all."""
    good = [claim["verdict"] for name, claim in done["claims"].items() if name.startswith("good-")]
    assert good == ["holds"] * len(done["lines"])
    assert done["status"] == 3
    assert running_in(done["folder"]) == []
    found = verified(done["folder"] / "ledger.sqlite")
    assert (found.faults, found.rows["checked"]) == ([], len(done["claims"]))


def running_in(folder: Path) -> list[str]:
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if (process / "cwd").resolve() == folder and "Z" not in (process / "stat").read_text().split(") ")[1][:1]:
                found.append((process / "cmdline").read_text())
        except OSError:  # it has just ended, or is another user's
            continue
    return found


@pytest.mark.parametrize("option", [("--claim-timeout", "0"), ("--claim-timeout", "nan"), ("--claim-memory", "-1"),
                                    ("--claim-timeout", "inf"), ("--claim-memory", "inf")])  # fmt: skip
def test_bad_limits(option: tuple[str, str], refused: Callable[..., str]) -> None:
    """Limits are positive numbers."""
    assert option[0] in refused("check", "components.algebra", *option)


def test_limits_are_stated(run: Run) -> None:
    """`--help` says what a claim may take."""
    told = " ".join(run("check", "--help").stdout.split())
    assert "[default: 600]" in told
    assert "[default: 8, at most 3/4 of the machine's]" in told


@pytest.fixture
def limited() -> Callable[..., subprocess.CompletedProcess[str]]:
    """`limited("ulimit -n 8", "list", ...)`: the command in a shell that sets a limit, or sends streams elsewhere."""

    def go(shell: str, *args: str, then: str = "") -> subprocess.CompletedProcess[str]:
        command = f'{shell}\nexec "$@" {then}'
        return subprocess.run(
            ["bash", "-c", command, "bash", sys.executable, "-m", "bninit", *args], capture_output=True, text=True,
            timeout=PATIENCE, check=False, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )  # fmt: skip

    return go


COMMANDS = {
    "list": ("list",),
    "list --json": ("list", "--json"),
    "note": ("show", "components.algebra.rc-idempotent", "--note"),
    "check": ("check", "components.algebra", "--no-ledger", "--level", "quick"),
    "check --json": ("check", "components.algebra", "--no-ledger", "--level", "quick", "--json"),
    "tree": ("tree", "0,1,5"),
    "simulate": ("simulate", "--n", "5", "--width", "20", "--depth", "2"),
    "ols": ("ols", "--d", "2", "--kappa", "3"),
    "help": ("--help",),
    "version": ("--version",),
}
BROKEN = "Error: the output cannot be written (No space left on device)"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="asks /dev/full")
@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_full_disk(command: tuple[str, ...], start: Start) -> None:
    """Output that cannot be written is one sentence on stderr, exit 74."""
    with open("/dev/full", "w") as full:
        process = start(*command, stdout=full)
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 74
    assert err.startswith(BROKEN), err
    assert err.count("\n") == 1


@pytest.mark.parametrize("command", ["list", "check --json", "help"])
def test_closed_streams(command: str, limited: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    """So is output that is closed from the start; neither stdin nor stderr is needed."""
    done = limited("", *COMMANDS[command], then=">&-")
    assert (done.returncode, done.stderr.count("\n")) == (74, 1)
    assert done.stderr.startswith("Error: standard output is closed"), done.stderr
    done = limited("", *COMMANDS[command], then="<&- 2>&-")
    assert done.returncode == 0
    assert done.stdout


def test_what_is_said_where_memory_ends() -> None:
    """A call of C's that fails without an exception, as CPython reports it, is no bug of ours."""
    error = SystemError("<function simulate at 0x7f> returned NULL without setting an exception")
    assert sentence(error).startswith("no memory is left")


@pytest.mark.parametrize(("command", "kilobytes"), [("list", 100_000), ("check", 250_000), ("simulate", 250_000)])
def test_no_memory(command: str, kilobytes: int, limited: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    """Too little memory is a sentence, exit 74, though libraries exit or raise signals then; or it is enough."""
    if kilobytes < 200_000 and np.lib.NumpyVersion(np.__version__) < "2.4.0":
        pytest.skip("with so little the OpenBLAS of NumPy before 2.4 tries again without end while it is loaded")
    done = limited(f"ulimit -v {kilobytes}", *COMMANDS[command])
    assert "Traceback" not in done.stderr
    assert done.returncode in (0, 74), (done.returncode, done.stderr)
    assert done.returncode == 0 or "Error: " in done.stderr.splitlines()[-1]


@pytest.mark.parametrize(("command", "count"), [("list", 6), ("check", 10)])
def test_few_descriptors(command: str, count: int, limited: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    """Too few descriptors are a sentence, exit 74; or they are enough."""
    done = limited(f"ulimit -n {count}", *COMMANDS[command])
    assert "Traceback" not in done.stderr
    assert done.returncode in (0, 74), (done.returncode, done.stderr)
    assert done.returncode == 0 or "ulimit -n" in done.stderr


@pytest.mark.parametrize("made", ["numerics/__init__.py", "theory.py"])
def test_shadowed(made: str, start: Start) -> None:
    """A user's `theory` or `numerics` that stands in the way is named, exit 2; for pytest it is a usage error."""
    Path(made).parent.mkdir(exist_ok=True)
    Path(made).touch()
    Path("mine.py").touch()
    there = {"PYTHONPATH": f"{os.getcwd()}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}
    process = start("list", env=there, cold=True)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2
    assert err.startswith(f"Error: {Path(made).absolute().parent}"), err
    assert "in the place of bninit's own package" in err
    tested = subprocess.run([sys.executable, "-m", "pytest", "-n", "0", "--bninit-claims", "mine.py"], text=True,
                            capture_output=True, env=os.environ | there, check=False)  # fmt: skip
    assert tested.returncode == pytest.ExitCode.USAGE_ERROR
    assert "in the place of bninit's own package" in tested.stderr
    assert "INTERNALERROR" not in tested.stderr


def test_folder_that_shadows_nothing(start: Start) -> None:
    """A folder `numerics` without an `__init__.py` is no package that comes before ours."""
    Path("numerics").mkdir()
    there = {"PYTHONPATH": os.pathsep.join(sys.path)}
    process = start("show", "components.algebra.rc-idempotent", env=there, cold=True)
    process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
