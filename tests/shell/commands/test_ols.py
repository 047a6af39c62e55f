"""`bninit ols`: keys, replay, predictions beside outcomes, refusals, pictures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.shell.conftest import Run, strict_json

RANDOM = ("ols", "--d", 2, "--kappa", 10, "--seed", 5)
OWN = ("ols", "--matrix", "2,1;1,3", "--g", "1,0", "--start", "1,2", "--seed", 1)


def test_keys(run: Run) -> None:
    """The contract: run, both sides, best rates, kappa, kappa*; trajectories where they were asked for."""
    data = strict_json(run(*RANDOM, "--json").stdout)
    assert data.keys() == {
        "run", "kappa", "kappa_star", "eigenvalues", "star_eigenvalues", "saddle", "plain", "bn", "best_rates"
    }  # fmt: skip
    assert {"eta", "limit", "iterations", "outcome", "predicted"} <= data["plain"].keys()
    assert {"eta", "eta_gamma", "limit", "iterations", "outcome", "predicted"} <= data["bn"].keys()
    assert data["kappa"] == pytest.approx(10)
    assert data["kappa_star"] == 1
    assert (data["plain"]["limit"], data["bn"]["limit"]) == (pytest.approx(1), 1)
    assert data["best_rates"]["plain"]["factor"] == pytest.approx(9 / 11)
    assert data["best_rates"]["bn"]["factor"] == pytest.approx(0)
    paths = strict_json(run(*RANDOM, "--json", "--trajectories").stdout)["trajectories"]
    assert len(paths["plain"]["residual"]) == data["plain"]["iterations"] + 1
    assert len(paths["bn"]["weights"]) == len(paths["bn"]["w"]) == data["bn"]["iterations"] + 1
    assert paths["plain"]["weights"][0] == pytest.approx(paths["bn"]["weights"][0])


def test_replay(run: Run) -> None:
    """One seed, one output; another seed, another problem."""
    one, again = (run(*RANDOM, "--json").stdout for _ in range(2))
    assert one == again
    assert run(*RANDOM[:-1], 6, "--json").stdout != one


@pytest.mark.parametrize(
    ("loss", "rates", "plain", "bn"),
    [
        ("printed", ("--eta", 0.27, "--eta-bn", 0.9), "converges", "converges"),
        ("printed", ("--eta", 0.28, "--eta-bn", 1.1), "diverges", "diverges"),
        ("half", ("--eta", 0.55, "--eta-bn", 1.9), "converges", "converges"),
        ("half", ("--eta", 0.56, "--eta-bn", 5, "--eta-gamma", "0.3"), "diverges", "converges"),
        ("half", ("--eta", 0.5, "--eta-bn", 0.1, "--eta-gamma", 2.1), "converges", "diverges"),
    ],
)
def test_predictions(run: Run, loss: str, rates: tuple[object, ...], plain: str, bn: str) -> None:
    """Rates on both sides of the limits of both normalisations: outcomes are as predicted."""
    data = strict_json(run(*OWN, "--loss", loss, *rates, "--json").stdout)
    said = "does not converge" if bn == "diverges" else bn  # more is not proved
    assert (data["plain"]["predicted"], data["bn"]["predicted"]) == (plain, said)
    assert (data["plain"]["outcome"], data["bn"]["outcome"]) == (plain, bn)


@pytest.mark.parametrize(
    "problem",
    [
        ("--d", 2, "--kappa", 2, "--gamma", "1e6"),
        ("--d", 3, "--kappa", 5, "--gamma=-1e9"),
        ("--matrix", "1e-20,0;0,2e-20", "--g", "1e-20,1e-20", "--start", "1,2"),
    ],
)
def test_a_large_start_is_no_divergence(run: Run, problem: tuple[object, ...]) -> None:
    """A start 1e12 times as far off as the prediction 0 converges where the theorem says so, or is slow."""
    data = strict_json(run("ols", *problem, "--seed", 1, "--json").stdout)
    assert data["plain"]["predicted"] == data["plain"]["outcome"] == "converges"
    assert data["bn"]["outcome"] != "diverges"
    fast = strict_json(run("ols", *problem, "--eta", "1e25", "--seed", 1, "--json").stdout)
    assert fast["plain"]["outcome"] == "diverges"


def test_report(run: Run) -> None:
    """80 columns; outside the region the theorem's word stands beside the outcome, at its end none does."""
    text = run(*OWN, "--eta", 1, "--eta-bn", 1).stdout
    assert max(map(len, text.splitlines())) <= 80
    assert "kappa 2.618" in text
    assert "without BN    outside the proven region: it diverges from almost every start" in text
    assert "with BN       at the end of the proven region, where no theorem speaks" in text
    assert max(map(len, run("ols", "--d", 20, "--kappa", 1e4, "--steps", 5).stdout.splitlines())) <= 80


