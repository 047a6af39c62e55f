"""The gamma -> 0 diffusion on rank two: the arcsine law at d = 2 (I2), uniform rows on the circle at every d (I3)."""

from __future__ import annotations

from collections.abc import Callable

import sympy
from flint import acb, arb
from sympy import Integer, Rational, gamma, log, pi, sqrt

from theory.claim import At, Claim, Compared, Predicted, Twin
from theory.claim.given import Given
from theory.exact.certify import precision
from theory.exact.expressions import enclose, grid
from theory.markov import invariants
from theory.markov.diffusion import diffusion, planar_mean
from theory.markov.residual import times
from theory.notation import d, m
from theory.papers.daneshmand20.diffusion.setting import CHAIN, DIFFUSION

PLANAR = (*DIFFUSION, "rank(H) = 2", "rows of H i.i.d. uniform on the circle (in their plane)")

arcsine = Claim(
    "daneshmand20.diffusion.arcsine",
    source=CHAIN,
    status="new",
    says="d = 2, gamma -> 0: the invariant probability on rho = M_12 is the arcsine law (the angle between the rows is "
    "uniform): E rho^(2m) = Gamma(m+1/2)/(sqrt(pi) m!)",
    tex=r"\mathbb E\rho^{2m}=\frac{\Gamma(m+\frac12)}{\sqrt\pi\,m!},\qquad \nu(d\rho)=\frac{d\rho}{\pi\sqrt{1-\rho^2}}",
    hypotheses=(*DIFFUSION, "d = 2", "rank(M) = 2"),
    predicts=gamma(m + Rational(1, 2)) / (sqrt(pi) * gamma(m + 1)),
    over=grid(m=range(1, 7)),
    uses=("daneshmand20.diffusion.invariant-density", "daneshmand20.diffusion.width-two"),
    twins=(
        Twin(1 / (2 * m + 1), "I2.m1: rho uniform on (-1, 1)"),
        Twin(gamma(m + Rational(1, 2)) / (sqrt(pi) * gamma(m + 2)), "the semicircle: exponent 1/2 for -1/2"),
    ),
)


@arcsine.exact(scope="m = 1..8: E L rho^(2p) = 0 and E L log det = 0 determine all moments one after another")
def _by_stationarity(predicted: Predicted) -> Compared:
    chain = diffusion(2)
    x = chain.entries[0]
    # E L log det = 0 is linear in E rho^2
    moments = {0: Integer(1)}
    linear = sympy.Poly(sympy.cancel(chain.apply(log(1 - x**2))), x)
    moments[2] = -linear.coeff_monomial(1) / linear.coeff_monomial(x**2)
    for p in range(1, 8):
        balance = {e: c for (e,), c in sympy.Poly(chain.apply(x ** (2 * p)), x).terms()}
        top = balance.pop(2 * p + 2)
        moments[2 * p + 2] = -sum((c * moments[e] for e, c in balance.items()), Integer(0)) / top
    for p in range(1, 9):
        yield f"m = {p}", moments[2 * p], predicted.subs(m, p)


arcsine_means = Claim(
    "daneshmand20.diffusion.arcsine-means",
    source=CHAIN,
    status="new",
    says="d = 2, gamma -> 0, under the arcsine law: E|M|_F^2 = 3, E r = sqrt 2, alpha = 19/20, E delta = 0",
    tex=r"\mathbb E\|M\|_F^2=3,\quad\mathbb Er=\sqrt2,\quad\alpha=\tfrac{19}{20},\quad\mathbb E\delta=0",
    hypotheses=(*DIFFUSION, "d = 2", "rank(M) = 2"),
    predicts=(Integer(3), sqrt(2), Rational(19, 20), Integer(0)),
    over=({},),
    given=Given(),
    left=r"\big(\mathbb E\|M\|_F^2,\ \mathbb Er,\ \alpha,\ \mathbb E\delta\big)",
    uses=("daneshmand20.diffusion.arcsine", "daneshmand20.diffusion.on-squares"),
    twins=(
        Twin((Rational(8, 3), pi / 2, Rational(35, 36), Integer(0)), "rho uniform on (-1, 1)"),
        Twin((Integer(3), Rational(4, 3), Rational(19, 20), Integer(0)), "E r = d^2/E|M|_F^2"),
        Twin((Integer(3), sqrt(2), Rational(9, 10), Integer(0)), "alpha below .9 at every d (D3.m1)"),
    ),
)


@arcsine_means.literal(kind="certified")
def _by_the_angle(at: At) -> object:
    def mean(of: Callable[[acb, acb, acb], acb]) -> arb:
        def at_angle(phi: acb, _: bool) -> acb:
            M = ((acb(1), phi.cos()), (phi.cos(), acb(1)))
            square = times(M, M)
            cube = times(square, M)
            rows = square[0][0] * square[0][0] + square[1][1] * square[1][1]
            return of(square[0][0] + square[1][1], cube[0][0] + cube[1][1], rows)

        return acb.integral(at_angle, 0, acb.pi()).real / arb.pi()

    with precision(30):
        return (
            mean(lambda F, T, D: F),
            mean(lambda F, T, D: 4 / F),
            mean(lambda F, T, D: D) / mean(lambda F, T, D: T),
            mean(lambda F, T, D: 8 - 2 * F - 8 * T + 8 * D),
        )


