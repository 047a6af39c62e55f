"""`bninit chain`: figures beside the large-d law, replay, picture, refusals."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bninit.show.simulations.chain import depths_shown
from tests.shell.conftest import Run, strict_json

SMALL = ("chain", "--d", 6, "--layers", 30, "--chains", 4, "--seed", 5)


def test_keys(run: Run) -> None:
    """Along depth, spectra, averages with their errors, the law, the bound; exponents where they were asked for."""
    data = strict_json(run(*SMALL, "--gamma", "inf", "--exponents", "--json").stdout)
    assert data.keys() == {"run", "along", "spectra", "average", "law", "bound", "exponents", "k_star"}
    assert data["run"]["gamma"] == "inf"
    assert data["along"][0].keys() == {"depth", "r", "soft_rank", "frobenius", "regularity"}
    assert [look["depth"] for look in data["spectra"]] == depths_shown(30) == [0, 1, 2, 5, 10, 20, 30]
    assert len(data["spectra"][0]["eigenvalues"]) == len(data["exponents"]) == 6
    assert sum(data["spectra"][-1]["eigenvalues"]) == pytest.approx(6)
    assert data["average"]["r"].keys() == {"mean", "error"}
    assert data["average"].keys() - {"regularity"} <= data["law"].keys()


def test_replay(run: Run) -> None:
    """One seed, one output; another seed, another."""
    one, again = (run(*SMALL, "--gamma", "0.5", "--json").stdout for _ in range(2))
    assert one == again
    assert run(*SMALL[:-1], 6, "--gamma", "0.5", "--json").stdout != one


def test_report(run: Run) -> None:
    """80 columns; a start of rank 2 has no third eigenvalue; one chain has no error."""
    text = run(*SMALL, "--gamma", 1, "--rank", 2, "--chains", 1, "--weights", "uniform").stdout
    assert max(map(len, text.splitlines())) <= 80
    assert "gamma 1.0" in text
    assert "nan" not in text
    assert "unknown" in text


def test_own_input(run: Run) -> None:
    """Rows are neurons; all chains start from the file, whatever its scale or number of columns; --rows turns it."""
    Path("x.csv").write_text("1,0,3,0\n2,0,5,0\n0,0,1,1\n")
    Path("turned.csv").write_text("1,2,0\n0,0,0\n3,5,1\n0,0,1\n")
    after = ("--gamma", 1, "--layers", 3, "--seed", 5, "--json")
    data = strict_json(run("chain", "--batch", "x.csv", *after).stdout)
    turned = strict_json(run("chain", "--batch", "turned.csv", "--rows", *after).stdout)
    assert turned["along"] == data["along"]
    assert (data["run"]["d"], data["run"]["rank"], data["average"]["r"]["error"] > 0) == (3, 3, True)
    pairs = ((17, 10, 29), (3, 10, 2), (5, 29, 2))  # inner products and squared norms of the rows
    frobenius = 3 + 2 * sum(dot**2 / (a * b) for dot, a, b in pairs)
    assert data["along"][0]["frobenius"] == pytest.approx(frobenius)


def test_picture(run: Run) -> None:
    """A picture for any rank and strength."""
    for gamma, rank in (("inf", 6), (0.1, 1)):
        name = f"rank{rank}.svg"
        text = run(*SMALL, "--gamma", gamma, "--rank", rank, "--plot", name).stdout
        assert f"picture: {name}" in text
        assert "large-d law" in Path(name).read_text()


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (("--d", 3, "--gamma", "nan"), "gamma nan is no strength"),
        (("--d", 3, "--gamma", -1), "gamma -1.0 is no strength"),
        (("--d", 3, "--gamma", 1e200), "gamma 1e+200 must be from 0 to 1e+100, or inf"),
        (("--d", 3, "--gamma", 1, "--tau", 1.5), "tau 1.5 is no threshold"),
        (("--d", 3, "--gamma", 1, "--tau", "nan"), "tau nan is no threshold"),
        (("--d", 3, "--gamma", 1, "--rank", 4), "rank 4 is out of range; give 1 to 3"),
        (("--d", 3, "--gamma", 1, "--weights", "cauch"), "weights 'cauch' is not one of"),
        (("--d", 9000, "--gamma", 1), "the budget is"),
        (("--d", 10**9, "--gamma", 1), "d 1,000,000,000 is out of range"),
        (("--d", 1, "--gamma", 1), "d 1 is out of range; give 2 to"),
        (("--d", 3), "Missing option '--gamma'"),
        (("--d", 3, "--gamma", "one"), "'one' is not a valid float"),
        (("--d", 3, "--gamma", 1, "--layers", 0), "layers 0 is out of range"),
        (("--d", 3, "--gamma", 1, "--layers", 10**9), "layers 1,000,000,000 is out of range"),
        (("--d", 3, "--gamma", 1, "--chains", 0), "chains 0 is out of range"),
        (("--d", 3, "--gamma", 1, "--tau", 0), "tau 0.0 is no threshold"),
        (("--d", 3, "--gamma", 1, "--seed", -1), "-1 is not in the range"),
        (("--d", 3, "--gamma", 1, "--weights", "\x1b[31m"), r"\x1b[31m"),
        (("--d", 3, "--gamma", 1, "--rows"), "leave out --rows"),
        (("--d", 3, "--gamma", 1, "--batch", "zero.csv"), "give either --d D"),
        (("--batch", "missing.csv", "--gamma", 1), "no such file"),
        (("--d", 3, "--gamma", 1, "--plot", "x.doc"), "wanted a name ending in"),
        (("--gamma", 1), "give either --d D"),
        (("--d", 2, "--gamma", "inf", "--weights", "rademacher"), "take others, or a finite --gamma"),
        (("--batch", "zero.csv", "--gamma", 1), "row 0 of the start is zero"),
        (("--batch", "zero.csv", "--gamma", 1, "--rank", 1), "--rank speaks of the random input"),
    ],
)
def test_refusals(given: tuple[object, ...], says: str, refused: Callable[..., str]) -> None:
    """One sentence: what came, what was wanted, what to do."""
    Path("zero.csv").write_text("0,0\n1,2\n")
    assert says in refused("chain", *given)
