"""The points of a claim, of which those that are not stated are the first instances of its domains."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from theory.words import Point


class Points(Sequence[Point]):
    """Listed, and looked at, when they are first wanted: of the suite's claims most are only told of.

    Parameters
    ----------
    stated : by the claim; where it states none, they are made from its domains.
    look : gives them all, or refuses them.

    >>> points = Points((), lambda: ({"n": 2}, {"n": 3}))
    >>> len(points), points[1]
    (2, {'n': 3})
    """

    def __init__(self, stated: tuple[Point, ...], look: Callable[[], tuple[Point, ...]]) -> None:
        self.stated, self._look = stated, look

    @cached_property
    def _all(self) -> tuple[Point, ...]:
        return self._look()

    def __getitem__(self, place: Any) -> Any:
        return self._all[place]

    def __len__(self) -> int:
        return len(self._all)
