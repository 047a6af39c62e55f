"""`Processes`: an executor whose tasks may die, hang, or fill the memory; it says which did what, and goes on.

Workers are forked by a nursery (`nursery`), so another one costs milliseconds. Each task has a limit of time
and of memory, and only the task that broke a limit or took its process down is told so.
"""

from __future__ import annotations

import os
import pickle
import signal
import socket
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import wait
from typing import Any, TypeVar

from numerics.processes.limits import Limits
from numerics.processes.nursery import TRACE, Done, packed
from numerics.processes.workers import (
    Call,
    EndedError,
    LostWorkerError,
    Nursery,
    OverTimeError,
    StartError,
    Worker,
    ended_how,
)

__all__ = ["EndedError", "Limits", "LostWorkerError", "OverTimeError", "Processes", "StartError"]

R = TypeVar("R")

FROM_OUTSIDE = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
"""Signals that come from others than the task itself, as a rule: it is worth another try."""

PATIENCE = 1.0
"""Seconds for a worker to say where it is, or how it ended, before it is ended."""

DUDS = 4
"""Processes that end before they have a task: there will be no other ones."""


class Processes(Executor):
    """A pool of processes on this machine, which end with it.

    Parameters
    ----------
    count : most processes at once.
    preload : called once, in the process that the others are forked from (in this one's copy, as a rule).
    limits : of each task.

    A future ends with what its task returned or raised; `EndedError`, `OverTimeError`; `LostWorkerError`, which is
    worth another try; or `StartError`. `shutdown(wait=False)`, as at the end of the context, ends what runs.
    """

    def __init__(self, count: int, preload: Callable[[], object] | None = None, limits: Limits | None = None) -> None:
        self.num_workers, self._preload, self._limits = count, preload, limits or Limits()
        self._queue: deque[Call] = deque()
        self._workers: list[Worker] = []
        self._nursery: Nursery | None = None
        self._bell, self._rope = socket.socketpair()
        self._bell.setblocking(False)
        self._rope.setblocking(False)
        self._lock, self._starting = threading.Lock(), threading.Lock()
        self._manager: threading.Thread | None = None
        self._last, self._over, self._fresh, self._duds = False, False, True, 0

    def __enter__(self) -> Processes:
        self._start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown(wait=False, cancel_futures=True)

    def submit(self, fn: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:
        call = Call(Future(), pickle.dumps((fn if not kwargs else _Keywords(fn, kwargs), args)))
        with self._lock:
            if self._last:
                raise RuntimeError("cannot submit after shutdown")
            self._queue.append(call)
        self._start()
        self._ring()
        return call.future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with self._lock:
            self._last = True
            self._over |= not wait
            if cancel_futures:
                for call in self._queue:
                    call.future.cancel()
        self._ring()
        if self._manager is not None and self._manager is not threading.current_thread():
            self._manager.join()
        self._manager = None

    def _ring(self) -> None:
        with suppress(OSError):  # it rings already, or nobody is there any more
            self._rope.send(b"!")

    def _start(self) -> None:
        """The nursery is forked from this process as long as this is its only thread, before ours."""
        with self._starting:
            if self._manager is not None or self._last:
                return
            try:
                self._nursery = Nursery(self._preload, self._limits.memory)
                manager = threading.Thread(target=self._manage, name="bninit processes", daemon=True)
                manager.start()
            except (OSError, RuntimeError) as error:  # the latter where no thread can be started
                raise StartError(f"no process can be started ({error})") from error
            self._manager = manager

    def _manage(self) -> None:
        try:
            while not self._over and not (self._last and not self._queue and not any(w.call for w in self._workers)):
                try:
                    self._assign()
                except OSError as error:
                    self._no_more(error.strerror or str(error))
                self._listen()
        except BaseException as error:  # a bug here must not leave anyone waiting
            self._fail(StartError(f"the processes cannot be managed ({error!r})"))
            raise
        finally:
            for worker in list(self._workers):
                worker.end()
                self._settle(worker, LostWorkerError("the pool was shut down"))
            self._fail(LostWorkerError("the pool was shut down"))
            if self._nursery is not None:
                self._nursery.close()
                self._nursery = None
            for end in (self._bell, self._rope):
                end.close()

    def _assign(self) -> None:
        """Give the calls that wait to workers that are idle; start more, up to their number."""
        with self._lock:
            while self._queue and self._queue[0].future.cancelled():
                self._queue.popleft()
            for worker in self._workers:
                if self._queue and worker.pid and worker.call is None and worker.open and not worker.doomed:
                    call = self._queue.popleft()
                    if call.future.set_running_or_notify_cancel():
                        self._give(worker, call)
            starting = sum(worker.pid == 0 for worker in self._workers)
            living = sum(worker.doomed is None for worker in self._workers)
            wanted = min(len(self._queue) - starting, self.num_workers - living)
        for _ in range(wanted):
            if self._nursery is None:
                self._nursery = Nursery(self._preload, self._limits.memory)
            self._workers.append(self._nursery.worker())

    def _no_more(self, why: str) -> None:
        """Go on with the processes that there are."""
        if self._workers:
            self.num_workers = len(self._workers)
        else:
            self._fail(StartError(f"no process can be started ({why})"))

    def _give(self, worker: Worker, call: Call) -> None:
        worker.call, worker.used, self._duds = call, True, 0
        os.ftruncate(worker.trace.fileno(), 0)
        os.lseek(worker.trace.fileno(), 0, os.SEEK_SET)
        if self._limits.seconds is not None:
            worker.deadline = time.monotonic() + self._limits.seconds
        worker.link.setblocking(True)
        with suppress(OSError):  # it has ended meanwhile: we shall be told
            worker.link.sendall(packed(call.data))
        worker.link.setblocking(False)

    def _listen(self) -> None:
        """Until something happens, or a deadline is there."""
        now = time.monotonic()
        next_ = min((worker.deadline for worker in self._workers), default=float("inf"))
        heard: list[Any] = [self._bell, *(w.link for w in self._workers if w.open)]
        if self._nursery is not None:
            heard.append(self._nursery.control)
        ready = wait(heard, None if next_ == float("inf") else max(0.0, next_ - now))
        if self._bell in ready:
            with suppress(BlockingIOError):
                self._bell.recv(4096)
        for worker in [w for w in self._workers if w.link in ready]:
            self._hear(worker)
        if self._nursery is not None and self._nursery.control in ready:
            self._hear_nursery(self._nursery)
        for worker in [w for w in self._workers if w.deadline <= time.monotonic()]:
            self._late(worker)

    def _hear(self, worker: Worker) -> bool:
        """Whether there was anything to hear."""
        try:
            piece = worker.link.recv(1 << 20)
            messages = worker.inbox.take(piece)
        except BlockingIOError:
            return False
        except Exception:  # cut short, or written by the task itself
            piece, messages = b"", []
        for message in messages:
            self._finish(worker, message)
        if not piece and worker.open:
            worker.open = False
            if worker.doomed is None:  # most often it ends, and we shall be told how
                worker.doomed = EndedError("it closed the descriptors of its process", worker.said())
                worker.deadline = time.monotonic() + PATIENCE
        return True

    def _finish(self, worker: Worker, done: Done) -> None:
        call, worker.call, worker.deadline = worker.call, None, float("inf")
        if call is not None:
            _deliver(call.future, done)
        if worker.doomed is not None or not done.fit:
            worker.doomed = EndedError(done.left)
            worker.end()

    def _hear_nursery(self, nursery_: Nursery) -> None:
        for kind, pid, what in nursery_.news():
            if kind == "started":
                next(worker for worker in self._workers if worker.pid == 0).pid = pid
                self._fresh = False
            elif kind == "ended":
                for worker in [w for w in self._workers if w.pid == pid]:
                    self._ended(worker, what)
            elif kind == "refused":
                worker = next(worker for worker in self._workers if worker.pid == 0)
                worker.close()
                self._workers.remove(worker)
                self._no_more(os.strerror(what))
        if nursery_.over:
            how = nursery_.close()
            self._nursery = None
            for worker in list(self._workers):
                worker.end()
                self._settle(worker, LostWorkerError(f"the process that starts the others {how}"))
            if self._fresh:  # it did not come to start a single one
                self._fail(StartError(f"no process can be started: the first {nursery_.failed or how}"))
            self._fresh = True

    def _ended(self, worker: Worker, status: int) -> None:
        while worker.open and worker.call is not None and self._hear(worker):  # its last words
            pass
        how = ended_how(status)
        error: Exception
        if isinstance(worker.doomed, OverTimeError):
            error = OverTimeError(worker.doomed.how, worker.said())
        elif worker.doomed is not None and status == -signal.SIGKILL and worker.deadline == float("inf"):
            error = worker.doomed
        elif -status in FROM_OUTSIDE:
            error = LostWorkerError(how)
        else:
            error = EndedError(how, worker.said())
        worker.end()
        self._settle(worker, error)
        if worker.doomed is None and not worker.used:
            self._duds += 1
            if self._duds >= DUDS:
                self._fail(StartError(f"no process lives long enough for a task ({how})"))

    def _late(self, worker: Worker) -> None:
        """First it may say where it is; then it ends."""
        worker.deadline = float("inf")
        if worker.doomed is None:
            worker.doomed = OverTimeError(f"it did not end within {self._limits.seconds:g} s")
            worker.deadline = time.monotonic() + PATIENCE
            worker.signal(TRACE)
        else:
            worker.end()

    def _settle(self, worker: Worker, error: Exception) -> None:
        """A worker is no more."""
        if worker.call is not None:
            worker.call.future.set_exception(error)
            worker.call = None
        worker.close()
        self._workers.remove(worker)

    def _fail(self, error: Exception) -> None:
        """All calls that wait."""
        with self._lock:
            calls, self._queue = list(self._queue), deque()
        for call in calls:
            if call.future.set_running_or_notify_cancel():
                call.future.set_exception(error)


@dataclass(frozen=True)
class _Keywords:
    function: Callable[..., Any]
    kwargs: dict[str, Any]

    def __call__(self, *args: Any) -> Any:
        return self.function(*args, **self.kwargs)


def _deliver(future: Future[Any], done: Done) -> None:
    if done.left:
        future.set_exception(EndedError(done.left))
        return
    try:
        value = pickle.loads(done.outcome)  # noqa: S301 - from our own child
    except Exception as error:
        future.set_exception(error)
        return
    if done.good:
        future.set_result(value)
    else:
        vars(value)["frames"] = done.frames
        future.set_exception(value)
