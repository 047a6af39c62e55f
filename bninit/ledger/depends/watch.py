"""What a user's program depends on beside its own text, as far as that can be seen while it runs.

Modules that come to be loaded, environment variables that are read, files that are opened for reading, folders that
are listed, paths that are looked for (`exists`, `is_file`, `getsize`, `resolve`), and the working folder where a path
is relative to it, by the user's code or by a library for it. Whatever else the interpreter tells of (audit events,
PEP 578) and no list here knows is kept as "outside": a program started, a thread, a socket, memory that is shared.
What the interpreter does not tell of is found in the program's text (`unwatched`).
"""

from __future__ import annotations

import importlib.util
import os
import site
import stat
import sys
import sysconfig
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, wraps
from hashlib import file_digest, sha256
from types import FrameType
from typing import Any

from numerics.processes.bindings import HOUSE

HARMLESS = {
    "array.__new__", "builtins.id", "code.__new__", "compile", "cpython._PySys_ClearAuditHooks", "exec",
    "function.__new__",
    "glob.glob", "marshal.loads", "object.__delattr__", "object.__getattr__", "object.__setattr__", "os.mkdir",
    "os.putenv", "os.remove", "os.rename", "os.rmdir", "os.unsetenv", "os.utime", "os.walk", "pathlib.Path.glob",
    "pathlib.Path.rglob", "setopencode", "sys._current_frames", "sys._getframe", "sys.excepthook", "sys.setprofile",
    "sys.unraisablehook",
}  # fmt: skip
"""Audit events that bring nothing in; code that is made while it runs is found in the text."""

LISTING = {"os.listdir", "os.scandir"}

WHOLE = "*"
"""Name under which the environment as a whole is kept, where a program goes through all of it."""

SYSTEM = ("/proc/", "/sys/", "/dev/")


@dataclass
class Seen:
    """By name: hashes of environment variables as they were read, files, modules' files; what was asked of others."""

    variables: dict[str, str] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    folders: dict[str, str] = field(default_factory=dict)
    paths: dict[str, str] = field(default_factory=dict)
    modules: set[str] = field(default_factory=set)
    outside: set[str] = field(default_factory=set)
    written: set[str] = field(default_factory=set)
    working: str = ""

    def rows(self) -> list[tuple[str, str, str]]:
        """(kind, name, hash of what was read, when it was first asked for)."""
        found = [("environment variable", name, value) for name, value in self.variables.items()]
        found += [("file", name, value) for name, value in self.files.items() if name not in self.modules]
        found += [("folder", name, value) for name, value in self.folders.items()]
        found += [("path", name, value) for name, value in self.paths.items() if name not in self.modules]
        found += [("module", name, hashed(name)) for name in self.modules]
        found += [("outside", name, "") for name in self.outside]
        found += [("working folder", "", self.working)] if self.working else []
        return sorted(found)


def present(kind: str, name: str) -> str:
    """What a row of `Seen.rows` would say now."""
    if kind == "environment variable":
        return variable(name)
    if kind == "working folder":
        return os.getcwd()
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
            return file_digest(file, "sha256").hexdigest()
    except OSError as error:
        return f"not to be read ({error.strerror})"


def looked_for(path: str) -> str:
    """Whether a path is there, what it is, and the size of a file."""
    try:
        if os.path.islink(path):
            return f"a link to {os.readlink(path)}, {looked_for(os.path.realpath(path))}"
        found = os.stat(path)
    except (OSError, ValueError):
        return "missing"
    return f"a file of {found.st_size} bytes" if stat.S_ISREG(found.st_mode) else oct(stat.S_IFMT(found.st_mode))


def listed(path: str) -> str:
    """SHA-256 of the names in a folder, or why there are none."""
    try:
        with os.scandir(path) as entries:
            found = sorted((entry.name, entry.is_dir(), entry.is_symlink()) for entry in entries)
        return sha256(repr(found).encode(errors="surrogateescape")).hexdigest()
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


LOOKS = {
    "exists", "lexists", "isfile", "isdir", "islink", "getsize", "realpath", "resolve", "is_file", "is_dir",
    "is_symlink",
    "glob", "rglob", "iterdir", "abspath", "relpath", "absolute",
    "getlines", "checkcache",  # of linecache, by which `theory` reads the text of a function
}  # fmt: skip
"""Functions of the library by which a path is looked for in a way that `looked_for` repeats."""


