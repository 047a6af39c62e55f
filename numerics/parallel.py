"""Independent tasks on any `concurrent.futures.Executor`: threads, processes, a Dask cluster, MPI.

`mapped` gives results in the order of the items, `completed` as they come. What a task computes must be a function of
its item alone; then the results depend neither on the number of workers nor on which of them are lost on the way.
Every task runs with one thread for linear algebra: the tasks are the parallelism, and bits stay the same.
"""

from __future__ import annotations

import itertools
import os
import reprlib
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from threadpoolctl import threadpool_limits

GLOBAL_STATE = threading.RLock()
"""Held by tasks that change what a process has once, such as python-flint's precision: threads then take turns."""

T = TypeVar("T")
R = TypeVar("R")

RETRIES = 3
"""Times that a task is started again after its worker was lost."""

AHEAD = 4
"""Tasks under way for each worker: none waits for its next task, and few are lost with a broken pool."""

MOST = 1024
"""Tasks under way on an executor that does not tell its size: a cluster grows by the tasks that wait."""


class LostTaskError(RuntimeError):
    """A task was started `RETRIES` times more, and lost its worker each time."""


def mapped(
    function: Callable[[T], R], items: Iterable[T], executor: Executor | None = None
) -> Generator[R, None, None]:
    """`function(item)` for every item, in the order of the items. Closing the iterator cancels what has not begun.

    Parameters
    ----------
    function, items : picklable if the executor has other processes; `items` is read no further than is needed.
    executor : used and not shut down; None: this thread, one task after another.

    Raises
    ------
    LostTaskError : a task took its worker down each time.
    Exception : what the first task in order that fails has raised.

    >>> list(mapped(abs, [3, -1, 2]))
    [3, 1, 2]
    """
    ready: dict[int, Future[R]] = {}
    turn = 0
    with closing(_outcomes(function, items, executor, ready)) as outcomes:
        for task, future in outcomes:
            ready[task.number] = future
            while turn in ready:
                yield ready.pop(turn).result()
                turn += 1


def completed(
    function: Callable[[T], R], items: Iterable[T], executor: Executor | None = None
) -> Generator[tuple[T, Future[R]], None, None]:
    """Each item with its finished future, as they come; a future may hold an exception, `LostTaskError` among them.

    >>> [(item, future.result()) for item, future in completed(abs, [3, -1])]
    [(3, 3), (-1, 1)]
    """
    with closing(_outcomes(function, items, executor, {})) as outcomes:
        for task, future in outcomes:
            yield task.item, future


@dataclass
class _Task(Generic[T]):
    number: int
    item: T
    losses: int = 0


def _outcomes(
    function: Callable[[T], R], items: Iterable[T], executor: Executor | None, ready: dict[int, Future[R]]
) -> Generator[tuple[_Task[T], Future[R]], None, None]:
    """Tasks with finished futures. What the reader keeps in `ready`, before its turn, counts as under way."""
    fresh = (_Task(number, item) for number, item in enumerate(items))
    with threadpool_limits(1):  # for tasks in this process, and from its own thread: threads cannot undo each other's
        if executor is None:
            for task in fresh:
                yield task, _here(function, task.item)
        else:
            yield from _pooled(function, fresh, executor, ready)


