"""What the simulations of training have in common."""

from __future__ import annotations

from typing import Any

from numerics.networks import Layer
from numerics.statistics.betting import Bounded
from numerics.training.paired import SIZES

BN = Layer(("rc", "rs", "nl"))
SHARE = Bounded(0.0, 1.0)
"""Of accuracies, positive parts of their differences, and frequencies."""

OPTIONS: dict[str, Any] = {
    "at": SIZES, "notices": 0.1, "scale": 1.0, "support": SHARE, "layer": BN, "block": 16, "needs": ("torch",),
}  # fmt: skip
"""Of the checks of a protocol: margins of 1/20."""
