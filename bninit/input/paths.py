"""Files by name: what is read is a regular file, what is written replaces nothing that is not ours."""

from __future__ import annotations

import os
from pathlib import Path

from bninit.input.refusal import BadInput


def new_file(path: str, suffixes: tuple[str, ...]) -> str:
    """A path that may be written: right suffix, folder there, and nothing but bninit's own work overwritten."""
    target = Path(path)
    if path.endswith(("/", os.sep)):
        raise BadInput(f"{path}: the name of a folder; give that of a file")
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
