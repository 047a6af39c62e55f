"""Writing files: to a temporary name first, renamed when complete; marked as ours."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from bninit.input.refusal import BadInput

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from numerics.networks import Simulation


def write(path: str, fill: Callable[[IO[bytes]], object]) -> None:
    """Create or replace `path` in one step; an interruption leaves what was there."""
    target = Path(path)
    temporary = ""
    try:
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=".bninit.")
        with os.fdopen(handle, "wb") as file:
            fill(file)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, target)
    except OSError as error:
        raise BadInput(f"{path}: cannot be written ({error.strerror}); give another name") from error
    finally:
        if temporary:
            Path(temporary).unlink(missing_ok=True)


def write_bytes(path: str, content: bytes) -> None:
    write(path, lambda file: file.write(content))


def encoded(figure: Figure, kind: str, fonts: str = "none") -> bytes:
    """A picture as svg, png or pdf, without a date; an SVG is the same bytes for the same figure.

    fonts : of an SVG, "none" (text, set in the reader's fonts) or "path" (outlines, alike everywhere).
    """
    import matplotlib

    metadata: dict[str, Any] = {"png": {"Software": "bninit"}}.get(kind, {"Creator": "bninit"})
    if kind == "svg":
        metadata["Date"] = None
    elif kind == "pdf":
        metadata["CreationDate"] = None
    out = BytesIO()
    with matplotlib.rc_context({"svg.hashsalt": "bninit", "svg.fonttype": fonts}):
        figure.savefig(out, format=kind, metadata=metadata)
    return out.getvalue()


def save_figure(figure: Figure, path: str) -> None:
    """Write a picture of the kind that the name of the file says."""
    write_bytes(path, encoded(figure, Path(path).suffix[1:].lower()))


FOLDER_MARK = ".bninit"
"""File that says that bninit made the folder around it."""


def own_folder(path: str) -> Path:
    """A folder for many files, made now, or by bninit before: nothing else is written into.

    Raises
    ------
    BadInput : something that bninit did not make, a missing parent, a folder that takes no files.
    """
    target = Path(path)
    if os.path.lexists(target) and not (target / FOLDER_MARK).is_file():
        raise BadInput(f"{path}: exists and was not made by bninit; give the name of a new folder")
    try:
        target.mkdir(exist_ok=True)
    except (OSError, ValueError) as error:  # ValueError: a name with a null byte
        why = getattr(error, "strerror", None) or error
        raise BadInput(f"{path}: cannot be made ({why}); give a new folder in one that exists") from error
    write_bytes(str(target / FOLDER_MARK), b"Made by bninit, which replaces files in this folder.\n")
    return target


def save_simulation(found: Simulation, run: Mapping[str, Any], path: str) -> None:
    """Gram matrices and observables of all networks as .npz; `run` as a JSON string in the entry `bninit`."""
    import dataclasses

    import numpy as np

    from bninit.plain import to_json

    arrays = {
        field.name: getattr(found, field.name)
        for field in dataclasses.fields(found)
        if isinstance(getattr(found, field.name), np.ndarray)
    }
    write(path, lambda file: np.savez(file, bninit=np.array(to_json(run)), **arrays))
