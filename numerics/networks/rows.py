"""Rows of a random layer, drawn from what its sampler makes of the input.

`Layer.__call__` draws one layer by this, `stack` many in a row; on NumPy and PyTorch arrays alike. Where the
sampler "gram" serves, nothing of the size of a layer need be held: of every block of rows its Gram matrix is enough.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from numerics.networks import observables
from numerics.networks.factors import beside, combined, contrasts, namespace, to_numpy, triangular
from numerics.networks.normals import Array, Draws
from numerics.networks.sampler import State, scaled

if TYPE_CHECKING:
    from numerics.networks.layer import Layer

__all__ = ["Inputs", "blocks", "drawn", "inputs_of", "joined", "state_of"]

Ints = NDArray[np.int64]

CACHED = 2**16
"""Pre-activations that are drawn, activated and summed up at once: near the cache, and long enough that threads seldom
meet at the interpreter's lock; on a device all are."""


class Inputs(NamedTuple):
    """Of a layer: the factor that its weights multiply, the rows that a skip adds, the size of both, (B, 1)."""

    factor: Array
    rows: Array | None
    reference: Array


def state_of(layer: Layer, x: Array, *, last: bool = False, grams: Array | None = None) -> State:
    """Of rows x, shape (B, k, c), before `layer`, or after the `last` one; `grams` are X^T X where they are known."""
    xp = namespace(x)
    n = x.shape[-1]
    held = x if layer.held else None
    size = xp.max(xp.abs(x), axis=(-1, -2)) if grams is None else xp.max(xp.linalg.diagonal(grams), axis=-1) ** 0.5
    size = xp.astype(size, xp.float64)
    if x.shape[-2] <= n:
        ties = observables.ties(to_numpy(x))
        return State(x, None, None if ties is None else beside(ties, x), size)
    basis = contrasts(n) if "rc" in layer.components and n > 1 and not last else None
    if basis is not None and grams is None:
        x = x - xp.mean(x, axis=-1, keepdims=True)  # a large mean would leave its rounding in the Gram matrix
    root, free = triangular(x, basis, grams)
    ties = None
    if not bool(free.all()):
        ties = np.ones((len(x), 1), dtype=np.int64) * np.arange(n)
        ties[to_numpy(~free)] = observables.first_equal(to_numpy(x[~free]))
        ties = None if (ties == np.arange(n)).all() else beside(ties, x)
    return State(held, root, ties, size)


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


def inputs_of(layer: Layer, state: State, width: int, counts: Ints, dtype: str, shift: Ints | None = None) -> Inputs:
    """What a layer of this width multiplies and adds, divided by 2^shift, (B,).

    counts : (c,), points of the batch that each column stands for.
    """
    xp = namespace(state.size)
    size = state.size
    scale = None if shift is None else xp.ldexp(xp.ones_like(size), -beside(shift, size))
    shares = beside(counts / counts.sum(), size)
    rows: Array = None if state.x is None else scaled(xp.astype(state.x, xp.float64), scale)
    if rows is not None and "rc" in layer.components:
        rows = rows - rows[..., :1]  # equal entries become exactly 0
        rows = rows - (rows @ shares)[..., None]
    factor = layer.drawn_by.factor(state, rows, scale, shares)
    strength = layer.strength(width)
    reference = (strength * factor.shape[-2] ** 0.5 + layer.skip) * (size if scale is None else size * scale)
    kind = getattr(xp, dtype)
    added = xp.astype(rows, kind) if layer.skip else None
    return Inputs(xp.astype(factor * strength, kind), added, xp.astype(reference, kind)[:, None])


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


def drawn(layer: Layer, draws: Draws, inputs: Inputs, ties: Array | None, counts: Ints | None, out: Array,
          place: slice = slice(None), first: int = 0, grams: bool = False) -> Any:  # fmt: skip
    """Rows `place` of a layer of each network, written to `out`, (B, rows, c); with `grams` their Gram matrices, too.

    They are (B, c, c) in float64. `first` is the number of the first network, for messages.
    """
    xp = namespace(out)
    networks, rows, columns = out.shape
    found = draws.empty((networks, columns, columns), xp.float64) if grams else None
    if found is not None:
        found[...] = 0.0
    for some, part in blocks(networks, rows, inputs.factor.shape[-2], columns, draws.device):
        z = draws.times(some, inputs.factor[some], out[some, part])
        if inputs.rows is not None:
            z += inputs.rows[some, place][:, part]
        y = layer.finish(
            z, None if ties is None else ties[some], counts, inputs.reference[some], first + (some.start or 0)
        )
        if y is not z:
            out[some, part] = y
        if found is not None:
            found[some] += xp.matrix_transpose(y) @ y
    return found
