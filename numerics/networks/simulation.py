"""Random networks with batch normalization at initialization, layer upon layer; never imports `theory`.

Nothing of the size of a layer is ever held where the sampler "gram" serves: a layer is drawn in blocks of rows that
fit the cache, and of each block only a factor of its Gram matrix is kept.  So a width of 10^7 takes a few megabytes.
Columns of the batch that coincide are one column with a count, and stay equal by that.
"""

from __future__ import annotations

import dataclasses
import math
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

from numerics.networks import observables
from numerics.networks.fused_stack import FusedStack, fits
from numerics.networks.layer import Layer
from numerics.networks.normals import chosen, torch_on
from numerics.networks.observables import Observed
from numerics.networks.rows import CACHED
from numerics.networks.schedule import Schedule, of_schedule
from numerics.networks.stack import ROWS, Run, Stack
from numerics.networks.weights import known
from numerics.parallel import Local, cores, mapped

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MAX_DEPTH, MAX_SIZE = 10_000, 10**7
DTYPES = ("float64", "float32")

_TASK = 2**23
"""Neurons (networks x width x depth) of one task for an executor: a good part of a second."""


def random_batch(n: int, dim: int, rng: Generator) -> Floats:
    """n points of i.i.d. standard normal coordinates, shape (dim, n)."""
    return rng.standard_normal((dim, n))


class Cost(NamedTuple):
    """Bytes held by the results, bytes held by every thread, floating operations in all."""

    results: int
    thread: int
    operations: int


