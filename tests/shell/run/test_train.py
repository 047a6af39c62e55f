"""Claims on training: `check --train`, `bninit train`, what is not there, and what an interruption leaves."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from bninit.ledger.record import Recording
from bninit.results.reading import parsed
from tests.bridge.training.test_data import write_idx
from tests.shell.conftest import Run, strict_json
from tests.waiting import PATIENCE, until

CLAIMS = str(Path(__file__).with_name("training_claims.py"))
FILE = ("--claims", CLAIMS)
QUICK = (*FILE, "--level", "quick")


@pytest.fixture(autouse=True)
def nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """No folder has data, and what a command sets is taken back."""
    monkeypatch.delenv("BNINIT_DATA", raising=False)
    monkeypatch.setenv("BNINIT_DEVICE", "cpu")


def test_without_the_option_they_are_left_out(run: Run) -> None:
    """`check` runs the others, says in one line how many it left out and how they are run, and is content. Where all
    that is named is left out there is nothing to check: that line, no failure, and a whole document."""
    done = run("check", *QUICK)
    assert done.exit_code == 0
    assert "Left out, because they train networks: 4 claims (bninit check --train)." in done.stdout
    assert "1 of 1 as expected" in done.stdout
    said = strict_json(run("check", *QUICK, "--json").stdout)
    assert (said["run"]["left_out"], said["run"]["unavailable"], len(said["claims"])) == (4, 0, 1)
    done = run("check", "absent", *QUICK)
    assert (done.exit_code, done.stdout.count("\n")) == (0, 1)
    said = strict_json(run("check", "absent", *FILE, "--json").stdout)
    assert (said["run"]["left_out"], said["claims"]) == (1, [])
    refused = run("report", "absent", *FILE)
    assert (refused.exit_code, "add --train" in refused.stderr) == (2, True)


@pytest.mark.parametrize(
    ("level", "unavailable"), [("quick", "absent elsewhere later"), ("deep", "there absent elsewhere")]
)
def test_what_is_not_there_is_said(level: str, unavailable: str, run: Run) -> None:
    """Where a package, data or a cell of the level is absent a claim is unavailable, in words: no pass, no failure. It
    is recorded and verified, decided ones are reused, and a report says which is which."""
    command = ("check", "--train", *FILE, "--level", level, "--json")
    for _ in range(2 if level == "quick" else 1):
        done = run(*command)
        assert done.exit_code == 0
    said = strict_json(done.stdout)
    found = {claim["id"].split(".")[2]: claim for claim in said["claims"]}
    absent = {name for name, claim in found.items() if any("unavailable" in item for item in claim["evidence"])}
    assert absent == set(unavailable.split())
    assert said["run"]["unavailable"] == len(absent)
    for name, claim in found.items():
        wanted = ("undecided", False) if name in absent else ("holds", True)
        assert (claim["verdict"], claim["as_expected"]) == wanted, name
    assert found["absent"]["reason"] == "needs no_such_package"
    assert "BNINIT_DATA" in found["elsewhere"]["reason"]
    assert parsed(done.stdout).results[0].id == said["claims"][0]["id"]
    if level == "quick":
        assert found["later"]["reason"] == "has no cell at level quick, only at deep"
        assert [cell["at"] for cell in found["there"]["evidence"][0]["cells"]] == [{"levels": ["quick"]}]
        assert {name for name, claim in found.items() if "reused" in claim} == {"plain", "there"}
        assert run("ledger", "verify").exit_code == 0
        Path("r.json").write_text(done.stdout)
        assert run("report", "--results", "r.json", *FILE, "--out", "out").exit_code == 0
        page = Path("out/index.html").read_text()
        assert "unavailable: needs no_such_package" in page
        assert "bninit check my.training.there --train --level quick" in page


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('("deep",)', '("deeper",)', "wanted a tuple of some of quick, standard, deep"),
        ('("no_such_package",)', '"torch"', "wanted a tuple, ('torch',)"),
    ],
)
def test_a_level_that_there_is_not(old: str, new: str, says: str, refused: Callable[..., str]) -> None:
    """A cell for a level that does not exist, and needs that are a word, are refused where they are declared."""
    Path("wrong.py").write_text(Path(CLAIMS).read_text().replace(old, new))
    assert says in refused("check", "--claims", "wrong.py")


FASHION = """
for name in ("quoted", "measured"):
    coin(claim_of(name, name), at=({"data": "fashion"},), needs=("json",))
"""


def test_data_that_are_not_verified(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Random bytes under the names of Fashion-MNIST: a quoted claim is refused; another says in header, figures and
    card that its data are not verified. Other bytes of the same name share neither verdict nor samples with them."""
    for folder in ("data", "others"):
        write_idx(Path(folder).absolute() / "fashion", np.random.default_rng())
    Path("mine.py").write_text(Path(CLAIMS).read_text() + FASHION)
    monkeypatch.setenv("BNINIT_DATA", str(Path("data").absolute()))
    check = ("check", "quoted", "measured", "--train", "--level", "quick", "--claims", "mine.py")
    assert "data not verified: fashion" in run(*check).stdout
    quoted, measured = strict_json(run(*check, "--json").stdout)["claims"]
    assert quoted["verdict"] == "undecided"
    assert "needs verified data: the files of fashion have no checksum" in quoted["reason"]
    assert "reused" in measured
    assert list(measured["evidence"][0]["cells"][0]["unverified"]) == ["fashion"]
    monkeypatch.setenv("BNINIT_DATA", str(Path("others").absolute()))
    other = run("train", "measured", "--claims", "mine.py").stdout
    assert "Data not verified: fashion" in other
    assert "taken from" not in other
    assert "samples of earlier runs" not in other
    assert run("ledger", "verify").exit_code == 0


