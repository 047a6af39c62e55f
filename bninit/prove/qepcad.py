"""QEPCAD: whether a quantified formula is true, by cylindrical algebraic decomposition; for small problems."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from shutil import which

from bninit.prove.process import UnavailableError, run

VERSIONS = re.compile(r"QEPCAD\s+-\s+Version B (1\.\d+)\b")
ANSWER = re.compile(r"An equivalent quantifier-free formula:\s+(TRUE|FALSE)\s+=+\s+The End\s+=+")
SECONDS, MEMORY = 5.0, 2**30

CONTROLS = (("(E v0)[v0^2 - 2 = 0 /\\ v0 > 0].", True), ("(E v0)[v0^2 + 1 <= 0].", False))
"""Formulas that are known to be true, or false: it is asked these first."""


def version() -> str:
    """Of the program on the path, if it answers two questions as they have to be.

    Raises
    ------
    UnavailableError
        where there is none, or another program of this name, or one that says what is wrong.
    """
    if which("qepcad") is None:
        raise UnavailableError("qepcad is not on the path: apt-get install qepcad")
    with tempfile.TemporaryDirectory() as folder:
        found = VERSIONS.match(run(["qepcad", "-v"], Path(folder), SECONDS, memory=MEMORY).out)
    if found is None:
        raise UnavailableError("qepcad is not a version that is known here")
    if any(ask(f"[]\n(v0)\n0\n{text}\nfinish\n") is not known for text, known in CONTROLS):
        raise UnavailableError("qepcad gives a wrong answer to a question that is known")
    return found[1]


def ask(text: str) -> bool:
    """Whether a formula without free variables is true.

    Raises
    ------
    UnavailableError
        where it gives no answer.
    """
    with tempfile.TemporaryDirectory() as folder:
        done = run(["qepcad", "-noecho", "-t", str(int(SECONDS))], Path(folder), SECONDS + 1, text, MEMORY)
    found = ANSWER.findall(done.out)
    if done.code or len(found) != 1:
        raise UnavailableError("qepcad gave no answer")
    return bool(found[0] == "TRUE")
