"""The index of statements: equal to the claims, made once, never stale."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from bninit.run import index
from theory import Claim, claims


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(index, "FOLDER", tmp_path / "cache")
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return tmp_path / "cache"


def never() -> Mapping[str, Claim]:
    raise AssertionError("the index was there")


def test_statements_are_those_of_the_claims(folder: Path) -> None:
    """Read back, every field of every statement is the claim's, in the claims' order."""
    made, read = index.statements(claims), index.statements(never)
    assert list(read) == list(made) == list(claims())
    for name, claim in claims().items():
        fields = index.Statement.__dataclass_fields__
        assert all(getattr(read[name], field) == getattr(claim, field) for field in fields)


def test_index_of_other_sources_is_not_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another digest, another index; few old ones are left."""
    for number in range(9):
        monkeypatch.setattr(index, "digest", lambda number=number: str(number))
        index.statements(claims)
    assert len(list(folder.iterdir())) == index.KEPT + 1
    assert list(index.statements(never)) == list(claims())
    monkeypatch.setattr(index, "digest", lambda: "9")
    with pytest.raises(AssertionError, match="was there"):
        index.statements(never)


def test_digest_sees_every_source(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A changed byte in any module of `theory`, or a file more, is another digest."""
    (tmp_path / "theory" / "papers").mkdir(parents=True)
    (tmp_path / "bninit" / "run").mkdir(parents=True)
    for name in ("theory/__init__.py", "theory/papers/one.py", "bninit/run/index.py"):
        (tmp_path / name).write_text("a = 1\n")
    monkeypatch.setattr(index.theory, "__file__", str(tmp_path / "theory/__init__.py"))
    monkeypatch.setattr(index, "__file__", str(tmp_path / "bninit/run/index.py"))
    found = [index.digest()]
    (tmp_path / "theory/papers/one.py").write_text("a = 2\n")
    found.append(index.digest())
    (tmp_path / "theory/papers/two.py").write_text("")
    found.append(index.digest())
    assert len(set(found)) == 3


def test_damaged_index_is_made_anew(folder: Path) -> None:
    """Half an index is none."""
    index.statements(claims)
    (path,) = folder.iterdir()
    path.write_text(path.read_text()[:1000])
    assert list(index.statements(claims)) == list(claims())


def test_nothing_is_written_unasked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """PYTHONDONTWRITEBYTECODE holds for the index, too."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    index.statements(claims)
    assert not folder.exists()
