"""The content of a claim and its hash: what must not change if earlier evidence is to go on speaking for it.

Canonical JSON of the statement, its hypotheses, predicted expressions, twins and points, of every parameter of its
checks, of the bytes of the source files that its checks are made of (all of ours that they import, directly or not),
and of the versions of the libraries. Not what only describes it: TeX, source, status, `uses`, expected verdict.
"""

from __future__ import annotations

import ast
import hashlib
import sys
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from sympy import Basic, MatrixBase, Rational, Symbol

from bninit.ledger.schema import canonical
from bninit.results import versions
from bninit.run import verdict
from bninit.run.load import USER
from theory.claim import Check, Claim
from theory.expressions import points_of

HOUSE = ("theory", "numerics")
ALWAYS = ("theory.judge", "theory.twins", "numerics.sampled")
"""The judges, whatever a claim's own checks import."""


def content(claim: Claim, sources: Sources) -> dict[str, Any]:
    """What the hash of a claim is taken of.

    >>> from theory import claims
    >>> content(claims()["nachum24.outlier.norm-ratio"], Sources())["predicts"]
    ['Pow', ['Add', ['Integer', '-1'], ['Symbol', 'n']], ['Integer', '2']]
    """
    return {
        "id": claim.id,
        "says": claim.says,
        "hypotheses": list(claim.hypotheses),
        "predicts": form(claim.predicts),
        "over": [form(point) for point in points_of(claim.over)],
        "twins": [form(twin.predicts) for twin in claim.twins],
        "checks": [[check.kind, check.scope, form(check.run), form(check.options)] for check in claim.checks],
        "sources": sources.sha(claim),
        "versions": sources.versions,
    }


def digest(data: Any) -> str:
    """SHA-256 of canonical JSON."""
    return hashlib.sha256(canonical(data).encode()).hexdigest()


def form(value: Any) -> Any:
    """Canonical plain data for what claims are made of; functions by name, for their source is hashed apart.

    SymPy trees are written out by class, the arguments of commutative ones in an order of our own (SymPy's may change
    between versions); numbers as exact text; floats in hexadecimal.

    >>> from theory.notation import k, n
    >>> form(k + n) == form(n + k), form(Rational(2, 3)), form(0.5), form({"n": 2})
    (True, ['Rational', '2/3'], '0x1.0000000000000p-1', {'n': '2'})
    """
    if isinstance(value, Claim):
        return ["Claim", value.id]
    match value:
        case None | bool() | str():
            return value.value if isinstance(value, Enum) else value
        case float():
            return float(value).hex()
        case int() | Fraction():
            return str(value)
        case Mapping():
            return {str(key): form(item) for key, item in value.items()}
        case list() | tuple():
            return [form(item) for item in value]
        case set() | frozenset():
            return sorted((form(item) for item in value), key=canonical)
        case np.ndarray():
            return ["array", str(value.dtype), list(value.shape), [form(item) for item in value.ravel().tolist()]]
        case np.generic():
            return form(value.item())
        case MatrixBase():
            return ["Matrix", list(map(str, value.shape)), [form(item) for item in value]]
        case Basic():
            return _tree(value)
    if is_dataclass(value) and not isinstance(value, type):
        return [_name(type(value)), {f.name: form(getattr(value, f.name)) for f in fields(value)}]
    if isinstance(value, partial):
        return ["partial", form(value.func), form(value.args), form(value.keywords)]
    return _name(value if callable(value) else type(value))


def _tree(e: Basic) -> list[Any]:
    kind = type(e).__name__
    if isinstance(e, Rational):
        return [kind if kind == "Rational" else "Integer", f"{e.p}/{e.q}" if e.q != 1 else str(e.p)]
    if isinstance(e, Symbol):
        return ["Symbol", e.name]
    if not e.args:
        return [kind, str(e)]
    arguments = [_tree(a) if isinstance(a, Basic) else form(a) for a in e.args]
    if getattr(e, "is_commutative", False) and kind in ("Add", "Mul", "Min", "Max", "And", "Or"):
        arguments.sort(key=canonical)
    return [kind, *arguments]


