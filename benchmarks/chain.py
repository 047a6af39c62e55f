"""Time the chain of rescaled layers and its expansions: `python benchmarks/chain.py`. Limits of issue 5 are given.

The second half prints figures rather than times: growth of cost with the rank, and slopes of the remainder of Lemma 7.
"""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from sympy import Rational, eye, ones
from timing import best_of, row, timed

from numerics import chain
from numerics.streams import fresh_seed, stream
from theory.expansion import frobenius, pair_moment
from theory.expansion.brute_force import brute_force
from theory.markov.one_step import RADEMACHER, SKEW, expected_square, remainder, slope

SEED = fresh_seed()
THREADS = ThreadPoolExecutor(2)


def layers(d: int, rank: int, count: int, chains: int, every: int) -> None:
    """Follow `chains` chains of width d from a start of this rank."""
    rngs = [stream(SEED, "benchmark", rank, number) for number in range(chains)]
    chain.run(
        chain.start(d, rank, chains, stream(SEED, "start")),
        chain.layer(d, math.inf),
        count,
        rngs,
        every=every,
        executor=THREADS,
    )


def main() -> None:
    """Print the tables."""
    for function in (frobenius, pair_moment, brute_force):
        getattr(function, "cache_clear", lambda: None)()
    row("Lemma 7, every d, by index notation", timed(lambda: frobenius(2)), 10)
    row("  gamma^4", timed(lambda: frobenius(4)))
    for d in (2, 3, 4):
        row(f"Lemma 7, d = {d}, by brute force", timed(lambda d=d: brute_force(d, 2)), 60 if d == 4 else None)
    row("d = 256, 1,000 layers, 24 chains, looking every 10 layers", timed(lambda: layers(256, 256, 1000, 24, 10)), 60)
    print()
    print("cost of a step at d = 256, against rank k: microseconds a chain and layer (O(d k^2) + O(d k) normals)")
    ranks, costs = (8, 16, 32, 64, 128), []
    for k in ranks:
        costs.append(best_of(lambda k=k: layers(256, k, 50, 24, 50)) / (50 * 24))
        print(f"  k = {k:3}: {1e6 * costs[-1]:8.1f}")
    exponent = np.polyfit(np.log(ranks), np.log(costs), 1)[0]
    print(f"  fitted exponent of k: {exponent:.2f}")
    print()
    print("slopes log2 R(2 gamma)/R(gamma) of the remainder of Lemma 7, exact enumeration, gamma = 1/256")
    for name, law, sizes in (("+-1", RADEMACHER, (2, 3, 4)), ("2, -1/2", SKEW, (2,))):
        for d in sizes:
            M = eye(d) * Rational(2, 5) + ones(d, d) * Rational(3, 5)
            once, twice = (remainder(expected_square(M, law, g), M, g) for g in (Rational(1, 256), Rational(1, 128)))
            print(f"  weights {name:8} d = {d}: {slope(twice, once).str(6, radius=False)}")


if __name__ == "__main__":
    main()
