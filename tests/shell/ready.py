"""Commands and nurseries from a process that has bninit loaded: each is a fork of it, in 0.03 s of CPU for 1.7 s.

For POSIX. What a fork sees is what a new Python would: descriptors, environment, folder, sys.path, signals, streams.
"""

from __future__ import annotations

import atexit
import inspect
import io
import os
import pickle
import runpy
import select
import signal
import socket
import subprocess
import sys
import threading
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

LARGEST = 1 << 18
"""Bytes of an order: arguments, environment, paths."""

DIGITS = 10
"""Of a process id, and of an exit status."""

FIELDS = inspect.signature(subprocess.Popen._execute_child)  # type: ignore[attr-defined]


class Ready(subprocess.Popen[Any]):
    """`Popen([python, "-m", "bninit.cli", ..])`, from a process that has it loaded; of another module or of a program
    after `-c`, too; and a nursery from there."""

    def _execute_child(self, *given: Any, **named: Any) -> None:
        had = FIELDS.bind(self, *given, **named).arguments
        self._status, status = os.pipe()
        streams = [had[name] if had[name] != -1 else n for n, name in enumerate(("p2cread", "c2pwrite", "errwrite"))]
        alone = had["start_new_session"] or had["process_group"] == 0
        where, env = os.fspath(had["cwd"] or os.getcwd()), dict(os.environ if had["env"] is None else had["env"])
        order = pickle.dumps((had["args"][1:], where, env, alone, sys.path))
        socket.send_fds(ready(), [order], [status, *streams, *had["pass_fds"]])
        os.close(status)
        self.pid = int(os.read(self._status, DIGITS))
        self._child_created = True
        self._close_pipe_fds(*(had[n] for n in ("p2cread", "p2cwrite", "c2pread", "c2pwrite", "errread", "errwrite")))

    def _internal_poll(self, *_: Any, **__: Any) -> int | None:
        with suppress(subprocess.TimeoutExpired):
            self._wait(0)
        return self.returncode

    def _wait(self, timeout: float | None) -> int:
        if self.returncode is None:
            if not select.select([self._status], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(self.args, timeout or 0)
            self.returncode = int(os.read(self._status, DIGITS) or -signal.SIGKILL)
            os.close(self._status)
        return self.returncode


def nursery(other: socket.socket) -> Ready:
    """As `numerics.processes.workers` starts one."""
    path = [os.path.abspath(entry) for entry in sys.path]
    return Ready([sys.executable, "-c", "", str(other.fileno()), *path], pass_fds=[other.fileno()], process_group=0)


@cache
def ready() -> socket.socket:
    """Where orders go; the process ends with this one."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    for side in (ours, theirs):
        side.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, LARGEST)
    code = f"from tests.shell.ready import serve; serve({theirs.fileno()})"
    path = os.pathsep.join([str(Path(__file__).parents[2]), *filter(None, sys.path)])
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-c", code], pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, cwd="/",
            start_new_session=True, env=os.environ | {"PYTHONPATH": path},
        )  # fmt: skip
    process.returncode = 0  # nobody waits for it
    atexit.register(ours.close)
    return ours


def serve(number: int) -> None:
    """Fork for each order; the fork does what it says, as the last thing of this function."""
    from bninit import (  # noqa: F401
        __main__,
        cli,
        pytest_plugin,
    )
    from bninit.run.load import preload

    preload(suite=True)
    control = socket.socket(fileno=number)
    while True:
        order, descriptors, _, _ = socket.recv_fds(control, LARGEST, 16)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        if not order:
            os._exit(0)
        if os.fork() == 0:
            break
        for descriptor in descriptors:
            os.close(descriptor)
    control.close()
    status, *streams = descriptors
    if pid := os.fork():  # it waits, and says how the other ended
        for descriptor in (*streams, 0, 1, 2):
            os.close(descriptor)
        os.write(status, b"%*d" % (DIGITS, pid))
        os.write(status, b"%*d" % (DIGITS, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])))
        os._exit(0)
    os.close(status)
    code: object = None
    try:
        _as_new(*pickle.loads(order), streams)  # noqa: S301 - from our own parent
    except SystemExit as end:
        code = end.code
    _leave(code)


def _leave(code: object) -> None:
    """Exit as Python does, but for taking to pieces all that is loaded, which takes longer than most commands."""
    if isinstance(code, str):
        print(code, file=sys.stderr)
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    for stream in filter(None, (sys.stdout, sys.stderr)):
        stream.flush()
    os._exit(code if isinstance(code, int) else int(code is not None))


def _as_new(args: list[str], cwd: str, env: dict[str, str], alone: bool, path: list[str], streams: list[int]) -> None:
    """This process as a new Python would be, with these arguments."""
    if alone:
        os.setsid()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number, descriptor in enumerate(streams[:3]):
        os.dup2(descriptor, number)
        os.close(descriptor)
    os.environ.clear()
    os.environ.update(env)
    os.chdir(cwd)
    encoding = env.get("PYTHONIOENCODING") or "utf-8"
    sys.stdin, sys.stdout, sys.stderr = (
        io.TextIOWrapper(open(n, mode, closefd=False), encoding, errors, line_buffering=n == 2 or os.isatty(n))  # noqa: SIM115
        for n, (mode, errors) in enumerate((("rb", "strict"), ("wb", "strict"), ("wb", "backslashreplace")))
    )
    if args[:2] == ["-c", ""]:  # a nursery
        from numerics.processes.nursery import main as nursery

        sys.path[:] = args[3:]
        nursery(streams[3])
    from bninit import cli

    added = [entry for entry in env.get("PYTHONPATH", "").split(os.pathsep) if entry]
    sys.path[:] = [cwd, *added, *(entry for entry in path if entry not in added and entry)]
    sys.argv = [cli.__file__ if args[1] == "bninit.cli" else args[0], *args[2:]]
    if args[0] == "-c":
        exec(args[1], {"__name__": "__main__"})  # noqa: S102 - from our own parent
    elif args[1] == "bninit.cli":
        cli.main(prog_name="cli.py")
    else:
        runpy.run_module(args[1], run_name="__main__", alter_sys=True)
