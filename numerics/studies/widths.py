"""Late layers of the chain H -> RS(H + gamma W H) against the width: regularity constant, |M|_F^2, soft rank.

>>> from functools import partial
>>> from numerics.streams import stream
>>> found = stationary((4, 16), partial(stream, 1, "widths"), lambda d: (16, 100))
>>> bool(found.regularity[1] < found.regularity[0]), found.frobenius.shape
(True, (2,))
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.random import Generator

from numerics.chains import chain
from numerics.chains.chain import Floats


class Draw(Protocol):
    """A generator for each path of numbers, such as `partial(stream, seed, name)`."""

    def __call__(self, *path: int) -> Generator: ...


class Stationary(NamedTuple):
    """Late layers of chains without skip, by width: regularity constant, means and errors of |M|_F^2, each (S,)."""

    sizes: tuple[int, ...]
    regularity: Floats
    frobenius: Floats
    errors: Floats


def stationary(sizes: Sequence[int], rng: Draw, effort: Callable[[int], tuple[int, int]], every: int = 5) -> Stationary:
    """Chains of full rank without skip, averaged over the second half of their layers.

    Parameters
    ----------
    rng : its path is (d) for the start and (d, 1 + number) for a chain.
    effort : chains and layers for each width.
    every : of so many layers one is looked at.
    """
    rows = []
    for d in sizes:
        chains, layers = effort(d)
        start = chain.start(d, d, chains, rng(d))
        found = chain.run(start, chain.layer(d, chain.NO_SKIP), layers, [rng(d, 1 + i) for i in range(chains)],
                          every=every)  # fmt: skip
        rows.append((found.regularity, *found.average(found.moments.F)))
    return Stationary(tuple(sizes), *np.array(rows).T)


def soft_ranks(sizes: Sequence[int], gamma: float, rng: Draw, *, chains: int, layers: int, every: int = 4) -> Floats:
    """Mean number of eigenvalues of M from 1/2 on, by width, (S,): over `layers` layers after as many others.

    rng : its path is (d).
    """
    means = []
    for d in sizes:
        drawn = rng(d)
        start = chain.start(d, d, chains, drawn)
        seen = chain.time_average(start, chain.layer(d, gamma), layers, drawn, chain.soft_rank, burn=layers,
                                  every=every)  # fmt: skip
        means.append(seen.mean())
    return np.array(means)
