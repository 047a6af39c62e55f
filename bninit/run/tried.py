"""A user's claims file is imported in a process of its own first: there it may hang, exit, or kill its process."""

from __future__ import annotations

from pathlib import Path

from bninit.results.result import one_line
from bninit.run.crash import frames_of
from bninit.run.load import load, user_module
from numerics.processes.limits import Limits
from numerics.processes.pool import EndedError, LostWorkerError, OverTimeError, Processes, StartError
from theory.claim import Claim

LOADING = 30.0
"""Seconds that a claims file may take to be imported, unless a claim may take longer by --claim-timeout."""


def load_guarded(
    claims_file: str | None, seconds: float | None = None, paper: str = "", suite: bool = True
) -> dict[str, Claim]:
    """`load`, with a limit of time for the user's own file.

    Raises
    ------
    ValueError
        in one sentence, if the file cannot be imported, with the line where it stops.
    """
    if claims_file is None:
        return load(None, paper)
    if suite:
        load(None, paper)  # what the child then has already
    limits = Limits(max(seconds or 0.0, LOADING))
    try:
        with Processes(1, None, limits) as one:
            error = one.submit(_import, claims_file).exception()
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"while the claims file {claims_file} was imported") from None
    if isinstance(error, StartError):  # which the file has no part in
        raise error
    if error is not None:
        raise ValueError(_told(error, claims_file, limits)) from error
    return load(claims_file, paper, suite)


def _import(path: str) -> None:
    user_module(path)


def _told(error: BaseException, path: str, limits: Limits) -> str:
    if isinstance(error, ValueError):
        return str(error)
    own = Path(path).resolve()
    frames = frames_of(error)
    line = next((line for name, line in reversed(frames) if Path(name).resolve() == own), None)
    at = f"claims file {path}" + (f", line {line}," if line else "")
    if isinstance(error, OverTimeError):
        return f"{at} was not imported within {limits.seconds:g} s; leave to its checks what takes long"
    if isinstance(error, EndedError | LostWorkerError):
        return f"{at} cannot be imported: {error}"
    return f"{at} raised {one_line(error)}"
