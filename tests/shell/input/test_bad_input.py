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
    "digits 0": ([*TREE, "--digits", 0], "digits 0 is out of range"),
    "depth -1": ([*TREE, "--depth", -1], "depth -1 is out of range"),
    "digits 10^9": ([*TREE, "--digits", 10**9], "digits 1,000,000,000 is out of range"),
    "too many to draw": (["tree", ",".join(map(str, range(23))), "--plot", "x.svg"], "at most 20"),
    "too large to draw": (["tree", "1e1000,0", "--plot", "x.svg"], "leave out --plot"),
    "a skip to another width": ([*SIMULATE, "--gamma", 1], "a skip connection keeps the width"),
    "unknown option": ([*TREE, "--depht", 3], "'--depth'"),
    "extra argument with an escape": ([*TREE, "\x1b[31m"], r"unexpected extra argument (\x1b[31m)"),
    "option with an escape": ([*TREE, "--\x1b[31m"], r"\x1b[31m"),
    "unknown command": (["chekc"], "check"),
    "unknown claim": (["check", "nachum24.tree.gramm"], "did you mean nachum24.tree.gram?"),
    "unknown paper": (["list", "nachum25"], "did you mean nachum24?"),
    "a group to show": (["show", "nachum24.tree"], "no claim 'nachum24.tree'"),
    "a path for a claim to show": (["show", "--note", "../../etc/passwd.x.y"], "no claim"),
    "nothing for a claim": (["check", ""], "no claim ''"),
    "escape in a selector": (["check", "\x1b[31m\x07\r"], r"\x1b[31m"),
    "endless glob": (["check", "*a" * 5000], "no claim"),
    "brackets": (["list", "[" * 1000], "no claim"),
    "level": (["check", "--level", "fast"], "'quick', 'standard', 'deep'"),
    "10^9 jobs": (["check", "--jobs", 10**9], "not in the range"),
    "n = 2 broken": (["fixed-point", "broken", "--n", 2], "n = 2: wanted a whole number from 3"),
    "n = 2.5": (["fixed-point", "broken", "--n", 2.5], "n = '2.5' is not a whole number"),
    "n = inf broken": (["fixed-point", "broken", "--n", "inf"], "only the symmetric point"),
    "n = 10^15": (["fixed-point", "outlier", "--n", 10**15], "wanted a whole number from 2 to"),
    "unknown component": (["fixed-point", "broken", "--n", 10, "--components", "rc,foo"], "component 'foo'"),
    "no ReLU": (["fixed-point", "broken", "--n", 10, "--components", "rs"], "add nl"),
    "n = 1": (["fixed-point", "symmetric", "--n", 1], "n = 1: wanted a whole number from 2"),
    "k = 0": (["spectrum", "escaped", "--n", 10, "--k", 0], "k = 0: wanted a whole number from 1"),
    "k = n/2": (["fixed-point", "escaped", "--n", 10, "--k", 5], "fewer than half of n = 10"),
    "spectrum of two": (["spectrum", "symmetric", "--n", 2], "3 or more points"),
    "k for broken": (["spectrum", "broken", "--n", 10, "--k", 2], "ask for kind 'escaped'"),
    "no points": (["rank", ""], "there are no points"),
    "neither points nor file": (["rank"], "give either points"),
    "ragged points": (["rank", "1,2;1"], "point 2 has 1 coordinates and point 1 has 2"),
    "10^5 points": (["rank", "1,2;" * 100_000 + "1,1"], "give a file with --batch"),
    "width 0": (["rank", "1,0;0,1", "--width", 0], "width 0 is out of range"),
    "failure 2": (["rank", "1,0;0,1", "--failure", 2], "between 0 and 1"),
    "rank of an .npy": (["rank", "--batch", "x.npy"], "wanted a .csv file of rational numbers"),
    "n 2 of a diagram": (["phase-diagram", "--n", 2], "n 2 is out of range"),
    "diagram of ReLU": (["phase-diagram", "--components", "relu", "--n", 4], "only has the collapsed batch"),
    "kind of fixed point": (["fixed-point", "round", "--n", 5], "'symmetric'"),
    "width beyond memory": (["simulate", "--n", 20, "--width", 10**7, "--depth", 1, "--weights", "uniform"], "GiB"),
    "data beyond memory": (["simulate", "--n", 10**4, "--dim", 10**6, *LAYERS], "the budget is 2 GiB"),
    "work of years": (["simulate", "--n", 5, "--width", 10**5, "--depth", 10**4, "--networks", 10**6], "operations"),
    "memory nan": ([*SIMULATE, "--memory", "nan"], "memory nan is no budget"),
    "gain nan": ([*SIMULATE, "--gain", "nan"], "must be a positive finite number"),
    "component": ([*SIMULATE, "--components", "rc,nn"], "is not one of ws, rc, rs, ln, rms, gn, in, nl"),
    "activation": ([*SIMULATE, "--activation", "rleu"], "did you mean 'relu'?"),
    "weights": ([*SIMULATE, "--weights", "normal"], "is not one of gaussian"),
    "neither data": (["simulate", *LAYERS], "either --n N"),
    "points of nothing": ([*SIMULATE, "--points", "rows"], "leave out --points"),
    "claims of no name": (["check", "--claims", ""], "--claims got an empty name"),
    "NUL in a name": ([*TREE, "--plot", "x\0.svg"], "a name holds no NUL"),
    "a name that ends in a slash": ([*SIMULATE, "--out", "x.npz/"], "the name of a folder"),
    "a component twice": (["fixed-point", "broken", "--n", 10, "--components", "rc,rc,nl"], "'rc' is given 2 times"),
    "square data beyond memory": (["simulate", "--n", 10**4, *LAYERS], "the budget is 2 GiB"),
}

