"""Networks needed to refute a claim that is wrong by 1%, at a false alarm of 1e-9: betting, DKW and the normal test.

The statistic is the first ReLU moment after batch normalization: X = mean over the rows of a layer (RC, RS, ReLU) of
width 8 of the activation of one data point. Four orthogonal points: a row is then uniform on the sphere of radius 2 in
three dimensions, one of its entries uniform on [-sqrt 3, sqrt 3] (Archimedes), and E X = sqrt(3)/4; X lies in
[0, sqrt 3]. A claim c = 1.01 E X or 0.99 E X is refuted when |E X - c| <= c/200 is rejected, for every test alike.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial

import numpy as np
from threadpoolctl import threadpool_limits

from benchmarks.records import SEED, Group, Pair, Work, by
from numerics.networks import Layer
from numerics.statistics.betting import Bounded, Floats
from numerics.statistics.decide import MarginTest
from numerics.streams import stream

ALPHA, WIDTH, N = 1e-9, 8, 4
TRUTH, TOP = math.sqrt(3) / 4, math.sqrt(3)
BLOCK, MOST = 20_000, 2 * 10**7
LAYER = Layer(("rc", "rs", "nl"))

Refutes = Callable[[Floats, float, float], bool]
"""Samples, claimed mean, margin -> whether the claim is refuted."""


@cache
def block(number: int, index: int) -> Floats:
    """X of BLOCK networks, (BLOCK,)."""
    points = np.eye(N)[None].repeat(BLOCK, axis=0)
    rng = stream(SEED, "decisions", number, index)
    return np.asarray(LAYER(points, width=WIDTH, rng=rng)[:, :, 0].mean(axis=1))


def sample(number: int, size: int) -> Floats:
    """The first networks of a sample, at least `size` of them; every test sees the same ones."""
    if size > MOST:
        raise AssertionError(f"{MOST} networks decide nothing: seed {SEED}, sample {number}")
    with threadpool_limits(1), ThreadPoolExecutor(2) as pool:
        return np.concatenate([*pool.map(partial(block, number), range(-(-size // BLOCK)))])


def betting(error: float, number: int) -> float:
    """Networks until the margin test says "refuted"; it looks after every 1% more, and may (Ville)."""
    claimed = TRUTH * (1 + error)
    test = MarginTest(claimed, abs(error) * claimed / 2, Bounded(0.0, TOP))
    x = sample(number, BLOCK)
    while test.verdict(threshold=2 / ALPHA) != "refuted":
        upto = max(BLOCK // 100, test.count + test.count // 100)
        if upto > len(x):
            x = sample(number, 2 * len(x))
        test.update(x[test.count : upto])
    return test.count


def at_fixed_size(refutes: Refutes, error: float, number: int) -> float:
    """Least number of networks, to 1%, at which a test for a fixed number refutes, by bisection on one sample.

    No valid procedure by itself (these tests may be asked once): its median over samples is the number at which the
    test refutes half the time.
    """
    claimed = TRUTH * (1 + error)
    margin = abs(error) * claimed / 2
    high = BLOCK
    while not refutes(sample(number, high)[:high], claimed, margin):
        high = high * 5 // 4
    x, low = sample(number, high), high * 4 // 5
    while high > 1.01 * low:
        middle = (low + high) // 2
        low, high = (low, middle) if refutes(x[:middle], claimed, margin) else (middle, high)
    return high


def normal_test(x: Floats, claimed: float, margin: float) -> bool:
    """|mean - claimed| beyond the margin by z_(1 - alpha/2) standard errors."""
    from scipy.stats import norm

    return bool(abs(x.mean() - claimed) - margin > norm.isf(ALPHA / 2) * x.std(ddof=1) / math.sqrt(len(x)))


def dkw(x: Floats, claimed: float, margin: float) -> bool:
    """No law within eps of the empirical one has a mean within the margin (Massart's eps; Anderson's bounds).

    The greatest mean moves the least eps of the mass to the top of the support, the least mean the greatest eps to 0.
    """
    eps = math.sqrt(math.log(2 / ALPHA) / (2 * len(x)))
    few, many = math.floor(eps * len(x)), math.ceil(eps * len(x))  # rounded so that both bounds stay bounds
    ordered = np.partition(x, (few, len(x) - many))
    up = x.mean() + eps * TOP - ordered[:few].sum() / len(x)
    down = x.mean() - ordered[-many:].sum() / len(x)
    return bool(up < claimed - margin or down > claimed + margin)


COMMON = (
    "Refuted: that the mean is within 0.5% of a claim 1% off. Ours holds at every sample size, so it stops when it is "
    "done, and needs the bounds of X. "
)
DKW = COMMON + "DKW needs a number fixed beforehand, but holds for every functional of the law at once."
NORMAL = COMMON + (
    "The normal test needs a number fixed beforehand and no bounds, and holds only in the limit: at 1e-9 nothing "
    "guarantees its level."
)


def on_samples(networks: Callable[[int], float]) -> Work:
    """The work of each round on a sample of its own: number 0, 1, .. for either side of a pair."""
    numbers = itertools.count()
    return lambda: networks(next(numbers))


def group() -> Group:
    """The records."""

    def needed(error: float, name: str, label: str, refutes: Refutes, compared: str) -> Pair:
        side = "high" if error > 0 else "low"
        return Pair(
            f"{name}-{side}", f"claim 1% too {side}",
            by("betting", on_samples(partial(betting, error)), counts=True),
            by(label, on_samples(partial(at_fixed_size, refutes, error)), counts=True),
            unit="networks", compared=compared, rounds=3, heavy=True,
        )  # fmt: skip

    return Group(
        "decisions",
        "networks needed to refute a 1% error",
        tuple(
            needed(error, name, label, refutes, compared)
            for error in (0.01, -0.01)
            for name, label, refutes, compared in (("dkw", "DKW", dkw, DKW), ("z", "normal", normal_test, NORMAL))
        ),
    )
