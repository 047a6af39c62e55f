"""README and docs: every command is run where its page is read, and prints what the page says."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from bninit.cli import main
from bninit.run.load import user_module
from tests.shell.outside.pages import PAGES, ROOT, Command, File, steps, unlike
from tests.shell.ready import Ready

SESSIONS = {str(path.relative_to(ROOT)): found for path in PAGES if (found := steps(path))}


@pytest.fixture(scope="module")
def old_ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The ledger of a reader who has used bninit before."""
    path = tmp_path_factory.mktemp("old") / "ledger.sqlite"
    command = ["check", "components.algebra", "--level", "quick", "--jobs", "1", "--ledger", str(path)]
    assert CliRunner().invoke(main, command).exit_code == 0
    return path


@pytest.mark.parametrize("page", SESSIONS)
def test_session(page: str, tmp_path: Path, old_ledger: Path) -> None:
    """In an empty folder, a page's files are written and its commands run, in order: status and output as shown,
    whatever has been run before."""
    shutil.copy(old_ledger, os.environ["BNINIT_LEDGER"])
    for step in SESSIONS[page]:
        if isinstance(step, File):
            with (tmp_path / step.name).open("a", encoding="utf-8") as file:  # a later block goes on where it ended
                file.write(step.text)
            continue
        status, output = run(step, tmp_path)
        assert status == step.status, f"$ {step.line}\n{output}"
        assert unlike(output, step.shown) == "", f"$ {step.line}\n{output}"


def run(command: Command, folder: Path) -> tuple[int, str]:
    """In this process if it is bninit, otherwise as a program that has bninit loaded; with the exit status."""
    program, *arguments = shlex.split(command.line)
    if program == "bninit":
        user_module.cache_clear()  # the page's file may have grown
        done = CliRunner().invoke(main, arguments)
        return done.exit_code, done.output
    if program == "pytest":
        arguments = ["-p", "no:cacheprovider", *arguments]
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    python = [sys.executable] if program == "python" else [sys.executable, "-m", program]
    ran = Ready([*python, *arguments], cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    output = "".join(ran.communicate())
    return ran.returncode, output


def test_a_page_that_says_something_else_is_noticed() -> None:
    """A line that is not printed, one out of order, and one that does not begin the output are told."""
    printed = "a 1.2 s\nb\nc\nd\n"
    assert unlike(printed, ("a 7 s", "b")) == ""
    assert unlike(printed, ("a 7 s", "...", "c", "d")) == ""
    assert unlike(printed, ("...", "c", "...")) == ""
    assert unlike(printed, ("b",)) == "b"
    assert unlike(printed, ("a 7 s", "...", "e")) == "e"
    assert unlike(printed, ("...", "d", "...", "b")) == "b"


@pytest.mark.parametrize("page", [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "tests/README.md")])
def test_links_lead_somewhere(page: Path) -> None:
    """Every relative link, outside of docs/, where the build looks at them, is to a file or folder that exists."""
    links = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_reasons_of_the_page_are_those_of_the_judge() -> None:
    """Each row of docs/howto/undecided.md begins with words that a run can say."""
    judge = [*(ROOT / "bninit/run/judging").glob("*.py"), ROOT / "bninit/prove/stage.py"]
    judge += [
        ROOT / "numerics/judging/limits.py",
        ROOT / "numerics/judging/trial.py",
        ROOT / "theory/statement/circular.py",
    ]
    said = "".join(path.read_text(encoding="utf-8") for path in judge)
    page = (ROOT / "docs/howto/undecided.md").read_text(encoding="utf-8")
    rows = [row.split(" | ")[0].removeprefix("| ") for row in page.splitlines() if row.startswith("| ")][1:]
    assert len(rows) > 15
    assert [row for row in rows if row not in said] == []
