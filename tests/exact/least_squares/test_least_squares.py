"""Least squares with BN: steps, H*, spectra and rates against definitions, for random rational problems.

That H* has the null vector u, its product of eigenvalues, their interlacing, the pseudo-inverse and the scaling law of
steps are claims.
"""

from flint import arb, fmpq_poly
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Expr, ImmutableMatrix, Integer, Rational, diag, eye, sqrt, zeros

from tests.refused import refused
from theory.exact.certify import precision
from theory.exact.expressions import enclose
from theory.least_squares import critical, rates
from theory.least_squares.problem import HALVED, PRINTED, Generic, Point, Problem, dot

ONCE = settings(deadline=None, max_examples=15)
SMALL = st.fractions(-3, 3, max_denominator=4)


@st.composite
def problems(draw: st.DrawFn, least: int = 2, most: int = 4) -> Problem:
    """H = A A^T + I with small rational A, and u != 0."""
    d = draw(st.integers(least, most))
    A = ImmutableMatrix(d, d, draw(st.lists(SMALL, min_size=d * d, max_size=d * d)))
    return Problem.from_solution(A * A.T + eye(d), draw(directions(d)))


@st.composite
def directions(draw: st.DrawFn, d: int) -> ImmutableMatrix:
    return ImmutableMatrix(draw(st.lists(SMALL, min_size=d, max_size=d).filter(any)))


def zero(number: Expr) -> bool:
    """A narrow ball around 0: |number| < 1e-30."""
    with precision(60):
        return bool(abs(enclose(number, {}, 60)) < arb("1e-30"))


@ONCE
@given(problems())
def test_star(problem: Problem) -> None:
    """H* is symmetric and has the spectrum 0, m_1, ..: two routes to its certified values agree."""
    A = critical.star(problem)
    assert A == A.T
    assert A * problem.u == zeros(problem.d, 1)
    values = critical.eigenvalues(A)
    assert values[0] == 0
    with precision(30):
        assert all(value > 0 for value in values[1:])
        for value, other in zip(values[1:], critical.star_eigenvalues(problem), strict=True):
            assert value.overlaps(other)
        assert not critical.pseudo_condition_number(problem) > critical.condition_number(problem)
        assert critical.pseudo_condition_number(problem).overlaps(values[-1] / values[1])


@ONCE
@given(st.data(), problems())
def test_excess_and_gradient(data: st.DataObject, problem: Problem) -> None:
    """The excess is that of the equivalent plain weights, 0 at the minimisers; its slope is the gradient."""
    w, v = data.draw(directions(problem.d)), data.draw(directions(problem.d))
    at = Point(Rational(-3, 5), w)
    off = problem.equivalent(at) - problem.u
    assert zero(problem.excess(at, PRINTED) - dot(off, problem.H * off))
    assert zero(problem.excess(Point(-sqrt(problem.square), -problem.u)))
    assert all(map(zero, problem.gradient(Point(sqrt(problem.square), 3 * problem.u)).w))
    if any(w + v) and any(w - v):
        h = Rational(1, 10**9)
        ends = [problem.excess(Point(at.gamma + sign * h, w + sign * h * v), HALVED).n(50) for sign in (1, -1)]
        slope = problem.gradient(at)
        assert abs(float((ends[0] - ends[1]) / (2 * h) - slope.gamma - dot(slope.w, v))) < 1e-9


def test_regions() -> None:
    """With BN only the rate of gamma and the normalisation of the loss count; without, 1/lambda_max(H) on the printed
    loss, 2/lambda_max(H) on half of it; the limit itself is no region."""
    for rate_gamma, rate, q, says in (
        ("1.99", "1e6", HALVED, "converges"), ("2", "1", HALVED, "undecided"),
        ("2.01", "1e-6", HALVED, "does not converge"),
        ("0.99", "1", PRINTED, "converges"), ("1.01", "1", PRINTED, "does not converge"),
    ):  # fmt: skip
        assert rates.outcome(rate_gamma, rate, q) == says
    plain = Problem.of(diag(1, 4), [1, 1])
    for rate, q, says in (
        ("0.2499", PRINTED, "converges"), ("1/4", PRINTED, "undecided"), ("0.2501", PRINTED, "diverges"),
        ("0.4999", HALVED, "converges"),
    ):  # fmt: skip
        assert rates.plain_outcome(plain, rate, q) == says


def test_best_rates() -> None:
    """d = 2: one step suffices at the effective rate 1/lambda*, whatever kappa."""
    for kappa in (3, 10**6):
        _, tuned = rates.best_rates(Problem.from_solution(diag(1, kappa), [2, 1]))
        assert tuned.factor.contains(0)
        assert tuned.factor.rad() < 1e-25


def test_real_roots() -> None:
    """Multiplicities are exact, rational roots have no radius."""
    polynomial = fmpq_poly([1, -1]) ** 2 * fmpq_poly([-2, 0, 1]) * fmpq_poly([0, 3])
    found = critical.real_roots(polynomial)
    assert [root.str(4, radius=False) for root in found] == ["-1.414", "0", "1.000", "1.000", "1.414"]
    assert [root.rad() == 0 for root in found] == [False, True, True, True, False]


def test_centred() -> None:
    """With a mean the problem is that of the covariances; a constant column leaves no variance."""
    problem = Problem.centred([[5, 1], [1, 2]], [3, 1], [2, 0], 1)
    assert (problem.H.tolist(), list(problem.g)) == ([[1, 1], [1, 2]], [1, 1])


FINE = Problem.of(eye(2), [1, 0])


test_refusals = refused(
    "What came and what is wrong with it.",
    (lambda: Problem.of([[1, 2]], [1]), "not a symmetric matrix"),
    (lambda: Problem.of([[1, 2], [0, 1]], [1, 1]), "not a symmetric matrix"),
    (lambda: Problem.of([[1, 2], [2, 1]], [1, 1]), "not positive definite .its leading minor of size 2 is -3"),
    (lambda: Problem.of([[1, 1], [1, 1]], [1, 1]), "not positive definite"),
    (lambda: Problem.centred([[4, 0], [0, 1]], [3, 1], [2, 0], 1), "not positive definite"),
    (lambda: Problem.of([[1, 0], [0, 1]], [1]), "g has 1 entries and H has 2 rows"),
    (lambda: Problem.of([[1, 0], [0, 1]], [0, 0]), "g = 0"),
    (lambda: FINE.step(Point(Integer(1), zeros(2, 1)), Integer(1), Integer(1)), "a row of zeros before BN"),
    (lambda: critical.pseudo_condition_number(Problem.of([[1]], [1])), "d = 1"),
    (lambda: critical.eigenvalues(Generic(2).problem.H), "rational entries, got the symbols h11"),
    (lambda: rates.outcome(-1, 1), "wanted positive numbers"),
    (lambda: rates.plain_outcome(FINE, 0), "wanted a positive number"),
)
