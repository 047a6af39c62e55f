"""`diagnose` on random networks: sentences, tables in 80 columns, replays, JSON, pictures; what is refused."""

from __future__ import annotations

import shlex
from pathlib import Path

import numpy as np
import pytest

from tests.shell.conftest import Run, strict_json

SMALL = ("diagnose", "--batch", "x.csv", "--width", 60, "--depth", 12, "--replicates", 5)


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
    Path("text.csv").write_text("a,b\n1,2\n")
    np.save("objects.npy", np.array([{"a": 1}], dtype=object), allow_pickle=True)
    Path("cut.npy").write_bytes(Path("tall.npy").read_bytes()[:-9])


def test_sentences_first(run: Run) -> None:
    """Replay header, then sentences, then tables, hypotheses with claims at the end, all in 80 columns."""
    done = run(*SMALL, "--seed", 3)
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    assert lines[0].startswith("bninit diagnose --batch x.csv --width 60 --depth 12 --components bn,relu")
    text = " ".join(" ".join(lines[3:]).split())
    assert text.startswith("12 layers of width 60 on 9 points, each batch normalisation (recentring and rescaling)")
    assert (
        text.index("The batch stays spread out") < text.index("Taken together") < text.index("Gradients grow backwards")
    )
    assert "theory says 1.7" in text  # n = 9: 1.728
    assert "breaks: eps = 0" in text
    assert "nachum24.dynamics.full-bn-factor" in text
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("components", ["bn,relu", "rs", "rc,nl"])
def test_narrow_and_plain(components: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """In 60 columns no line is wider, and without colours all is ASCII."""
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("NO_COLOR", "1")
    done = run(*SMALL, "--components", components)
    assert done.exit_code == 0
    assert max(map(len, done.stdout.splitlines())) <= 60
    assert done.stdout.isascii()


def test_header_replays(run: Run) -> None:
    """The command in the header gives the same bytes again, with options of every kind, and its seed where none was."""
    done = run(*SMALL, "--components", "rc, nl", "--eps", 0, "--skip")
    header = done.stdout.partition("\n\n")[0].replace("\\\n", " ").removeprefix("bninit ")
    assert "--components rc,relu" in header
    assert run(*shlex.split(header)).stdout == done.stdout


def test_json(run: Run) -> None:
    """--json has the sentences, numbers by depth, intervals, hypotheses; the picture's labels are the table's."""
    done = run(*SMALL, "--seed", 3, "--json", "--plot", "found.svg")
    found = strict_json(done.stdout)
    assert len(found["network"]["seen"]["gap"]) == len(found["low"]["gap"]) == len(found["wide"]["gap"]) == 12
    assert found["level"] == pytest.approx(4 / 6)
    assert found["run"]["components"] == ["rc", "rs", "nl"]
    assert {row["says"] for row in found["hypotheses"] if row["met"] is False} == {"eps = 0"}
    last = found["beside"][3]
    assert last["name"] == "effective_rank"
    assert last["measured"] == found["network"]["seen"]["effective_rank"][-1]
    assert last["wide"] == found["wide"]["effective_rank"][-1]
    said = run(*SMALL, "--seed", 3).stdout
    assert f"{last['measured']:.2f}" in said
    picture = Path("found.svg").read_text()
    for label in ("norm ratio", "angle", "to largest", "eff. rank", "stable rank", "gradient^2"):
        assert f">{label}<" in picture
        assert label in said


@pytest.mark.parametrize(
    ("components", "says"),
    [("bn", "orthogonalises"), ("relu", "collapses"), ("rs", "orthogonalises"), ("bn,relu", "stays spread out")],
)
def test_fates(components: str, says: str, run: Run) -> None:
    """BN without ReLU orthogonalises, ReLU alone collapses, with both the batch stays: each in a sentence."""
    done = run(
        "diagnose", "--batch", "even.csv", "--width", 3000, "--depth", 25, "--replicates", 3, "--components", components
    )
    assert f"The batch {says}" in done.stdout


def test_throws_out(run: Run) -> None:
    """Recentring and ReLU throw out the odd point of a cluster: named, with its norm ratio near n - 1."""
    x = np.random.default_rng(1).standard_normal((30, 1)) + 0.05 * np.random.default_rng(2).standard_normal((30, 12))
    x[:, 7] = -40 * x[:, 7]
    np.savetxt("odd.csv", x, delimiter=",")
    done = run("diagnose", "--batch", "odd.csv", "--points", "columns", "--width", 500, "--depth", 10,
               "--replicates", 3, "--components", "rc,nl")  # fmt: skip
    assert "throws out a point: in the end point 7 is" in done.stdout


def test_points(run: Run) -> None:
    """Rows and columns are one batch turned; a constant feature is told, and breaks a hypothesis."""
    rows = run("diagnose", "--batch", "tall.csv", "--points", "rows", "--width", 30, "--depth", 3, "--replicates", 3)
    assert "on 12 points" in rows.stdout
    columns = run(
        "diagnose", "--batch", "tall.npy", "--points", "columns", "--width", 30, "--depth", 3, "--replicates", 3
    )
    assert "on 5 points" in columns.stdout
    told = run(
        "diagnose", "--batch", "feature.csv", "--points", "columns", "--width", 30, "--depth", 3, "--replicates", 3
    )
    assert "breaks: no constant feature (equal at all points: 1 of them)" in " ".join(told.stdout.split())


WIDE = ("--width", 30, "--depth", 3)
REFUSED = {
    "nothing": (WIDE, "give --batch FILE, --width M and --depth L"),
    "no depth": (("--batch", "x.csv", "--width", 30), "give --batch FILE, --width M and --depth L"),
    "tall": (("--batch", "tall.csv", *WIDE), "12 rows and 5 columns; which of them is a data point? Add --points"),
    "tall npy": (("--batch", "tall.npy", *WIDE), "which of them is a data point?"),
    "both": (("--batch", "x.csv", "--rows", "--points", "columns", *WIDE), "leave one out"),
    "one point": (("--batch", "one.csv", "--points", "columns", *WIDE), "give at least two points"),
    "constant": (("--batch", "constant.csv", "--points", "columns", *WIDE), "every feature of the batch is constant"),
    "missing": (("--batch", "absent.csv", *WIDE), "no such file"),
    "text": (("--batch", "text.csv", *WIDE), "is not a finite number"),
    "pickle": (("--batch", "objects.npy", "--points", "rows", *WIDE), "holds entries of type object"),
    "cut": (("--batch", "cut.npy", "--points", "rows", *WIDE), "write the file again"),
    "components": (("--batch", "x.csv", *WIDE, "--components", "bn,gelu"), "gelu"),
    "eps": (("--batch", "x.csv", *WIDE, "--eps", "-1"), "wanted a finite number from 0 on"),
    "width": (("--batch", "x.csv", "--width", 0, "--depth", 3), "width 0 is out of range"),
    "replicates": (("--batch", "x.csv", *WIDE, "--replicates", 1), "replicates 1 is out of range"),
    "mode": (("--batch", "x.csv", *WIDE, "--mode", "eval"), "--mode does not go with --width"),
    "work": (("--batch", "x.csv", "--width", 10**5, "--depth", 1000, "--replicates", 9000), "the budget is"),
    "model and width": (("--model", "a:b", "--width", 30), "--width does not go with --model"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused(case: str, refused: Run) -> None:
    """Wrong use: exit status 2, one sentence that says what to do, nothing on stdout."""
    given, says = REFUSED[case]
    assert says in refused("diagnose", *given)