@arcsine_means.certified(scope="quadrature over the angle between the rows", reach="cases")
def _over_the_angle(predicted: Predicted) -> Compared:
    with precision(30):

        def mean(f: Callable[[acb], acb]) -> arb:
            value = acb.integral(lambda phi, _: f(phi.cos() ** 2), 0, acb.pi())
            return value.real / arb.pi()

        squares, cubes, rows = mean(lambda c: 2 + 2 * c), mean(lambda c: 2 + 6 * c), mean(lambda c: 2 * (1 + c) ** 2)
        found = (squares, mean(lambda c: 4 / (2 + 2 * c)), rows / cubes, 8 - 2 * squares - 8 * cubes + 8 * rows)
        for name, computed, claimed in zip(("E|M|^2", "E r", "alpha", "E delta"), found, predicted, strict=True):
            yield name, computed, enclose(claimed, {})


planar_moments = Claim(
    "daneshmand20.diffusion.planar-moments",
    source=CHAIN,
    status="new",
    says="rank 2, rows i.i.d. uniform on the circle: E|M|_F^2 = d(d+1)/2, E Tr M^3 = d^2(d+3)/4, "
    "E Tr diag(M^2)^2 = d(2d^2+5d+1)/8, so alpha = (2d^2+5d+1)/(2d^2+6d); 17/18 at d = 3",
    tex=r"\mathbb E\|M\|_F^2=\frac{d(d+1)}2,\qquad\alpha_2(d)=\frac{2d^2+5d+1}{2d^2+6d}",
    hypotheses=PLANAR,
    predicts=(d * (d + 1) / 2, d**2 * (d + 3) / 4, d * (2 * d**2 + 5 * d + 1) / 8,
              (2 * d**2 + 5 * d + 1) / (2 * d**2 + 6 * d)),
    over=grid(d=range(2, 6)),
    uses=("daneshmand20.diffusion.row-adjoint",),
    twins=(
        Twin((d * (d + 1) / 2, d**2 * (d + 3) / 4, d * (2 * d**2 + 5 * d + 1) / 8,
              (2 * d**2 + 4 * d + 1) / (2 * d**2 + 6 * d)), "I3.m2: 4d for 5d"),
        Twin((d**2 / 2, d**2 * (d + 3) / 4, d * (2 * d**2 + 5 * d + 1) / 8,
              (2 * d**2 + 5 * d + 1) / (2 * d**2 + 6 * d)), "|M|_F^2 = d^2/rank: exactly tight frames"),
    ),
)  # fmt: skip


@planar_moments.exact(
    scope="every d: polynomials in d of degree <= 3, at d = 1..5 by sixth roots of unity", reach="cases"
)
def _at_sixth_roots(predicted: Predicted) -> Compared:
    for size in range(1, 6):
        squares, cubes, rows = planar_mean(size, invariants)
        yield f"d = {size}", (squares, cubes, rows, rows / cubes), tuple(part.subs(d, size) for part in predicted)


planar_rank_three = Claim(
    "daneshmand20.diffusion.planar-effective-rank",
    source=CHAIN,
    status="new",
    says="rank 2, d = 3, rows i.i.d. uniform on the circle: E r = 9/agm(sqrt(66 + 30 sqrt 5)/2, sqrt(15 sqrt 5)), "
    "which is 1.55716..",
    tex=r"\mathbb E r=9\big/\mathrm{agm}\Big(\tfrac12\sqrt{66+30\sqrt5},\sqrt{15\sqrt5}\Big)",
    hypotheses=(*PLANAR, "d = 3"),
    predicts=(sqrt(66 + 30 * sqrt(5)) / 2, sqrt(15 * sqrt(5))),
    over=({},),
    uses=("daneshmand20.diffusion.row-adjoint",),
    twins=(Twin((Integer(6), Integer(6)), "E r = 9/E|M|_F^2 = 3/2"),),
)


@planar_rank_three.certified(scope="quadrature: one angle in closed form, the other in balls", reach="cases")
def _effective_rank(predicted: Predicted) -> Compared:
    with precision(30):

        def inner(x: acb, analytic: bool) -> acb:
            # |M|_F^2 = A + B cos u, u uniform: the mean of 1/(A + B cos u) is 1/sqrt(A^2 - B^2)
            A, square_of_B = 6 + x.cos(), 4 * (x / 2).cos() ** 2
            return 9 / (A * A - square_of_B).sqrt(analytic=analytic)

        computed = acb.integral(inner, 0, acb.pi()).real / arb.pi()
        one, two = (enclose(part, {}) for part in predicted)
        yield "both arguments positive", True, bool(one > 0 and two > 0)
        yield "E r", computed, 9 / one.agm(two)
