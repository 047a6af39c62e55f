"""The example repository, copied elsewhere and used as its README says."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

EXAMPLE = Path(__file__).parents[3] / "examples" / "my-paper"
EXPECTED = {"fourth": "holds", "squares-printed": "refuted", "squares": "holds"}
CHECK = ("bninit", "check", "mypaper", "--claims", "claims.py")
TESTS = ("pytest", "--bninit-claims", "claims.py")

Python = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def python(tmp_path: Path) -> Python:
    """`python(module, arguments)` in a copy of the example, with nothing inherited from the pytest that runs this."""
    folder = tmp_path / "paper"
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", *arguments]
        return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)

    return run


def test_as_tests(python: Python, tmp_path: Path) -> None:
    """pytest, warnings being errors, passes on two workers with one seed; JUnit has verdict, evidence and witness."""
    done = python(*TESTS, "--bninit-level", "quick", "-n", "2", "--junitxml", "claims.xml")
    assert done.returncode == 0, done.stdout + done.stderr
    suite = ElementTree.parse(tmp_path / "paper" / "claims.xml").getroot()[0]
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("3", "0", "0")
    cases = {case.get("name"): [(p.get("name"), p.get("value")) for p in case.iter("property")] for case in suite}
    assert cases.keys() == {f"mypaper.moments.{name}" for name in EXPECTED}
    for name, verdict in EXPECTED.items():
        assert ("verdict", verdict) in cases[f"mypaper.moments.{name}"]
        assert ("expected", verdict) in cases[f"mypaper.moments.{name}"]
        assert any(k == "evidence" and v.startswith(f"sampled: {verdict}") for k, v in cases[f"mypaper.moments.{name}"])
    assert ("witness", "n = 3: 3/4, not 1") in cases["mypaper.moments.squares-printed"]
    seeds = {value for properties in cases.values() for key, value in properties if key == "seed"}
    assert len(seeds) == 1
    assert f"seed {seeds.pop()}," in done.stdout


def test_checked(python: Python) -> None:
    """`bninit check`: three claims as expected, all counted twins refuted, all mutated models noticed."""
    done = python(*CHECK, "--level", "quick", "--no-ledger", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    claims = json.loads(done.stdout)["claims"]
    assert {claim["id"].split(".")[2]: claim["verdict"] for claim in claims} == EXPECTED
    for claim in claims:
        twins = claim["twins"]
        assert claim["as_expected"]
        assert not claim["warnings"]
        assert twins["refuted"] == twins["certified_false"] > 20 or claim["expected"] == "refuted"
        assert twins["models_refuted"] == twins["models"]


def test_notes() -> None:
    """proofs.md has a heading with four parts for each claim; README names the commands that are run here."""
    notes = (EXAMPLE / "proofs.md").read_text()
    sections = dict(part.split("\n", 1) for part in notes.split("\n## ")[1:])
    assert list(sections) == list(EXPECTED)
    for section in sections.values():
        assert all(f"**{part}.**" in section for part in ("Statement", "Proof", "Checked", "Not proved"))
    readme = (EXAMPLE / "README.md").read_text()
    assert all(" ".join(command) in readme for command in (CHECK, TESTS))
