"""Least squares with BN: steps, H*, spectra and rates against definitions, for random rational problems."""

from fractions import Fraction
from math import prod

import pytest
from flint import arb, fmpq_poly
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Expr, ImmutableMatrix, Integer, Rational, diag, eye, sqrt, zeros

from theory.exact.certify import precision
from theory.exact.expressions import enclose
from theory.least_squares import critical, rates
from theory.least_squares.problem import HALVED, PRINTED, Generic, Point, Problem, dot

ONCE = settings(deadline=None, max_examples=40)
SMALL = st.fractions(-3, 3, max_denominator=4)


@st.composite
def problems(draw: st.DrawFn, least: int = 2, most: int = 4) -> Problem:
    """H = A A^T + I with small rational A, and u != 0."""
    d = draw(st.integers(least, most))
    A = ImmutableMatrix(d, d, draw(st.lists(SMALL, min_size=d * d, max_size=d * d)))
    u = draw(st.lists(SMALL, min_size=d, max_size=d).filter(any))
    return Problem.from_solution(A * A.T + eye(d), u)


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
    """H* is symmetric with null vector u, the other eigenvalues are positive, their product is det H |u|^2/(u.Hu)."""
    matrix = critical.star(problem)
    assert matrix == matrix.T
    assert matrix * problem.u == zeros(problem.d, 1)
    values = critical.eigenvalues(matrix)
    assert values[0] == 0
    with precision(30):
        assert all(value > 0 for value in values[1:])
        assert prod(values[1:], start=arb(1)).overlaps(enclose(critical.star_pseudo_determinant(problem), {}))


@ONCE
@given(problems())
def test_interlacing(problem: Problem) -> None:
    """l_i <= m_i <= l_(i+1): no ball contradicts it, and 1 <= kappa* <= kappa."""
    outer, inner = critical.eigenvalues(problem.H), critical.star_eigenvalues(problem)
    with precision(30):
        assert not any(m < low or m > high for low, m, high in zip(outer, inner, outer[1:], strict=False))
        assert not critical.pseudo_condition_number(problem) < 1
        assert not critical.pseudo_condition_number(problem) > critical.condition_number(problem)


@ONCE
@given(problems(), st.fractions(Fraction(1, 3), 3, max_denominator=3), SMALL.filter(bool))
def test_star_depends_on_the_line_of_u(problem: Problem, h: Fraction, t: Fraction) -> None:
    """H* is the same for t u, and h H* for h H."""
    stretched = Problem.from_solution(problem.H * Rational(h.numerator, h.denominator), problem.u * t)
    assert critical.star(stretched) == critical.star(problem) * Rational(h.numerator, h.denominator)


@ONCE
@given(problems())
def test_pseudo_inverse(problem: Problem) -> None:
    """The four equations of Moore and Penrose."""
    A, B = critical.star(problem), critical.star_pseudo_inverse(problem)
    assert A * B * A == A
    assert B * A * B == B
    assert (A * B).T == A * B
    assert (B * A).T == B * A


@ONCE
@given(st.data(), problems(), st.fractions(Fraction(1, 4), 4, max_denominator=4))
def test_scaling_law(data: st.DataObject, problem: Problem, r: Fraction) -> None:
    """From (r w_0, r^2 rate) the next point is (gamma', r w') for (gamma', w') from (w_0, rate); the norm grows."""
    w = data.draw(directions(problem.d))
    r_, start = Rational(r.numerator, r.denominator), Point(Rational(2, 3), w)
    one = problem.step(start, HALVED, Integer(1))
    two = problem.step(Point(start.gamma, w * r_), HALVED, r_**2)
    assert zero(two.gamma - one.gamma)
    assert all(zero(a - r_ * b) for a, b in zip(two.w, one.w, strict=True))
    slope = problem.gradient(start).w
    assert zero(dot(w, slope))
    assert zero(dot(one.w, one.w) - dot(w, w) - dot(slope, slope))


@ONCE
@given(st.data(), problems())
def test_excess(data: st.DataObject, problem: Problem) -> None:
    """The excess of the BN loss is that of the equivalent plain weights, at least 0, and 0 at the minimisers."""
    w = data.draw(directions(problem.d))
    at = Point(Rational(-3, 5), w)
    off = problem.equivalent(at) - problem.u
    assert zero(problem.excess(at, PRINTED) - dot(off, problem.H * off))
    assert zero(problem.excess(Point(-sqrt(problem.square), -problem.u)))
    assert all(map(zero, problem.gradient(Point(sqrt(problem.square), 3 * problem.u)).w))


@ONCE
@given(st.data(), problems(most=3))
def test_stuck_in_a_plane(data: st.DataObject, problem: Problem) -> None:
    """gamma = 0 with w.g = 0 is a fixed point of every step."""
    w = data.draw(directions(problem.d))
    w = w - problem.g * (dot(w, problem.g) / dot(problem.g, problem.g))
    if any(w):
        assert problem.step(Point(Integer(0), w), Rational(7, 5), Integer(100)) == Point(Integer(0), w)


