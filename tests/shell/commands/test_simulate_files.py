"""`simulate` reads a user's own data, and writes files that can be read, replayed and replaced."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.shell.conftest import Run, strict_json

DATA = np.array([[1.0, 2.0, 4.0, -3.5], [3.0, 5.0, 9.0, 1e-3], [0.5, 0.25, -8.0, 2.0]])
LAYERS = ("--width", 16, "--depth", 5, "--replicates", 3, "--seed", 11)


@pytest.fixture(autouse=True)
def _data() -> None:
    np.save("data.npy", DATA)
    np.savetxt("data.csv", DATA, delimiter=",", fmt="%.17g")
    np.save("rows.npy", DATA.T)
    np.savetxt("rows.csv", DATA.T, delimiter=",", fmt="%.17g")
    np.save("single.npy", np.asfortranarray(DATA.astype(np.float32)))
    Path("excel.csv").write_bytes(b"\xef\xbb\xbf" + Path("data.csv").read_bytes().replace(b"\n", b"\r\n") + b"\r\n")


def figures(run: Run, *args: object) -> Any:
    done = run("simulate", *args, *LAYERS, "--json")
    assert done.exit_code == 0, done.output
    return strict_json(done.stdout)["replicates"]


def test_all_forms_of_data_are_one(run: Run) -> None:
    """csv and npy, columns and transposed rows, with a byte-order mark and CRLF: the same networks bit by bit."""
    wanted = figures(run, "--batch", "data.npy")
    assert figures(run, "--batch", "data.csv") == wanted
    assert figures(run, "--batch", "excel.csv") == wanted
    assert figures(run, "--batch", "rows.csv", "--rows") == wanted
    assert figures(run, "--batch", "rows.npy", "--rows") == wanted
    assert figures(run, "--batch", "rows.csv", "--points", "rows") == wanted
    assert figures(run, "--batch", "rows.npy", "--points", "columns") != wanted
    assert len(figures(run, "--batch", "single.npy")) == 3


def test_seed_replays(run: Run) -> None:
    """The shown seed replays a run, of random data as of a file's, on any number of threads."""
    first = strict_json(run("simulate", "--n", 4, "--width", 9, "--depth", 4, "--replicates", 5, "--json").stdout)
    args = ("simulate", "--n", 4, "--width", 9, "--depth", 4, "--replicates", 5, "--seed", first["run"]["seed"])
    assert strict_json(run(*args, "--json").stdout) == first
    assert strict_json(run(*args, "--json", "--jobs", 1).stdout) == first


def test_out(run: Run) -> None:
    """--out holds Gram matrices and observables, is read without pickle, and says how it was made."""
    wanted = figures(run, "--batch", "data.csv", "--out", "found.npz")
    with np.load("found.npz", allow_pickle=False) as found:
        assert found["gram"].shape == (3, 4, 4)
        np.testing.assert_allclose(np.trace(found["gram"], axis1=1, axis2=2), 4)
        assert found["norm_ratio"].tolist() == [replicate["norm_ratio"] for replicate in wanted]
        assert strict_json(str(found["bninit"]))["seed"] == 11
    assert Path("found.npz").stat().st_mode & 0o777 == 0o644


MAGIC = {".svg": b"<?xml", ".png": b"\x89PNG", ".pdf": b"%PDF"}


@pytest.mark.parametrize("suffix", [".svg", ".png", ".pdf", ".SVG"])
@pytest.mark.parametrize("command", ["simulate", "tree"])
def test_plot(command: str, suffix: str, run: Run) -> None:
    """--plot writes the picture that its ending asks for; the same run writes the same bytes over its own file."""
    args = ("tree", "0,1,5") if command == "tree" else ("simulate", "--batch", "data.csv", *LAYERS)
    target = Path("picture" + suffix)
    written = []
    for _ in range(2):
        done = run(*args, "--plot", target)
        assert done.exit_code == 0, done.output
        assert f"picture: {target}" in done.stdout
        written.append(target.read_bytes())
    assert written[0].startswith(MAGIC[suffix.lower()])
    assert written[0] == written[1]
    assert not [path for path in Path().iterdir() if path.name.startswith(".")]


def test_own_files_are_replaced(run: Run) -> None:
    """bninit's own file is replaced by the next run; the same name with foreign content is left as it is."""
    one, two = ("simulate", "--batch", "data.csv", *LAYERS, "--out", "found.npz"), ("--depth", 6)
    run(*one)
    first = Path("found.npz").read_bytes()
    assert run(*one, *two).exit_code == 0
    assert Path("found.npz").read_bytes() != first
    np.savez("found.npz", gram=DATA)
    foreign = Path("found.npz").read_bytes()
    assert run(*one).exit_code == 2
    assert Path("found.npz").read_bytes() == foreign
