"""Rank of random ReLU layers: formulas against weights, balls, and enumerations that share no code with them."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, count, islice, product
from typing import Any

import numpy as np
import pytest
from flint import arb, arb_mat, fmpq, fmpq_mat, fmpz, fmpz_mat, fmpz_poly
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sympy import Rational, acos, pi, sqrt

import theory.rank.chambers
import theory.rank.planar
from tests.strategies import SETTINGS
from theory.certify import precision
from theory.rank import Angles, Batch, diagnose, max_rank
from theory.rank.bounds import (
    chernoff_bound,
    failure_bound,
    growth_bound,
    least_eigenvalue,
    p_star_lower,
    width_for,
)
from theory.rank.chambers import Points, quick, sure
from theory.rank.circuits import circuit_counterexamples, circuit_formula, line_triple_bound
from theory.rank.law import (
    binomial_tail,
    expected_full_width,
    planar_flats,
    rank_distribution,
    sandwich,
    term_rank_distribution,
)
from theory.rank.planar import arrangement, p_star
from theory.rank.witness import deficient_sets, kernel_rank, relu_layer, witness

SEVEN = "0 101/100 102/100 3/100 1/2 151/100 52/100"
OCTANTS = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]  # angles k pi/4


def angles(text: str) -> Angles:
    return Angles(text.split())


@st.composite
def planar(draw: st.DrawFn, least: int = 1, most: int = 5, collinear: bool = True, orders: str = "5 6 8 9") -> Angles:
    """Directions that are multiples of pi/N; parallel and antipodal pairs are common, unless on different lines."""
    N = int(draw(st.sampled_from(orders.split())))
    size = draw(st.integers(least, most))
    if collinear:
        k = draw(st.lists(st.integers(0, 2 * N - 1), min_size=size, max_size=size))
    else:
        k = draw(st.lists(st.integers(0, N - 1), min_size=min(size, N), max_size=min(size, N), unique=True))
        k = [e + N * draw(st.integers(0, 1)) for e in k]
    return Angles([Fraction(e, N) for e in k])


@st.composite
def rational_batches(draw: st.DrawFn, k: int = 3, most: int = 6) -> Batch:
    """Small integer columns, often zero, parallel or antipodal."""
    point = st.lists(st.integers(-2, 2), min_size=k, max_size=k)
    return Batch.of_points(draw(st.lists(point, min_size=1, max_size=most)))


# --- oracles


def all_weights(k: int, box: int) -> list[tuple[int, ...]]:
    return list(product(range(-box, box + 1), repeat=k))


def attained(points: Sequence[Sequence[int]], weights: Sequence[Sequence[int]]) -> int:
    """Rank of relu(W X) for a list of weights, entry by entry."""
    rows = [[max(sum(a * b for a, b in zip(w, x, strict=True)), 0) for x in points] for w in weights]
    return int(fmpz_mat(rows).rank())


def chambers_of(X: Angles) -> Iterator[tuple[Fraction, tuple[bool, ...]]]:
    """Probability and active columns of every chamber, from a direction in its middle."""
    walls = sorted({(a + s) % 2 for a in X.rays for s in (Fraction(1, 2), Fraction(3, 2))})
    for a, b in zip(walls, [*walls[1:], walls[0] + 2], strict=True):
        middle = (a + b) / 2
        yield (b - a) / 2, tuple(abs((middle - x + 1) % 2 - 1) < Fraction(1, 2) for x in X.rays)


def field_rank(exponents: Sequence[int], order: int, active: Sequence[Sequence[bool]]) -> int:
    """Rank of stacked chamber spaces over Q(zeta), zeta of an even order: its powers as rational matrices."""
    phi = fmpz_poly.cyclotomic(order)
    d = phi.degree()
    companion = fmpq_mat(d, d, [(-phi[i] if j == d - 1 else int(i == j + 1)) for i in range(d) for j in range(d)])
    powers = [fmpq_mat(d, d, [int(i % (d + 1) == 0) for i in range(d * d)])]
    for _ in range(order - 1):
        powers.append(powers[-1] * companion)
    rows = []
    for columns in active:
        for sign in (1, -1):  # e^(ia) and e^(-ia) in place of cosine and sine
            blocks = [
                powers[sign * k % order] if on else powers[0] * 0 for k, on in zip(exponents, columns, strict=True)
            ]
            rows += [[e for block in blocks for e in block.tolist()[i]] for i in range(d)]
    return int(fmpq_mat(rows).rank()) // d if rows else 0


def brute_p_star(X: Angles) -> Fraction:
    """1 - the greatest probability of a set of chambers whose spaces do not span R^n: over all sets."""
    cells = list(chambers_of(X))
    N = max(ray.denominator for ray in X.rays)
    for ray in X.rays:
        N = N * ray.denominator // np.gcd(N, ray.denominator)
    exponents = [int(ray * int(N)) for ray in X.rays]
    best = Fraction(1)
    for size in range(len(cells) + 1):
        for chosen in combinations(cells, size):
            missed = 1 - sum((weight for weight, _ in chosen), Fraction(0))
            if missed < best and field_rank(exponents, 2 * int(N), [active for _, active in chosen]) < X.n:
                best = missed
    return best


# --- the greatest rank (R2c)


def test_formula_in_the_plane() -> None:
    """max over all W of rank relu(W X) = d - (p - rank X_p), all X in {-1, 0, 1}^(2 x 4)."""
    weights = all_weights(2, 3)
    for points in product(all_weights(2, 1), repeat=4):
        assert max_rank(Batch.of_points(points)) == attained(points, weights)


@given(rational_batches())
@settings(SETTINGS, max_examples=60)
def test_three_routes_to_the_rank(X: Batch) -> None:
    """Formula = rank of relu(W X) at the witness = rank K in balls = rank over many weights."""
    W = witness(X)
    expected = max_rank(X)
    assert W.nrows() == expected
    if expected:
        assert relu_layer(W, X).rank() == expected
    nonzero = [ray for ray in X.rays if any(ray)]
    if nonzero:
        assert kernel_rank(Batch.of_points(nonzero), 40) == expected
        assert attained(X.rays, all_weights(3, 4)) <= expected


@pytest.mark.parametrize(
    ("points", "rank"),
    [
        ([(1, 0), (-1, 0)], 2),
        ([(1, 0), (-1, 0), (0, 1), (0, -1)], 4),
        ([(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)], 5),
        (OCTANTS, 6),
        ([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)], 6),
        ([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1), (1, 1, 1), (-1, -1, -1)], 7),
        ([(1, 0), (2, 0), (0, 1)], 2),
        ([(1,), (-1,), (2,), (-3,)], 2),
        ([(0, 0)], 0),
        ([("1/3", "1e-30")], 1),
    ],
)
def test_catalogue_of_ranks(points: Any, rank: int) -> None:
    """The examples of R2c."""
    assert max_rank(Batch.of_points(points)) == rank == witness(Batch.of_points(points)).nrows()


def test_diagnosis_names_the_columns() -> None:
    """Zero, parallel and antipodal columns, each by its index; doubled lines and their rank."""
    found = diagnose(Batch([[1, 0, -2, 3, 0, 0], [0, 0, 0, 0, 1, -1]]))
    assert (found.zero_columns, found.parallel, found.antipodes) == ((1,), ((0, 3),), ((0, 2), (4, 5)))
    assert (found.n, found.rank, found.rays, found.lines, found.antipodal, found.antipodal_rank) == (6, 2, 4, 2, 2, 2)
    assert not found.pairwise_non_collinear
    assert not found.reaches_n
    assert str(found) == (
        "greatest rank 4 of 6; not pairwise non-collinear: x2 = 0, x1 || x4, x1 and x3 antipodal, x5 and x6 antipodal"
    )
    many = diagnose(Batch([[1] * 20]))
    assert str(many).endswith("x1 || x9, 11 more")
    assert diagnose(Batch([[1, 1], [0, 1]])).pairwise_non_collinear


@given(planar(most=7))
@settings(SETTINGS, max_examples=60)
def test_angles_are_diagnosed_like_coordinates(X: Angles) -> None:
    """d - (p - rank X_p) by angles = rank K in balls."""
    assert max_rank(X) == kernel_rank(X, 60)


def test_smallest_sets_that_lack_rank() -> None:
    """Distinct rays in the box {-2..2}^2: none of at most 5 lacks rank; of 6, exactly three double lines do."""
    weights = all_weights(2, 4)
    rays = [r for r in all_weights(2, 2) if np.gcd(*r) == 1]
    for size in range(1, 5):  # by weights, not by the formula
        for points in combinations(rays, size):
            assert attained(points, weights) == size
    assert not any(deficient_sets(5, 2))
    six = list(deficient_sets(6, 2))
    lines = len(rays) // 2
    assert len(six) == lines * (lines - 1) * (lines - 2) // 6
    assert all(diagnose(X).antipodal == 3 and max_rank(X) == attained(X.rays, weights) == 5 for X in six)
    assert not any(deficient_sets(6, 1, k=1))  # k = 1: two rays only


# --- p* (R1a)


@pytest.mark.parametrize(
    ("given_angles", "value"),
    [
        ("0 1/7 2/7", "2/7"),
        ("0 1/100 1/50", "1/50"),
        ("0 2/3 4/3", "1/2"),
        ("0 1/10 3/10 3/5", "3/10"),
        ("0 11/10 3/10 3/5", "1/2"),
        (SEVEN, "1/20"),
        ("0", "1/2"),
        ("0 1", "1/2"),
        ("0 1 1/3", "1/2"),
        ("0 0 1/3", "0"),
        ("0 1 1/4 5/4 1/2 3/2", "0"),
    ],
)
def test_catalogue_of_growth(given_angles: str, value: str) -> None:
    """The values of R1a, and collinear columns."""
    assert p_star(angles(given_angles)).value == Rational(value)


@given(planar(most=4))
@example(angles("0 1/6 1/3 1/2 5/6"))
@example(angles("0 7/6 1/3 3/2 5/3"))
@example(angles("0 1/5 2/5 3/5 4/5"))
@settings(SETTINGS, max_examples=40)
def test_growth_by_all_sets_of_chambers(X: Angles) -> None:
    """p* = 1 - max P(S) over sets S of chambers that do not span R^n, ranks over the cyclotomic field."""
    assert p_star(X).value == Rational(str(brute_p_star(X)))


def test_coordinates_agree_with_angles() -> None:
    """All quadruples of directions k pi/4; the same in a plane of R^4, and multiples of pi/6 in a plane of R^3."""
    for k in product(range(8), repeat=4):
        if k == tuple(sorted(k)):
            wanted = p_star(Angles([Fraction(e, 4) for e in k])).value
            points = [OCTANTS[e] for e in k]
            assert p_star(Batch.of_points(points)).value == wanted
            assert p_star(Batch.of_points([(a, a, b, -b) for a, b in points])).value == wanted
    roots = [(1, -1, 0), (2, -1, -1), (1, 0, -1), (1, 1, -2), (0, 1, -1), (-1, 2, -1)]
    roots += [tuple(-e for e in root) for root in roots]
    for k in combinations(range(12), 5):
        wanted = p_star(Angles([Fraction(e, 6) for e in k])).value
        assert p_star(Batch.of_points([roots[e] for e in k])).value == wanted


def test_growth_of_rational_points_is_an_expression() -> None:
    """An angle over pi; digits of a very small one."""
    X = Batch.of_points([(3, 1), (2, 1), (1, 1)])
    assert p_star(X).value == acos(2 * sqrt(5) / 5) / pi  # from (3, 1) to (1, 1): tan = 1/2
    tiny = Batch.of_points([(1, 0), (10**40, 1), (10**41, 3)])
    ball = p_star(tiny).enclosure(20)
    with precision(60):
        assert (ball * arb.pi()).overlaps((arb(1) / 10**40).atan())
    assert ball.rel_accuracy_bits() > 60


@given(st.lists(st.sampled_from(all_weights(2, 5)), min_size=3, max_size=6), st.integers(-3, 3), st.integers(1, 4))
@settings(SETTINGS, max_examples=40)
def test_growth_is_invariant(points: list[tuple[int, int]], shear: int, scale: int) -> None:
    """p* > 0 iff the rank reaches n; turning by pi/2 and scaling columns change nothing; |p*| <= 1/2."""
    X = Batch.of_points(points)
    value = p_star(X).value
    turned = Batch.of_points([(-scale * y, scale * x) for x, y in reversed(points)])
    assert p_star(turned).value == value
    assert (value > 0) == diagnose(X).reaches_n
    assert bool(value <= Rational(1, 2))


def test_independent_columns_and_refusals() -> None:
    """1/2 in every dimension; other batches are referred to the bounds."""
    assert p_star(Batch([[1, 0, 0], [0, 1, 0], [1, 1, 1]])).value == Rational(1, 2)
    with pytest.raises(ValueError, match=re.escape("this batch has rank 3 < n = 4: take the bounds of p_star_lower")):
        p_star(Batch([[1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 1]]))
    with pytest.raises(ValueError, match="this batch has rank 3; a planar batch was wanted"):
        arrangement(Batch([[1, 0, 0], [0, 1, 0], [0, 0, 1]]))
    with pytest.raises(ValueError, match="this batch has rank 0"):
        rank_distribution(Batch([[0, 0]]), 2)


def test_misleading_primes_do_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Starting at the smallest primes, where minors vanish by accident, every value stays."""
    tried = []

    def small(points: Points) -> Iterator[int]:
        for p in count(1 + points.order, points.order):
            if fmpz(p).is_prime():
                tried.append(p)
                yield p

    cases = [Batch.of_points(points) for points in combinations([(1, 0), (3, 1), (1, 2), (-1, 2), (5, -3)], 4)]
    cases += [angles(SEVEN), angles("0 12/11 2/11 14/11 6/11 18/11 8/11"), angles("0 1/6 4/3 3/2 11/6")]
    wanted = [(p_star(X).value, planar_flats(X).dims, planar_flats(X).joins) for X in cases]
    planar_flats.cache_clear()
    monkeypatch.setattr(theory.rank.planar, "primes", small)
    monkeypatch.setattr(theory.rank.chambers, "primes", small)
    assert [(p_star(X).value, planar_flats(X).dims, planar_flats(X).joins) for X in cases] == wanted
    assert len(tried) > 2 * len(cases)
    planar_flats.cache_clear()


