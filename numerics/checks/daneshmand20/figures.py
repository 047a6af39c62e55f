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


FLOAT = 32 * 2.0**-23
"""Singular values of 32 x 32 matrices that are less than so much of the greatest do not count in float32."""
COUNTED = ((0.7, 1.0), (0.33, 0.63), (0.68, 0.98), (0.2, 0.5), (0.7, 1.0), (0.7, 1.0), (0.3, 1.0), (0.0, 1.0))
NOTICED = (0.06, 0.1, 0.06, 0.1, 0.05, 0.05, 0.12, 0.3)
"""Samples are truncated to the ends, beyond which hardly any is; and what is noticed, cell by cell."""


@sampled(
    figures.numerical,
    "share of the 32 singular values above 32 times the greatest times 2^-23, after 10 and 50 layers",
    at=tuple(
        {"entry": entry, "components": parts, "depth": (10, 50)[entry % 2], "between": COUNTED[entry]}
        for entry, parts in enumerate(parts for parts in (("rs",), (), ("rs", "nl"), ("nl",)) for _ in range(2))
    ),
    notices=lambda p, cell: NOTICED[cell["entry"]],
    bias=Bias(0.005, "measured", "2,000 networks a cell, default_rng([2, cell])", error=0.004),
    support=between,
    layer=replace(chain.layer(32, chain.NO_SKIP, "uniform"), components=("rs", "nl")),
    models=("no rescaling",),
    block=40,
)
def counted(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Numerical rank over 32: (size,)."""
    shaped = replace(layer, components=tuple(c for c in cell["components"] if c in layer.components))
    found = deep.after(shaped, chain.start(32, 32, size, rng), cell["depth"], rng)
    return np.asarray(np.clip((deep.singular_values(found) > FLOAT).mean(axis=1), *cell["between"]))


LATE = {"burn": 40, "every": 4}
"""Time averages are over layers 44, 48, .., 60."""


ENDS = {8: (1.4, 4.2), 16: (2.7, 6.3), 32: (3.6, 10.8)}
SLOW = {"burn": 80, "every": 8}
"""At gamma = 1/10, where a layer changes less: layers 88, 96, .., 120."""


@sampled(
    figures.soft,
    "eigenvalues from 1/2 on, at most 2 sqrt(d) of them counted, mean over every fourth of layers 44 to 60, or every "
    "eighth of 88 to 120, truncated to within half of itself",
    at=tuple(
        {"d": d, "gamma": gamma, "entry": 3 * row + place, "between": ends}
        for row, gamma in enumerate((chain.NO_SKIP, 1.0, 0.1))
        for place, (d, ends) in enumerate(ENDS.items())
    ),
    notices=lambda p, cell: 0.1 if cell["d"] == 32 or cell["gamma"] < 2 else 0.05,
    bias=SEEN,
    support=between,
    layer=chain.layer(32, chain.NO_SKIP),
    models=("positive weights",),
    block=80,
)
def soft_rank(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Mean of min(rank_1/2, 2 sqrt(d)), truncated: (size,)."""
    d, slow = cell["d"], cell["gamma"] < 1
    step, h = replace(layer, gain=float(d), gamma=cell["gamma"]), chain.start(d, d, size, rng)
    found = chain.time_average(
        h,
        step,
        100 if slow else 20,
        rng,
        lambda h: np.minimum(chain.soft_rank(h), 2 * d**0.5),
        **(SLOW if slow else LATE),
    )
    return np.asarray(np.clip(found, *cell["between"]))


@sampled(
    figures.frobenius,
    "min(|M|_F^2/d^(3/2), 2), mean over every fourth of layers 44 to 60, or of 104 to 120, truncated",
    at=(
        {"d": 8, "gamma": chain.NO_SKIP, "entry": 0, "between": (0.7, 2.0)},
        {"d": 16, "gamma": chain.NO_SKIP, "entry": 1, "between": (0.75, 1.75)},
        {"d": 32, "gamma": chain.NO_SKIP, "entry": 2, "between": (0.75, 1.65)},
        {"d": 8, "gamma": 0.25, "entry": 3, "between": (0.6, 2.0)},
        {"d": 32, "gamma": 0.25, "entry": 4, "between": (0.75, 1.65)},
    ),
    notices=lambda p, cell: 0.08 if cell["d"] == 32 or cell["gamma"] < 1 else 0.05,
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
    step, h = replace(layer, gain=float(d), gamma=cell["gamma"]), chain.start(d, d, size, rng)
    late = LATE if cell["gamma"] > 1 else LATE | {"burn": 100}
    found = chain.time_average(h, step, 20, rng, lambda h: np.minimum(chain.moments(h).F / d**1.5, 2.0), **late)
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
