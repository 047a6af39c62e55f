"""What is told of the suite's claims, kept in the user's cache folder, so that `list` and `show` start fast.

It lies under a digest of every source file that can change it, so it cannot be stale: as soon as a file differs, so
does the digest, and what is wanted is made and written down anew. Where the folder cannot be written it is made each
time.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING, Any, TypeVar

from platformdirs import user_cache_path

import numerics
import theory
from bninit.files import write
from bninit.input.refusal import BadInput
from bninit.notes import folder
from theory.words import Status, Verdict

if TYPE_CHECKING:
    from theory.claim import Claim

FOLDER = user_cache_path("bninit", appauthor=False) / "claims"
T = TypeVar("T")

KEPT = 3
"""Digests left beside the newest: checkouts that share a folder take turns."""


@dataclass(frozen=True)
class Statement:
    """What `list` tells of a claim; the fields are the claim's."""

    id: str
    paper: str
    group: str
    name: str
    status: Status
    expected: Verdict
    says: str
    tex: str


def digest() -> str:
    """Of all sources of the three packages and the notes by name and content, and of the versions they run with."""
    found = hashlib.sha256(repr((sys.version, version("sympy"), version("python-flint"))).encode())
    for package in (theory.__file__, numerics.__file__, str(Path(__file__).parent)):
        _add(found, Path(package or "").parent, ".py")
    _add(found, folder(), ".md", ".v", ".json")
    return found.hexdigest()[:32]


def _add(found: Any, root: Path, *endings: str) -> None:
    for name in _files(str(root), endings):
        with open(name, "rb", buffering=0) as file:
            content = file.read()
        found.update(f"{name.removeprefix(str(root.parent))} {len(content)}\n".encode())
        found.update(content)


def _files(root: str, endings: tuple[str, ...]) -> Iterator[str]:
    for folder_, inner, names in os.walk(root):
        inner.sort()
        yield from (f"{folder_}{os.sep}{name}" for name in sorted(names) if name.endswith(endings))


def statements(build: Callable[[], Mapping[str, Claim]]) -> dict[str, Statement]:
    """All claims of the suite by id: from the index, or from `build()` where there is none for these sources."""
    fields = Statement.__dataclass_fields__

    def plain() -> list[dict[str, Any]]:
        return [asdict(Statement(**{name: getattr(claim, name) for name in fields})) for claim in build().values()]

    def read(items: Any) -> dict[str, Statement]:
        return {item["id"]: Statement(**{**item, "expected": Verdict(item["expected"])}) for item in items}

    return kept("claims", plain, read)


def kept(name: str, build: Callable[[], Any], read: Callable[[Any], T]) -> T:
    """`read` of what JSON makes of `build()`, which is done where nothing is kept under this name for these sources."""
    path = FOLDER / digest() / f"{name}.json"
    with suppress(OSError, ValueError, TypeError, KeyError):  # absent, or not whole: it is made anew
        return read(json.loads(path.read_text(encoding="utf-8")))
    content = json.dumps(build())
    with suppress(BadInput, OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write(str(path), lambda file: file.write(content.encode()))
        for old in sorted(FOLDER.iterdir(), key=lambda other: other.stat().st_mtime)[: -1 - KEPT]:
            rmtree(old, ignore_errors=True)
    return read(json.loads(content))
