"""Simulations of the claims of `theory.papers.daneshmand20.expansion`."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
from sympy import Matrix, Rational

from numerics.judging import Bias, Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats
from theory.expansion import central_moment, frobenius, in_symbols
from theory.expansion.index_sums import evaluate, symbol
from theory.papers.daneshmand20.expansion import drift, equal_rows
from theory.papers.daneshmand20.expansion.drift import FACTORS


def after(layer: Layer, M: Floats, size: int, rng: np.random.Generator) -> Floats:
    """The correlation matrix after one layer with weights of unit variance: (size, d, d)."""
    d = len(M)
    h = np.broadcast_to(np.sqrt(d) * np.linalg.cholesky(M), (size, d, d))
    h = replace(layer, gain=float(d))(h, width=d, rng=rng)
    return np.asarray(h @ h.swapaxes(1, 2) / d)


GAMMA = Rational(1, 5)
HALF = Rational(1, 2)

MATRICES = tuple(
    Matrix(len(e) // 3 + 2, len(e) // 3 + 2, lambda a, b, e=e: 1 if a == b else e[a + b - 1])
    for e in ((Rational(4, 5),), (Rational(1, 3), -HALF, Rational(1, 5)), (Rational(4, 5), 0, HALF))
)
"""Rational correlation matrices: entries M_12, M_13, M_23."""

MOMENTS = {central_moment(k): 0 if k % 2 else Rational(3 ** (k // 2), k + 1) for k in range(3, 7)}  # U[-sqrt 3, sqrt 3]


@cache
def higher(number: int) -> float:
    """The terms in gamma^4 and gamma^6 of E |M+|_F^2 for uniform weights."""
    M = MATRICES[number].tolist()
    terms = (in_symbols(frobenius(k), lambda factor: evaluate(factor, M)).subs(MOMENTS) * GAMMA**k for k in (4, 6))
    return float(sum(terms))


@sampled(
    drift.drift,
    "mean of |M+|_F^2, uniform weights, gamma = 1/5, on three correlation matrices of size 2, 3, 3",
    at=tuple(
        {"d": M.rows, "matrix": number, **{str(symbol(f)): evaluate(f, M.tolist(), (0, 1)) for f in FACTORS}}
        for number, M in enumerate(MATRICES)
    ),
    notices=0.03,
    scale=lambda p, cell: 1.0,
    bias=Bias(0.0021, "proved", "the term in gamma^8 is below it, the next are smaller: frobenius-drift"),
    support=lambda p, cell: Bounded(float(cell["d"]), float(cell["d"] ** 2)),
    expects=lambda p, cell: float(cell["F"] + GAMMA**2 * p[1]) + higher(cell["matrix"]),
    layer=Layer(("rs",), weights="uniform", gamma=float(GAMMA)),
    models=("positive weights",),
)
def squared_norm(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """|M+|_F^2: (size,)."""
    M = np.array(MATRICES[cell["matrix"]].tolist(), dtype=float)
    return np.asarray(np.square(after(layer, M, size, rng)).sum(axis=(1, 2)))


@sampled(
    equal_rows.leading_eigenvalue,
    "mean of the leading eigenvalue, sign matrices, d = 3, gamma = 1/10, epsilon = 1/5",
    at=({"d": 3, "epsilon": Rational(1, 5)},),
    notices=0.01,
    bias=Bias(0.0016, "proved", "the exact mean over the 512 sign matrices is .0015 below the two terms"),
    scale=lambda p, cell: 1.0,
    support=Bounded(1.0, 3.0),
    expects=lambda p, cell: 2.6 + 0.01 * p,
    layer=Layer(("rs",), weights="rademacher", gamma=0.1),
    models=("positive weights",),
)
def leading(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """lambda_1(M+): (size,)."""
    d, small = cell["d"], float(cell["epsilon"])
    M = (1 - small) * np.ones((d, d)) + small * np.eye(d)
    return np.asarray(np.linalg.eigvalsh(after(layer, M, size, rng))[:, -1])
