"""The orthogonality gap V = |H^T H/|H|_F^2 - I/n|_F of the linear chain H -> d^(-1/2) BN(W H) along depth.

Only C = H^T H/|H|_F^2 enters, and the chain commutes with rotations of the n columns. So a start of rank r is carried
by r columns (its singular values), and V^2 = tr C^2 - 1/n is taken there: rounding cannot re-create the lost rank, as
it does where dependent columns are propagated as they are (daneshmand21, centred.input-rank).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

from numerics.chains.chain import Estimate
from numerics.chains.walk import drawn, walk
from numerics.networks import Layer
from numerics.networks.observables import gram
from numerics.parallel import Local, Steps, mapped

Floats = NDArray[np.float64]

CHAIN = Layer(("rs",), gain=1.0)
"""Rows of W H over their root mean square: C does not see the scale."""


class Start(NamedTuple):
    """Eigenvalues of C, descending, of sum 1, those of rounding left out; the number n of columns."""

    eigenvalues: Floats
    n: int

    @property
    def rank(self) -> int:
        return len(self.eigenvalues)

    @property
    def floor(self) -> float:
        """V^2 >= 1/r - 1/n at every depth."""
        return 1 / self.rank - 1 / self.n


def start(batch: ArrayLike) -> Start:
    """The spectrum of a batch (k, n), columns = data points.

    Raises
    ------
    ValueError : a batch of zeros, or of numbers that are not finite.

    >>> start([[2, 0, 2], [0, 1, 0]])
    Start(eigenvalues=array([0.88888889, 0.11111111]), n=3)
    """
    x = np.asarray(batch, dtype=np.float64)
    if not np.isfinite(x).all():
        raise ValueError("the batch has entries that are not finite; remove them")
    peak = np.abs(x).max(initial=0.0)
    if peak == 0:
        raise ValueError("the batch is zero: W H has rows of zeros, and BN of them is undefined; give other data")
    values = np.linalg.svd(x / peak, compute_uv=False)
    values = values[values > max(x.shape) * np.finfo(np.float64).eps * values[0]]
    return Start(np.square(values) / np.square(values).sum(), x.shape[1])


@dataclass(frozen=True, eq=False)
class Run:
    """Of R networks of one width: V and the least of the r eigenvalues of C at depths 0..L, each (R, L + 1).

    `least` is (R, 0) where it was not asked for.
    """

    width: int
    gap: Floats
    least: Floats

    def late(self, first: int, power: int = 1) -> Estimate:
        """Mean of V^power over the layers from `first` on; its standard error over networks."""
        return Estimate.of((self.gap[:, first:] ** power).mean(axis=1))


def follow(
    begin: Start, width: int, depth: int, networks: int, rng: Generator, *, layer: Layer = CHAIN,
    done: Callable[[], object] = bool, least: bool = True,
) -> Run:  # fmt: skip
    """V along `depth` layers of one width, for a stack of networks drawn from one generator; O(R L d r^2).

    done : called after each layer; what it returns ends the run if it is true.
    least : whether to take the least eigenvalues: at small r and d they cost as much as the layers.

    >>> found = follow(start(np.eye(3)), 50, 4, 2, np.random.default_rng(1))
    >>> found.gap.shape, bool((found.gap[:, 1:] < 0.4).all())
    ((2, 5), True)
    """
    first = np.broadcast_to(np.diag(np.sqrt(begin.eigenvalues)), (networks, begin.rank, begin.rank))
    gaps: list[Floats] = []
    lowest: list[Floats] = []
    for number, h in enumerate(walk(first, drawn(layer, rng, width=width), depth)):
        if number and done():
            break
        C = gram(h)
        C = C / np.trace(C, axis1=-2, axis2=-1)[:, None, None]
        # about I/r, so that small gaps keep their digits
        square = np.square(C - np.eye(begin.rank) / begin.rank).sum(axis=(-2, -1)) + begin.floor
        gaps.append(np.sqrt(square))
        if least:
            lowest.append(np.maximum(np.linalg.eigvalsh(C)[:, 0], 0.0))
    return Run(width, np.stack(gaps, axis=1), np.stack(lowest, axis=1) if least else np.empty((networks, 0)))


def across(
    begin: Start, widths: Sequence[int], depth: int, networks: int, rngs: Sequence[Generator], *,
    executor: Executor | None = None, progress: Callable[[int, int], object] | None = None,
) -> list[Run]:  # fmt: skip
    """`follow` for some widths, each with its generator, side by side on `executor`; results do not depend on it.

    progress : called with (layers done, layers in all); from other processes after each width.
    """
    widest = sorted(range(len(widths)), key=lambda i: -widths[i])  # the longest first
    found: dict[int, Run] = {}
    with Steps(depth * len(widths), progress) as steps:
        one = partial(_one, begin, depth, networks, Local(steps.done))
        runs = mapped(one, [(widths[i], rngs[i]) for i in widest], executor)
        for number, (i, run) in enumerate(zip(widest, runs, strict=True), 1):
            found[i] = run
            steps.reached(depth * number)
    return [found[i] for i in range(len(widths))]


def _one(begin: Start, depth: int, networks: int, done: Local, task: tuple[int, Generator]) -> Run:
    width, rng = task
    return follow(begin, width, depth, networks, rng, done=done)


def slope(widths: Sequence[int], estimates: Sequence[Estimate]) -> Estimate:
    """Least-squares slope of log mean against log width, with its standard error to first order.

    >>> round(slope([16, 64], [Estimate(0.5, 0.0), Estimate(0.25, 0.0)]).mean, 12)
    -0.5
    """
    x = np.log(np.asarray(widths, dtype=np.float64))
    weights = (x - x.mean()) / np.square(x - x.mean()).sum()
    logs = np.log([e.mean for e in estimates])
    errors = np.array([e.error / e.mean for e in estimates])
    return Estimate(float(weights @ logs), math.sqrt(float(np.square(weights) @ np.square(errors))))


def operations(r: int, width: int, depth: int, networks: int) -> float:
    """About how many floating operations `follow` takes from rank r."""
    return float(networks) * depth * (width * (4.0 * r * r + 20 * r + 200) + 30.0 * r**3)
