"""Learning rates up to 1."""

from __future__ import annotations

from theory.claim import Locator
from theory.papers.morwani20 import MORWANI20

UP_TO_1 = Locator(MORWANI20, "Section 1, 'gradient descent converges for any lr upto 1'")
