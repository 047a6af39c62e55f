"""A22: what floating point does to the rank of the input. Equal columns survive; dependent ones do not."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from numerics.chains.chain import layer, start
from theory.orthogonality.finite_width import gap_squared

D, CHAINS, DEPTH = 64, 8, 80
FLOOR = float(gap_squared([[1, 0, 0], [0, 1, 0], [0, 0, 0]]))  # the least V^2 of rank 2, 1/6


def gaps(third: tuple[int, int], rng: np.random.Generator) -> NDArray[np.float64]:
    """V^2 of three data at depths 0..DEPTH, the third column a combination of the others: (DEPTH + 1, CHAINS)."""
    h = start(D, 2, CHAINS, rng)
    h = np.concatenate([h, third[0] * h[..., :1] + third[1] * h[..., 1:]], axis=-1)
    out = []
    for _ in range(DEPTH + 1):
        C = np.swapaxes(h, -1, -2) @ h
        C /= np.trace(C, axis1=-2, axis2=-1)[:, None, None]
        out.append(np.square(C).sum((-1, -2)) - 1 / 3)
        h = layer(D, np.inf)(h, width=D, rng=rng)
    return np.array(out)


def test_rank_of_the_input(rng: np.random.Generator) -> None:
    """h_3 = h_1 bit by bit: V^2 >= 1/6 at every depth, up to rounding. h_3 = h_1 + h_2: so at first, and far below
    where rounding has grown, against the exact statement."""
    assert gaps((1, 0), rng).min() >= FLOOR - 1e-12
    found = gaps((1, 1), rng)
    assert found[:5].min() >= FLOOR - 1e-9
    assert found[-1].mean() < FLOOR / 2
