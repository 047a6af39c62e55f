"""Simulations of the claims of `theory.papers.nachum24.rank`."""

from __future__ import annotations

import numpy as np
from flint import fmpz_mat
from sympy import Rational

from numerics.judging import BOOLEAN, Bias, Cell, sampled
from numerics.networks import Layer
from numerics.networks.simulation import Ints
from numerics.statistics.betting import Bounded, Floats
from theory.papers.nachum24.rank import growth, layers

SCALE = 2**16  # weights are rounded to multiples of 2^-16; a tie at 0 has probability below 1e-5


def exact_ranks(W: Ints, points: Ints) -> Floats:
    """rank relu(WX) of each network, exact: (size,). W (size, m, k) and X (k, n) are integers."""
    active = np.maximum(W @ points, 0)
    return np.array([fmpz_mat(rows.tolist()).rank() for rows in active], dtype=float)


# rank 3, with (1, .., 1) in the row space and without
BATCHES = {
    1: ((1, 0, 2, -1), (0, 1, -1, 2), (3, 1, 0, 5)),
    0: ((1, -1, 0, 0), (0, 1, -1, 0), (0, 0, 2, -1)),
}


@sampled(
    layers.recentring_linear,
    "two batches of rank 3, widths 4 and 2, depth 2, Gaussian weights rounded to 2^-16; exact rank of every network",
    at=(
        {"r": 3, "ones": 1, "L": 2, "m": 4},
        {"r": 3, "ones": 0, "L": 2, "m": 4},
        {"r": 3, "ones": 0, "L": 2, "m": 2},
    ),
    notices=0.05,
    bias=Bias(
        1e-4, "proved", "nachum24/rank.md#recentring-linear: rounded weights lower a rank with probability < 4e-5"
    ),
    support=Bounded(0.0, 4.0),
    block=256,
)
def exact_rank(layer: Layer, cell: Cell, rng: np.random.Generator, size: int) -> Floats:
    """rank Z_L of each network: (size,). Integer weights: a rounded rank would be a convention, not a theorem."""
    X = fmpz_mat([list(row) for row in BATCHES[cell["ones"]]])
    n = X.ncols()
    P = fmpz_mat([[n * (i == j) - 1 for j in range(n)] for i in range(n)])  # n times the projector
    ranks = np.empty(size)
    for index in range(size):
        Z = X
        for _ in range(cell["L"]):
            W = np.rint(rng.standard_normal((cell["m"], Z.nrows())) * 2**16).astype(int)
            Z = fmpz_mat(W.tolist()) * Z * P
        ranks[index] = Z.rank()
    return ranks


CONE = np.array([[1, 2, 1], [0, 1, 1]])  # directions 0, arctan(1/2), pi/4


@sampled(
    growth.circuit_small,
    "points (1,0), (2,1), (1,1), a cone of pi/4: two rows in the chamber where all are active, and a third, mean over "
    "its turns by 0, 45, 90, 135 degrees",
    at=({"cone": Rational(1, 4)},),
    notices=0.05,
    bias=Bias(
        1.2e-4,
        "proved",
        "nachum24/rank.md#circuit-formula-small: rounded weights, a sign differs with probability < 3e-5",
    ),
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
    ranks = [exact_ranks(np.concatenate([first, row], axis=1), CONE) for row in rows]
    return np.asarray(np.mean(np.array(ranks) == 3, axis=0))