@pytest.mark.parametrize("order", [1, 2, 7, 12, 100])
def test_root_of_unity(order: int) -> None:
    """omega^N = 1 modulo q and modulo p, and no smaller power is 1 modulo p."""
    points = Points(tuple(range(4)), order)
    p = next(iter(theory.rank.chambers.primes(points)))
    for residues in (quick(points, p), sure(points, p)):
        omega = residues.columns[1][0]
        assert pow(fmpz(omega), order, residues.q) == 1
        assert all(pow(fmpz(omega), e, p) != 1 for e in range(1, order))


# --- the circuit formula (mutant m3) and the bounds R1c


def test_circuit_formula_up_to_six() -> None:
    """p* = circuit formula for all directions k pi/N on different lines: n = 3..6, N <= 9."""
    assert not any(X for n in (3, 4, 5, 6) for N in range(n, 10) for X in circuit_counterexamples(n, N))


def test_seven_is_rediscovered() -> None:
    """The first counterexample in order of N: N = 11, alone in its class; under 60 s."""
    start = time.perf_counter()
    found = next(X for N in range(7, 20) for X in circuit_counterexamples(7, N))
    assert time.perf_counter() - start < 60
    assert found == angles("0 12/11 2/11 14/11 6/11 18/11 8/11")
    assert (p_star(found).value, circuit_formula(found)) == (Rational(5, 11), Rational(1, 2))
    assert len(list(circuit_counterexamples(7, 11))) == 1


