"""What the benchmarks share: the time of one call, a line of a table."""

from __future__ import annotations

import time
from collections.abc import Callable


def timed(work: Callable[[], object]) -> float:
    """Wall-clock seconds of one call."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def best_of(work: Callable[[], object], repeats: int = 3) -> float:
    """Least wall-clock seconds of some repeats."""
    return min(timed(work) for _ in range(repeats))


def row(what: str, seconds: float, limit: float | None = None) -> None:
    """One line of the table."""
    print(f"{what:62} {seconds:9.4f} s" + (f"   limit {limit:g} s, {limit / seconds:,.0f} times" if limit else ""))
