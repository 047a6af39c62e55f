"""Simulations of the claims of `theory.papers.daneshmand20.figures`."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from numerics.chains import chain, deep
from numerics.judging import Bias, Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats
from theory.papers.daneshmand20 import figures

SEEN = Bias(
    0.005,
    "measured",
    "8,064 or more networks for each cell by `benchmarks/measured.py`, seed 1, rounded to four digits",
    error=0.002,
)
"""Of the claimed numbers; the value is 2.5 standard errors or more, the error is the greatest standard error."""


def between(predicted: object, cell: Cell) -> Bounded:
    """Samples are truncated to these ends. Of 8,000 networks for each cell, counted apart (default_rng([101, cell])),
    none is beyond them but 12 without rescaling, above 2, and the claim is of min(r, 2) there."""
    return Bounded(*cell["between"])


@sampled(
    figures.depth,
    "d = 32: r after 100 layers, truncated to [2.8, 8] with rescaling, to [1, 2] without",
    at=(
        {"d": 32, "entry": 0, "components": ("rs",), "between": (2.8, 8.0)},
        {"d": 32, "entry": 1, "components": (), "between": (1.0, 2.0)},
    ),
    notices=lambda p, cell: 0.1 if cell["entry"] == 0 else 0.15,
    bias=SEEN,
    support=between,
    layer=chain.layer(32, chain.NO_SKIP, "uniform"),
    models=("no rescaling",),
    block=80,
)
def r_at_depth(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """r, truncated: (size,)."""
    shaped = replace(layer, components=tuple(c for c in cell["components"] if c in layer.components))
    d = cell["d"]
    found = chain.effective_rank(deep.after(shaped, chain.start(d, d, size, rng), 100, rng))
    return np.asarray(np.clip(found, *cell["between"]))


LATE = {"burn": 40, "every": 4}
"""Time averages are over layers 44, 48, .., 60."""


@sampled(
    figures.soft,
    "eigenvalues from 1/2 on, at most 2 sqrt(d) of them counted, mean over every fourth of layers 44 to 60, truncated "
    "to within half of itself",
    at=(
        {"d": 8, "entry": 0, "between": (1.4, 4.2)},
        {"d": 16, "entry": 1, "between": (2.7, 6.3)},
        {"d": 32, "entry": 2, "between": (3.6, 10.8)},
    ),
    notices=lambda p, cell: 0.1 if cell["d"] == 32 else 0.05,
    bias=SEEN,
    support=between,
    layer=chain.layer(32, chain.NO_SKIP),
    models=("positive weights",),
    block=80,
)
def soft_rank(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Mean of min(rank_1/2, 2 sqrt(d)), truncated: (size,)."""
    d = cell["d"]
    step, h = replace(layer, gain=float(d)), chain.start(d, d, size, rng)
    found = chain.time_average(h, step, 20, rng, lambda h: np.minimum(chain.soft_rank(h), 2 * d**0.5), **LATE)
    return np.asarray(np.clip(found, *cell["between"]))


@sampled(
    figures.frobenius,
    "min(|M|_F^2/d^(3/2), 2), mean over every fourth of layers 44 to 60, truncated",
    at=(
        {"d": 8, "entry": 0, "between": (0.7, 2.0)},
        {"d": 16, "entry": 1, "between": (0.75, 1.75)},
        {"d": 32, "entry": 2, "between": (0.75, 1.65)},
    ),
    notices=lambda p, cell: 0.08 if cell["d"] == 32 else 0.05,
    bias=SEEN,
    support=between,
    layer=chain.layer(32, chain.NO_SKIP),
    models=("positive weights",),
    block=80,
    limit_of=(),
    at_limit="each width is claimed for itself",
)
def scaled_frobenius(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    d = cell["d"]
    step, h = replace(layer, gain=float(d)), chain.start(d, d, size, rng)
    found = chain.time_average(h, step, 20, rng, lambda h: np.minimum(chain.moments(h).F / d**1.5, 2.0), **LATE)
    return np.asarray(np.clip(found, *cell["between"]))


@sampled(
    figures.collinear,
    "the two greatest eigenvalues over d, truncated to [.13, .5] and [.1, .37], after 20 layers, d = 50, gamma = 1, "
    "noise 1e-5",
    at=({"d": 50, "entry": 0, "between": (0.13, 0.5)}, {"d": 50, "entry": 1, "between": (0.1, 0.37)}),
    notices=0.1,
    bias=SEEN,
    support=between,
    layer=chain.layer(50, 1.0),
    models=("positive weights",),
    block=80,
)
def leading_eigenvalues(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    d = cell["d"]
    h = chain.after(chain.near_collinear(d, 1e-5, size, rng), layer, 20, rng)
    values = np.linalg.eigvalsh(h @ h.swapaxes(1, 2)) / d
    return np.asarray(np.clip(values[:, -1 - cell["entry"]] / d, *cell["between"]))


@sampled(
    figures.relu,
    "min(r, 5), and the share of eigenvalues of H H^T/N from 1/2 on, at most 1/4; mean over every fifth of layers 25 "
    "to 40, truncated",
    at=(
        {"d": 32, "entry": 1, "cap": 5.0, "between": (1.7, 3.75)},  # the leaky slope shows best in it
        {"d": 16, "entry": 0, "cap": 5.0, "between": (1.0, 3.4)},
        {"d": 16, "entry": 2, "cap": 0.25, "between": (0.08, 0.25)},
        {"d": 32, "entry": 3, "cap": 0.25, "between": (0.08, 0.25)},
    ),
    notices=0.1,
    bias=SEEN,
    support=between,
    layer=Layer(("rs", "nl")),
    models=("leaky slope",),
    block=80,
)
def relu_ranks(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    d, cap = cell["d"], cell["cap"]

    def observe(h: Floats) -> Floats:
        return np.minimum(chain.effective_rank(h) if cell["entry"] < 2 else chain.soft_rank(h) / d, cap)

    found = chain.time_average(chain.start(d, d, size, rng), layer, 20, rng, observe, burn=20, every=5)
    return np.asarray(np.clip(found, *cell["between"]))
