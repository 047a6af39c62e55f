"""What reaches the terminal: at most 80 columns, ASCII where asked for, a progress bar where there is a terminal."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence

import pytest

from bninit.cli import main
from numerics.streams import fresh_seed
from tests.shell.conftest import Run
from tests.waiting import PATIENCE
from theory.registry import claims

COMMANDS: dict[str, Sequence[object]] = {
    "list": ["list"],
    "check": ["check", "components.gaussian", "nachum24.tree.limit-single", "--level", "quick"],
    "orthogonality": ["orthogonality", "--n", 3, "--width", "8,16", "--depth", 12, "--networks", 3],
    "ols": ["ols", "--dim", 2, "--kappa", 5, "--steps", 300],
    "tree": ["tree", "0,1,5"],
    "tree of many": ["tree", ",".join(map(str, range(100))), "--depth", 3],
    "tree with long numbers": ["tree", "1/3,1e-300,123456789123456789123456789/7", "--digits", 200],
    "symmetric": ["fixed-point", "symmetric", "--n", 7, "--digits", 300],
    "broken": ["fixed-point", "broken", "--n", 10],
    "none": ["fixed-point", "broken", "--n", 5],
    "spectrum": ["spectrum", "escaped", "--n", 10, "--k", 2],
    "rank": ["rank", "1,0;-1,0;0,1;0,-1;1,1;-1,-1", "--width", 8],
    "rank of a space": ["rank", "1,0,0;1,1,0;1,2,3;1,1,1"],
    "expand": ["expand"],
    "expand to order 6": ["expand", "--order", 6],
    "expand for four rows": ["expand", "--width", 4, "--order", 3],
    "chain": ["chain", "--width", 6, "--gamma", "inf", "--depth", 1200, "--networks", 2, "--exponents"],
    "chain of low rank": ["chain", "--width", 300, "--gamma", 1e-3, "--rank", 1, "--depth", 3, "--networks", 1],
    "phase diagram": ["phase-diagram", "--n", 8, "--width", 20],
    "simulate": ["simulate", "--n", 12, "--width", 30, "--depth", 20, "--networks", 30],
    "--version": ["--version"],
    "--help": ["--help"],
    **{f"{name} --help": [name, "--help"] for name in main.commands},
}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_width(command: Sequence[object], run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """No line is wider than the terminal, nor than 80 columns: of one of the two widths, by chance. NO_COLOR asks for
    ASCII."""
    columns = ("60", "300")[fresh_seed() % 2]
    monkeypatch.setenv("COLUMNS", columns)
    done = run(*command)
    assert done.exit_code == 0, done.output
    limit = 80 if "--help" in command else min(80, int(columns))  # click's runner fixes the width of help
    assert [line for line in done.output.splitlines() if len(line) > limit] == []
    assert "\x1b" not in done.output
    if not done.output.isascii():
        monkeypatch.setenv("NO_COLOR", "1")
        assert run(*command).output.isascii()


def test_width_of_help(start: Callable[..., subprocess.Popen[str]]) -> None:
    """Help fits a terminal of 60 columns, too."""
    out, _ = start("simulate", "--help", env={"COLUMNS": "60"}).communicate(timeout=PATIENCE)
    assert 50 < max(map(len, out.splitlines())) <= 60


@pytest.mark.parametrize(("columns", "every"), [("60", 30), ("80", 60), ("1", 60)])
def test_width_of_show(columns: str, every: int, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """`show` of claims, others each time, fits a narrow terminal; below 40 columns nothing breaks."""
    monkeypatch.setenv("COLUMNS", columns)
    for claim in list(claims())[fresh_seed() % every :: every]:
        done = run("show", claim)
        assert done.exit_code == 0
        assert max(map(len, done.stdout.splitlines())) <= max(40, int(columns)), claim


@pytest.mark.parametrize(
    "command",
    [
        COMMANDS["list"],
        ["show", "nachum24.tree.limit", "--note"],
        ["check", "nachum24.tree.limit-single", "--jobs", 1],
        ["show", "grün"],
        ["simulate", "--batch", "grün\udcff.csv", "--width", 3, "--depth", 3],
        ["tree", "0,1,5", "--plot", "grün.svg"],
    ],
    ids=str,
)
def test_ascii_encoding(command: Sequence[object], start: Callable[..., subprocess.Popen[str]]) -> None:
    """Where the encoding is ASCII so is the output; what it lacks is escaped, not a crash."""
    process = start(*command, env={"PYTHONIOENCODING": "ascii"})
    out, err = process.communicate(timeout=PATIENCE)
    assert "Traceback" not in err
    assert process.returncode == (2 if "Error" in err else 0)
    assert (out + err).isascii()
    assert "\x1b" not in out + err


def seen(start: Callable[..., subprocess.Popen[str]], *args: object, env: dict[str, str] | None = None) -> str:
    """All that a command writes to a terminal of its own."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    process = start(*args, env={"TERM": "xterm"} | (env or {}), stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    text = b""
    try:
        while part := os.read(ours, 65536):
            text += part
    except OSError:  # how a pseudo-terminal says that it was closed
        pass
    os.close(ours)
    assert process.wait(timeout=PATIENCE) == 0
    return text.decode()


def test_on_a_terminal(start: Callable[..., subprocess.Popen[str]]) -> None:
    """A progress bar, and colours beside glyph and word, on a terminal; nothing of the kind elsewhere. With NO_COLOR no
    colour, nor bold face."""
    simulation = ("simulate", "--n", 5, "--width", 10, "--depth", 50)
    shown = seen(start, *simulation)
    assert all(part in shown for part in ("layers", "50/50"))
    out, err = start(*simulation).communicate(timeout=PATIENCE)
    assert (err, "\x1b" in out) == ("", False)
    check = ("check", "nachum24.tree.limit-single", "--jobs", 1)
    assert "\x1b[31m" in seen(start, *check)
    result = seen(start, *check, env={"NO_COLOR": "1"}).rpartition("claims exact")[2]
    assert "x nachum24.tree.limit-single  refuted (expected)" in result
    assert "\x1b[" not in result


@pytest.mark.parametrize(
    ("command", "without"),
    [
        (["list"], {"numpy", "scipy", "matplotlib", "numerics.judging", "numerics.checks"}),
        (["--help"], {"numpy", "scipy", "matplotlib", "sympy", "numerics"}),
        (["check", "--claims", "none.py"], {"rich", "bninit.run.session", "theory.papers.nachum24"}),
        (["tree", "0,1,5"], {"numpy", "scipy", "matplotlib", "numerics"}),
        (["expand", "--order", "2"], {"numpy", "scipy", "matplotlib", "numerics"}),
        (["simulate", "--n", "3", "--width", "4", "--depth", "2"], {"matplotlib", "scipy.stats"}),
        (["chain", "--width", "3", "--gamma", "1", "--depth", "2"], {"matplotlib", "scipy"}),
    ],
    ids=["list", "help", "refused", "tree", "expand", "simulate", "chain"],
)
def test_imports(command: list[str], without: set[str]) -> None:
    """Commands start fast: what is slow to import is imported only where it is used."""
    code = (
        "import sys\nfrom bninit.cli import main\n"
        f"try: main({command!r})\nexcept SystemExit: pass\nprint(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE)
    assert {"bninit.cli", *without} & set(done.stderr.split()) == {"bninit.cli"}
