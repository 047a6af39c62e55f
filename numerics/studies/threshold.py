"""The width below which directions are lost: how one more direction grows beside n - 1, against the width.

Linear layers with rescaling, without skip (daneshmand21, threshold).

>>> found = growth(2, (2, 4), lambda d: np.random.default_rng(d), chains=8, layers=200)
>>> bool(found.means[0] < found.means[1]), found.widths
(True, (2, 4))
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from numerics.chains import chain
from numerics.chains.chain import Floats
from numerics.chains.threshold import transversal


@dataclass(frozen=True, eq=False)
class Growth:
    """Mean growth, a layer, of log square of an infinitesimal n-th direction, by width, and its standard errors."""

    n: int
    widths: tuple[int, ...]
    means: Floats
    errors: Floats

    @property
    def zero(self) -> float:
        """The width at which it changes its sign, between those measured by straight lines; the end nearest to it."""
        return float(np.interp(0.0, self.means, self.widths))


def growth(
    n: int, widths: Sequence[int], rng: Callable[[int], Generator], *, chains: int = 48, layers: int = 250,
    burn: int = 50,
) -> Growth:  # fmt: skip
    """Measure it beside n - 1 directions in their stationary law, on some chains, after `burn` layers.

    widths : ascending, each at least n - 1.
    rng : a generator for each width.
    """
    means, errors = [], []
    for d in widths:
        drawn = rng(d)
        runs = transversal(chain.start(d, n - 1, chains, drawn), layers, drawn, burn=burn)
        means.append(runs.mean())
        errors.append(runs.std(ddof=1) / np.sqrt(chains))
    return Growth(n, tuple(widths), np.array(means), np.array(errors))
