"""The infinite-width Gram maps, in float64 and in balls: what rescaling, stacks and digits cost. Fixed data."""

from __future__ import annotations

from functools import partial

import numpy as np
from flint import arb, fmpq_mat

from benchmarks.records import Group, Pair, Work, by, ours
from numerics.limits.gram_dynamics import gram_map, iterate
from theory.wide.gram_maps import gram_map_balls
from theory.wide.rescaled_cosine import rescaled_cosine_map

FULL = ("rc", "rs", "nl")
HALF = arb(1) / 2


def group() -> Group:
    """The records."""
    x = np.cos(np.arange(64 * 64) ** 2 % 1009).reshape(64, 64)
    G, small = x.T @ x, x[:10, :10].T @ x[:10, :10]
    stack = np.repeat(small[None], 100, axis=0)
    exact = fmpq_mat(10, 10, [(i * j * 7 + 3 * (i - j) ** 2) % 5 + 40 * (i == j) for i in range(10) for j in range(10)])

    def balls(components: tuple[str, ...], digits: int) -> Work:
        return partial(gram_map_balls, exact, components, digits)

    return Group(
        "gram-maps",
        "infinite-width Gram maps",
        (
            Pair("relu", "64 points, RC + ReLU", ours(lambda: gram_map(G)), 0.005, rounds=7),
            Pair("full", "64 points, RC + RS + ReLU", ours(lambda: gram_map(G, FULL)), 0.1, rounds=7),
            Pair(
                "rescaling", "64 points, RS or not", ours(lambda: gram_map(G)),
                by("with RS", lambda: gram_map(G, FULL)), rounds=7,
                compared="Two maps of ours: the ratio is the price of rescaling, an integral instead of a closed form.",
            ),
            Pair(
                "stack", "10 points: stack of 100, or one", ours(lambda: gram_map(stack, FULL), 100),
                by("one by one", lambda: gram_map(small, FULL)), rounds=7,
                compared="Both ours: seconds a map, RC + RS + ReLU.",
            ),
            Pair("deep", "10 points, 100 layers", ours(lambda: iterate(small, 100, FULL)), rounds=3),
            Pair("tanh", "64 points, RC + tanh", ours(lambda: gram_map(G, ("rc", "nl"), np.tanh)), rounds=3),
            *(
                Pair(
                    f"balls-{digits}", f"balls, 10 points, {digits} digits",
                    by("RC + ReLU", balls(("rc", "nl"), digits), first=True),
                    by("with RS", balls(FULL, digits), first=True),
                    rounds=3, heavy=digits == 80,
                    compared="Both ours, certified: the ratio is the price of rescaling.",
                )
                for digits in (20, 40, 80)
            ),
            *(
                Pair(
                    f"cosine-{digits}", f"cosine map of RS, {digits} digits",
                    by("n infinite", partial(rescaled_cosine_map, HALF, None, digits), first=True),
                    by("n = 10^6", partial(rescaled_cosine_map, HALF, 10**6, digits), first=True),
                    rounds=3, compared="Both ours, certified.",
                )
                for digits in (20, 80)
            ),
        ),
    )  # fmt: skip
