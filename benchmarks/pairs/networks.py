"""Random networks: `simulate` against explicit weights, against its own random numbers, and how its cost grows.

RC + ReLU, n = 16 points. The unit is the neuron-layer: one row of one layer of one network.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from benchmarks import mkl
from benchmarks.records import SEED, Group, Growth, Pair, Side, Work
from numerics.networks import simulate
from numerics.networks.normals import Draws, chosen, compiled
from numerics.networks.stack import ROWS
from numerics.streams import stream

N, DEPTH, CORES = 16, 100, 2
WIDTHS, GOALS = (256, 1024, 4096, 16384), {256: 10.0, 1024: 100.0, 4096: 700.0}
TIMED = {256: 100, 1024: 40, 4096: 8, 16384: 2}
"""Layers of the explicit networks that are timed; a layer costs the same at every depth."""


FASTEST = chosen("auto", "cpu")
"""Of the generators that are installed."""


def our_layers(
    width: int, n: int, depth: int, networks: int, *, generator: str = FASTEST, dtype: str = "float32", threads: int = 1
) -> Work:
    """The adapter: everything here that calls `simulate` does so by this function."""
    batch = stream(SEED, "batch", n).standard_normal((n, n))
    return lambda: simulate(
        batch, width=width, depth=depth, networks=networks, rng=lambda r: stream(SEED, "networks", r),
        generator=generator, dtype=dtype, threads=threads,
    )  # fmt: skip


def normals_alone(rows: int, generator: str, dtype: str, core: int) -> Work:
    """n - 1 normals for each of so many neurons, and nothing else, in blocks: by NumPy, Numba or Intel's MKL."""
    block = np.empty(2**12 * (N - 1), dtype=dtype)
    fill = mkl.Normals([core]) if generator == "mkl" else _ours(generator, dtype, core)

    def work() -> None:
        for _ in range(rows // 2**12):
            fill(block)

    return work


def _ours(generator: str, dtype: str, core: int) -> Callable[[Any], object]:
    draws = Draws([stream(SEED, "normals", core)], "gaussian", generator, dtype, "cpu")
    return draws.fills[0] if draws.states is None else partial(compiled().fill, draws.states[0])


def raw(generator: str) -> str:
    """Whose normals are the measure: NumPy's of NumPy, MKL's of Numba where pip install mkl has been run."""
    return "mkl" if generator == "numba" and mkl.installed() else generator


def on_cores(make: Callable[[int], Work]) -> Work:
    """make(core) for every core, at the same time, each library on one thread."""
    works = [make(core) for core in range(CORES)]

    def work() -> None:
        with threadpool_limits(1), ThreadPoolExecutor(CORES) as pool:
            for future in [pool.submit(w) for w in works]:
                future.result()

    return work


def one_core(work: Work) -> Work:
    """The same, linear algebra on one thread."""

    def pinned() -> object:
        with threadpool_limits(1):
            return work()

    return pinned


def both_cores(label: str, width: int, make: Callable[[int], Work], layers: int, networks: int = 1) -> Side:
    """A side whose cost is seconds a neuron-layer, every core running `networks` networks of its own."""
    return Side(label, lambda: on_cores(make), amount=float(CORES * networks * layers * width))


def numpy_explicit(width: int, layers: int, core: int) -> Work:
    """Explicit float32 weights in NumPy: one buffer for W, the fastest generator and its float32 normals."""
    rng = np.random.Generator(np.random.SFC64(core))
    x, z = rng.standard_normal((width, N), dtype=np.float32), np.empty((width, N), dtype=np.float32)
    weights, scale = np.empty((width, width), dtype=np.float32), np.float32(math.sqrt(2 / width))

    def work() -> None:
        a, b = x.copy(), z
        for _ in range(layers):
            rng.standard_normal(dtype=np.float32, out=weights)
            np.matmul(weights, a, out=b)
            np.subtract(b, b.mean(axis=1, keepdims=True), out=b)
            np.maximum(b, 0, out=b)
            b *= scale
            a, b = b, a

    return work


def torch_explicit(width: int, layers: int, core: int, threads: int = 1) -> Work:
    """The same in PyTorch, without autograd."""
    import torch

    rng = torch.Generator().manual_seed(core)
    x, z = torch.randn(width, N, generator=rng), torch.empty(width, N)
    weights, scale = torch.empty(width, width), math.sqrt(2 / width)

    def work() -> None:
        torch.set_num_threads(threads)  # of this thread and its future ones
        with torch.inference_mode():
            a, b = x.clone(), z
            for _ in range(layers):
                weights.normal_(generator=rng)
                torch.matmul(weights, a, out=b)
                b -= b.mean(dim=1, keepdim=True)
                b.relu_()
                b *= scale
                a, b = b, a

    return work


EXPLICIT = (
    f"Depth {DEPTH}; of theirs {', '.join(map(str, TIMED.values()))} layers are timed at the four widths: a layer "
    "costs the same at every depth. Theirs: explicit float32 weights, buffers reused; PyTorch: one network on two "
    "threads, PyTorch x 2 and NumPy: a network on each core (PyTorch draws normals on one thread); it takes any law "
    "of the weights and can be trained. Ours: the Gram sampler in float32, normals by the fastest generator that is "
    "installed; exact for Gaussian weights only; observables included."
)


def torch_pair(width: int) -> Pair:
    """Against one network of PyTorch with two threads, as one would write it."""
    layers = TIMED[width]
    theirs = Side("PyTorch", lambda: torch_explicit(width, layers, 0, CORES), float(layers * width))
    pair = explicit_pair("PyTorch", torch_explicit, width, GOALS.get(width))
    return replace(pair, name=f"pytorch-{width}", theirs=theirs)


def explicit_pair(title: str, make: Callable[[int, int, int], Work], width: int, goal: float | None) -> Pair:
    """Ours against explicit weights: the same law of the representations."""
    layers, networks = TIMED[width], replicates(width)
    return Pair(
        f"{title.lower().replace(' ', '-')}-{width}",
        f"width {width:,}",
        Side("bninit", lambda: our_layers(width, N, DEPTH, networks, threads=CORES), float(networks * DEPTH * width)),
        both_cores(title, width, partial(make, width, layers), layers),
        unit="neuron-layers/s",
        goal=goal,
        rounds=3 if width > 1024 else 5,
        heavy=width > 256,
        compared=EXPLICIT,
    )


def replicates(width: int) -> int:
    """Networks in one call: as many as fill the stacks of both cores."""
    return CORES * max(1, ROWS // width)


def aim(generator: str, width: int) -> float:
    """Of the ratio to the normals alone."""
    return 1.0 if generator == "numba" and width > 256 else 0.7


def normals_pair(generator: str, dtype: str, width: int, goal: float, heavy: bool) -> Pair:
    """Against the generator alone."""
    networks = replicates(width)
    rows = networks * DEPTH * width
    return Pair(
        f"normals-{generator}-{dtype}-{width}",
        f"{generator}, {dtype}, width {width:,}",
        Side(
            "bninit",
            lambda: our_layers(width, N, DEPTH, networks, generator=generator, dtype=dtype, threads=CORES),
            float(rows),
        ),
        Side(
            f"{raw(generator)} normals",
            lambda: on_cores(partial(normals_alone, rows // CORES, raw(generator), dtype)),
            float(rows),
        ),
        unit="neuron-layers/s",
        goal=goal,
        compared="Theirs draws 15 normals a neuron (n - 1: RC leaves one direction fewer) on both cores and does "
        "nothing else: with the same generator, or by the package mkl where it is installed and ours is numba.",
        rounds=5,
        heavy=heavy,
    )


def growth(name: str, variable: str, sizes: tuple[int, ...], make: Callable[[int], Work], compared: str) -> Growth:
    """In one variable, the others fixed."""
    return Growth(
        name, f"simulate in {variable}", (variable,), tuple((s,) for s in sizes), lambda s: one_core(make(int(s))),
        compared, heavy=True,
    )  # fmt: skip


def group() -> Group:
    """The records."""
    return Group(
        "networks",
        "random networks, n = 16, two cores",
        (
            *(torch_pair(width) for width in WIDTHS),
            *(explicit_pair("PyTorch x 2", torch_explicit, width, None) for width in WIDTHS),
            *(explicit_pair("NumPy", numpy_explicit, width, None) for width in WIDTHS),
            *(
                normals_pair(generator, dtype, width, aim(generator, width), width != 4096)
                for generator in dict.fromkeys(("numpy", FASTEST))
                for dtype in ("float64", "float32")
                for width in (256, 4096, 65536)
            ),
            growth("growth-n", "n", (8, 16, 32, 64, 128), lambda n: our_layers(2**15, n, 10, 1),
                   "Width 32,768, 10 layers, one core: normals grow like n, products like n^2."),
            growth("growth-width", "width", (2**14, 2**15, 2**16, 2**17), lambda m: our_layers(m, N, 10, 1),
                   "10 layers, n = 16, one core; explicit weights grow like width^2."),
            growth("growth-depth", "depth", (25, 50, 100, 200), lambda L: our_layers(2**14, N, L, 1),
                   "Width 16,384, n = 16, one core."),
            growth("growth-replicates", "replicates", (32, 64, 128, 256), lambda R: our_layers(1024, N, 20, R),
                   "Width 1,024, 20 layers, n = 16, one core."),
        ),
    )  # fmt: skip
