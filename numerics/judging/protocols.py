"""What the simulations of training declare alike: a layer, and the options of a check.

A share of seeds, or a mean effect, is tested at the number that the claim states (`sharp`).
"""

from __future__ import annotations

from typing import Any

from numerics.judging.declare import BOOLEAN, Cell
from numerics.networks import Layer
from numerics.statistics.betting import Bounded
from numerics.training.paired import SIZES

BN = Layer(("rc", "rs", "nl"))

OPTIONS: dict[str, Any] = {
    "at": SIZES, "notices": 0.1, "scale": 1.0, "support": BOOLEAN, "layer": BN, "block": 16, "needs": ("torch",),
    "sharp": True,
}  # fmt: skip
"""Samples are events, or shares."""


def many(predicted: Any, cell: Cell) -> int:
    """Seeds of a block where a mean effect is tested: small networks train together in the time of a few."""
    return 48 if "quick" in cell.get("levels", ()) else 16


EFFECT: dict[str, Any] = OPTIONS | {"support": Bounded(-1.0, 1.0), "block": many}
"""Samples are the differences of two shares, of either sign."""

REFUTED: dict[str, Any] = {"block": 4}
"""Of protocols that refute: a refutation waits for so many blocks (`drawing.SETTLED`), twice, that small ones do."""
