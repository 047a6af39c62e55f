"""A crash in words: what happened, and the line of the user's file where it did."""

from __future__ import annotations

import re
import sysconfig
from collections.abc import Sequence
from pathlib import Path

from bninit.results.result import Plan, one_line
from numerics.parallel import LostTaskError
from numerics.processes.pool import EndedError, OverTimeError

Frames = Sequence[tuple[str, int]]
"""File and line of each call, the outermost first."""

FRAME = re.compile(r'File "(.+)", line (\d+)')
"""Of the tracebacks that `faulthandler` writes."""

ROOT = Path(__file__).parents[2]
OURS = tuple(str(ROOT / package) for package in ("theory", "numerics", "bninit"))
LIBRARIES = tuple({sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")})


def told(error: BaseException, plan: Plan) -> str:
    """Why a claim has no verdict."""
    at = place(frames_of(error), plan)
    if isinstance(error, OverTimeError):
        return f"{error}{at}; give it more with --claim-timeout SECONDS"
    if isinstance(error, EndedError):
        return f"{error}{at}"
    if isinstance(error, LostTaskError):
        return f"{error.__cause__ or 'its process was killed'}, each time: does it need more memory than there is?"
    if isinstance(error, MemoryError) and plan.limits.memory is not None:
        return (
            f"it needs more than the {plan.limits.memory / 2**30:.3g} GiB of memory that a claim may have{at}; "
            "give it more with --claim-memory GIB"
        )
    return f"{one_line(error)}{at}"


def frames_of(error: BaseException) -> Frames:
    """Where a task of `Processes` was when it ended."""
    if isinstance(error, EndedError):
        return [(name, int(line)) for name, line in reversed(FRAME.findall(error.trace))]
    found: Frames = vars(error).get("frames", ())
    return found


def place(frames: Frames, plan: Plan) -> str:
    """' (file:line)': in the user's claims file, else beside it, else in what is no library; innermost."""
    own = Path(plan.claims_file).resolve() if plan.claims_file else None
    inner = [(Path(name), line) for name, line in reversed(frames) if not name.startswith("<")]
    if not inner:
        return ""
    path, line = (
        next((at for at in inner if own and at[0].resolve() == own), None)
        or next((at for at in inner if own and at[0].resolve().is_relative_to(own.parent)), None)
        or next((at for at in inner if not _library(str(at[0]))), inner[0])
    )
    return f" ({path.name}:{line})"


def _library(name: str) -> bool:
    return name.startswith(LIBRARIES) and not name.startswith(OURS)
