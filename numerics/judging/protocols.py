"""What the simulations of paired training declare alike: a layer, and the options of a check, with margins of 1/20."""

from __future__ import annotations

from typing import Any

from numerics.judging.declare import BOOLEAN
from numerics.networks import Layer
from numerics.training.paired import SIZES

BN = Layer(("rc", "rs", "nl"))

OPTIONS: dict[str, Any] = {
    "at": SIZES, "notices": 0.1, "scale": 1.0, "support": BOOLEAN, "layer": BN, "block": 16, "needs": ("torch",),
}  # fmt: skip
"""Samples are shares: accuracies, positive parts of their differences, frequencies."""

REFUTED: dict[str, Any] = {"block": 4}
"""Of protocols that refute: a refutation waits for so many blocks (`drawing.SETTLED`), twice, that small ones do."""