def _pooled(
    function: Callable[[T], R], fresh: Iterator[_Task[T]], executor: Executor, ready: dict[int, Future[R]]
) -> Generator[tuple[_Task[T], Future[R]], None, None]:
    most = AHEAD * (workers(executor) or MOST // AHEAD)
    again: deque[_Task[T]] = deque()
    alone: deque[_Task[T]] = deque()
    under_way: dict[Future[R], _Task[T]] = {}
    here = Local(lambda: True)

    def submit(task: _Task[T]) -> None:
        try:
            # the losses make a task that is started again another one for Dask, which knows calls by their arguments
            future = executor.submit(_perform, function, task.item, here, task.losses)
        except BrokenExecutor as error:  # a pool that is not ours does not come back
            future = Future()
            future.set_exception(error)
        under_way[future] = task

    try:
        while True:
            while len(under_way) < most:
                room = len(under_way) + len(ready) < most
                task = again.popleft() if again else next(fresh, None) if room else None
                if task is None:
                    break
                submit(task)
            if not under_way and alone:
                submit(alone.popleft())
            if not under_way:
                return
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                task = under_way.pop(future)
                lost = _loss(future)
                if lost is None:
                    yield task, future
                    continue
                # Dask has started a task again by itself before it gives it up
                task.losses = max(task.losses + 1, RETRIES if type(lost).__name__ == "KilledWorker" else 0)
                if task.losses < RETRIES:
                    again.append(task)
                elif task.losses == RETRIES:  # a pool breaks with all of its tasks: by itself the guilty one is known
                    alone.append(task)
                else:
                    yield task, _named(task, lost)
    finally:
        for future in under_way:
            future.cancel()


def _perform(function: Callable[[T], R], item: T, here: Local, losses: int) -> R:
    if not here():
        threadpool_limits(1)  # for good: another task of this process may begin before this one ends
    return function(item)


def _here(function: Callable[[T], R], item: T) -> Future[R]:
    future: Future[R] = Future()
    try:
        future.set_result(function(item))
    except Exception as error:
        future.set_exception(error)
    return future


def _loss(future: Future[R]) -> BaseException | None:
    """The executor's own failure, if the task did not end by itself."""
    try:
        error = future.exception()
    except CancelledError as cancelled:
        return cancelled
    own = isinstance(error, BrokenExecutor | CancelledError) or type(error).__module__.startswith("distributed.")
    return error if own else None


def _named(task: _Task[Any], cause: BaseException) -> Future[Any]:
    future: Future[Any] = Future()
    what = f"task {task.number}, {reprlib.repr(task.item)}, lost its worker {task.losses} times"
    error = LostTaskError(f"{what}: does it exit, or need more memory? ({type(cause).__name__})")
    error.__cause__ = cause
    future.set_exception(error)
    return future


def workers(executor: Executor | None) -> int | None:
    """How many tasks run at once, where the executor tells: pools of the standard library, loky, mpi4py."""
    if executor is None:
        return 1
    size = getattr(executor, "_max_workers", None) or getattr(executor, "num_workers", None)
    return size if isinstance(size, int) else None


def cores() -> int:
    """Cores that this process may use, where the system tells."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Local:
    """A callable that stays in its process: sent to another one it does nothing there, and returns None.

    >>> import pickle
    >>> seen = Local([1, 2].count)
    >>> seen(1), pickle.loads(pickle.dumps(seen))(1)
    (1, None)
    """

    def __init__(self, call: Callable[..., object] | None = None) -> None:
        self._call = call

    def __call__(self, *values: object) -> Any:
        return None if self._call is None else self._call(*values)

    def __reduce__(self) -> tuple[type[Local], tuple[()]]:
        return Local, ()


class Steps:
    """Counts the steps of tasks, tells progress(done, total), and tells tasks to stop once its context has ended.

    Give tasks `Local(steps.done)`: those in other processes neither tell nor stop, and report by `reached`.
    """

    def __init__(self, total: int, progress: Callable[[int, int], object] | None = None) -> None:
        self.total, self._progress = total, progress
        self._count, self._most, self._ended = itertools.count(1), 0, False

    def done(self) -> bool:
        """One more step is done; whether to stop, since nobody waits for the result."""
        self.reached(next(self._count))
        return self._ended

    def reached(self, count: int) -> None:
        """At least so many steps are done."""
        self._most = max(self._most, count)
        if self._progress is not None:
            self._progress(self._most, self.total)

    def __enter__(self) -> Steps:
        return self

    def __exit__(self, *_: object) -> None:
        self._ended = True
