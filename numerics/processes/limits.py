"""Limits of a task, and what the pool asks of the system."""

from __future__ import annotations

import os
from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Of one task: seconds, and bytes of memory beyond those of its process; None: none."""

    seconds: float | None = None
    memory: int | None = None


NO_FORK = "os.fork"
"""The name of what is missing, in the ImportError of a system that cannot fork."""


def need_fork() -> None:
    """Raises ImportError, with the name `NO_FORK`, where there can be no processes that may die and be told apart."""
    if not hasattr(os, "fork"):
        raise ImportError(
            "checks run in processes that are forked, which this system cannot do; on Windows run the command under "
            "WSL, or check one claim at a time in Python: bninit.api.check",
            name=NO_FORK,
        )
