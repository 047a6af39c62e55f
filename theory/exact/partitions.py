"""Partitions of integers and of sets, one after the other."""

from __future__ import annotations

from collections.abc import Iterator


def integer_partitions(total: int, parts: int, most: int) -> Iterator[tuple[int, ...]]:
    """Non-increasing tuples of `parts` integers from 0 to `most` with this sum.

    >>> list(integer_partitions(4, 3, 3))
    [(3, 1, 0), (2, 2, 0), (2, 1, 1)]
    """
    if parts == 0:
        if total == 0:
            yield ()
        return
    for first in range(min(total, most), -(-total // parts) - 1, -1):
        for rest in integer_partitions(total - first, parts - 1, first):
            yield (first, *rest)


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
