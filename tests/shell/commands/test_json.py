"""JSON is a contract: names of keys, strict JSON, and nothing else on stdout."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.shell.conftest import Run, strict_json

FEW = ("nachum24.rank.recentring-linear", "nachum24.tree.limit-single", "nachum24.outlier.norm-ratio")


@pytest.fixture(scope="module")
def checked() -> dict[str, Any]:
    """`check --json` of a few claims."""
    from click.testing import CliRunner

    from bninit.cli import main

    done = CliRunner().invoke(
        main, ["check", *FEW, "--level", "quick", "--seed", "7", "--jobs", "1", "--json", "--fresh"]
    )
    assert done.exit_code == 0
    assert done.stderr == ""
    found: dict[str, Any] = strict_json(done.stdout)
    return found


def test_check_keys(checked: dict[str, Any]) -> None:
    """`check --json`: run, error, claims with evidence and twins, under the promised names."""
    assert {"run", "error", "claims"} <= checked.keys()
    assert {"seed", "level", "seconds", "versions"} <= checked["run"].keys()
    assert {"alpha_run", "nulls"} <= checked["error"].keys()
    assert (checked["run"]["seed"], checked["run"]["level"], checked["error"]["alpha_run"]) == (7, "quick", 1e-9)
    assert len(checked["claims"]) == 3
    for claim in checked["claims"]:
        wanted = {
            "id",
            "paper",
            "group",
            "status",
            "expected",
            "verdict",
            "as_expected",
            "seconds",
            "evidence",
            "twins",
        }
        assert wanted <= claim.keys()
        assert claim["id"].startswith(f"{claim['paper']}.{claim['group']}.")
        assert claim["as_expected"] is True
        assert {"made", "certified_false", "refuted", "accepted"} <= claim["twins"].keys()
        assert claim["evidence"]
        assert all({"kind", "verdict", "scope"} <= item.keys() for item in claim["evidence"])


def test_jobs_change_nothing(checked: dict[str, Any], run: Run) -> None:
    """With one seed, verdicts, sample means and all other figures are the same on two processes as on one."""
    done = run("check", *FEW, "--level", "quick", "--seed", 7, "--jobs", 2, "--json")
    again = strict_json(done.stdout)
    assert any("mean" in cell for c in again["claims"] for e in c["evidence"] for cell in e.get("cells", ()))
    of_time = {"seconds", "cpu_seconds"}
    for one, other in zip(checked["claims"], again["claims"], strict=True):
        assert one.keys() == other.keys()
        assert [(key, one[key], other[key]) for key in one.keys() - of_time if one[key] != other[key]] == []
    assert again["error"] == checked["error"]


def test_fresh_seeds(run: Run) -> None:
    """Without --seed the seed is fresh entropy, and shown."""
    seeds = {strict_json(run("check", FEW[1], "--json").stdout)["run"]["seed"] for _ in range(2)}
    assert len(seeds) == 2


def test_stdout_is_json_only(run: Run, claims_file: Callable[..., str], capfd: pytest.CaptureFixture[str]) -> None:
    """What a check prints does not reach stdout; control characters are escaped."""
    path = claims_file("w = make('w', warn)\nc = make('c', crash)")
    done = run("check", "mine", "--claims", path, "--json", "--jobs", 1)
    claims = strict_json(done.stdout)["claims"]
    assert claims[0]["warnings"] == ["UserWarning: mind the gap"]
    assert "noise" in capfd.readouterr().err
    assert "\x1b" not in done.output


POINT = "exists kind n components cos_outlier_cluster cos_cluster norm_ratio multiplier radius evidence"


RANK = (
    "max_rank rays lines antipodal_rank pairwise_non_collinear zero_columns parallel antipodes p_star failure_bound "
    "width_for_failure"
)


@pytest.mark.parametrize(
    ("args", "keys"),
    [
        (["tree", "0,1,5"], "batch depth gram c_min c_max c_error unstable_leaves"),
        (["fixed-point", "symmetric", "--n", "5"], POINT),
        (["fixed-point", "outlier", "--n", "5"], POINT),
        (["fixed-point", "broken", "--n", "10"], POINT),
        (["fixed-point", "saddle", "--n", "10"], POINT),
        (["fixed-point", "escaped", "--n", "10", "--k", "2"], POINT),
        (["fixed-point", "symmetric", "--n", "inf", "--components", "rs,nl"], POINT),
        (["fixed-point", "broken", "--n", "5"], "exists kind n components reason"),
        (["spectrum", "broken", "--n", "7"], "exists kind n k components eigenvalues stable index evidence"),
        (["spectrum", "broken", "--n", "5"], "exists kind n k components reason"),
        (["rank", "1,0;1,1;0,1", "--width", "8"], RANK),
        (["rank", "1,0,0;1,1,0;1,2,3;1,1,1"], "max_rank rays lines antipodal_rank p_star_lower width_for_failure"),
        (["phase-diagram", "--nmax", "8", "--width", "20"], "components nmax branches saddle_node networks seed"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_keys_of_exact_objects(args: Sequence[str], keys: str, run: Run) -> None:
    """`tree --json` and `fixed-point --json` have the promised keys."""
    assert set(keys.split()) <= strict_json(run(*args, "--json").stdout).keys()


def test_tree_values(run: Run) -> None:
    """Exact numbers are "p/q" strings; c_error is "0" where the tree settles, else a bound that is met."""
    settled = strict_json(run("tree", "0,1,2", "--depth", 3, "--json").stdout)
    assert settled["batch"] == ["0", "1", "2"]
    assert settled["gram"] == [["25/81", "5/81", "0"], ["5/81", "10/81", "5/81"], ["0", "5/81", "25/81"]]
    assert (settled["c_min"], settled["c_max"], settled["c_error"]) == ("9/25", "9/25", "0")
    rough, fine = (strict_json(run("tree", "0,2,3", "--digits", digits, "--json").stdout) for digits in (10, 40))
    for name in ("c_min", "c_max"):
        assert abs(Fraction(rough[name]) - Fraction(fine[name])) <= Fraction(rough["c_error"]) <= Fraction("1e-9")


def test_fixed_point_values(run: Run) -> None:
    """Figures of a fixed point are decimal strings with the digits asked for."""
    found = strict_json(run("fixed-point", "symmetric", "--n", 10, "--digits", 30, "--json").stdout)
    assert found["exists"] is True
    assert found["cos_cluster"] == "0.264721235474574250599724255278"
    assert (found["kind"], found["n"], found["components"]) == ("symmetric", 10, ["rc", "nl"])


def test_absence_is_an_answer(run: Run) -> None:
    """Where no such fixed point exists: exists is false, a sentence says why, exit status 0."""
    for command in ("fixed-point", "spectrum"):
        done = run(command, "broken", "--n", 6, "--json")
        found = strict_json(done.stdout)
        assert (done.exit_code, found["exists"]) == (0, False)
        assert found["reason"].startswith("n = 6: no zero of F_n(s) - s on (0, n), certified by isolation")


def test_spectrum_values(run: Run) -> None:
    """Eigenvalues carry value, multiplicity and representation; multiplicities add up to n(n-1)/2."""
    found = strict_json(run("spectrum", "broken", "--n", 10, "--digits", 12, "--json").stdout)
    assert sum(row["multiplicity"] for row in found["eigenvalues"]) == 45
    assert found["eigenvalues"][1] == {
        "value": "0.926769839377",
        "multiplicity": 1,
        "representation": "trivial",
        "scale": False,
    }
    assert found["stable"] is True


def test_rank_values(run: Run, tmp_path: Path) -> None:
    """The six-vector batch has rank 5 and names its antipodal pairs; a file of columns gives the same."""
    found = strict_json(run("rank", "1,0;-1,0;0,1;0,-1;1,1;-1,-1", "--json").stdout)
    assert (found["max_rank"], found["n"], found["p_star"]) == (5, 6, "0")
    assert found["antipodes"] == [[0, 1], [2, 3], [4, 5]]
    path = tmp_path / "six.csv"
    path.write_text("1,-1,0,0,1,-1\n0,0,1,-1,1,-1\n")
    assert strict_json(run("rank", "--batch", path, "--json").stdout) == found
    path.write_text("1,0\n-1,0\n0,1\n0,-1\n1,1\n-1,-1\n")
    assert strict_json(run("rank", "--batch", path, "--rows", "--json").stdout) == found


def test_phase_diagram_values(run: Run, tmp_path: Path) -> None:
    """Broken and saddle begin at n = 7; the picture is written; the seed replays the networks."""
    path = tmp_path / "phase.svg"
    args = ("phase-diagram", "--nmax", 8, "--width", 20, "--replicates", 2, "--seed", 3, "--json")
    found = strict_json(run(*args, "--plot", path).stdout)
    sizes = {kind: [row["n"] for row in found["branches"] if row["kind"] == kind] for kind in ("symmetric", "broken")}
    assert sizes == {"symmetric": [3, 4, 5, 6, 7, 8], "broken": [7, 8]}
    assert [row["n"] for row in found["networks"]] == [3, 5, 7]
    assert strict_json(run(*args).stdout)["networks"] == found["networks"]
    assert "<svg" in path.read_text()


def test_list_keys(run: Run) -> None:
    """`list --json` gives id, paper, group, status, expected verdict and statement of every claim."""
    from theory.registry import claims

    listed = strict_json(run("list", "--json").stdout)
    assert [entry["id"] for entry in listed] == list(claims())
    for entry in listed:
        assert {"id", "paper", "group", "status", "expected", "says"} <= entry.keys()


def test_simulate_keys(run: Run) -> None:
    """`simulate --json` gives the observables of every replicate; infinite ones are strings, as JSON has none."""
    args = ("simulate", "--n", 3, "--width", 1, "--depth", 30, "--replicates", 4, "--seed", 1, "--json")
    found = strict_json(run(*args).stdout)
    assert len(found["replicates"]) == 4
    for replicate in found["replicates"]:
        assert {"norm_ratio", "cos_outlier_cluster", "cos_cluster", "escaped", "rank"} <= replicate.keys()
    assert "inf" in {replicate["norm_ratio"] for replicate in found["replicates"]}
    assert found["run"]["seed"] == 1
