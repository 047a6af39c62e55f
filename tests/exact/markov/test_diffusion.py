"""The diffusion limit: its generator against other routes, its adjoint, exact means."""

import pytest
import sympy
from flint import arb, fmpq, fmpq_mat
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Integer, Rational, log

from theory.comparison import compare
from theory.exact.certify import precision
from theory.exact.expressions import vanishes
from theory.markov import drift, invariants
from theory.markov.diffusion import (
    diffusion,
    planar_mean,
    symbolic_correlation,
)
from theory.papers.daneshmand20.diffusion.setting import gaussian_exponent_by_definition


def rational_rows(points: list[tuple[int, ...]]) -> fmpq_mat:
    """Rows of length 1 with rational entries: (2v, |v|^2 - 1)/(|v|^2 + 1) for each v in Z^(k-1)."""
    squares = [sum(c * c for c in v) for v in points]
    return fmpq_mat(
        [[fmpq(2 * c, q + 1) for c in v] + [fmpq(q - 1, q + 1)] for v, q in zip(points, squares, strict=True)]
    )


@st.composite
def rows(draw: st.DrawFn, ranks: tuple[int, ...] = (2, 3, 4)) -> fmpq_mat:
    """k rational unit rows in R^k, of full rank."""
    k = draw(st.sampled_from(ranks))
    point = st.tuples(*[st.integers(-3, 3)] * (k - 1))
    return draw(st.lists(point, min_size=k, max_size=k).map(rational_rows).filter(lambda H: H.rank() == k))


def exactly(M: fmpq_mat) -> sympy.ImmutableMatrix:
    return sympy.ImmutableMatrix(M.nrows(), M.ncols(), [Rational(int(c.p), int(c.q)) for c in M.entries()])


def moved(H: fmpq_mat, a: int, b: int, w: fmpq) -> tuple[fmpq_mat, fmpq]:
    """C = (I + W) M (I + W)^T for the one weight W_ab = w, and C_aa, its only diagonal entry that is not 1."""
    X = fmpq_mat(H)
    for j in range(H.ncols()):
        X[a, j] = H[a, j] + w * H[b, j]
    C = X * X.transpose()
    return C, C[a, a]


@settings(max_examples=15, deadline=None)
@given(rows(ranks=(2, 3)))
def test_generator_is_half_the_laplacian(H: fmpq_mat) -> None:
    """L |M|_F^2 is half the Laplacian in W of |M+|_F^2: second differences converge to it at the rate h^2."""
    d = H.nrows()
    M = exactly(H * H.transpose())

    def squares(a: int, b: int, w: fmpq) -> fmpq:
        C, norm = moved(H, a, b, w)
        return sum(
            (C[i, j] ** 2 / (norm ** ((i == a) + (j == a))) for i in range(d) for j in range(d)), fmpq(0)
        )  # fmt: skip

    def second(h: fmpq) -> fmpq:
        ends = sum((squares(a, b, h) + squares(a, b, -h) for a in range(d) for b in range(d)), fmpq(0))
        return (ends - 2 * d * d * squares(0, 0, fmpq(0))) / (2 * h * h)

    claimed = drift(M)
    chain = diffusion(d)
    at = {chain.M[i, j]: M[i, j] for i in range(d) for j in range(i)}
    applied = chain.apply(sum(c**2 for c in chain.M)).subs(at)
    assert applied == claimed
    errors = [abs(Rational(int(x.p), int(x.q)) - claimed) for x in map(second, (fmpq(1, 100), fmpq(1, 1000)))]
    assert errors[1] <= errors[0] / 50 + Rational(1, 10**20)


def test_two_rows_are_asked_for() -> None:
    """A single row is refused."""
    with pytest.raises(ValueError, match="two rows"):
        symbolic_correlation(1)


def test_adjoint_pairs_with_generator() -> None:
    """d = 2: the integral of p L g - g L* p over (-1, 1) vanishes, whatever the polynomials."""
    chain = diffusion(2)
    rho = chain.entries[0]
    for g, p in ((rho**3, 1 + rho), (rho**2, rho**4), (rho, Integer(1) + rho**3)):
        difference = sympy.integrate(sympy.expand(p * chain.apply(g) - g * chain.adjoint(p)), (rho, -1, 1))
        assert difference == 0


@pytest.mark.parametrize("d", [2, 3])
def test_adjoint_of_power_is_the_adjoint(d: int) -> None:
    """L*(det^s)/det^s by both methods, for s = 1, 2."""
    chain = diffusion(d)
    det = chain.M.det()
    for s in (1, 2):
        assert vanishes(chain.adjoint(det**s) - det**s * chain.adjoint_of_power(det, Integer(s)))


def test_permutations_and_signs() -> None:
    """d = 3: drift and covariance follow a permutation and a change of sign of the rows."""
    chain = diffusion(3)
    a, b, c = chain.entries
    g = a**2 * b + c
    flipped = {a: -a, b: -b}
    assert compare(chain.apply(g.subs(flipped)), chain.apply(g).subs(flipped)).yes
    exchanged = {a: b, b: a}
    again = chain.apply(g).subs(exchanged, simultaneous=True)
    assert compare(chain.apply(g.subs(exchanged, simultaneous=True)), again).yes


def test_planar_mean_is_stationary() -> None:
    """Rank 2, i.i.d. uniform rows, d = 2, 3: E L f = 0 for |M|_F^2."""
    for d in (2, 3):
        assert planar_mean(d, lambda M: (drift(M),)) == (0,)
    assert planar_mean(4, invariants) == (10, 28, Rational(53, 2))


def gaussian_exponent(gamma: fmpq, digits: int = 15) -> arb:
    """Exponent of the distance from rank one at d = 2, Gaussian weights, skip of strength gamma: a series."""
    with precision(digits + 10):
        a = arb(1 / gamma**2)
        total, weight, quarter, j = arb(0), (-a).exp(), (-a / 4).exp(), 0
        psi, half, mean = arb(2).digamma(), (arb(1) / 2).digamma(), arb(1)
        while True:
            total += weight * (psi - mean) - quarter * half
            j += 1
            psi, half, mean = psi + arb(1) / (j + 1), half + 1 / (j - arb(1) / 2), mean / 2 + arb(1) / (j + 1)
            weight, quarter = weight * a / j, quarter * a / (4 * j)
            # |psi| + |mean| + |half| <= j + 9, and beyond j > 4a + 20 the weights fall by 4 and more from term to term
            if j > 4 * a + 20 and weight + quarter < arb(10) ** (-digits - 5) / (j + 9):
                return total + arb(0, 2 * (weight + quarter) * (j + 9)) - 2 * arb(2).log()


@pytest.mark.parametrize("gamma", [fmpq(1, 3), fmpq(1), fmpq(3)])
def test_exponent_by_two_routes(gamma: fmpq) -> None:
    """The series and the quadrature of the Gaussian exponent agree, and more digits agree with fewer."""
    with precision(30):
        assert gaussian_exponent_by_definition(gamma).overlaps(gaussian_exponent(gamma, 20))
    assert gaussian_exponent(gamma, 40).overlaps(gaussian_exponent(gamma, 15))


def test_log_det_symbolically() -> None:
    """d = 2: L log(1 - rho^2) = 4 rho^2 - 2."""
    chain = diffusion(2)
    rho = chain.entries[0]
    assert compare(chain.apply(log(1 - rho**2)), 4 * rho**2 - 2).yes
