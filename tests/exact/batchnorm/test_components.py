"""Recentring, rescaling, BN: exact maps, Jacobian, Taylor expansion of any order."""

from fractions import Fraction

import mpmath
import pytest
import sympy
from hypothesis import assume, given
from hypothesis import strategies as st
from sympy import Rational

from tests.strategies import SETTINGS, batches
from theory.batchnorm import NORMALISATIONS, batchnorm, degrees, jacobian, recentre, relu, rescale
from theory.expansion import taylor

SMALL = st.fractions(min_value=-4, max_value=4, max_denominator=4)


def rational(v: tuple[Fraction, ...]) -> list[Rational]:
    return [Rational(e.numerator, e.denominator) for e in v]


@SETTINGS
@given(batches(2, 6))
def test_recentring_is_a_projection(batch: tuple[Fraction, ...]) -> None:
    """RC(RC(x)) = RC(x), and RC(x) sums to 0."""
    once = recentre(rational(batch))
    assert recentre(once) == once
    assert sum(once) == 0


@SETTINGS
@given(batches(2, 5), st.fractions(min_value=-9, max_value=9), SMALL)
def test_batchnorm_forgets_scale_and_shift(batch: tuple[Fraction, ...], c: Fraction, b: Fraction) -> None:
    """BN(cx + b) = sign(c) BN(x), by sign and square of each entry."""
    assume(c != 0)
    before = batchnorm(rational(batch))
    after = batchnorm(rational(tuple(c * e + b for e in batch)))
    sign = 1 if c > 0 else -1
    for p, q in zip(before, after, strict=True):
        assert sympy.sign(q) == sign * sympy.sign(p)
        assert sympy.expand(p**2 - q**2) == 0


@SETTINGS
@given(batches(2, 5), st.sampled_from(NORMALISATIONS))
def test_norm_after_batchnorm(batch: tuple[Fraction, ...], normalisation: str) -> None:
    """|BN(x)|^2 = nu: n, n - 1 or 1."""
    square = sum(e**2 for e in batchnorm(rational(batch), normalisation))
    assert sympy.expand(square) == degrees(len(batch), normalisation)


def _bn(row: list[mpmath.mpf], normalisation: str) -> list[mpmath.mpf]:
    """BN in floating point of the current precision, written anew."""
    mean = mpmath.fsum(row) / len(row)
    variance = mpmath.fsum((e - mean) ** 2 for e in row) / degrees(len(row), normalisation)
    return [(e - mean) / mpmath.sqrt(variance) for e in row]


@pytest.mark.parametrize("normalisation", NORMALISATIONS)
def test_taylor_against_finite_differences(normalisation: str) -> None:
    """k! times the coefficient of t^k is the k-th derivative: 9-point differences in 120 digits, error O(h^2)."""
    x, h = [0, 1, 4, 2], [Rational(1, 2), -1, Rational(2, 3), 0]
    terms = taylor(x, h, 4, normalisation)
    with mpmath.workdps(120):
        step = mpmath.mpf(10) ** -15

        def entry(t: mpmath.mpf, i: int) -> mpmath.mpf:
            row = [mpmath.mpf(a) + t * mpmath.mpf(b.p) / b.q for a, b in zip(x, map(Rational, h), strict=True)]
            return _bn(row, normalisation)[i]

        for order in range(5):
            for i in range(len(x)):
                # central difference: error step^2 f^(order+2) order/24, far below 1e-25
                points = range(order + 1)
                signed = [
                    (-1) ** j * mpmath.binomial(order, j) * entry((mpmath.mpf(order) / 2 - j) * step, i) for j in points
                ]
                derivative = mpmath.fsum(signed) / step**order
                exact = mpmath.mpf(str(terms[order][i].evalf(60))) * mpmath.factorial(order)
                assert abs(derivative - exact) < mpmath.mpf(10) ** -25


@pytest.mark.parametrize("normalisation", NORMALISATIONS)
def test_taylor_against_exact_directional_derivatives(normalisation: str) -> None:
    """Where |x + th| is rational the terms are exact: SymPy's series of BN along (3, 4)-like directions."""
    t = sympy.Symbol("t")
    x, h = [-3, 0, 3], [1, -2, 1]
    terms = taylor(x, h, 5, normalisation)
    curve = batchnorm([a + t * b for a, b in zip(x, h, strict=True)], normalisation)
    for i, entry in enumerate(curve):
        series = sympy.series(entry, t, 0, 6).removeO()
        for order in range(6):
            assert sympy.simplify(series.coeff(t, order) - terms[order][i]) == 0


@pytest.mark.parametrize("normalisation", NORMALISATIONS)
def test_jacobian_by_finite_differences(normalisation: str) -> None:
    """Each column of the Jacobian is a central difference, error O(h^2) with h = 1e-15 in 60 digits."""
    x = [0, 1, 4, 2]
    exact = jacobian(x, normalisation)
    with mpmath.workdps(60):
        step = mpmath.mpf(10) ** -15
        for j in range(4):
            ends = []
            for sign in (1, -1):
                ends.append(_bn([mpmath.mpf(e) + sign * step * (i == j) for i, e in enumerate(x)], normalisation))
            for i in range(4):
                slope = (ends[0][i] - ends[1][i]) / (2 * step)
                assert abs(slope - mpmath.mpf(str(exact[i, j].evalf(40)))) < mpmath.mpf(10) ** -25


def test_relu() -> None:
    """The positive part."""
    assert relu([-1, 0, Rational(1, 2)]) == (0, 0, Rational(1, 2))


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: recentre([]), "an empty row has no mean: give at least one point"),
        (lambda: rescale([0, 0]), "a row of zeros cannot be rescaled"),
        (lambda: batchnorm([1, 1]), "a row of zeros cannot be rescaled"),
        (lambda: batchnorm([1, 2], "sample"), "wanted one of biased, unbiased, norm"),
        (lambda: taylor([1, 2], [1], 2), "a batch of 2 points and a direction of 1: wanted the same number"),
        (lambda: taylor([1, 2], [1, 0], -1), "order -1: wanted 0 or more"),
        (lambda: taylor([1, 1], [1, 0], 1), "is constant: BN is not defined around it"),
        (lambda: recentre(["1"]), "1"),
    ],
)
def test_refusals(call, text: str) -> None:  # type: ignore[no-untyped-def]
    """What came, what was wanted; strings are never evaluated."""
    with pytest.raises((ValueError, sympy.SympifyError), match=text):
        call()
