"""The mean map on eigenvalues: two exact routes, closed forms, wide balls, float64, refusals.

Its order, its contraction and what it does to partial sums are claims.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st

from numerics.limits import mean_map as floats
from tests.refused import refused
from tests.strategies import SETTINGS
from theory.exact.certify import precision
from theory.exact.rationals import to_fmpq
from theory.orthogonality.closed_forms import by_moments, one_against, one_against_ball, r, three
from theory.orthogonality.mean_map import discretisation, mean_map, spacing

FEW = settings(SETTINGS, max_examples=12)
levels = st.fractions(Fraction(1, 20), 1, max_denominator=40)
spectra = st.lists(levels, min_size=1, max_size=7)
wild = st.lists(st.integers(-12, 0).map(lambda e: Fraction(10) ** e), min_size=2, max_size=6)


@FEW
@given(spectra)
def test_two_routes(spectrum: list[Fraction]) -> None:
    """The integral and the moments of Dirichlet's law agree to 25 digits, and the sum is 1."""
    p, q = mean_map(spectrum, 25), by_moments(spectrum, 25)
    with precision(40):
        assert all(a.overlaps(b) for a, b in zip(p, q, strict=True))
        assert all(e.rad() < arb("1e-25") * e for e in p)
        assert max(e.rad() for e in q) < arb("1e-25")
        assert sum(p, arb(0)).contains(1)


@FEW
@given(wild, st.randoms(use_true_random=False))
def test_symmetries(spectrum: list[Fraction], random: object) -> None:
    """Scale does not matter; a permutation goes along; zeros stay and do not count; equal ones may be grouped."""
    p = mean_map(spectrum, 20)
    again = list(range(len(spectrum)))
    random.shuffle(again)  # type: ignore[attr-defined]
    moved = mean_map([7 * spectrum[i] for i in again] + [0], 20)
    assert moved[-1].is_zero()
    assert all(moved[place].overlaps(p[i]) for place, i in enumerate(again))
    distinct = sorted(set(spectrum))
    grouped = mean_map(distinct, 20, multiplicities=[spectrum.count(e) for e in distinct])
    assert all(p[i].overlaps(grouped[distinct.index(e)]) for i, e in enumerate(spectrum))


@FEW
@given(st.fractions(Fraction(1, 10**6), 10**6), st.integers(1, 9))
def test_one_against_the_others(ratio: Fraction, n: int) -> None:
    """Gauss's series, and for even n the rational function of the square root."""
    p = mean_map([ratio**2, 1], 25, multiplicities=[1, n])[0]
    with precision(30):
        assert p.overlaps(one_against_ball(arb(to_fmpq(ratio)) ** 2, n + 1))
    if n % 2:
        exact = one_against(n + 1).subs(r, ratio)
        with precision(60):
            assert p.contains(arb(to_fmpq(Fraction(int(exact.p), int(exact.q)))))


@FEW
@given(st.tuples(levels, levels, levels))
def test_carlson(spectrum: tuple[Fraction, Fraction, Fraction]) -> None:
    """n = 3 by R_D."""
    with precision(30):
        closed = three(*(arb(to_fmpq(e)) for e in spectrum))
    assert all(a.overlaps(b) for a, b in zip(closed, mean_map(spectrum), strict=True))


@FEW
@given(spectra, st.integers(3, 15))
def test_wide_balls(spectrum: list[Fraction], digits: int) -> None:
    """F of wide balls holds F of the points in them, and relative errors at most double (and a little)."""
    with precision(40):
        given = [arb(to_fmpq(e)) * (1 + arb(0, arb(10) ** -digits)) for e in spectrum]
        p = mean_map(given, 30)
        moved = mean_map([e * (1 + Fraction((-1) ** i, 10**digits)) for i, e in enumerate(spectrum)], 30)
        assert all(mine.contains(other) for mine, other in zip(p, moved, strict=True))
        assert all(e.rad() < arb("2.01") * arb(10) ** -digits * e for e in p)


def test_digits() -> None:
    """64 eigenvalues over ten orders of magnitude: 30 digits of each, inside the balls of 15."""
    spectrum = [Fraction(1, k**6) for k in range(1, 65)]
    many, few = mean_map(spectrum, 30), mean_map(spectrum, 15)
    assert all(e.rad() < arb("1e-30") * e for e in many)
    assert all(wide.contains(e) for wide, e in zip(few, many, strict=True))


@pytest.mark.parametrize("size", [1, 8, 1000])
def test_spacing_keeps_its_promise(size: int) -> None:
    """The step found for 20 digits gives a proven error of about 1e-20."""
    error = float(discretisation(size, *spacing(size, 20)))
    assert 1e-21 < error < 2e-20


@FEW
@given(st.lists(st.lists(st.floats(1e-300, 1), min_size=4, max_size=4), min_size=1, max_size=3))
def test_float64(stack: list[list[float]]) -> None:
    """Relative errors of float64 are a few eps (10 + log(max/min)), in all entries of a stack."""
    found = floats.mean_map(stack)
    for spectrum, p in zip(stack, found, strict=True):
        exact = np.array([float(e) for e in mean_map([Fraction(e) for e in spectrum], 20)])
        bound = 4 * np.finfo(float).eps * (10 + np.log(max(spectrum) / min(spectrum)))
        assert (np.abs(p / exact - 1) <= bound).all()


def test_float64_on_faces() -> None:
    """Zeros stay; a vertex is fixed; an orbit has the start, the gap falls."""
    assert floats.mean_map([0.0, 3.0, 0.0]).tolist() == [0.0, 1.0, 0.0]
    path = floats.iterate([[1.0, 2.0, 0.0], [1.0, 1.0, 4.0]], 5)
    assert path.shape == (6, 2, 3)
    assert (np.diff(floats.gap(path), axis=0) < 0).all()


test_refusals = refused(
    "What came and what was wanted.",
    (lambda: mean_map([0, 0]), "not all 0"),
    (lambda: mean_map([1, -2]), "must be >= 0"),
    (lambda: mean_map([1, arb("0 +/- 1e-9")]), "certainly positive"),
    (lambda: mean_map([1, arb("nan")]), "certainly positive"),
    (lambda: mean_map([]), "not all 0"),
    (lambda: mean_map([1, 2], multiplicities=[1]), "2 eigenvalues need as many multiplicities"),
    (lambda: mean_map([1], multiplicities=[0]), "integers >= 1"),
    (lambda: one_against(3), "even n"),
    (lambda: one_against_ball(arb(-1), 3), "positive ratio"),
    (lambda: three(arb(1), arb(0), arb(1)), "three positive"),
    (lambda: by_moments([1, 0]), "eigenvalues > 0"),
    (lambda: floats.mean_map([1.0, -1.0]), "finite, >= 0"),
    (lambda: floats.mean_map([0.0, 0.0]), "not all 0"),
    (lambda: floats.mean_map([np.nan, 1.0]), "finite"),
    (lambda: floats.iterate([1.0], -1), "0 or more"),
)
