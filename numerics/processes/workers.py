"""Worker processes and their nursery, as their parent holds them; and how they may end."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future
from contextlib import suppress
from dataclasses import dataclass, field
from typing import IO, Any

from numerics.processes import nursery
from numerics.processes.nursery import FORK, Inbox, packed

QUIT = 2.0
"""Seconds for the nursery to end when it is no longer needed."""


class EndedError(RuntimeError):
    """A task took its process down, or left it in a state that is an error: (how, where: traceback as text)."""

    def __init__(self, how: str, trace: str = "") -> None:
        super().__init__(how, trace)
        self.how, self.trace = how, trace

    def __str__(self) -> str:
        return self.how


class OverTimeError(EndedError):
    """A task did not end in its time."""


class LostWorkerError(BrokenExecutor):
    """A process was ended from outside, or for want of memory."""


class StartError(RuntimeError):
    """No process can be started here."""


@dataclass(eq=False)
class Call:
    future: Future[Any]
    data: bytes


@dataclass(eq=False)
class Worker:
    link: socket.socket
    trace: IO[bytes]
    inbox: Inbox = field(default_factory=Inbox)
    pid: int = 0
    call: Call | None = None
    deadline: float = float("inf")
    used: bool = False
    doomed: Exception | None = None
    """Why it is to be ended at its deadline."""
    open: bool = True

    def said(self) -> str:
        """The traceback that it wrote."""
        return os.pread(self.trace.fileno(), 20_000, 0).decode("utf-8", "replace")

    def signal(self, number: int) -> None:
        with suppress(OSError):
            (os.killpg if number == signal.SIGKILL else os.kill)(self.pid, number)

    def end(self) -> None:
        """With all that it has started."""
        if self.pid:
            self.signal(signal.SIGKILL)

    def close(self) -> None:
        self.link.close()
        self.trace.close()


def ended_how(status: int) -> str:
    if status >= 0:
        return f"its process exited with status {status}"
    try:
        return f"its process was killed by {signal.Signals(-status).name}"
    except ValueError:
        return f"its process was killed by signal {-status}"


class Nursery:
    """The parent's end of `nursery`: a copy of this process while it has one thread, else a new Python."""

    def __init__(self, preload: Callable[[], object] | None, memory: int | None) -> None:
        self.over, self.failed = False, ""
        self._inbox = Inbox()
        self.control, other = socket.socketpair()
        try:
            if sys.platform == "linux" and threading.active_count() == 1:
                for stream in (sys.stdout, sys.stderr):
                    with suppress(Exception):
                        stream.flush()
                self._new = None
                with warnings.catch_warnings():  # threads of BLAS, which sees to them itself; Python has one
                    warnings.simplefilter("ignore", DeprecationWarning)
                    self._pid = os.fork()
                if self._pid == 0:
                    try:
                        self.control.close()
                        nursery.nurse(other, preload, memory)
                    finally:
                        os._exit(1)
            else:
                self._new = _python(other)
                self._pid = self._new.pid
                self.control.sendall(packed((preload, memory)))
        except BaseException:
            self.control.close()
            raise
        finally:
            other.close()
        self.control.setblocking(False)

    def worker(self) -> Worker:
        """Ask for one more: it comes with the next news of the kind "started"."""
        ours, theirs = socket.socketpair()
        with theirs:
            trace = _scratch()
            with suppress(BrokenPipeError, ConnectionResetError):  # it has ended: we shall be told
                socket.send_fds(self.control, [FORK], [theirs.fileno(), trace.fileno()])
        ours.setblocking(False)
        return Worker(ours, trace)

    def news(self) -> list[tuple[str, int, Any]]:
        """(what, process, status), in the order in which it happened; `over` once there is no more."""
        found: list[tuple[str, int, Any]] = []
        try:
            while piece := self.control.recv(1 << 16):
                found += self._inbox.take(piece)
            self.over = True
        except BlockingIOError:
            pass
        except OSError:
            self.over = True
        self.failed = next((f"said {what}" for kind, _, what in found if kind == "failed"), self.failed)
        return found

    def close(self) -> str:
        """End it, and all workers; how it ended."""
        self.control.close()
        end = time.monotonic() + QUIT
        while (status := self._status()) is None:
            if time.monotonic() > end:
                with suppress(OSError):
                    os.kill(self._pid, signal.SIGKILL)
            time.sleep(0.002)
        return ended_how(status).removeprefix("its process ")

    def _status(self) -> int | None:
        if self._new is not None:
            return self._new.poll()
        try:
            pid, status = os.waitpid(self._pid, os.WNOHANG)
        except ChildProcessError:  # somebody else has waited for it
            return 0
        return os.waitstatus_to_exitcode(status) if pid else None


def _scratch() -> IO[bytes]:
    """A file without a name, in memory where the system has that."""
    if hasattr(os, "memfd_create"):
        return open(os.memfd_create("bninit"), "r+b", buffering=0)
    return tempfile.TemporaryFile(buffering=0)


def _python(other: socket.socket) -> subprocess.Popen[bytes]:
    flags: list[str] = subprocess._args_from_interpreter_flags()  # type: ignore[attr-defined]
    code = "import sys; sys.path[:] = sys.argv[2:]; from numerics.processes.nursery import main; main(int(sys.argv[1]))"
    path = [os.path.abspath(entry) if entry == "" else entry for entry in sys.path]
    return subprocess.Popen(
        [sys.executable, *flags, "-c", code, str(other.fileno()), *path],
        pass_fds=[other.fileno()],
        stdin=subprocess.DEVNULL,
        process_group=0,
    )
