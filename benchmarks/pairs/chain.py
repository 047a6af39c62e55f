"""The chain of rescaled layers and its expansions. Limits of issue 5."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from benchmarks.records import SEED, Group, Growth, Pair, Work, ours
from numerics.chains import chain
from numerics.streams import stream
from theory.expansion import frobenius
from theory.expansion.brute_force import brute_force


def layers(d: int, rank: int, count: int, chains: int, every: int) -> Work:
    """Follow `chains` chains of width d from a start of this rank, without skip."""

    def work() -> object:
        rngs = [stream(SEED, "benchmark", rank, number) for number in range(chains)]
        begin = chain.start(d, rank, chains, stream(SEED, "start"))
        with ThreadPoolExecutor(2) as threads:
            return chain.run(begin, chain.layer(d, math.inf), count, rngs, every=every, executor=threads)

    return work


def group() -> Group:
    """The records."""
    return Group(
        "chain",
        "chain of rescaled layers, Lemma 7",
        (
            Pair("index", "Lemma 7, every d", ours(lambda: frobenius(2), first=True), 10.0, rounds=3),
            Pair("index-4", "  gamma^4", ours(lambda: frobenius(4), first=True), rounds=1, heavy=True),
            *(
                Pair(
                    f"brute-{d}", f"Lemma 7, d = {d}, brute force", ours(partial(brute_force, d, 2), first=True),
                    60.0 if d == 4 else None, rounds=1, heavy=d > 2,
                )
                for d in (2, 3, 4)
            ),
            Pair("d256", "d = 256, 1,000 layers", ours(layers(256, 256, 100, 24, 10), 0.1), 60.0,
                 rounds=1, heavy=True, compared="Seen every 10 layers, on two threads; 100 layers timed: times 10."),
            Growth(
                "growth", "24 chains, d = 256, rank k", ("k",), ((8,), (16,), (32,), (64,), (128,)),
                lambda k: layers(256, int(k), 50, 24, 50), "O(d k^2), and O(d k) normals.", heavy=True,
            ),
        ),
    )  # fmt: skip
