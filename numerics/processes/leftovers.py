"""What a call has left behind in its process: threads, processes, closed streams, a changed state."""

from __future__ import annotations

import multiprocessing.resource_tracker
import os
import signal
import sys
import threading
import time
from contextlib import suppress
from typing import Any

GRACE = 0.5
"""Seconds for threads and processes that a call has started to end after it."""

_LAST: set[int] = set()


def last_call() -> None:
    """This process shall run no further call: nothing tells all that this one may change in it."""
    _LAST.add(os.getpid())


def is_last() -> bool:
    return os.getpid() in _LAST


def left_behind(threads: set[threading.Thread], streams: list[tuple[int, int]]) -> str:
    """What a call has left behind, in words; "" for nothing."""
    changed = [number for number, (was, now) in enumerate(zip(streams, streams_of(), strict=True)) if was != now]
    if changed:
        return f"it closed file descriptor {changed[0]} of its process, or put another file there"
    end = time.monotonic() + GRACE
    for thread in threading.enumerate():
        if thread not in threads and not thread.daemon:
            thread.join(max(0.0, end - time.monotonic()))
            if thread.is_alive():
                return f"it left the thread {thread.name!r} behind; join it"
    if _has_children():
        with suppress(Exception):  # of the library, for as long as the process lives
            tracker: Any = multiprocessing.resource_tracker
            tracker._resource_tracker._stop()
    while _has_children():
        if time.monotonic() > end:
            return "it left a process behind; wait for it, or end it"
        time.sleep(0.01)
    return ""


def streams_of() -> list[tuple[int, int]]:
    """What files the standard streams are; what is closed is taken by the next file that is opened."""
    found = []
    for number in (0, 1, 2):
        try:
            status = os.fstat(number)
            found.append((status.st_dev, status.st_ino))
        except OSError:
            found.append((0, 0))
    return found


def _has_children() -> bool:
    while True:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return False
        if pid == 0:
            return True


def state() -> tuple[object, ...]:
    """What a process has once, and a call should leave as it was."""
    try:
        folder = os.getcwd()
    except OSError:
        folder = ""
    handlers = [(number, signal.getsignal(number)) for number in signal.valid_signals()]
    timers = [
        signal.getitimer(which)[0] > 0 for which in (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF)
    ]
    flint, mpmath, numpy = (sys.modules.get(name) for name in ("flint", "mpmath", "numpy"))
    return (
        folder, dict(os.environ), handlers, timers, sys.getrecursionlimit(), list(sys.path),
        flint and flint.ctx.prec, mpmath and mpmath.mp.prec, numpy and numpy.geterr(),
    )  # fmt: skip
