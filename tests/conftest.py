"""Tests record nothing in the home of whoever runs them."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="session")
def _no_ledger_at_home() -> Iterator[None]:
    """Also for fixtures that serve a whole module."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["BNINIT_LEDGER"] = os.path.join(folder, "ledger.sqlite")
        yield
