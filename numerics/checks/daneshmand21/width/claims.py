"""Simulations of one layer of the linear chain from a given spectrum."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from sympy import Rational

from numerics.checks.daneshmand21.width.setting import RS, gap_squared
from numerics.judging import Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats
from theory.exact.certify import decimal, precision
from theory.exact.rationals import to_sympy
from theory.orthogonality.mean_map import gap, mean_map
from theory.papers.daneshmand21.width import claims as one


def one_step_cell(n: int, d: int, *spectrum: int) -> Cell:
    """V^2 of the mean map, certified to 15 digits, and V^2 of the spectrum itself."""
    total = sum(spectrum)
    own = sum(Fraction(e, total) ** 2 for e in spectrum) - Fraction(1, n)
    with precision(40):
        mapped = Rational(decimal(gap(mean_map(spectrum)) ** 2, 15))
    return {"n": n, "d": d, "v2": mapped, "u2": to_sympy(own), "spectrum": spectrum}


@sampled(
    one.one_step,
    "mean of V^2 after one layer: eigenvalues (7, 2, 1)/10 at d = 4, (16, 9)/25 at d = 2, (1, 1, 1, 5)/8 at d = 8",
    at=(one_step_cell(3, 4, 7, 2, 1), one_step_cell(2, 2, 16, 9), one_step_cell(4, 8, 1, 1, 1, 5)),
    notices=0.05,
    support=lambda p, cell: Bounded(0.0, 1 - 1 / cell["n"]),
    layer=RS,
    models=("positive weights",),
)
def after_one_layer(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """V^2 from H_0 = sqrt(Lam) R, R orthogonal, drawn: (size,)."""
    n = cell["n"]
    turn, _ = np.linalg.qr(rng.standard_normal((n, n)))
    h = np.sqrt(np.array(cell["spectrum"], dtype=float))[:, None] * turn
    return gap_squared(layer(np.broadcast_to(h, (size, n, n)), width=cell["d"], rng=rng))
