"""The rank of ReLU layers. Limits of issue 4; its instances are drawn from a fixed seed, so runs compare."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import product

from benchmarks.records import Group, Growth, Pair, Work, ours, timed
from theory.rank import Angles, Batch, max_rank
from theory.rank.bounds import p_star_lower, width_for
from theory.rank.circuits import circuit_counterexamples
from theory.rank.law import identity_flats, planar_flats
from theory.rank.planar import arrangement, p_star

DRAW = random.Random(20261120)
COUNT = 50


def integers(k: int, n: int) -> list[list[int]]:
    """A k x n matrix with entries -9..9."""
    return [[DRAW.randint(-9, 9) for _ in range(n)] for _ in range(k)]


def directions(n: int, N: int) -> Angles:
    """n rays on different lines, at multiples of pi/N."""
    return Angles([Fraction(k, N) + DRAW.randint(0, 1) for k in DRAW.sample(range(N), n)])


def slowest(batches: Sequence[Angles | Batch]) -> Callable[[], float]:
    """The longest time of p* in a list of batches."""
    return lambda: max(timed(partial(p_star, X)) for X in batches)


def greatest(rows: list[list[int]]) -> Work:
    """The greatest rank of a batch of integers."""
    return lambda: max_rank(Batch(rows))


def stars(n: float) -> Work:
    """p* of five batches of n rays, from nothing."""
    batches = [directions(int(n), 97) for _ in range(5)]

    def work() -> object:
        arrangement.cache_clear()
        return [p_star(X) for X in batches]

    return work


def planar_law(n: int) -> Work:
    """The law of the rank at m = 2n, of n rays in the plane."""
    X = directions(n, 97)
    return lambda: planar_flats(X).law(2 * n)


def none_small() -> None:
    """No counterexample to the circuit formula with at most 6 points, multiples of pi/N, N <= 12."""
    assert not any(X for n in range(3, 7) for N in range(n, 13) for X in circuit_counterexamples(n, N))


def group() -> Group:
    """The records."""
    full, half = integers(200, 400), integers(200, 200)
    doubled = [r + [-e for e in r] for r in half]
    low = [full[i % 100] for i in range(200)]
    signs = [s for s in product((0, 1), repeat=11) if sum(s) % 3 == 0][:: 683 // COUNT]
    points = [Batch([[DRAW.randint(-(10**6), 10**6) for _ in range(12)] for _ in range(2)]) for _ in range(COUNT)]
    worst: tuple[tuple[str, str, Sequence[Angles | Batch]], ...] = (
        *((f"star-{N}", f"p*, n = 12, rays at pi k/{N}", [directions(12, N) for _ in range(COUNT)])
          for N in (12, 24, 97, 1000)),
        ("star-equal", "p*, n = 12, lines pi/12 apart",
         [Angles([Fraction(k, 12) + s for k, s in enumerate((0, *sides))]) for sides in signs]),
        ("star-points", "p*, n = 12, coordinates < 10^6", points),
    )  # fmt: skip
    wide = Batch(integers(10, 100))
    single: tuple[tuple[str, str, Work, float | None, bool], ...] = (
        ("greatest", "rank of 200 x 400 integers", greatest(full), 1, False),
        ("greatest-double", "  200 double lines", greatest(doubled), 1, False),
        ("greatest-low", "  rank X = 100", lambda: Batch(low).rank, 1, False),
        ("circuits", "first n = 7 against circuits",
         lambda: next(X for N in range(7, 20) for X in circuit_counterexamples(7, N)), 60, True),
        ("circuits-none", "  none for n = 3..6, N <= 12", none_small, None, True),
        *((f"law-{n}", f"law of the rank, planar, n = {n}", planar_law(n), None, n > 4) for n in (4, 5, 6)),
        ("law-identity", "law of the rank, X = I_6, m = 6", lambda: identity_flats(6).law(6), None, True),
        ("bounds", "bounds R1c, 100 points in R^10", lambda: p_star_lower(wide), None, True),
        ("width", "  width for failure below 1/100", lambda: width_for(wide, "1/100"), None, True),
    )  # fmt: skip
    return Group(
        "rank",
        "rank of ReLU layers",
        (
            *(
                Pair(name, title, ours(work, first=True), seconds, rounds=3, heavy=heavy)
                for name, title, work, seconds, heavy in single
            ),
            *(
                Pair(
                    name, title, ours(slowest(batches), counts=True, first=True), 1.0, rounds=3, heavy=True,
                    compared=f"The slowest of {COUNT} batches.",
                )
                for name, title, batches in worst
            ),
            Growth("growth", "p* of five batches of n rays", ("n",), ((10,), (20,), (30,), (40,)), stars, heavy=True),
        ),
    )  # fmt: skip
