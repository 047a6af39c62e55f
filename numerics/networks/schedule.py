"""Residual schedules: the strength gamma of the weights beside a skip connection, layer by layer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count

from numerics.networks.layer import MAX_GAMMA, Layer

__all__ = ["Schedule", "gammas_of", "of_schedule"]

Schedule = Sequence[float] | Callable[[int], float]
"""The gamma of each layer, or a function of its number l = 1, 2, .."""


def gammas_of(layer: Layer, schedule: Schedule) -> Iterator[float]:
    """The gamma of the first layer, of the second, and so on.

    Raises
    ------
    ValueError : for a layer that has a gamma of its own, and as it comes to a number that is no gamma.
    """
    if layer.skip:
        raise ValueError(f"a layer of gamma {layer.gamma} and a schedule of gammas: leave one of them out")
    for l, gamma in enumerate(map(schedule, count(1)) if callable(schedule) else schedule, 1):
        if not 0 <= gamma <= MAX_GAMMA:
            raise ValueError(f"gamma {gamma!r} of layer {l} must be from 0 to {MAX_GAMMA:g}")
        yield float(gamma)


def of_schedule(layer: Layer, schedule: Schedule, depth: int) -> tuple[float, ...]:
    """All gammas of `depth` layers.

    Raises
    ------
    ValueError : for a schedule of another length, too.

    >>> of_schedule(Layer(), lambda l: 1 / l, 4)
    (1.0, 0.5, 0.3333333333333333, 0.25)
    """
    if not callable(schedule) and len(schedule) != depth:
        raise ValueError(
            f"{len(schedule)} gammas for {depth} layers: wanted one for each, or a function of l = 1, .., L"
        )
    found = gammas_of(layer, schedule)
    return tuple(next(found) for _ in range(depth))
