"""Simulations of the claims of `theory.papers.daneshmand21.gaussian`."""

from __future__ import annotations

import math

import numpy as np

from numerics.chains import chain
from numerics.checks.daneshmand21.setting import dimension, over_width, truncated_square
from numerics.judging import Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats
from theory.papers.daneshmand21 import gaussian as claims


@sampled(
    claims.constant,
    "min(d sum (sigma_i - 1/sqrt n)^2, top), mean over layers 6 to 25 and 10 to 29, n = 2, 4, d = 128, top = 2, 4; its "
    "limit is that of a multiple of chi^2_N; the mean is truncated to [0, 1], [.2, 3]",
    at=(
        {"n": 2, "d": 128, "burn": 5, "top": 2.0, "between": (0.0, 1.0)},
        {"n": 4, "d": 128, "burn": 9, "top": 4.0, "between": (0.2, 3.0)},
    ),
    notices=0.08,
    bias=over_width({2: (1.04, 0.1), 4: (2.57, 0.09)}),
    expects=lambda p, cell: truncated_square(p, dimension(cell["n"]), cell["top"]),
    support=lambda p, cell: Bounded(*cell["between"]),
    layer=chain.layer(128, chain.NO_SKIP),
    models=("positive weights",),
    block=128,
    limit_of=("width",),
)
def scaled_distance(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    n, d = cell["n"], cell["d"]

    def distance(h: Floats) -> Floats:
        C = h.swapaxes(1, 2) @ h / (n * d)
        sigma = np.sqrt(np.maximum(np.linalg.eigvalsh(C), 0))  # about 1/sqrt n, far from rounding
        return np.asarray(np.minimum(d * np.square(sigma - 1 / math.sqrt(n)).sum(axis=-1), cell["top"]))

    h = layer(np.broadcast_to(np.eye(n), (size, n, n)), width=d, rng=rng)
    found = chain.time_average(h, layer, 20, rng, distance, burn=cell["burn"] - 1)
    return np.asarray(np.clip(found, *cell["between"]))
