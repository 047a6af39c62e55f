"""Infinite-width dynamics."""

from __future__ import annotations

from typing import Any

from theory.claim import Locator
from theory.papers.nachum24 import NACHUM24

ABSTRACT = Locator(NACHUM24, "abstract: 'an odd data point that breaks far away from the cluster'")
FIGURE_3 = Locator(NACHUM24, "Figure 3, 'the escaped point'")
HISTOGRAM = Locator(NACHUM24, "second-hand summary, 'mostly inactive neurons'")
INFINITE = ("infinite width, He gain", "RC then ReLU in each layer")
NEW: dict[str, Any] = {"source": ABSTRACT, "status": "new", "hypotheses": INFINITE}
DIGITS = 40
