"""Simulations of the claims of `theory.papers.daneshmand20.mean_field`."""

from __future__ import annotations

import numpy as np

from numerics.chains import chain, threshold
from numerics.judging import Bias, Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats
from theory.papers.daneshmand20 import mean_field

FINITE_D = {2: 0.0013, 4: 0.0055, 8: 0.0127}
"""By rank, how much of r a finite d = 256 takes away from the law."""


@sampled(
    mean_field.strata,
    "r at layer 12, d = 256, k = 2, 4, 8, the last not below 5.6 (of 8,000 chains, counted apart, none is below 6.56)",
    at=tuple({"d": 256, "k": k, "least": least} for k, least in ((2, 1.0), (4, 1.0), (8, 5.6))),
    notices=0.06,
    bias=lambda p, cell: Bias(
        FINITE_D[cell["k"]],
        "measured",
        "finite d: 8,000 chains for each cell by `benchmarks/measured.py`, seed 1",
        error=0.0002,
    ),
    support=lambda p, cell: Bounded(cell["least"], cell["k"]),
    layer=chain.layer(256, chain.NO_SKIP),
    models=("positive weights",),
    block=64,
)
def r_of_a_stratum(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """r from a Gaussian start of rank k: (size,)."""
    d, k = cell["d"], cell["k"]
    return np.maximum(chain.moments(chain.after(chain.start(d, k, size, rng), layer, 12, rng)).r, cell["least"])


@sampled(
    mean_field.kept,
    "Lyapunov exponents by QR over 300 layers after 60: how many are above -.02, d = 5, 8, 12, from 1 to 4, 2 to 6, 3 "
    "to 8 of them counted",
    at=(
        {"d": 5, "entry": 0, "between": (1, 4)},
        {"d": 8, "entry": 1, "between": (2, 6)},
        {"d": 12, "entry": 2, "between": (3, 8)},
    ),
    notices=0.19,
    bias=Bias(0.008, "measured", "2,048 networks for each cell by `benchmarks/measured.py`, seed 1", error=0.001),
    support=lambda p, cell: Bounded(*cell["between"]),
    layer=chain.layer(1, chain.NO_SKIP),  # without skip the size of the weights is immaterial
    block=64,
)
def directions(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Number of exponents above -.02, within the ends of `between`, one per chain: (size,)."""
    d = cell["d"]
    found = threshold.column_exponents(chain.start(d, d, size, rng), 300, rng, burn=60)
    return np.asarray(np.clip(np.count_nonzero(found > -0.02, axis=1), *cell["between"]), dtype=float)
