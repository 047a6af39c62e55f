"""The instances at which a literal check is evaluated; a run may ask for fewer of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from theory.claim.literal.strongest import known
from theory.domains.given import Given

LEAST = 12
"""So few instances are never made fewer."""

_SHARE = [1]


@contextmanager
def fewer(share: int) -> Iterator[None]:
    """Within it, one instance in `share` of those that literal checks want, the first ones; a domain that is listed to
    its end stays whole."""
    before, _SHARE[0] = _SHARE[0], share
    try:
        yield
    finally:
        _SHARE[0] = before


class Cases:
    """The first `most` instances of a claim, the strongest that hunts have found before them; they depend on no
    primitive, and are listed when they are first wanted.

    Parameters
    ----------
    points : what there is instead of `given`, if that is None.
    """

    def __init__(self, claim: str, given: Given | None, points: Iterable[Any], most: int) -> None:
        self.claim, self.given, self.points, self.most = claim, given, points, most
        self._made: dict[int, list[Any]] = {}
        self._gave_up = False

    @cached_property
    def whole(self) -> bool:
        """Whether these are all: by a count in closed form, or of a product that was gone through."""
        count = self.given.count if self.given else None
        return count is not None and count <= self.most

    @property
    def gave_up(self) -> bool:
        """Whether there are fewer than are wanted because the search found no other one among many candidates."""
        self()
        return self._gave_up

    def spread(self, first: int = 0) -> dict[str, dict[str, int]]:
        """The greatest size, and the number of distinct values, of each factor (`Given.spread`), in the first so many
        instances, or in all."""
        return self.given.spread(self()[: first or None]) if self.given else {}

    def enough(self, least: int) -> int:
        """So many of the first instances that every factor varies in them which varies in all; at least `least`."""
        listed = self()

        def varying(first: int) -> set[str]:
            return {name for name, many in self.spread(first).get("distinct", {}).items() if many > 1}

        least, whole = min(least, len(listed)), varying(len(listed))
        return next((first for first in range(least, len(listed)) if varying(first) == whole), len(listed))

    def __call__(self) -> list[Any]:
        most = self.most if self.whole else max(min(LEAST, self.most), self.most // _SHARE[0])
        if most not in self._made:
            self._made[most] = self._listed(most)
        return self._made[most]

    def _listed(self, most: int) -> list[Any]:
        if self.given is None:
            return [{str(symbol): value for symbol, value in point.items()} for point in self.points]
        given = self.given
        strong = [instance for instance in known(self.claim) if instance in given]
        listing = given.listing(most)
        self._gave_up = listing.gave_up
        return [*strong, *(instance for instance in listing.instances if instance not in strong)]

    def sizes(self, first: int) -> list[list[int]]:
        """The sizes of the first so many instances, each once."""
        found = {self.given.sizes(instance) for instance in self()[:first]} if self.given else set()
        return [list(size) for size in sorted(found)]
