"""What finite width explains: networks drawn alike, by the same sampler, at the same batch, widths and depth."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, fields
from functools import partial
from itertools import pairwise

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from numerics.parallel import Local, Steps, mapped
from numerics.studies.diagnosis.measure import Measured, measured
from numerics.training.drawn import FACTORS, NORMAL, Drawn, Passed, cheaper, forward_and_back

Floats = NDArray[np.float64]

REPLICATES = 39
"""So that an interval from the least to the greatest has level 38/40."""

SMALL = 1000.0
"""Operations for each entry of a Gram matrix, to measure it."""

RATE = 1.1e10
"""Operations of a core in a second: 1.0e10 to 2.2e10 were measured from n = 32, width 64, to n = 256, width 512."""

HELD = 2.0**28
"""Bytes that the layers of one task may take."""


@dataclass(frozen=True, eq=False)
class Replicates:
    """R networks: what was seen of each layer, numbers (L, R), and the squared gradients (L, R).

    >>> law = Drawn((30, 30, 30))
    >>> found = replicates(np.eye(6), law, 4, np.random.default_rng)
    >>> found.gradient.shape, found.seen.gap.shape, level(4)
    ((3, 4), (3, 4), 0.6)
    """

    seen: Measured
    gradient: Floats

    def __len__(self) -> int:
        return int(self.gradient.shape[1])

    def part(self, which: slice) -> Replicates:
        """Some of them."""
        seen = Measured(**{field.name: getattr(self.seen, field.name)[:, which] for field in fields(Measured)})
        return Replicates(seen, self.gradient[:, which])


def level(count: int) -> float:
    """Probability that one more number of the same law lies from the least to the greatest of `count`, whatever it is.

    >>> level(39)
    0.95
    """
    return (count - 1) / (count + 1)


def interval(numbers: Floats) -> tuple[float, float]:
    """From the least to the greatest."""
    return float(np.min(numbers)), float(np.max(numbers))


def growth(gradient: Floats) -> Floats:
    """Factor per layer, backwards, of squared gradients (L, ..): their geometric mean over the middle half.

    The ends are left out, where neither the batch nor the gradient has settled; nan for a single layer, and where a
    gradient is 0.

    >>> growth(np.array([16.0, 8.0, 4.0, 2.0, 1.0])).round(12).tolist()
    2.0
    """
    first = len(gradient) // 4
    last = len(gradient) - 1 - first
    if last <= first:
        return np.full(gradient.shape[1:], np.nan)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.exp((np.log(gradient[first]) - np.log(gradient[last])) / (last - first)))


def chance(value: Floats, alike: Floats) -> float | None:
    """Share of networks, this one and those drawn alike, whose greatest deviation is no less than this one's.

    value, alike : q numbers of this one, (q,), and of the others, (q, R). Deviations are from the mean of all R + 1 in
    units of their standard deviation, so that all are treated alike: drawn from the same law, a share of at most p has
    probability at most p, whatever the law. None where nothing can be compared.

    >>> chance(np.array([9.0]), np.array([[1.0, 2.0, 3.0]])), chance(np.array([2.0]), np.array([[1.0, 3.0, 2.5]]))
    (0.25, 1.0)
    """
    every = np.concatenate([value[:, None], alike], axis=1)
    every = every[np.isfinite(every).all(axis=1)]
    spread = every.std(axis=1, keepdims=True)
    if not len(every):
        return None
    far = np.abs(every - every.mean(axis=1, keepdims=True)) / np.where(spread > 0, spread, 1.0)
    worst = far.max(axis=0)
    return float((worst >= worst[0] * (1 - 1e-12)).mean())


def replicates(
    x: Floats, law: Drawn, count: int, rng: Callable[[int], Generator], *,
    executor: Executor | None = None, progress: Callable[[int, int], object] | None = None,
) -> Replicates:  # fmt: skip
    """Networks 0, .., count - 1 on the batch x, (k, n), after each layer; each has its own generator, and depends on
    nothing else."""
    size = max(1, int(HELD // _bytes(x.shape, law)))
    size = min(size, -(-count // 2))
    tasks = [range(first, min(first + size, count)) for first in range(0, count, size)]
    with Steps(2 * len(law.widths) * len(tasks), progress) as steps:
        found = list(mapped(partial(_some, x, law, rng, Local(steps.done)), tasks, executor))
    return Replicates(
        _joined([part.leaving for part in found]),
        np.concatenate([part.gradient for part in found], axis=1),
    )


def _some(x: Floats, law: Drawn, rng: Callable[[int], Generator], done: Local, numbers: range) -> Passed[Measured]:
    return forward_and_back(x, law, [rng(number) for number in numbers], measured, done, entering=False)


def _joined(parts: list[list[Measured]]) -> Measured:
    """Layers stacked, replicates side by side."""
    layers = [Measured.together(part) for part in parts]
    return Measured(
        **{field.name: np.concatenate([getattr(part, field.name) for part in layers], axis=1)
           for field in fields(Measured)}
    )  # fmt: skip


def _layers(shape: tuple[int, ...], law: Drawn) -> list[tuple[int, int]]:
    """Neurons before and after each layer; of the batch its Gram matrix counts alone, unless there is a skip."""
    k, n = shape
    first = k if np.isfinite(law.gamma) else min(k, n)
    return list(pairwise((first, *law.widths)))


def _bytes(shape: tuple[int, ...], law: Drawn) -> float:
    """That one network holds on its way back."""
    n = shape[1]
    weights = sum(8.0 * k * m for k, m in _layers(shape, law) if cheaper(k, m, n))
    return weights + 24.0 * n * sum(law.widths)


def operations(shape: tuple[int, int], law: Drawn, count: int) -> float:
    """About how many floating operations `replicates` takes, and the map of infinite width.

    Multiplications of matrices count as they are, factorisations and passes over memory by what they are worth.
    """
    n = shape[1]
    total = 0.0
    for k, m in _layers(shape, law):
        r = min(k, n)
        there_and_back = m * k * (4.0 * n + NORMAL) if cheaper(k, m, n) else (
            FACTORS * (k + m) * r * n + 4.0 * m * r * n + 2.0 * NORMAL * m * r)  # fmt: skip
        total += there_and_back + 2.0 * m * n * n + 60.0 * m * n + SMALL * n * n + 2e5
    return float(count) * total


def held(shape: tuple[int, int], law: Drawn, threads: int) -> float:
    """Bytes that they need."""
    return threads * max(HELD, _bytes(shape, law)) + 64.0 * shape[0] * shape[1]
