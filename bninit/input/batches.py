"""Batches from files: shape and cost are known before the numbers are read."""

from __future__ import annotations

import csv
import math
import os
import re
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from tokenize import TokenError
from typing import IO, TYPE_CHECKING, Any

from bninit.input.numbers import NUMBER, rational
from bninit.input.refusal import BadInput, shortened

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LARGEST_CSV = 2**28
"""Bytes of a text file."""

LARGEST_EXACT, MOST_EXACT = 2**24, 10**5
"""Bytes, and numbers, of a file of exact rational numbers."""

NOT_FINITE = ("", "nan", "na", "inf", "+inf", "-inf", "infinity")


def data_shape(path: str, rows: bool) -> tuple[int, int]:
    """(k, n) of a batch, from the header of an .npy file or the lines of a .csv: its cost is known before it is read.

    The numbers themselves are looked at by `data_file`.
    """
    if Path(path).suffix.lower() not in (".csv", ".npy"):
        raise BadInput(f"{path}: no batch; give a .csv or .npy file")
    if Path(path).suffix.lower() == ".npy":
        regular_file(path, 2**62, "")
        with _opened(path, "rb") as file:
            shape = _npy_header(path, file)[0]
    else:
        regular_file(path, LARGEST_CSV, "write so many numbers as .npy")
        line, fields = next(_lines(path))
        first = [_real(path, line, field) for field in fields]
        with _opened(path, "rb") as file:
            count = sum(part.count(b"\n") for part in iter(lambda: file.read(2**20), b""))
        shape = (max(count, 1), len(first))
    if len(shape) == 1:
        shape = (1, *shape)
    if len(shape) != 2:
        raise BadInput(f"{path}: an array of {len(shape)} dimensions; give a table, one data point per column")
    k, n = shape[::-1] if rows else shape
    if k < 1 or n < 2:
        hint = f"say --points {'columns' if rows else 'rows'} if those are the points"
        raise BadInput(f"{path}: {n} data points of {k} coordinates; give at least two points, or {hint}")
    return k, n


def points_are_rows(path: str, points: str | None) -> bool:
    """Whether the rows of a table are its data points: as --points says; a table that is taller than wide has to.

    Raises
    ------
    BadInput : a tall table without it, and as `data_shape`.
    """
    return points == "rows" if points is not None else _rows_unasked(path, *data_shape(path, False))


def _rows_unasked(path: str, lines: int, columns: int) -> bool:
    if lines > columns:
        raise BadInput(
            f"{path}: {lines:,} rows and {columns:,} columns; which of them is a data point? Add --points rows or "
            "--points columns"
        )
    return False


def data_file(path: str, rows: bool) -> NDArray[np.float64]:
    """A user's batch from .csv or .npy: float64 of shape (k, n), columns = data points (rows with `rows`)."""
    import numpy as np

    data_shape(path, rows)
    table = _npy(path) if Path(path).suffix.lower() == ".npy" else _csv(path)
    table = np.atleast_2d(table)
    bad = int(np.count_nonzero(~np.isfinite(table)))
    if bad:
        raise BadInput(f"{path}: {bad} of {table.size} entries are nan or infinite; remove them")
    return np.ascontiguousarray(table.T if rows else table)


def samples_file(path: str, points: str | None) -> NDArray[np.float64]:
    """Input of a model: an .npy of three or more axes, samples first; or a table, of which is said what a sample is."""
    import numpy as np

    if Path(path).suffix.lower() == ".npy":
        regular_file(path, 2**62, "")
        with _opened(path, "rb") as file:
            shape = _npy_header(path, file)[0]
        if len(shape) > 2:
            found = _npy(path)
            if not np.isfinite(found).all():
                raise BadInput(f"{path}: some of {found.size} entries are nan or infinite; remove them")
            return found
    if points is None:
        raise BadInput(f"{path}: a table; which is a sample of it? Add --points rows or --points columns")
    return np.ascontiguousarray(data_file(path, points == "rows").T)


