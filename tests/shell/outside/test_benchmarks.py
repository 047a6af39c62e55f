"""`python -m benchmarks`: what a quick run leaves, the fits, the notebook's loop. No timing is tested."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from scipy.stats import linregress

from benchmarks.__main__ import main, select
from benchmarks.records import Group, Pair, Side, fit, ours
from benchmarks.shown import WIDTH, row
from tests.shell.conftest import strict_json


def test_quick_run(tmp_path: Path) -> None:
    """Ratios are theirs over ours, with versions and commit; the table keeps to 80 columns; pictures are written."""
    done = CliRunner().invoke(main, ["tree", "fixed-points.secant-*", "--quick", "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output
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


@pytest.mark.parametrize(
    ("name", "says"), [("trees", "did you mean tree?"), ("tree.leafs-4", "no benchmark 'tree.leafs-4'")]
)
def test_unknown_name(name: str, says: str) -> None:
    """A group or record that does not exist is wrong use, with a hint."""
    done = CliRunner().invoke(main, [name])
    assert (done.exit_code, says in done.stderr) == (2, True)


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
    expected = linregress(np.log(x), np.log(costs))
    (found,) = fit(("x",), [(e,) for e in x], costs)
    assert found["value"] == pytest.approx(expected.slope)
    assert found["error"] == pytest.approx(expected.stderr)
