"""The example repositories, copied elsewhere and used as their READMEs say."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from bninit.cli import main

EXAMPLES = Path(__file__).parents[3] / "examples"
EXPECTED = {
    "my-paper": {
        "mypaper.moments.fourth": "holds",
        "mypaper.moments.squares-printed": "refuted",
        "mypaper.moments.squares": "holds",
    },
    "gradient-explosion": {
        "gradients.layer.backward": "holds",
        "gradients.growth.linear-printed": "refuted",
        "gradients.growth.linear": "holds",
        "gradients.growth.relu": "holds",
    },
}
WITNESS = {
    "mypaper.moments.squares-printed": "n = 3: 3/4, not 1",
    "gradients.growth.linear-printed": "networks, claimed 1.25",
}
TESTS = ("pytest", "--bninit-claims", "claims.py")

Python = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(params=EXPECTED)
def example(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def check(example: str) -> tuple[str, ...]:
    """The command of its README."""
    return ("bninit", "check", next(iter(EXPECTED[example])).split(".")[0], "--claims", "claims.py")


@pytest.fixture
def python(example: str, tmp_path: Path) -> Python:
    """`python(module, arguments)` in a copy of the example, with nothing inherited from the pytest that runs this."""
    folder = tmp_path / "paper"
    shutil.copytree(EXAMPLES / example, folder, ignore=shutil.ignore_patterns("__pycache__"))
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", *arguments]
        return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)

    return run


@pytest.mark.slow
@pytest.mark.parametrize("example", ["my-paper"], indirect=True)  # CI does it with both, from the wheel
def test_as_tests(example: str, python: Python, tmp_path: Path) -> None:
    """pytest, warnings being errors, passes on two workers with one seed; JUnit has verdict, evidence and witness."""
    expected = EXPECTED[example]
    done = python(*TESTS, "--bninit-level", "quick", "-n", "2", "--junitxml", "claims.xml")
    assert done.returncode == 0, done.stdout + done.stderr
    suite = ElementTree.parse(tmp_path / "paper" / "claims.xml").getroot()[0]
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == (str(len(expected)), "0", "0")
    cases = {case.get("name"): [(p.get("name"), p.get("value")) for p in case.iter("property")] for case in suite}
    assert cases.keys() == expected.keys()
    for name, verdict in expected.items():
        assert ("verdict", verdict) in cases[name]
        assert ("expected", verdict) in cases[name]
        assert any(k == "evidence" and f": {verdict}" in (v or "") for k, v in cases[name])
        told = [value for key, value in cases[name] if key == "witness"]
        assert any(WITNESS[name] in (value or "") for value in told) if name in WITNESS else not told
    seeds = {value for properties in cases.values() for key, value in properties if key == "seed"}
    assert len(seeds) == 1
    assert f"seed {seeds.pop()}," in done.stdout


@pytest.mark.slow
def test_checked(example: str, python: Python, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`bninit check`: claims as expected, all counted twins refuted, all mutated models noticed."""
    monkeypatch.chdir(tmp_path / "paper")
    done = CliRunner().invoke(main, [*check(example)[1:], "--level", "quick", "--no-ledger", "--json"])
    assert done.exit_code == 0, done.output
    claims = json.loads(done.stdout)["claims"]
    assert {claim["id"]: claim["verdict"] for claim in claims} == EXPECTED[example]
    for claim in claims:
        twins = claim["twins"]
        assert claim["as_expected"]
        assert not claim["warnings"]
        assert twins["refuted"] == twins["certified_false"] > 10 or claim["expected"] == "refuted"
        assert twins["models_refuted"] == twins["models"]


def test_written(example: str) -> None:
    """proofs.md has a heading with its parts for each claim; README names the commands that are run here. A package
    outside imports bninit.api and nothing else of ours."""
    folder = EXAMPLES / example
    sections = dict(part.split("\n", 1) for part in (folder / "proofs.md").read_text().split("\n## ")[1:])
    assert list(sections) == [name.split(".")[2] for name in EXPECTED[example]]
    for section in sections.values():
        assert all(f"**{part}.**" in section for part in ("Proof", "Not proved"))
    readme = (folder / "README.md").read_text()
    assert all(" ".join(command) in readme for command in (check(example), TESTS))
    ours = re.compile(r"^\s*(?:from|import)\s+((?:bninit|numerics|theory)[\w.]*)", re.M)
    assert set(ours.findall((folder / "claims.py").read_text())) == {"bninit.api"}
