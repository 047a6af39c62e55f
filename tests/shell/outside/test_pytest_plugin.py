"""The pytest plugin: one test per claim, and nothing at all where it is not asked for."""

from __future__ import annotations

import re
import shlex

import pytest

from bninit.run.load import load
from tests.shell.conftest import CLAIMS

pytest_plugins = ["pytester"]

Asked = tuple[str, ...]
FILE: Asked = ("--bninit-claims", "mine.py")
GOOD = "good = make('good', count)"
BAD = """
wrong = make('wrong', count, predicts=n + 1)
blinded = make('blinded', blind, over=grid(n=(2, 3)), twins=(Twin(Integer(2), "two"),))
untested = make('untested', blind)
crashed = make('crashed', crash)
"""


@pytest.fixture(autouse=True, scope="module")
def _loaded() -> None:
    """The suite, before `pytester` notes which modules are there: it forgets all later ones, and no cache of them."""
    load()


@pytest.fixture(autouse=True)
def _settings(pytester: pytest.Pytester) -> None:
    """The settings of no folder above, nor of the pytest outside, which makes errors of warnings."""
    pytester.makeini("[pytest]\nfilterwarnings = default")


@pytest.fixture
def mine(pytester: pytest.Pytester) -> pytest.Pytester:
    """A folder with two claims, one good and one that warns."""
    (pytester.path / "mine.py").write_text(f"from theory import Twin\n{CLAIMS}{GOOD}\nwarned = make('warned', warn)\n")
    return pytester


def test_costs_nothing(pytester: pytest.Pytester) -> None:
    """Without its options the plugin imports nothing of bninit but itself, and no library."""
    pytester.makepyfile("""
        import sys

        def test_nothing():
            loaded = {name for name in sys.modules if name.split(".")[0] in ("bninit", "theory", "numerics")}
            assert loaded == {"bninit", "bninit.pytest_plugin"}
            assert not {"sympy", "numpy", "scipy", "click", "rich", "flint"} & sys.modules.keys()
    """)
    done = pytester.runpytest_subprocess("-W", "error")
    assert done.ret == 0, done.stdout.str()
    done.assert_outcomes(passed=1)


def test_beside_other_tests(mine: pytest.Pytester) -> None:
    """Claims are collected beside a repository's own tests, and chosen by -m and -k like them. A
    warning in a check is one of pytest's: shown, or an error in one line under `-W error`."""
    mine.makepyfile("def test_own(): pass")
    mine.runpytest_inprocess(*FILE).assert_outcomes(passed=3, warnings=1)
    mine.runpytest_inprocess(*FILE, "--strict-markers", "-m", "bninit", "-k", "good").assert_outcomes(
        passed=1, deselected=2
    )
    listed = mine.runpytest_inprocess(*FILE, "--collect-only", "-q")
    assert {"mine.py::mine.basic.good", "mine.py::mine.basic.warned"} <= set(listed.outlines)
    done = mine.runpytest_inprocess(*FILE, "-W", "error")
    done.assert_outcomes(passed=2, failed=1)
    done.stdout.fnmatch_lines(["mine.basic.warned: UserWarning: mind the gap"])
    done.stdout.no_fnmatch_line("*Traceback*")


def test_failures(mine: pytest.Pytester) -> None:
    """A failure says what was expected and found, the witness, seed and replay; replaying it fails alike."""
    with open(mine.path / "mine.py", "a") as file:
        file.write(BAD)
    done = mine.runpytest_inprocess(*FILE, "-q", "--bninit-level", "quick", "--junitxml", "out.xml")
    done.assert_outcomes(passed=2, failed=4, warnings=1)
    shown = done.stdout.str()
    for line in (
        "expected holds, found refuted",
        "  why       n = 1: 1, not 2",
        "expected holds, found undecided, and * false twins accepted",
        "  twin      accepted *: no check compares anything that they change",
        "expected holds, found a crash",
        r"  why       crashed: RuntimeError: no \x1b[31m [red]good[/red] (mine.py:*",
    ):
        pattern = re.escape(line).replace(r"\*", ".*")
        assert re.search(f"^{pattern}", shown, re.MULTILINE), (line, shown)
    replays = set(re.findall(r"^  replay    (pytest .*)$", shown, re.MULTILINE))
    assert len(replays) == 4
    (seed,) = set(re.findall(r"--bninit-seed (\d+)", shown))
    junit = (mine.path / "out.xml").read_text()
    assert junit.count(f'<property name="seed" value="{seed}" />') == 6
    assert junit.count("<failure message=") == 4
    for name, count in (("verdict", 6), ("expected", 6), ("witness", 1)):
        assert junit.count(f'<property name="{name}" value="') == count
    assert re.search('<property name="evidence" value="[^"]*: refuted', junit)
    assert "n = 1: 1, not 2" in junit
    replay = next(command for command in replays if command.endswith("-k mine.basic.wrong"))
    again = mine.runpytest_inprocess(*shlex.split(replay)[1:])
    again.assert_outcomes(failed=1, deselected=5)
    again.stdout.fnmatch_lines([f"bninit: 6 claims, level quick, seed {seed}, 0 nulls share 1e-09", "*n = 1: 1, not 2"])


def test_on_two_workers(mine: pytest.Pytester) -> None:
    """Of pytest-xdist: they share one seed, and all claims are tested once."""
    done = mine.runpytest_subprocess(*FILE, "-n", "2", "--junitxml", "out.xml")
    done.assert_outcomes(passed=2, warnings=1)
    (seed,) = set(re.findall(r'name="seed" value="(\d+)"', (mine.path / "out.xml").read_text()))
    done.stdout.fnmatch_lines([f"*seed {seed},*"])


def test_suite(pytester: pytest.Pytester) -> None:
    """The suite's own claims, by selector, without a file."""
    done = pytester.runpytest_inprocess("--bninit-select", "components.algebra", "-v", "-k", "rc-idempotent")
    assert done.ret == 0
    done.stdout.fnmatch_lines(["bninit::components.algebra.rc-idempotent PASSED*"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--bninit-claims", "none.py"), "none.py: wanted a readable Python file"),
        (("--bninit-claims", "empty.py"), "empty.py makes no Claim of its own"),
        (("--bninit-claims", "imports.py"), "imports.py makes no Claim of its own"),
        (("--bninit-claims", "broken.py"), "broken.py, line 2 raised ZeroDivisionError"),
        ((*FILE, "--bninit-level", "fast"), "'fast': wanted one of quick, standard, deep"),
        ((*FILE, "--bninit-seed", "-1"), "'-1': wanted a whole number"),
        ((*FILE, "--bninit-select", "nachum25"), "did you mean nachum24?"),
        (("--bninit-level", "quick"), "give --bninit-claims FILE.py, too"),
    ],
)
def test_bad_input(mine: pytest.Pytester, arguments: Asked, said: str) -> None:
    """Wrong use is one sentence and pytest's exit status 4."""
    (mine.path / "empty.py").write_text("x = 1\n")
    (mine.path / "imports.py").write_text("from theory.papers.components.gaussian import arc_cosine\n")
    (mine.path / "broken.py").write_text("\n1 / 0\n")
    done = mine.runpytest_inprocess(*arguments)
    lines = [line for line in done.errlines if line]
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    assert len(lines) == 1, lines
    assert lines[0].startswith("ERROR: ")
    assert said in lines[0]
    assert lines[0].isprintable()
