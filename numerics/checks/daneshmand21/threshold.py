"""Simulations of the claims of `theory.papers.daneshmand21.threshold`."""

from __future__ import annotations

import math

import numpy as np

from numerics.chains import chain, threshold
from numerics.checks.daneshmand21.width import gap_squared
from numerics.judging import BOOLEAN, Bias, Cell, itself, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats, Variance
from theory.papers.daneshmand21 import threshold as claims

TOGETHER = 16


@sampled(
    claims.rank_two,
    f"log det C'/det C over one layer, det C = 10^-18, mean over {TOGETHER} networks",
    at=({"d": 2, "entry": 0}, {"d": 3, "entry": 1}),
    notices=0.06,
    scale=1.0,
    # log of a squared Cauchy variable; at d = 3 a bound of the second moment, less the squared mean (rank-two)
    support=lambda p, cell: Variance((10.0 if cell["d"] == 2 else 20.0) / TOGETHER),
    layer=Layer(("rs",), gain=1.0),
    models=("no rescaling",),
    block=2048,
)
def growth(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    tiny = 1e-9
    h = layer(np.broadcast_to(np.diag([1.0, tiny]), (TOGETHER * size, 2, 2)), width=cell["d"], rng=rng)
    minors = h[:, :, None, 0] * h[:, None, :, 1] - h[:, None, :, 0] * h[:, :, None, 1]
    det = np.square(minors).sum(axis=(1, 2)) / 2 / (2 * cell["d"]) ** 2
    logs = np.log(np.maximum(det, 1e-300)) - 2 * math.log(tiny)
    return np.asarray(logs.reshape(size, TOGETHER).mean(axis=1))


@sampled(
    claims.directions,
    "exponents by QR over 200 layers after 50, n = 6, d = 8 and 24: how many are above -.05, equal to the claimed "
    "number",
    at=({"d": 8, "entry": 0}, {"d": 24, "entry": 1}),
    notices=0.18,
    bias=Bias(0.0035, "measured", "14 of 4,000 chains at d = 8, default_rng([41, 0..79]), size 50", error=0.003),
    support=BOOLEAN,
    expects=lambda p, cell: 1.0,
    statistic=lambda raw, p: np.asarray((raw == np.asarray(p)).any(axis=1), dtype=float),
    deviation=lambda p, q, cell: float(itself(p, cell) != itself(q, cell)),
    layer=chain.layer(24, chain.NO_SKIP),
    block=80,
)
def directions(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size, 2): the number in the cell's column, NaN in the other."""
    found = threshold.column_exponents(chain.start(cell["d"], 6, size, rng), 200, rng, burn=50)
    out = np.full((size, 2), np.nan)
    out[:, cell["entry"]] = np.count_nonzero(found > -0.05, axis=1)
    return out


def beyond(cell: Cell) -> tuple[float, float]:
    """The widths as far outside of the two of the cell as these are apart."""
    narrow, wide = cell["widths"]
    return 2 * narrow - wide, 2 * wide - narrow


CROSSING = {
    6: Bias(0.0093, "measured", "-.0093(11) of it in 2,592 chains by `benchmarks/measured.py`, seed 1", error=0.003),
    8: Bias(0.0193, "measured", ".0192(7) of it in 2,592 chains by `benchmarks/measured.py`, seed 1", error=0.003),
}


@sampled(
    claims.critical,
    "zero of gamma(n-1, d) from two widths by interpolation, 120 layers after 40 from n - 1 directions, one chain "
    "each; beyond the next such width on either side it is truncated",
    at=({"n": 6, "widths": (13, 15)}, {"n": 8, "widths": (21, 25)}),
    notices=0.08,
    bias=lambda p, cell: CROSSING[cell["n"]],
    support=lambda p, cell: Bounded(*beyond(cell)),
    layer=chain.layer(24, chain.NO_SKIP),
    block=96,
)
def critical_width(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    low, high = (
        threshold.transversal(chain.start(d, cell["n"] - 1, size, rng), 120, rng, burn=40) for d in cell["widths"]
    )
    narrow, wide = cell["widths"]
    rise = np.maximum(high - low, 1e-6)  # it rises with d; where noise says otherwise the zero is truncated
    zero = narrow - (wide - narrow) * low / rise
    return np.asarray(np.clip(zero, *beyond(cell)))


def excess(n: int, d: int) -> float:
    """What the leading order in 1/d at fixed n has beyond its leading order in n."""
    return ((n - 1) * (n + 2) ** 2 / (n + 1) - n**2) / (4 * d)


@sampled(
    claims.spectrum,
    "min(tr (nC)^2/n, 3/2), which has the same limit, after 25 layers from orthogonal H_0, n = 12, d = 144, with the "
    "excess of (n-1)(n+2)^2/(4(n+1)d) (width.stationary-gap) over n^2/(4d)",
    at=({"n": 12, "d": 144, "entry": 0},),
    notices=0.05,
    bias=Bias(
        0.0073,
        "extrapolated",
        "1.05/d, fitted to n = 12, d = 144 and n = 17, d = 289 (7,680 and 3,072 networks, default_rng([29, d, 0..]))",
        error=0.001,
    ),
    expects=lambda p, cell: p[0] + excess(cell["n"], cell["d"]),
    support=Bounded(1.0, 1.5),  # the trace of nC is n
    layer=chain.layer(144, chain.NO_SKIP),
    block=64,
    limit_of=("width",),
)
def second_moment(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    n, d = cell["n"], cell["d"]
    h = chain.after(np.broadcast_to(np.eye(n), (size, n, n)), layer, 25, rng, width=d)
    return np.asarray(np.minimum(n * chain.moments(h).F / d**2, 1.5))


ENDS = tuple(
    Bias(
        off,
        "extrapolated",
        f"{c} n^(-2/3) of it, fitted to n = 12, 16, 24 at d = n^2 (4,096, 2,048 and 640 networks, default_rng([59, n, "
        f"0..])); with a free limit this is {limit}",
        error=error,
    )
    for off, c, limit, error in ((0.0759, ".40(1)", ".253(4)", 0.0052), (0.084, "-.440(5)", "2.246(11)", 0.0018))
)


MOST = (0.6, 4.0)


@sampled(
    claims.edges,
    "n lam_min and n lam_max after 30 layers from orthogonal H_0, n = 12, d = 144, kappa = 1; up to .6 and 4 (of 4,096 "
    "networks, counted apart by default_rng([211, 0]), none is above .5 and 3)",
    at=({"kappa": 1, "entry": 0}, {"kappa": 1, "entry": 1}),
    notices=0.1,
    bias=lambda p, cell: ENDS[cell["entry"]],
    support=lambda p, cell: Bounded(0.0, MOST[cell["entry"]]),
    layer=chain.layer(144, chain.NO_SKIP),
    block=64,
)
def ends(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    h = chain.after(np.broadcast_to(np.eye(12), (size, 12, 12)), layer, 30, rng, width=144)
    lam = np.linalg.eigvalsh(np.swapaxes(h, 1, 2) @ h)
    found = 12 * lam[:, -cell["entry"]] / lam.sum(axis=1)
    return np.asarray(np.clip(found, 0.0, MOST[cell["entry"]]))


@sampled(
    claims.enough,
    "V^2 after 64 layers from orthogonal H_0, n = d = 2, of which the supremum is no less",
    at=({"n": 2},),
    notices=0.04,
    support=Bounded(0.0, 0.5),
    layer=chain.layer(2, chain.NO_SKIP),
    block=512,
)
def near_collapse(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    h = chain.after(np.broadcast_to(np.eye(2), (size, 2, 2)), layer, 64, rng, width=2)
    return np.asarray(np.clip(gap_squared(h), 0.0, 0.5))
