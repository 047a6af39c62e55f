"""Running another program: in a folder and an environment of its own, within limits of time and memory."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

MEMORY = 4 * 2**30
"""Bytes of address space of a solver; a proof checker maps its libraries beside that."""


class UnavailableError(Exception):
    """Why a program has given nothing, in one sentence: it is not there, or did not do what it is for."""


@dataclass(frozen=True)
class Done:
    """How a program ended, and what it printed."""

    code: int
    out: str
    errors: str


def run(command: Sequence[str], folder: Path, seconds: float, text: str = "", memory: int = MEMORY) -> Done:
    """Run a program to its end and give what it printed; it and its children are killed when the time is over.

    Raises
    ------
    UnavailableError
        where it cannot be started, runs too long, is killed, or prints what is no text.
    """
    import resource  # which Windows has not; there a recorded proof is read all the same

    space = _at_most(memory, resource.getrlimit(resource.RLIMIT_AS)[1])
    cpu = _at_most(int(seconds) + 2, resource.getrlimit(resource.RLIMIT_CPU)[1])
    clean = {"PATH": os.environ.get("PATH", ""), "HOME": str(folder), "TMPDIR": str(folder), "LC_ALL": "C.UTF-8"}

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (space, space))
        resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu))

    name = Path(command[0]).name
    try:
        with subprocess.Popen(
            command, cwd=folder, env=clean, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            start_new_session=True, preexec_fn=limited,
        ) as process:  # fmt: skip
            try:
                out, errors = process.communicate(text.encode(), timeout=seconds)
            except BaseException:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                raise
    except subprocess.TimeoutExpired as error:
        raise UnavailableError(f"{name} was stopped after {seconds:g} s") from error
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        raise UnavailableError(f"{name} cannot be run ({error})") from error
    if process.returncode < 0:
        raise UnavailableError(f"{name} was killed by signal {-process.returncode}")
    try:
        return Done(process.returncode, out.decode(), errors.decode(errors="replace"))
    except UnicodeDecodeError as error:
        raise UnavailableError(f"{name} printed what is no text") from error


def _at_most(wanted: int, hard: int) -> int:
    """A limit that this process may set: a hard one that it has can only be lowered, but by the superuser."""
    return wanted if hard < 0 else min(wanted, hard)  # RLIM_INFINITY is -1
