"""One layer in the mean: exact enumeration by rows and by matrices, series, enclosures, refusals."""

from __future__ import annotations

import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Matrix, Rational, eye, nan, ones, oo, sqrt, symbols, zoo

from tests.refused import refused
from tests.strategies import SETTINGS, correlations
from theory.exact.expressions import enclose
from theory.markov import drift, invariants
from theory.markov.one_step import (
    RADEMACHER,
    SKEW,
    Discrete,
    enumerated_squares,
    expected_square,
    remainder,
    series,
    slope,
    three_point,
    two_point,
)
from theory.markov.one_step_density import enclosed_square
from theory.markov.residual import ZeroRowError

FEW = settings(SETTINGS, max_examples=12)
steps = st.fractions("1/9", 3, max_denominator=9).map(lambda x: Rational(x.numerator, x.denominator))
HALF = Matrix([[1, Rational(1, 2)], [Rational(1, 2), 1]])


@st.composite
def laws(draw: st.DrawFn) -> Discrete:
    kind = draw(st.sampled_from((two_point, three_point)))
    x = draw(st.fractions(1, 3, max_denominator=5))
    return kind(Rational(x.numerator, x.denominator))


@FEW
@given(correlations(2), laws(), steps)
def test_rows_against_all_matrices(M: Matrix, law: Discrete, gamma: Rational) -> None:
    """E|M+|_F^2 by the factorisation = sum over all W of |M+|_F^2, d = 2, and unit diagonal, for standard laws."""
    assert [law.moment(k) for k in range(3)] == [1, 0, 1]
    try:
        by_rows = expected_square(M, law, gamma)
    except ZeroRowError:
        with pytest.raises(ZeroRowError):
            enumerated_squares(M, law, gamma)
        return
    squares = enumerated_squares(M, law, gamma)
    assert sum(squares) == by_rows
    assert squares[0, 0] == squares[1, 1] == 1


def test_rows_against_all_matrices_of_three() -> None:
    """The same at d = 3 for the 512 sign matrices, and by hand 3 + 6/3 from I at gamma = oo."""
    M = Matrix(3, 3, lambda i, j: Rational(3, 5) ** abs(i - j))
    assert sum(enumerated_squares(M, RADEMACHER, Rational(1, 7))) == expected_square(M, RADEMACHER, Rational(1, 7))
    assert expected_square(eye(3), RADEMACHER, oo) == 5


@FEW
@given(correlations(3), laws())
def test_series_begins_with_the_drift(M: Matrix, law: Discrete) -> None:
    """Coefficients |M|_F^2, 0, delta(M) for every M and every law of mean 0 and variance 1."""
    assert series(M, law, 2) == [invariants(M)[0], 0, drift(M)]


def test_series_is_the_taylor_series() -> None:
    """The coefficients are those of the rational function of gamma, skew weights."""
    gamma, rho = symbols("gamma rho")
    M = Matrix([[1, rho], [rho, 1]])
    p, q = expected_square(M, SKEW, gamma).as_numer_denom()
    claimed = sum(c * gamma**k for k, c in enumerate(series(M, SKEW, 5)))
    difference = (p - q * claimed).expand()
    assert all(difference.coeff(gamma, k) == 0 for k in range(6))


@FEW
@given(correlations(2))
def test_gaussian_without_skip(M: Matrix) -> None:
    """d = 2, gamma = oo: 2 + 2/(1 + sqrt(det M))."""
    if M.det() > Rational(1, 1000):
        found = enclosed_square(M, "gaussian", oo, 20)
        assert found.overlaps(enclose(2 + 2 / (1 + sqrt(M.det())), {}, 40))
        assert found.rad() < arb("1e-15")


@FEW
@given(correlations(2), st.integers(8, 40))
def test_uniform_enclosures_agree_at_two_precisions(M: Matrix, inverse: int) -> None:
    """More Gauss points stay inside the error bound of fewer."""
    coarse, fine = (enclosed_square(M, "uniform", Rational(1, inverse), digits) for digits in (5, 25))
    assert coarse.overlaps(fine)
    assert fine.rad() < arb("1e-20") < coarse.rad()


def test_uniform_moments_by_series() -> None:
    """Laws with equal moments up to the 5th agree to order gamma^5: uniform, and a, 0, -a with a^2 = 9/5."""
    g, a = Rational(1, 1000), symbols("a", positive=True)
    claimed = sum(
        c.subs(a**4, Rational(81, 25)).subs(a**2, Rational(9, 5)) * g**k
        for k, c in enumerate(x.expand() for x in series(HALF, three_point(a), 5))
    )
    found = enclosed_square(HALF, "uniform", g, 25)
    assert abs(found - arb(fmpq(int(claimed.p), int(claimed.q)))) < arb("1e-15")  # 10^3 gamma^6


def test_remainder_and_slope() -> None:
    """R vanishes for |M|_F^2 + gamma^2 delta itself, in rationals and in balls; log2 of (2g)^p/g^p is p."""
    g = Rational(1, 5)
    found = invariants(HALF)[0] + g**2 * drift(HALF)
    assert remainder(found, HALF, g) == 0
    assert remainder(arb(fmpq(int(found.p), int(found.q))), HALF, g).contains(0)
    assert slope((2 * g) ** 4, g**4).contains(4)


def test_undefined_layers() -> None:
    """0/0 with positive probability: +-1 at gamma = oo and rank one, at gamma = 1/2 and rho = 1; never at full rank."""
    with pytest.raises(ZeroRowError, match=r"row 0 .* is zero for the weights \(1, -1\)"):
        expected_square(ones(2), RADEMACHER, oo)
    for call in (
        lambda: expected_square(ones(4), RADEMACHER, oo),
        lambda: expected_square(ones(2), RADEMACHER, Rational(1, 2)),
        lambda: enumerated_squares(ones(2), RADEMACHER, oo),
    ):
        with pytest.raises(ZeroRowError):
            call()
    assert expected_square(ones(3), RADEMACHER, oo) == 9


UNEQUAL = ((1, Rational(1, 2)), (-1, Rational(1, 3)))


test_refusals = refused(
    "What is no correlation matrix, law or strength; what costs too much, before the work.",
    (lambda: expected_square(Matrix([[1, 2], [0, 1]]), RADEMACHER, 1), "not symmetric"),
    (lambda: expected_square(2 * eye(2), RADEMACHER, 1), "wanted 1"),
    (lambda: expected_square(Matrix([[1, 0, 0], [0, 1, 0]]), RADEMACHER, 1), "not symmetric|wanted 1"),
    (lambda: expected_square(eye(2), Discrete(((2, 1),)), 1), "the weights have no variance, all are 2"),
    (lambda: expected_square(eye(2), Discrete(UNEQUAL), 1), "add up to 5/6: wanted 1"),
    (lambda: expected_square(eye(2), RADEMACHER, zoo), "gamma zoo: wanted"),
    (lambda: expected_square(eye(2), RADEMACHER, nan), "gamma nan: wanted"),
    (lambda: expected_square(eye(20), RADEMACHER, 1), "budget"),
    (lambda: enumerated_squares(eye(5), RADEMACHER, 1), "budget"),
    (lambda: enclosed_square(eye(6), "uniform", Rational(1, 20), 60), "budget"),
    (lambda: enclosed_square(eye(2), "uniform", Rational(1, 2)), r"sqrt\(3\) gamma d < 1"),
    (lambda: enclosed_square(ones(2), "gaussian", Rational(1, 2)), "singular"),
)
