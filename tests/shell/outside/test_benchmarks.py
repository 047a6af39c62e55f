"""`python -m benchmarks`: what a quick run leaves, the fits, the notebook's loop. No timing is tested."""

from __future__ import annotations

import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import t as student

from benchmarks.__main__ import select
from benchmarks.pairs import orthogonality
from benchmarks.pairs.decisions import betting, dkw, normal_test
from benchmarks.records import SEED, Group, Pair, Side, fit, ours
from benchmarks.shown import WIDTH, row
from tests.shell.conftest import strict_json

ROOT = Path(__file__).resolve().parents[3]


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "benchmarks", *words], cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_quick_run(tmp_path: Path) -> None:
    """Ratios are theirs over ours, with versions and commit; the table keeps to 80 columns; pictures are written."""
    done = run("tree", "fixed-points.secant-*", "--quick", "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert not [line for line in done.stdout.splitlines() if len(line) > WIDTH]
    data = strict_json((tmp_path / "results.json").read_text())
    assert data.keys() == {"run", "groups"}
    assert data["run"].keys() == {
        "date", "commit", "changed", "cpu", "cores", "load", "versions", "quick", "seed", "seconds",
    }  # fmt: skip
    assert {"python", "numpy", "python-flint"} <= data["run"]["versions"].keys()
    assert [group["name"] for group in data["groups"]] == ["tree", "fixed-points"]
    found = {r["name"]: r for group in data["groups"] for r in group["results"]}
    leaves = found["leaves-4"]
    assert leaves.keys() == {"name", "title", "unit", "goal", "compared", "rounds", "ours", "theirs", "ratio"}
    assert leaves["ratio"]["median"] == pytest.approx(leaves["theirs"]["median"] / leaves["ours"]["median"])
    assert "ratio" not in found["limit-3-50"]
    assert "certifies neither" in found["secant-15"]["compared"]
    assert {p.name for p in tmp_path.iterdir()} == {"results.json", "table.txt", "ratios.svg", "ratios.png"}
    assert (tmp_path / "table.txt").read_text() == done.stdout.lstrip("\n")


def test_unknown_name() -> None:
    """A group or record that does not exist is wrong use, with a hint."""
    done = run("trees")
    assert done.returncode == 2
    assert "did you mean tree?" in done.stderr
    done = run("tree.leafs-4")
    assert done.returncode == 2
    assert "no benchmark 'tree.leafs-4'" in done.stderr


def test_every_record_has_its_place() -> None:
    """Every group can be made; names are unique in it, and statements of pairs that have two ways are not empty."""
    for group, records in select((), False):
        assert isinstance(group, Group)
        assert len({r.name for r in records}) == len(records)
        for record in records:
            if isinstance(record, Pair) and isinstance(record.theirs, Side):
                assert record.compared, record.name


def test_missing_library() -> None:
    """A row whose library is not installed says so and measures nothing."""

    def absent() -> None:
        import no_such_library  # noqa: F401

    pair = Pair("a", "b", ours(lambda: None), Side("c", absent))  # type: ignore[arg-type]
    assert next(row(pair.measure(1))).endswith("needs no_such_library, which is not installed")


def test_standard_errors() -> None:
    """Exponents and their standard errors are those of linear regression."""
    x = np.array([1.0, 2.0, 4.0, 8.0, 16.0])
    costs = x**1.5 * np.array([1.1, 0.9, 1.0, 1.05, 0.97])
    from scipy.stats import linregress

    expected = linregress(np.log(x), np.log(costs))
    (found,) = fit(("x",), [(e,) for e in x], costs)
    assert found["value"] == pytest.approx(expected.slope)
    assert found["error"] == pytest.approx(expected.stderr)


def test_the_notebooks_loop_and_ours_have_one_mean() -> None:
    """Figure 2b at widths 16 and 32, 12 networks each: Welch intervals at a false alarm of 1e-9 over both.

    A log mean of 500 layers is nearly normal.
    """
    first, second = (f((16, 32), 12) for f in (orthogonality.figure_2b, orthogonality.notebook_figure_2b))
    assert first.shape == second.shape == (2, 12)
    far = abs(first.mean(1) - second.mean(1)) / np.sqrt((first.var(1, ddof=1) + second.var(1, ddof=1)) / 12)
    assert (far < student.isf(1e-9 / 4, 11)).all(), (far, SEED)


def test_tests_of_a_far_claim() -> None:
    """DKW and normal test refute a far claim, and not one that is true to the letter; betting refutes a far one."""
    x = np.tile([0.0, 1.0], 5000)
    for refutes in (dkw, normal_test):
        assert not refutes(x, 0.5, 0.001)
        assert refutes(x, 0.6, 0.001)
    assert math.isfinite(betting(0.1, 0))
