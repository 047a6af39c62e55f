"""The source files that a claim depends on: all of ours that its modules and checks import, directly or not, and of a
user's own all that his claims file imports or has caused to be loaded, wherever it was found."""

from __future__ import annotations

import ast
import importlib.util
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache, partial
from importlib.machinery import PathFinder
from importlib.metadata import PackageNotFoundError, version
from itertools import chain
from pathlib import Path
from typing import Any

from bninit.ledger.depends.unwatched import unseen
from bninit.ledger.depends.watch import IMPORTED, Seen, hashed, library
from bninit.plain import PACKAGES, versions
from numerics.judging import checks_of
from numerics.processes.bindings import HOUSE
from theory.claim import Check, Claim

ALWAYS = ("theory.claim.judge", "theory.claim.twins", "numerics.judging", "bninit.run.judging.verdict")
"""The judges, whatever a claim's own checks import."""

FOLLOWED = ("theory", "numerics", "bninit.run", "bninit.results")
"""Of ours; the rest of `bninit` tells, and decides nothing."""


class Sources:
    """The source files that decide on claims, each read once; made anew for each command."""

    def __init__(self, claims_file: str | None = None) -> None:
        self.versions = versions()
        self.imported = IMPORTED.get(claims_file or "", Seen())
        self.imports: dict[Path, frozenset[Path]] = {}
        self.hashes: dict[Path, tuple[str, str]] = {}
        self.found: dict[tuple[str, ...], tuple[Path, ...]] = {}
        self.libraries: dict[Path, set[str]] = {}
        self.known: dict[frozenset[str], list[list[str]]] = {}
        self.resolved = cache(lambda origin: Path(origin).resolve())

    def of(self, claim: Claim) -> list[list[str]]:
        """Name and SHA-256 of each file, in order; after them name and version of further libraries."""
        roots = frozenset({*ALWAYS, claim.module, *chain(*map(_modules, checks_of(claim)))})
        if roots not in self.known:
            files = self._closure(roots)
            found = {self._hash(file) for file in files}
            found |= {(name, _version(name)) for file in files for name in self.libraries.get(file, ())}
            self.known[roots] = [list(item) for item in sorted(found)]
        return self.known[roots]

    def unseen(self, claim: Claim) -> list[str]:
        """What of a user's claim cannot be watched, by the text of its files and by what they did when imported."""
        if claim.module.split(".")[0] in HOUSE:
            return []
        self.of(claim)
        files = {file for file in self.imports if not library(str(file)) and not self._ours(file)}
        return sorted({*self.imported.outside, *chain(*map(self.unseen_in, files))})

    def texts(self, claim: Claim) -> list[str]:
        """Of the user's files that a claim is made of."""
        self.of(claim)
        files = [
            file for file in self.imports if not library(str(file)) and not self._ours(file) and file.suffix == ".py"
        ]
        return [file.read_text(encoding="utf-8", errors="replace") for file in files if file.is_file()]

    def unseen_in(self, file: Path) -> list[str]:
        if file.suffix != ".py" or not file.is_file():
            return [f"{file.name}, which is no Python text"]
        heads = {name.partition(".")[0] for level, name in _names(file) if not level}
        return unseen(file.read_bytes(), frozenset(filter(self._own_text, heads)))

    def _own_text(self, head: str) -> bool:
        """Whether a name is that of a user's module, or package without a file of its own."""
        if head in HOUSE or head in sys.stdlib_module_names:
            return False
        files = self._files([head], None)
        loaded = getattr(sys.modules.get(head), "__path__", None)
        return (
            all(file.suffix == ".py" for file in files)
            if files
            else loaded is not None and not any(map(library, loaded))
        )

    def _ours(self, file: Path) -> bool:
        return any(home in file.parents for home in _homes())

    def _hash(self, file: Path) -> tuple[str, str]:
        if file not in self.hashes:
            self.hashes[file] = (_shown(file), hashed(str(file)))
        return self.hashes[file]

    def _closure(self, roots: Iterable[str]) -> set[Path]:
        left: list[Path] = []
        for root in roots:
            left += self._files(root.split("."), None) if root.split(".")[0] in HOUSE else self._own(root)
        found: set[Path] = set()
        while left:
            file = left.pop()
            if file not in found:
                found.add(file)
                if file not in self.imports:
                    self.imports[file] = frozenset(self._imported(file))
                left += self.imports[file]
        return found

    def _own(self, root: str) -> Iterator[Path]:
        """A user's module; with it, whatever the claims files of this command caused to be loaded."""
        file = getattr(sys.modules.get(root), "__file__", None)
        if file:
            yield Path(file).resolve()
        if not file or not library(file):
            yield from (Path(module).resolve() for module in self.imported.modules)

    def _imported(self, file: Path) -> Iterator[Path]:
        if file.suffix != ".py":
            return
        house = any(home in file.parents for home in _homes())
        for level, name in _names(file):
            package, *_ = name.split(".")
            if level:
                base = file.parents[level - 1]
                yield from _below(base, name.split(".") if name else [])
            elif package in HOUSE:
                if not house or name.startswith(FOLLOWED):
                    yield from self._files(name.split("."), file)
            elif not house:
                yield from self._files(name.split("."), file)

    def _files(self, parts: list[str], importer: Path | None) -> tuple[Path, ...]:
        """The files of a module and of the packages around it; none of a library, which is known by its version."""
        key = tuple(parts)
        if key in self.found:
            return self.found[key]
        found: list[Path] = []
        path: Any = None
        for place in range(1, len(parts) + 1):
            name = ".".join(parts[:place])
            loaded = sys.modules.get(name)
            try:
                spec = getattr(loaded, "__spec__", None) or (
                    importlib.util.find_spec(name) if place == 1 else PathFinder.find_spec(name, path)
                )
            except (ImportError, ValueError, AttributeError):
                spec = None
            if spec is None:
                break
            origin = spec.origin
            if origin and origin not in ("built-in", "frozen", "namespace"):
                if library(origin) and parts[0] not in HOUSE:
                    if importer is not None and not _standard(parts[0]):
                        self.libraries.setdefault(importer, set()).add(parts[0])
                    break
                found.append(self.resolved(origin))
            path = spec.submodule_search_locations
            if path is None:
                break
        self.found[key] = tuple(found)
        return self.found[key]


