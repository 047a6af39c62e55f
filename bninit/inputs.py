"""What a person gives on the command line, checked at the boundary: input is data, never code.

Every refusal is a `click.ClickException` of one sentence with exit status 2: what came, what was wanted, what to do.
"""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from fnmatch import fnmatchcase
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Stated(Protocol):
    """What a claim is selected by: a `Claim`, or its `Statement` in the index."""

    @property
    def id(self) -> str: ...
    @property
    def paper(self) -> str: ...
    @property
    def group(self) -> str: ...
    @property
    def name(self) -> str: ...


Named = TypeVar("Named", bound=Stated)

LARGEST = 10_000
"""Most points on a command line, layers, digits."""

LONGEST_NAME = 200

LARGEST_CSV = 2**28
"""Bytes of a text file."""

NUMBER = re.compile(r"[+-]?\d+(/\d+)?|[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
DIGITS, EXPONENT = 1000, 1000
NOT_FINITE = ("", "nan", "na", "inf", "+inf", "-inf", "infinity")


def printable(text: str) -> str:
    """Control characters escaped, so that no name or message can drive the terminal.

    >>> print(printable(chr(27) + "[31mred"))
    \\x1b[31mred
    """
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def shortened(text: str, most: int = 400) -> str:
    """The ends of a text that is too long: what came, and what to do."""
    return text if len(text) <= most else f"{text[: most // 2]} ... {text[-most // 2 :]}"


rows_option = click.option("--rows", is_flag=True, help="In FILE the rows are the data points.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
scheduler_option = click.option("--scheduler", metavar="ADDRESS", help="Run on a Dask cluster, as tcp://host:8786.")
claims_option = click.option("--claims", "claims_file", metavar="FILE.py", help="Add your own claims; FILE.py is run.")
level_option = click.option(
    "--level",
    type=click.Choice(["quick", "standard", "deep"]),
    help="Size of the noticed deviations.  [default: standard]",
)
jobs_option = click.option("--jobs", type=click.IntRange(1, 256), help="Number of processes; one per core by default.")
seed_option = click.option("--seed", type=click.IntRange(0, 2**63 - 1), help="Replay a run; fresh entropy by default.")


class BadInput(click.ClickException):
    """Wrong use: exit status 2."""

    exit_code = 2


def rational(text: str) -> Fraction:
    """One rational number: 3, -2/7, 0.25, 1e-30.

    >>> rational(" -2/7 ")
    Fraction(-2, 7)
    >>> rational("__import__('os').system('id')")
    Traceback (most recent call last):
        ...
    bninit.inputs.BadInput: "__import__('os').system('id')" is not a rational number; give numbers like 3, -2/7 or 0.25
    """
    text = text.strip()
    shown = text if len(text) <= 40 else text[:37] + "..."
    if len(text) > DIGITS + 10:
        raise BadInput(f'"{shown}" has {len(text)} characters; give numbers of at most {DIGITS} digits')
    if not NUMBER.fullmatch(text):
        raise BadInput(f'"{shown}" is not a rational number; give numbers like 3, -2/7 or 0.25')
    exponent = re.search(r"[eE]([+-]?\d+)", text)
    if exponent and abs(int(exponent[1])) > EXPONENT:
        raise BadInput(f'"{shown}" is out of range; give exponents between -{EXPONENT} and {EXPONENT}')
    try:
        return Fraction(text)
    except ZeroDivisionError:
        raise BadInput(f'"{shown}" divides by zero; give a denominator other than 0') from None


def rationals(text: str) -> tuple[Fraction, ...]:
    """A batch "x1,x2,..." of at least two different rational numbers."""
    if not text.strip():
        raise BadInput('the batch is empty; give numbers separated by commas, such as "0,1,5"')
    count = text.count(",") + 1
    if count > LARGEST:
        raise BadInput(f"the batch has {count:,} points; give at most {LARGEST:,}")
    batch = tuple(rational(part) for part in text.split(","))
    if len(batch) == 1:
        raise BadInput("the batch has one point; give at least two")
    if len(set(batch)) == 1:
        raise BadInput(f"all {len(batch)} points are {batch[0]}; give at least two different values")
    return batch


def points(text: str) -> list[tuple[Fraction, ...]]:
    """Points "a,b;c,d;...", each of the same number of rational coordinates."""
    if not text.strip():
        raise BadInput('there are no points; give them as in "1,0;0,1"')
    if text.count(",") + text.count(";") > LARGEST:
        raise BadInput(f"more than {LARGEST:,} coordinates on the command line; give a file with --batch")
    return [tuple(rational(part) for part in point.split(",")) for point in text.split(";")]


def rational_file(path: str, rows: bool) -> list[tuple[Fraction, ...]]:
    """Points from a .csv of exact rational numbers: columns, or rows with `rows`."""
    if Path(path).suffix.lower() != ".csv":
        raise BadInput(f"{path}: wanted a .csv file of rational numbers; floats of an .npy file are rounded")
    if not os.path.isfile(path):
        raise BadInput(f"{path}: no such file; give a .csv file")
    if os.path.getsize(path) > 2**28:
        raise BadInput(f"{path}: holds more than 256 MiB; exact ranks are for smaller batches")
    try:
        with open(path, newline="", encoding="utf-8-sig") as file:
            table = [[rational(field) for field in line] for line in csv.reader(file) if line]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise BadInput(f"{path}: is not a readable text file of numbers separated by commas ({error})") from error
    if not table:
        raise BadInput(f"{path}: holds no numbers; give one line of numbers per coordinate")
    for number, line in enumerate(table, 1):
        if len(line) != len(table[0]):
            raise BadInput(f"{path}, line {number}: {len(line)} fields, the first line has {len(table[0])}")
    return [tuple(line) for line in table] if rows else list(zip(*table, strict=True))


def whole(name: str, value: int, least: int, most: int = LARGEST) -> int:
    """A whole number in a range."""
    if not least <= value <= most:
        raise BadInput(f"{name} {value:,} is out of range; give {least:,} to {most:,}")
    return value


def select(claims: Mapping[str, Named], selectors: Iterable[str]) -> list[Named]:
    """Claims named by id, paper, group ("nachum24.tree"), last part or glob; all where nothing is named."""
    chosen: dict[str, Named] = {}
    for selector in selectors:
        found = {
            i: c
            for i, c in claims.items()
            if c.name == selector or fnmatchcase(i, selector) or f"{i}.".startswith(f"{selector.rstrip('.')}.")
        }
        if not found:
            raise BadInput(f"no claim {selector!r}{suggestion(selector, claims)}")
        chosen |= found
    return [c for i, c in claims.items() if i in chosen] if chosen else list(claims.values())


def suggestion(name: str, ids: Iterable[str], groups: bool = True) -> str:
    """'; did you mean ...?' from the ids and, with `groups`, papers and groups; last parts count as names, too."""
    known: dict[str, str] = {}
    for claim_id in ids:
        paper, group, last = claim_id.split(".", 2)
        known |= {claim_id: claim_id, last: claim_id, f"{group}.{last}": claim_id}
        if groups:
            known |= {paper: paper, group: f"{paper}.{group}", f"{paper}.{group}": f"{paper}.{group}"}
    near = get_close_matches(name[:LONGEST_NAME], known, 1, cutoff=0.5)
    return f"; did you mean {known[near[0]]}?" if near else "; `bninit list` names them all"


def data_file(path: str, rows: bool) -> NDArray[np.float64]:
    """A user's batch from .csv or .npy: float64 of shape (k, n), columns = data points (rows with `rows`)."""
    import numpy as np

    if not os.path.isfile(path):
        what = "is not a regular file" if os.path.exists(path) else "no such file"
        raise BadInput(f"{path}: {what}; give a .csv or .npy file")
    suffix = Path(path).suffix.lower()
    if suffix not in (".csv", ".npy"):
        raise BadInput(f"{path}: wanted a .csv or .npy file")
    try:
        array = _npy(path) if suffix == ".npy" else _csv(path)
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({error.strerror}); check its permissions") from error
    if array.ndim == 1:
        array = array[None, :]
    if array.ndim != 2:
        raise BadInput(f"{path}: an array of {array.ndim} dimensions; give a table, one data point per column")
    bad = int(np.count_nonzero(~np.isfinite(array)))
    if bad:
        raise BadInput(f"{path}: {bad} of {array.size} entries are nan or infinite; remove them")
    array = array.T if rows else array
    k, n = array.shape
    if k < 1 or n < 2:
        hint = "leave out --rows if they are the columns" if rows else "add --rows if they are the rows"
        raise BadInput(f"{path}: {n} data points of {k} coordinates; give at least two points, or {hint}")
    return np.ascontiguousarray(array)


def _npy(path: str) -> NDArray[np.float64]:
    """Header first: dtype and size are known before a byte of data is read."""
    import numpy as np

    with open(path, "rb") as file:
        try:
            major, _ = np.lib.format.read_magic(file)
            header: Any = np.lib.format.read_array_header_1_0 if major == 1 else np.lib.format.read_array_header_2_0
            shape, _, dtype = header(file)
        except (ValueError, SyntaxError, RecursionError, MemoryError) as error:
            raise BadInput(f"{path}: is not an .npy file ({str(error).splitlines()[0][:80]})") from error
        if dtype.kind not in "iufb":
            raise BadInput(f"{path}: holds entries of type {dtype}; give an array of real numbers")
        wanted, there = dtype.itemsize * int(np.prod(shape, dtype=object)), os.path.getsize(path) - file.tell()
        if wanted != there:
            raise BadInput(f"{path}: claims {wanted:,} bytes of data and holds {there:,}; write the file again")
        file.seek(0)
        try:
            return np.asarray(np.load(file, allow_pickle=False), dtype=np.float64)
        except (ValueError, MemoryError) as error:
            raise BadInput(f"{path}: cannot be read ({error}); write the file again") from error


def _csv(path: str) -> NDArray[np.float64]:
    import numpy as np

    size = os.path.getsize(path)
    if size > LARGEST_CSV:
        raise BadInput(f"{path}: {size:,} bytes of text; write more than {LARGEST_CSV:,} as .npy")
    table: list[list[float]] = []
    try:
        with open(path, newline="", encoding="utf-8-sig") as file:
            reader = csv.reader(file)
            for line in reader:
                if not line:
                    continue
                table.append([_real(path, reader.line_num, field) for field in line])
                if len(table[-1]) != len(table[0]):
                    raise BadInput(
                        f"{path}, line {reader.line_num}: {len(table[-1])} fields, the first line has {len(table[0])}; "
                        "give lines of equal length"
                    )
    except (UnicodeDecodeError, csv.Error) as error:
        raise BadInput(f"{path}: is not a text file of numbers separated by commas ({error})") from error
    if not table:
        raise BadInput(f"{path}: holds no numbers; give one line of numbers per coordinate")
    return np.array(table, dtype=np.float64)


def _real(path: str, line: int, field: str) -> float:
    field = field.strip()
    if not NUMBER.fullmatch(field) or "/" in field:
        if re.search(r"\d[;\s]", field):
            hint = "; separate numbers by commas"
        elif line == 1 and field.lower() not in NOT_FINITE:
            hint = " (a header line? remove it)"
        else:
            hint = "; mend or remove it"
        raise BadInput(f'{path}, line {line}: "{shortened(field, 40)}" is not a finite number{hint}')
    return float(field)


def new_file(path: str, suffixes: tuple[str, ...]) -> str:
    """A path that may be written: right suffix, folder there, and nothing but bninit's own work overwritten."""
    target = Path(path)
    if target.suffix.lower() not in suffixes:
        raise BadInput(f"{path}: wanted a name ending in {', '.join(suffixes)}")
    if not os.path.isdir(target.parent):
        raise BadInput(f"{path}: there is no folder {target.parent}; make it first")
    if os.path.lexists(target) and not _ours(target):
        raise BadInput(f"{path}: exists and was not made by bninit; give another name")
    return path


MARKS = {
    ".npz": b"bninit.npy",
    ".svg": b"<dc:title>bninit</dc:title>",
    ".png": b"Software\0bninit",
    ".pdf": b"/Creator (bninit)",
}
"""How a file says that bninit made it; written by `bninit.files`."""


def _ours(target: Path) -> bool:
    if not os.path.isfile(target):
        return False
    with open(target, "rb") as file:
        head = file.read(65536)
        file.seek(max(0, target.stat().st_size - 65536))
        return MARKS[target.suffix.lower()] in head + file.read()