def estimate(shape: tuple[int, ...], width: int, depth: int, layer: Layer, networks: int = 1) -> Cost:
    """Cost of `simulate` in float64 for a batch of shape (..., k, n), before anything is drawn.

    Memory does not grow with the width under the gram sampler without a skip connection and normalisation over neurons;
    else it holds layers.
    """
    k, n = max(shape[-2], width), shape[-1]  # the widest input of any layer
    inner = layer.drawn_by.inner(k, n)
    stack, rows = min(networks, max(1, ROWS // width)), min(width, max(ROWS, 4 * n))
    held = 2 * stack * k * n if layer.held else stack * shape[-2] * n
    if layer.over_neurons:  # all rows at once, with copies of them
        held += 4 * stack * width * n
    flops = width * inner * (2 * n + 20) + layer.drawn_by.operations(width, n) + 20 * width * n
    return Cost(
        8 * networks * (3 * n * n + 16),
        8 * (held + stack * rows * n + max(3 * CACHED, min(64 * inner, 64 * CACHED), inner) + 8 * stack * n * n),
        networks * depth * flops,
    )


def afford(
    shape: tuple[int, ...], width: int, depth: int, layer: Layer, networks: int, threads: int, memory: float
) -> Cost:
    """The cost of `simulate` for a batch of this shape; ValueError with the estimate where it exceeds the budget."""
    cost = estimate(shape, width, depth, layer, networks)
    batch = 24 * math.prod(shape)  # given, scaled, and with its equal columns taken together
    if (needed := cost.results + threads * cost.thread + batch) > memory:
        sampler = layer.drawn_by
        instead = f", {sampler.instead}" if sampler.instead else ""
        raise ValueError(
            f"width {width} with {shape[-1]} points, {sampler.name} and results for {networks} networks "
            f"needs {needed / 2**30:.4g} GiB, the budget is {memory / 2**30:.4g} GiB: lower "
            f"the width, points, networks{instead}, or raise the budget"
        )
    return cost


@dataclasses.dataclass(frozen=True, eq=False)
class Simulation(Observed):
    """The representations at the last layer of R networks, as observables.

    The same seed gives the same results for the same `dtype`, `generator` and `device`, whatever the threads.
    """

    layer: Layer
    width: int
    depth: int
    dtype: str
    generator: str
    device: str
    gammas: tuple[float, ...] | None = None


def simulate(
    batch: ArrayLike,
    *,
    width: int,
    depth: int,
    rng: Callable[[int], Generator],
    layer: Layer = Layer(),
    gammas: Schedule | None = None,
    networks: int = 1,
    dtype: str = "float64",
    generator: str = "auto",
    device: str = "cpu",
    threads: int | None = None,
    executor: Executor | None = None,
    memory: float = 2.0**31,
    progress: Callable[[int, int], object] | None = None,
) -> Simulation:
    """Run `networks` independent networks of `depth` layers of `width` rows on one batch.

    Parameters
    ----------
    batch : (k, n), data as columns, or (R, k, n), one batch for each replicate.
    rng : replicate -> generator, called once for each; picklable for an executor of other processes.
    gammas : a residual schedule, in place of the layer's gamma: a number for each layer, or a function of its number
        l = 1, .., depth, such as `lambda l: 1 / l`.
    dtype : "float64" or "float32", of the layers; their small Gram matrices are in float64.
    generator : of the normals: "numpy" (the given one itself), "numba" (seeded by it, and about eight times as
        fast: whole layers where scale does not matter and W is not asked for), "torch", or "auto": the fastest that is
        installed.
    device : "cpu", or one of PyTorch's, such as "cuda".
    threads : of this process; all cores by default. The results do not depend on them.
    executor : any `concurrent.futures.Executor` in place of the threads; networks are its tasks.
    memory : budget in bytes.
    progress : called with (layers done, layers in all), from any thread; not from other processes.

    Raises
    ------
    ValueError : wrong use, with what came and what was wanted, or a cost over the budget, with the estimate.
    FloatingPointError : rescaling of a row without variance; a tanh or sin network out of the float range.

    Notes
    -----
    O(R L m n r) operations, r = the rank of the batch that a layer sees, at most n, and n - 1 after RC; r normals a
    neuron.  Where scale does not matter each replicate is scaled by powers of two, exactly, and `log_scale` keeps
    the account: 10,000 layers neither overflow nor underflow.

    On a device the block of networks is the unit of randomness, not the network.

    >>> found = simulate([[0, 1, 5]], width=8, depth=3, rng=np.random.default_rng)
    >>> found.gram.shape, round(float(np.trace(found.gram[0])), 12), int(found.columns[0])
    ((1, 3, 3), 3.0, 3)
    """
    _whole_numbers(width, depth, networks)
    schedule = None if gammas is None else of_schedule(layer, gammas, depth)
    if schedule:
        layer = dataclasses.replace(layer, gamma=schedule[0])
    x = _checked(batch, width, depth, layer, networks)
    if not callable(rng):
        raise ValueError(f"rng must be a function, replicate -> Generator, came a {type(rng).__name__}")
    known("dtype", dtype, DTYPES)
    generator = chosen(generator, device)
    if generator == "torch":
        torch_on(device)
        threads = 1  # PyTorch has threads of its own
    threads = threads or cores()
    afford(x.shape, width, depth, layer, networks, threads, memory)
    same = observables.first_equal(x.reshape(1, -1, x.shape[-1]))[0]
    _, first, labels, counts = np.unique(same, return_index=True, return_inverse=True, return_counts=True)
    run = Run(layer, width, depth, dtype, generator, device, rng, labels, counts, schedule)
    told = _Progress(networks * depth, progress)
    with ExitStack() as ends:
        pool = ends.enter_context(ThreadPoolExecutor(threads)) if executor is None and threads > 1 else None
        inside = pool if len(run.parts) > 1 and networks < threads else None
        task = partial(_run, run, inside, Local(told.layer))
        found: list[Observed] = []
        tasks = _tasks(run, x[..., first], networks, threads, grouped=executor is not None)
        for stacks in mapped(task, tasks, executor or (None if inside else pool)):
            found += stacks
            told.finished(depth * sum(len(stack.gram) for stack in stacks))
    return Simulation(
        **vars(Observed.together(found)), layer=layer, width=width, depth=depth, dtype=dtype, generator=generator,
        device=device, gammas=schedule,
    )  # fmt: skip


class _Task(NamedTuple):
    """Stacks of `size` networks, from `first` to before `end`; x has one batch for each, or one for all."""

    first: int
    end: int
    size: int
    x: Floats


def _tasks(run: Run, x: Floats, networks: int, threads: int, grouped: bool) -> Iterator[_Task]:
    size = max(1, run.rows // run.width)
    if run.generator != "torch":  # with a stream for each replicate nothing depends on the size of a stack
        size = min(size, -(-networks // threads))
    many = size * max(1, _TASK // (size * run.width * max(run.depth, 1)) if grouped else 1)
    for first in range(0, networks, many):
        end = min(first + many, networks)
        yield _Task(first, end, size, x if len(x) == 1 else x[first:end])


def _run(run: Run, pool: ThreadPoolExecutor | None, tell: Local, task: _Task) -> list[Observed]:
    """Stack by stack."""
    found = []
    for first in range(task.first, task.end, task.size):
        count = min(task.size, task.end - first)
        x = task.x if len(task.x) == 1 else task.x[first - task.first :][:count]
        stack = (FusedStack if fits(run) else Stack)(run, first, count, x, pool)
        stack.through(tell)
        found.append(stack.observed())
    return found


class _Progress:
    """Layers done, told as they are done by threads of this process, and by whole tasks of others."""

    def __init__(self, total: int, tell: Callable[[int, int], object] | None) -> None:
        self.total, self.tell = total, tell
        self.done = self.whole = 0
        self.lock = threading.Lock()

    def layer(self, count: int) -> None:
        with self.lock:
            self._to(self.done + count)

    def finished(self, count: int) -> None:
        with self.lock:
            self.whole += count
            self._to(self.whole)

    def _to(self, done: int) -> None:
        if self.tell is not None and done > self.done:
            self.tell(done, self.total)
        self.done = max(self.done, done)


def _whole_numbers(width: int, depth: int, networks: int) -> None:
    """ValueError for one that is out of range."""
    for name, value, low, high in (
        ("width", width, 1, MAX_SIZE),
        ("depth", depth, 0, MAX_DEPTH),
        ("networks", networks, 1, MAX_SIZE),
    ):
        if not isinstance(value, int | np.integer) or not low <= value <= high:
            raise ValueError(f"{name} {value!r} must be an integer from {low} to {high}")


def _checked(batch: ArrayLike, width: int, depth: int, layer: Layer, networks: int) -> Floats:
    """The batch as an array of shape (1 or R, k, n), or a ValueError."""
    x = np.asarray(batch)
    if x.ndim not in (2, 3) or x.shape[-2] < 1 or not 2 <= x.shape[-1] <= MAX_SIZE:
        wanted = "(k, n), data as columns, or (networks, k, n), with k >= 1 and n >= 2"
        raise ValueError(f"batch of shape {x.shape}: wanted {wanted}")
    if x.dtype.kind not in "fiu" or not np.isfinite(x).all():
        raise ValueError(f"batch of type {x.dtype}: wanted finite numbers, all of them")
    layer.divides(width)
    if layer.skip and depth and x.shape[-2] != width:
        raise ValueError(f"width {width} and a batch of {x.shape[-2]} rows: a skip connection keeps the width")
    x = x.astype(np.float64).reshape(-1, *x.shape[-2:])
    if len(x) not in (1, networks):
        raise ValueError(f"{len(x)} batches for {networks} networks: wanted one, or one for each")
    size = float(np.abs(x).max())
    if size and not 1e-290 <= size <= 1e290:
        raise ValueError(
            f"the largest entry of the batch is {size:.3g}, where differences leave the range of floats: scale the "
            "batch to between 1e-290 and 1e290"
        )
    centred = "rc" in layer.components
    if {"rc", "rs"} & {*layer.components} and _flat(x, centred).all(axis=-1).any():
        what = "constant, up to rounding: recentring" if centred else "zero: rescaling"
        raise ValueError(f"batch is {what} leaves nothing to propagate")
    return x


def _flat(z: Floats, centred: bool) -> NDArray[np.bool_]:
    """Rows, shape z.shape[:-1], without variance (`centred`) or without entries, up to rounding."""
    size = np.abs(z).max(axis=-1)
    spread = np.ptp(z, axis=-1) if centred else size
    return np.asarray(spread <= 8 * z.shape[-1] * np.finfo(float).eps * size)
