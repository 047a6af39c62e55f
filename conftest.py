"""Which modules have doctests, what the garbage collector leaves alone, and how many processes the tests run in."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Generator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule


def pytest_configure() -> None:
    """Under `nohup` a hang-up is ignored, by what is started, too: tests send it, and would wait for ever."""
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Modules without an example are not imported to look for some. No doctests of test files: pytest would import each
    twice, skip one that cannot be imported the first time, and find an empty module in its place the second time: its
    tests would be lost without a word."""
    found = yield
    if not file_path.name.startswith("test_") and b">>>" in file_path.read_bytes():
        return found
    return [one for one in found if not isinstance(one, DoctestModule)]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is loaded and collected stays: the garbage collector goes through it neither now, a tenth of the time, nor
    later, nor in the processes that are forked from this one."""
    gc.disable()
    found = yield
    gc.collect()
    gc.freeze()
    gc.enable()
    return found


def pytest_xdist_auto_num_workers() -> int | None:
    """Two more than the cores that this process may use, for many tests wait for other processes; or as pytest-xdist's
    variable says."""
    if os.environ.get("PYTEST_XDIST_AUTO_NUM_WORKERS"):
        return None
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores + 2
