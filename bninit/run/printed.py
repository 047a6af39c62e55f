"""What a check prints: to standard error, and no more of it than somebody may read."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from typing import TextIO

MOST = 64_000
"""Bytes of what a claim prints that are shown."""


class _Bounded(io.BufferedIOBase):
    """Bytes go on to a stream of text while there is room, and are counted after that."""

    def __init__(self, to: TextIO, room: int) -> None:
        self.to, self.room, self.left_out = to, room, 0

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        piece = bytes(data)  # type: ignore[call-overload]
        shown = piece[: self.room]
        self.room -= len(shown)
        self.left_out += len(piece) - len(shown)
        if shown:
            self.to.write(shown.decode("utf-8", "backslashreplace"))
        return len(piece)

    def flush(self) -> None:
        self.to.flush()

    def fileno(self) -> int:
        return self.to.fileno()


@contextmanager
def printed(who: str, most: int = MOST) -> Iterator[None]:
    """Inside, `sys.stdout` and `sys.stderr` are one stream to standard error, which shows `most` bytes of all.

    A line says how much was left out after that. What goes past these two streams (to descriptors 1 and 2, by libraries
    of C, by other programs, by a logger that was made when the claims file was imported) is shown whole.
    """
    to = sys.stderr
    bounded = _Bounded(to, most)
    stream = io.TextIOWrapper(bounded, "utf-8", "backslashreplace", line_buffering=True)  # type: ignore[type-var]
    try:
        with redirect_stdout(stream), redirect_stderr(stream):
            yield
    finally:
        with suppress(ValueError):  # the check has closed it
            stream.flush()
        if bounded.left_out:
            to.write(f"\n{who} printed {bounded.left_out:,} bytes more, which are left out.\n")
            to.flush()
