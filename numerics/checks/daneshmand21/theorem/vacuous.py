"""Simulation beside Theorem 1: the running minimum that it calls alpha."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np
from sympy import Rational

from numerics.chains import chain
from numerics.chains.walk import drawn, walk
from numerics.checks.daneshmand21.theorem.corrected import along_event
from numerics.checks.daneshmand21.width.setting import RS
from numerics.judging import BOOLEAN, Bias, Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Floats
from theory.papers.daneshmand21.theorem import vacuous as claims

DEPTHS = (10, 100)


def away(p: Any, q: Any, cell: Cell) -> float:
    """A median off by 80 per cent moves P(minimum < claimed) by 2/5 and more (measured: from .5 to .94 or .97)."""
    place = cell["entry"]
    return 0.4 if abs(q[place] / p[place] - 1) > 0.8 else 0.0


def below(raw: Floats, claimed: Any) -> Floats:
    """Whether the minimum to its depth is below the claimed median: (size, 2) -> (size,); raw is NaN at the other."""
    return np.asarray((raw < np.asarray(claimed)).any(axis=1), dtype=float)


@sampled(
    claims.minimum,
    "P(min over layers 1..l of lam_min < the claimed median) = 1/2 within .04, n = 2, d = 8, l = 10 and 100",
    at=({"entry": 0}, {"entry": 1}),
    notices=0.08,
    bias=Bias(
        0.0004,
        "measured",
        "500,000 chains at l = 10 and 200,000 at l = 100, default_rng([37, 0..99]) and [37, 0..39], size 5000",
        error=0.0045,
    ),
    support=BOOLEAN,
    expects=lambda p, cell: 0.5,
    statistic=below,
    scale=1.0,
    deviation=away,
    layer=chain.layer(8, chain.NO_SKIP),
    block=512,
)
def running_minimum(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size, 2): the minimum to the cell's depth in its column, NaN in the other."""
    start = np.broadcast_to(np.eye(2), (size, 2, 2))
    least = np.full((size, 2), np.nan)
    now = np.ones(size)
    for h in islice(walk(start, drawn(layer, rng, width=8), DEPTHS[cell["entry"]]), 1, None):
        C = h.swapaxes(1, 2) @ h / 16
        now = np.minimum(now, 0.5 - np.hypot((C[:, 0, 0] - C[:, 1, 1]) / 2, C[:, 0, 1]))
    least[:, cell["entry"]] = now
    return least


def of_event(n: int, d: int, layers: int, alpha: Rational, share: Rational) -> Cell:
    """From orthogonal H_0; `share` is that of the band |u_1| < sqrt(alpha)."""
    return {"n": n, "d": d, "l": layers, "alpha": alpha, "q": share, "spectrum": (1,) * n}


def happened(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Whether lam_min(C_k) >= alpha for k = 1..l, the first of them that of orthogonal columns after a layer."""
    first = {**cell, "l": cell["l"] + 1}
    return along_event(layer, first, rng, size)[1].astype(float)


@sampled(
    claims.event,
    "P(A_l) from orthogonal H_0: n = d = 2, l = 2, alpha = 1/4, where the bound is 64/81; n = d = 3, l = 2, alpha = "
    "1/9, where it is .93; n = 2, d = 64, l = 2, alpha = 1/4, where it is all but 1 and the twin is false",
    at=(
        of_event(2, 2, 2, Rational(1, 4), Rational(1, 3)),
        of_event(3, 3, 2, Rational(1, 9), Rational(1, 3)),
        of_event(2, 64, 2, Rational(1, 4), Rational(1, 3)),
    ),
    notices=0.04,
    support=BOOLEAN,
    layer=RS,
    block=512,
)
def event_happens(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    return happened(layer, cell, rng, size)


@sampled(
    claims.for_ever,
    "P(A_12), which is no less than P(A_inf): n = 3, d = 9, alpha = 1/4",
    at=({"n": 3, "d": 9, "l": 12, "alpha": Rational(1, 4), "spectrum": (1, 1, 1)},),
    notices=0.04,
    scale=1.0,
    support=BOOLEAN,
    layer=RS,
    block=128,
)
def event_lasts(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    return happened(layer, cell, rng, size)
