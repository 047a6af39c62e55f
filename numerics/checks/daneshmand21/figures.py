"""Simulations of the claims of `theory.papers.daneshmand21.figures`."""

from __future__ import annotations

import math

import numpy as np

from numerics.chains import gap as orthogonal_gap
from numerics.checks.daneshmand21.setting import dimension, over_width, truncated_length
from numerics.checks.daneshmand21.width import gap_squared, late_mean, stationary_start
from numerics.judging import Bias, Cell, sampled
from numerics.networks import Layer, observables
from numerics.statistics.betting import Bounded, Floats
from theory.papers.daneshmand21 import figures as claims
from theory.papers.daneshmand21.measures import LAYERS, WIDTHS

NEAR_RANK_ONE = orthogonal_gap.start(np.diag([1.0, 1e-6, 1e-6, 1e-6]))

RS = Layer(("rs",), gain=1.0)

LOG_WIDTHS = np.log(WIDTHS)

X = LOG_WIDTHS - LOG_WIDTHS.mean()


@sampled(
    claims.cosines,
    "min(sqrt(d) |cos|, top), mean over pairs of columns and layers 6 to 35: n = 2, 4 at d = 32, 96, top = 3; its "
    "limit is that of a normal variable; the mean is truncated to [0, 1.5], [.4, 1.5]",
    at=({"n": 2, "d": 32, "top": 3.0, "between": (0.0, 1.5)}, {"n": 4, "d": 96, "top": 3.0, "between": (0.4, 1.5)}),
    notices=0.06,
    bias=over_width({2: (0.54, 0.015), 4: (1.245, 0.031)}),
    expects=lambda p, cell: truncated_length(p, 1, cell["top"]),
    support=lambda p, cell: Bounded(*cell["between"]),
    layer=RS,
    models=("positive weights",),
    block=160,
    limit_of=("width",),
)
def mean_cosine(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    d, n = cell["d"], cell["n"]
    i, j = np.triu_indices(n, 1)

    def cosine(h: Floats) -> Floats:
        cosines = observables.cosines(observables.gram(h))[:, i, j]
        return np.asarray(np.minimum(math.sqrt(d) * np.abs(cosines), cell["top"]).mean(axis=-1))

    return np.asarray(np.clip(late_mean(layer, stationary_start(d, n, size, rng), d, rng, cosine), *cell["between"]))


SLOPE_BIAS = tuple(
    Bias(
        off,
        "measured",
        "next order in 1/d at d = 16 to 64: 1,280 networks of each width, default_rng([47, 0..39]), size 32",
        error=0.0033,
    )
    for off in (0.0195, 0.0115)
)


@sampled(
    claims.figure_2b,
    "slope fitted to six single networks, n = 4: mean V of 20 late layers, and of layers 1 to 500, of which layers 31 "
    "to 50 stand for all from 31 on; truncated to the ends of `between`, which does not change its limit",
    at=({"entry": 0, "between": (-0.64, -0.36)}, {"entry": 1, "between": (-0.57, -0.36)}),
    notices=0.08,
    bias=lambda p, cell: SLOPE_BIAS[cell["entry"]],
    support=lambda p, cell: Bounded(*cell["between"]),
    layer=RS,
    block=40,
    limit_of=("width",),
)
def slope(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    # above 2 s of CPU: 25 or 50 layers of six widths, of which the widest takes half, in several hundred networks
    means = []
    for width in WIDTHS:
        if cell["entry"] == 0:
            start = stationary_start(width, 4, size, rng)
            means.append(late_mean(layer, start, width, rng, lambda h: np.sqrt(gap_squared(h)), layers=20))
        else:
            gap = orthogonal_gap.follow(NEAR_RANK_ONE, width, 50, size, rng, layer=layer, least=False).gap
            early, late = gap[:, 1:31].sum(axis=1), gap[:, 31:].mean(axis=1)
            means.append((early + (LAYERS - 30) * late) / LAYERS)
    return np.asarray(np.clip(X @ np.log(means) / (X @ X), *cell["between"]))


@sampled(
    claims.figure_2a,
    "V from (1, 1e-12, ..), n = 4: V at layer 1, d = 512, and min(sqrt(d) V, 2) at layers 31 to 60, d = 64, whose "
    "limit is that of a multiple of chi_9; their mean is truncated to [.6, 1.7]",
    at=(
        {"n": 4, "d": 512, "entry": 0, "layers": (1, 1), "between": (0.0, 1.0)},
        {"n": 4, "d": 64, "entry": 1, "layers": (31, 60), "between": (0.6, 1.7)},
    ),
    notices=0.05,
    bias=lambda p, cell: over_width({4: (0.52, 0.03)})(p, cell) if cell["entry"] == 1 else None,
    expects=lambda p, cell: (
        math.exp(p[0])
        if cell["entry"] == 0
        else truncated_length(math.sqrt(cell["d"]) * math.exp(p[1]), dimension(4), 2.0)
    ),
    support=lambda p, cell: Bounded(*cell["between"]),
    layer=RS,
    block=48,
    limit_of=(),
    at_limit="the plateau is the gap of rank one at every width; the floor has a bias",
)
def ends(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """V, or sqrt(d) V truncated, mean over the cell's layers: (size,)."""
    first, last = cell["layers"]
    gap = orthogonal_gap.follow(NEAR_RANK_ONE, cell["d"], last, size, rng, layer=layer, least=False).gap[:, first:]
    if cell["entry"] == 1:
        gap = np.minimum(math.sqrt(cell["d"]) * gap, 2.0)
    return np.asarray(np.clip(gap.mean(axis=1), *cell["between"]))
