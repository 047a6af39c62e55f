"""Time and memory that a claim may take."""

from __future__ import annotations

import math
import os

from bninit.input.refusal import BadInput
from numerics.processes.limits import Limits

SECONDS, MEMORY, SHARE = 600.0, 8 * 2**30, 0.75
"""Time and bytes that a claim may take, and the most of the machine's memory, unless it is said."""


def limits(seconds: float | None = None, gigabytes: float | None = None) -> Limits:
    """Of each claim; by default 600 s and 8 GiB, or three quarters of the machine's memory."""
    seconds = SECONDS if seconds is None else seconds
    if not math.isfinite(seconds):
        raise BadInput(f"--claim-timeout {seconds}: wanted a number of seconds")
    if gigabytes is not None and not gigabytes < 2**30:
        raise BadInput(f"--claim-memory {gigabytes}: wanted a number of GiB")
    machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    memory = min(MEMORY, int(SHARE * machine)) if gigabytes is None else int(gigabytes * 2**30)
    return Limits(seconds, memory)
