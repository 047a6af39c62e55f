"""A system that cannot fork: exact objects, claims one by one, and a sentence where processes are wanted."""

import subprocess
import sys

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
USED = """
from bninit.api import check, load
from bninit.cli import main
print(check(load(paper="components")["components.algebra.rc-idempotent"], "quick").verdict)
for words in (["tree", "0,1,2"], ["check", "components"], ["hunt", "components"], ["report", "components"]):
    try:
        main(words)
    except SystemExit as end:
        print(words[0], end.code)
"""


def test_what_is_left_where_nothing_can_fork() -> None:
    """A claim is checked in the process that there is; commands that need no other process work; the others say what is
    missing and what to do."""
    done = subprocess.run([sys.executable, "-c", SYSTEM + USED], capture_output=True, text=True, check=True)
    verdict, *tree, checked, hunted, reported = done.stdout.splitlines()
    assert (verdict, tree[-1], checked, hunted, reported) == ("holds", "tree 0", "check 2", "hunt 2", "report 2")
    assert "9/25" in done.stdout
    errors = [line for line in done.stderr.splitlines() if line.startswith("Error: ")]
    assert len(errors) == 3
    assert all("checks run in processes that are forked" in line and "WSL" in line for line in errors)
