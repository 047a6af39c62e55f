"""Two kinds of network on one batch: paired differences of what their last layers show, with exact intervals.

The networks of a pair are drawn independently of the other pairs, so that differences are independent and of one law.
Between two of them in order of size, as far from the ends as `rank` says, lies the median of that law with
probability at least LEVEL, whatever the law: the number of differences below the median is binomial.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from numerics.studies.diagnosis.measure import NAMES, measured
from numerics.studies.diagnosis.probed import afforded, together
from numerics.studies.diagnosis.reference import Replicates, growth, replicates
from numerics.training.drawn import Drawn
from numerics.training.probe.hooks import probe
from numerics.training.probe.shuffled import shuffled

Floats = NDArray[np.float64]

LEVEL = 0.95


class Difference(NamedTuple):
    """The second less the first, of one quantity at the last layer (growth: of squared gradients).

    first, second : their medians. median, low, high : of the paired differences, with the interval for the median of
    their law; `differs`, whether 0 lies outside it.
    """

    name: str
    first: float
    second: float
    median: float
    low: float
    high: float

    @property
    def differs(self) -> bool:
        """Whether 0 lies outside the interval."""
        return not self.low <= 0 <= self.high


def rank(count: int) -> int:
    """How many differences are left out at each end; -1 where there are too few for the level.

    >>> rank(40), rank(5)
    (13, -1)
    """
    from scipy.stats import binom

    least = int(binom.ppf((1 - LEVEL) / 2, count, 0.5)) - 1
    while least + 1 < count / 2 and 2 * binom.cdf(least + 1, count, 0.5) <= 1 - LEVEL:
        least += 1
    return least if least >= 0 and 2 * binom.cdf(least, count, 0.5) <= 1 - LEVEL else _ends(count)


def _ends(count: int) -> int:
    """0, where least and greatest are far enough apart in probability, else -1."""
    return 0 if 2 * 0.5**count <= 1 - LEVEL else -1


def differences(first: Replicates, second: Replicates) -> tuple[Difference, ...]:
    """Of each quantity, networks paired in order.

    Raises
    ------
    ValueError : fewer than six pairs, with which no interval has the level.
    """
    count = min(len(first), len(second))
    place = rank(count)
    if place < 0:
        raise ValueError(f"{count} pairs of networks: wanted 6 or more for an interval of level {LEVEL}")
    found = []
    for name in (*NAMES, "growth"):
        a, b = (growth(one.gradient) if name == "growth" else one.seen.of(name)[-1] for one in (first, second))
        a, b = a[:count], b[:count]
        if not (np.isfinite(a).all() and np.isfinite(b).all()):
            continue
        steps = np.sort(b - a)
        found.append(Difference(name, float(np.median(a)), float(np.median(b)), float(np.median(steps)),
                                float(steps[place]), float(steps[count - 1 - place])))  # fmt: skip
    return tuple(found)


def compare_networks(
    x: Floats, first: Drawn, second: Drawn, rng: Callable[[int, int], Generator], *, count: int = 40
) -> tuple[Difference, ...]:
    """Two laws of random networks on the batch x, (k, n); rng(side, number) draws a network.

    >>> laws = Drawn((40,) * 12, ("nl",)), Drawn((40,) * 12)
    >>> found = compare_networks(np.eye(6), *laws, lambda *key: np.random.default_rng(key), count=10)
    >>> next((one.name, one.differs, one.median > 1) for one in found if one.name == "effective_rank")
    ('effective_rank', True, True)
    """
    sides = [replicates(x, law, count, partial(rng, side)) for side, law in enumerate((first, second))]
    return differences(sides[0], sides[1])


def compare_models(
    first: Any, second: Any, batch: Any, *, seed: int = 0, mode: str = "keep", at: str | None = None,
    count: int | None = None,
) -> tuple[Difference, ...]:  # fmt: skip
    """Two PyTorch modules on one batch, each with its weights shuffled `count` times (40, or fewer where they are
    large): as architectures and initialisations, and not for the arrangement of trained weights.

    Arguments are those of `diagnose_model`; the modules are left as they were.
    """
    found = [probe(model, batch, seed=seed, mode=mode, at=at) for model in (first, second)]
    many = max(6, min(afforded(found[0]), afforded(found[1]))) + 1 if count is None else count
    sides = []
    for side, (model, probed) in enumerate(zip((first, second), found, strict=True)):
        own = seed + 1 + side  # two shuffles are independent
        sides.append(together(shuffled(model, batch, probed, measured, seed=own, count=many, mode=mode)))
    return differences(sides[0], sides[1])
