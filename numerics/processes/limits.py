"""Limits of a task, and what the pool asks of the system."""

from __future__ import annotations

import os
from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Of one task: seconds, and bytes of memory beyond those of its process; None: none."""

    seconds: float | None = None
    memory: int | None = None


class NoProcessesError(ImportError):
    """The system cannot fork: there are no processes that may die or hang and be told apart."""


def need_fork() -> None:
    """Raises NoProcessesError where the system has no fork."""
    if not hasattr(os, "fork"):
        raise NoProcessesError(
            "checks run in processes that are forked, which this system cannot do; on Windows run the command under "
            "WSL, or check one claim at a time in Python: bninit.api.check"
        )
