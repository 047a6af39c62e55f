"""Whole commands, as a person waits for them: `bninit list` against importing SymPy, `check` on one and two processes.

Run: python benchmarks/commands.py. Pairs are interleaved; the ratio is of medians.
"""

from __future__ import annotations

import statistics
import subprocess
import sys

from timing import timed

ROUNDS = 5


def seconds(command: list[str]) -> float:
    """Wall-clock time of a finished command."""
    return timed(lambda: subprocess.run(command, check=True, capture_output=True))


def pair(title: str, first: list[str], second: list[str], rounds: int) -> None:
    """Median times of two commands run in turn, and their ratio."""
    times = [(seconds(first), seconds(second)) for _ in range(rounds)]
    a, b = (statistics.median(column) for column in zip(*times, strict=True))
    print(f"{title:52} {a:7.2f} s {b:7.2f} s   ratio {a / b:.2f}")


def main() -> None:
    bninit = [sys.executable, "-m", "bninit.cli"]
    check = [*bninit, "check", "--level", "quick"]
    pair("bninit list, python -c 'import sympy'", [*bninit, "list"], [sys.executable, "-c", "import sympy"], ROUNDS)
    pair("check --level quick, on 2 processes and on 1", [*check, "--jobs", "2"], [*check, "--jobs", "1"], 2)


if __name__ == "__main__":
    main()
