"""Blocks of rows of a random layer: what is drawn at once, and what blocks are joined to.

Where the sampler "gram" serves, nothing of the size of a layer is held: of each block its Gram matrix is enough.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from numerics.networks.factors import beside, combined, namespace, to_numpy
from numerics.networks.normals import Array
from numerics.networks.sampler import State

Ints = NDArray[np.int64]

CACHED = 2**17
"""Pre-activations that are drawn, activated and summed up at once: near the cache, and long enough that threads seldom
meet at the interpreter's lock; on a device all are."""


class Inputs(NamedTuple):
    """Of a layer: the factor that its weights multiply, the rows that a skip adds, the size of both, (B, 1)."""

    factor: Array
    rows: Array | None
    reference: Array


def joined(states: list[State]) -> State:
    """The blocks of rows of one network, in order. Columns tie where they do in every block."""
    if len(states) == 1:
        return states[0]
    xp = namespace(states[0].root)
    root = combined(xp.concat([state.root for state in states]))[None]
    ties = None
    if all(state.ties is not None for state in states):
        stacked = np.concatenate([to_numpy(state.ties) for state in states])
        _, first, label = np.unique(stacked, axis=1, return_index=True, return_inverse=True)
        ties = beside(first[label][None], root)
    return State(None, root, ties, xp.max(xp.stack([state.size for state in states]), axis=0))


def blocks(networks: int, rows: int, inner: int, columns: int, device: str = "cpu") -> Iterator[tuple[slice, slice]]:
    """Blocks that fit the cache: several networks with all of their rows, or some rows of one; on a device one."""
    if device != "cpu":
        yield slice(0, networks), slice(0, rows)
        return
    inner = max(inner, columns)
    least = max(1, CACHED // inner, min(64, 64 * CACHED // inner))  # products with few rows of weights are slow
    step = max(1, least // rows)
    for a in range(0, networks, step):
        size = rows if step > 1 else least
        for c in range(0, rows, size):
            yield slice(a, min(a + step, networks)), slice(c, min(c + size, rows))
