"""Failures of the system in a sentence: output that cannot be written, no memory, no descriptors, no processes."""

from __future__ import annotations

import errno
from collections.abc import Iterator

FAULT = 74
"""Exit status (`EX_IOERR` of sysexits.h)."""

OUT_OF = {
    errno.EMFILE: "this process may open no more files; raise its limit (ulimit -n)",
    errno.ENFILE: "this machine can open no more files; close some",
    errno.ENOMEM: "no memory is left; close other programs, raise the limit (ulimit -v), or ask for less",
    errno.EAGAIN: "no more processes can be started; end some, or raise the limit (ulimit -u)",
}

SIGNS = {
    "failed to map segment": errno.ENOMEM,
    "error return without exception set": errno.ENOMEM,
    "returned null without setting an exception": errno.ENOMEM,
    "cannot allocate memory": errno.ENOMEM,
    "error while attempting to allocate": errno.ENOMEM,
    "can't start new thread": errno.EAGAIN,
    "too many open files": errno.EMFILE,
    "resource temporarily unavailable": errno.EAGAIN,
}
"""How libraries say it that do not hand the error on."""


def sentence(error: BaseException) -> str:
    """What failed and what to do, if that is not bninit's doing; else ""."""
    for cause in _causes(error):
        if isinstance(cause, MemoryError):
            return OUT_OF[errno.ENOMEM]
        if isinstance(cause, OSError) and cause.errno in OUT_OF:
            return OUT_OF[cause.errno]
        for sign, number in SIGNS.items():
            if sign in str(cause).lower() and isinstance(cause, ImportError | RuntimeError | OSError | SystemError):
                return OUT_OF[number]
    if type(error).__name__ == "StartError":  # of `numerics.processes.pool`, which is not imported for this
        return str(error)
    if not isinstance(error, OSError) or isinstance(error, BrokenPipeError):
        return ""
    why = error.strerror or str(error)
    if error.filename is not None:
        return f"{error.filename}: cannot be used ({why})"
    return f"the output cannot be written ({why}); make room for it, or send it elsewhere"


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__
