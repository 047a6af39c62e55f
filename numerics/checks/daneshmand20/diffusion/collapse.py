"""Simulations of chains of width two without skip connection along depth, and of the walk that drives them."""

from __future__ import annotations

from math import sqrt

import numpy as np
from sympy import Rational

from numerics.chains import chain
from numerics.judging import Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats
from theory.papers.daneshmand20.diffusion import collapse as chains

WITHOUT_SKIP = Layer(("rs",), gain=2)


def effective_rank_at(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """r(H_L) from two rows at an angle of sine s: (size,)."""
    sine = float(cell["s"])
    x = sqrt(2) * np.array([[1.0, 0.0], [sqrt(1 - sine * sine), sine]])
    return chain.effective_rank(chain.after(np.broadcast_to(x, (size, 2, 2)), layer, int(cell["L"]), rng))


@sampled(
    chains.collapse,
    "chains of width two, orthogonal rows and s = 3/5 at the start, L = 1, 4, 16",
    at=({"L": 1, "s": 1}, {"L": 4, "s": Rational(3, 5)}, {"L": 16, "s": 1}),
    notices=0.2,
    support=Bounded(0.0, 1.0),
    layer=WITHOUT_SKIP,
)
def excess(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """r(H_L) - 1: (size,)."""
    return np.asarray(effective_rank_at(layer, cell, rng, size) - 1)


@sampled(
    chains.bounded_away,
    "chains of width two, orthogonal rows at the start, L = 16",
    at=({"L": 16, "s": 1},),
    notices=0.02,
    support=Bounded(1.0, 2.0),
    layer=WITHOUT_SKIP,
)
def effective_rank(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """r(H_L): (size,)."""
    return effective_rank_at(layer, cell, rng, size)


@sampled(
    chains.walk_maximum,
    "walks of L = 1, 4, 16 steps log c^2",
    at=({"L": 1}, {"L": 4}, {"L": 16}),
    notices=0.05,
    support=Bounded(0.0, 1.0),
)
def lowered(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """exp(-max(0, S_1, .., S_L)): (size,)."""
    steps = 2 * np.log(np.abs(rng.standard_cauchy((size, int(cell["L"])))))
    return np.asarray(np.exp(-np.maximum(steps.cumsum(axis=1).max(axis=1), 0.0)))