# ---- bninit train


def test_alone_it_lists_them(run: Run) -> None:
    """Without a name: every claim that trains, and how one is run; the suite's with the sources' figures."""
    done = run("train", *FILE)
    assert done.exit_code == 0
    assert "4 protocols" in done.stdout
    assert "plain" not in done.stdout
    ids = [entry["id"] for entry in strict_json(run("train", "--json").stdout)]
    assert "daneshmand20.training.depth-gap" in ids
    assert "daneshmand20.figures.relu-rank" not in ids


def test_a_verdict_in_words(run: Run) -> None:
    """What was stated, what was measured over how many seeds, and what is excluded; --json is the document of check.
    What is not there is said, in words; that is no failure."""
    done = run("train", "there", *FILE)
    assert done.exit_code == 0
    excluded = "A mean off 0.5 by 0.05 or more is excluded."
    assert all(words in done.stdout for words in ("holds", "Stated: 0.5. Measured: 0.", "seeds", excluded, "run 1"))
    said = strict_json(run("train", "my.training.there", *FILE, "--json").stdout)
    assert [(claim["id"], claim["reused"]) for claim in said["claims"]] == [("my.training.there", 1)]
    assert (said["run"]["level"], said["run"]["selection"]) == ("quick", ["my.training.there"])
    for name, says in (("absent", "needs no_such_package"), ("elsewhere", "BNINIT_DATA")):
        done = run("train", name, *FILE)
        assert done.exit_code == 0
        assert all(words in done.stdout for words in ("unavailable", says))


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["ther"], "no protocol 'ther'; did you mean my.training.there?"),
        (["qqqqq"], "`bninit train` names them all"),
        (["plain"], "trains nothing; take `bninit check plain`"),
        (["there", "--device", "abacus"], "--device abacus: "),
        (["there", "--data", "nowhere"], "--data nowhere: no such folder"),
        (["there", "--resume"], "no run of my.training.there at level quick was interrupted"),
        (["there", "--resume", "--no-ledger"], "leave out --no-ledger"),
        (["there", "--plot", "x.svg"], "no figure shows my.training.there"),
    ],
)
def test_refused(options: list[str], says: str, refused: Callable[..., str]) -> None:
    """Unknown protocols, devices and folders, and nothing to go on with: a sentence each."""
    assert says in refused("train", *options, *FILE)


SLOW = """
import time

slow = claim_of("slow")

@sampled(slow, "slow coins", at=({},), notices=0.2, support=BOOLEAN, block=512, needs=("json",))
def tossed(layer, cell, rng, size):
    time.sleep(0.03)
    return rng.integers(0, 2, size).astype(float)
"""


def test_an_interrupted_run_comes_to_the_same(run: Run, start: Callable[..., subprocess.Popen[str]]) -> None:
    """Ctrl-C keeps finished blocks and says how to go on; resumed, by the run's own seed, which need not be given, they
    are not trained again, and all is the same."""
    Path("slow.py").write_text(Path(CLAIMS).read_text() + SLOW)
    command = ["train", "slow", "--claims", "slow.py", "--seed", "7"]
    process = start(*command, "--ledger", "l.sqlite")
    until(lambda: blocks("l.sqlite") >= 2, process)
    os.killpg(process.pid, signal.SIGINT)
    out, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "finished blocks are kept: bninit train slow --level quick --resume" in " ".join(out.split())
    before = blocks("l.sqlite")
    other = run(*command[:-1], "8", "--resume", "--ledger", "l.sqlite")
    assert (other.exit_code, "interrupted has seed 7, not 8" in " ".join(other.stderr.split())) == (2, True)
    resumed = strict_json(run(*command[:-2], "--resume", "--ledger", "l.sqlite", "--json").stdout)
    assert resumed["run"]["seed"] == 7
    assert blocks("l.sqlite") > before
    whole = strict_json(run(*command, "--ledger", "other.sqlite", "--json").stdout)
    assert blocks("l.sqlite") == blocks("other.sqlite")
    for claim in (*resumed["claims"], *whole["claims"]):
        del claim["seconds"], claim["cpu_seconds"]
    assert resumed["claims"] == whole["claims"]
    assert run(*command, "--resume", "--ledger", "l.sqlite").exit_code == 2  # there is nothing left to resume


def test_a_run_without_a_seed_is_resumed_by_its_own(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seed that was drawn for a run is that of the header and of the samples once it is resumed, and the run that
    was begun is the one that ends."""
    with monkeypatch.context() as cut:
        cut.setattr(Recording, "close", lambda *args, **options: None)  # the run never ends
        first = strict_json(run("train", "there", *FILE, "--json").stdout)
    said = run("train", "there", *FILE, "--resume")
    assert said.exit_code == 0
    assert f"seed {first['run']['seed']}" in said.stdout
    assert "run 1" in said.stdout
    assert run("train", "there", *FILE, "--resume").exit_code == 2


def blocks(ledger: str) -> int:
    """How many a ledger holds; none before it is made."""
    if not Path(ledger).exists():
        return 0
    with closing(sqlite3.connect(f"file:{ledger}?mode=ro", uri=True)) as link:
        try:
            return int(link.execute("SELECT count(*) FROM block").fetchone()[0])
        except sqlite3.Error:
            return 0
