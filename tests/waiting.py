"""How long tests wait for other processes: what hangs ends, and what a busy machine delays does not fail."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable

PATIENCE = 600.0
"""Seconds; no promise of speed is tested here."""


def until(there: Callable[[], object], process: subprocess.Popen[str] | None = None) -> None:
    """Return when `there()` is true; fail where `process` has ended before, or patience ends."""
    end = time.monotonic() + PATIENCE
    while not there():
        assert process is None or process.poll() is None, process.communicate()
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.02)
