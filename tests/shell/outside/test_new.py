"""`bninit new`: the repository that it makes is green as it is, and is the example."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from bninit.commands.new import EXAMPLE, FILES, example
from tests.shell.conftest import Run

ROOT = Path(__file__).parents[3]
HOLDS, REFUTED = "some-lemma.entries.pairs", "some-lemma.entries.uncorrelated"


def test_it_is_green(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """One claim holds as stated, by the recorded proof for Coq, a misreading is refuted; the report is made."""
    assert "Made some-lemma: README.md" in run("new", "some-lemma").stdout
    monkeypatch.chdir("some-lemma")
    done = run("check", "--claims", "claims.py", "--strict", "--level", "quick", "--json")
    assert done.exit_code == 0, done.output
    found = {claim["id"]: claim for claim in json.loads(done.stdout)["claims"]}
    assert {name: claim["verdict"] for name, claim in found.items()} == {HOLDS: "holds", REFUTED: "refuted"}
    assert "formal" in {item["kind"] for item in found[HOLDS]["evidence"]}, "record it: bninit check --formal --record"
    assert run("report", "--claims", "claims.py", "--level", "quick").exit_code == 0
    assert Path("bninit-report", "index.html").is_file()
    assert "n + 2 Σ_(i<j) z_i z_j" in run("show", HOLDS, "--claims", "claims.py", "--note").stdout


def test_what_is_made(run: Run) -> None:
    """All files of the example, with the name in the place of its own, and a version that this one is."""
    run("new", "some-lemma")
    made = {str(path.relative_to("some-lemma")): path for path in Path("some-lemma").rglob("*") if path.is_file()}
    assert made.keys() == set(FILES)
    assert all((ROOT / "examples" / EXAMPLE / name).is_file() for name in FILES)
    assert EXAMPLE not in "".join(path.read_text(encoding="utf-8") for path in made.values())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = Requirement(made["requirements.txt"].read_text().partition("#")[0])
    assert wanted.specifier.contains(project["project"]["version"])
    packed = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert (ROOT / next(iter(path for path, to in packed.items() if to == "bninit/example"))).samefile(example())


def test_names(run: Run, refused: Callable[..., str]) -> None:
    """A name is no path and no other paper's; what is there stays as it is."""
    for name in ("../up", "a/b", "/tmp/x", "My Paper", "a.b", "-x", "x" * 41, "", "a--b", "é", "x\n"):
        assert "wanted at most 40 small letters" in refused("new", "--", name)
    assert "is a paper of the suite" in refused("new", "nachum24")
    Path("mine").mkdir()
    Path("mine", "claims.py").write_text("kept")
    assert "is there already" in refused("new", "mine")
    assert Path("mine", "claims.py").read_text() == "kept"
    assert sorted(path.name for path in Path().iterdir()) == ["mine"]
