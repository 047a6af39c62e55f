"""Nachum, Bondaschi, Gastpar, Khina: "Batch Normalization Decomposed" (arXiv 2412.02843).

Held of it: the abstract, a truncated Lemma 2, the list of numbered items, figure captions and a second-hand
summary. So most statements are `reconstructed`, `corrected` or `new`; only held words are laid at its door.
"""

from __future__ import annotations

from typing import Any

from theory.claim import Paper, Verdict

NACHUM24 = Paper(
    "nachum24",
    "Batch Normalization Decomposed",
    "Ido Nachum, Marco Bondaschi, Michael Gastpar, Anatoly Khina",
    2024,
    "arXiv:2412.02843",
)
READING: dict[str, Any] = {"status": "reading", "expected": Verdict.REFUTED}