@cache
def _homes() -> tuple[Path, ...]:
    return tuple(Path(sys.modules[name].__file__ or "").resolve().parent for name in HOUSE if name in sys.modules)


def _below(base: Path, parts: list[str]) -> Iterator[Path]:
    """What a relative import may name: a module beside or below, and the packages on the way."""
    for place in range(len(parts) + 1):
        folder = base.joinpath(*parts[:place])
        for candidate in (folder / "__init__.py",) if folder.is_dir() else (folder.with_suffix(".py"),):
            if candidate.is_file():
                yield candidate


def _standard(name: str) -> bool:
    return name in sys.stdlib_module_names or name in ("numpy", "scipy", "sympy", "mpmath", "flint")


def _version(name: str) -> str:
    if name in PACKAGES:
        return ""
    try:
        return version(name)
    except (PackageNotFoundError, ValueError):
        return str(getattr(sys.modules.get(name), "__version__", ""))


def _modules(check: Check) -> Iterable[str]:
    """Modules of a check and of the functions among its options."""
    found: list[Any] = [check.run, check.definition]
    if is_dataclass(check.options):
        found += [getattr(check.options, f.name) for f in fields(check.options)]
    for function in found:
        while isinstance(function, partial):
            function = function.func
        module = getattr(function, "__module__", None)
        if callable(function) and module:
            yield module


LINE = re.compile(rb"^[ \t]*((?:import|from)\b[^\n(\\]*(?:\([^)]*\)|(?:\\\n[^\n\\]*)+)?)", re.MULTILINE)
"""What stands where an import may stand: a statement, with its brackets or the lines that it goes on in; or words."""

INSIDE = re.compile(rb"[;:][ \t]*(?:import|from)\b")
"""An import after something else in its line: then the whole file is parsed."""


def _names(file: Path) -> set[tuple[int, str]]:
    """What a file imports, anywhere in it: dots before the name, and the name of what may be a module."""
    names: set[tuple[int, str]] = set()
    try:
        text = file.read_bytes()
    except OSError:
        return names
    for part in [text] if INSIDE.search(text) else LINE.findall(text):
        try:
            nodes = ast.walk(ast.parse(part))
        except (SyntaxError, ValueError):
            continue
        for node in nodes:
            if isinstance(node, ast.Import):
                names |= {(0, alias.name) for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                inside = [f"{node.module}.{alias.name}" if node.module else alias.name for alias in node.names]
                names |= {(node.level, name) for name in (node.module or "", *inside)}
    return {(level, name) for level, name in names if level or name}


def _shown(file: Path) -> str:
    """A name that does not depend on where things are installed."""
    for home in _homes():
        if file.is_relative_to(home):
            return f"{home.name}/{file.relative_to(home)}"
    return file.name
