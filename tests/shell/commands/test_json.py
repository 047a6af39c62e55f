"""JSON is a contract: names of keys, strict JSON, and nothing else on stdout. That of `check` has its schema."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.shell.conftest import Run, strict_json
from theory import claims


@pytest.fixture
def said(run: Run) -> Callable[..., Any]:
    return lambda *args: strict_json(run(*args, "--json").stdout)


def test_fresh_seeds(said: Callable[..., Any]) -> None:
    """Without --seed the seed is fresh entropy, and shown."""
    assert len({said("check", "nachum24.tree.limit-single")["run"]["seed"] for _ in range(2)}) == 2


def test_stdout_is_json_only(run: Run, claims_file: Callable[..., str], capfd: pytest.CaptureFixture[str]) -> None:
    """What a check prints does not reach stdout; control characters are escaped."""
    path = claims_file("w = make('w', warn)\nc = make('c', crash)")
    done = run("check", "mine", "--claims", path, "--jobs", 1, "--json")
    assert strict_json(done.stdout)["claims"][0]["warnings"] == ["UserWarning: mind the gap"]
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
        (["phase-diagram", "--n", "8", "--width", "20"], "components n branches saddle_node networks seed"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_keys_of_exact_objects(args: Sequence[str], keys: str, said: Callable[..., Any]) -> None:
    """Each command has the promised keys."""
    assert set(keys.split()) <= said(*args).keys()


def test_tree_values(said: Callable[..., Any]) -> None:
    """Exact numbers are "p/q" strings; c_error is "0" where the tree settles, else a bound that is met."""
    settled = said("tree", "0,1,2", "--depth", 3)
    assert settled["batch"] == ["0", "1", "2"]
    assert settled["gram"] == [["25/81", "5/81", "0"], ["5/81", "10/81", "5/81"], ["0", "5/81", "25/81"]]
    assert (settled["c_min"], settled["c_max"], settled["c_error"]) == ("9/25", "9/25", "0")
    rough, fine = (said("tree", "0,2,3", "--digits", digits) for digits in (10, 40))
    for name in ("c_min", "c_max"):
        assert abs(Fraction(rough[name]) - Fraction(fine[name])) <= Fraction(rough["c_error"]) <= Fraction("1e-9")


def test_fixed_points_and_spectra(said: Callable[..., Any]) -> None:
    """Decimal strings with the digits asked for; eigenvalues carry value, multiplicity and representation,
    multiplicities add up to n(n+1)/2. Where there is no such point a sentence says why."""
    point = said("fixed-point", "symmetric", "--n", 10, "--digits", 30)
    assert point["cos_cluster"] == "0.264721235474574250599724255278"
    assert (point["exists"], point["kind"], point["n"], point["components"]) == (True, "symmetric", 10, ["rc", "nl"])
    found = said("spectrum", "broken", "--n", 10, "--digits", 12)
    assert sum(row["multiplicity"] for row in found["eigenvalues"]) == 55
    assert found["eigenvalues"][1] == {
        "value": "0.926769839377", "exact": None, "multiplicity": 1, "representation": "trivial", "scale": False,
    }  # fmt: skip
    assert found["stable"] is True
    for command in ("fixed-point", "spectrum"):
        absent = said(command, "broken", "--n", 6)
        assert absent["exists"] is False
        assert absent["reason"].startswith("n = 6: no zero of F_n(s) - s on (0, n), certified by isolation")


def test_rank_values(said: Callable[..., Any]) -> None:
    """The six-vector batch has rank 5 and names its antipodal pairs; a file of columns or rows gives the same."""
    found = said("rank", "1,0;-1,0;0,1;0,-1;1,1;-1,-1")
    assert (found["max_rank"], found["n"], found["p_star"]) == (5, 6, "0")
    assert found["antipodes"] == [[0, 1], [2, 3], [4, 5]]
    Path("six.csv").write_text("1,-1,0,0,1,-1\n0,0,1,-1,1,-1\n")
    assert said("rank", "--batch", "six.csv") == found
    Path("six.csv").write_text("1,0\n-1,0\n0,1\n0,-1\n1,1\n-1,-1\n")
    assert said("rank", "--batch", "six.csv", "--points", "rows") == found


def test_phase_diagram_values(said: Callable[..., Any]) -> None:
    """Broken and saddle begin at n = 7; the picture is written; the seed replays the networks."""
    args = ("phase-diagram", "--n", 8, "--width", 20, "--networks", 2, "--seed", 3)
    found = said(*args, "--plot", "phase.svg")
    sizes = {kind: [row["n"] for row in found["branches"] if row["kind"] == kind] for kind in ("symmetric", "broken")}
    assert sizes == {"symmetric": [3, 4, 5, 6, 7, 8], "broken": [7, 8]}
    assert [row["n"] for row in found["networks"]] == [3, 5, 7]
    assert said(*args)["networks"] == found["networks"]
    assert "<svg" in Path("phase.svg").read_text()


def test_list_and_simulate(said: Callable[..., Any]) -> None:
    """`list` gives the record of every claim, `simulate` the observables of every replicate; what is infinite is a
    string, as JSON has none."""
    listed = said("list")
    assert [entry["id"] for entry in listed] == list(claims())
    assert all({"paper", "group", "status", "expected", "says"} <= entry.keys() for entry in listed)
    found = said("simulate", "--n", 3, "--width", 1, "--depth", 30, "--networks", 4, "--seed", 1)
    assert (len(found["networks"]), found["run"]["seed"]) == (4, 1)
    wanted = {"norm_ratio", "cos_outlier_cluster", "cos_cluster", "escaped", "rank"}
    assert all(wanted <= replicate.keys() for replicate in found["networks"])
    assert "inf" in {replicate["norm_ratio"] for replicate in found["networks"]}
