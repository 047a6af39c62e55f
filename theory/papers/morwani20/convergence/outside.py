"""Section 2, outside the region and at its edge: two-cycles in gamma, and signs that do not matter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sympy import Abs, Expr, Integer, Rational, Symbol, solve

from theory.claim import Claim, Compared, Predicted, Twin, Verdict
from theory.domains.given import Given
from theory.domains.numbers import Rationals
from theory.exact.expressions import grid
from theory.least_squares.problem import HALVED as HALF
from theory.papers.morwani20.convergence.setting import UP_TO_1, not_stationary, start
from theory.papers.morwani20.data import Data, data_sets, letters
from theory.papers.morwani20.derivatives import LOSS, by_gamma
from theory.papers.morwani20.descent import converges
from theory.papers.morwani20.law import EVERY, loss
from theory.papers.morwani20.setting import MOMENTS, OLS, gamma, gw, law, rate_gamma
from theory.term import root
from theory.words import At

U = Symbol("U", positive=True)
HALVED = (*MOMENTS, "halved loss")
ABOVE = Rationals(above=2)


def _top(data: Data) -> Expr:
    """U = sqrt(u.Hu)"""
    return root(data.form(data.u, data.u))


def _stepped(data: Data, gain: Any, w: Any, rate: Any) -> Expr:
    """gamma after one step on the halved loss through BN."""
    return gain - rate * by_gamma(gain, w, data)


def _radius(at: Mapping[str, Any]) -> Expr:
    return at["rate_gamma"] * _top(at["data"]) / (at["rate_gamma"] - 2)


@Claim(
    "morwani20.convergence.escape",
    source=UP_TO_1,
    says="eps_a > 2 and |gamma| > R = eps_a U/(eps_a - 2): a step takes |gamma| - R to at least (eps_a - 1)(|gamma| - "
    "R)",
    hypotheses=(*HALVED, "eps_a > 2"),
    silent_on="that so |gamma| grows for ever, at least geometrically",
    relation=">=",
    predicts=(rate_gamma - 1) * (Abs(gamma) - rate_gamma * U / (rate_gamma - 2)),
    over=grid(rate_gamma=(Rational(21, 10), Rational(5, 2)), U=(Rational(2, 3), Integer(4)), gamma=(-200, 300)),
    given=Given(
        {"data": data_sets(known=(LOSS,)), "rate_gamma": ABOVE, "gamma": Rationals()},
        lambda at: bool(abs(at["gamma"]) > _radius(at)),
        "|gamma| > R",
        letters={"U": lambda at: _top(at["data"])},
    ),
    uses=("morwani20.convergence.region",),
).literal(scope="one step on the mean loss through BN", most=30)
def escape(at: At) -> Any:
    return abs(_stepped(at.data, at.gamma, at.data.w, at.rate_gamma)) - _radius(vars(at))


@Claim(
    "morwani20.convergence.escape-radius",
    source=UP_TO_1,
    says="eps_a > 2: at w = u, gamma = eps_a U/(eps_a - 2) goes to -gamma",
    hypotheses=(*HALVED, "eps_a > 2"),
    silent_on="that -gamma goes to gamma, so that the radius of `escape` is best possible (note)",
    predicts=rate_gamma * U / (rate_gamma - 2),
    over=grid(rate_gamma=(Rational(21, 10), Rational(5, 2), Integer(7)), U=(Rational(2, 3), Integer(4))),
    given=Given({"data": data_sets(known=(LOSS,)), "rate_gamma": ABOVE}, letters={"U": lambda at: _top(at["data"])}),
    speaks_of=("rs", "divisor"),
    uses=("morwani20.convergence.escape",),
    twins=(Twin(U / (rate_gamma - 2), "the noise eps_a U counted once"),),
).literal(scope="a step through BN at w = u from gamma = 0 and 1; it is affine in gamma", most=30)
def radius(at: At) -> Any:
    zero, one = (_stepped(at.data, Integer(gain), at.data.u, at.rate_gamma) for gain in (0, 1))
    return -zero / (1 + one - zero)  # zero + (one - zero) gamma = -gamma


@radius.exact(scope=EVERY, argued="at w = u a step of gamma is linear, with coefficients in eps_a and U")
def _of_a_law(predicted: Predicted) -> Compared:
    of = law(P=0, P_P=U**2, P_Y=U**2)  # P = x.u
    behind = gamma - rate_gamma * loss(of["Y"], gamma, of["P"]).diff(gamma)
    (found,) = solve(behind + gamma, gamma)  # all that go to -gamma
    yield "gamma", found, predicted


@Claim(
    "morwani20.convergence.any-rate-for-gamma",
    source=UP_TO_1,
    status="reading",
    says="gradient descent with BN converges for any learning rates whatever, that of gamma too: at w = u no step "
    "takes gamma away from U",
    hypotheses=HALVED,
    relation="<=",
    predicts=Integer(1),
    expected=Verdict.REFUTED,
    corrected_by=("morwani20.convergence.region",),
    given=Given(
        {"data": data_sets(), "rate_gamma": Rationals(above=0), "gamma": Rationals()},
        lambda at: bool(at["gamma"] != _top(at["data"])),
        "gamma != U",
    ),
    truth=Abs(1 - rate_gamma),
).literal(scope="one step through BN at w = u", most=30)
def any_rate(at: At) -> Any:
    after = _stepped(at.data, at.gamma, at.data.u, at.rate_gamma)
    return abs((after - _top(at.data)) / (at.gamma - _top(at.data)))


@Claim(
    "morwani20.convergence.signs-needed",
    source=OLS,
    status="reading",
    says="from almost every start gradient descent converges to a minimiser only if gamma_0 w_0.g > 0 (and then it "
    "does), as gamma does not cross 0",
    hypotheses=(*HALVED, "eps_a != 2"),
    relation="iff",
    predicts=gamma * gw > 0,
    expected=Verdict.REFUTED,
    corrected_by=("morwani20.convergence.region",),
    given=Given(
        {"data": data_sets(on_axes=True), "rate_gamma": Rationals(above=0, far=4), "eps": Rationals(above=0, far=4)},
        lambda at: at["rate_gamma"] != 2 and not_stationary(at),
        "eps_a != 2; start gamma_0 = v_1, w not stationary",
        letters={"gamma": start, **letters("gw")},
    ),
    over=grid(rate_gamma=(1, Rational(5, 2), Rational(7, 2), 5), gamma=(-1, 1), gw=(1,)),
    truth=rate_gamma < 2,
).literal(kind="certified", scope="gradient descent in balls, into a trap", most=16)
def signs(at: At) -> Any:
    return converges(at.data, at.data.v[0], HALF, at.rate_gamma, at.eps)
