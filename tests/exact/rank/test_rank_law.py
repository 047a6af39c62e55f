"""Laws of the rank of random ReLU layers: against integer weights, generic ranks and all patterns; bounds on widths."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import count, islice, product
from typing import Any

import pytest
from flint import arb, fmpq, fmpz
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.exact.rank.rank_oracles import OCTANTS, SEVEN, angles, attained, planar
from tests.strategies import SETTINGS
from theory.exact.certify import precision
from theory.rank import Angles, Batch
from theory.rank.bounds import chernoff_bound, failure_bound, growth_bound, p_star_lower, width_for
from theory.rank.law import binomial_tail, deficiency, rank_distribution
from theory.rank.planar import p_star


@pytest.mark.parametrize("k", [(0, 1, 3), (0, 0, 3), (0, 4, 1, 5), (0, 5, 2, 7)])
@pytest.mark.parametrize("m", [1, 4])
def test_law_by_integer_weights(k: tuple[int, ...], m: int) -> None:
    """Sum over all ways to put m rows in chambers, each with integer weights in general position, exact ranks."""
    points = [OCTANTS[e] for e in k]
    X = Angles([Fraction(e, 4) for e in k])
    primes = list(islice((p for p in count(1009) if fmpz(p).is_prime()), 200))
    law: Counter[int] = Counter()
    # eight sectors between directions k pi/4 refine the chambers and have equal probability
    for sectors in product(range(8), repeat=m):
        pairs = [(primes[17 * i + s], primes[90 + 19 * i + s]) for i, s in enumerate(sectors)]
        weights = [
            [p * a + q * b for a, b in zip(OCTANTS[s], OCTANTS[(s + 1) % 8], strict=True)]
            for s, (p, q) in zip(sectors, pairs, strict=True)
        ]
        law[attained(points, weights)] += 1
    assert rank_distribution(X, m) == {rank: Fraction(law[rank], 8**m) for rank in sorted(law)}


@pytest.mark.parametrize(
    ("points", "same"), [([(1, 0), (1, 1), (0, -1)], "0 1/4 3/2"), ([(1, 0, 1), (1, 1, 0)], "0 1/3")]
)
def test_law_of_rational_points(points: list[tuple[int, ...]], same: str) -> None:
    """Balls that hold the exact law of the same directions, of a tilted plane, too."""
    exact = rank_distribution(angles(same), 5)
    with precision(40):
        for rank, ball in rank_distribution(Batch.of_points(points), 5).items():
            assert ball.contains(fmpq(exact[rank].numerator, exact[rank].denominator))
            assert ball.rad() < arb("1e-25")


@given(planar(2, 4, collinear=False, orders="4 5 6"), st.integers(0, 20))
@settings(SETTINGS, max_examples=20)
def test_bounds_around_failure(X: Angles, m: int) -> None:
    """(1 - p*)^m <= P(rank < n) <= P(Bin(m, p*) < n), <= Chernoff."""
    exact = deficiency(X, m)
    assert exact == 1 - rank_distribution(X, m).get(X.n, 0)
    p = Fraction(*p_star(X).value.as_numer_denom())
    assert (1 - p) ** m <= exact <= binomial_tail(m, p, X.n)
    ball = arb(fmpq(exact.numerator, exact.denominator))
    assert not ball > failure_bound(X, m)
    assert not ball > chernoff_bound(X, m)


@pytest.mark.parametrize("X", [angles("0 1/6 1/2"), angles(SEVEN), Batch.of_points([(1, 0, 0), (0, 1, 2), (3, 1, 1)])])
@pytest.mark.parametrize("failure", ["1/2", "1e-9"])
def test_width_is_least(X: Any, failure: str) -> None:
    """failure_bound is below the number at width_for, and not one below it."""
    m = width_for(X, failure)
    target = fmpq(*Fraction(failure).as_integer_ratio())
    assert failure_bound(X, m) < target
    assert not failure_bound(X, m - 1) < target


def test_bounds_without_an_exact_p_star() -> None:
    """Four points in R^3: the best of R1c stands in for p*."""
    X = Batch([[1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 1]])
    assert growth_bound(X).overlaps(p_star_lower(X).best)
    assert p_star_lower(X).line_triples is None
    assert width_for(X, "1/100") > 8
