"""The diffusion limit: its generator against second differences, its adjoint, exact means."""

import pytest
import sympy
from flint import fmpq, fmpq_mat
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Integer, Rational

from theory.exact.expressions import vanishes
from theory.markov import drift, invariants
from theory.markov.diffusion import diffusion, planar_mean, symbolic_correlation


@st.composite
def rows(draw: st.DrawFn) -> fmpq_mat:
    """k = 2 or 3 rational unit rows in R^k of full rank: (2v, |v|^2 - 1)/(|v|^2 + 1) for each v in Z^(k-1)."""
    k = draw(st.sampled_from((2, 3)))

    def unit(points: list[tuple[int, ...]]) -> fmpq_mat:
        squares = [sum(c * c for c in v) for v in points]
        return fmpq_mat(
            [[fmpq(2 * c, q + 1) for c in v] + [fmpq(q - 1, q + 1)] for v, q in zip(points, squares, strict=True)]
        )

    point = st.tuples(*[st.integers(-3, 3)] * (k - 1))
    return draw(st.lists(point, min_size=k, max_size=k).map(unit).filter(lambda H: H.rank() == k))


def moved(H: fmpq_mat, a: int, b: int, w: fmpq) -> tuple[fmpq_mat, fmpq]:
    """C = (I + W) M (I + W)^T for the one weight W_ab = w, and C_aa, its only diagonal entry that is not 1."""
    X = fmpq_mat(H)
    for j in range(H.ncols()):
        X[a, j] = H[a, j] + w * H[b, j]
    C = X * X.transpose()
    return C, C[a, a]


@settings(max_examples=12, deadline=None)
@given(rows())
def test_generator_is_half_the_laplacian(H: fmpq_mat) -> None:
    """L f is half the Laplacian in W of f(M+): second differences tend to it at the rate h^2, f = |M|_F^2, det M."""
    d = H.nrows()
    M = (H * H.transpose()).tolist()
    chain = diffusion(d)
    at = {chain.M[i, j]: Rational(int(M[i][j].p), int(M[i][j].q)) for i in range(d) for j in range(i)}

    def squares(C: fmpq_mat, norm: fmpq, a: int) -> fmpq:
        return sum((C[i, j] ** 2 / norm ** ((i == a) + (j == a)) for i in range(d) for j in range(d)), fmpq(0))

    def determinant(C: fmpq_mat, norm: fmpq, a: int) -> fmpq:
        return C.det() / norm

    functions = (squares, sum(c**2 for c in chain.M)), (determinant, chain.M.det())
    for f, of_M in functions:

        def second(h: fmpq, f=f) -> Rational:  # type: ignore[no-untyped-def]
            found = sum(
                f(*moved(H, a, b, w), a) * times
                for a in range(d) for b in range(d) for w, times in ((h, 1), (-h, 1), (fmpq(0), -2))
            ) / (2 * h * h)  # fmt: skip
            return Rational(int(found.p), int(found.q))

        claimed = chain.apply(of_M).subs(at)
        errors = [abs(second(h) - claimed) for h in (fmpq(1, 100), fmpq(1, 1000))]
        assert errors[1] <= errors[0] / 50 + Rational(1, 10**20)
    assert chain.apply(functions[0][1]).subs(at) == drift(chain.M.subs(at))


def test_adjoint_pairs_with_generator() -> None:
    """d = 2: the integral of p L g - g L* p over (-1, 1) vanishes; d = 3: L*(det^s)/det^s by both methods."""
    chain = diffusion(2)
    rho = chain.entries[0]
    for g, p in ((rho**3, 1 + rho), (rho**2, rho**4), (rho, Integer(1) + rho**3)):
        difference = sympy.integrate(sympy.expand(p * chain.apply(g) - g * chain.adjoint(p)), (rho, -1, 1))
        assert difference == 0
    chain = diffusion(3)
    det = chain.M.det()
    assert vanishes(chain.adjoint(det**2) - det**2 * chain.adjoint_of_power(det, Integer(2)))


def test_planar_mean() -> None:
    """Rank 2, i.i.d. uniform rows: E L |M|_F^2 = 0 for d = 2, 3; a single row is refused."""
    for d in (2, 3):
        assert planar_mean(d, lambda M: (drift(M),)) == (0,)
    assert planar_mean(4, invariants) == (10, 28, Rational(53, 2))
    with pytest.raises(ValueError, match="two rows"):
        symbolic_correlation(1)
