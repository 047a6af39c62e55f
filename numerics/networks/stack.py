"""A stack of random networks from the first layer to the last, in blocks of rows that fit the cache.

Where the sampler "gram" serves, nothing of the size of a layer is held: of every block of rows only a factor of its
Gram matrix is kept, and the next layer is drawn from that.  The same code runs on NumPy and PyTorch arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import pairwise
from math import prod
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from numerics.networks.factors import to_numpy
from numerics.networks.layer import Layer, drawn, inputs_of, state_of
from numerics.networks.normals import Array, Draws, scratch
from numerics.networks.observables import Observed
from numerics.networks.rows import Inputs, joined
from numerics.streams import part_of

__all__ = ["Run", "Stack"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

ROWS, DEVICE_ROWS = 2**15, 2**22
"""Rows of a stack, of one network or of many: the work on small matrices is shared by that many."""


@dataclass(frozen=True)
class Run:
    """What every stack has in common; picklable if `rng`, replicate -> generator, is.

    labels : (n,), the distinct column of the batch that each column is; counts, (c,): how often each one occurs.
    gammas : (depth,), of a residual schedule; without one that of the layer serves for all.
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
    gammas: tuple[float, ...] | None = None

    def layer_after(self, done: int) -> Layer:
        """The layer that follows so many."""
        return self.layer if self.gammas is None else replace(self.layer, gamma=self.gammas[done])

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
        self.draws = [
            Draws([part_of(rng, part) for rng in rngs], *options, standardised=run.layer.standardised)
            for part in range(len(run.parts))
        ]
        x = np.repeat(x, count // len(x), axis=0)
        self.exponent = np.zeros(count, dtype=np.int64)
        if run.layer.homogeneous:  # squares of the batch are in range, and one factorisation serves every scale
            self.exponent += np.frexp(np.abs(x).max(axis=(-1, -2)))[1]
            x = np.ldexp(x, -self.exponent[:, None, None])
        start = self.draws[0].array(x)
        self.state = state_of(run.layer, start, last=run.depth == 0)

    def through(self, tell: Callable[[int], object]) -> None:
        """All layers; `tell` how many are done, of all networks together, since the last time."""
        for done in range(self.run.depth):
            self.advance(done)
            tell(len(self.exponent))

    def advance(self, done: int) -> None:
        """One layer more, after `done` layers."""
        run, last = self.run, done + 1 == self.run.depth
        inputs = self._inputs(done)
        shape, dtype = (len(inputs.factor), run.width, len(run.counts)), inputs.factor.dtype
        whole = run.layer.over_neurons is not None
        out = self.draws[0].empty(shape, dtype) if run.layer.held or whole else None

        def drawn(parts: Sequence[int]) -> list[Any]:
            y = None
            found = []
            for part in parts:
                place = run.parts[part]
                if out is not None:
                    found.append(self._part(part, inputs, out[:, place]))
                    continue
                if y is None or y.shape[1] != place.stop - place.start:
                    y = self._rows((shape[0], place.stop - place.start, shape[2]), dtype)
                found.append(state_of(run.layer, y, last=last, grams=self._part(part, inputs, y)))
            return found

        if self.pool is None:
            found = drawn(range(len(run.parts)))
        else:  # neighbours to one thread
            slices = np.array_split(np.arange(len(run.parts)), self.pool._max_workers)
            found = [of_part for several in self.pool.map(drawn, slices) for of_part in several]
        if out is None:
            self.state = joined(found)
            return
        if whole:
            out = run.layer.finish(out, self.state.ties, run.counts, inputs.reference, self.first)
        self.state = state_of(run.layer, out, last=last, grams=None if whole else sum(found))

    def _rows(self, shape: tuple[int, ...], dtype: Any) -> Array:
        """Memory for rows of which a factor is kept: on the CPU the same at every layer, unless all are kept."""
        if self.run.device != "cpu" or self.draws[0].torch is not None or shape[1] <= shape[2]:
            return self.draws[0].empty(shape, dtype)
        return scratch("rows", prod(shape), dtype).reshape(shape)

    def _part(self, part: int, inputs: Inputs, y: Array) -> Array:
        """Rows of the next layer, written to y, shape (B, rows, c), as `drawn` does; Gram matrices, taken at once."""
        run = self.run
        place = run.parts[part]
        return drawn(run.layer, self.draws[part], inputs, self.state.ties, run.counts, y, place, self.first, grams=True)

    def _inputs(self, done: int) -> Inputs:
        run = self.run
        shift = self._shift(self.state.size, done)
        self.exponent = np.zeros_like(shift) if run.layer.normalised else self.exponent + shift
        return inputs_of(run.layer_after(done), self.state, run.width, run.counts, run.dtype, shift)

    def _shift(self, size: Array, done: int) -> Ints:
        """Powers of two to divide by, where the layer does not mind its scale."""
        size = to_numpy(size)
        if self.run.layer.homogeneous:
            return np.asarray(np.frexp(size)[1], dtype=np.int64)
        wrong = ~((size == 0) | ((size > 1e-150) & (size < 1e150)))
        if wrong.any():
            layer = self.run.layer
            scaled = "eps" if layer.normalised else layer.activation if layer.shift == 0 else "shift"
            raise FloatingPointError(
                f"after {done} layers the largest entry is {size[wrong][0]:.3g}, out of the range of floats: "
                f"{scaled} has a scale, change the gain ({layer.gain}), the depth or the batch"
            )
        return np.zeros(len(size), dtype=np.int64)

    def observed(self) -> Observed:
        """What is seen of the networks now."""
        run = self.run
        x = to_numpy(self.state.x if self.state.root is None else self.state.root).astype(np.float64)[..., run.labels]
        tolerance = max(run.width, x.shape[-1]) * float(np.finfo(run.dtype).eps)
        columns = np.full(len(x), len(run.counts))
        if self.state.ties is not None:
            columns = np.count_nonzero(to_numpy(self.state.ties) == np.arange(len(run.counts)), axis=-1)
        return Observed.of(x, self.exponent, columns, tolerance)
