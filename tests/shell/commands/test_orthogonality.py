"""`bninit orthogonality`: the gap beside its laws, replay, lost rank, picture, refusals."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import pytest

from bninit.commands.simulations.gap import MOST_WIDTHS
from bninit.show.simulations.chain import depths_shown
from tests.shell.conftest import Run, strict_json

SMALL = ("orthogonality", "--n", 3, "--depth", 30, "--networks", 4, "--seed", 5)


def test_keys(run: Run) -> None:
    """Widths in order, each once; the gap along depth and along the mean map; slopes."""
    data = strict_json(run(*SMALL, "--width", "64, 16,64", "--json").stdout)
    assert data.keys() == {
        "run", "start", "late", "widths", "critical_width", "mean_map", "along", "slope",
    }  # fmt: skip
    assert data["run"]["widths"] == [row["width"] for row in data["widths"]] == [16, 64]
    assert data["late"] == [15, 30]
    assert len(data["mean_map"]) == len(data["along"][0]["gap"]) == 31
    assert data["mean_map"][0] == pytest.approx(data["along"][0]["gap"][0]) == pytest.approx(data["start"]["gap"])
    assert sum(data["start"]["eigenvalues"]) == pytest.approx(1)
    row = data["widths"][1]
    assert row["law"]["rms"] == pytest.approx(math.sqrt(25 / 24 / 64))
    assert row["law"]["mean"] == pytest.approx(0.9712 / 8, rel=1e-4)
    assert row["mean_square"]["mean"] >= row["mean"]["mean"] ** 2
    assert not row["collapses"]


def test_replay(run: Run) -> None:
    """One seed, one output, whatever the other widths; another seed, another."""
    one, again = (run(*SMALL, "--width", "8,16", "--json").stdout for _ in range(2))
    assert one == again
    alone = strict_json(run(*SMALL, "--width", 16, "--json").stdout)
    assert alone["along"][0] == strict_json(one)["along"][1]
    assert run(*SMALL[:-1], 6, "--width", "8,16", "--json").stdout != one


def test_report(run: Run) -> None:
    """80 columns with as many widths as are taken; one network has no error; a width that collapses has no law."""
    widths = ",".join(str(3**k) for k in range(MOST_WIDTHS))
    text = run(*SMALL[:-4], "--networks", 1, "--width", widths).stdout
    lines = text.splitlines()
    assert max(map(len, lines)) <= 80
    assert "nan" not in text
    assert "unknown" in text
    assert "critical width  4.3 at rank 3 (measured); up to it (1, 3)" in text
    assert [line.split()[0] for line in lines[4 : 4 + len(depths_shown(30))]] == [str(d) for d in depths_shown(30)]


def test_lost_rank(run: Run) -> None:
    """h_3 = h_1 + h_2: the gap stays above sqrt(1/2 - 1/3) for ever and keeps to the law of rank 2."""
    Path("x.csv").write_text("1,0,1\n0,1,1\n0,0,0\n")
    data = strict_json(run("orthogonality", "--batch", "x.csv", "--width", 256, "--depth", 100, "--json").stdout)
    assert (data["run"]["n"], data["run"]["rank"]) == (3, 2)
    floor = math.sqrt(1 / 6)
    assert data["start"]["floor"] == pytest.approx(floor)
    assert min(data["along"][0]["gap"]) >= floor
    assert data["mean_map"][-1] == pytest.approx(floor)
    assert data["widths"][0]["mean"]["mean"] == pytest.approx(data["widths"][0]["law"]["mean"], rel=0.01)
    assert "slope" not in data


def test_rank_one(run: Run) -> None:
    """Points on a line: V = sqrt(1 - 1/n) at every depth; rows of the file as data points."""
    Path("x.csv").write_text("1,2\n-2,-4\n3,6\n")
    done = run("orthogonality", "--batch", "x.csv", "--rows", "--width", 5, "--depth", 3, "--json")
    data = strict_json(done.stdout)
    gaps = [*data["mean_map"], *data["along"][0]["gap"], data["widths"][0]["law"]["mean"]]
    assert gaps == pytest.approx([math.sqrt(2 / 3)] * len(gaps))
    assert "none: rank 1 stays" in run("orthogonality", "--batch", "x.csv", "--rows", "--width", 5, "--depth", 3).stdout


def test_picture(run: Run) -> None:
    """A picture for one width and one layer, too."""
    for width, depth in (("2,8,64", 20), ("1", 1)):
        name = f"depth{depth}.svg"
        text = run("orthogonality", "--n", 4, "--width", width, "--depth", depth, "--plot", name).stdout
        assert f"picture: {name}" in text
        assert "mean map" in Path(name).read_text()


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (("--width", 4), "give either --n N for random data or --batch FILE"),
        (("--n", 3, "--batch", "zero.csv", "--width", 4), "give either --n N for random data or --batch FILE"),
        (("--n", 3), "Missing option '--width'"),
        (("--n", 1, "--width", 4), "n 1 is out of range; give 2 to"),
        (("--n", 10**6, "--width", 4), "n 1,000,000 is out of range"),
        (("--n", 3, "--width", 0), "width 0 is out of range; give 1 to"),
        (("--n", 3, "--width", "4,-8"), 'width "-8" is no whole number'),
        (("--n", 3, "--width", "4,,8"), 'width "" is no whole number'),
        (("--n", 3, "--width", "4;8"), 'width "4;8" is no whole number'),
        (("--n", 3, "--width", "1e3"), 'width "1e3" is no whole number'),
        (("--n", 3, "--width", "9" * 500), "is no whole number"),
        (("--n", 3, "--width", "1,2,3,4,5,6,7,8,9"), "9 widths; give at most 8"),
        (("--n", 3, "--width", 4, "--depth", 0), "depth 0 is out of range; give 1 to"),
        (("--n", 3, "--width", 4, "--networks", 0), "networks 0 is out of range; give 1 to"),
        (("--n", 1000, "--width", 10**6, "--networks", 10_000), "the budget is"),
        (("--n", 3, "--width", 4, "--seed", -1), "-1 is not in the range"),
        (("--n", 3, "--width", 4, "--rows"), "leave out --rows"),
        (("--n", 3, "--width", 4, "--plot", "x.doc"), "wanted a name ending in"),
        (("--batch", "missing.csv", "--width", 4), "no such file"),
        (("--batch", "zero.csv", "--width", 4), "the batch is zero: W H has rows of zeros"),
        (("--batch", "one.csv", "--width", 4), "1 data points of 2 coordinates"),
        (("--batch", "bad.csv", "--width", 4), "is not a finite number"),
    ],
)
def test_refusals(given: tuple[object, ...], says: str, refused: Callable[..., str]) -> None:
    """One sentence: what came, what was wanted, what to do."""
    Path("zero.csv").write_text("0,0\n0,0\n")
    Path("one.csv").write_text("1\n2\n")
    Path("bad.csv").write_text("1,nan\n2,3\n")
    assert says in refused("orthogonality", *given)