@given(planar(3, 7, collinear=False, orders="11 12 15 20"))
@settings(SETTINGS, max_examples=80)
def test_bounds_below_p_star(X: Angles) -> None:
    """R1c (i), (ii), (iii) <= p* <= circuit formula."""
    value = p_star(X).value
    bounds = p_star_lower(X)
    assert bool(line_triple_bound(X) <= value <= circuit_formula(X))
    exact = arb(fmpq(int(value.p), int(value.q)))
    assert bounds.eigenvalue > 0
    assert bounds.eigenvalue < exact
    assert bounds.line_angle > 0
    assert bounds.line_angle < exact
    assert not bounds.best > exact


def test_bounds_at_seven() -> None:
    """1/50, 6.5e-4 and 1.2e-7 at the counterexample; the rational copy of a batch gives the same."""
    bounds = p_star_lower(angles(SEVEN))
    assert bounds.line_triples is not None
    shown = [float(b.mid()) for b in (bounds.line_triples, bounds.line_angle, bounds.eigenvalue)]
    assert shown == pytest.approx([0.02, 6.5e-4, 1.2e-7], rel=0.02)
    a, b = p_star_lower(angles("0 1/4 1/2")), p_star_lower(Batch.of_points([(1, 0), (2, 2), (0, 3)]))
    assert a.eigenvalue.overlaps(b.eigenvalue)
    assert a.line_angle.overlaps(b.line_angle)


