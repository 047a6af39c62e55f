"""What the simulations of training have in common."""

from __future__ import annotations

from typing import Any

from numerics.networks import Layer
from numerics.statistics.betting import Bounded
from numerics.training.paired import SIZES

BN, RECENTRED, RESCALED = (Layer(components) for components in (("rc", "rs", "nl"), ("rc", "nl"), ("rs", "nl")))

OPTIONS: dict[str, Any] = {
    "at": SIZES, "notices": 0.1, "scale": 1.0, "support": Bounded(0.0, 1.0), "layer": BN, "block": 16,
    "needs": ("torch",),
}  # fmt: skip
