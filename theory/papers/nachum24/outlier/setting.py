"""Two clusters of data and the signs of what a neuron makes of them."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Expr, Symbol

from theory.exact.expressions import grid

CLUSTERS = ("k copies of x_o and n - k copies of x_c, x_o != x_c",)
GAUSSIAN = (*CLUSTERS, "W_ij i.i.d. N(0, 2 alpha_k/m), m = number of rows of W")
OVER = grid(n=(3, 4, 5, 7), k=(1, 2, 3), where=lambda n, k: k < n)
SIZES = tuple((size, copies) for size in range(2, 7) for copies in range(1, size))


def signs() -> Iterator[tuple[str, Expr]]:
    """t on both sides of 0: there the ReLU is linear."""
    u = Symbol("u", positive=True)
    yield "t > 0", u
    yield "t < 0", -u
