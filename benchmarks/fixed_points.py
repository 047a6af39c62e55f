"""Time certified fixed points: `python benchmarks/fixed_points.py`. Limits of issue 3 in the last column."""

from __future__ import annotations

import subprocess
import sys

from timing import row, timed

SINGLE = """
import time
from theory.fixed_points import broken
started = time.perf_counter()
broken(10).figures({digits})
print(time.perf_counter() - started)
"""


def fresh(digits: int) -> float:
    """Seconds for all figures of broken(10), after import, in a new process: nothing is cached."""
    command = [sys.executable, "-c", SINGLE.format(digits=digits)]
    return min(float(subprocess.run(command, capture_output=True, check=True, text=True).stdout) for _ in range(3))


def main() -> None:
    """Print the table."""
    from theory.fixed_points import broken, saddle, saddle_node, symmetric
    from theory.wide.escaped import first_size, none_beyond, roots

    row("broken, n = 10, 40 digits", fresh(40), 0.3)
    row("broken, n = 10, 1,000 digits", fresh(1000), 3)
    row("broken, n = 10, 10,000 digits", fresh(10_000))
    row("counts certified, n = 3..60", timed(lambda: [roots(n) for n in range(3, 61)]), 20)
    row("  and none beyond the symmetric point", timed(lambda: [none_beyond(n) for n in range(3, 61)]))
    for n in (10**3, 10**6, 10**12):
        row(
            f"broken and saddle, n = {n:,}, 40 digits",
            timed(lambda n=n: (broken(n).figures(40), saddle(n).figures(40))),
        )
    row("saddle-node in real n, 30 digits", timed(lambda: saddle_node().figures(30)))
    row("  1,000 digits", timed(lambda: saddle_node().figures(1000)))
    row("thresholds of k = 1..10, to 30 digits", timed(lambda: [saddle_node(k).figures(30) for k in range(1, 11)]))
    row("first sizes of k = 11..60", timed(lambda: [first_size(k) for k in range(11, 61)]))
    for n, name in ((10, "10"), (1000, "1,000"), (None, "infinite")):
        row(f"RS + ReLU, n = {name}, 40 digits", timed(lambda n=n: symmetric(n, "rs,nl").figures(40)))


if __name__ == "__main__":
    main()