def rational_file(path: str, points: str | None) -> list[tuple[Fraction, ...]]:
    """Points from a .csv of exact rational numbers; `points` as in `points_are_rows`."""
    if Path(path).suffix.lower() != ".csv":
        raise BadInput(f"{path}: wanted a .csv file of rational numbers; floats of an .npy file are rounded")
    size = regular_file(path, LARGEST_EXACT, "exact ranks are for smaller batches")
    found: list[list[Fraction]] = []
    for _, fields in _lines(path):
        found.append([rational(field) for field in fields])
        if len(found) == 1:
            entries = len(fields) * max(1, size // max(1, sum(len(field) + 1 for field in fields)))
            if entries > MOST_EXACT:
                raise BadInput(
                    f"{path}: some {entries:,} numbers; exact ranks of more than {MOST_EXACT:,} take too long, give a "
                    "smaller batch"
                )
    rows = points == "rows" if points is not None else _rows_unasked(path, len(found), len(found[0]))
    return [tuple(line) for line in found] if rows else list(zip(*found, strict=True))


def regular_file(path: str, most: int, hint: str) -> int:
    """Size of a regular file in bytes; anything else, and one that is larger than `most`, is refused unread."""
    if not os.path.isfile(path):
        what = "is not a regular file" if os.path.lexists(path) else "no such file"
        raise BadInput(f"{path}: {what}; give a .csv or .npy file")
    size = os.path.getsize(path)
    if size > most:
        raise BadInput(f"{path}: {size:,} bytes, more than the {most:,} that are read; {hint}")
    return size


@contextmanager
def _opened(path: str, mode: str) -> Iterator[Any]:
    try:
        with open(path, mode) as file:
            yield file
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({error.strerror}); check its permissions") from error


def _npy_header(path: str, file: IO[bytes]) -> tuple[tuple[int, ...], np.dtype[Any]]:
    """Shape and type, before a byte of data is read; the file stands where the data begin.

    Only what `numpy.save` writes is taken: a header is a dictionary in Python's notation, and hostile ones raise
    whatever its parser can raise.
    """
    import numpy as np

    try:
        major, _ = np.lib.format.read_magic(file)
        read: Any = np.lib.format.read_array_header_1_0 if major == 1 else np.lib.format.read_array_header_2_0
        shape, _, dtype = read(file)
        sound = all(type(length) is int and length >= 0 for length in shape)
        said = "its shape is no tuple of whole numbers"
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError, TokenError, KeyError) as error:
        sound, said = False, (str(error).splitlines() or [type(error).__name__])[0][:80]
    if not sound:
        raise BadInput(f"{path}: is not an .npy file ({said})")
    if dtype.kind not in "iuf":
        raise BadInput(f"{path}: holds entries of type {dtype}; give an array of real numbers")
    wanted, there = dtype.itemsize * math.prod(shape), os.path.getsize(path) - file.tell()
    if wanted != there:
        raise BadInput(f"{path}: claims {wanted:,} bytes of data and holds {there:,}; write the file again")
    return shape, dtype


def _npy(path: str) -> NDArray[np.float64]:
    import numpy as np

    with _opened(path, "rb") as file:
        try:
            return np.asarray(np.load(file, allow_pickle=False), dtype=np.float64)
        except (ValueError, MemoryError) as error:
            raise BadInput(f"{path}: cannot be read ({error}); write the file again") from error


def _csv(path: str) -> NDArray[np.float64]:
    import numpy as np

    table = array("d")
    for line, fields in _lines(path):
        table.extend(_real(path, line, field) for field in fields)
    return np.frombuffer(table, dtype=np.float64).reshape(-1, len(fields))


def _lines(path: str) -> Iterator[tuple[int, list[str]]]:
    """Number and fields of each line of a .csv that is not empty; all have equally many, and there is one."""
    wide = 0
    try:
        with open(path, newline="", encoding="utf-8-sig") as file:
            reader = csv.reader(file)
            for fields in reader:
                if not fields:
                    continue
                if wide and len(fields) != wide:
                    raise BadInput(
                        f"{path}, line {reader.line_num}: {len(fields)} fields, the first line has {wide}; "
                        "give lines of equal length"
                    )
                wide = len(fields)
                yield reader.line_num, fields
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({error.strerror}); check its permissions") from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise BadInput(f"{path}: is not a text file of numbers separated by commas ({error})") from error
    if not wide:
        raise BadInput(f"{path}: holds no numbers; give one line of numbers per coordinate")


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
