"""Simulation beside the induction step of Theorem 1: the mean distance of the least eigenvalue from 1/n."""

from __future__ import annotations

import numpy as np
from sympy import Rational

from numerics.checks.daneshmand21.theorem.corrected import least
from numerics.checks.daneshmand21.width.setting import RS
from numerics.judging import Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats
from theory.papers.daneshmand21.theorem import corrected as claims


def start_of(d: int, mapped: tuple[Rational, ...], *spectrum: int) -> Cell:
    """A spectrum, in units of its sum, with its image by the mean map."""
    n, low = len(spectrum), Rational(min(spectrum), sum(spectrum))
    return {"n": n, "d": d, "low": low, "s2": sum(p**2 for p in mapped), "spectrum": spectrum}


@sampled(
    claims.one_layer,
    "E[1/n - lam_min(C')|H]: eigenvalues (16, 9), (1, 1, 1) and (4, 1, 1, 1), d = 32, 64, 64",
    at=(
        start_of(32, (Rational(4, 7), Rational(3, 7)), 16, 9),
        start_of(64, (Rational(1, 3),) * 3, 1, 1, 1),
        start_of(64, (Rational(4, 9), *(Rational(5, 27),) * 3), 4, 1, 1, 1),
    ),
    notices=0.04,
    support=lambda p, cell: Bounded(0.0, 1 / cell["n"]),
    layer=RS,
    block=512,
)
def distance_of_least(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """1/n - lam_min(C'): (size,)."""
    root = np.diag(np.sqrt(np.array(cell["spectrum"], dtype=float)))
    h = layer(np.broadcast_to(root, (size, *root.shape)), width=cell["d"], rng=rng)
    return np.asarray(np.clip(1 / cell["n"] - least(h), 0.0, 1 / cell["n"]))