WIDE = ("orthogonality", "--n", 3, "--width")
OF_CHAINS = ("chain", "--width", 3, "--gamma")
PROBLEM = ("ols", "--matrix", "1,0;0,1", "--g")
RANDOM = ("ols", "--dim", 2, "--kappa", 3)
WRONG_SIMULATIONS: dict[str, tuple[Sequence[object], str]] = {
    "no chains": (["chain", "--gamma", 1], "give either --width M"),
    "gamma nan": ([*OF_CHAINS, "nan"], "gamma nan is no strength"),
    "gamma negative": ([*OF_CHAINS, -1], "gamma -1.0 is no strength"),
    "gamma beyond": ([*OF_CHAINS, 1e200], "gamma 1e+200 must be from 0 to 1e+100, or inf"),
    "gamma of networks": ([*SIMULATE, "--gamma", "nan"], "gamma nan must be from 0 to 1e+100, or inf"),
    "tau": ([*OF_CHAINS, 1, "--tau", 1.5], "tau 1.5 is no threshold"),
    "tau 0": ([*OF_CHAINS, 1, "--tau", 0], "tau 0.0 is no threshold"),
    "rank of a start": ([*OF_CHAINS, 1, "--rank", 4], "rank 4 is out of range; give 1 to 3"),
    "discrete weights": (["chain", "--width", 2, "--gamma", "inf", "--weights", "rademacher"], "or a finite --gamma"),
    "width beyond memory": (["chain", "--width", 9000, "--gamma", 1], "the budget is"),
    "width beyond all": (["chain", "--width", 10**9, "--gamma", 1], "width 1,000,000,000 is out of range"),
    "networks of years": (["chain", "--width", 9000, "--gamma", "inf", "--depth", 10**5], "the budget is 1e+16"),
    "a zero row": (["chain", "--batch", "zero.csv", "--gamma", 1], "row 0 of the start is zero"),
    "rank of a file": (["chain", "--batch", "zero.csv", "--gamma", 1, "--rank", 1], "speaks of the random input"),
    "no width": (["orthogonality", "--n", 3], "Missing option '--width'"),
    "no gap": (["orthogonality", "--width", 4], "give either --n N for random data or --batch FILE"),
    "gap of one point": (["orthogonality", "--n", 1, "--width", 4], "n 1 is out of range; give 2 to"),
    "gap of width 0": ([*WIDE, 0], "width 0 is out of range; give 1 to"),
    "widths with a sign": ([*WIDE, "4,-8"], 'width "-8" is no whole number'),
    "a width that is not there": ([*WIDE, "4,,8"], 'width "" is no whole number'),
    "endless width": ([*WIDE, "9" * 500], "is no whole number"),
    "nine widths": ([*WIDE, "1,2,3,4,5,6,7,8,9"], "9 widths; give at most 8"),
    "gap beyond memory": (["orthogonality", "--n", 1000, "--width", 10**6, "--networks", 10**4], "the budget is"),
    "gaps of years": (
        ["orthogonality", "--n", 1000, "--width", 10**6, "--depth", 10**4, "--networks", 10**4], "lower --width",
    ),
    "gap of zeros": (["orthogonality", "--batch", "zeros.csv", "--width", 4], "the batch is zero: W H"),
    "no problem": (["ols", "--dim", 2], "give --dim D and --kappa K"),
    "kappa below 1": (["ols", "--dim", 3, "--kappa", 0.5], "kappa 0.5 is out of range"),
    "kappa nan": (["ols", "--dim", 3, "--kappa", "nan"], "kappa nan is out of range"),
    "half a problem": (PROBLEM[:-1], "make a problem together"),
    "two problems": ([*PROBLEM, "1,0", "--dim", 2], "speak of a random problem"),
    "indefinite": (["ols", "--matrix", "1,2;2,1", "--g", "1,0"], "H is not positive definite"),
    "badly conditioned": (["ols", "--matrix", "1e-200,0;0,1", "--g", "1,1"], "a condition number above 1e+10"),
    "not symmetric": (["ols", "--matrix", "1,2;0,1", "--g", "1,0"], "not a symmetric matrix"),
    "ragged": (["ols", "--matrix", "1,2;1", "--g", "1,0"], "--matrix has 2 rows; give 2 numbers in each"),
    "g = 0": ([*PROBLEM, "0,0"], "g = 0"),
    "g of another length": ([*PROBLEM, "1"], "wanted 2 numbers"),
    "g no number": ([*PROBLEM, "1,x"], '"x" is not a rational number'),
    "a start of zeros": ([*PROBLEM, "1,0", "--start", "0,0"], "a row of zeros before BN"),
    "a start beyond floats": ([*PROBLEM, "1,0", "--start", "1e400,0"], "too large for floats"),
    "a start out of range": (["ols", "--dim", 2, "--kappa", 2, "--scale", "1e200"], "the loss at the start is out of"),
    "eta beyond floats": ([*RANDOM, "--eta", "1e400"], "too large for floats"),
    "eta 0": ([*RANDOM, "--eta", 0], "a learning rate is positive"),
    "eta of BN": ([*RANDOM, "--eta-bn", -1], "a learning rate is positive"),
    "tolerance 0": ([*RANDOM, "--tolerance", 0], "tolerance 0.0 is no residual"),
    "trajectories in words": ([*RANDOM, "--trajectories"], "--trajectories is for --json"),
    "order 21": (["expand", "--order", 21], "order 21 is out of range; give 0 to 20"),
    "order beyond graphs": (["expand", "--order", 9], "order 9 takes some 170,624 graphs; give a lower --order"),
    "order beyond terms": (["expand", "--width", 9, "--order", 6], "order 6 at width 9 has some 118,098 terms"),
    "width 10": (["expand", "--width", 10], "width 10 is out of range; give 2 to 9"),
    "LaTeX in JSON": (["expand", "--latex", "--json"], "leave out --latex"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("args", "says"), [*WRONG.values(), *WRONG_SIMULATIONS.values()], ids=[*WRONG, *WRONG_SIMULATIONS]
)
def test_wrong_use(args: Sequence[object], says: str, refused: Refused) -> None:
    """What came, what was wanted, what to do: in one sentence, and no code of the input is run."""
    Path("zero.csv").write_text("0,0\n1,2\n")
    Path("zeros.csv").write_text("0,0\n0,0\n")
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
    "header": ("x.csv", b"a,b,c\n1,2,3\n", 'line 1: "a" is not a finite number (a header line? remove it)'),
    "ragged": ("x.csv", b"1,2,3\n1,2\n", "line 2: 2 fields, the first line has 3"),
    "trailing comma": ("x.csv", b"1,2,\n1,2,\n", '"" is not a finite number'),
    "semicolons": ("x.csv", b"1;2;3\n", "separate numbers by commas"),
    "nan in text": ("x.csv", b"1,nan\n", '"nan" is not a finite number'),
    "code": ("x.csv", f"{RUN},2\n".encode(), "is not a finite number"),
    "overflow in text": ("x.csv", b"1e9999,2,3\n4,5,6\n", "1 of 6 entries are nan or infinite"),
    "constant up to rounding": ("x.csv", b"0.1,0.1,0.1\n", "constant"),
    "denormal": ("x.csv", b"5e-324,0,1e-323\n0,0,0\n", "scale the batch"),
    "Boolean shape": ("x.npy", npy((True, 3), data=bytes(24)), "its shape is no tuple of whole numbers"),
    "header no dictionary": ("x.npy", npy((2, 3)).replace(b"{'descr'", b"True #     "), "is not an .npy file"),
    "no row": ("x.npy", saved(np.zeros((0, 3))), "3 data points of 0 coordinates"),
    "binary": ("x.csv", bytes(range(256)), "is not a text file"),
    "long field": ("x.csv", b"1" * 200_000, "is not a text file"),
    "constant": ("x.csv", b"1,1,1\n2,2,2\n", "constant"),
    "one column": ("x.csv", b"1\n2\n3\n", "say --points rows if those are the points"),
    "other ending": ("x.txt", b"1,2\n", "give a .csv or .npy file"),
    "empty npy": ("x.npy", b"", "is not an .npy file"),
    "header cut": ("x.npy", npy((2, 3))[:30], "is not an .npy file"),
    "data cut": ("x.npy", npy((2, 3), data=bytes(40)), "claims 48 bytes of data and holds 40"),
    "terabytes": ("x.npy", npy((10**6, 10**6)), "claims 8,000,000,000,000 bytes of data and holds 0"),
    "negative shape": ("x.npy", npy((-2, -3), data=bytes(48)), "its shape is no tuple of whole numbers"),
    "header of brackets": ("x.npy", npy((2, 3)).replace(b"{'descr'", b"((((((((("), "is not an .npy file"),
    "type no text": ("x.npy", npy((1, 3), data=bytes(24)).replace(b"'<f8'", b"True "), "is not an .npy file"),
    "too large to subtract": ("x.csv", b"1e308,-1e308,5\n1,2,3\n", "scale the batch"),
    "unknown version": ("x.npy", npy((2, 3), data=bytes(48), version=(9, 0)), "is not an .npy file"),
    "code in the header": ("x.npy", npy((2, 3)).replace(b"(2, 3)", b"f(2,3)"), "is not an .npy file"),
    "objects": ("x.npy", saved(np.array([Bomb(), None], dtype=object)), "entries of type object"),
    "complex": ("x.npy", saved(np.ones((2, 2)) * 1j), "entries of type complex128"),
    "records": ("x.npy", saved(np.zeros(3, dtype=[("a", "f8")])), "give an array of real numbers"),
    "three dimensions": ("x.npy", saved(np.zeros((2, 2, 2))), "an array of 3 dimensions"),
    "no column": ("x.npy", saved(np.zeros((3, 0))), "0 data points"),
    "nan": ("x.npy", saved(np.array([[1, np.nan], [2, 3]])), "1 of 4 entries are nan or infinite"),
}


