"""Section 2, outside the region and at its edge: two-cycles in gamma, and signs that do not matter (B4, B5)."""

from __future__ import annotations

from itertools import pairwise

from sympy import Abs, ImmutableMatrix, Integer, Rational, Symbol, limit, oo

from theory.claim import Claim, Compared, Predicted, Twin, Verdict
from theory.exact.expressions import grid
from theory.least_squares.problem import Point, Problem
from theory.papers.morwani20.convergence.setting import UP_TO_1
from theory.papers.morwani20.setting import MOMENTS, OLS, rate_gamma, sample

U = Symbol("U", positive=True)
HALVED = (*MOMENTS, "halved loss")

escape = Claim(
    "morwani20.convergence.escape",
    source=UP_TO_1,
    status="new",
    says="eps_a > 2: once |gamma| > eps_a U/(eps_a - 2) it grows for ever, at least geometrically; the radius is best "
    "possible: at w = u gamma returns with the other sign",
    tex=r"|\gamma_k|>\frac{\varepsilon_aU}{\varepsilon_a-2}\ \Rightarrow\ |\gamma_k|\to\infty",
    hypotheses=(*HALVED, "eps_a > 2"),
    predicts=rate_gamma * U / (rate_gamma - 2),
    over=grid(rate_gamma=(Rational(21, 10), Rational(5, 2), Integer(7)), U=(Rational(2, 3), Integer(4))),
    uses=("morwani20.convergence.region",),
    twins=(
        Twin(U / (rate_gamma - 2), "the noise eps_a U counted once"),
        Twin(rate_gamma * U / (rate_gamma - 1), "the factor eps_a of |gamma| for eps_a - 1"),
    ),
)


@escape.exact(
    scope="U = 2, 1/3, eps_a = 21/10, 5/2, 7: the gamma that a step at w = u takes to -gamma; w stays",
    reach="step",
    of="R is best possible, as it returns at w = u: half of the statement; that |gamma| grows beyond it is "
    "|gamma'| - R >= (eps_a - 1)(|gamma| - R)",
)
def _two_cycle(predicted: Predicted) -> Compared:
    for top in (Integer(2), Rational(1, 3)):
        problem = Problem.from_solution([[4, 0], [0, 1]], [top / 2, 0])  # u.Hu = top^2
        for by_gamma in (Rational(21, 10), Rational(5, 2), Integer(7)):
            zero, one = (problem.step(Point(Integer(at), problem.u), by_gamma, Integer(1)) for at in (0, 1))
            # a step is affine in gamma: a + b gamma = -gamma
            computed = -zero.gamma / (1 + one.gamma - zero.gamma)
            yield f"U = {top}, eps_a = {by_gamma}", computed, predicted.subs({U: top, rate_gamma: by_gamma})


any_rate = Claim(
    "morwani20.convergence.any-rate-for-gamma",
    source=UP_TO_1,
    status="reading",
    says="gradient descent with BN converges for any learning rates whatever, that of gamma too: at eps_a = 21/10 and "
    "3 no step takes gamma away from U, the greatest growth of |gamma - U| is 1",
    tex=r"\varepsilon_a=2.1,\,3:\ |\gamma_{k+1}-U|\le|\gamma_k-U|",
    hypotheses=HALVED,
    predicts=Integer(1),
    over=grid(rate_gamma=(Rational(21, 10), Integer(3))),
    expected=Verdict.REFUTED,
    corrected_by=("morwani20.convergence.region",),
    truth=Abs(1 - rate_gamma),
)


@any_rate.exact(scope="H = diag(4, 1), u = (1, 0), w_0 = u, gamma_0 = 1: the greatest growth over 20 steps, w at rest")
def _grows(predicted: Predicted) -> Compared:
    problem = Problem.from_solution([[4, 0], [0, 1]], [1, 0])
    for rate in (Rational(21, 10), Integer(3)):
        path = [Point(Integer(1), problem.u)]
        for _ in range(20):
            path.append(problem.step(path[-1], rate, Integer(1)))
        off = [Abs(now.gamma - 2) for now in path]
        growth = max(b / a for a, b in pairwise(off))
        yield f"eps_a = {rate}: max |gamma_(k+1) - U|/|gamma_k - U|", growth, predicted.subs(rate_gamma, rate)


signs = Claim(
    "morwani20.convergence.signs-needed",
    source=OLS,
    status="reading",
    says="convergence to a minimiser needs gamma_0 w_0.g > 0: gamma does not cross 0, and from gamma_0 = -1, w_0 = u "
    "it comes to 0 at best, lim |gamma_k - U|/U = 1",
    tex=r"\gamma_k\to\pm U\ \Rightarrow\ \gamma_0w_0^Tg>0",
    hypotheses=(*HALVED, "0 < eps_a < 2"),
    predicts=Integer(1),
    over=({},),
    expected=Verdict.REFUTED,
    corrected_by=("morwani20.convergence.region",),
    truth=Integer(0),
)


@signs.exact(scope="w_0 = u, gamma_0 = -1, eps_a = 1/2: lim |gamma_k - U|/U is 0, and w stays")
def _wrong_sign(predicted: Predicted) -> Compared:
    problem = sample()
    k = Symbol("k", integer=True, positive=True)
    zero, one = (problem.step(Point(Integer(at), problem.u), Rational(1, 2), Integer(3)) for at in (0, 1))
    if zero.w != problem.u:
        raise AssertionError("w moved")
    factor = one.gamma - zero.gamma
    fixed = zero.gamma / (1 - factor)
    path = fixed + factor**k * (-1 - fixed)
    yield "lim |gamma_k - U|/U", limit((path - problem.sigma(ImmutableMatrix(problem.u))) / fixed, k, oo), predicted
