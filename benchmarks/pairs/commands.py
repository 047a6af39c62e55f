"""Whole commands, as a person waits for them, each in a new process."""

from __future__ import annotations

import subprocess
import sys

from benchmarks.records import Group, Pair, Side

BNINIT = (sys.executable, "-m", "bninit.cli")
CHECK = (*BNINIT, "check", "daneshmand21.width.*", "--level", "quick")


def command(label: str, *words: str) -> Side:
    """A command that must end well."""
    return Side(label, lambda: lambda: subprocess.run(words, check=True, capture_output=True))


def group() -> Group:
    """The records."""
    return Group(
        "commands",
        "whole commands",
        (
            Pair("list", "bninit list", command("bninit", *BNINIT, "list"), 0.5),
            Pair(
                "list-sympy", "  and importing SymPy", command("bninit", *BNINIT, "list"),
                command("import", sys.executable, "-c", "import sympy"),
                compared="`list` reads every claim, and claims are SymPy expressions: importing SymPy is part of it.",
            ),
            Pair(
                "check", "check, on 2 processes or 1",
                command("2 processes", *CHECK, "--jobs", "2"), command("1 process", *CHECK, "--jobs", "1"),
                rounds=1, heavy=True, compared="`bninit check 'daneshmand21.width.*' --level quick`, both ours.",
            ),
        ),
    )  # fmt: skip
