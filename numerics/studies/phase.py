"""Phase diagram: the branches of fixed points at infinite width against the batch size, beside finite networks.

>>> found = diagram("rc,nl", 7, networks=0, width=1, seed=1)
>>> [(point.n, point.kind, point.stable) for point in found.branches if point.kind == "broken"]
[(7, 'broken', True)]
>>> found.saddle_node["n"][:8]
'6.107075'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np

from numerics.networks import Layer, estimate, random_batch, simulate
from numerics.parallel import GLOBAL_STATE, mapped
from numerics.streams import stream
from theory.wide import fixed_points
from theory.wide.fixed_ray import NoFixedPoint
from theory.wide.spectrum import spectrum

KINDS = ("symmetric", "broken", "saddle", "outlier")

DEPTH = 150
"""Layers of the networks."""

SIMULATED = (3, 5, 7, 10, 14, 20, 30, 50, 100, 200)
"""Batch sizes at which networks are run, as far as the diagram goes."""


@dataclass(frozen=True)
class Point:
    """A fixed point at batch size n.

    norm_ratio : of the escaped point to the others, 12 correct digits.
    index : number of expanding directions, 0 where it is stable.
    """

    n: int
    kind: str
    norm_ratio: str
    stable: bool
    index: int


class Networks(NamedTuple):
    """Norm ratios of the networks at batch size n, one each, and their median."""

    n: int
    norm_ratios: tuple[float, ...]
    median: float


@dataclass(frozen=True)
class Diagram:
    """Branches for 3 to n points in increasing order, and networks of one width and depth at some n.

    saddle_node : where broken point and saddle are born, decimal strings by name (n, norm_ratio, ..), 20 correct
        digits; None where no broken point was found.
    """

    components: tuple[str, ...]
    n: int
    branches: tuple[Point, ...]
    saddle_node: Mapping[str, str] | None
    networks: tuple[Networks, ...]
    width: int
    depth: int
    seed: int


def operations(n: int, networks: int, width: int) -> float:
    """About how many floating operations the networks of `diagram` take."""
    sizes = [size for size in SIMULATED if size <= n]
    return sum(estimate((size, size), width, DEPTH, Layer(), max(networks, 1)).operations for size in sizes)


def diagram(
    components: str | tuple[str, ...], n: int, networks: int, width: int, seed: int,
    progress: Callable[[int, int], object] = lambda done, total: None, executor: Executor | None = None,
) -> Diagram:  # fmt: skip
    """All branches for 3 to n points, and the norm ratios of some networks on Gaussian data.

    Parameters
    ----------
    components : "rc,nl" and the like, or a tuple.
    networks : networks of this `width` at each of the batch sizes `SIMULATED` up to n; 0 for none.
    progress : called with (done, total); batch sizes count, those with networks once more.
    executor : each batch size is a task of it; the result does not depend on it.

    Raises
    ------
    ValueError
        for unknown components, or if no kind of fixed point exists for them.
    """
    simulated = [size for size in SIMULATED if size <= n and networks]
    branches: list[Point] = []
    rows: list[Networks] = []
    reasons: dict[str, str] = {}
    total = n - 2 + len(simulated)
    for done, (found, absent) in enumerate(mapped(partial(_branches, components), range(3, n + 1), executor), 1):
        progress(done, total)
        branches += found
        reasons |= absent
    if not branches:
        raise ValueError(next(iter(reasons.values())))
    chosen = fixed_points.of_kind(branches[0].kind, branches[0].n, components).components
    one_escaped = any(point.kind == "broken" for point in branches)
    run = partial(_networks, components=chosen, networks=networks, width=width, seed=seed)
    for row in mapped(run, simulated, executor):
        rows.append(row)
        progress(n - 2 + len(rows), total)
    return Diagram(
        chosen,
        n,
        tuple(branches),
        fixed_points.saddle_node().figures(20) if one_escaped else None,
        tuple(rows),
        width,
        DEPTH,
        seed,
    )


def _branches(components: str | tuple[str, ...], size: int) -> tuple[list[Point], dict[str, str]]:
    """The fixed points at one batch size, and why the other kinds do not exist."""
    rows, reasons = [], {}
    for kind in KINDS:
        try:
            with GLOBAL_STATE:
                found = spectrum(kind, size, components, digits=12)
                ratio = fixed_points.of_kind(kind, size, components).figures(12)["norm_ratio"]
        except NoFixedPoint as absence:
            reasons[kind] = absence.reason
            continue
        rows.append(Point(size, kind, ratio, found.stable, found.index))
    return rows, reasons


def _networks(size: int, components: tuple[str, ...], networks: int, width: int, seed: int) -> Networks:
    batch = random_batch(size, size, stream(seed, "bninit phase-diagram: data", size))
    found = simulate(
        batch,
        width=width,
        depth=DEPTH,
        layer=Layer(components),
        networks=networks,
        threads=1,
        rng=lambda replicate: stream(seed, "bninit phase-diagram: weights", size, replicate),
    )
    return Networks(size, tuple(found.norm_ratio.tolist()), float(np.median(found.norm_ratio)))
