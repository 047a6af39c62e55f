"""The claims' statements without building the claims: an index kept beside the byte code, so that `list` starts fast.

The index is named by a digest of every source file that can change it, so it cannot be stale: as soon as a file
differs, so does the name, and the claims are built and written down anew. Like byte code it is not written where
Python is told not to, and where its folder cannot be written the claims are built each time.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path

import theory
from bninit.files import write
from bninit.input.refusal import BadInput
from theory.claim import Claim, Status, Verdict

FOLDER = Path(importlib.util.cache_from_source(theory.__file__)).parent
KEPT = 3
"""Indices left beside the newest: checkouts that share a folder take turns."""


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
    """Of all sources of `theory` by name and content, and of the versions of what they import."""
    root = Path(theory.__file__).parent
    found = hashlib.sha256(repr((sys.version, version("sympy"), version("python-flint"))).encode())
    for path in (*sorted(root.rglob("*.py")), Path(__file__)):
        content = path.read_bytes()
        found.update(f"{path.relative_to(root.parent)} {len(content)}\n".encode() + content)
    return found.hexdigest()


def statements(build: Callable[[], Mapping[str, Claim]]) -> dict[str, Statement]:
    """All claims of the suite by id: from the index, or from `build()` where there is none for these sources."""
    path = FOLDER / f"claims.{digest()}.json"
    with suppress(OSError, ValueError, TypeError, KeyError):  # absent, or not whole: it is made anew
        read = json.loads(path.read_text(encoding="utf-8"))
        return {item["id"]: Statement(**{**item, "expected": Verdict(item["expected"])}) for item in read}
    fields = Statement.__dataclass_fields__
    made = {i: Statement(**{name: getattr(claim, name) for name in fields}) for i, claim in build().items()}
    if not sys.dont_write_bytecode:
        _keep(path, json.dumps([asdict(item) for item in made.values()]).encode())
    return made


def _keep(path: Path, content: bytes) -> None:
    with suppress(BadInput, OSError):
        path.parent.mkdir(exist_ok=True)
        write(str(path), lambda file: file.write(content))
        others = sorted(path.parent.glob("claims.*.json"), key=lambda other: other.stat().st_mtime)
        for old in others[: -1 - KEPT]:
            old.unlink()
