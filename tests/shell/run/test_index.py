"""The index of statements: equal to the claims, made once, never stale."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from itertools import islice
from pathlib import Path

import pytest

from bninit.run import index
from theory import Claim, claims


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(index, "FOLDER", tmp_path / "cache")
    return tmp_path / "cache"


def few() -> Mapping[str, Claim]:
    return dict(islice(claims().items(), 9))


def never() -> Mapping[str, Claim]:
    raise AssertionError("the index was there")


def test_statements_are_those_of_the_claims(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Read back, every field of every statement is the claim's, in the claims' order. Another digest, another index;
    few old ones are left."""
    made, read = index.statements(claims), index.statements(never)
    assert list(read) == list(made) == list(claims())
    fields = index.Statement.__dataclass_fields__
    for name, claim in claims().items():
        assert all(getattr(read[name], field) == getattr(claim, field) for field in fields)
    for number in range(index.KEPT + 3):
        monkeypatch.setattr(index, "digest", lambda number=number: str(number))
        with pytest.raises(AssertionError, match="was there"):
            index.statements(never)
        index.statements(few)
    assert len(list(folder.iterdir())) == index.KEPT + 1


def test_digest_sees_every_source(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A changed byte in any module of the three packages or in a note, or a file more, is another digest."""
    sources = (
        "theory/__init__.py",
        "theory/papers/one.py",
        "numerics/__init__.py",
        "bninit/run/index.py",
        "notes/a.md",
    )
    for name in sources:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("a = 1\n")
    monkeypatch.setattr(index.theory, "__file__", str(tmp_path / sources[0]))
    monkeypatch.setattr(index.numerics, "__file__", str(tmp_path / sources[2]))
    monkeypatch.setattr(index, "__file__", str(tmp_path / sources[3]))
    monkeypatch.setattr(index, "folder", lambda: tmp_path / "notes")
    found = [index.digest()]
    for name in (*sources, "theory/papers/two.py"):
        (tmp_path / name).write_text("a = 2\n")
        found.append(index.digest())
    assert len(set(found)) == len(found)


def test_no_index(folder: Path) -> None:
    """Half an index is none, and is made anew; where the folder cannot be written the claims are built each time."""
    index.statements(few)
    (path,) = folder.rglob("claims.json")
    path.write_text(path.read_text()[:1000])
    assert list(index.statements(few)) == list(few())
    shutil.rmtree(folder)
    folder.write_text("a file in the folder's place")
    assert list(index.statements(few)) == list(index.statements(few)) == list(few())


def test_a_card_is_made_once_and_shown_without_sympy(folder: Path, tmp_path: Path) -> None:
    """The second `show` and `list` import neither SymPy nor NumPy, and print what the first printed."""
    script = (
        "import sys; from bninit.cli import main; main([*sys.argv[1:]], standalone_mode=False); "
        "assert not {'sympy', 'numpy', 'flint'} & sys.modules.keys()"
    )
    cached = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), "BNINIT_LEDGER": str(tmp_path / "none.sqlite")}

    def run(*command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-c", script, *command], env=cached, capture_output=True, text=True)

    for command in (["list", "components"], ["show", "components.algebra.rc-idempotent"]):
        first, second = run(*command), run(*command)
        assert first.stdout == second.stdout != ""
        assert second.returncode == 0, second.stderr
