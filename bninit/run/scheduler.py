"""`--scheduler ADDRESS`: tasks on the workers of a Dask cluster. Results come home to this process, which alone writes.

Whatever starts the workers (dask-jobqueue for SLURM, a shell on each machine), one address is all that is needed.
"""

from __future__ import annotations

import logging
import os
import re
import socket
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bninit.input.refusal import BadInput
from bninit.plain import versions
from numerics.parallel import LostTaskError, cores
from numerics.processes.limits import Limits
from numerics.processes.pool import Processes

if TYPE_CHECKING:
    from distributed import Client


class Lost(click.ClickException):
    """A task took its workers down: exit status 3."""

    exit_code = 3


TIMEOUT = 10
"""Seconds for a scheduler to answer, and for its first worker to be there."""

ADDRESS = re.compile(r"(?:(?:tcp|tls)://)?(?P<host>[\w.-]+|\[[0-9a-fA-F:]+\]):(?P<port>\d{1,5})", re.ASCII)


@contextmanager
def processes_or(
    address: str | None, count: int, claims_file: str | None, limits: Limits, suite: bool = True
) -> Iterator[Executor]:
    """So many processes of this machine, with limits for each task; or the cluster whose scheduler has this address.

    suite : whether they check claims of the suite.
    """
    if address is not None:
        with cluster(address, claims_file) as executor:
            yield executor
    else:
        from bninit.run.load import preload

        with Processes(count, partial(preload, suite), limits) as processes:
            yield processes


@contextmanager
def threads_or(address: str | None) -> Iterator[Executor]:
    """Threads, one for each core of this machine; or the cluster whose scheduler has this address."""
    if address is not None:
        with cluster(address) as executor:
            yield executor
        return
    threads = ThreadPoolExecutor(cores())
    try:
        yield threads
    finally:
        threads.shutdown(wait=False, cancel_futures=True)  # all is done, or nobody waits for the rest


@contextmanager
def cluster(address: str, claims_file: str | None = None) -> Iterator[Executor]:
    """The executor of a running Dask cluster, whose workers have the versions and files of this process.

    Raises
    ------
    BadInput
        in one sentence: no Dask here, no scheduler there, no workers, other versions, a claims file they do not see.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise BadInput('--scheduler needs Dask, which is not installed; pip install "bninit[dask]"') from error
    _answers(address)
    logging.getLogger("distributed.client").setLevel(logging.ERROR)  # it warns of lost workers, whose tasks go on
    try:
        client = Client(address, timeout=TIMEOUT, set_as_default=False)
    except (OSError, ValueError, TypeError, RuntimeError) as error:
        raise _stranger(address) from error
    try:
        _fit(client, address, claims_file)
        with client.get_executor(pure=False) as executor:
            try:
                yield executor
            except LostTaskError as error:
                raise Lost(f"{error}; look into the logs of the workers") from error
            finally:
                executor.shutdown(wait=False)
    finally:
        for name in ("distributed", "distributed.client", "tornado.application"):  # that streams end needs no words
            logging.getLogger(name).setLevel(logging.CRITICAL)
        client.close(timeout=TIMEOUT)


def _answers(address: str) -> None:
    """A scheduler listens there, and speaks first: Dask itself would wait, for a silent listener without end."""
    parts = ADDRESS.fullmatch(address)
    if parts is None or int(parts["port"]) > 65535:
        raise BadInput(f'--scheduler "{address}" is no address; give one such as tcp://127.0.0.1:8786')
    try:
        with socket.create_connection((parts["host"].strip("[]"), int(parts["port"])), TIMEOUT) as listener:
            if not address.startswith("tls:") and not listener.recv(1):
                raise _stranger(address)
    except TimeoutError as error:
        raise _stranger(address) from error
    except (OSError, UnicodeError) as error:
        raise BadInput(
            f"--scheduler {address}: nobody answers there ({error}); start one with `dask scheduler` and give the "
            "address that it prints"
        ) from error


def _stranger(address: str) -> BadInput:
    return BadInput(
        f"--scheduler {address}: no Dask scheduler answers within {TIMEOUT} s; give the address that `dask scheduler` "
        "prints"
    )


def _fit(client: Client, address: str, claims_file: str | None) -> None:
    try:
        client.wait_for_workers(1, timeout=TIMEOUT)
    except TimeoutError as error:
        raise BadInput(
            f"--scheduler {address}: it has no worker after {TIMEOUT} s; start some with `dask worker {address}`"
        ) from error
    ours = described(claims_file)
    found: dict[str, Any] = client.run(described, claims_file, on_error="return")
    for worker, theirs in found.items():
        if not isinstance(theirs, dict):
            raise BadInput(f"worker {worker} cannot run bninit ({theirs}); install the same bninit there")
        for name, here in ours.items():
            if theirs.get(name) == here:
                continue
            if name == claims_file:
                raise BadInput(
                    f"worker {worker} does not see the claims file {name} as it is here; put it where all machines "
                    "have it under one path"
                )
            raise BadInput(f"worker {worker} has {name} {theirs.get(name)}, here is {here}; install the same there")


def described(claims_file: str | None) -> dict[str, str]:
    """Versions that results depend on, and the hash of the user's claims file under its path."""
    found = versions()
    if claims_file is not None:
        there = os.path.isfile(claims_file)
        found[claims_file] = sha256(Path(claims_file).read_bytes()).hexdigest() if there else "missing"
    return found
