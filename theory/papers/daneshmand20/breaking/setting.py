"""A layer of positive weights, in exact numbers."""

from __future__ import annotations

from theory.claim import Locator
from theory.papers.daneshmand20 import DANESHMAND20

BREAKING = Locator(DANESHMAND20, 'section 4, "Breaking batch normalization"')


def positive_layer(size: int, depth: int) -> list[list[int]]:
    """Explicit weights from 1..7."""
    return [[1 + ((i + 2) ** (depth + 1) + 3 * j * (depth + 1) + i * j) % 7 for j in range(size)] for i in range(size)]
