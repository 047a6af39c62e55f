"""What a user's program depends on beside its own text, as far as that can be seen while it runs.

Modules that come to be loaded, environment variables that are read, files that are opened for reading, folders that
are listed, paths that are looked for (`exists`, `is_file`, `getsize`), by the user's code or by a library for it; and
whether it starts programs or talks to others, whose answers nobody can look at again.
Not seen: the clock, a file's times and owner, what is asked of the system by other ways than Python's.
"""

from __future__ import annotations

import os
import site
import stat
import sys
import sysconfig
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, wraps
from hashlib import sha256
from types import FrameType
from typing import Any

HOUSE = ("theory", "numerics", "bninit")

OUTSIDE = {"subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "socket.connect", "socket.sendto"}
"""Audit events (PEP 578) after which a result depends on what nobody can look at again."""

LISTING = {"os.listdir", "os.scandir"}

WHOLE = "*"
"""Name under which the environment as a whole is kept, where a program goes through all of it."""

SYSTEM = ("/proc/", "/sys/", "/dev/")


@dataclass
class Seen:
    """By name: hashes of environment variables as they were read, files, modules' files; what was asked of others."""

    variables: dict[str, str] = field(default_factory=dict)
    files: set[str] = field(default_factory=set)
    folders: set[str] = field(default_factory=set)
    paths: set[str] = field(default_factory=set)
    modules: set[str] = field(default_factory=set)
    outside: set[str] = field(default_factory=set)
    written: set[str] = field(default_factory=set)

    def rows(self) -> list[tuple[str, str, str]]:
        """(kind, name, hash of what it is now; of a variable, of what was read)."""
        found = [("environment variable", name, value) for name, value in self.variables.items()]
        found += [("file", name, hashed(name)) for name in self.files - self.modules - self.written]
        found += [("folder", name, listed(name)) for name in self.folders]
        found += [("path", name, looked_for(name)) for name in self.paths - self.files - self.modules - self.written]
        found += [("module", name, hashed(name)) for name in self.modules]
        found += [("outside", name, "") for name in self.outside]
        return sorted(found)


def present(kind: str, name: str) -> str:
    """What a row of `Seen.rows` would say now."""
    if kind == "environment variable":
        return variable(name)
    return {"folder": listed, "path": looked_for}.get(kind, hashed)(name)


def variable(name: str) -> str:
    """Its hash: values may be secrets."""
    if name == WHOLE:
        return sha256(repr(sorted(os.environ.items())).encode(errors="surrogateescape")).hexdigest()
    value = os.environ.get(name)
    return "unset" if value is None else sha256(os.fsencode(value)).hexdigest()


def hashed(path: str) -> str:
    """SHA-256 of a regular file's bytes, or why there is none."""
    try:
        if not os.path.isfile(path):
            return "missing"
        with open(path, "rb") as file:
            digest = sha256()
            while piece := file.read(1 << 20):
                digest.update(piece)
        return digest.hexdigest()
    except OSError as error:
        return f"not to be read ({error.strerror})"


def looked_for(path: str) -> str:
    """Whether a path is there, what it is, and the size of a file."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return "missing"
    return f"a file of {found.st_size} bytes" if stat.S_ISREG(found.st_mode) else oct(stat.S_IFMT(found.st_mode))


def listed(path: str) -> str:
    """SHA-256 of the names in a folder, or why there are none."""
    try:
        return sha256(repr(sorted(os.listdir(path))).encode(errors="surrogateescape")).hexdigest()
    except OSError as error:
        return f"not to be listed ({error.strerror})"


@cache
def _libraries() -> tuple[str, ...]:
    paths = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    paths |= {*site.getsitepackages(), site.getusersitepackages()}
    folders = {os.path.join(form(path), "") for path in paths if path for form in (os.path.abspath, os.path.realpath)}
    return tuple(sorted(folders))


@cache
def library(path: str) -> bool:
    """Whether a file is of the standard library or an installed package: known by its version."""
    if path.startswith("<") or not path:
        return True
    path = os.path.abspath(path)
    return path.startswith(_libraries()) or "/site-packages/" in path or "/dist-packages/" in path


def own_modules(names: Iterable[str]) -> Iterator[str]:
    """Files of the modules of these names that are neither ours nor a library's."""
    for name in names:
        file = getattr(sys.modules.get(name), "__file__", None)
        if isinstance(file, str) and name.split(".")[0] not in HOUSE and not library(file):
            yield os.path.abspath(file)


class _Watch:
    """The one watch of a process: hooks that can be set once and never taken away, and whether they listen."""

    def __init__(self) -> None:
        self.seen: Seen | None = None
        self.busy = False
        self.set = False

    def start(self, seen: Seen) -> None:
        if not self.set:
            self.set = True
            sys.addaudithook(self.hear)
            environment = type(os.environ)
            plain, through = environment.__getitem__, environment.__iter__

            def read(mapping: Any, key: Any) -> Any:
                if self.seen is not None and not self.busy and isinstance(key, str | bytes):
                    self._read(os.fsdecode(key))
                return plain(mapping, key)

            def each(mapping: Any) -> Any:
                if self.seen is not None and not self.busy:
                    self._read(WHOLE)
                return through(mapping)

            environment.__getitem__ = read  # type: ignore[method-assign]
            environment.__iter__ = each  # type: ignore[method-assign]
            self._watch_stat()
        self.seen = seen

    def _watch_stat(self) -> None:
        """No audit event tells of `os.stat`, by which Python's own modules look for paths."""
        plain = os.stat

        @wraps(plain)
        def look(path: Any, *more: Any, **named: Any) -> Any:
            if self.seen is not None and not self.busy:
                self._looked(path)
            return plain(path, *more, **named)

        for able in (os.supports_dir_fd, os.supports_fd, os.supports_follow_symlinks):
            if plain in able:
                able.add(look)
        os.stat = look

    def _looked(self, path: Any) -> None:
        self.busy = True
        try:
            if self.seen is not None and isinstance(path, str | bytes | os.PathLike):
                name = os.path.abspath(os.fsdecode(path))
                known = name in self.seen.paths or f"{name}/".startswith(SYSTEM) or library(name)
                if not known and _asker(sys._getframe(2)):
                    self.seen.paths.add(name)
        finally:
            self.busy = False

    def _read(self, name: str) -> None:
        seen, self.busy = self.seen, True
        try:
            if seen is not None and name not in seen.variables and _asker(sys._getframe(2)):
                seen.variables[name] = variable(name)
        finally:
            self.busy = False

    def hear(self, event: str, values: tuple[Any, ...]) -> None:
        if self.seen is None or self.busy or (event != "open" and event not in OUTSIDE | LISTING):
            return
        self.busy = True
        try:
            if event == "open":
                self._opened(*values)
            elif event in LISTING:
                self._listed(*values)
            elif _asker(sys._getframe(1)):
                self.seen.outside.add(event)
        finally:
            self.busy = False

    def _listed(self, path: Any) -> None:
        if self.seen is None or not isinstance(path, str | bytes | os.PathLike | None):
            return
        name = os.path.abspath(os.fsdecode(path or "."))
        if not f"{name}/".startswith(SYSTEM) and not library(name) and _asker(sys._getframe(2)):
            self.seen.folders.add(name)

    def _opened(self, path: Any, mode: Any, flags: Any) -> None:
        if self.seen is None or not isinstance(path, str | bytes | os.PathLike):
            return
        name = os.path.abspath(os.fsdecode(path))
        if name.startswith(SYSTEM) or name.endswith(".pyc") or library(name):
            return
        writes = set(mode) & set("wax+") if isinstance(mode, str) else flags & (os.O_WRONLY | os.O_RDWR)
        if not _asker(sys._getframe(2)):
            return
        if not writes:
            self.seen.files.add(name)
        elif name not in self.seen.files:
            self.seen.written.add(name)


WATCH = _Watch()


def _asker(frame: FrameType | None) -> bool:
    """Whether a user's code asked: it is the innermost that is not a library's."""
    while frame is not None:
        file = frame.f_code.co_filename
        if file.startswith("<frozen importlib"):  # a library that is being loaded; modules are known by themselves
            return False
        if not library(file):
            return str(frame.f_globals.get("__name__", "")).split(".")[0] not in HOUSE
        frame = frame.f_back
    return False


@contextmanager
def watched(seen: Seen) -> Generator[Seen, None, None]:
    """Take note of what a user's code reads, and of modules that it causes to be loaded."""
    before, outer = set(sys.modules), WATCH.seen
    WATCH.start(seen)
    try:
        yield seen
    finally:
        WATCH.seen = outer
        seen.modules.update(own_modules(set(sys.modules) - before))


IMPORTED: dict[str, Seen] = {}
"""What was seen while a user's claims file was imported, by its path as it was given."""
