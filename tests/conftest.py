"""Tests record nothing in the home of whoever runs them, and draw from fresh entropy."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from numerics.streams import fresh_seed

SHARED = {"done", "cluster", "document", "good", "judged", "made"}
"""Fixtures of modules that take a while: tests that share one run in one process of pytest-xdist's."""

COMMANDS = Path(__file__).parent / "shell"
"""Whole commands, which are slow, but for two folders."""

SOON = ("api", "input")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(COMMANDS) and item.path.parent.name not in SOON:
            item.add_marker(pytest.mark.slow)
        if isinstance(item, pytest.Function) and (names := SHARED.intersection(item.fixturenames)):
            made_of = item.callspec.indices if hasattr(item, "callspec") else {}
            which = [f"{name}-{made_of.get(name, '')}" for name in sorted(names)]
            item.add_marker(pytest.mark.xdist_group(f"{item.path.stem}-{'-'.join(which)}"))


@pytest.fixture(autouse=True, scope="session")
def _no_ledger_at_home() -> Iterator[None]:
    """Also for fixtures that serve a whole module."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["BNINIT_LEDGER"] = os.path.join(folder, "ledger.sqlite")
        yield


@pytest.fixture
def seed() -> int:
    """A fresh root seed; a failure prints it."""
    found = fresh_seed()
    print(f"seed {found}")
    return found


@pytest.fixture
def rng(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)
