"""Sections 1 and 2: the learning rates that converge, with BN, for the loss and for half of it."""

from __future__ import annotations

from typing import Any

from sympy import Integer, Rational

from theory.batchnorm import dot
from theory.claim import Claim, Twin
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers, Rationals
from theory.exact.expressions import grid
from theory.least_squares.problem import HALVED, PRINTED
from theory.papers.morwani20.convergence.setting import UP_TO_1, beside, not_stationary, q, rate
from theory.papers.morwani20.data import data_sets, letters
from theory.papers.morwani20.derivatives import by_gamma_and_w, by_gamma_twice, by_w_twice
from theory.papers.morwani20.descent import converges
from theory.papers.morwani20.setting import MOMENTS, OLS, OVER, eps, gg, rate_gamma, sigma
from theory.words import At

FACTORS = (HALVED, PRINTED, Integer(3))
POSITIVE = Rationals(above=0)
SHARE = Preceded(POSITIVE, beside(1))
BY_STEPS = "gradient descent in balls, into a trap or past the radius of escape"


@Claim(
    "morwani20.convergence.region",
    source=UP_TO_1,
    says="with BN, whatever the rate > 0 of w, almost every start comes to a minimiser for a rate of gamma below 1/q, "
    "and almost none for one above. So eps_a < 2 for the halved loss; one rate for both converges on the printed loss "
    "if it is below 1, and not if it is above",
    hypotheses=(*MOMENTS, "loss q E(y - gamma x.w/sigma)^2", "gamma and w move at once", "almost every start"),
    silent_on="the rate 1/q itself; how many steps it takes; which starts are left out, and that |w_k| rises to a "
    "finite limit (note)",
    relation="iff",
    predicts=rate_gamma < 1 / q,
    given=Given(
        {"data": data_sets(on_axes=True), "share": SHARE, "q": Rationals(above=0), "rate": Rationals(above=0, far=4)},
        lambda at: at["share"] != 1 and not_stationary(at),
        "rates share/q of gamma and rate of w, share != 1; start gamma_0 = v_1, w not stationary",
        letters={"rate_gamma": lambda at: at["share"] / at["q"]},
    ),
    uses=("morwani20.critical.no-other", "morwani20.critical.norm-growth", "morwani20.convergence.saddle"),
    twins=(
        Twin(rate_gamma < 1 / (2 * q), "eps_a <= 1 necessary (q = 1/2), as a cautious theorem has it"),
        Twin(rate_gamma < 2 / q, "4 for the halved loss"),
    ),
).literal(kind="certified", scope=BY_STEPS, most=40)
def region(at: At) -> Any:
    return converges(at.data, at.data.v[0], at.q, at.share / at.q, at.rate)


@Claim(
    "morwani20.convergence.up-to-one",
    source=UP_TO_1,
    status="quoted",
    says="with BN gradient descent on least squares converges for any learning rate up to 1: exactly so for the loss "
    "as printed and one rate for gamma and w",
    hypotheses=(*MOMENTS, "loss E(y - gamma x.w/sigma)^2 (q = 1)", "one rate for gamma and w", "almost every start"),
    silent_on="the halved loss, where any rate below 2 does; the rate 1 itself",
    relation="iff",
    predicts=rate < 1,
    given=Given(
        {"data": data_sets(on_axes=True), "rate": SHARE},
        lambda at: at["rate"] != 1 and not_stationary(at),
        "rate != 1; start gamma_0 = v_1, w not stationary",
    ),
    over=grid(rate=(Rational(1, 2), Rational(3, 2), 3)),
    uses=("morwani20.convergence.region",),
).literal(kind="certified", scope=BY_STEPS, most=40)
def up_to_one(at: At) -> Any:
    return converges(at.data, at.data.v[0], 1, at.rate, at.rate)


failure = Claim(
    "morwani20.convergence.first-failure",
    source=UP_TO_1,
    says="on random least-squares problems the least rate of a ladder for gamma at which BN fails is the first above "
    "1/q, whatever kappa and the rate of w",
    hypotheses=(*MOMENTS, "loss q E(y - gamma x.w/sigma)^2", "random H and u, |u| = 1, unit start, gamma_0 Gaussian"),
    predicts=1 / q,
    over=grid(q=FACTORS),
    given={"q": POSITIVE},
    left=r"\sup\{\varepsilon_\gamma:\ \text{gradient descent converges}\}",
    uses=("morwani20.convergence.region",),
    twins=(Twin(1 / (2 * q), "eps_a <= 1 necessary (q = 1/2), as a cautious theorem has it"),),
)


@Claim(
    "morwani20.convergence.saddle",
    source=OLS,
    says="at gamma = 0, w.g = 0 the derivative of one step has on the plane of gamma and g the trace 2 - eps_a and "
    "the determinant 1 - eps_a - eps eps_a |g|^2/sigma^2",
    hypotheses=(*MOMENTS, "gamma = 0", "w.g = 0", "halved loss"),
    silent_on="what follows (note): one multiplier on that plane exceeds 1 for all rates; on the complement of g in w "
    "the multiplier is 1",
    predicts=(2 - rate_gamma, 1 - rate_gamma - eps * rate_gamma * gg / sigma**2),
    over=OVER,
    given=Given(
        {"data": data_sets(Integers(2), level=True), "eps": Rationals(above=0), "rate_gamma": Rationals(above=0)},
        letters=letters("gg", "sigma"),
    ),
    speaks_of=("rs", "divisor"),
    uses=("morwani20.critical.saddles",),
).literal(scope="second derivatives of the mean loss through BN, along gamma and g", most=24)
def saddle(point: At) -> Any:
    """T = (gamma, w) - (eps_a J_gamma, eps grad_w J): what it does along gamma and g, measured in g."""
    data, gain = point.data, Integer(0)
    size, mixed = dot(data.g, data.g), by_gamma_and_w(gain, data.w, data.g, data)
    a, b = 1 - point.rate_gamma * by_gamma_twice(gain, data.w, data), -point.rate_gamma * mixed
    c, d = -point.eps * mixed / size, 1 - point.eps * by_w_twice(gain, data.w, data.g, data) / size
    return a + d, a * d - b * c
