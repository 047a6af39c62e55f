"""Whole commands, as a person waits for them, each in a new process."""

from __future__ import annotations

import subprocess
import sys

from benchmarks.records import Group, Pair, Side

BNINIT = (sys.executable, "-m", "bninit.cli")
CHECK = (*BNINIT, "check", "daneshmand21", "--level", "quick", "--no-ledger")


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
                "check", "check, on 2 processes or 1",
                command("2 processes", *CHECK, "--jobs", "2"), command("1 process", *CHECK, "--jobs", "1"),
                rounds=1, heavy=True, compared="`bninit check daneshmand21 --level quick --no-ledger`, both ours.",
            ),
        ),
    )  # fmt: skip
