"""`simulate`, `chain`, `ols`, `orthogonality`, `expand`: keys, replay, a user's own data, pictures, words."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bninit.commands.simulations.gap import MOST_WIDTHS
from bninit.show.simulations.chain import depths_shown
from tests.shell.conftest import Run, strict_json

CHAIN = ("chain", "--width", 6, "--depth", 30, "--networks", 4)
GAP = ("orthogonality", "--n", 3, "--depth", 30, "--networks", 4)
OLS = ("ols", "--dim", 2, "--kappa", 10)
OWN_OLS = ("ols", "--matrix", "2,1;1,3", "--g", "1,0", "--seed", 1)
REPLAYED = {
    "chain": (*CHAIN, "--gamma", "0.5"),
    "ols": OLS,
    "orthogonality": (*GAP, "--width", "8,16"),
    "simulate": ("simulate", "--n", 4, "--width", 9, "--depth", 4, "--networks", 5),
    "groups": ("simulate", "--n", 4, "--width", 8, "--depth", 4, "--components", "rc,gn,relu", "--groups", 2),
}


def found(run: Run, *command: object) -> Any:
    done = run(*command, "--json")
    assert done.exit_code == 0, done.output
    return strict_json(done.stdout)


@pytest.mark.parametrize("command", REPLAYED.values(), ids=REPLAYED)
def test_replay(command: tuple[object, ...], run: Run) -> None:
    """The seed that is shown gives the same on any number of threads; another one gives another outcome."""
    first = found(run, *command)
    seed = first["run"]["seed"]
    assert found(run, *command, "--seed", seed) == first
    if command[0] == "simulate":
        assert found(run, *command, "--seed", seed, "--jobs", 1) == first
    other = found(run, *command, "--seed", seed + 1)
    del first["run"], other["run"]
    assert other != first


def test_normalisations_over_neurons(run: Run, refused: Callable[..., str]) -> None:
    """Groups, eps, gain and shift are those of the layer: two groups normalise other numbers than one; the command that
    replays the run names them, and what the layer refuses is told."""
    common = ("simulate", "--n", 4, "--width", 8, "--depth", 4, "--generator", "numpy", "--seed", 1)
    two = found(run, *common, "--components", "gn,relu", "--groups", 2, "--eps", 0.1, "--shift", 0.5)
    assert two["run"]["command"].endswith(
        "--components gn,relu --groups 2 --eps 0.1 --shift 0.5 --generator numpy --seed 1"
    )
    one = found(run, *common, "--components", "ln,relu", "--eps", 0.1, "--shift", 0.5)
    del one["run"], two["run"]
    assert one != two
    assert "groups 3 do not divide the width 8" in refused(*common, "--components", "gn,relu", "--groups", 3)
    assert "wants groups=2 or more" in refused(*common, "--components", "gn,relu")


@pytest.mark.parametrize(
    ("command", "suffix", "begins", "says"),
    [
        (("tree", "0,1,5"), ".svg", b"<?xml", "<svg"),
        (("tree", "0,1,5"), ".png", b"\x89PNG", ""),
        (("tree", "0,1,5"), ".pdf", b"%PDF", ""),
        (REPLAYED["simulate"], ".SVG", b"<?xml", "<svg"),
        ((*CHAIN, "--gamma", 0.1, "--rank", 1), ".svg", b"<?xml", "law of large width"),
        (("ols", "--dim", 3, "--kappa", 5), ".svg", b"<?xml", "solution u"),
        (("ols", "--dim", 4, "--kappa", 5, "--eta-bn", 3), ".svg", b"<?xml", "solution u"),
        (("ols", "--dim", 2, "--kappa", 5, "--eta", 3, "--eta-bn", 1.5), ".svg", b"<?xml", "solution u"),
        (("orthogonality", "--n", 4, "--width", "1", "--depth", 1), ".svg", b"<?xml", "infinite width"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_plot(command: tuple[object, ...], suffix: str, begins: bytes, says: str, run: Run) -> None:
    """--plot writes the picture that its ending asks for; the same run writes the same bytes over its own file."""
    target = Path("picture" + suffix)
    written = []
    for _ in range(2 if command[0] in ("tree", "simulate") else 1):
        done = run(*command, *(() if command[0] == "tree" else ("--seed", 5)), "--plot", target)
        assert f"picture: {target}" in done.stdout, done.output
        written.append(target.read_bytes())
    assert written[0].startswith(begins)
    assert says.encode() in written[0]
    assert written[0] == written[-1]
    assert [path.name for path in Path().iterdir()] == [target.name]


DATA = np.array([[1.0, 2.0, 4.0, -3.5], [3.0, 5.0, 9.0, 1e-3], [0.5, 0.25, -8.0, 2.0]])


def test_simulate_reads_and_writes(run: Run) -> None:
    """csv and npy, columns and transposed rows, with a byte-order mark and CRLF: the same networks bit by bit. --out
    has Gram matrices and observables, is read without pickle, and is replaced by the next run alone."""
    np.savetxt("data.csv", DATA, delimiter=",", fmt="%.17g")
    np.savetxt("rows.csv", DATA.T, delimiter=",", fmt="%.17g")
    np.save("data.npy", DATA)
    np.save("rows.npy", DATA.T)
    np.save("single.npy", np.asfortranarray(DATA.astype(np.float32)))
    Path("excel.csv").write_bytes(b"\xef\xbb\xbf" + Path("data.csv").read_bytes().replace(b"\n", b"\r\n") + b"\r\n")
    layers = ("--width", 16, "--depth", 5, "--networks", 3, "--seed", 11)

    def networks(name: str, *more: object) -> Any:
        return found(run, "simulate", "--batch", name, *more, *layers)["networks"]

    wanted = networks("data.npy", "--out", "found.npz")
    same = (("data.csv",), ("excel.csv",), ("rows.npy", "--points", "rows"), ("rows.csv", "--points", "rows"))
    assert all(networks(*forms) == wanted for forms in same)
    assert networks("rows.npy", "--points", "columns") != wanted
    assert len(networks("single.npy")) == 3
    first = Path("found.npz")
    with np.load(first, allow_pickle=False) as kept:
        assert kept["gram"].shape == (3, 4, 4)
        np.testing.assert_allclose(np.trace(kept["gram"], axis1=1, axis2=2), 4)
        assert kept["norm_ratio"].tolist() == [replicate["norm_ratio"] for replicate in wanted]
        assert strict_json(str(kept["bninit"]))["seed"] == 11
    assert first.stat().st_mode & 0o777 == 0o644
    before = first.read_bytes()
    networks("data.csv", "--out", first, "--depth", 6)
    assert first.read_bytes() != before
    np.savez(first, gram=DATA)
    foreign = first.read_bytes()
    assert run("simulate", "--batch", "data.csv", *layers, "--out", first).exit_code == 2
    assert first.read_bytes() == foreign


def test_chain(run: Run) -> None:
    """Along depth, spectra, averages with their errors, the law, the bound; exponents where they were asked for. A
    start of rank 2 has no third eigenvalue; one chain has no error."""
    data = found(run, *CHAIN, "--gamma", "inf", "--exponents")
    assert data.keys() == {"run", "along", "spectra", "average", "law", "bound", "exponents", "k_star"}
    assert data["run"]["gamma"] == "inf"
    assert data["along"][0].keys() == {"depth", "r", "soft_rank", "frobenius", "regularity"}
    assert [look["depth"] for look in data["spectra"]] == depths_shown(30) == [0, 1, 2, 5, 10, 20, 30]
    assert len(data["spectra"][0]["eigenvalues"]) == len(data["exponents"]) == 6
    assert sum(data["spectra"][-1]["eigenvalues"]) == pytest.approx(6)
    assert data["average"]["r"].keys() == {"mean", "error"}
    assert data["average"].keys() - {"regularity"} <= data["law"].keys()
    text = run(*CHAIN, "--gamma", 1, "--rank", 2, "--networks", 1, "--weights", "uniform").stdout
    assert max(map(len, text.splitlines())) <= 80
    assert all(part in text for part in ("gamma 1.0", "unknown"))
    assert "nan" not in text


def test_chain_of_own_input(run: Run) -> None:
    """Rows are neurons; all chains start from the file, whatever its scale or number of columns; --points turns it."""
    Path("x.csv").write_text("1,0,3,0\n2,0,5,0\n0,0,1,1\n")
    Path("turned.csv").write_text("1,2,0\n0,0,0\n3,5,1\n0,0,1\n")
    after = ("--gamma", 1, "--depth", 3, "--seed", 5)
    data = found(run, "chain", "--batch", "x.csv", *after)
    assert found(run, "chain", "--batch", "turned.csv", "--points", "rows", *after)["along"] == data["along"]
    assert (data["run"]["width"], data["run"]["rank"], data["average"]["r"]["error"] > 0) == (3, 3, True)
    pairs = ((17, 10, 29), (3, 10, 2), (5, 29, 2))  # inner products and squared norms of the rows
    frobenius = 3 + 2 * sum(dot**2 / (a * b) for dot, a, b in pairs)
    assert data["along"][0]["frobenius"] == pytest.approx(frobenius)


def test_ols(run: Run) -> None:
    """Run, both sides, best rates, kappa, kappa*; trajectories where they were asked for."""
    data = found(run, *OLS, "--seed", 5, "--trajectories")
    paths = data.pop("trajectories")
    assert data.keys() == {
        "run", "kappa", "kappa_star", "eigenvalues", "star_eigenvalues", "saddle", "plain", "bn", "best_rates"
    }  # fmt: skip
    assert {"eta", "limit", "iterations", "outcome", "predicted"} <= data["plain"].keys()
    assert {"eta", "eta_scale", "limit", "iterations", "outcome", "predicted"} <= data["bn"].keys()
    assert (data["kappa"], data["kappa_star"]) == (pytest.approx(10), 1)
    assert (data["plain"]["limit"], data["bn"]["limit"]) == (pytest.approx(1), 1)
    assert data["best_rates"]["plain"]["factor"] == pytest.approx(9 / 11)
    assert data["best_rates"]["bn"]["factor"] == pytest.approx(0)
    assert len(paths["plain"]["residual"]) == data["plain"]["iterations"] + 1
    assert len(paths["bn"]["weights"]) == len(paths["bn"]["w"]) == data["bn"]["iterations"] + 1
    assert paths["plain"]["weights"][0] == pytest.approx(paths["bn"]["weights"][0])


@pytest.mark.parametrize(
    ("loss", "rates", "plain", "bn"),
    [
        ("printed", ("--eta", 0.27, "--eta-bn", 0.9), "converges", "converges"),
        ("printed", ("--eta", 0.28, "--eta-bn", 1.1), "diverges", "diverges"),
        ("half", ("--eta", 0.55, "--eta-bn", 1.9), "converges", "converges"),
        ("half", ("--eta", 0.56, "--eta-bn", 5, "--eta-scale", "0.3"), "diverges", "converges"),
        ("half", ("--eta", 0.5, "--eta-bn", 0.1, "--eta-scale", 2.1), "converges", "diverges"),
    ],
)
def test_ols_predictions(run: Run, loss: str, rates: tuple[object, ...], plain: str, bn: str) -> None:
    """Rates on both sides of the limits of both normalisations: outcomes are as predicted."""
    data = found(run, *OWN_OLS, "--start", "1,2", "--loss", loss, *rates)
    said = "does not converge" if bn == "diverges" else bn  # more is not proved
    assert (data["plain"]["predicted"], data["bn"]["predicted"]) == (plain, said)
    assert (data["plain"]["outcome"], data["bn"]["outcome"]) == (plain, bn)


@pytest.mark.parametrize(
    "problem",
    [
        ("--dim", 2, "--kappa", 2, "--scale", "1e6"),
        ("--dim", 3, "--kappa", 5, "--scale=-1e9"),
        ("--matrix", "1e-20,0;0,2e-20", "--g", "1e-20,1e-20", "--start", "1,2"),
    ],
)
def test_a_large_start_is_no_divergence(run: Run, problem: tuple[object, ...]) -> None:
    """A start 1e12 times as far off as the prediction 0 converges where the theorem says so, or is slow."""
    data = found(run, "ols", *problem, "--seed", 1)
    assert data["plain"]["predicted"] == data["plain"]["outcome"] == "converges"
    assert data["bn"]["outcome"] != "diverges"
    assert found(run, "ols", *problem, "--eta", "1e25", "--seed", 1)["plain"]["outcome"] == "diverges"


def test_ols_in_words(run: Run) -> None:
    """Outside the region the theorem's word stands beside the outcome, at its end none does; gamma = 0 with w.g = 0
    never moves. 80 columns."""
    text = run(*OWN_OLS, "--start", "1,2", "--eta", 1, "--eta-bn", 1).stdout
    wide = run("ols", "--dim", 20, "--kappa", 1e4, "--steps", 5).stdout
    assert max(map(len, (text + wide).splitlines())) <= 80
    for part in (
        "kappa 2.618",
        "without BN    outside the proven region: it diverges from almost every start",
        "with BN       at the end of the proven region, where no theorem speaks",
    ):
        assert part in text
    saddle = (*OWN_OLS, "--start", "0,1", "--scale", 0, "--steps", 50)
    assert "is a saddle" in run(*saddle).stdout
    data = found(run, *saddle)
    assert (data["saddle"], data["bn"]["outcome"], data["bn"]["residual"]) == (True, "slow", 1)


def test_orthogonality(run: Run) -> None:
    """Widths in order, each once, none of which changes another; the gap along depth and along the mean map; slopes."""
    data = found(run, *GAP, "--seed", 5, "--width", "64, 16,64")
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
    assert found(run, *GAP, "--seed", 5, "--width", 64)["along"][0] == data["along"][1]


def test_orthogonality_in_words(run: Run) -> None:
    """80 columns with as many widths as are taken; one network has no error; a width that collapses has no law."""
    widths = ",".join(str(3**k) for k in range(MOST_WIDTHS))
    text = run(*GAP[:-2], "--networks", 1, "--width", widths).stdout
    lines = text.splitlines()
    assert max(map(len, lines)) <= 80
    assert "nan" not in text
    assert "unknown" in text
    assert "critical width  4.3 at rank 3 (measured); up to it (1, 3)" in text
    assert [line.split()[0] for line in lines[4 : 4 + len(depths_shown(30))]] == [str(d) for d in depths_shown(30)]


def test_orthogonality_of_lost_rank(run: Run) -> None:
    """Points on a line: V = sqrt(1 - 1/n) at every depth; rows of the file as data points."""
    Path("line.csv").write_text("1,2\n-2,-4\n3,6\n")
    line = ("orthogonality", "--batch", "line.csv", "--points", "rows", "--width", 5, "--depth", 3)
    data = found(run, *line)
    assert (data["run"]["n"], data["run"]["rank"], "slope" in data) == (3, 1, False)
    gaps = [*data["mean_map"], *data["along"][0]["gap"], data["widths"][0]["law"]["mean"]]
    assert gaps == pytest.approx([math.sqrt(2 / 3)] * len(gaps))
    assert "none: rank 1 stays" in run(*line).stdout


def test_expand(run: Run) -> None:
    """Without --width: sums over the entries of M, with their names, as lemma 7 has them; LaTeX with balanced braces.
    With --width: polynomials in the correlations; at d = 2 4 (1 - rho^2)(1 - 4 rho^2) gamma^2."""
    data = found(run, "expand", "--order", 3)
    assert (data["d"], data["order"], data["moments"]) == ("general", 3, {"s": "E w^3"})
    powers = {c["power"]: c for c in data["coefficients"]}
    assert [powers[k]["text"] for k in (0, 1, 2)] == ["F", "0", "8*D - 2*F - 8*T + 2*d^2"]
    assert powers[2]["latex"] == "8 D - 2 F - 8 T + 2 d^{2}"
    assert powers[3]["text"].startswith("s*(")
    assert (data["pairs"][0]["i"], data["pairs"][0]["j"]) == ("i", "j")
    assert data["pairs"][0]["coefficients"][0] == {"power": 0, "text": "M_ij^2", "latex": "M_{ij}^{2}"}
    tex = run("expand", "--order", 3, "--latex").stdout
    assert tex.count(r"\mathbb{E}") == 2
    assert tex.count("{") == tex.count("}")
    assert tex.count(r"\left") == tex.count(r"\right")
    assert powers[2]["latex"] in tex
    text = run("expand", "--order", 4, "--width", 2).stdout
    assert sum(line.startswith("  gamma^4 ") for line in text.splitlines()) == 2
    planar = found(run, "expand", "--order", 2, "--width", 2)
    assert [(pair["i"], pair["j"]) for pair in planar["pairs"]] == [(1, 2)]
    assert planar["coefficients"][2]["text"] == "4*(rho - 1)*(rho + 1)*(2*rho - 1)*(2*rho + 1)"