@pytest.mark.parametrize(("name", "content", "says"), FILES.values(), ids=FILES)
def test_bad_data_file(name: str, content: bytes, says: str, refused: Refused) -> None:
    """A data file that cannot be used is refused before anything is unpickled, allocated or written."""
    Path(name).write_bytes(content)
    assert says in refused("simulate", "--batch", name, *LAYERS, "--out", "out.npz", "--plot", "out.svg")
    if says not in ("constant", "scale the batch"):  # which are nothing special for chains
        assert says in refused("chain", "--batch", name, "--gamma", 1, "--depth", 3, "--plot", "out.svg")
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
    ("command", "option", "suffix", "stems"),
    [
        (TREE, "--plot", ".svg", [*TARGETS]),
        (SIMULATE, "--out", ".npz", [*TARGETS]),
        (SIMULATE, "--plot", ".png", ["a foreign file"]),
        (SIMULATE, "--plot", ".pdf", ["a foreign file"]),
        (("chain", "--width", 2, "--gamma", 1), "--plot", ".svg", ["other ending"]),
        (("phase-diagram",), "--plot", ".svg", ["other ending"]),
        (("orthogonality", "--n", 3, "--width", 4), "--plot", ".svg", ["other ending"]),
    ],
    ids=["tree", "npz", "png", "pdf", "chain", "diagram", "gap"],
)
def test_bad_target(command: tuple[Any, ...], option: str, suffix: str, stems: list[str], refused: Refused) -> None:
    """Nothing is written but to a folder that is there, with the right ending, over nothing but bninit's own work."""
    Path("foreign" + suffix).write_bytes(b"<svg/>")
    Path("mention" + suffix).write_bytes(b"<svg>drawn after bninit</svg>")
    Path("void" + suffix).touch()
    Path("folder" + suffix).mkdir()
    for stem, says in map(TARGETS.__getitem__, stems):
        assert says in refused(*command, option, stem if says.startswith("wanted") else stem + suffix)


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="wants a folder in which nobody may write")
def test_a_folder_that_takes_no_file(refused: Refused) -> None:
    """What the system refuses to write is said in words."""
    assert "cannot be written" in refused(*SIMULATE, "--out", "/proc/x.npz")


def test_a_batch_may_begin_with_a_minus_sign(run: Run) -> None:
    """`bninit tree -1,0,5` is a batch, no option."""
    assert run("tree", "-1,0,5", "--depth", "2").stdout == run("tree", "--depth", "2", "--", "-1,0,5").stdout
    assert run("tree", "-1,0,5").stdout.startswith("batch (-1, 0, 5)")