def test_angle_between_lines_not_vectors() -> None:
    """The six-vector batch: p* = 0, where the least angle between vectors, pi/4, would give a positive bound."""
    X = Batch.of_points([(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)])
    assert p_star(X).value == 0
    assert p_star_lower(X).best == 0
    assert p_star_lower(Batch.of_points([(1, 0), (-1, 0)])).line_angle == 0
    assert p_star_lower(Batch.of_points([(1, 0), (-1, 0)])).eigenvalue > 0


def float_bound(points: Sequence[Sequence[int]]) -> float:
    """R1c (i) in floating point."""
    X = np.array(points, dtype=float).T
    X /= np.linalg.norm(X, axis=0)
    rho = np.clip(X.T @ X, -1, 1)
    K = (np.sqrt(1 - rho**2) + (np.pi - np.arccos(rho)) * rho) / np.pi
    return float(np.linalg.eigvalsh(K)[0] / (2 * np.linalg.matrix_rank(X) * np.linalg.norm(X, 2) ** 2))


def test_eigenvalue_bound_against_floats() -> None:
    """lambda_min(K)/(2 rank |X|^2) of a batch in R^3, and of an enclosure of a known spectrum."""
    points = [(1, 2, 3), (3, -1, 0), (2, 2, -5), (0, 1, 4), (7, 1, 1)]
    assert float(p_star_lower(Batch.of_points(points)).eigenvalue.mid()) == pytest.approx(float_bound(points), rel=1e-9)
    with precision(40):
        least = least_eigenvalue(arb_mat([[2, 1, 0], [1, 2, 1], [0, 1, 2]]))
        assert least.overlaps(2 - arb(2).sqrt())
        assert least.rad() < arb("1e-15")


