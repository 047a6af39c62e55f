"""Bad input gets one sentence and exit 2, and nothing is written or run."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.shell.conftest import Run

Refused = Callable[..., str]

RUN = "__import__('os').system('touch pwned')"
LAYERS = ("--width", 8, "--depth", 3)
SIMULATE = ("simulate", "--n", 5, *LAYERS)
TREE = ("tree", "0,1,5")

WRONG: dict[str, tuple[Sequence[object], str]] = {
    "empty batch": (["tree", ""], "the batch is empty"),
    "one point": (["tree", "1"], "one point; give at least two"),
    "constant batch": (["tree", "2,2,4/2"], "all 3 points are 2"),
    "an empty place": (["tree", "0,,1"], "not a rational number"),
    "nan": (["tree", "nan,1"], "not a rational number"),
    "inf": (["tree", "1,inf"], "not a rational number"),
    "-inf": (["tree", "-inf,1"], "not a rational number"),
    "1e9999": (["tree", "1e9999,1"], "out of range"),
    "1e-9999": (["tree", "1e-9999,1"], "out of range"),
    "division by zero": (["tree", "1/0,1"], "divides by zero"),
    "underscore": (["tree", "1_0,1"], "not a rational number"),
    "Arabic digits": (["tree", "١,2"], "not a rational number"),
    "code": (["tree", f"{RUN},1"], "not a rational number"),
    "10^6 points": (["tree", "0,1" * 500_000], "give at most 10,000"),
    "10^5 digits": (["tree", "1" * 100_000 + ",2"], "100000 characters"),
    "ANSI escape": (["tree", "\x1b[31m,1"], r"\x1b[31m"),
    "depth 10^9": ([*TREE, "--depth", 10**9], "depth 1,000,000,000 is out of range"),
    "depth -1": ([*TREE, "--depth", -1], "depth -1 is out of range"),
    "depth 1.5": ([*TREE, "--depth", "1.5"], "not a valid integer"),
    "digits 10^9": ([*TREE, "--digits", 10**9], "digits 1,000,000,000 is out of range"),
    "digits 0": ([*TREE, "--digits", 0], "digits 0 is out of range"),
    "too many to draw": (["tree", ",".join(map(str, range(23))), "--plot", "x.svg"], "at most 20"),
    "too large to draw": (["tree", "1e1000,0", "--plot", "x.svg"], "leave out --plot"),
    "gamma nan": ([*SIMULATE, "--gamma", "nan"], "gamma nan must be from 0 to 1e+100, or inf"),
    "a skip to another width": ([*SIMULATE, "--gamma", 1], "a skip connection keeps the width"),
    "unknown option": ([*TREE, "--depht", 3], "'--depth'"),
    "extra argument with an escape": ([*TREE, "\x1b[31m"], r"unexpected extra argument (\x1b[31m)"),
    "option with an escape": ([*TREE, "--\x1b[31m"], r"\x1b[31m"),
    "unknown command": (["chekc"], "check"),
    "command with an escape": (["\x1b[31m"], r"\x1b[31m"),
    "unknown claim": (["check", "nachum24.tree.gramm"], "did you mean nachum24.tree.gram?"),
    "unknown group": (["check", "nachum24.tre"], "did you mean nachum24.tree?"),
    "unknown paper": (["list", "nachum25"], "did you mean nachum24?"),
    "unknown claim to show": (["show", "norm-ration"], "did you mean nachum24.outlier.norm-ratio?"),
    "a group to show": (["show", "nachum24.tree"], "no claim 'nachum24.tree'"),
    "a path for a claim": (["check", "../../etc"], "no claim '../../etc'"),
    "a path for a claim to show": (["show", "--note", "../../etc/passwd.x.y"], "no claim"),
    "nothing for a claim": (["check", ""], "no claim ''"),
    "escape in a selector": (["check", "\x1b[31m\x07\r"], r"\x1b[31m"),
    "code for a claim": (["check", RUN], "no claim"),
    "endless selector": (["check", "x" * 100_000], "no claim"),
    "endless glob": (["check", "*a" * 5000], "no claim"),
    "brackets": (["list", "[" * 1000], "no claim"),
    "level": (["check", "--level", "fast"], "'quick', 'standard', 'deep'"),
    "negative seed": (["check", "--seed", -1], "-1 is not in the range"),
    "no jobs": (["check", "--jobs", 0], "0 is not in the range"),
    "10^9 jobs": (["check", "--jobs", 10**9], "not in the range"),
    "n = 1": (["fixed-point", "symmetric", "--n", 1], "n = 1: wanted a whole number from 2"),
    "n = 2 broken": (["fixed-point", "broken", "--n", 2], "n = 2: wanted a whole number from 3"),
    "n = 2.5": (["fixed-point", "broken", "--n", 2.5], "n = '2.5' is not a whole number"),
    "n = inf broken": (["fixed-point", "broken", "--n", "inf"], "only the symmetric point"),
    "n = 10^15": (["fixed-point", "outlier", "--n", 10**15], "wanted a whole number from 2 to"),
    "unknown component": (["fixed-point", "broken", "--n", 10, "--components", "rc,foo"], "component 'foo'"),
    "no ReLU": (["fixed-point", "broken", "--n", 10, "--components", "rs"], "add nl"),
    "k = n/2": (["fixed-point", "escaped", "--n", 10, "--k", 5], "fewer than half of n = 10"),
    "k = 0": (["spectrum", "escaped", "--n", 10, "--k", 0], "k = 0: wanted a whole number from 1"),
    "spectrum of two": (["spectrum", "symmetric", "--n", 2], "3 or more points"),
    "spectrum digits": (["spectrum", "broken", "--n", 10, "--digits", 10**9], "out of range"),
    "k for broken": (["spectrum", "broken", "--n", 10, "--k", 2], "ask for kind 'escaped'"),
    "no points": (["rank", ""], "there are no points"),
    "neither points nor file": (["rank"], "give either points"),
    "ragged points": (["rank", "1,2;1"], "point 2 has 1 coordinates and point 1 has 2"),
    "nan point": (["rank", "nan,1;2,3"], "not a rational number"),
    "code for a point": (["rank", f"{RUN},1;1,2"], "not a rational number"),
    "10^5 points": (["rank", "1,2;" * 100_000 + "1,1"], "give a file with --batch"),
    "width 0": (["rank", "1,0;0,1", "--width", 0], "width 0 is out of range"),
    "failure 2": (["rank", "1,0;0,1", "--failure", 2], "between 0 and 1"),
    "rank of an .npy": (["rank", "--batch", "x.npy"], "wanted a .csv file of rational numbers"),
    "rank of no file": (["rank", "--batch", "x.csv"], "no such file"),
    "nmax 2": (["phase-diagram", "--nmax", 2], "nmax 2 is out of range"),
    "nmax 10^9": (["phase-diagram", "--nmax", 10**9], "out of range"),
    "diagram of foo": (["phase-diagram", "--components", "foo"], "component 'foo'"),
    "diagram of ReLU": (["phase-diagram", "--components", "nl", "--nmax", 4], "only has the collapsed batch"),
    "diagram suffix": (["phase-diagram", "--plot", "x.doc"], "wanted a name ending in"),
    "digits of a fixed point": (["fixed-point", "outlier", "--n", 5, "--digits", 10**9], "out of range"),
    "kind of fixed point": (["fixed-point", "round", "--n", 5], "'symmetric'"),
    "width beyond memory": (
        ["simulate", "--n", 20, "--width", 10**7, "--depth", 1, "--weights", "uniform"],
        "GiB, the budget is 2 GiB",
    ),
    "width beyond all": (["simulate", "--n", 5, "--width", 10**9, "--depth", 3], "out of range"),
    "data beyond memory": (["simulate", "--n", 10**4, "--dim", 10**6, *LAYERS], "the budget is 2 GiB"),
    "depth of networks": (["simulate", "--n", 5, "--width", 8, "--depth", 10**9], "out of range"),
    "work of years": (["simulate", "--n", 5, "--width", 10**5, "--depth", 10**4, "--replicates", 10**6], "operations"),
    "memory nan": ([*SIMULATE, "--memory", "nan"], "memory nan is no budget"),
    "memory inf": ([*SIMULATE, "--memory", "inf"], "memory inf is no budget"),
    "memory 1e9999": ([*SIMULATE, "--memory", "1e9999"], "memory inf is no budget"),
    "gain nan": ([*SIMULATE, "--gain", "nan"], "must be a positive finite number"),
    "component": ([*SIMULATE, "--components", "rc,ns"], "did you mean 'rs'?"),
    "code for components": ([*SIMULATE, "--components", RUN], "is not one of"),
    "activation": ([*SIMULATE, "--activation", "rleu"], "did you mean 'relu'?"),
    "weights": ([*SIMULATE, "--weights", "normal"], "is not one of gaussian"),
    "neither data": (["simulate", *LAYERS], "either --n N"),
    "rows of nothing": ([*SIMULATE, "--rows"], "leave out --rows"),
    "claims of no name": (["check", "--claims", ""], "--claims got an empty name"),
    "batch of no name": (["simulate", "--batch", " ", *LAYERS], "--batch got an empty name"),
    "plot of no name": ([*TREE, "--plot", ""], "--plot got an empty name"),
    "NUL in a name": ([*TREE, "--plot", "x\0.svg"], "a name holds no NUL"),
    "a name that ends in a slash": ([*SIMULATE, "--out", "x.npz/"], "the name of a folder"),
    "a component twice": (["fixed-point", "broken", "--n", 10, "--components", "rc,rc,nl"], "'rc' is given 2 times"),
    "square data beyond memory": (["simulate", "--n", 10**4, *LAYERS], "the budget is 2 GiB"),
    "chains of years": (["chain", "--d", 9000, "--gamma", "inf", "--layers", 10**5], "the budget is 1e+16 operations"),
    "gaps of years": (
        ["orthogonality", "--n", 1000, "--width", 10**6, "--depth", 10**4, "--networks", 10**4],
        "lower --width",
    ),
    "a start out of range": (
        ["ols", "--d", 2, "--kappa", 2, "--gamma", "1e200"],
        "the loss at the start is out of the range",
    ),
    "dim 0": ([*SIMULATE, "--dim", 0], "dim 0 is out of range"),
}


@pytest.mark.parametrize(("args", "says"), WRONG.values(), ids=WRONG)
def test_wrong_use(args: Sequence[object], says: str, refused: Refused) -> None:
    """What came, what was wanted, what to do: in one sentence, and no code of the input is run."""
    assert says in refused(*args)
    assert not Path("pwned").exists()


def npy(shape: object, descr: str = "<f8", data: bytes = b"", version: tuple[int, int] = (1, 0)) -> bytes:
    """An .npy file that claims what it likes."""
    header = repr({"descr": descr, "fortran_order": False, "shape": shape}).encode().ljust(117) + b"\n"
    return b"\x93NUMPY" + bytes(version) + struct.pack("<H", len(header)) + header + data


def saved(array: Any) -> bytes:
    from io import BytesIO

    file = BytesIO()
    np.save(file, array, allow_pickle=True)
    return file.getvalue()


class Bomb:
    """Unpickling it would leave a file."""

    def __reduce__(self) -> tuple[Any, tuple[str, ...]]:
        return Path.touch, (Path("pwned"),)  # type: ignore[return-value]


FILES: dict[str, tuple[str, bytes, str]] = {
    "empty": ("x.csv", b"", "holds no numbers"),
    "blank lines": ("x.csv", b"\n\n", "holds no numbers"),
    "header": ("x.csv", b"a,b,c\n1,2,3\n", 'line 1: "a" is not a finite number (a header line? remove it)'),
    "ragged": ("x.csv", b"1,2,3\n1,2\n", "line 2: 2 fields, the first line has 3"),
    "trailing comma": ("x.csv", b"1,2,\n1,2,\n", '"" is not a finite number'),
    "semicolons": ("x.csv", b"1;2;3\n", "separate numbers by commas"),
    "spaces": ("x.csv", b"1 2 3\n", "separate numbers by commas"),
    "nan in text": ("x.csv", b"1,nan\n", '"nan" is not a finite number'),
    "overflow in text": ("x.csv", b"1e9999,2,3\n4,5,6\n", "1 of 6 entries are nan or infinite"),
    "code": ("x.csv", f"{RUN},2\n".encode(), "is not a finite number"),
    "escape": ("x.csv", b"\x1b[31m,2\n", r"\x1b[31m"),
    "binary": ("x.csv", bytes(range(256)), "is not a text file"),
    "UTF-16": ("x.csv", "1,2\n".encode("utf-16"), "is not a text file"),
    "long field": ("x.csv", b"1" * 200_000, "is not a text file"),
    "constant": ("x.csv", b"1,1,1\n2,2,2\n", "constant"),
    "constant up to rounding": ("x.csv", b"0.1,0.1,0.1\n", "constant"),
    "one column": ("x.csv", b"1\n2\n3\n", "add --rows if they are the rows"),
    "other ending": ("x.txt", b"1,2\n", "give a .csv or .npy file"),
    "no npy": ("x.npy", b"hello", "is not an .npy file"),
    "empty npy": ("x.npy", b"", "is not an .npy file"),
    "header cut": ("x.npy", npy((2, 3))[:30], "is not an .npy file"),
    "data cut": ("x.npy", npy((2, 3), data=bytes(40)), "claims 48 bytes of data and holds 40"),
    "terabytes": ("x.npy", npy((10**6, 10**6)), "claims 8,000,000,000,000 bytes of data and holds 0"),
    "negative shape": ("x.npy", npy((-2, -3), data=bytes(48)), "its shape is no tuple of whole numbers"),
    "header no dictionary": ("x.npy", npy((2, 3)).replace(b"{'descr'", b"True #     "), "is not an .npy file"),
    "header of brackets": ("x.npy", npy((2, 3)).replace(b"{'descr'", b"((((((((("), "is not an .npy file"),
    "Boolean shape": ("x.npy", npy((True, 3), data=bytes(24)), "its shape is no tuple of whole numbers"),
    "type no text": ("x.npy", npy((1, 3), data=bytes(24)).replace(b"'<f8'", b"True "), "is not an .npy file"),
    "too large to subtract": ("x.csv", b"1e308,-1e308,5\n1,2,3\n", "scale the batch"),
    "denormal": ("x.csv", b"5e-324,0,1e-323\n0,0,0\n", "scale the batch"),
    "unknown version": ("x.npy", npy((2, 3), data=bytes(48), version=(9, 0)), "is not an .npy file"),
    "code in the header": ("x.npy", npy((2, 3)).replace(b"(2, 3)", b"f(2,3)"), "is not an .npy file"),
    "objects": ("x.npy", saved(np.array([Bomb(), None], dtype=object)), "entries of type object"),
    "complex": ("x.npy", saved(np.ones((2, 2)) * 1j), "entries of type complex128"),
    "strings": ("x.npy", saved(np.array(["a", "b"])), "entries of type <U1"),
    "records": ("x.npy", saved(np.zeros(3, dtype=[("a", "f8")])), "give an array of real numbers"),
    "three dimensions": ("x.npy", saved(np.zeros((2, 2, 2))), "an array of 3 dimensions"),
    "no dimension": ("x.npy", saved(np.float64(1)), "an array of 0 dimensions"),
    "no column": ("x.npy", saved(np.zeros((3, 0))), "0 data points"),
    "no row": ("x.npy", saved(np.zeros((0, 3))), "3 data points of 0 coordinates"),
    "nan": ("x.npy", saved(np.array([[1, np.nan], [2, 3]])), "1 of 4 entries are nan or infinite"),
    "inf": ("x.npy", saved(np.array([[1, np.inf], [2, -np.inf]])), "2 of 4 entries are nan or infinite"),
}


@pytest.mark.parametrize(("name", "content", "says"), FILES.values(), ids=FILES)
def test_bad_data_file(name: str, content: bytes, says: str, refused: Refused) -> None:
    """A data file that cannot be used is refused before anything is unpickled, allocated or written."""
    Path(name).write_bytes(content)
    assert says in refused("simulate", "--batch", name, *LAYERS, "--out", "out.npz", "--plot", "out.svg")
    if says not in ("constant", "scale the batch"):  # which are nothing special for chains
        assert says in refused("chain", "--batch", name, "--gamma", 1, "--layers", 3, "--plot", "out.svg")
    assert not Path("pwned").exists()


@pytest.mark.parametrize("name", ["missing.csv", "missing.npy", ".", "no\x1b[31m\r.csv", "x" * 5000 + ".csv"])
def test_missing_data_file(name: str, refused: Refused) -> None:
    """A data file that is not there is refused; its name reaches the terminal without control characters."""
    assert "give a .csv or .npy file" in refused("simulate", "--batch", name, *LAYERS)


def test_a_large_file_is_refused_unread(refused: Refused) -> None:
    """A batch beyond the budget is refused by its shape: the numbers, which are none, are never looked at."""
    Path("x.csv").write_bytes(b"1,2,3\n" + b"4,none,6\n" * 10**6)
    assert "the budget is 0.01 GiB" in refused(
        "simulate", "--batch", "x.csv", "--points", "columns", *LAYERS, "--memory", "0.01"
    )
    Path("big.csv").write_bytes(b"1/3," * 2000 + b"1\n" + b"oops" * 300_000)
    assert "exact ranks of more than 100,000 take too long" in refused("rank", "--batch", "big.csv")


TARGETS = {
    "other ending": ("x.txt", "wanted a name ending in"),
    "no ending": ("x", "wanted a name ending in"),
    "no folder": ("no/x", "there is no folder no"),
    "a folder": ("folder", "was not made by bninit"),
    "a foreign file": ("foreign", "was not made by bninit"),
    "a file that speaks of bninit": ("mention", "was not made by bninit"),
    "an empty file": ("void", "was not made by bninit"),
    "escape": ("no\x1b[31m/x", r"no\x1b[31m"),
}


@pytest.mark.parametrize(
    ("command", "option", "suffix"),
    [
        (TREE, "--plot", ".svg"),
        (SIMULATE, "--plot", ".png"),
        (SIMULATE, "--plot", ".pdf"),
        (SIMULATE, "--out", ".npz"),
        (("chain", "--d", 2, "--gamma", 1), "--plot", ".svg"),
    ],
    ids=["tree", "png", "pdf", "npz", "chain"],
)
@pytest.mark.parametrize(("stem", "says"), TARGETS.values(), ids=TARGETS)
def test_bad_target(command: tuple[Any, ...], option: str, suffix: str, stem: str, says: str, refused: Refused) -> None:
    """Nothing is written but to a folder that is there, with the right ending, over nothing but bninit's own work."""
    Path("foreign" + suffix).write_bytes(b"<svg/>")
    Path("mention" + suffix).write_bytes(b"<svg>drawn after bninit</svg>")
    Path("void" + suffix).touch()
    Path("folder" + suffix).mkdir()
    assert says in refused(*command, option, stem if says.startswith("wanted") else stem + suffix)


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="wants a folder in which nobody may write")
def test_a_folder_that_takes_no_file(refused: Refused) -> None:
    """What the system refuses to write is said in words."""
    assert "cannot be written" in refused(*SIMULATE, "--out", "/proc/x.npz")


def test_a_batch_may_begin_with_a_minus_sign(run: Run) -> None:
    """`bninit tree -1,0,5` is a batch, no option."""
    assert run("tree", "-1,0,5", "--depth", "2").stdout == run("tree", "--depth", "2", "--", "-1,0,5").stdout
    assert run("tree", "-1,0,5").stdout.startswith("batch (-1, 0, 5)")
