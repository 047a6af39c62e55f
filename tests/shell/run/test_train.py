"""`bninit train`: one protocol, its verdict in words, what it refuses, and what an interruption leaves."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.shell.conftest import Run, strict_json
from tests.waiting import PATIENCE, until

CLAIMS = str(Path(__file__).with_name("training_claims.py"))

SLOW = """
import time

slow = claim_of("slow")

@sampled(slow, "slow coins", at=({},), notices=0.2, support=BOOLEAN, block=512, needs=("json",))
def tossed(layer, cell, rng, size):
    time.sleep(0.1)
    return rng.integers(0, 2, size).astype(float)
"""


@pytest.fixture(autouse=True)
def nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """No folder has data, and what a command sets is taken back."""
    monkeypatch.delenv("BNINIT_DATA", raising=False)
    monkeypatch.setenv("BNINIT_DEVICE", "cpu")


def test_alone_it_lists_them(run: Run) -> None:
    """Without a name: every claim that trains, and how one is run; the suite's with the sources' figures."""
    done = run("train", "--claims", CLAIMS)
    assert done.exit_code == 0
    assert "4 protocols" in done.stdout
    assert "plain" not in done.stdout
    ids = [entry["id"] for entry in strict_json(run("train", "--json").stdout)]
    assert "daneshmand20.training.depth-gap" in ids
    assert "daneshmand20.figures.relu-rank" not in ids


def test_a_verdict_in_words(run: Run) -> None:
    """What was stated, what was measured over how many seeds, and what is excluded; --json is the document of check."""
    done = run("train", "there", "--claims", CLAIMS)
    assert done.exit_code == 0
    for words in (
        "holds",
        "Stated: 0.5. Measured: 0.",
        "seeds",
        "A mean off 0.5 by 0.05 or more is excluded.",
        "run 1",
    ):
        assert words in done.stdout
    said = strict_json(run("train", "my.training.there", "--claims", CLAIMS, "--json").stdout)
    assert [claim["id"] for claim in said["claims"]] == ["my.training.there"]
    assert (said["run"]["level"], said["run"]["selection"]) == ("quick", ["my.training.there"])
    assert said["claims"][0]["reused"] == 1


@pytest.mark.parametrize(("name", "says"), [("absent", "needs no_such_package"), ("elsewhere", "BNINIT_DATA")])
def test_what_it_needs(name: str, says: str, run: Run) -> None:
    """What is not there is said, in words; that is no failure."""
    done = run("train", name, "--claims", CLAIMS)
    assert done.exit_code == 0
    assert "unavailable" in done.stdout
    assert says in done.stdout


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
    assert says in refused("train", *options, "--claims", CLAIMS)


def test_an_interrupted_run_comes_to_the_same(
    run: Run, start: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    """Ctrl-C keeps finished blocks and says how to go on; resumed, by the run's own seed, which need not be given, they
    are not trained again, and all is the same."""
    file, ledger = tmp_path / "slow.py", tmp_path / "l.sqlite"
    file.write_text(Path(CLAIMS).read_text() + SLOW)
    command = ["train", "slow", "--claims", str(file), "--seed", "7"]
    process = start(*command, "--ledger", str(ledger))
    until(lambda: blocks(ledger) >= 2, process)
    os.killpg(process.pid, signal.SIGINT)
    out, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "finished blocks are kept: bninit train slow --level quick --resume" in " ".join(out.split())
    before = blocks(ledger)
    other = run(*command[:-1], "8", "--resume", "--ledger", ledger)
    assert (other.exit_code, "interrupted has seed 7, not 8" in " ".join(other.stderr.split())) == (2, True)
    resumed = strict_json(run(*command[:-2], "--resume", "--ledger", ledger, "--json").stdout)
    assert resumed["run"]["seed"] == 7
    assert blocks(ledger) > before
    whole = strict_json(run(*command, "--ledger", tmp_path / "other.sqlite", "--json").stdout)
    assert blocks(ledger) == blocks(tmp_path / "other.sqlite")
    for claim in (*resumed["claims"], *whole["claims"]):
        del claim["seconds"], claim["cpu_seconds"]
    assert resumed["claims"] == whole["claims"]
    assert run(*command, "--resume", "--ledger", ledger).exit_code == 2  # there is nothing left to resume


def test_a_run_without_a_seed_is_resumed_by_its_own(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seed that was drawn for a run is that of the header and of the samples once it is resumed, and the run that
    was begun is the one that ends."""
    from bninit.ledger.record import Recording

    ledger = tmp_path / "l.sqlite"
    with monkeypatch.context() as cut:
        cut.setattr(Recording, "close", lambda *args, **options: None)  # the run never ends
        first = strict_json(run("train", "there", "--claims", CLAIMS, "--ledger", ledger, "--json").stdout)
    said = run("train", "there", "--claims", CLAIMS, "--resume", "--ledger", ledger)
    assert said.exit_code == 0
    assert f"seed {first['run']['seed']}" in said.stdout
    assert "run 1" in said.stdout
    assert run("train", "there", "--claims", CLAIMS, "--resume", "--ledger", ledger).exit_code == 2


def blocks(ledger: Path) -> int:
    """How many a ledger holds; none before it is made."""
    if not ledger.exists():
        return 0
    link = sqlite3.connect(f"file:{ledger}?mode=ro", uri=True)
    try:
        return int(link.execute("SELECT count(*) FROM block").fetchone()[0])
    except sqlite3.Error:
        return 0
    finally:
        link.close()
