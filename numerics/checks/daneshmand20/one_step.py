"""Simulations of the claims of `theory.papers.daneshmand20.one_step`."""

from __future__ import annotations

import numpy as np
from sympy import Rational

from numerics.chains import chain
from numerics.judging import Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats
from theory.papers.daneshmand20.one_step import means


def squared_correlations(layer: Layer, x: Floats, rng: np.random.Generator, size: int) -> Floats:
    """|M+|_F^2 after one layer on unit rows x, (d, N): (size,)."""
    d, N = x.shape
    h = layer(np.broadcast_to(np.sqrt(N) * x, (size, d, N)), width=d, rng=rng)
    return chain.moments(h).F


@sampled(
    means.rademacher_pair,  # above 2 s of CPU at level standard: 24 bets on every sample, for each of the twins
    "weights +-1, gamma = 1/2, rho = 3/5 and -1/3",
    at=({"rho": Rational(3, 5), "gamma": Rational(1, 2)}, {"rho": Rational(-1, 3), "gamma": Rational(1, 2)}),
    notices=0.02,
    support=Bounded(2.0, 4.0),
    layer=Layer(("rs",), weights="rademacher", gain=2.0, gamma=0.5),
)
def two_rows(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    rho = float(cell["rho"])
    return squared_correlations(layer, np.array([[1.0, 0.0], [rho, np.sqrt(1 - rho**2)]]), rng, size)


@sampled(
    means.gaussian_identity,
    "Gaussian weights, gamma = 1/2, from 2 orthonormal rows",
    at=({"gamma": Rational(1, 2), "entry": 0},),
    notices=0.02,
    support=Bounded(2.0, 4.0),
    layer=Layer(("rs",), gain=2.0, gamma=0.5),
)
def two_orthonormal(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    return squared_correlations(layer, np.eye(2), rng, size)


@sampled(
    means.gaussian_identity,
    "Gaussian weights, gamma = 1/2, from 4 orthonormal rows",
    at=({"gamma": Rational(1, 2), "entry": 1},),
    notices=0.02,
    support=Bounded(4.0, 16.0),
    layer=Layer(("rs",), gain=4.0, gamma=0.5),
)
def four_orthonormal(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    return squared_correlations(layer, np.eye(4), rng, size)
