"""Simulations of the width threshold: a second direction, directions that survive, the critical width, the spectrum."""

from __future__ import annotations

import math

import numpy as np

from numerics import chain, threshold
from numerics.betting import Bounded, Floats
from numerics.networks import Layer
from numerics.sampled import BOOLEAN, Cell, itself, sampled
from theory.papers.daneshmand21 import threshold as claims


@sampled(
    claims.rank_two,
    "log det C'/det C over one layer, det C = 10^-18, cut off at -12 and 20, which moves the mean by less than .01",
    at=({"d": 2, "entry": 0}, {"d": 3, "entry": 1}),
    notices=0.4,
    scale=lambda p, cell: 1.0,
    support=Bounded(-12, 20),
    layer=Layer(("rs",), gain=1.0),
    models=("no rescaling",),
)
def growth(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    tiny = 1e-9
    h = layer(np.broadcast_to(np.diag([1.0, tiny]), (size, 2, 2)), width=cell["d"], rng=rng)
    minors = h[:, :, None, 0] * h[:, None, :, 1] - h[:, None, :, 0] * h[:, :, None, 1]
    det = np.square(minors).sum(axis=(1, 2)) / 2 / (2 * cell["d"]) ** 2
    return np.asarray(np.clip(np.log(np.maximum(det, 1e-300)) - 2 * math.log(tiny), -12, 20))


@sampled(
    claims.directions,
    "exponents by QR over 300 layers after 100, n = 6, d = 8 and 24: how many are above -.05, equal to the claimed "
    "number",
    at=({"d": 8, "entry": 0}, {"d": 24, "entry": 1}),
    notices=0.4,
    support=BOOLEAN,
    expects=lambda p, cell: 1.0,
    statistic=lambda raw, p: np.asarray((raw == np.asarray(p)).any(axis=1), dtype=float),
    deviation=lambda p, q, cell: float(itself(p, cell) != itself(q, cell)),
    layer=chain.layer(24, chain.NO_SKIP),
    block=32,
)
def directions(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size, 2): the number in the cell's column, NaN in the other."""
    found = threshold.column_exponents(chain.start(cell["d"], 6, size, rng), 300, rng, burn=100)
    out = np.full((size, 2), np.nan)
    out[:, cell["entry"]] = np.count_nonzero(found > -0.05, axis=1)
    return out


@sampled(
    claims.critical,
    "zero of gamma(n-1, d) between two widths by interpolation, 250 layers after 50 from n - 1 directions, one chain "
    "each",
    at=(
        {"n": 6, "widths": (13, 15), "cut": (11, 17)},
        {"n": 8, "widths": (21, 25), "cut": (18.5, 27)},
    ),
    notices=0.1,
    bias=0.02,
    layer=chain.layer(24, chain.NO_SKIP),
    block=64,
)
def critical_width(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    low, high = (
        threshold.transversal(chain.start(d, cell["n"] - 1, size, rng), layer, 250, rng, burn=50)
        for d in cell["widths"]
    )
    narrow, wide = cell["widths"]
    rise = np.maximum(high - low, 1e-6)  # it rises with d; where noise says otherwise the zero is cut off
    zero = narrow - (wide - narrow) * low / rise
    return np.asarray(zero)


@sampled(
    claims.spectrum,
    "tr (nC)^2/n after 25 layers from orthogonal H_0, n = 20, d = 400; the finite n moves it by .03",
    at=({"n": 20, "d": 400, "entry": 0, "cut": (1.1, 1.5)},),
    notices=0.1,
    bias=0.024,
    layer=chain.layer(400, chain.NO_SKIP),
    block=32,
)
def second_moment(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    n, d = cell["n"], cell["d"]
    h = chain.after(np.broadcast_to(np.eye(n), (size, n, n)), layer, 25, rng, width=d)
    return np.asarray(n * chain.moments(h).F / d**2)
