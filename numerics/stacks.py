"""A stack of random networks from the first layer to the last, in blocks of rows that fit the cache.

Where the sampler "gram" serves, nothing of the size of a layer is held: of every block of rows only a factor of its
Gram matrix is kept, and the next layer is drawn from that.  The same code runs on NumPy and PyTorch arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from array_api_compat import array_namespace
from numpy.random import Generator
from numpy.typing import NDArray

from numerics import observables
from numerics.factors import beside, combined, contrasts, to_numpy, triangular
from numerics.layers import Array, Layer
from numerics.normals import Draws

__all__ = ["Run", "Stack"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

ROWS, DEVICE_ROWS = 2**15, 2**22
"""Rows of a stack, of one network or of many: the work on small matrices is shared by that many."""
CACHED = 2**17
"""Pre-activations that are drawn, activated and summed up at once: near the cache, and long enough that threads seldom
meet at the interpreter's lock; on a device all are."""


@dataclass(frozen=True)
class Run:
    """What every stack has in common; picklable if `rng`, replicate -> generator, is.

    labels : (n,), the distinct column of the batch that each column is; counts, (c,): how often each one occurs.
    """

    layer: Layer
    width: int
    depth: int
    dtype: str
    generator: str
    device: str
    rng: Callable[[int], Generator]
    labels: Ints
    counts: Ints

    @property
    def rows(self) -> int:
        """Rows of a stack; never fewer than columns."""
        return max(ROWS if self.device == "cpu" else DEVICE_ROWS, 4 * len(self.counts))

    @property
    def parts(self) -> list[slice]:
        """Nearly equal parts of the rows of one network, each with a stream of its own."""
        count = -(-self.width // self.rows)
        ends = [self.width * i // count for i in range(count + 1)]
        return [slice(a, b) for a, b in pairwise(ends)]

    def blocks(self, networks: int, rows: int, inner: int) -> Iterator[tuple[slice, slice]]:
        """Blocks that fit the cache: several networks with all of their rows, or some rows of one; on a device one."""
        if self.device != "cpu":
            yield slice(0, networks), slice(0, rows)
            return
        inner = max(inner, len(self.counts))
        least = max(1, CACHED // inner, min(64, 64 * CACHED // inner))  # products with few rows of weights are slow
        step = max(1, least // rows)
        for a in range(0, networks, step):
            size = rows if step > 1 else least
            for c in range(0, rows, size):
                yield slice(a, min(a + step, networks)), slice(c, min(c + size, rows))

    @property
    def held(self) -> bool:
        """Whether the next layer needs the rows of this one, and not only their Gram matrix."""
        return self.layer.explicit or self.layer.skip


@dataclass(frozen=True)
class State:
    """Representations of a stack of B networks.

    x : (B, k, c), the rows themselves, or None where a factor of their Gram matrix will do.
    root : triangular factor of X^T X, (B, c, c), after the last layer; before one with RC only of what RC leaves,
        (B, c-1, c-1), in the basis `contrasts`; None where k <= c.
    ties : (B, c), for each column the first that equals it, or None where all are distinct.
    size : (B,), of the largest entries.
    """

    x: Array | None
    root: Array | None
    ties: Array | None
    size: Array


def _joined(states: list[State]) -> State:
    """The blocks of rows of one network, in order. Columns tie where they do in every block."""
    if len(states) == 1:
        return states[0]
    xp = array_namespace(states[0].root)
    root = combined(xp.concat([state.root for state in states]))[None]
    ties = None
    if all(state.ties is not None for state in states):
        stacked = np.concatenate([to_numpy(state.ties) for state in states])
        _, first, label = np.unique(stacked, axis=1, return_index=True, return_inverse=True)
        ties = beside(first[label][None], root)
    return State(None, root, ties, xp.max(xp.stack([state.size for state in states]), axis=0))


class Inputs(NamedTuple):
    """Of a layer: the factor that its weights multiply, the rows that a skip adds, the size of both, (B, 1)."""

    factor: Array
    rows: Array | None
    reference: Array


class Stack:
    """Networks `first`, ..., `first + count - 1` of a run, after `depth` layers of it.

    Parameters
    ----------
    x : their batch, shape (count, k, c), distinct columns; or (1, k, c), one for all.
    pool : threads for the blocks of rows of one wide network, or None.
    """

    def __init__(self, run: Run, first: int, count: int, x: Floats, pool: ThreadPoolExecutor | None = None) -> None:
        self.run, self.first, self.pool = run, first, pool
        rngs = [run.rng(replicate) for replicate in range(first, first + count)]
        options = run.layer.weights, run.generator, run.dtype, run.device
        self.draws = [Draws([_jumped(rng, part) for rng in rngs], *options) for part in range(len(run.parts))]
        self.exponent = np.zeros(count, dtype=np.int64)
        self.state = self._state(self.draws[0].array(np.repeat(x, count // len(x), axis=0)), run.depth == 0)

    def advance(self, done: int) -> None:
        """One layer more, after `done` layers."""
        run, last = self.run, done + 1 == self.run.depth
        inputs = self._inputs(done)
        shape, dtype = (len(inputs.factor), run.width, len(run.counts)), inputs.factor.dtype
        out = self.draws[0].empty(shape, dtype) if run.held else None

        def drawn(parts: Sequence[int]) -> list[Any]:
            y = None
            found = []
            for part in parts:
                place = run.parts[part]
                if out is not None:
                    found.append(self._part(part, inputs, out[:, place]))
                    continue
                if y is None or y.shape[1] != place.stop - place.start:
                    y = self.draws[0].empty((shape[0], place.stop - place.start, shape[2]), dtype)
                found.append(self._state(y, last, self._part(part, inputs, y)))
            return found

        if self.pool is None:
            found = drawn(range(len(run.parts)))
        else:  # neighbours to one thread
            slices = np.array_split(np.arange(len(run.parts)), self.pool._max_workers)
            found = [of_part for several in self.pool.map(drawn, slices) for of_part in several]
        self.state = _joined(found) if out is None else self._state(out, last, sum(found))

    def _part(self, part: int, inputs: Inputs, y: Array) -> Array:
        """Rows of the next layer, written to y, shape (B, rows, c); their Gram matrices, taken at once."""
        xp = array_namespace(y)
        networks, rows, columns = y.shape
        grams = self.draws[0].empty((networks, columns, columns), xp.float64)
        grams[...] = 0.0
        ties, reference = self.state.ties, inputs.reference
        for some, place in self.run.blocks(networks, rows, inputs.factor.shape[-2]):
            z = self.draws[part].times(some, inputs.factor, place, y)
            if inputs.rows is not None:
                z += inputs.rows[some, place]
            found = self.run.layer.finish(
                z, None if ties is None else ties[some], self.run.counts, reference[some], self.first + some.start
            )
            if found is not z:
                y[some, place] = found
            grams[some] += xp.matrix_transpose(found) @ found
        return grams

    def _state(self, x: Array, last: bool, grams: Array | None = None) -> State:
        """Of rows x, shape (B, k, c), after the last layer or before another."""
        xp = array_namespace(x)
        n = x.shape[-1]
        held = x if self.run.held else None
        size = xp.max(xp.abs(x), axis=(-1, -2)) if grams is None else xp.max(xp.linalg.diagonal(grams), axis=-1) ** 0.5
        size = xp.astype(size, xp.float64)
        if x.shape[-2] <= n:
            ties = observables.ties(to_numpy(x))
            return State(x, None, None if ties is None else beside(ties, x), size)
        basis = contrasts(n) if "rc" in self.run.layer.components and n > 1 and not last else None
        if basis is not None and grams is None:
            x = x - xp.mean(x, axis=-1, keepdims=True)  # a large mean would leave its rounding in the Gram matrix
        root, free = triangular(x, basis, grams)
        ties = None
        if not bool(free.all()):
            ties = np.ones((len(x), 1), dtype=np.int64) * np.arange(n)
            ties[to_numpy(~free)] = observables.first_equal(to_numpy(x[~free]))
            ties = None if (ties == np.arange(n)).all() else beside(ties, x)
        return State(held, root, ties, size)

    def _inputs(self, done: int) -> Inputs:
        run, layer, state = self.run, self.run.layer, self.state
        xp = array_namespace(state.size)
        shift = self._shift(state.size, done)
        scale = xp.ldexp(xp.ones_like(state.size), -beside(shift, state.size))
        self.exponent = np.zeros_like(shift) if "rs" in layer.components else self.exponent + shift
        shares = beside(run.counts / run.counts.sum(), state.size)
        rows: Array = None if state.x is None else xp.astype(state.x, xp.float64) * scale[:, None, None]
        if rows is not None and "rc" in layer.components:
            rows = rows - rows[..., :1]  # equal entries become exactly 0
            rows = rows - (rows @ shares)[..., None]
        if layer.explicit or state.root is None:
            factor = rows
        else:
            factor = state.root * scale[:, None, None]
            if factor.shape[-1] < len(run.counts):
                basis = beside(contrasts(len(run.counts)), factor)
                factor = factor @ (basis.T - (basis.T @ shares)[:, None])
        strength = layer.strength(run.width)
        reference = (strength * factor.shape[-2] ** 0.5 + layer.skip) * state.size * scale
        dtype = getattr(xp, run.dtype)
        added = xp.astype(rows, dtype) if layer.skip else None
        return Inputs(xp.astype(factor * strength, dtype), added, xp.astype(reference, dtype)[:, None])

    def _shift(self, size: Array, done: int) -> Ints:
        """Powers of two to divide by, where the layer does not mind its scale."""
        size = to_numpy(size)
        if self.run.layer.homogeneous:
            return np.asarray(np.frexp(size)[1], dtype=np.int64)
        wrong = ~((size == 0) | ((size > 1e-150) & (size < 1e150)))
        if wrong.any():
            layer = self.run.layer
            raise FloatingPointError(
                f"after {done} layers the largest entry is {size[wrong][0]:.3g}, out of the range of floats: "
                f"{layer.activation} has a scale, change the gain ({layer.gain}), the depth or the batch"
            )
        return np.zeros(len(size), dtype=np.int64)

    def observed(self) -> tuple[Any, ...]:
        """The arrays of a `Simulation`, in its order."""
        run = self.run
        x = to_numpy(self.state.x if self.state.root is None else self.state.root).astype(np.float64)[..., run.labels]
        tolerance = max(run.width, x.shape[-1]) * float(np.finfo(run.dtype).eps)
        shift = np.frexp(np.abs(x).max(axis=(-1, -2)))[1].astype(np.int64)
        x = np.ldexp(x, -shift[:, None, None])
        g = observables.gram(x)
        mean_square = np.trace(g, axis1=-2, axis2=-1) / g.shape[-1]
        mean_square = np.where(mean_square > 0, mean_square, 1.0)
        g = g / mean_square[:, None, None]
        columns = np.full(len(x), len(run.counts))
        if self.state.ties is not None:
            columns = np.count_nonzero(to_numpy(self.state.ties) == np.arange(len(run.counts)), axis=-1)
        return (
            g,
            2 * np.log(2.0) * (self.exponent + shift) + np.log(mean_square),
            observables.norm_ratio(g),
            observables.cos_outlier_cluster(g),
            observables.cos_cluster(g),
            observables.escaped(g),
            *observables.rank(x, tolerance),
            columns,
        )


def _jumped(rng: Generator, part: int) -> Generator:
    """The stream of a block of rows: 2^128 (PCG64: 2^127) numbers after that of the block before it."""
    return Generator(rng.bit_generator.jumped(part)) if part else rng  # type: ignore[attr-defined]