def test_minimiser_jacobian_is_the_derivative() -> None:
    """The formula against a difference quotient of the step itself, in exact arithmetic: error O(h)."""
    problem, scale, h = Problem.from_solution([[4, 0], [0, 9]], [3, 0]), Integer(2), Rational(1, 10**8)
    base = Point(Integer(6), problem.u * scale)  # U = 6
    formula = rates.minimiser_jacobian(problem, scale, Rational(1, 3), Integer(5))
    for i in range(3):
        off = [h if i == j else 0 for j in range(3)]
        moved = problem.step(Point(base.gamma + off[0], base.w + ImmutableMatrix(off[1:])), Rational(1, 3), Integer(5))
        quotient = [(moved.gamma - base.gamma) / h, *((moved.w - base.w) / h)]
        assert all(abs(float(a - b)) < 1e-6 for a, b in zip(quotient, formula[:, i], strict=True))


@pytest.mark.parametrize(
    ("rate_gamma", "rate", "q", "says"),
    [
        ("1.99", "1e6", HALVED, "converges"),
        ("2", "1", HALVED, "undecided"),
        ("2.01", "1e-6", HALVED, "does not converge"),
        ("0.99", "1", PRINTED, "converges"),
        ("1.01", "1", PRINTED, "does not converge"),
    ],
)
def test_region(rate_gamma: str, rate: str, q: Rational, says: str) -> None:
    """Only the rate of gamma and the normalisation of the loss count."""
    assert rates.outcome(rate_gamma, rate, q) == says


def test_plain_region() -> None:
    """1/lambda_max(H) on the printed loss, 2/lambda_max(H) on half of it; the limit itself is no region."""
    problem = Problem.of(diag(1, 4), [1, 1])
    assert [rates.plain_outcome(problem, rate, PRINTED) for rate in ("0.2499", "1/4", "0.2501")] == [
        "converges",
        "undecided",
        "diverges",
    ]
    assert rates.plain_outcome(problem, "0.4999", HALVED) == "converges"


def test_best_rates() -> None:
    """d = 2: one step suffices at the effective rate 1/lambda*, whatever kappa."""
    for kappa in (3, 10**6):
        _, tuned = rates.best_rates(Problem.from_solution(diag(1, kappa), [2, 1]))
        assert tuned.factor.contains(0)
        assert tuned.factor.rad() < 1e-25
    assert rates.least_final_square(Problem.from_solution(diag(2, 2), [3, 0]), Integer(5)).contains(5 * 9)


def test_real_roots() -> None:
    """Multiplicities are exact, rational roots have no radius."""
    polynomial = fmpq_poly([1, -1]) ** 2 * fmpq_poly([-2, 0, 1]) * fmpq_poly([0, 3])
    found = critical.real_roots(polynomial)
    assert [root.str(4, radius=False) for root in found] == ["-1.414", "0", "1.000", "1.000", "1.414"]
    assert [root.rad() == 0 for root in found] == [False, True, True, True, False]


@pytest.mark.parametrize(
    ("H", "g", "says"),
    [
        ([[1, 2]], [1], "not a symmetric matrix"),
        ([[1, 2], [0, 1]], [1, 1], "not a symmetric matrix"),
        ([[1, 2], [2, 1]], [1, 1], "not positive definite .its leading minor of size 2 is -3"),
        ([[1, 1], [1, 1]], [1, 1], "not positive definite"),
        ([[1, 0], [0, 1]], [1], "g has 1 entries and H has 2 rows"),
        ([[1, 0], [0, 1]], [0, 0], "g = 0"),
    ],
)
def test_refusals(H: list[list[int]], g: list[int], says: str) -> None:
    """What came and what is wrong with it."""
    with pytest.raises(ValueError, match=says):
        Problem.of(H, g)


def test_undefined() -> None:
    """No BN at w = 0, no H* spectrum in one dimension or of symbols, no rate that is not positive."""
    problem = Problem.of(eye(2), [1, 0])
    with pytest.raises(ValueError, match="a row of zeros before BN"):
        problem.step(Point(Integer(1), zeros(2, 1)), Integer(1), Integer(1))
    with pytest.raises(ValueError, match="d = 1"):
        critical.pseudo_condition_number(Problem.of([[1]], [1]))
    with pytest.raises(ValueError, match="rational entries, got the symbols h11"):
        critical.eigenvalues(Generic(2).problem.H)
    with pytest.raises(ValueError, match="wanted positive numbers"):
        rates.outcome(-1, 1)
    with pytest.raises(ValueError, match="wanted a positive number"):
        rates.plain_outcome(problem, 0)


def test_centred() -> None:
    """With a mean the problem is that of the covariances; a constant column leaves no variance."""
    problem = Problem.centred([[5, 1], [1, 2]], [3, 1], [2, 0], 1)
    assert (problem.H.tolist(), list(problem.g)) == ([[1, 1], [1, 2]], [1, 1])
    with pytest.raises(ValueError, match="not positive definite"):
        Problem.centred([[4, 0], [0, 1]], [3, 1], [2, 0], 1)
