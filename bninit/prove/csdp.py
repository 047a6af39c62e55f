"""CSDP: semidefinite programs for the search of certificates. Nothing of what it says is believed."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from shutil import which

from bninit.prove.process import UnavailableError, run
from theory.statement.polynomial import Semidefinite

VERSIONS = re.compile(r"CSDP (6\.\d+\.\d+)\s")
SECONDS, MEMORY = 10.0, 2**30
STOPPED_EARLY = (0, 3, 5, 6, 7)
"""Exit codes with a solution, if not to full accuracy."""


def version() -> str:
    """Of the program on the path.

    Raises
    ------
    UnavailableError
        where there is none, or another program of this name.
    """
    if which("csdp") is None:
        raise UnavailableError("csdp is not on the path: apt-get install coinor-csdp")
    with tempfile.TemporaryDirectory() as folder:
        found = VERSIONS.match(run(["csdp"], Path(folder), SECONDS, memory=MEMORY).out)
    if found is None:
        raise UnavailableError("csdp is not a version that is known here")
    return found[1]


def solve(problem: Semidefinite) -> list[list[list[float]]] | None:
    """Matrices that fulfil the equations, up to rounding; None where it finds none.

    Raises
    ------
    UnavailableError
        where it hangs, crashes, or writes what is no solution.
    """
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "asked").write_text(_sdpa(problem))
        done = run(["csdp", "asked", "found"], Path(folder), SECONDS, memory=MEMORY)
        if done.code not in STOPPED_EARLY:
            return None
        try:
            return _matrices((Path(folder) / "found").read_text(), problem.sizes)
        except (OSError, ValueError, IndexError) as error:
            raise UnavailableError("csdp wrote what is no solution") from error


def _sdpa(problem: Semidefinite) -> str:
    lines = [str(len(problem.equations)), str(len(problem.sizes)), " ".join(map(str, problem.sizes))]
    lines.append(" ".join(repr(float(c)) for _, c in problem.equations))
    for row, (entries, _) in enumerate(problem.equations, 1):
        for b, i, j, a in entries:
            share = float(a) if i == j else float(a) / 2  # both triangles count
            lines.append(f"{row} {b + 1} {i + 1} {j + 1} {share!r}")
    return "\n".join(lines) + "\n"


def _matrices(text: str, sizes: tuple[int, ...]) -> list[list[list[float]]]:
    found = [[[0.0] * n for _ in range(n)] for n in sizes]
    for line in text.splitlines()[1:]:
        which_one, b, i, j, value = line.split()
        if which_one == "2":
            found[int(b) - 1][int(i) - 1][int(j) - 1] = found[int(b) - 1][int(j) - 1][int(i) - 1] = float(value)
    return found