def test_saddle(run: Run) -> None:
    """gamma = 0 with w.g = 0 never moves, and the report says so."""
    done = run(*OWN[:-4], "--start", "0,1", "--gamma", 0, "--steps", 50)
    assert "is a saddle" in done.stdout
    data = strict_json(run(*OWN[:-4], "--start", "0,1", "--gamma", 0, "--steps", 50, "--json").stdout)
    assert (data["saddle"], data["bn"]["outcome"], data["bn"]["residual"]) == (True, "slow", 1)


def test_pictures(run: Run) -> None:
    """In the plane, in space and beyond; converging and diverging."""
    for d, more in ((2, ()), (3, ()), (4, ("--eta-bn", 3)), (2, ("--eta", 3, "--eta-bn", 1.5))):
        name = f"ols{d}{len(more)}.svg"
        text = run("ols", "--d", d, "--kappa", 5, "--seed", 2, "--plot", name, *more).stdout
        assert f"picture: {name}" in text
        assert "solution u" in Path(name).read_text()


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (("--d", 2), "give --d D and --kappa K"),
        (("--d", 1, "--kappa", 3), "d 1 is out of range; give 2 to 20"),
        (("--d", 3, "--kappa", 0.5), "kappa 0.5 is out of range"),
        (("--d", 3, "--kappa", "nan"), "kappa nan is out of range"),
        (("--matrix", "1,0;0,1"), "make a problem together"),
        (("--matrix", "1,0;0,1", "--g", "1,0", "--d", 2), "speak of a random problem"),
        (("--matrix", "1,2;2,1", "--g", "1,0"), "H is not positive definite"),
        (("--matrix", "1,1;1,1", "--g", "1,0"), "H is not positive definite"),
        (("--matrix", "1e-200,0;0,1", "--g", "1,1"), "a condition number above 1e+10"),
        (("--matrix", "1,2;0,1", "--g", "1,0"), "not a symmetric matrix"),
        (("--matrix", "1,2;1", "--g", "1,0"), "--matrix has 2 rows; give 2 numbers in each"),
        (("--matrix", "1,0;0,1", "--g", "0,0"), "g = 0"),
        (("--matrix", "1,0;0,1", "--g", "1"), "wanted 2 numbers"),
        (("--matrix", "1,0;0,1", "--g", "1,0", "--start", "0,0"), "a row of zeros before BN"),
        (("--matrix", "1,0;0,1", "--g", "1,0", "--start", "1e400,0"), "too large for floats"),
        (("--d", 2, "--kappa", 3, "--eta", "1e400"), "too large for floats"),
        (("--matrix", "1,0;0,1", "--g", "1,x"), '"x" is not a rational number'),
        (("--d", 2, "--kappa", 3, "--eta", 0), "a learning rate is positive"),
        (("--d", 2, "--kappa", 3, "--eta-bn", -1), "a learning rate is positive"),
        (("--d", 2, "--kappa", 3, "--steps", 0), "steps 0 is out of range"),
        (("--d", 2, "--kappa", 3, "--tolerance", 0), "tolerance 0.0 is no residual"),
        (("--d", 2, "--kappa", 3, "--trajectories"), "--trajectories is for --json"),
    ],
)
def test_refusals(given: tuple[object, ...], says: str, refused: Callable[..., str]) -> None:
    """One sentence: what came, what was wanted, what to do."""
    assert says in refused("ols", *given)