# --- laws of the rank (R2a)


@pytest.mark.parametrize(
    ("given_angles", "m", "value"),
    [
        ("0 1/6 1/2", 3, "31/96"),
        ("0 1/6 1/2", 4, "2129/3456"),
        ("0 1/6 1/2", 5, "2765/3456"),
        ("0 2/3 4/3", 3, "43/72"),
        ("0 2/3 4/3", 4, "29/36"),
        ("0 1/5 1/2 13/10", 4, "43443/80000"),
        ("0 1/5 1/2 13/10", 5, "61503/80000"),
    ],
)
def test_catalogue_of_laws(given_angles: str, m: int, value: str) -> None:
    """P(rank = n) of R2a."""
    X = angles(given_angles)
    assert rank_distribution(X, m)[X.n] == Fraction(value)


@pytest.mark.parametrize("k", [(0, 1, 3), (0, 2, 7), (0, 4, 1), (0, 0, 3), (0, 4, 1, 5), (0, 1, 2, 7), (0, 5, 2, 7)])
@pytest.mark.parametrize("m", [1, 3, 4])
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


@given(planar(most=4, orders="4 5 6"), st.integers(0, 5))
@settings(SETTINGS, max_examples=25)
def test_law_by_generic_ranks(X: Angles, m: int) -> None:
    """Rado: generic rank = min over flats of dim U + #{rows outside U}, summed over multisets of chambers."""
    flats = planar_flats(X)
    law: Counter[int] = Counter()
    for rows in product(range(len(flats.weights)), repeat=min(m, 3)):
        weight = 1
        for c in rows:
            weight *= flats.weights[c]
        law[min(dim + sum(flats.joins[c][U] != U for c in rows) for U, dim in enumerate(flats.dims))] += weight
    assert flats.law(min(m, 3)) == {r: Fraction(w, flats.whole ** min(m, 3)) for r, w in sorted(law.items())}
    assert sum(flats.law(m).values()) == 1
    assert max(flats.law(m)) <= max_rank(X)
    if diagnose(X).reaches_n:
        share = min(g for g, dim in zip(flats.growth, flats.dims, strict=True) if dim < X.n)
        assert p_star(X).value == Rational(share, flats.whole)


