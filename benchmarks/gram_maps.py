"""Time the Gram maps: `python benchmarks/gram_maps.py`. Fixed data, so runs compare; medians of interleaved repeats."""

from __future__ import annotations

import statistics
from collections.abc import Callable

import numpy as np
from flint import arb, fmpq_mat
from timing import timed

from numerics.gram_dynamics import gram_map, iterate
from theory.wide.gram_maps import gram_map_balls
from theory.wide.rescaled_cosine import rescaled_cosine_map

FULL = ("rc", "rs", "nl")
HALF = arb(1) / 2


def milliseconds(*work: Callable[[], object], repeats: int = 7) -> list[float]:
    """Median wall-clock time of each piece of work, run in turn."""
    times: list[list[float]] = [[] for _ in work]
    for _ in range(repeats):
        for piece, taken in zip(work, times, strict=True):
            taken.append(1000 * timed(piece))
    return [statistics.median(taken) for taken in times]


def main() -> None:
    """Print the table."""
    x = np.cos(np.arange(64 * 64) ** 2 % 1009).reshape(64, 64)
    G = x.T @ x
    relu, full = milliseconds(lambda: gram_map(G), lambda: gram_map(G, FULL))
    print(f"float64, 64 points: RC + ReLU       {relu:9.3f} ms   (must reach    5)")
    print(f"                    RC + RS + ReLU  {full:9.3f} ms   (must reach  100)   {full / relu:.0f} times as long")
    small = x[:10, :10].T @ x[:10, :10]
    stack = np.repeat(small[None], 100, axis=0)
    one, many, deep, tanh = milliseconds(
        lambda: gram_map(small, FULL),
        lambda: gram_map(stack, FULL),
        lambda: iterate(small, 100, FULL),
        lambda: gram_map(G, ("rc", "nl"), np.tanh),
    )
    print(f"         10 points: RC + RS + ReLU  {one:9.3f} ms, a stack of 100 {many:.1f} ms, 100 layers {deep:.1f} ms")
    print(f"         64 points: RC + tanh       {tanh:9.3f} ms")
    exact = fmpq_mat(10, 10, [(i * j * 7 + 3 * (i - j) ** 2) % 5 + 40 * (i == j) for i in range(10) for j in range(10)])
    for digits in (20, 40, 80):
        plain, rescaled, cosine, infinite = milliseconds(
            lambda digits=digits: gram_map_balls(exact, ("rc", "nl"), digits),
            lambda digits=digits: gram_map_balls(exact, FULL, digits),
            lambda digits=digits: rescaled_cosine_map(HALF, 10**6, digits),
            lambda digits=digits: rescaled_cosine_map(HALF, None, digits),
            repeats=3,
        )
        print(
            f"balls, {digits:3} digits, 10 points: RC + ReLU {plain:6.2f} ms, RC + RS + ReLU {rescaled:7.1f} ms; "
            f"cosine map n = 10^6 {cosine:6.1f} ms, n infinite {infinite:5.1f} ms"
        )


if __name__ == "__main__":
    main()
