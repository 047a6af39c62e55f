"""Growth constant p* of random ReLU layers, its bounds and the circuit formula, against enumerations of chambers."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, count

import numpy as np
import pytest
from flint import arb, arb_mat, fmpq, fmpz
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sympy import Rational, acos, pi, sqrt

import theory.rank.chambers
import theory.rank.planar
from tests.exact.rank.rank_oracles import OCTANTS, all_weights, angles, planar
from tests.strategies import SETTINGS
from theory.exact.certify import precision
from theory.rank import Angles, Batch, diagnose
from theory.rank.bounds import least_eigenvalue, p_star_lower, width_for
from theory.rank.chambers import Points, quick, sure
from theory.rank.circuits import circuit_counterexamples, circuit_formula, line_triple_bound
from theory.rank.law import planar_flats, rank_distribution
from theory.rank.planar import arrangement, p_star

SIX = "0 1/7 2/7 10/7 5/7 13/7"


def brute_p_star(X: Angles) -> Fraction:
    """1 - the greatest probability of a set of chambers whose spaces do not span R^n: all sets, ranks in floats."""
    walls = sorted({(a + s) % 2 for a in X.rays for s in (Fraction(1, 2), Fraction(3, 2))})
    cells = []
    for a, b in zip(walls, [*walls[1:], walls[0] + 2], strict=True):
        active = [abs(((a + b) / 2 - x + 1) % 2 - 1) < Fraction(1, 2) for x in X.rays]
        turns = [math.pi * float(x) for x in X.rays]
        cells.append(((b - a) / 2, np.array([np.cos(turns), np.sin(turns)]) * active))
    best = Fraction(1)
    for size in range(1, len(cells) + 1):
        for chosen in combinations(cells, size):
            missed = 1 - sum((weight for weight, _ in chosen), Fraction(0))
            if missed < best and np.linalg.matrix_rank(np.vstack([rows for _, rows in chosen]), tol=1e-6) < X.n:
                best = missed
    return best


@given(planar(most=4))
@example(angles("0 1/6 1/3 1/2 5/6"))
@example(angles("0 7/6 1/3 3/2 5/3"))
@example(angles("0 1/5 2/5 3/5 4/5"))
@settings(SETTINGS, max_examples=10)
def test_growth_by_all_sets_of_chambers(X: Angles) -> None:
    """p* = 1 - max P(S) over sets S of chambers that do not span R^n, ranks in floats."""
    assert p_star(X).value == Rational(str(brute_p_star(X)))


def test_coordinates_agree_with_angles() -> None:
    """Triples of directions k pi/4; the same in a plane of R^4, and multiples of pi/6 in a plane of R^3."""
    for k in combinations(range(8), 3):
        wanted = p_star(Angles([Fraction(e, 4) for e in k])).value
        points = [OCTANTS[e] for e in k]
        assert p_star(Batch.of_points(points)).value == wanted
        assert p_star(Batch.of_points([(a, a, b, -b) for a, b in points])).value == wanted
    roots = [(1, -1, 0), (2, -1, -1), (1, 0, -1), (1, 1, -2), (0, 1, -1), (-1, 2, -1)]
    roots += [tuple(-e for e in root) for root in roots]
    for k in combinations(range(0, 12, 2), 4):
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
@settings(SETTINGS, max_examples=15)
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

    cases = [Batch.of_points([(1, 0), (3, 1), (1, 2), (-1, 2)]), angles("0 1/6 4/3 3/2 11/6"), angles(SIX)]
    wanted = [(p_star(X).value, planar_flats(X).dims, planar_flats(X).joins) for X in cases]
    planar_flats.cache_clear()
    monkeypatch.setattr(theory.rank.planar, "primes", small)
    monkeypatch.setattr(theory.rank.chambers, "primes", small)
    assert [(p_star(X).value, planar_flats(X).dims, planar_flats(X).joins) for X in cases] == wanted
    assert len(tried) > 2 * len(cases)
    planar_flats.cache_clear()


@pytest.mark.parametrize("order", [1, 7, 12])
def test_root_of_unity(order: int) -> None:
    """omega^N = 1 modulo q and modulo p, and no smaller power is 1 modulo p."""
    points = Points(tuple(range(4)), order)
    p = next(iter(theory.rank.chambers.primes(points)))
    for residues in (quick(points, p), sure(points, p)):
        omega = residues.columns[1][0]
        assert pow(fmpz(omega), order, residues.q) == 1
        assert all(pow(fmpz(omega), e, p) != 1 for e in range(1, order))


def test_seven_is_rediscovered() -> None:
    """The first counterexample to the circuit formula: seven directions, N = 11, alone in its class; none of six."""
    assert not any(circuit_counterexamples(6, 7))
    (found,) = circuit_counterexamples(7, 11)
    assert found == angles("0 12/11 2/11 14/11 6/11 18/11 8/11")
    assert (p_star(found).value, circuit_formula(found)) == (Rational(5, 11), Rational(1, 2))


@given(planar(3, 7, collinear=False, orders="11 12 15 20"))
@settings(SETTINGS, max_examples=25)
def test_bounds_below_p_star(X: Angles) -> None:
    """R1c (i), (ii), (iii) <= p* <= circuit formula."""
    value = p_star(X).value
    bounds = p_star_lower(X)
    assert bool(line_triple_bound(X) <= value <= circuit_formula(X))
    exact = arb(fmpq(int(value.p), int(value.q)))
    assert 0 < bounds.eigenvalue < exact
    assert 0 < bounds.line_angle < exact
    assert not bounds.best > exact


def test_angle_between_lines_not_vectors() -> None:
    """The six-vector batch: p* = 0, where the least angle between vectors, pi/4, would give a positive bound."""
    X = Batch.of_points([(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)])
    assert p_star(X).value == 0
    assert p_star_lower(X).best == 0
    assert p_star_lower(Batch.of_points([(1, 0), (-1, 0)])).line_angle == 0
    assert p_star_lower(Batch.of_points([(1, 0), (-1, 0)])).eigenvalue > 0
    a, b = p_star_lower(angles("0 1/4 1/2")), p_star_lower(Batch.of_points([(1, 0), (2, 2), (0, 3)]))
    assert a.eigenvalue.overlaps(b.eigenvalue)
    assert a.line_angle.overlaps(b.line_angle)


def test_eigenvalue_bound_against_floats() -> None:
    """lambda_min(K)/(2 rank |X|^2) of a batch in R^3, and of an enclosure of a known spectrum."""
    points = [(1, 2, 3), (3, -1, 0), (2, 2, -5), (0, 1, 4), (7, 1, 1)]
    X = np.array(points, dtype=float).T
    X /= np.linalg.norm(X, axis=0)
    rho = np.clip(X.T @ X, -1, 1)
    K = (np.sqrt(1 - rho**2) + (np.pi - np.arccos(rho)) * rho) / np.pi
    wanted = float(np.linalg.eigvalsh(K)[0] / (2 * np.linalg.matrix_rank(X) * np.linalg.norm(X, 2) ** 2))
    assert float(p_star_lower(Batch.of_points(points)).eigenvalue.mid()) == pytest.approx(wanted, rel=1e-9)
    with precision(40):
        least = least_eigenvalue(arb_mat([[2, 1, 0], [1, 2, 1], [0, 1, 2]]))
        assert least.overlaps(2 - arb(2).sqrt())
        assert least.rad() < arb("1e-15")


def test_nearly_parallel_columns_are_refused_soon() -> None:
    """Where columns are nearly parallel the bound by eigenvalues says nothing, and no width in reach is certified."""
    near = Batch.of_points([(10**3000 + i, 10**3000 - i * i, i) for i in range(1, 5)])
    assert p_star_lower(near).eigenvalue == 0
    assert p_star_lower(near).best > 0
    with pytest.raises(ValueError, match="nearly parallel"):
        width_for(near, "1/1000")
