"""Simulations of chains at gamma = 1/10 and without skip: r and the drift of Lemma 7, averaged over depth."""

from __future__ import annotations

import numpy as np
from sympy import Rational

from numerics.chains import chain
from numerics.checks.daneshmand20.rank.setting import TENTH, late
from numerics.judging import Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats
from theory.papers.daneshmand20.rank import at_gamma as claims


@sampled(
    claims.in_chains,
    "r in [1, d], d = 4, 8, 16 at gamma = 1/10, d = 16 without skip",
    at=(
        {"d": 4, "alpha": Rational(93, 100), "skip": True},
        {"d": 8, "alpha": Rational(9, 10), "skip": True},
        {"d": 16, "alpha": Rational(7, 8), "skip": True},
        {"d": 16, "alpha": Rational(7, 8), "skip": False},
    ),
    notices=0.1,
    support=lambda p, cell: Bounded(1.0, cell["d"]),
    layer=chain.layer(1, TENTH),
    models=("positive weights",),
    block=64,
)
def mean_r(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """(size,)"""
    return late(layer, cell, rng, size).r


def of_drift(predicted: object, cell: Cell) -> Bounded:
    """delta = 2 d^2 - 2 F - 8 (T - D), F between d and d^2; T - D <= T - F^2/d, d times the variance of an eigenvalue
    drawn by its size, so at most d^3/4."""
    d = cell["d"]
    return Bounded(-2.0 * d**3, 2.0 * d**2 - 2.0 * d)


def drift(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """delta of Lemma 7, averaged over depth: (size,)."""
    found = late(layer, cell, rng, size)
    return np.asarray(2 * cell["d"] ** 2 - 2 * found.F - 8 * (found.T - found.D))


sampled(
    claims.drift_at_tenth,
    "d = 4 and 8, gamma = 1/10",
    at=({"d": 4, "skip": True}, {"d": 8, "skip": True}),
    notices=0.3,
    support=of_drift,
    layer=chain.layer(1, TENTH),
    block=64,
)(drift)


sampled(
    claims.drift_without_skip,
    "d = 16, gamma = oo, depths 41 to 60",
    at=({"d": 16, "skip": False},),
    notices=0.3,
    support=of_drift,
    layer=chain.layer(1, chain.NO_SKIP),
    block=64,
)(drift)