def _name(value: Any) -> str:
    named = value if hasattr(value, "__qualname__") else type(value)
    return f"{named.__module__}.{named.__qualname__}"


class Sources:
    """The source files that decide on claims, each read once; made anew for each command."""

    def __init__(self) -> None:
        self.versions = versions()
        named = list(sys.modules.items())
        self.user = {name: module for name, module in named if name.startswith(USER)}
        self.folders = {Path(module.__file__).resolve().parent for module in self.user.values() if module.__file__}
        self.stated: dict[int, list[str]] = {}
        for name, module in named:
            if name.split(".")[0] in HOUSE or name in self.user:
                for item in list(vars(module).values()):
                    if isinstance(item, Claim):
                        self.stated.setdefault(id(item), []).append(name)
        self.imports: dict[Path, frozenset[Path]] = {}
        self.read: dict[Path, list[str]] = {}
        self.shas: dict[frozenset[str], str] = {}

    def sha(self, claim: Claim) -> str:
        """SHA-256 over the files of ours that a claim's modules and checks import, directly or not."""
        roots = frozenset({*ALWAYS, *self.stated.get(id(claim), ()), *chain(*map(_modules, claim.checks))})
        if roots not in self.shas:
            self.shas[roots] = digest(sorted(map(self._read, self._closure(roots) | {Path(verdict.__file__)})))
        return self.shas[roots]

    def _read(self, file: Path) -> list[str]:
        if file not in self.read:
            self.read[file] = [_shown(file), hashlib.sha256(file.read_bytes()).hexdigest()]
        return self.read[file]

    def _closure(self, roots: Iterable[str]) -> set[Path]:
        files = [(root, sys.modules[root].__file__) for root in roots if root in sys.modules]
        left = [Path(file).resolve() for root, file in files if file and self._ours(root, Path(file))]
        found: set[Path] = set()
        while left:
            file = left.pop()
            if file not in found:
                found.add(file)
                if file not in self.imports:
                    self.imports[file] = frozenset(
                        path for name in _imported(file) for path in self._found(*name, file)
                    )
                left += self.imports[file]
        return found

    def _ours(self, name: str, file: Path) -> bool:
        return name.split(".")[0] in HOUSE or file.resolve().parent in self.folders

    def _found(self, level: int, name: str, importer: Path) -> Iterable[Path]:
        """The file of a module: of the house, or beside or below a user's file."""
        package, *rest = name.split(".")
        if not level and package in HOUSE:
            base = Path(sys.modules[package].__file__ or "").parent.resolve()
        elif level or self.folders & {importer.parent, *importer.parents}:
            base = importer.parents[max(level - 1, 0)] / package
        else:
            return
        for candidate in (base.joinpath(*rest).with_suffix(".py"), base.joinpath(*rest, "__init__.py")):
            if candidate.is_file():
                yield candidate


def _modules(check: Check) -> Iterable[str]:
    """Modules of a check and of the functions among its options."""
    found: list[Any] = [check.run]
    if is_dataclass(check.options):
        found += [getattr(check.options, f.name) for f in fields(check.options)]
    for function in found:
        while isinstance(function, partial):
            function = function.func
        module = getattr(function, "__module__", None)
        if callable(function) and module:
            yield module


def _imported(file: Path) -> set[tuple[int, str]]:
    """What a file imports, anywhere in it: dots before the name, and the name of what may be a module."""
    names: set[tuple[int, str]] = set()
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            names |= {(0, alias.name) for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            inside = [f"{node.module}.{alias.name}" if node.module else alias.name for alias in node.names]
            names |= {(node.level, name) for name in (node.module, *inside) if name}
    return names


def _shown(file: Path) -> str:
    """A name that does not depend on where things are installed."""
    house = [place for place, part in enumerate(file.parts) if part in (*HOUSE, "bninit")]
    return "/".join(file.parts[house[-1] :]) if house else file.name
