"""Tasks on any executor: order, windows, losses, exceptions."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path
from threading import Event

import numpy as np
import pytest
from threadpoolctl import threadpool_info

from numerics.parallel import AHEAD, RETRIES, Local, LostTaskError, completed, mapped, workers
from numerics.processes.pool import Processes
from numerics.streams import stream
from tests.executors import AtOnce


def draw(block: int) -> tuple[int, bytes]:
    time.sleep(0.03 * (block % 3 == 0))  # the order of completion is not that of the blocks
    return block, stream(7, "parallel", block=block).standard_normal(5).tobytes()


def die_once(path: str) -> int:
    """Kills its process unless an earlier start has left the file."""
    if not Path(path).exists():
        Path(path).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return os.getpid()


def die_at_two(item: int) -> int:
    if item == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return item


def fail_at_two(item: int) -> int:
    if item == 2:
        raise ArithmeticError("two")
    return item


def threads_of_blas(_: int) -> list[int]:
    # OpenMP counts its threads in each thread, so a limit does not reach them; scikit-learn brings it along
    # and so does MKL, which draws random numbers here and multiplies nothing
    return [
        library["num_threads"]
        for library in threadpool_info()
        if library["user_api"] == "blas" and library["internal_api"] != "mkl"
    ]


EXECUTORS: dict[str, Callable[[], Executor]] = {
    "an executor that runs at once": AtOnce,
    "threads": lambda: ThreadPoolExecutor(3),
    "processes": lambda: ProcessPoolExecutor(2, mp_context=get_context("spawn")),
    "processes that come again": lambda: Processes(2),
}


@pytest.mark.parametrize("make", EXECUTORS.values(), ids=EXECUTORS)
def test_any_executor(make: Callable[[], Executor]) -> None:
    """Results are those of one process, bit by bit and in order; as completed, each comes once.

    The results before the first task that fails are given, then what it raised; the executor lives on.
    """
    alone = [draw(block) for block in range(8)]
    with make() as executor:
        assert list(mapped(draw, range(8), executor)) == alone
        found = [(item, future.result()) for item, future in completed(draw, range(8), executor)]
        assert sorted(found) == [(block, outcome) for block, outcome in enumerate(alone)]
        results = mapped(fail_at_two, range(5), executor)
        assert [next(results), next(results)] == [0, 1]
        with pytest.raises(ArithmeticError, match="two"):
            next(results)
        errors = {item: type(future.exception()) for item, future in completed(fail_at_two, range(5), executor)}
        assert errors == {0: type(None), 1: type(None), 2: ArithmeticError, 3: type(None), 4: type(None)}
        assert list(mapped(abs, [-1], executor)) == [1]


def test_lost_tasks(tmp_path: Path) -> None:
    """Tasks of a process that is killed are done by another; one that kills each time is named."""
    paths = [str(tmp_path / name) for name in "abc"]
    for path in paths[1:]:
        Path(path).touch()
    with Processes(2) as executor:
        pids = list(mapped(die_once, paths, executor))
        assert len(pids) == 3
        assert os.getpid() not in pids
        outcomes = {item: future.exception() for item, future in completed(die_at_two, range(4), executor)}
        assert {item for item, error in outcomes.items() if error is None} == {0, 1, 3}
        assert isinstance(outcomes[2], LostTaskError)
        assert f"task 2, 2, lost its worker {RETRIES + 1} times" in str(outcomes[2])
        with pytest.raises(LostTaskError, match="task 1, 2, lost its worker"):
            list(mapped(die_at_two, [0, 2], executor))


def test_broken_pool_of_others() -> None:
    """A pool that breaks for good ends with the task's name and no endless loop."""
    with (
        ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool,
        pytest.raises(LostTaskError, match="BrokenProcessPool"),
    ):
        list(mapped(die_at_two, [2], pool))


@pytest.mark.parametrize("ordered", [True, False], ids=["in order", "as completed"])
def test_window(ordered: bool) -> None:
    """Items are read as they are needed: `AHEAD` for each worker, also while the first task keeps the others."""
    read: list[int] = []
    go = Event()

    def items() -> Iterator[int]:
        for item in range(1000):
            read.append(item)
            yield item

    def held(item: int) -> int:
        if item == 0 and ordered:
            assert go.wait(10)
        return item

    with ThreadPoolExecutor(2) as pool:
        results = mapped(held, items(), pool) if ordered else completed(held, items(), pool)
        with closing(results):
            pool.submit(lambda: (time.sleep(0.2), go.set()))
            next(results)
            assert len(read) <= 2 * AHEAD


def test_lazy_where_there_is_no_executor() -> None:
    """Without an executor a task runs when its result is asked for."""
    done: list[int] = []
    results = mapped(lambda item: done.append(item), range(5))
    next(results)
    assert done == [0]


def test_one_thread_for_linear_algebra() -> None:
    """Tasks see one thread in every library of linear algebra, wherever they run; afterwards all is as before."""
    np.linalg.qr(np.eye(2))
    before = threadpool_info()
    with ThreadPoolExecutor(2) as threads, Processes(1) as processes:
        for executor in (None, AtOnce(), threads, processes):
            for found in mapped(threads_of_blas, range(4), executor):
                assert found, "no library of linear algebra was seen"
                assert set(found) == {1}
    assert threadpool_info() == before
    with closing(mapped(threads_of_blas, range(4))) as broken_off:
        next(broken_off)
    assert threadpool_info() == before


def test_workers_and_local_calls() -> None:
    """The size of an executor, None where it does not tell.

    What is told to the caller while a task runs arrives from threads, and is no error in other processes.
    """
    told: list[int] = []
    with ThreadPoolExecutor(3) as threads, Processes(2) as processes:
        assert [workers(e) for e in (None, threads, processes, AtOnce())] == [1, 3, 2, None]
        assert list(mapped(Local(told.append), [1, 2], threads)) == [None, None]
        assert sorted(told) == [1, 2]
        assert list(mapped(Local(told.append), [3], processes)) == [None]
    assert sorted(told) == [1, 2]
