"""The nursery: a process that forks workers, and what a worker does. `numerics.processes.pool` is their parent.

A worker runs one call after another. Its standard output is its standard error, at the level of descriptors; Ctrl-C is
for its parent; it ends with the nursery, and the nursery with the parent. A call that leaves its process as it was lets
the next one have it; what a call may leave behind without harm (a precision, a folder, another function in the place of
one of a module) costs the process, no more, and so does a call that asks for that (`leftovers.last_call`).
"""

from __future__ import annotations

import builtins
import ctypes
import errno
import faulthandler
import gc
import io
import os
import pickle
import select
import signal
import socket
import struct
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NoReturn

from numerics.processes.bindings import bindings, original, rebound
from numerics.processes.leftovers import GRACE, is_last, left_behind, state, streams_of
from numerics.processes.limits import need_fork

need_fork()

HEAD = struct.Struct("<Q")
"""A message is its length and its pickle."""

FORK = b"F"

TRACE = signal.SIGUSR1
"""Asks a worker to write where it is, also while C code runs."""

DIE_WITH_PARENT, ADOPT_ORPHANS = 1, 36
"""Linux: `prctl` numbers."""


@dataclass(frozen=True)
class Done:
    """What came of a call: `outcome` is the pickle of a value, or of an exception that came from `frames`.

    `left` says what the call did to its process, if that is an error; `fit` whether the process may be used again.
    """

    good: bool
    outcome: bytes
    frames: tuple[tuple[str, int], ...]
    left: str
    fit: bool


def packed(message: object) -> bytes:
    """A message as it is sent."""
    data = pickle.dumps(message)
    return HEAD.pack(len(data)) + data


class Inbox:
    """Messages that come in pieces."""

    def __init__(self) -> None:
        self._data = bytearray()

    def take(self, piece: bytes) -> list[Any]:
        """The messages that are complete with this piece."""
        self._data += piece
        found = []
        while len(self._data) >= HEAD.size:
            end = HEAD.size + HEAD.unpack_from(self._data)[0]
            if len(self._data) < end:
                break
            found.append(pickle.loads(self._data[HEAD.size : end]))  # noqa: S301 - from our own child
            del self._data[:end]
        return found


def _received(link: socket.socket) -> Any:
    """The next message; the end of the other side is ours."""
    data = bytearray()
    need = HEAD.size
    while len(data) < need:
        piece = link.recv(min(need - len(data), 1 << 20))
        if not piece:
            os._exit(0)
        data += piece
        if len(data) == HEAD.size == need:
            need += HEAD.unpack(data)[0]
    return pickle.loads(data[HEAD.size :])  # noqa: S301 - from our own parent


def main(number: int) -> NoReturn:
    """A nursery of its own: its parent is at the other end of this descriptor."""
    control = socket.socket(fileno=number)
    nurse(control, *_received(control))


