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
from tests.shell.conftest import CLAIMS, Run, strict_json
from tests.shell.ready import Ready
from tests.shell.run.test_interrupt import Start
from tests.waiting import PATIENCE

SECONDS, GIB = 3, 0.5
PROGRAM = "from bninit.__main__ import main; main()"

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
        held.append(bytes(10**6))  # not written to, which would take time

def caught():
    try:
        fill()
    except MemoryError:
        pass
"""


def written(folder: Path, bad: list[str]) -> dict[str, int]:
    """A claims file with a good claim after each bad and each harmless one; the line of each deed."""
    lines = PREAMBLE.splitlines()
    found = {}
    deeds = HARMLESS | {name: DEEDS[name][0] for name in bad}
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


ALONE = ["exit 0", "segfault", "close all", "SystemExit", "memory by and by", "leaked fork", "kill its parent"]
"""Deeds of the run with one process: one of each way to end, for all of them come again in the run with two."""


@pytest.fixture(scope="module", params=[1, 2], ids=["one process", "two processes"])
def done(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """All deeds in one run of two processes; in one process what is harmless and one deed of each kind."""
    folder = tmp_path_factory.mktemp("faults")
    lines = written(folder, ALONE if request.param == 1 else [*DEEDS])
    process = Ready(
        [sys.executable, "-c", PROGRAM, "check", "mine", "--claims", "mine.py", "--jobs", str(request.param), "--json",
         "--claim-timeout", str(SECONDS), "--claim-memory", str(GIB), "--ledger", "ledger.sqlite"],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    out, _ = process.communicate(timeout=PATIENCE)
    found = {claim["id"].removeprefix("mine.basic."): claim for claim in strict_json(out)["claims"]}
    return {"lines": lines, "folder": folder, "status": process.returncode, "claims": found}


def test_deeds_are_named(done: dict[str, Any]) -> None:
    """A check that takes its process down, or breaks a limit, has crashed, with the reason and, if known, the line.
    What one prints, or leaves behind that is gone with its process, changes nothing."""
    for number, (name, line) in enumerate(done["lines"].items()):
        claim = done["claims"][f"bad-{number}"]
        if name in HARMLESS:
            assert (claim["verdict"], claim["error"]) == ("holds", ""), name
        else:
            assert (claim["verdict"], claim["as_expected"]) == ("undecided", False), name
            assert re.search(DEEDS[name][1].replace("{line}", str(line)), claim["error"]), (name, claim["error"])


def test_the_rest_is_finished(done: dict[str, Any]) -> None:
    """The good claims, before and after each bad one, hold; the parent alone decides the exit status, which is 3. No
    process of the run is alive after it: forks, daemons and stopped ones included. The ledger is sound."""
    good = [claim["verdict"] for name, claim in done["claims"].items() if name.startswith("good-")]
    assert good == ["holds"] * len(done["lines"])
    assert done["status"] == 3
    assert running_in(done["folder"]) == []
    assert verified(done["folder"] / "ledger.sqlite").faults == []


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


Limited = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def limited(claims_file: Callable[..., str]) -> Limited:
    """`limited("ulimit -n 8", "list", ...)`: the command in a shell that sets a limit, or sends streams elsewhere."""
    claims_file("good = make('good', count)")

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
    "check": ("check", "--claims", "mine.py", "--no-ledger"),
    "check --json": ("check", "--claims", "mine.py", "--no-ledger", "--json"),
    "tree": ("tree", "0,1,5"),
    "fixed-point": ("fixed-point", "symmetric", "--n", "5"),
    "spectrum": ("spectrum", "symmetric", "--n", "5"),
    "rank": ("rank", "1,0;0,1"),
    "simulate": ("simulate", "--n", "5", "--width", "20", "--depth", "2"),
    "ols": ("ols", "--dim", "2", "--kappa", "3"),
    "phase-diagram": ("phase-diagram", "--n", "4", "--networks", "1", "--width", "20"),
    "help": ("--help",),
    "help of a command": ("check", "--help"),
    "version": ("--version",),
}


FULL = "the output cannot be written (No space left on device)"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="asks /dev/full")
@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_output_that_is_full(command: tuple[str, ...], claims_file: Callable[..., str]) -> None:
    """Output that cannot be written is one sentence on stderr, exit 74."""
    claims_file("good = make('good', count)")
    with open("/dev/full", "w") as full:
        process = Ready([sys.executable, "-c", PROGRAM, *command], stdout=full, stderr=subprocess.PIPE, text=True)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 74
    assert err.startswith(f"Error: {FULL}"), err
    assert err.count("\n") == 1


@pytest.mark.parametrize(("then", "says"), [(">&-", "standard output is closed"), (">/dev/full", FULL)])
def test_output_nowhere(then: str, says: str, limited: Limited) -> None:
    """The same in a new Python, and for output that is closed from the start, before it is known which command."""
    done = limited("", *COMMANDS["tree"], then=then)
    assert (done.returncode, done.stderr.count("\n")) == (74, 1)
    assert done.stderr.startswith(f"Error: {says}"), done.stderr


def test_other_streams_closed(limited: Limited) -> None:
    """Neither stdin nor stderr is needed."""
    done = limited("", *COMMANDS["check"], then="<&- 2>&-")
    assert done.returncode == 0
    assert done.stdout


def test_what_is_said_where_memory_ends() -> None:
    """A call of C's that fails without an exception, as CPython reports it, is no bug of ours."""
    error = SystemError("<function simulate at 0x7f> returned NULL without setting an exception")
    assert sentence(error).startswith("no memory is left")


@pytest.mark.parametrize(
    ("limit", "command", "says"),
    [
        ("ulimit -v 100000", "list", "Error: "),
        ("ulimit -v 250000", "check", "Error: "),
        ("ulimit -v 250000", "simulate", "Error: "),
        ("ulimit -n 6", "list", "ulimit -n"),
        ("ulimit -n 6", "check", "ulimit -n"),
        ("ulimit -n 10", "check", "ulimit -n"),
    ],
)
def test_limits_of_the_system(limit: str, command: str, says: str, limited: Limited) -> None:
    """Too little memory, or too few descriptors, is a sentence, exit 74, though libraries exit or raise signals then;
    or it is enough."""
    if limit == "ulimit -v 100000" and np.lib.NumpyVersion(np.__version__) < "2.4.0":
        pytest.skip("with so little the OpenBLAS of NumPy before 2.4 tries again without end while it is loaded")
    done = limited(limit, *COMMANDS[command])
    assert "Traceback" not in done.stderr
    assert done.returncode in (0, 74), (done.returncode, done.stderr)
    assert done.returncode == 0 or says in done.stderr.splitlines()[-1]


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
