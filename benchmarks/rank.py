"""Time the rank of ReLU layers: `python benchmarks/rank.py`. Limits of issue 4 in the last column."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

from timing import row, timed

from theory.rank import Angles, Batch, max_rank
from theory.rank.bounds import p_star_lower, width_for
from theory.rank.circuits import circuit_counterexamples
from theory.rank.law import identity_flats, planar_flats
from theory.rank.planar import arrangement, p_star

DRAW = random.Random(20261120)


def integers(k: int, n: int) -> list[list[int]]:
    """A k x n matrix with entries -9..9."""
    return [[DRAW.randint(-9, 9) for _ in range(n)] for _ in range(k)]


def directions(n: int, N: int) -> Angles:
    """n rays on different lines, at multiples of pi/N."""
    return Angles([Fraction(k, N) + DRAW.randint(0, 1) for k in DRAW.sample(range(N), n)])


def slowest(batches: list[Angles] | list[Batch]) -> float:
    """Longest time of p* in a list of batches."""
    return max(timed(lambda X=X: p_star(X)) for X in batches)


def main() -> None:
    """Print the table."""
    full, half = integers(200, 400), integers(200, 200)
    row("greatest rank, 200 x 400 integers, independent rows", timed(lambda: max_rank(Batch(full))), 1)
    doubled = [r + [-e for e in r] for r in half]
    row("  200 double lines", timed(lambda: max_rank(Batch(doubled))), 1)
    low = [full[i % 100] for i in range(200)]
    row("  rank X = 100", timed(lambda: Batch(low).rank), 1)
    for N in (12, 24, 97, 1000):
        row(f"p*, n = 12, multiples of pi/{N}, worst of 100", slowest([directions(12, N) for _ in range(100)]), 1)
    signs = [s for s in product((0, 1), repeat=11) if sum(s) % 3 == 0]
    equal = [Angles([Fraction(k, 12) + s for k, s in enumerate((0, *sides))]) for sides in signs]
    row(f"p*, n = 12, lines pi/12 apart, worst of {len(equal)} sides", slowest(equal), 1)
    points = [Batch([[DRAW.randint(-(10**6), 10**6) for _ in range(12)] for _ in range(2)]) for _ in range(100)]
    row("p*, n = 12, coordinates below 10^6, worst of 100", slowest(points), 1)
    for n in (20, 30, 40):
        row(f"p*, n = {n}, multiples of pi/97, worst of 10", slowest([directions(n, 97) for _ in range(10)]))
    arrangement.cache_clear()
    search = timed(lambda: next(X for N in range(7, 20) for X in circuit_counterexamples(7, N)))
    row("search: first n = 7 against the circuit formula", search, 60)
    row("  none for n = 3..6, all multiples of pi/N, N <= 12", timed(lambda: _none(6, 12)))
    for n in (4, 5, 6):
        X = directions(n, 97)
        row(f"law of the rank, planar, n = {n}, m = {2 * n}", timed(lambda X=X, n=n: planar_flats(X).law(2 * n)))
    row("law of the rank, X = I_6, m = 6", timed(lambda: identity_flats(6).law(6)))
    wide = Batch(integers(10, 100))
    row("bounds R1c, 100 points in R^10", timed(lambda: p_star_lower(wide)))
    row("  width for failure below 1/100", timed(lambda: width_for(wide, "1/100")))


def _none(most: int, N: int) -> None:
    assert not any(X for n in range(3, most + 1) for M in range(n, N + 1) for X in circuit_counterexamples(n, M))


if __name__ == "__main__":
    main()
