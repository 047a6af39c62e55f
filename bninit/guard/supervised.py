"""The process of the command: a parent that does nothing but wait, so that it can always be interrupted.

Its child does the work. Libraries of C hear no signal before they return: a child that has not heard one within `GRACE`
seconds is ended. Nothing is lost but what is on its way: files are renamed when complete, the ledger is a database.
"""

from __future__ import annotations

import io
import os
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable
from types import FrameType

from bninit.guard.faults import FAULT, sentence
from bninit.guard.shadowed import shadowed

WRONG_USE, BUG, INTERRUPTED = 2, 3, 130

GRACE = 0.5
"""Seconds for the child to hear an interrupt."""

FINISH = 10.0
"""Seconds to tell and record what is finished, once it has heard."""

LEAVE = 0.3
"""Seconds for its process to end, where nothing is to be told any more."""

FORKS = hasattr(os, "fork")
"""Where a system cannot, the command runs in the one process that there is."""

ASKING = (signal.SIGINT, signal.SIGTERM, *((signal.SIGHUP,) if FORKS else ()))

ASK = signal.SIGUSR2 if FORKS else signal.SIGTERM
"""From parent to child."""

HEARD, KEEPS, END = b"!k."
"""From child to parent: an interrupt; one whose results are told; the end, after which comes the exit status."""

_keeps = False


def keep_results() -> None:
    """From here on what is finished is told and recorded when the command is interrupted, which takes time."""
    global _keeps
    _keeps = True


SHOW_CURSOR = "\x1b[?25h"


class _Asked(BaseException):
    """To end."""


def run(command: Callable[[], object]) -> None:
    """Do it in a child, and exit as it does; 130 if interrupted, 74 if a library has ended it."""
    if not FORKS:
        command()
        return
    asking = [number for number in ASKING if signal.getsignal(number) is not signal.SIG_IGN]  # as under nohup
    _occupy()
    hear, tell = os.pipe()
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    parent = os.getpid()
    signal.pthread_sigmask(signal.SIG_BLOCK, {*asking, ASK})
    try:
        child = os.fork()
    except OSError as error:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, asking)
        _say(f"Error: {sentence(error)}")
        sys.exit(FAULT)
    if child == 0:
        os.close(hear)
        _heed(asking, tell)
        _die_with(parent)
        status = _status(command)
        os.write(tell, bytes([END, status]))
        sys.exit(status)
    os.close(tell)
    os._exit(_wait(child, hear, asking))  # what is registered for the end of a process is run by the child


def _occupy() -> None:
    """Where standard streams are closed their numbers are taken, lest a file or a pipe gets them."""
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(number, True)
    os.close(number)
    sys.stdin = sys.stdin or open(0, closefd=False)  # noqa: SIM115 - to the end of the process
    sys.stderr = sys.stderr or open(2, "w", closefd=False)  # noqa: SIM115


def _heed(asking: list[signal.Signals], tell: int) -> None:
    """In the child: end when the parent asks. Signals of others go to the parent, too; a library may raise them."""

    def asked(number: int, frame: FrameType | None) -> None:
        signal.signal(ASK, signal.SIG_IGN)  # once is enough
        os.write(tell, bytes([KEEPS if _keeps else HEARD]))
        raise KeyboardInterrupt

    for number in asking:
        signal.signal(number, lambda *_: None)
    signal.signal(ASK, asked)


def _wait(child: int, hear: int, asking: list[signal.Signals]) -> int:
    """Exit status of the child."""

    def ask(number: int, frame: FrameType | None) -> None:
        for asked in asking:
            signal.signal(asked, signal.SIG_IGN)
        raise _Asked

    for number in asking:
        signal.signal(number, ask)
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, asking)
        _, ended = os.waitpid(child, 0)
        return _told(os.waitstatus_to_exitcode(ended), hear)
    except _Asked:
        pass
    end, said = time.monotonic() + GRACE, b""
    try:
        while time.monotonic() < end:
            if not said:  # again: one that comes with another signal may reach a thread that wakes nobody
                os.kill(child, ASK)
            pid, ended = os.waitpid(child, os.WNOHANG)
            if pid:
                return _told(os.waitstatus_to_exitcode(ended), hear, said)
            if new := _heard(hear):
                said += new
                # where nothing is to be told, only threads that do not heed it keep it
                end = time.monotonic() + (FINISH if said == bytes([KEEPS]) else LEAVE)
            time.sleep(0.01)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    except (ProcessLookupError, ChildProcessError):  # it had just ended
        return _told(0, hear, said)
    if sys.stderr.isatty():
        sys.stderr.write(SHOW_CURSOR)
    if END in said:
        return _told(0, hear, said)
    _say("Interrupted.")
    return INTERRUPTED


def _heard(hear: int) -> bytes:
    return os.read(hear, 16) if select.select([hear], [], [], 0)[0] else b""


def _told(status: int, hear: int, said: bytes = b"") -> int:
    """Exit status of a child that has ended: what it has said, or else something went wrong."""
    _, end, told = (said + _heard(hear)).partition(bytes([END]))
    if end and told:
        return told[0]
    how = f"was killed by {signal.Signals(-status).name}" if status < 0 else f"was ended by a library, status {status}"
    _say(f"Error: bninit {how}: is there no memory left?")
    return FAULT


def _status(command: Callable[[], object]) -> int:
    """Exit status of the command; nothing but it may leave."""
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {*ASKING, ASK})
        if sys.stdout is None:
            _say("Error: standard output is closed; results have to go somewhere, /dev/null at least.")
            return FAULT
        if text := shadowed():
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
        sys.stdout = io.StringIO()


def _say(text: str) -> None:
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
