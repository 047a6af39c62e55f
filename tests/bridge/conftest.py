"""Fresh entropy for every test of this folder."""

from __future__ import annotations

import numpy as np
import pytest

from numerics.streams import fresh_seed


@pytest.fixture
def seed() -> int:
    """A fresh root seed; a failure prints it."""
    found = fresh_seed()
    print(f"seed {found}")
    return found


@pytest.fixture
def rng(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)
