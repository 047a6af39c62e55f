"""Writing files: to a temporary name first, renamed when complete; marked as ours."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from bninit.inputs import BadInput

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from numerics.networks import Simulation


OKABE_ITO = BLUE, VERMILLION, GREEN, PURPLE, *_ = (
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000",
)  # fmt: skip
"""Colours that everybody can tell apart (Okabe and Ito)."""


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


def save_figure(figure: Figure, path: str) -> None:
    """Write a picture; an SVG is the same bytes for the same figure."""
    import matplotlib

    kind = Path(path).suffix[1:].lower()
    metadata: dict[str, Any] = {"png": {"Software": "bninit"}}.get(kind, {"Creator": "bninit"})
    if kind == "svg":
        metadata["Date"] = None
    elif kind == "pdf":
        metadata["CreationDate"] = None
    with matplotlib.rc_context({"svg.hashsalt": "bninit", "svg.fonttype": "none"}):
        write(path, lambda file: figure.savefig(file, format=kind, metadata=metadata))


def save_simulation(found: Simulation, run: Mapping[str, Any], path: str) -> None:
    """Gram matrices and observables of all networks as .npz; `run` as a JSON string in the entry `bninit`."""
    import dataclasses

    import numpy as np

    from bninit.results import to_json

    arrays = {
        field.name: getattr(found, field.name)
        for field in dataclasses.fields(found)
        if isinstance(getattr(found, field.name), np.ndarray)
    }
    write(path, lambda file: np.savez(file, bninit=np.array(to_json(run)), **arrays))
