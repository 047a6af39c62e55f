"""Morwani: notes on understanding batch normalization (2020), held as a whole."""

from __future__ import annotations

from typing import Any

from theory.claim import Paper, Verdict

MORWANI20 = Paper("morwani20", "Understanding Batch Normalization", "Depen Morwani", 2020, "notes, July 2020")
READING: dict[str, Any] = {"status": "reading", "expected": Verdict.REFUTED}
