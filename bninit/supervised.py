"""The process of the command: a parent that does nothing but wait, so that it can always be interrupted.

Its child does the work. Libraries of C hear no signal before they return: a child that has not heard one within `GRACE`
seconds is ended. Nothing is lost but what is on its way: files are renamed when complete, the ledger is a database.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable
from types import FrameType

from bninit.faults import FAULT, sentence
from bninit.own import stranger

WRONG_USE, BUG, INTERRUPTED = 2, 3, 130

GRACE = 0.7
"""Seconds for the child to hear an interrupt."""

FINISH = 10.0
"""Seconds to tell and record what is finished, once it has heard."""

ASKING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

SHOW_CURSOR = "\x1b[?25h"


class _Asked(BaseException):
    """To end."""


def run(command: Callable[[], object]) -> None:
    """Do it in a child, and exit as it does; 130 if interrupted."""
    asking = [number for number in ASKING if signal.getsignal(number) is not signal.SIG_IGN]  # as under nohup
    heard, hears = os.pipe()
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    parent = os.getpid()
    signal.pthread_sigmask(signal.SIG_BLOCK, asking)
    try:
        child = os.fork()
    except OSError as error:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, asking)
        _say(f"Error: {sentence(error)}")
        sys.exit(FAULT)
    if child == 0:
        os.close(heard)

        def hear(number: int, frame: FrameType | None) -> None:
            for asked in asking:  # once is enough
                signal.signal(asked, signal.SIG_IGN)
            os.write(hears, b"!")
            raise KeyboardInterrupt

        for number in asking:
            signal.signal(number, hear)
        _die_with(parent)
        sys.exit(_status(command, asking))
    os.close(hears)

    def ask(number: int, frame: FrameType | None) -> None:
        for asked in asking:
            signal.signal(asked, signal.SIG_IGN)
        raise _Asked

    for number in asking:
        signal.signal(number, ask)
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, asking)
        _, ended = os.waitpid(child, 0)
    except _Asked:
        status = _interrupt(child, heard)
    else:
        status = _told(os.waitstatus_to_exitcode(ended))
    os._exit(status)  # what is registered for the end of a process was run by the child


def _interrupt(child: int, heard: int) -> int:
    """Exit status of a child that is asked to end, and made to if it is deaf."""
    os.kill(child, signal.SIGINT)
    end = time.monotonic() + GRACE
    listening = True
    while time.monotonic() < end:
        pid, ended = os.waitpid(child, os.WNOHANG)
        if pid:
            status = os.waitstatus_to_exitcode(ended)
            return INTERRUPTED if status in (-signal.SIGINT, -signal.SIGTERM, -signal.SIGHUP) else _told(status)
        if listening and select.select([heard], [], [], 0.01)[0]:
            listening, end = False, time.monotonic() + FINISH
        elif not listening:
            time.sleep(0.005)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    if sys.stderr is not None and sys.stderr.isatty():
        sys.stderr.write(SHOW_CURSOR)
    _say("Interrupted.")
    return INTERRUPTED


def _told(status: int) -> int:
    if status >= 0:
        return status
    name = signal.Signals(-status).name
    why = " (no memory left?)" if name in ("SIGKILL", "SIGABRT", "SIGBUS") else ""
    _say(f"Error: bninit was killed by {name}{why}.")
    return 128 - status


def _status(command: Callable[[], object], asking: list[signal.Signals]) -> int:
    """Exit status of the command; nothing but it may leave."""
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, asking)
        if sys.stdout is None:
            _say("Error: standard output is closed; results have to go somewhere, /dev/null at least.")
            return FAULT
        if text := stranger():
            _say(f"Error: {text}")
            return WRONG_USE
        status = _exit_status(command)
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        _say("Interrupted.")
        return INTERRUPTED
    except BrokenPipeError:  # nobody reads on
        _drop_output()
        return 1
    except BaseException as error:
        _drop_output()
        if text := sentence(error):
            _say(f"Error: {text}")
            return FAULT
        _say("".join(traceback.format_exception(error)) + "This is a bug in bninit: please report it.")
        return BUG


def _exit_status(command: Callable[[], object]) -> int:
    try:
        command()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    return 0


def _drop_output() -> None:
    """What is left of it cannot be written, and is not tried again at the end."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        sys.stdout.flush()
    except (OSError, ValueError):
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - to the end of the process


def _say(text: str) -> None:
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(text.encode(sys.stderr.encoding, "backslashreplace").decode(sys.stderr.encoding) + "\n")
        sys.stderr.flush()
    except (OSError, ValueError):  # then nobody can be told
        pass


def _die_with(parent: int) -> None:
    """End as soon as the parent is killed (where the system is Linux)."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)
