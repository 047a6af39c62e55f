"""Sections 1 and 2: the learning rates that converge with BN, outside the region and at its edge, too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sympy import Abs, Expr, Integer, Rational, Symbol

from theory.batchnorm import dot
from theory.claim import Claim, Locator, Twin
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers, Rationals
from theory.exact.expressions import grid
from theory.least_squares.problem import HALVED
from theory.papers.morwani20 import MORWANI20, READING
from theory.papers.morwani20.data import Data, data_sets, letters
from theory.papers.morwani20.derivatives import LOSS, by_gamma, by_gamma_and_w, by_gamma_twice, by_w_twice
from theory.papers.morwani20.descent import converges
from theory.papers.morwani20.law import MOMENTS, OLS, OVER, scalars
from theory.term import root
from theory.words import At

eps, gamma, gg, gw, rate_gamma, sigma = scalars("eps gamma gg gw rate_gamma sigma")

UP_TO_1 = Locator(MORWANI20, "Section 1, 'gradient descent converges for any lr upto 1'")
q, lam, trace, rate = (Symbol(name, positive=True) for name in ("q", "lambda_max", "tr_H", "rate"))


def not_stationary(at: Mapping[str, Any]) -> bool:
    """Whether a start (gamma, w) is no stationary point: gamma != s, or gamma != 0 and w is not parallel to u."""
    data, gain = at["data"], at["data"].v[0]  # of v descent has no other need
    along, square = dot(data.g, data.w), data.form(data.w, data.w)
    # s = w.g/sigma, and s^2 = U^2 for w parallel to u
    level = gain**2 * square == along**2 and gain * along >= 0
    return not level or bool(gain != 0 and not data.parallel)


SHARE = Preceded(Rationals(above=0), tuple(map(Rational, ("9/10", "11/10", "19/20", "21/20", "1/2", "3/2"))))
"""Rates on both sides of 1, where something changes, first."""
BY_STEPS = "gradient descent in balls, into a trap or past the radius of escape"


@Claim(
    "morwani20.convergence.region",
    source=UP_TO_1,
    says="with BN, whatever the rate > 0 of w, almost every start comes to a minimiser for a rate of gamma below 1/q, "
    "and almost none for one above. So eps_a < 2 for the halved loss; one rate for both converges on the printed loss "
    "if it is below 1, and not if it is above",
    hypotheses=("loss q E(y - gamma x.w/sigma)^2", "gamma and w move at once", "almost every start"),
    silent_on="the rate 1/q itself; how many steps it takes; which starts are left out",
    relation="iff",
    predicts=rate_gamma < 1 / q,
    given=Given(
        {"data": data_sets(on_axes=True), "share": SHARE, "q": Rationals(above=0), "rate": Rationals(above=0, far=4)},
        lambda at: at["share"] != 1 and not_stationary(at),
        "rates share/q of gamma and rate of w, share != 1; start gamma_0 = v_1, w not stationary",
        letters={"rate_gamma": lambda at: at["share"] / at["q"]},
    ),
    uses=("morwani20.critical.no-other", "morwani20.critical.scale-invariant", "morwani20.convergence.saddle"),
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
    hypotheses=("loss E(y - gamma x.w/sigma)^2 (q = 1)", "one rate for gamma and w", "almost every start"),
    silent_on="the halved loss, where any rate below 2 does; the rate 1 itself",
    relation="iff",
    predicts=rate < 1,
    given=Given(
        {"data": data_sets(on_axes=True), "rate": SHARE},
        lambda at: at["rate"] != 1 and not_stationary(at),
        "rate != 1; start gamma_0 = v_1, w not stationary",
    ),
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
    given={"q": Rationals(above=0)},
    left=r"\sup\{\varepsilon_\gamma:\ \text{gradient descent converges}\}",
    uses=("morwani20.convergence.region",),
    twins=(Twin(1 / (2 * q), "eps_a <= 1 necessary (q = 1/2), as a cautious theorem has it"),),
)


@Claim(
    "morwani20.convergence.saddle",
    source=OLS,
    says="at gamma = 0, w.g = 0 the derivative of one step has on the plane of gamma and g the trace 2 - eps_a and "
    "the determinant 1 - eps_a - eps eps_a |g|^2/sigma^2",
    hypotheses=("halved loss",),
    silent_on="what follows (note): one multiplier on that plane exceeds 1 for all rates",
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


U = Symbol("U", positive=True)
OF_HALF = ("halved loss",)
ABOVE = Rationals(above=2)


def U_of(data: Data) -> Expr:
    """U = sqrt(u.Hu)"""
    return root(data.form(data.u, data.u))


def _stepped(data: Data, gain: Any, w: Any, rate: Any) -> Expr:
    """gamma after one step on the halved loss through BN."""
    return gain - rate * by_gamma(gain, w, data)


def _radius(at: Mapping[str, Any]) -> Expr:
    return at["rate_gamma"] * U_of(at["data"]) / (at["rate_gamma"] - 2)


@Claim(
    "morwani20.convergence.escape",
    source=UP_TO_1,
    says="eps_a > 2 and |gamma| > R = eps_a U/(eps_a - 2): a step takes |gamma| - R to at least (eps_a - 1)(|gamma| - "
    "R)",
    hypotheses=OF_HALF,
    relation=">=",
    predicts=(rate_gamma - 1) * (Abs(gamma) - rate_gamma * U / (rate_gamma - 2)),
    over=grid(rate_gamma=(Rational(21, 10), Rational(5, 2)), U=(Rational(2, 3), Integer(4)), gamma=(-200, 300)),
    given=Given(
        {"data": data_sets(known=(LOSS,)), "rate_gamma": ABOVE, "gamma": Rationals()},
        lambda at: bool(abs(at["gamma"]) > _radius(at)),
        "|gamma| > R",
        letters={"U": lambda at: U_of(at["data"])},
    ),
    uses=("morwani20.convergence.region",),
).literal(scope="one step on the mean loss through BN", most=30)
def escape(at: At) -> Any:
    return abs(_stepped(at.data, at.gamma, at.data.w, at.rate_gamma)) - _radius(vars(at))


@Claim(
    "morwani20.convergence.escape-radius",
    source=UP_TO_1,
    says="eps_a > 2: at w = u, gamma = eps_a U/(eps_a - 2) goes to -gamma",
    hypotheses=OF_HALF,
    predicts=rate_gamma * U / (rate_gamma - 2),
    over=grid(rate_gamma=(Rational(21, 10), Rational(5, 2), Integer(7)), U=(Rational(2, 3), Integer(4))),
    given=Given({"data": data_sets(known=(LOSS,)), "rate_gamma": ABOVE}, letters={"U": lambda at: U_of(at["data"])}),
    speaks_of=("rs", "divisor"),
    uses=("morwani20.convergence.escape",),
    twins=(Twin(U / (rate_gamma - 2), "the noise eps_a U counted once"),),
).literal(scope="a step through BN at w = u from gamma = 0 and 1; it is affine in gamma", most=30)
def radius(at: At) -> Any:
    zero, one = (_stepped(at.data, Integer(gain), at.data.u, at.rate_gamma) for gain in (0, 1))
    return -zero / (1 + one - zero)  # zero + (one - zero) gamma = -gamma


@Claim(
    "morwani20.convergence.any-rate-for-gamma",
    source=UP_TO_1,
    **READING,
    says="gradient descent with BN converges for any learning rates whatever, that of gamma too: at w = u no step "
    "takes gamma away from U",
    hypotheses=OF_HALF,
    relation="<=",
    predicts=Integer(1),
    corrected_by=("morwani20.convergence.region",),
    given=Given(
        {"data": data_sets(), "rate_gamma": Rationals(above=0), "gamma": Rationals()},
        lambda at: bool(at["gamma"] != U_of(at["data"])),
        "gamma != U",
    ),
    truth=Abs(1 - rate_gamma),
).literal(scope="one step through BN at w = u", most=30)
def any_rate(at: At) -> Any:
    after = _stepped(at.data, at.gamma, at.data.u, at.rate_gamma)
    return abs((after - U_of(at.data)) / (at.gamma - U_of(at.data)))


@Claim(
    "morwani20.convergence.signs-needed",
    source=OLS,
    **READING,
    says="from almost every start gradient descent converges to a minimiser only if gamma_0 w_0.g > 0 (and then it "
    "does), as gamma does not cross 0",
    hypotheses=OF_HALF,
    relation="iff",
    predicts=gamma * gw > 0,
    corrected_by=("morwani20.convergence.region",),
    given=Given(
        {"data": data_sets(on_axes=True), "rate_gamma": Rationals(above=0, far=4), "eps": Rationals(above=0, far=4)},
        lambda at: at["rate_gamma"] != 2 and not_stationary(at),
        "eps_a != 2; start gamma_0 = v_1, w not stationary",
        letters={"gamma": lambda at: at["data"].v[0], **letters("gw")},
    ),
    over=grid(rate_gamma=(1, Rational(5, 2), Rational(7, 2), 5), gamma=(-1, 1), gw=(1,)),
    truth=rate_gamma < 2,
).literal(kind="certified", scope="gradient descent in balls, into a trap", most=16)
def signs(at: At) -> Any:
    return converges(at.data, at.data.v[0], HALVED, at.rate_gamma, at.eps)
