"""What to do about a verdict: one line where a claim of the suite says it, and nothing where none does."""

from __future__ import annotations

import math
from typing import NamedTuple

Components = tuple[str, ...]


class Advice(NamedTuple):
    """A line, how far it reaches, and the claim that says so."""

    says: str
    reach: str
    claim: str


HALF_RIGHT = math.floor(3 * math.pi / math.radians(45))
"""Layers after which ReLU alone leaves 45 degrees between points: angles go like 3 pi/depth."""

BY_VERDICT: dict[tuple[Components, str], tuple[Advice, ...]] = {
    (("nl",), "collapses"): (
        Advice("Recentre and rescale before each ReLU: points alike keep one angle to each other at every depth",
               "infinite width", "nachum24.dynamics.full-bn-factor"),
        Advice(f"Or take fewer layers: angles go like 3 pi/depth, 45 degrees at about {HALF_RIGHT}",
               "infinite width, late layers", "nachum24.dynamics.relu-alone"),
    ),
    (("rs", "nl"), "collapses"): (
        Advice("Recentre, too: points alike keep one angle to each other at every depth",
               "infinite width", "nachum24.dynamics.full-bn-factor"),
    ),
    ((), "collapses"): (
        Advice("Rescale over the batch: the orthogonality gap of late layers is then of order 1/sqrt(width)",
               "width above the critical one", "daneshmand21.width.stationary-gap"),
    ),
    (("rc", "nl"), "throws out"): (
        Advice("Rescale after recentring (none of 20 points escaped), or take few points (none of 5 did)",
               "measured: width 128 and 400, depth 50", "nachum24.figures.escape"),
    ),
}  # fmt: skip

OF_GROWTH: dict[Components, Advice] = {
    ("rc", "rs"): Advice("A larger batch lets gradients grow less: by (n - 2)/(n - 3) a layer",
                         "infinite width, from n = 4", "yang19.growth.linear"),
    ("rc", "rs", "nl"): Advice("Take fewer layers: with BN and ReLU no batch size keeps the growth below pi/(pi - 1) a "
                               "layer", "infinite width, from n = 4", "yang19.growth.explodes"),
}  # fmt: skip


def advice(components: Components, verdict: str, growth: float) -> tuple[Advice, ...]:
    """For layers of these components without a skip connection, after a verdict and growth of gradients that matters.

    >>> [line.claim for line in advice(("nl",), "collapses", 1.0)]
    ['nachum24.dynamics.full-bn-factor', 'nachum24.dynamics.relu-alone']
    >>> advice(("rs",), "orthogonalises", 1.0)
    ()
    """
    found = BY_VERDICT.get((components, verdict), ())
    return (*found, OF_GROWTH[components]) if growth > 1.02 and components in OF_GROWTH else found
