"""Which files are looked through for doctests."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Not those without any: each would be imported in every process, and most claims with them. Nor test files: pytest
    would import each twice, skip one that cannot be imported the first time, and find an empty module in its place the
    second time: its tests would be lost without a word."""
    found = yield
    if not file_path.name.startswith("test_") and b">>>" in file_path.read_bytes():
        return found
    return [one for one in found if not isinstance(one, DoctestModule)]
