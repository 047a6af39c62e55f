"""Partitions of sets, one after the other."""

from __future__ import annotations

from collections.abc import Iterator


def set_partitions(size: int, least: int = 1) -> Iterator[tuple[int, ...]]:
    """Set partitions of 0..size-1 in blocks of at least `least`: the block of each element, numbered as they come.

    >>> list(set_partitions(4, 2))
    [(0, 0, 0, 0), (0, 0, 1, 1), (0, 1, 0, 1), (0, 1, 1, 0)]
    """

    def grow(labels: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if sum(max(0, least - s) for s in sizes) > size - len(labels):
            return
        if len(labels) == size:
            yield labels
            return
        for block in range(len(sizes)):
            yield from grow((*labels, block), (*sizes[:block], sizes[block] + 1, *sizes[block + 1 :]))
        yield from grow((*labels, len(sizes)), (*sizes, 1))

    return grow((), ())
