"""`diagnose` on random networks: sentences, tables in 80 columns, replays, JSON, pictures; what is refused."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.shell.conftest import Run, strict_json

SMALL = ("diagnose", "--batch", "x.csv", "--width", 60, "--depth", 12, "--networks", 6)
LEAST = ("--width", 30, "--depth", 3, "--networks", 4)


@pytest.fixture(autouse=True)
def _data() -> None:
    rng = np.random.default_rng(5)
    x = rng.standard_normal((9, 9))
    np.savetxt("x.csv", x, delimiter=",")
    np.savetxt("even.csv", np.eye(9) + 0.1 * x, delimiter=",")
    np.savetxt("tall.csv", rng.standard_normal((12, 5)), delimiter=",")
    np.save("tall.npy", rng.standard_normal((12, 5)))
    np.savetxt("one.csv", x[:, :1], delimiter=",")
    np.savetxt("constant.csv", np.tile(x[:, :1], 4), delimiter=",")
    np.savetxt("feature.csv", np.vstack([x, np.ones(9)]), delimiter=",")


def test_said_and_as_json(run: Run) -> None:
    """Replay header, sentences, tables, hypotheses with claims at the end, all in 80 columns; --json has the same
    numbers by depth, intervals, hypotheses, and the picture's labels are the table's."""
    said = run(*SMALL, "--seed", 3).stdout
    lines = said.splitlines()
    assert lines[0].startswith("bninit diagnose --batch x.csv --width 60 --depth 12 --components bn,relu")
    text = " ".join(" ".join(lines[3:]).split())
    assert text.startswith("12 layers of width 60 on 9 points, each batch normalisation (recentring and rescaling)")
    order = ("The batch stays spread out", "Taken together", "Gradients grow backwards")
    assert sorted(order, key=text.index) == list(order)
    for part in ("theory says 1.7", "breaks: eps = 0", "nachum24.dynamics.full-bn-factor"):  # n = 9: 1.728
        assert part in text
    assert max(map(len, lines)) <= 80
    found = strict_json(run(*SMALL, "--seed", 3, "--json", "--plot", "found.svg").stdout)
    assert len(found["network"]["seen"]["gap"]) == len(found["low"]["gap"]) == len(found["wide"]["gap"]) == 12
    assert found["level"] == pytest.approx(4 / 6)
    assert found["run"]["components"] == ["rc", "rs", "nl"]
    assert {row["says"] for row in found["hypotheses"] if row["met"] is False} == {"eps = 0"}
    last = found["beside"][3]
    assert last["name"] == "effective_rank"
    assert last["measured"] == found["network"]["seen"]["effective_rank"][-1]
    assert last["wide"] == found["wide"]["effective_rank"][-1]
    assert f"{last['measured']:.2f}" in said
    picture = Path("found.svg").read_text()
    for label in ("norm ratio", "angle", "to largest", "eff. rank", "stable rank", "gradient^2"):
        assert f">{label}<" in picture
        assert label in said


@pytest.mark.parametrize("components", ["bn,relu", "rs", "rc,nl"])
def test_narrow_and_plain(components: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """In 60 columns no line is wider, and without colours all is ASCII."""
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("NO_COLOR", "1")
    done = run("diagnose", "--batch", "x.csv", *LEAST, "--components", components)
    assert done.exit_code == 0
    assert max(map(len, done.stdout.splitlines())) <= 60
    assert done.stdout.isascii()


def test_header_replays(run: Run) -> None:
    """The command in the header gives the same bytes again, with options of every kind, and its seed where none was."""
    done = run("diagnose", "--batch", "x.csv", *LEAST, "--components", "rc, nl", "--eps", 0)
    header = done.stdout.partition("\n\n")[0].replace("\\\n", " ").removeprefix("bninit ")
    assert "--components rc,relu" in header
    assert run(*shlex.split(header)).stdout == done.stdout


@pytest.mark.parametrize(
    ("components", "says"),
    [("bn", "orthogonalises"), ("relu", "collapses"), ("rs", "orthogonalises"), ("bn,relu", "stays spread out")],
)
def test_fates(components: str, says: str, run: Run) -> None:
    """BN without ReLU orthogonalises, ReLU alone collapses, with both the batch stays: each in a sentence."""
    size = ("--width", 3000, "--depth", 25, "--networks", 4)
    done = run("diagnose", "--batch", "even.csv", *size, "--components", components)
    assert f"The batch {says}" in done.stdout


def test_throws_out(run: Run) -> None:
    """Recentring and ReLU throw out the odd point of a cluster: named, with its norm ratio near n - 1."""
    x = np.random.default_rng(1).standard_normal((30, 1)) + 0.05 * np.random.default_rng(2).standard_normal((30, 12))
    x[:, 7] = -40 * x[:, 7]
    np.savetxt("odd.csv", x, delimiter=",")
    size = ("--width", 500, "--depth", 10, "--networks", 4)
    done = run("diagnose", "--batch", "odd.csv", "--points", "columns", *size, "--components", "rc,nl")
    assert "throws out a point: in the end point 7 is" in done.stdout


@pytest.mark.parametrize(
    ("file", "points", "says"),
    [
        ("tall.csv", "rows", "on 12 points"),
        ("tall.npy", "columns", "on 5 points"),
        ("feature.csv", "columns", "breaks: no constant feature (equal at all points: 1 of them)"),
    ],
)
def test_points(file: str, points: str, says: str, run: Run) -> None:
    """Rows and columns are one batch turned; a constant feature is told, and breaks a hypothesis."""
    done = run("diagnose", "--batch", file, "--points", points, *LEAST)
    assert says in " ".join(done.stdout.split())


def test_compare(run: Run) -> None:
    """Two sets of components, or widths: the table has an interval for each quantity, its header replays it, and BN is
    seen to keep apart what ReLU alone brings together."""
    size = ("diagnose", "--batch", "x.csv", "--depth", 12, "--networks", 20)
    done = run(*size, "--width", 60, "--compare", "relu", "bn,relu")
    assert "At the last layer bn,relu differs from relu in" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    header = done.stdout.partition("\n\n")[0].replace("\\\n", " ").removeprefix("bninit ")
    assert run(*shlex.split(header)).stdout == done.stdout
    found = strict_json(run(*size, "--compare", "20", "80", "--json", "--seed", 3).stdout)
    rows = {row["name"]: row for row in found["differences"]}
    assert set(rows) == {"norm_ratio", "angle", "outlier_angle", "effective_rank", "stable_rank", "gap", "growth"}
    assert all(row["low"] <= row["median"] <= row["high"] for row in rows.values())
    assert rows["gap"]["high"] < 0
    assert rows["gap"]["differs"]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (LEAST, "give --batch FILE, --width M and --depth L"),
        (("--batch", "x.csv", "--width", 30), "give --batch FILE, --width M and --depth L"),
        (("--batch", "tall.csv", *LEAST), "12 rows and 5 columns; which of them is a data point? Add --points"),
        (("--batch", "tall.npy", *LEAST), "which of them is a data point?"),
        (("--batch", "one.csv", "--points", "columns", *LEAST), "give at least two points"),
        (("--batch", "constant.csv", "--points", "columns", *LEAST), "every feature of the batch is constant"),
        (("--batch", "absent.csv", *LEAST), "no such file"),
        (("--batch", "x.csv", *LEAST, "--components", "bn,gelu"), "gelu"),
        (("--batch", "x.csv", *LEAST, "--eps", "-1"), "wanted a finite number from 0 on"),
        (("--batch", "x.csv", *LEAST[:-1], 1), "networks 1 is out of range"),
        (("--batch", "x.csv", *LEAST, "--mode", "eval"), "--mode does not go with --width"),
        (("--batch", "x.csv", "--width", 10**5, "--depth", 1000, "--networks", 9000), "the budget is"),
        (("--model", "a:b", "--width", 30), "--width does not go with --model"),
        (("--batch", "x.csv", "--compare", "relu", "a:b", "--depth", 3), "give two models (MODULE:FACTORY), two sets"),
        (("--batch", "x.csv", "--compare", "relu", "bn", "--depth", 3), "--width M beside two sets of components"),
        (("--compare", "a:b", "a:c", "--width", 30), "--width does not go with --compare a:b a:c"),
        (("--batch", "x.csv", *LEAST, "--compare", "relu", "bn"), "4 pairs of networks: wanted 6 or more"),
    ],
)
def test_refused(given: tuple[object, ...], says: str, refused: Callable[..., str]) -> None:
    """Wrong use: exit status 2, one sentence that says what to do, nothing on stdout."""
    assert says in refused("diagnose", *given)
