"""Simulations of a thin cone, in which a ReLU layer raises the rank: ranks in exact arithmetic."""

from __future__ import annotations

import numpy as np
from sympy import Rational

from numerics.checks.nachum24.rank.setting import SCALE, exact_ranks
from numerics.judging import BOOLEAN, Bias, Cell, sampled
from numerics.networks import Layer
from numerics.statistics.betting import Floats
from theory.papers.nachum24.rank import growth as rank_growth

CONE = np.array([[1, 2, 1], [0, 1, 1]])  # directions 0, arctan(1/2), pi/4


@sampled(
    rank_growth.thin_cone,
    "points (1,0), (2,1), (1,1), a = 1/4: two rows in the chamber where all are active, and a third, mean over its "
    "turns by 0, 45, 90, 135 degrees",
    at=({"a": Rational(1, 4)},),
    notices=0.05,
    bias=Bias(1.2e-4, "proved", "nachum24/rank.md#thin-cone: rounded weights, a sign differs with probability < 3e-5"),
    support=BOOLEAN,
    layer=Layer(("nl",)),
    # a leaky ReLU is no twin here: modulo the row space of X it is a multiple of the ReLU
    block=1024,
)
def third_row_raises(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """Share of the turns of the third row, all of one law, at which the rank is 3: (size,)."""
    first = np.broadcast_to(np.array([[3, 1], [1, 3]]) * SCALE, (size, 2, 2))  # active on all three points
    a, b = rng.standard_normal((2, size))
    turns = [(np.cos(t) * a - np.sin(t) * b, np.sin(t) * a + np.cos(t) * b) for t in np.pi / 4 * np.arange(4)]
    rows = [np.rint(np.stack(turn, axis=1) * SCALE).astype(np.int64)[:, None] for turn in turns]
    ranks = [exact_ranks(np.concatenate([first, row], axis=1), CONE, layer) for row in rows]
    return np.asarray(np.mean(np.array(ranks) == 3, axis=0))