def test_law_of_rational_points() -> None:
    """Balls that hold the exact law of the same directions."""
    X, Y = Batch.of_points([(1, 0), (1, 1), (0, -1)]), angles("0 1/4 3/2")
    for rank, ball in rank_distribution(X, 5).items():
        exact = rank_distribution(Y, 5)[rank]
        assert ball.contains(fmpq(exact.numerator, exact.denominator))
        assert ball.rad() < arb("1e-25")


def term_rank(pattern: Sequence[int], n: int) -> int:
    """Greatest matching of rows to columns, by trying everything."""
    if not pattern:
        return 0
    skipped = term_rank(pattern[1:], n)
    taken = [term_rank([row & ~(1 << j) for row in pattern[1:]], n) + 1 for j in range(n) if pattern[0] >> j & 1]
    return max([skipped, *taken])


@pytest.mark.parametrize(("n", "m"), [(1, 1), (2, 2), (2, 4), (3, 2), (3, 3), (3, 4), (4, 3)])
def test_term_rank_law(n: int, m: int) -> None:
    """All 0/1 matrices."""
    law = Counter(term_rank(pattern, n) for pattern in product(range(2**n), repeat=m))
    assert term_rank_distribution(n, m) == {rank: Fraction(law[rank], 2 ** (n * m)) for rank in sorted(law)}


def test_term_rank_figures_and_twins() -> None:
    """P(rank n) at m = n for X = I_n, the planar law at n = 2, and three false readings."""
    squares = [term_rank_distribution(n, n)[n] for n in range(1, 5)]
    assert squares == [Fraction(e) for e in ("1/2", "7/16", "247/512", "37823/65536")]
    assert term_rank_distribution(2, 5) == rank_distribution(angles("0 1/2"), 5)
    assert squares[1] not in (1 - Fraction(1, 4), 1)
    assert squares[1] < 1 - 2 * Fraction(1, 4)
    with pytest.raises(ValueError, match=re.escape("got n = 7; the law for X = I_n is worked out for n = 1..6")):
        term_rank_distribution(7, 2)


@given(planar(2, 4, collinear=False, orders="4 5 6"), st.integers(0, 20))
@settings(SETTINGS, max_examples=40)
def test_bounds_around_failure(X: Angles, m: int) -> None:
    """max_U <= P(rank < n) <= sum_U, and P(rank < n) <= P(Bin(m, p*) < n), <= Chernoff."""
    least, exact, most = sandwich(X, m)
    assert 0 <= least <= exact <= most
    assert exact == 1 - rank_distribution(X, m).get(X.n, 0)
    p = p_star(X).value
    assert exact <= binomial_tail(m, Fraction(int(p.p), int(p.q)), X.n)
    ball = arb(fmpq(exact.numerator, exact.denominator))
    assert not ball > failure_bound(X, m)
    assert not ball > chernoff_bound(X, m)


def test_sandwich_of_the_catalogue() -> None:
    """.011083 <= .023714 <= .033526 at (0, 1/6, 1/2) pi, m = 8."""
    assert [round(float(p), 6) for p in sandwich(angles("0 1/6 1/2"), 8)] == [0.011083, 0.023714, 0.033526]


@pytest.mark.parametrize("given_angles", ["0 1/2", "0 1/6 1/2", "0 2/3 4/3", "0 1/5 1/2 13/10"])
def test_expected_full_width(given_angles: str) -> None:
    """E M = sum over m of P(rank < n) after m rows, and E M <= n/p*."""
    X = angles(given_angles)
    mean = expected_full_width(X)
    head = sum((1 - rank_distribution(X, m).get(X.n, Fraction(0)) for m in range(150)), Fraction(0))
    assert 0 <= mean - head < Fraction(1, 10**6)
    assert bool(mean <= X.n / p_star(X).value)


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


