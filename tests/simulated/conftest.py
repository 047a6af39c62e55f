"""Fresh entropy for every test."""

from __future__ import annotations

import pytest

from numerics.streams import fresh_seed


@pytest.fixture
def seed() -> int:
    """A fresh root seed; a failure prints it."""
    return fresh_seed()
