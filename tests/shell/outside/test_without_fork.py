"""A system that cannot fork: exact objects, claims one by one, and a sentence where processes are wanted."""

import subprocess
import sys

import pytest

SYSTEM = """
import os, signal, sys
sys.modules.update(dict.fromkeys(("resource", "fcntl", "termios", "pwd")))
for name in ("fork", "killpg", "setsid", "pipe2", "sysconf", "setpgid", "register_at_fork"):
    if hasattr(os, name):
        delattr(os, name)
for name in ("SIGKILL", "SIGHUP", "SIGALRM", "SIGPIPE", "SIGUSR1", "SIGUSR2", "pthread_sigmask"):
    if hasattr(signal, name):
        delattr(signal, name)
"""
CHECK = """
from bninit.api import check, claims
print(check(claims()["components.algebra.rc-idempotent"], "quick").verdict)
"""
COMMAND = "from bninit.__main__ import main; main()"


def done(program: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", SYSTEM + program, *words], capture_output=True, text=True, check=False)


def test_one_claim() -> None:
    """A claim is checked in the process that there is."""
    assert done(CHECK).stdout == "holds\n"


def test_exact_objects() -> None:
    """Commands that need no other process work."""
    found = done(COMMAND, "tree", "0,1,2", "--depth", "3")
    assert (found.returncode, found.stderr) == (0, "")
    assert "9/25" in found.stdout


@pytest.mark.parametrize("command", ["check", "hunt", "report"])
def test_sentence(command: str) -> None:
    """The others say what is missing and what to do."""
    found = done(COMMAND, command, "components")
    assert found.returncode == 2
    assert found.stdout == ""
    assert found.stderr.startswith("Error: checks run in processes that are forked")
    assert "WSL" in found.stderr