# --- bad input, and time


@pytest.mark.parametrize(
    ("X", "says"),
    [
        ([], "got an empty batch; wanted at least one row and one column (k, n >= 1)"),
        ([[]], "got an empty batch"),
        ([[1, 2], [3]], "row 2 has 1 entries and row 1 has 2; all rows of X have n entries, one per point"),
        ([[1, 0.5]], "row 1, column 2 is 0.5 of type float; wanted int, Fraction, 'p/q', a decimal string"),
        ([[1], ["x"]], "row 2, column 1 is 'x' of type str"),
        ([[float("nan")]], "row 1, column 1 is nan of type float"),
        ([[sqrt(2)]], "row 1, column 1 is sqrt(2) of type Pow"),
        ([["1/0"]], "row 1, column 1 is '1/0'"),
        ("1,2", "got the text '1,2'; wanted the k rows of X"),
    ],
)
def test_bad_batches(X: Any, says: str) -> None:
    """What came, what was wanted."""
    with pytest.raises(ValueError, match=re.escape(says)):
        Batch(X)


def test_bad_points_angles_widths() -> None:
    """The other doors."""
    with pytest.raises(ValueError, match="point 2 has 1 coordinates and point 1 has 2; all points have k"):
        Batch.of_points([(1, 2), (3,)])
    with pytest.raises(ValueError, match="got an empty batch"):
        Batch.of_points([])
    with pytest.raises(ValueError, match=re.escape("angle 2 is 0.5, in units of pi")):
        Angles([0, 0.5])
    with pytest.raises(ValueError, match="got no angles"):
        Angles([])
    with pytest.raises(ValueError, match="got the text"):
        Angles("0, 1/2")
    X = angles("0 1/2")
    for call in (rank_distribution, failure_bound, chernoff_bound):
        with pytest.raises(ValueError, match=re.escape("got width m = -1; a width is 0 or more")):
            call(X, -1)
    with pytest.raises(ValueError, match="wanted a number between 0 and 1"):
        width_for(X, 1)
    says = "no width makes the rank n = 2: greatest rank 1 of 2; not pairwise non-collinear: x1 || x2"
    with pytest.raises(ValueError, match=re.escape(says)):
        width_for(Batch([[1, 1]]), "1/2")
    with pytest.raises(ValueError, match="the rank never reaches n = 3"):
        expected_full_width(angles("0 0 1/2"))


def test_smallest_batches() -> None:
    """A single column; k = 1; zero columns are allowed and named."""
    assert p_star(Batch([[3]])).value == Rational(1, 2)
    assert rank_distribution(Batch([[3]]), 2)[1].contains(fmpq(3, 4))
    assert failure_bound(Batch([[3]]), 2) == 0.25
    assert width_for(Batch([[3], [4]]), "1/1000") == 10
    line = Batch([[1, -1]])
    assert p_star(line).value == Rational(1, 2)
    assert rank_distribution(line, 2)[2].contains(fmpq(1, 2))
    zero = Batch([[0, 1], [0, 1]])
    assert p_star(zero).value == 0
    assert failure_bound(zero, 10**6) == 1
    assert list(rank_distribution(zero, 3)) == [0, 1]
    assert diagnose(zero).zero_columns == (0,)


def test_must_reach() -> None:
    """Greatest rank of a 200 x 400 integer batch and p* of 12 planar points: under 1 s each."""
    entries = np.random.default_rng(7).integers(-9, 10, (200, 400)).tolist()
    start = time.perf_counter()
    assert max_rank(Batch(entries)) == 400
    assert time.perf_counter() - start < 1
    for signs in ("000000000000", "010101010101", "011001100110"):
        X = Angles([Fraction(k * k % 97 + 97 * int(s), 97) for k, s in zip(range(1, 13), signs, strict=True)])
        start = time.perf_counter()
        p_star(X)
        assert time.perf_counter() - start < 1