class _Watch:
    """The one watch of a process: hooks that can be set once and never taken away, and whether they listen."""

    def __init__(self) -> None:
        self.seen: Seen | None = None
        self.busy = threading.local()
        self.set = False

    def start(self, seen: Seen) -> None:
        if not self.set:
            self.set = True
            sys.addaudithook(self.hear)
            environment = type(os.environ)
            plain, through, count = environment.__getitem__, environment.__iter__, environment.__len__

            def read(mapping: Any, key: Any) -> Any:
                if isinstance(key, str | bytes):
                    self._note(self._read, os.fsdecode(key))
                return plain(mapping, key)

            def each(mapping: Any) -> Any:
                self._note(self._read, WHOLE)
                return through(mapping)

            def size(mapping: Any) -> int:
                self._note(self._read, WHOLE)
                return count(mapping)

            environment.__getitem__ = read  # type: ignore[method-assign]
            environment.__iter__ = each  # type: ignore[method-assign]
            environment.__len__ = size  # type: ignore[method-assign]
            for name in ("stat", "lstat", "readlink", "access", "getcwd"):
                self._watch(name)
        self.seen = seen

    def _watch(self, name: str) -> None:
        """No audit event tells of these, by which Python's own modules look for paths."""
        plain = getattr(os, name)

        @wraps(plain)
        def look(*given: Any, **named: Any) -> Any:
            self._note(self._looked, name, *given[:1])
            return plain(*given, **named)

        for able in (os.supports_dir_fd, os.supports_fd, os.supports_follow_symlinks, os.supports_effective_ids):
            if plain in able:
                able.add(look)
        setattr(os, name, look)

    def _note(self, act: Callable[..., None], *given: Any) -> None:
        if self.seen is None or getattr(self.busy, "now", False):
            return
        self.busy.now = True
        try:
            act(self.seen, *given)
        finally:
            self.busy.now = False

    def _looked(self, seen: Seen, how: str, path: Any = None) -> None:
        asked, by = _asker(sys._getframe(3))
        if not asked:
            return
        if by not in LOOKS:
            seen.outside.add(f"os.{how}")
        elif path is None:
            seen.working = os.getcwd()
        elif not isinstance(path, str | bytes | os.PathLike):
            seen.outside.add(f"os.{how}")
        else:
            name = self._place(seen, path)
            if name not in seen.paths and not library(name):
                seen.paths[name] = looked_for(name)
            if f"{name}/".startswith(SYSTEM):
                seen.outside.add(name)

    def _read(self, seen: Seen, name: str) -> None:
        if name not in seen.variables and _asker(sys._getframe(3))[0]:
            seen.variables[name] = variable(name)

    def hear(self, event: str, values: tuple[Any, ...]) -> None:
        if self.seen is not None and event not in HARMLESS:
            self._note(self._heard, event, values)

    def _heard(self, seen: Seen, event: str, values: tuple[Any, ...]) -> None:
        if event == "open":
            self._opened(seen, *values)
        elif event == "import":
            name = values[1] if len(values) > 1 else None
            if isinstance(name, str) and not library(name) and not _house(name):
                seen.outside.add(f"{os.path.basename(name)}, which is no Python text")
        elif _asker(sys._getframe(3))[0]:
            if event in LISTING and isinstance(values[0], str | bytes | os.PathLike | None):
                name = self._place(seen, values[0] or ".")
                if not library(name):
                    seen.folders.setdefault(name, listed(name))
            else:
                seen.outside.add(event)

    def _place(self, seen: Seen, path: str | bytes | os.PathLike[Any]) -> str:
        name = os.fsdecode(path)
        if not os.path.isabs(name):
            seen.working = os.getcwd()
        return os.path.abspath(name)

    def _opened(self, seen: Seen, path: Any, mode: Any, flags: Any) -> None:
        asked, by = _asker(sys._getframe(4))
        if not asked and by != "import":
            return
        if not isinstance(path, str | bytes | os.PathLike):
            if not isinstance(mode, str) or set(mode) & set("r+"):  # a descriptor: what it leads to was seen elsewhere
                seen.outside.add("open of a descriptor")
            return
        name = os.path.abspath(os.fsdecode(path))
        writes = set(mode) & set("wax+") if isinstance(mode, str) else flags & (os.O_WRONLY | os.O_RDWR)
        if by == "import":
            text = _text_of(name)  # byte code may lie elsewhere (PYTHONPYCACHEPREFIX)
            if not writes and not library(text) and not _house(text):  # byte code that is written is not read
                seen.modules.add(text)
            return
        if library(name) or name == os.devnull:
            return
        name = self._place(seen, path)
        if f"{name}/".startswith(SYSTEM) or (os.path.exists(name) and not os.path.isfile(name)):
            seen.outside.add(name)
            return
        both = (
            "+" in mode and "w" not in mode if isinstance(mode, str) else flags & os.O_RDWR and not flags & os.O_TRUNC
        )
        if both:
            seen.outside.add(f"{name}, read and written")
        elif writes:
            seen.written.add(name)
        elif name not in seen.written:
            seen.files.setdefault(name, hashed(name))


WATCH = _Watch()


def _text_of(name: str) -> str:
    """The source file that byte code was made of; else the file itself."""
    if not name.endswith(".pyc"):
        return name
    try:
        source = importlib.util.source_from_cache(name)
    except ValueError:
        return name
    return source if os.path.isfile(source) else name


@cache
def _house(path: str) -> bool:
    places = [os.path.dirname(getattr(sys.modules.get(name), "__file__", None) or "?") for name in HOUSE]
    return os.path.abspath(path).startswith(tuple(os.path.join(place, "") for place in places))


def _asker(frame: FrameType | None) -> tuple[bool, str]:
    """Whether a user's code asked, and the function of a library that it called for that.

    It asked if it is the innermost that is not a library's; `theory` and `numerics` ask for it, `bninit` for itself.
    A thread that only libraries run in is the user's. A module that is being loaded is asked for by "import".
    """
    by = ""
    while frame is not None:
        file = frame.f_code.co_filename
        if file.startswith(("<frozen importlib", "<frozen zipimport")):
            return False, "import"
        own = str(frame.f_globals.get("__name__", "")).split(".")[0]
        if own in HOUSE or not library(file):  # installed from a wheel ours lie among the libraries
            return own != "bninit", by
        by = frame.f_code.co_name
        frame = frame.f_back
    return True, by


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
