"""The example repositories, copied elsewhere and used as their READMEs say."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from bninit.cli import main

EXAMPLES = Path(__file__).parents[3] / "examples"
EXPECTED = {
    "fourth-moments": {
        "fourth.moments.fourth": "holds",
        "fourth.moments.squares-printed": "refuted",
        "fourth.moments.squares": "holds",
    },
    "gradient-explosion": {
        "gradients.layer.backward": "holds",
        "gradients.growth.linear-printed": "refuted",
        "gradients.growth.linear": "holds",
        "gradients.growth.relu": "holds",
    },
}
WITNESS = {
    "fourth.moments.squares-printed": "n = 3: 3/4, not 1",
    "gradients.growth.linear-printed": "networks, claimed 1.25",
}
TESTS = ("pytest", "--bninit-claims", "claims.py")


def check(example: str) -> tuple[str, ...]:
    """The command of its README."""
    return ("bninit", "check", next(iter(EXPECTED[example])).split(".")[0], "--claims", "claims.py")


@pytest.mark.parametrize("example", EXPECTED)
def test_checked(example: str) -> None:
    """`bninit check`: claims as expected, all counted twins refuted, all mutated models noticed."""
    shutil.copy(EXAMPLES / example / "claims.py", ".")
    done = CliRunner().invoke(main, [*check(example)[1:], "--level", "quick", "--no-ledger", "--json"])
    assert done.exit_code == 0, done.output
    claims = json.loads(done.stdout)["claims"]
    assert {claim["id"]: claim["verdict"] for claim in claims} == EXPECTED[example]
    for claim in claims:
        twins = claim["twins"]
        assert claim["as_expected"]
        assert not claim["warnings"]
        assert WITNESS.get(claim["id"], "") in str(claim["evidence"])
        assert twins["refuted"] == twins["certified_false"] > 10 or claim["expected"] == "refuted"
        assert twins["models_refuted"] == twins["models"]


@pytest.mark.parametrize("example", EXPECTED)
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


STATED = {"isometry": 7, "orthogonal-weights": 9}
"""Papers of outsiders, and how many of their claims hold as stated."""


@pytest.mark.parametrize("paper", STATED)
def test_papers(paper: str) -> None:
    """Two papers, by `bninit.api` alone: every claim is as expected, as many as their READMEs say hold as stated, with
    proofs that Coq has accepted for the statements made now; the commands of the README do it, the report and the hunt
    included."""
    shutil.copytree(EXAMPLES / paper, ".", dirs_exist_ok=True)
    code = Path("claims.py").read_text()
    assert not re.search(r"^(from|import) (theory|numerics|bninit(?!\.api))", code, re.MULTILINE)
    readme = Path("README.md").read_text()
    assert "bninit check --claims claims.py" in readme
    done = CliRunner().invoke(
        main, ["check", "--claims", "claims.py", "--level", "quick", "--no-ledger", "--json", "--strict"]
    )
    assert done.exit_code == 0, done.output
    claims = json.loads(done.stdout)["claims"]
    assert len(claims) >= 12
    assert all(claim["as_expected"] for claim in claims)
    assert sum(claim["reach"] == "stated" for claim in claims) == STATED[paper]
    assert sum(claim["expected"] == "refuted" for claim in claims) >= 2
    Path("found.json").write_text(done.stdout)
    done = CliRunner().invoke(main, ["report", "--claims", "claims.py", "--results", "found.json", "--no-figures"])
    assert done.exit_code == 0, done.output
    (hunt,) = re.findall(r"bninit (hunt \S+ --claims claims.py)$", readme, re.MULTILINE)
    done = CliRunner().invoke(main, [*hunt.split(), "--seconds", "0.2", "--no-ledger"])
    assert done.exit_code == 0, done.output
