"""Simulations of the claims of `theory.papers.daneshmand21.width`."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice, pairwise

import numpy as np

from numerics.chains import chain
from numerics.chains.walk import drawn, walk
from numerics.checks.daneshmand21.setting import dimension, over_width, truncated_length, truncated_square
from numerics.judging import Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats
from theory.papers.daneshmand21.width import stationary

RS = Layer(("rs",), gain=1.0)


def gap_squared(h: Floats) -> Floats:
    """V^2 = |C|_F^2/(tr C)^2 - 1/n = 1/r - 1/n, C = H^T H: (R, d, n) to (R,)."""
    return np.asarray(1 / chain.effective_rank(h) - 1 / h.shape[-1])


def stationary_start(d: int, n: int, size: int, rng: np.random.Generator) -> Floats:
    """Independent uniform rows, so few that E V^2 is about the stationary one: by 1/(1 - (n/(n+2))^2) fewer than d."""
    return chain.start(round(d * (1 - (n / (n + 2)) ** 2)), n, size, rng)


def late_mean(
    layer: Layer,
    h: Floats,
    width: int,
    rng: np.random.Generator,
    observe: Callable[[Floats], Floats],
    *,
    burn: int = 4,
    layers: int = 30,
) -> Floats:
    """Mean of an observable over `layers` layers after `burn` + 1 others, nearly stationary already: (R,)."""
    return chain.time_average(layer(h, width=width, rng=rng), layer, layers, rng, observe, burn=burn)


@sampled(
    stationary.stationary_gap,
    "min(d V^2, top), mean over layers 6 to 35: n = 2, 4, 8 at d = 32, 96, 192, top = 3, 4, 5; its limit is that of a "
    "multiple of chi^2_N; the mean is truncated to [0, 1.6], [1/2, 2.7], [1, 4]",
    at=(
        {"n": 2, "d": 32, "top": 3.0, "between": (0.0, 1.6)},
        {"n": 4, "d": 96, "top": 4.0, "between": (0.5, 2.7)},
        {"n": 8, "d": 192, "top": 5.0, "between": (1.0, 4.0)},
    ),
    notices=0.07,
    bias=over_width({2: (0.227, 0.013), 4: (0.95, 0.05), 8: (2.98, 0.11)}),
    expects=lambda p, cell: truncated_square(p, dimension(cell["n"]), cell["top"]),
    support=lambda p, cell: Bounded(*cell["between"]),
    layer=RS,
    block=128,
    limit_of=("width",),
)
def scaled_gap(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    # above 2 s of CPU at level standard: 35 layers of up to 192 x 8, in thousands of networks for so narrow a margin
    d, h = cell["d"], stationary_start(cell["d"], cell["n"], size, rng)
    found = late_mean(layer, h, d, rng, lambda h: np.minimum(d * gap_squared(h), cell["top"]))
    return np.asarray(np.clip(found, *cell["between"]))


@sampled(
    stationary.mean_gap,
    "sqrt(d) min(V, top), mean over layers 6 to 35: n = 2, 4 at d = 32, 64, top 2/sqrt(d); its limit is that of a "
    "multiple of chi_N",
    at=({"n": 2, "d": 32, "top": 2.0}, {"n": 4, "d": 64, "top": 2.0}),
    notices=0.04,
    bias=over_width({2: (0.175, 0.007), 4: (0.511, 0.013)}),
    expects=lambda p, cell: truncated_length(p, dimension(cell["n"]), cell["top"]),
    support=lambda p, cell: Bounded(0.0, cell["top"]),
    layer=RS,
    block=128,
    limit_of=("width",),
)
def scaled_root(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    d, h = cell["d"], stationary_start(cell["d"], cell["n"], size, rng)
    return late_mean(layer, h, d, rng, lambda h: np.minimum(np.sqrt(d * gap_squared(h)), cell["top"]))


@sampled(
    stationary.memory,
    "d <X', X> - k d |X|^2, X and X' shortened to |X|^2 <= top/d, mean over layers 6 to 35: n = 2, 4 at d = 32, 64; "
    "the mean is truncated to [-1, 1] (of 4,096 networks, counted apart by default_rng([211, 0]), none is beyond .4)",
    at=({"n": 2, "d": 32, "unit": 2 / 3, "top": 4.0}, {"n": 4, "d": 64, "unit": 1.35, "top": 4.0}),
    notices=0.1,
    bias=over_width({2: (0.369, 0.015), 4: (0.604, 0.02)}),
    scale=lambda p, cell: cell["unit"],
    expects=lambda p, cell: 0.0,
    deviation=lambda p, q, cell: abs(q - p) * cell["unit"],
    statistic=lambda raw, p: np.clip(raw[:, 0] - p * raw[:, 1], -1.0, 1.0),
    support=Bounded(-1.0, 1.0),
    layer=RS,
    block=128,
    limit_of=("width",),
)
def lagged(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """d <X_(l+1), X_l> and d |X_l|^2, X = C - I/n, shortened where it is long: (size, 2)."""
    d, n = cell["d"], cell["n"]
    start = layer(stationary_start(d, n, size, rng), width=d, rng=rng)
    X = []
    for h in islice(walk(start, drawn(layer, rng), 35), 5, None):
        x = np.swapaxes(h, -1, -2) @ h / (d * n) - np.eye(n) / n
        long = np.sqrt(d / cell["top"] * np.square(x).sum((-1, -2), keepdims=True))
        X.append(x / np.maximum(long, 1.0))
    products = [[(b * a).sum((-1, -2)), (a * a).sum((-1, -2))] for a, b in pairwise(X)]
    return np.asarray(d * np.mean(products, axis=0).T)
