"""What becomes of a batch, in one word, and how many networks drawn alike say the same.

A batch is in one of these states, asked in this order; all thresholds are of directions, or relative to what chance
does at this number of points and this width:

vanished         every number is 0
thrown out       the longest point is twice as long as the mean of the others and as chance makes it, and lies at a
                 large angle to them: mean squared cosine at most 1/2, as at 45 degrees
one direction    mean squared cosine of two points at least 2/3, as at 35 degrees, or at 145
orthogonal       effective rank at least 0.9 of the largest that there can be
spread           none of these

A batch collapses where it comes to one direction, or comes half as near again where it was in one; it orthogonalises
where it comes to be orthogonal; where it was so before, it stays.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from numerics.studies.diagnosis.measure import Measured

THROWN, LARGE_ANGLE, ONE_LINE, ORTHOGONAL = 2.0, 1 / 2, 2 / 3, 0.9

DECIDED = 3 / 4
"""Share of networks drawn alike that have to say the same."""


class Size(NamedTuple):
    """Of a batch at a place: points, features of each, the largest rank that there can be."""

    points: int
    features: int
    reach: int


def state(seen: Measured, size: Size) -> str:
    """Of one depth: vanished, thrown out, one direction, orthogonal or spread.

    >>> from numerics.studies.diagnosis.measure import measured
    >>> import numpy as np
    >>> [state(measured(G), Size(8, 99, 8)) for G in (np.eye(8), np.ones((8, 8)), np.eye(8) + 1, np.zeros((8, 8)))]
    ['orthogonal', 'one direction', 'spread', 'vanished']
    """
    if np.isnan(seen.effective_rank):
        return "vanished"
    by_chance = 1 + math.sqrt(math.log(size.points) / size.features)
    if seen.norm_ratio >= THROWN * by_chance and seen.outlier_alignment <= LARGE_ANGLE:
        return "thrown out"
    if seen.alignment >= ONE_LINE + (1 - ONE_LINE) / max(size.reach, 1):  # in one dimension all lie on one line
        return "one direction"
    return "orthogonal" if seen.effective_rank >= ORTHOGONAL * size.reach else "spread"


def verdict(late: Measured, start: Measured, size: Size) -> str:
    """A key of `quantities.VERDICTS`."""
    now, before = state(late, size), state(start, Size(size.points, size.features, size.points))
    if now == "vanished":
        return "vanishes"
    if now == "one direction":
        again = before == "one direction" and 1 - late.alignment > (1 - start.alignment) / 2
        return "stays" if again else "collapses"
    if now == "orthogonal":
        return "stays" if before == "orthogonal" else "orthogonalises"
    return "throws out" if now == "thrown out" else "stays"


def votes(verdicts: Iterable[str]) -> dict[str, int]:
    """How many say what, the most frequent first.

    >>> votes(["stays", "collapses", "stays"])
    {'stays': 2, 'collapses': 1}
    """
    found: dict[str, int] = {}
    for word in verdicts:
        found[word] = found.get(word, 0) + 1
    return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))


def decided(counts: dict[str, int]) -> bool:
    """Whether enough of them say the same."""
    return max(counts.values()) >= DECIDED * sum(counts.values())