def nurse(control: socket.socket, preload: Callable[[], object] | None, memory: int | None) -> NoReturn:
    """Fork a worker whenever `control` asks for one, and tell how each of them ended; ends with the other side."""
    try:
        with suppress(PermissionError):  # it leads its group already
            os.setpgid(0, 0)
        _own_streams()
        for number in signal.valid_signals():
            if callable(signal.getsignal(number)):
                signal.signal(number, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        if preload is not None:
            preload()
        original()
        gc.collect()
        gc.freeze()  # what is loaded stays shared with the workers
        gc.set_threshold(100_000, 20, 20)  # symbolic work makes many small objects and few circles
        read, write = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(write, warn_on_full_buffer=False)
        control.sendall(packed(("ready", os.getpid(), 0)))
    except BaseException as error:
        _farewell(control, error)
    living: set[int] = set()
    while True:
        asked, _, _ = select.select([control.fileno(), read], [], [])
        if read in asked:
            with suppress(BlockingIOError):
                os.read(read, 4096)
            _reap(control, living)
        if control.fileno() in asked:
            try:
                order, descriptors, _, _ = socket.recv_fds(control, 1, 2)
            except OSError:
                order, descriptors = b"", []
            if not order:
                for pid in living:
                    with suppress(OSError):
                        os.killpg(pid, signal.SIGKILL)
                os._exit(0)
            try:
                if len(descriptors) < 2:
                    raise OSError(errno.EMFILE, "descriptors were lost on the way")
                pid = os.fork()
            except OSError as error:
                pid = -1
                control.sendall(packed(("refused", -1, error.errno or 0)))
            if pid == 0:
                signal.set_wakeup_fd(-1)
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                os.close(read)
                os.close(write)
                control.close()
                serve(socket.socket(fileno=descriptors[0]), descriptors[1], memory)
            for descriptor in descriptors:
                os.close(descriptor)
            if pid > 0:
                living.add(pid)
                with suppress(OSError):  # both sides do it, so that it is done before either goes on
                    os.setpgid(pid, pid)
                control.sendall(packed(("started", pid, 0)))


def _reap(control: socket.socket, living: set[int]) -> None:
    while living:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if pid == 0:
            return
        if pid in living:
            living.discard(pid)
            control.sendall(packed(("ended", pid, os.waitstatus_to_exitcode(status))))


def _farewell(control: socket.socket, error: BaseException) -> NoReturn:
    lines = traceback.format_exception(error)
    with suppress(OSError):
        control.sendall(packed(("failed", -1, lines[-1].strip())))
    os._exit(1)


def _own_streams() -> None:
    """Nothing to read; what is printed goes to standard error, or nowhere where that is closed."""
    while (nowhere := os.open(os.devnull, os.O_RDWR)) <= 2:  # what is closed is taken first
        pass
    os.close(nowhere)
    read, write = os.pipe()  # known from any other file, which /dev/null is not
    os.dup2(read, 0)
    os.close(read)
    os.close(write)
    os.dup2(2, 1)
    sys.stdout, sys.stderr = (
        io.TextIOWrapper(open(number, "wb", closefd=False), "utf-8", "backslashreplace", line_buffering=True)  # noqa: SIM115
        for number in (1, 2)
    )


def serve(link: socket.socket, trace: int, memory: int | None) -> NoReturn:
    """Run calls (function, arguments) that come by `link`; a traceback of a crash goes to the file `trace`."""
    try:
        me = os.getpid()
        with suppress(OSError):
            os.setpgid(0, 0)
        if sys.platform == "linux":
            system = ctypes.CDLL(None)
            system.prctl(DIE_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
            system.prctl(ADOPT_ORPHANS, 1, 0, 0, 0)
        else:
            threading.Thread(target=_follow, args=(os.getppid(),), daemon=True).start()
        faulthandler.enable(trace, all_threads=False)
        faulthandler.register(TRACE, trace, all_threads=False)
        known = original()
        while True:
            call = _received(link)
            known = bindings() if known.stale else known
            threads, streams, before, own = set(threading.enumerate()), streams_of(), state(), dict(vars(builtins))
            done = _run(call, memory)
            same = vars(builtins) == own
            vars(builtins).update(own)  # what follows needs them
            if os.getpid() != me:  # the call has forked, and both have come here
                os._exit(0)
            left = left_behind(threads, streams)
            fit = same and not left and not is_last() and state() == before and not rebound(known)
            try:
                link.sendall(packed(Done(*done, left, fit)))
            except OSError:  # the call has closed it, and the parent has seen that
                time.sleep(GRACE)
                os._exit(1)
            if not fit:
                _received(link)  # until the parent ends us, and what we have started
    except BaseException:  # nobody listens any more, or nothing can be sent
        os._exit(1)


def _run(call: bytes, memory: int | None) -> tuple[bool, bytes, tuple[tuple[str, int], ...]]:
    frames: tuple[tuple[str, int], ...] = ()
    before = _limit_memory(memory)
    try:
        function, args = pickle.loads(call)  # noqa: S301 - from our own parent
        value, good = function(*args), True
    except BaseException as error:
        _set_memory(before)
        frames = tuple((frame.filename, frame.lineno or 0) for frame in traceback.extract_tb(error.__traceback__))
        traceback.clear_frames(error.__traceback__)  # what filled the memory is let go
        value, good = error, False
    finally:
        _set_memory(before)
    try:
        outcome = pickle.dumps(value)
        if not good:
            pickle.loads(outcome)  # noqa: S301 - exceptions with arguments of their own often cannot be made again
    except Exception as error:
        text = f"{type(value).__name__}: {value}" if not good else f"its result cannot be sent: {error}"
        outcome, good = pickle.dumps(RuntimeError(text)), False
    return good, outcome, frames


def _limit_memory(more: int | None) -> tuple[int, int] | None:
    """Let this process map so many bytes more than now; what the limits were. Only where the system tells its size."""
    if more is None:
        return None
    import resource

    try:
        with open("/proc/self/statm", "rb") as file:
            mapped = int(file.read().split()[0]) * resource.getpagesize()
    except OSError:
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    least = min([mapped + more, *(limit for limit in (soft, hard) if limit != resource.RLIM_INFINITY)])
    _set_memory((least, hard))
    return soft, hard


def _set_memory(limits: tuple[int, int] | None) -> None:
    if limits is not None:
        import resource

        with suppress(OSError, ValueError):  # a call may have lowered them for good
            resource.setrlimit(resource.RLIMIT_AS, limits)


def _follow(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(0.5)
    os.killpg(0, signal.SIGKILL)
