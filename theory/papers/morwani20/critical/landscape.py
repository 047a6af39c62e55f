"""Section 2, the landscape of the loss with batch normalisation: minimisers, saddles, and nothing else."""

from __future__ import annotations

from typing import Any

from sympy import Integer

from theory.batchnorm import dot as inner
from theory.claim import Claim, Compared, Predicted, Twin, Verdict
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.papers.morwani20.data import INVERSE, Data, data_sets, letters
from theory.papers.morwani20.derivatives import (
    LOSS,
    by_gamma,
    by_gamma_and_w,
    by_gamma_twice,
    by_w_twice,
    gradient,
    loss,
)
from theory.papers.morwani20.law import EVERY, at_zero, t
from theory.papers.morwani20.law import loss as mean_loss
from theory.papers.morwani20.setting import MOMENTS, OLS, OVER, U2, gamma, gg, gv, gw, law, sigma
from theory.term import each, total
from theory.term.named import named
from theory.words import At

MOST = 30
"""Instances of the checks that differentiate through BN."""


@Claim(
    "morwani20.critical.excess",
    source=OLS,
    says="J - E(y - x.u)^2/2 = ((gamma - s)^2 + U^2 - s^2)/2, U^2 = u.Hu, u = H^-1 g the solution of least squares",
    silent_on="what follows (note): the minimum with BN is that of plain least squares, at s = gamma = +-U, and every "
    "point with gamma = s = 0 lies U^2/2 above it",
    predicts=((gamma - gw / sigma) ** 2 + U2 - (gw / sigma) ** 2) / 2,
    over=OVER,
    given=Given({"data": data_sets(), "gamma": Rationals()}, letters=letters("gw", "U2", "sigma")),
    speaks_of=("rs", "divisor"),
    twins=(Twin(((gamma - gw / sigma) ** 2 + U2) / 2, "never below U^2/2"),),
).literal(scope="the mean loss through BN, less that of plain least squares at the solution", most=60)
def excess(point: At) -> Any:
    data = point.data
    least = total(each(lambda y, p: (y - p) ** 2, data.y, data.row(data.u))) / (2 * data.n)
    return loss(point.gamma, data.w, data) - least


@excess.exact(scope=EVERY, argued="J depends on the data by second moments alone, which stay letters")
def _of_a_law(predicted: Predicted) -> Compared:
    # P = x.u: E x (y - P) = 0, so that E XP = E XY and E P^2 = E PY = U^2
    of = law(P=0, P_P=U2, P_Y=U2, P_X=gw)
    off = of["Y"] - of["P"]
    yield "J - E(y - x.u)^2/2", mean_loss(of["Y"], gamma, of["X"]) - off.times(off) / 2, predicted


@Claim(
    "morwani20.critical.no-other",
    source=OLS,
    says="an identity: grad_w J . H^-1 grad_w J = gamma^2 (U^2 - s^2)/sigma^2",
    silent_on="the classification itself, which follows (note): the stationary points are the two rays gamma = s = "
    "+-U, w || u, which are minimisers, and gamma = s = 0; there is no other",
    predicts=gamma**2 * (U2 - (gw / sigma) ** 2) / sigma**2,
    over=OVER,
    given=Given(
        {"data": data_sets(known=(INVERSE, LOSS)), "gamma": Rationals()}, letters=letters("gw", "U2", "gg", "sigma")
    ),
    speaks_of=("rs", "divisor"),
    uses=("morwani20.critical.gradient", "morwani20.critical.excess"),
    twins=(Twin(gamma**2 * (gg - (gw / sigma) ** 2) / sigma**2, "|g|^2 for g.H^-1 g"),),
).literal(scope="the gradient of the mean loss through BN", most=MOST)
def no_other(point: At) -> Any:
    by = gradient(point.gamma, point.data.w, point.data)
    return inner(by, each(lambda row: inner(row, by), point.data.inverse))


@Claim(
    "morwani20.critical.saddles",
    source=OLS,
    says="at gamma = 0, w.g = 0 the Hessian of J on the plane of gamma and a direction v has the determinant "
    "-(g.v)^2/sigma^2",
    hypotheses=(*MOMENTS, "gamma = 0", "w.g = 0"),
    silent_on="what follows (note): these points are strict saddles, with one negative direction, v = g",
    predicts=-(gv**2) / sigma**2,
    over=OVER,
    given=Given({"data": data_sets(Integers(2), level=True, known=(LOSS,))}, letters=letters("gv", "sigma")),
    speaks_of=("rs", "divisor"),
    uses=("morwani20.critical.no-other",),
).literal(scope="second derivatives of the mean loss through BN", most=MOST)
def saddles(point: At) -> Any:
    data, gain = point.data, Integer(0)
    mixed = by_gamma_and_w(gain, data.w, data.v, data)
    return by_gamma_twice(gain, data.w, data) * by_w_twice(gain, data.w, data.v, data) - mixed**2


@saddles.exact(
    scope=EVERY, argued="the Hessian of J on a plane depends on the data by second moments alone, which stay letters"
)
def _second_derivatives(predicted: Predicted) -> Compared:
    of = law(X_Y=0)
    J = mean_loss(of["Y"], gamma, of["X"] + t * of["V"])
    entries = [at_zero(J, *by).subs(gamma, 0) for by in ((gamma, gamma), (gamma, t), (t, t))]
    yield "determinant", entries[0] * entries[2] - entries[1] ** 2, predicted


@Claim(
    "morwani20.critical.all-starts",
    source=OLS,
    status="reading",
    says="gradient descent reaches the minimum from every start with w_0 != 0",
    hypotheses=(*MOMENTS, "eps > 0", "0 < eps_a < 2"),
    predicts=Integer(0),
    expected=Verdict.REFUTED,
    corrected_by=("morwani20.critical.excess",),
    given=Given(
        {
            "data": data_sets(Integers(2), level=True),
            "rate_gamma": Rationals(above=0, below=2),
            "eps": Rationals(above=0),
        },
        words="start gamma_0 = 0",
        letters=letters("U2"),
    ),
    truth=U2 / 2,
).literal(scope="five steps of gradient descent on the mean loss through BN, from gamma = 0, w.g = 0", most=30)
def stuck(point: At) -> Any:
    data = point.data
    least = total(each(lambda y, p: (y - p) ** 2, data.y, data.row(data.u))) / (2 * data.n)
    return loss_after(5, data, point.rate_gamma, point.eps) - least


@named(
    "J(γ_{0}, w_{0})",
    r"J(\gamma_{0},w_{0})",
    means="(γ_k, w_k) gradient descent on J(γ, w) = E(y − γ BN(⟨x, w⟩))²/2 from (0, w), rate_gamma the rate of γ, eps "
    "that of w",
)
def loss_after(steps: int, data: Data, rate_gamma: Any, eps: Any) -> Any:
    gain, w = Integer(0), data.w
    for _ in range(steps):
        gain, w = (
            gain - rate_gamma * by_gamma(gain, w, data),
            each(lambda a, b: a - eps * b, w, gradient(gain, w, data)),
        )
    return loss(gain, w, data)
