"""The command in this process (`run`, `refused`) or in one of its own (`start`), and a user's claims file."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bninit.cli import main
from bninit.run.load import preload, user_module
from numerics.processes import workers
from tests.shell.ready import Ready, nursery

Run = Callable[..., Result]

CLAIMS = """
import os, time, warnings
from pathlib import Path
from sympy import Integer
from theory import Claim, Locator, Paper, Verdict
from theory.exact.expressions import grid
from theory.notation import n

def make(name, check, predicts=n, over=grid(n=(2, 3)), scope="n = 1..5", **more):
    claim = Claim(
        f"mine.basic.{name}", source=Locator(Paper("mine", "Mine", "I. Myself", 2026, "in preparation"), "Lemma 1"),
        status="new", says="n ones sum to n", tex="n", hypotheses=("n >= 1",), predicts=predicts, over=over, **more,
    )
    if check is not None:
        claim.exact(scope=scope)(check)
    return claim

def count(predicted):
    Path(f"started-{os.getpid()}").touch()
    for k in range(1, 6):
        yield f"n = {k}", Integer(k), predicted.subs(n, k)

def crash(predicted):
    raise RuntimeError("no \\x1b[31m [red]good[/red]")
    yield

def leave(predicted):
    raise SystemExit(0)
    yield

def blind(predicted):
    yield "n = 2", Integer(2), Integer(2)

def warn(predicted):
    print("noise")
    warnings.warn("mind the gap")
    yield from count(predicted)

def slow(predicted):
    Path("slow.tmp").write_text(str(os.getpid()))
    os.replace("slow.tmp", "slow")
    while not Path("go").exists():
        time.sleep(0.02)
    yield from count(predicted)

def die(predicted):
    os._exit(9)
    yield
"""


WATCHED = (
    CLAIMS.replace("os.getpid()", "1")
    .replace('os.replace("slow.tmp", "slow")', 'Path("slow.tmp").rename("slow")')
    .replace("os._exit(9)", "raise SystemExit(9)")
    .replace("import os, ", "import ")
)
"""The same, of which all that it reads is seen: its verdicts may be taken again."""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test starts in an empty folder, with a terminal of unstated width and colour, and with no ledger yet."""
    monkeypatch.setenv("BNINIT_LEDGER", str(tmp_path_factory.mktemp("data") / "ledger.sqlite"))
    user_module.cache_clear()  # by path, and the paths are the same in all folders
    monkeypatch.chdir(tmp_path)
    for name in ("COLUMNS", "NO_COLOR", "PYTHONIOENCODING", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(autouse=True, scope="session")
def _nurseries_are_ready() -> Iterator[None]:
    """Where the tests run in a process with threads (pytest-xdist's), its nurseries need not load bninit each; where
    they are forked from this one, they need not look for caches."""
    preload(suite=False)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(workers, "_python", nursery)
        yield


@pytest.fixture
def run() -> Run:
    """`run("tree", "0,1")`: exit status, stdout, stderr; only SystemExit may leave the command."""

    def invoke(*args: object) -> Result:
        done = CliRunner().invoke(main, [str(arg) for arg in args], catch_exceptions=False)
        assert "Traceback" not in done.output
        return done

    return invoke


@pytest.fixture
def refused(run: Run, tmp_path: Path) -> Callable[..., str]:
    """Wrong use: one sentence on stderr, exit 2, nothing on stdout, nothing written. Returns the sentence."""

    def invoke(*args: object) -> str:
        before = contents(tmp_path)
        done = run(*args)
        lines = done.stderr.splitlines()
        assert done.exit_code == 2, done.output
        assert done.stdout == ""
        assert [line.startswith("Error: ") for line in lines if line].count(True) == 1, done.stderr
        assert lines[-1].startswith("Error: "), done.stderr
        assert all(line.isprintable() for line in lines), done.stderr
        assert len(done.stderr) < 800
        assert contents(tmp_path) == before
        return lines[-1]

    return invoke


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


@pytest.fixture
def claims_file(tmp_path: Path) -> Callable[..., str]:
    """`claims_file("good = make('good', count)")` is a user's claims file."""

    def write(text: str, preamble: str = CLAIMS) -> str:
        (tmp_path / "mine.py").write_text(f"{preamble}{text}\n")
        return "mine.py"

    return write


@pytest.fixture
def start() -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """`start("check", ..., env={...})`: a process in a group of its own; killed at the end of the test.

    It is forked from one that has bninit loaded; with `cold=True` it is a new Python.
    """
    running: list[subprocess.Popen[str]] = []

    def heed() -> None:
        """A test run in the background of a shell inherits deafness to Ctrl-C, and would hand it on."""
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    def popen(*args: object, env: dict[str, str] | None = None, cold: bool = False, **streams: Any) -> Any:
        command = [sys.executable, "-m", "bninit" if cold else "bninit.cli", *map(str, args)]
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | streams
        process = (subprocess.Popen if cold else Ready)(
            command, env=os.environ | (env or {}), text=True, encoding="utf-8", start_new_session=True,
            preexec_fn=heed, **streams,
        )  # fmt: skip
        running.append(process)
        return process

    yield popen
    for process in running:
        if process.poll() is None:
            process.kill()
        process.communicate()


def strict_json(text: str) -> Any:
    """JSON as the standard has it: no NaN, no Infinity."""

    def refuse(constant: str) -> None:
        raise ValueError(f"{constant} is not JSON")

    return json.loads(text, parse_constant=refuse)
