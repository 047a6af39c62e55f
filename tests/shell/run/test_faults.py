"""Checks that die, hang, fill the memory or write where they should not: each is named, and the others are finished."""

from __future__ import annotations

import json
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
from tests.shell.conftest import CLAIMS, Run, strict_json
from tests.shell.ready import Ready
from tests.shell.run.test_interrupt import Start
from tests.waiting import PATIENCE

SECONDS, GIB = 3, 0.5

DEEDS = {
    "exit 0": ("os._exit(0)", r"its process exited with status 0"),
    "exit 1": ("os._exit(1)", r"its process exited with status 1"),
    "segfault": ("ctypes.string_at(0)", r"its process was killed by SIGSEGV \(mine.py:{line}\)"),
    "abort": ("os.abort()", r"its process was killed by SIGABRT \(mine.py:{line}\)"),
    "kill itself": ("os.kill(os.getpid(), signal.SIGKILL)", r"its process was killed by SIGKILL, each time"),
    "close stdin": ("os.close(0)", r"it closed file descriptor 0 of its process"),
    "close stdout": ("os.close(1)", r"it closed file descriptor 1 of its process"),
    "close stderr": ("os.close(2)", r"it closed file descriptor 2 of its process"),
    "close all": (
        "os.closerange(0, 1000)",
        r"it closed the descriptors of its process|its process exited",
    ),
    "alarm": ("signal.alarm(1); time.sleep(60)", r"its process was killed by SIGALRM"),
    "BaseException": ("raise BaseException('base')", r"BaseException: base \(mine.py:{line}\)"),
    "GeneratorExit": ("raise GeneratorExit", r"GeneratorExit \(mine.py:{line}\)"),
    "KeyboardInterrupt": ("raise KeyboardInterrupt", r"KeyboardInterrupt \(mine.py:{line}\)"),
    "SystemExit": ("sys.exit('leaving')", r"SystemExit: leaving \(mine.py:{line}\)"),
    "an exception of a library": ("json.loads('{')", r"JSONDecodeError: .* \(mine.py:{line}\)"),
    "endless loop": ("while True: pass", rf"it did not end within {SECONDS} s \(mine.py:{{line}}\); .*--claim-timeout"),
    "sleep": ("time.sleep(1e6)", rf"it did not end within {SECONDS} s \(mine.py:{{line}}\)"),
    "C code": ("pow(3, 10**9)", rf"it did not end within {SECONDS} s \(mine.py:{{line}}\)"),
    "stopped": ("os.kill(os.getpid(), signal.SIGSTOP)", rf"it did not end within {SECONDS} s"),
    "deaf": ("pthread_sigmask(SIG_BLOCK, valid_signals()); time.sleep(1e6)", rf"it did not end within {SECONDS} s"),
    "endless comparisons": ("yield from endless(predicted)", rf"it did not end within {SECONDS} s"),
    "memory at once": (
        "bytearray(2**30)",
        rf"it needs more than the {GIB} GiB of memory that a claim may have \(mine.py:{{line}}\); .*--claim-memory",
    ),
    "memory by and by": (
        "fill()",
        rf"it needs more than the {GIB} GiB of memory that a claim may have \(mine.py:\d+\)",
    ),
    "memory of an array": ("np.zeros((2**14, 2**14))", rf"it needs more than the {GIB} GiB of memory"),
    "leaked fork": ("if os.fork() == 0: time.sleep(1e6)", r"it left a process behind"),
    "leaked subprocess": ("subprocess.Popen(['sleep', '1000'])", r"it left a process behind"),
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


def written(folder: Path) -> dict[str, int]:
    """A claims file with a good claim after each bad and each harmless one; the line of each deed."""
    lines = PREAMBLE.splitlines()
    found = {}
    deeds = HARMLESS | {name: deed for name, (deed, _) in DEEDS.items()}
    for number, (name, deed) in enumerate(deeds.items()):
        lines += [f"def deed_{number}(predicted):", f"    if first({number}):", f"        {deed}"]
        found[name] = len(lines)
        lines += ["    yield from count(predicted)"]
        lines += [
            f"bad_{number} = make('bad-{number}', deed_{number})",
            f"good_{number} = make('good-{number}', count)",
        ]
    (folder / "mine.py").write_text("\n".join(lines) + "\n")
    return found


@pytest.fixture(scope="module", params=[1, 2], ids=["one process", "two processes"])
def done(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """All deeds in one run."""
    folder = tmp_path_factory.mktemp("faults")
    lines = written(folder)
    ended = subprocess.run(
        [sys.executable, "-m", "bninit", "check", "mine", "--claims", "mine.py", "--jobs", str(request.param), "--json",
         "--claim-timeout", str(SECONDS), "--claim-memory", str(GIB), "--ledger", "ledger.sqlite"],
        cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    return {"lines": lines, "folder": folder, "status": ended.returncode, "out": ended.stdout, "err": ended.stderr}


def claims_of(done: dict[str, Any]) -> dict[str, Any]:
    return {claim["id"]: claim for claim in strict_json(done["out"])["claims"]}


@pytest.mark.parametrize("name", DEEDS)
def test_deed_is_named(name: str, done: dict[str, Any]) -> None:
    """A check that takes its process down, or breaks a limit, has crashed, with the reason and, if known, the line."""
    number = len(HARMLESS) + list(DEEDS).index(name)
    claim = claims_of(done)[f"mine.basic.bad-{number}"]
    assert claim["verdict"] == "undecided"
    assert not claim["as_expected"]
    assert re.search(DEEDS[name][1].replace("{line}", str(done["lines"][name])), claim["error"]), claim["error"]


@pytest.mark.parametrize("name", HARMLESS)
def test_harmless(name: str, done: dict[str, Any]) -> None:
    """What a check prints, or leaves behind that is gone with its process, changes nothing."""
    number = list(HARMLESS).index(name)
    claim = claims_of(done)[f"mine.basic.bad-{number}"]
    assert (claim["verdict"], claim["error"]) == ("holds", "")


def test_others_are_finished(done: dict[str, Any]) -> None:
    """The good claims, before and after each bad one, hold; the parent alone decides the exit status, which is 3."""
    good = {i: claim["verdict"] for i, claim in claims_of(done).items() if ".good-" in i}
    assert len(good) == len(DEEDS) + len(HARMLESS)
    assert set(good.values()) == {"holds"}
    assert done["status"] == 3


def test_nothing_remains(done: dict[str, Any]) -> None:
    """No process of the run is alive after it: forks, daemons and stopped ones included."""
    assert running_in(done["folder"]) == []


def test_all_is_recorded(done: dict[str, Any]) -> None:
    """The ledger is sound and has every claim of the run, with its crash."""
    (folder,) = [done["folder"]]
    command = [sys.executable, "-m", "bninit"]
    verified = subprocess.run([*command, "ledger", "verify", "--ledger", "ledger.sqlite", "--json"], cwd=folder,
                              capture_output=True, text=True, check=False)  # fmt: skip
    assert json.loads(verified.stdout)["ok"], verified.stdout


def running_in(folder: Path) -> list[str]:
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if (process / "cwd").resolve() == folder and "Z" not in (process / "stat").read_text().split(") ")[1][:1]:
                found.append((process / "cmdline").read_text())
        except OSError:  # it has just ended, or is another user's
            continue
    return found


LOADING = {
    "BaseException": ("x = 1\nraise BaseException('base')", r"mine.py, line 2,? raised BaseException: base"),
    "KeyboardInterrupt": ("raise KeyboardInterrupt", r"mine.py, line 1,? raised KeyboardInterrupt"),
    "GeneratorExit": ("\n\nraise GeneratorExit", r"mine.py, line 3,? raised GeneratorExit"),
    "SystemExit": ("import sys\nsys.exit(3)", r"mine.py, line 2,? raised SystemExit: 3"),
    "exit": ("import os\nos._exit(0)", r"mine.py cannot be imported: its process exited with status 0"),
    "segfault": ("import ctypes\nctypes.string_at(0)", r"mine.py, line 2, cannot be imported: .* killed by SIGSEGV"),
    "kill": ("import os\nos.kill(os.getpid(), 9)", r"mine.py cannot be imported: .* killed by SIGKILL"),
    "sleep": ("import time\n\ntime.sleep(1e6)", r"mine.py, line 3, was not imported within 1 s"),
    "loop": ("while True:\n    pass", r"mine.py, line [12], was not imported within 1 s"),
    "a builtin": ("import builtins\nbuiltins.len = lambda x: 0", r"mine.py, line 2 replaces Python's own len"),
    "deleted builtin": ("import builtins\ndel builtins.print", r"mine.py, line 2 replaces Python's own print"),
}


@pytest.mark.parametrize("command", [("check",), ("list",), ("show", "x")], ids=lambda command: command[0])
@pytest.mark.parametrize(("text", "says"), LOADING.values(), ids=LOADING)
def test_claims_file_that_misbehaves(
    command: tuple[str, ...], text: str, says: str, refused: Callable[..., str], claims_file: Callable[..., str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """A claims file that hangs, exits, dies or replaces builtins when it is imported is told in a sentence, exit 2."""
    monkeypatch.setattr("bninit.run.tried.LOADING", 1.0)
    assert re.search(says, refused(*command, "--claims", claims_file(text, preamble="")))


def test_claims_file_that_prints(start: Start, claims_file: Callable[..., str]) -> None:
    """What a claims file prints when it is imported, by whatever means, is not among the results."""
    text = "import subprocess\nprint('noise')\nos.write(1, b'noise')\nsubprocess.run(['echo', 'noise'])"
    process = start("check", "--claims", claims_file(f"{text}\ngood = make('good', count)"), "--json", "--no-ledger")
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    assert [claim["verdict"] for claim in strict_json(out)["claims"]] == ["holds"]


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
    "show": ("show", "components.algebra.rc-idempotent"),
    "note": ("show", "components.algebra.rc-idempotent", "--note"),
    "check": ("check", "components.algebra", "--no-ledger", "--level", "quick"),
    "check --json": ("check", "components.algebra", "--no-ledger", "--level", "quick", "--json"),
    "tree": ("tree", "0,1,5"),
    "fixed-point": ("fixed-point", "symmetric", "--n", "5"),
    "spectrum": ("spectrum", "symmetric", "--n", "5"),
    "rank": ("rank", "1,0;0,1"),
    "simulate": ("simulate", "--n", "5", "--width", "20", "--depth", "2"),
    "ols": ("ols", "--d", "2", "--kappa", "3"),
    "phase-diagram": ("phase-diagram", "--nmax", "4", "--replicates", "1", "--width", "20"),
    "help": ("--help",),
    "help of a command": ("check", "--help"),
    "version": ("--version",),
}


FULL = "the output cannot be written (No space left on device)"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="asks /dev/full")
@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_output_that_is_full(command: tuple[str, ...]) -> None:
    """Output that cannot be written is one sentence on stderr, exit 74."""
    program = "from bninit.__main__ import main; main()"
    with open("/dev/full", "w") as full:
        process = Ready([sys.executable, "-c", program, *command], stdout=full, stderr=subprocess.PIPE, text=True)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 74
    assert err.startswith(f"Error: {FULL}"), err
    assert err.count("\n") == 1


NOWHERE = [*((name, ">&-", "standard output is closed") for name in COMMANDS), ("tree", ">/dev/full", FULL)]


@pytest.mark.parametrize(("name", "then", "says"), NOWHERE)
def test_output_nowhere(
    name: str, then: str, says: str, limited: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    """The same in a new Python, and for output that is closed from the start."""
    done = limited("", *COMMANDS[name], then=then)
    assert (done.returncode, done.stderr.count("\n")) == (74, 1)
    assert done.stderr.startswith(f"Error: {says}"), done.stderr


@pytest.mark.parametrize("command", ["list", "note", "check"])
def test_other_streams_closed(command: str, limited: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    """Neither stdin nor stderr is needed."""
    done = limited("", *COMMANDS[command], then="<&- 2>&-")
    assert done.returncode == 0
    assert done.stdout


def test_what_is_said_where_memory_ends() -> None:
    """A call of C's that fails without an exception, as CPython reports it, is no bug of ours."""
    error = SystemError("<function simulate at 0x7f> returned NULL without setting an exception")
    assert sentence(error).startswith("no memory is left")


@pytest.mark.parametrize("kilobytes", [100_000, 250_000])
@pytest.mark.parametrize("command", ["list", "check", "simulate"])
def test_no_memory(command: str, kilobytes: int, limited: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    """Too little memory is a sentence, exit 74, though libraries exit or raise signals then; or it is enough."""
    if kilobytes < 200_000 and np.lib.NumpyVersion(np.__version__) < "2.4.0":
        pytest.skip("with so little the OpenBLAS of NumPy before 2.4 tries again without end while it is loaded")
    done = limited(f"ulimit -v {kilobytes}", *COMMANDS[command])
    assert "Traceback" not in done.stderr
    assert done.returncode in (0, 74), (done.returncode, done.stderr)
    assert done.returncode == 0 or "Error: " in done.stderr.splitlines()[-1]


@pytest.mark.parametrize("count", [6, 10])
@pytest.mark.parametrize("command", ["list", "check"])
def test_few_descriptors(command: str, count: int, limited: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    """Too few descriptors are a sentence, exit 74; or they are enough."""
    done = limited(f"ulimit -n {count}", *COMMANDS[command])
    assert "Traceback" not in done.stderr
    assert done.returncode in (0, 74), (done.returncode, done.stderr)
    assert done.returncode == 0 or "ulimit -n" in done.stderr


@pytest.mark.parametrize("made", ["numerics/__init__.py", "theory/__init__.py", "theory.py", "numerics.py"])
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
