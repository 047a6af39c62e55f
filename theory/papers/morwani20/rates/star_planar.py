"""Section 2, two dimensions: H* has one non-zero eigenvalue, so its condition number says nothing (B8)."""

from __future__ import annotations

from itertools import product

from flint import arb
from sympy import Integer, Rational, Symbol, cancel, diag

from theory.claim import Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.exact.expressions import enclose, grid
from theory.least_squares.critical import (
    pseudo_condition_number,
    star,
)
from theory.least_squares.problem import Problem
from theory.papers.morwani20 import MORWANI20
from theory.papers.morwani20.rates.setting import EIGEN, GIVEN, L1, L2, SPEED, STAR, eigenproblem, u

planar = Claim(
    "morwani20.rates.planar-eigenvalue",
    source=STAR,
    status="new",
    says="d = 2: the one non-zero eigenvalue of H* is l_1 l_2 |u|^2/(l_1 u_1^2 + l_2 u_2^2), which takes every value "
    "from l_1 to l_2: kappa* = 1 does not feel kappa, the speed at a given rate does",
    tex=r"\lambda^*=\frac{\lambda_1\lambda_2}{\lambda_1\cos^2\theta+\lambda_2\sin^2\theta}",
    hypotheses=("d = 2", "H = diag(l_1, l_2)", "u = |u| (cos theta, sin theta)"),
    predicts=L1 * L2 * (u[0] ** 2 + u[1] ** 2) / (L1 * u[0] ** 2 + L2 * u[1] ** 2),
    over=EIGEN,
    uses=("morwani20.rates.star-spectrum",),
    twins=(
        Twin(L1 * L2 / (L1 + L2), "det H/tr H"),
        Twin(L1 + L2 - u[0] ** 2 - u[1] ** 2, "tr H - |u|^2"),
        Twin((L1 * u[0] ** 2 + L2 * u[1] ** 2) / (u[0] ** 2 + u[1] ** 2), "the Rayleigh quotient of H at u"),
    ),
)


@planar.exact(scope="every H = diag(l_1, l_2) and u: tr H* from the definition, det H* = 0")
def _trace(predicted: Predicted) -> Compared:
    matrix = star(eigenproblem(2))
    yield "tr H* at det H* = 0", matrix.trace() + cancel(matrix.det()), predicted


one = Claim(
    "morwani20.rates.planar-condition",
    source=Locator(MORWANI20, "Section 2, 'which is independent of kappa of H for d=2'"),
    status="quoted",
    says="d = 2: the pseudo-condition number of H* is 1 for every H and g, so it does not depend on kappa",
    tex=r"d=2\Rightarrow\kappa^*=1",
    hypotheses=("d = 2", *GIVEN),
    silent_on="the speed: the one eigenvalue depends on kappa, and the rate at a fixed eps on it",
    predicts=Integer(1),
    over=({},),
    uses=("morwani20.rates.planar-eigenvalue",),
)


@one.certified(
    scope="27 pairs of H and g, kappa from 1 to 10^8: ratio of the greatest and the least non-zero eigenvalue"
)
def _ratio(predicted: Predicted) -> Compared:
    for kappa, off, entries in product(
        (1, 30, 10**8), (0, Rational(1, 3), Rational(-9, 10)), ((1, 0), (1, 1), (2, -7))
    ):
        problem = Problem.of([[kappa, off], [off, 1]], entries)
        computed: arb = pseudo_condition_number(problem)
        yield f"H = {problem.H.tolist()}, g = {entries}", computed, enclose(predicted, {})


kappa = Symbol("kappa", positive=True)

same_speed = Claim(
    "morwani20.rates.planar-speed",
    source=SPEED,
    status="reading",
    says="d = 2: at one learning rate the speed with BN near a minimiser does not depend on kappa, lambda_max(H) fixed",
    tex=r"d=2:\ 1-\tfrac{\varepsilon|u|^2}{|w|^2}\lambda^*\ \text{independent of}\ \kappa",
    hypotheses=("d = 2", "lambda_max(H) = 1, u = (1, 1), eps = 1 and w = u: effective step 1"),
    predicts=Rational(1, 2),
    over=grid(kappa=(3, 10**5)),
    expected=Verdict.REFUTED,
    corrected_by=("morwani20.rates.planar-eigenvalue",),
    truth=1 - planar.predicts.subs({L1: 1 / kappa, L2: 1, u[0]: 1, u[1]: 1}),
)


@same_speed.exact(scope="H = diag(1/kappa, 1), effective step 1: 1 - lambda* is 1/2 at kappa = 3, not at 10^5")
def _slower(predicted: Predicted) -> Compared:
    for ratio in (3, 10**5):
        matrix = star(Problem.from_solution(diag(Rational(1, ratio), 1), [1, 1]))
        yield f"kappa = {ratio}", 1 - matrix.trace(), predicted.subs(kappa, ratio)
