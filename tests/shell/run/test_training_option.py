"""Claims on training: left out unless asked for, unavailable without what they need, and cells of one level alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bninit.results.reading import parsed
from tests.shell.conftest import Run, strict_json

CLAIMS = str(Path(__file__).with_name("training_claims.py"))


@pytest.fixture(autouse=True)
def nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """No folder has data."""
    monkeypatch.delenv("BNINIT_DATA", raising=False)


def test_without_the_option_they_are_left_out(run: Run) -> None:
    """`check` runs the others, says in one line how many it left out and how they are run, and is content."""
    done = run("check", "--claims", CLAIMS, "--level", "quick")
    assert done.exit_code == 0
    assert "Left out, because they train networks: 4 claims (bninit check --train)." in done.stdout
    assert "1 of 1 as expected" in done.stdout
    said = strict_json(run("check", "--claims", CLAIMS, "--level", "quick", "--json").stdout)
    assert (said["run"]["left_out"], said["run"]["unavailable"], len(said["claims"])) == (4, 0, 1)


def test_none_but_such_claims(run: Run) -> None:
    """Where all that is named is left out there is nothing to check: that line, no failure, and a whole document."""
    done = run("check", "absent", "--claims", CLAIMS, "--level", "quick")
    assert (done.exit_code, done.stdout.count("\n")) == (0, 1)
    said = strict_json(run("check", "absent", "--claims", CLAIMS, "--json").stdout)
    assert (said["run"]["left_out"], said["claims"]) == (1, [])
    refused = run("report", "absent", "--claims", CLAIMS)
    assert refused.exit_code == 2
    assert "add --train" in refused.stderr


@pytest.mark.parametrize(
    ("level", "unavailable"), [("quick", "absent elsewhere later"), ("deep", "there absent elsewhere")]
)
def test_what_is_not_there_is_said(level: str, unavailable: str, run: Run) -> None:
    """Where a package, data or a cell of the level is absent a claim is unavailable, in words: no pass, no failure."""
    done = run("check", "--train", "--claims", CLAIMS, "--level", level, "--json")
    assert done.exit_code == 0
    said = strict_json(done.stdout)
    found = {claim["id"].split(".")[2]: claim for claim in said["claims"]}
    absent = {name for name, claim in found.items() if any("unavailable" in item for item in claim["evidence"])}
    assert absent == set(unavailable.split())
    assert said["run"]["unavailable"] == len(absent)
    for name, claim in found.items():
        assert (claim["verdict"], claim["as_expected"]) == (
            ("undecided", False) if name in absent else ("holds", True)
        ), name
    assert found["absent"]["reason"] == "needs no_such_package"
    assert "BNINIT_DATA" in found["elsewhere"]["reason"]
    if level == "quick":
        assert found["later"]["reason"] == "has no cell at level quick, only at deep"
        assert [cell["at"] for cell in found["there"]["evidence"][0]["cells"]] == [{"levels": ["quick"]}]
    assert parsed(done.stdout).results[0].id == said["claims"][0]["id"]


def test_the_ledger_and_the_report_take_it(run: Run, tmp_path: Path) -> None:
    """Unavailable results are recorded and verified, decided ones are reused, and a report says which is which."""
    ledger = ["--ledger", str(tmp_path / "l.sqlite")]
    for _ in range(2):
        done = run("check", "--train", "--claims", CLAIMS, "--level", "quick", *ledger, "--json")
        assert done.exit_code == 0
    said = {claim["id"]: claim for claim in json.loads(done.stdout)["claims"]}
    assert {name for name, claim in said.items() if "reused" in claim} == {"my.training.plain", "my.training.there"}
    assert run("ledger", "verify", *ledger).exit_code == 0
    (tmp_path / "r.json").write_text(done.stdout)
    report = run("report", "--results", str(tmp_path / "r.json"), "--claims", CLAIMS, "--out", str(tmp_path / "out"))
    assert report.exit_code == 0
    page = (tmp_path / "out" / "index.html").read_text()
    assert "unavailable: needs no_such_package" in page
    assert "bninit check my.training.there --train --level quick" in page


def test_a_level_that_there_is_not(run: Run, tmp_path: Path) -> None:
    """A cell for a level that does not exist, and needs that are a word, are refused where they are declared."""
    text = Path(CLAIMS).read_text()
    for old, new, says in (
        ('("deep",)', '("deeper",)', "wanted a tuple of some of quick, standard, deep"),
        ('("no_such_package",)', '"torch"', "wanted a tuple, ('torch',)"),
    ):
        (tmp_path / "wrong.py").write_text(text.replace(old, new))
        done = run("check", "--claims", str(tmp_path / "wrong.py"))
        assert done.exit_code == 2
        assert says in " ".join(done.stderr.split())
