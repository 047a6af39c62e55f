"""Sections 1 and 2, speed: the Hessian near a minimiser, one step's spectrum, BN's own rate, adaptive steps."""

from __future__ import annotations

from typing import Any

from sympy import Abs, Expr, Integer, Max, Rational, symbols

from theory.batchnorm import dot
from theory.claim import Claim, Locator, Twin
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers, Rationals
from theory.exact.expressions import grid
from theory.papers.morwani20 import MORWANI20, READING, derivatives
from theory.papers.morwani20.convergence.descending import step
from theory.papers.morwani20.data import ENDS, STAR_OF_DATA, Data, Known, data_sets, ends, letters
from theory.papers.morwani20.derivatives import (
    LOSS,
    along,
    by_gamma_and_w,
    by_gamma_twice,
    by_w_twice,
    gradient,
    least_loss,
)
from theory.papers.morwani20.descent import final_square
from theory.papers.morwani20.law import ARORA, CAI, OVER, scalars
from theory.papers.morwani20.rates.star_sets import SPEED, STAR_ENDS, star_ends, with_rows
from theory.term import Shape, Vec, each, every, root, size
from theory.term.named import named
from theory.words import At

U2, c, eps, gamma, rate_gamma, sigma, uu, uv = scalars("U2 c eps gamma rate_gamma sigma uu uv")
gg, gv, gw, hvv, hvw, vw = scalars("gg gv gw hvv hvw vw")

AT_MINIMISER = ("gamma = U, w = c u, c > 0", "J halved: for the loss as printed halve the rates")
POSITIVE = Rationals(above=0)


@Claim(
    "morwani20.rates.hessian",
    source=SPEED,
    status="reconstructed",
    says="at gamma = U, w = c u the Hessian of J is 1 in gamma, 0 between gamma and w, and v.H*v/c^2 = (v.Hv - "
    "(g.v)^2/U^2)/c^2 along v",
    hypotheses=AT_MINIMISER,
    predicts=(Integer(1), Integer(0), (hvv - gv**2 / U2) / c**2),
    over=OVER,
    given=Given({"data": data_sets(known=(LOSS,)), "c": POSITIVE}, letters=letters("hvv", "gv", "U2", "uv", "uu")),
    speaks_of=("rs", "divisor"),
    uses=("morwani20.critical.gradient",),
    twins=(
        Twin((Integer(1), Integer(0), (hvv - uv**2 / U2) / c**2), "H - u u^T/(u.Hu)"),
        Twin((Integer(1), Integer(0), (hvv - gv**2 / uu) / c**2), "H - g g^T/|u|^2"),
    ),
).literal(scope="second derivatives of the mean loss through BN at gamma = U, w = c u", most=18)
def hessian(point: At) -> Any:
    data = point.data
    gain, w = root(data.form(data.u, data.u)), each(lambda a: point.c * a, data.u)
    return by_gamma_twice(gain, w, data), by_gamma_and_w(gain, w, data.v, data), by_w_twice(gain, w, data.v, data)


shift = eps / c**2


def _derivative(along_gamma: Any, by_w: Any) -> tuple[Any, ...]:
    """Of gamma by gamma, of gamma along v, of w by gamma and along v: those of w measured in w."""
    return 1 - along_gamma, Integer(0), Integer(0), vw - by_w * (hvw - gv * gw / U2)


@Claim(
    "morwani20.rates.spectrum",
    source=SPEED,
    status="reconstructed",
    says="a step of gradient descent has at gamma = U, w = c u the derivative 1 - eps_a in gamma, I - (eps/c^2) H* in "
    "w and 0 between them. So its multipliers are 1 - eps_a, 1 (along u, as H*u = 0) and 1 - (eps/c^2) lambda_i(H*)",
    hypotheses=AT_MINIMISER,
    predicts=_derivative(rate_gamma, shift),
    over=OVER,
    given=Given(
        {"data": data_sets(known=(LOSS,)), **dict.fromkeys(("c", "rate_gamma", "eps"), POSITIVE)},
        letters=letters("vw", "hvw", "gv", "gw", "U2"),
    ),
    speaks_of=("rs", "divisor"),
    uses=("morwani20.rates.hessian",),
    twins=(
        Twin(_derivative(rate_gamma, eps), "the effective step eps itself, without |u|^2/|w|^2"),
        Twin(_derivative(Integer(1), shift), "a spectrum that does not see eps_a"),
        Twin(_derivative(rate_gamma, eps / c), "c for its square"),
    ),
).literal(scope="second derivatives of the mean loss through BN, in gamma, along v, w and v + w", most=16)
@named("(∂_γγ′, ∂_vγ′, ⟨w, ∂_γw′⟩, ⟨w, ∂_vw′⟩)",
       r"(\partial_\gamma\gamma',\partial_v\gamma',\langle w,\partial_\gamma w'\rangle,\langle w,\partial_v w'\rangle)",
       shape=lambda *_: (4,), bare=True,
       means="derivatives at (U, c u) of (γ, w) ↦ (γ′, w′) = (γ − rate_gamma ∂_γJ, w − eps ∇_wJ)")  # fmt: skip
def spectrum(at: At) -> Any:
    data, v, w = at.data, at.data.v, at.data.w
    gain, there = root(data.form(data.u, data.u)), each(lambda a: at.c * a, data.u)
    by_v, by_w, by_both = (by_w_twice(gain, there, h, data) for h in (v, w, each(lambda a, b: a + b, v, w)))
    mixed_v, mixed_w = (by_gamma_and_w(gain, there, h, data) for h in (v, w))
    by_gamma = 1 - at.rate_gamma * by_gamma_twice(gain, there, data)
    return by_gamma, -at.rate_gamma * mixed_v, -at.eps * mixed_w, dot(v, w) - at.eps * (by_both - by_v - by_w) / 2


low, high, kappa, L = symbols("low high kappa L", positive=True)

rate = Claim(
    "morwani20.rates.local-rate",
    source=SPEED,
    status="reconstructed",
    says="near gamma = U, w = c u the root of the excess loss shrinks by the factor max(|1 - eps_a|, |1 - "
    "(eps/c^2) lambda|), lambda the extreme non-zero eigenvalues of H*: the effective step is eps |u|^2/|w|^2",
    tex=r"\rho=\max\Big(|1-\varepsilon_a|,\ \max_{\lambda_i(H^*)\ne0}"
    r"\Big|1-\frac{\varepsilon|u|^2}{|w_\infty|^2}\lambda_i\Big|\Big)",
    hypotheses=AT_MINIMISER,
    silent_on="the transient: how many steps pass before the rate shows",
    predicts=Max(Abs(1 - rate_gamma), Abs(1 - shift * low), Abs(1 - shift * high)),
    given=Given(
        {name: Rationals(above=0) for name in ("rate_gamma", "eps", "c", "low", "high")},
        lambda at: at["low"] <= at["high"],
        "low <= high the extreme eigenvalues of H* that are not 0",
    ),
    left=r"\lim_k\sqrt{J_{k+1}-\min J}/\sqrt{J_k-\min J}",
    uses=("morwani20.rates.spectrum",),
    twins=(
        Twin(Max(Abs(1 - rate_gamma), Abs(1 - eps * low), Abs(1 - eps * high)), "the effective step is eps"),
        Twin(Max(Abs(1 - shift * low), Abs(1 - shift * high)), "a rate that does not depend on eps_a"),
        Twin(Max(Abs(1 - rate_gamma), Abs(1 - eps / c * low), Abs(1 - eps / c * high)), "c for its square"),
    ),
)  # fmt: skip


@Claim(
    "morwani20.rates.own-rate",
    source=CAI,
    says="at (U, c u) with c^2 = eps lambda_max(H*)/2 a multiplier is -1, and for smaller c the minimiser repels: from "
    "almost every start |w_inf|^2 >= eps |u|^2 lambda_max(H*)/2",
    hypotheses=(*AT_MINIMISER, "0 < eps_a < 2", "almost every start"),
    silent_on="an upper bound for |w_inf|, which depends on the start",
    relation=">=",
    predicts=eps * uu * high / 2,
    over=grid(eps=(Rational(1, 3), Integer(7)), uu=(Rational(4, 5), Integer(6)), high=(Rational(9, 7),)),
    given=Given(
        {
            "data": data_sets(Integers(2, far=3), on_axes=True, known=(ENDS, STAR_ENDS)),
            "rate_gamma": Rationals(above=0, below=2, far=3),
            "eps": Preceded(Rationals(above=0, far=4), (Rational(1, 4), Rational(3))),
            "r": Preceded(Rationals(above=0, far=4), (Rational(1, 8), Rational(1, 2))),
        },
        lambda at: bool(at["data"].v[0]) and not at["data"].parallel,
        "start r (v_1, w), v_1 != 0, w not parallel to u",
        letters=letters("uu", high=lambda of: star_ends(of)[1]),
    ),
    uses=("morwani20.rates.spectrum", "morwani20.convergence.region"),
    twins=(Twin(uu * high / 2, "|w_inf| bounded in eps"), Twin(eps * high / 2, "c^2 for |w|^2")),
).literal(kind="certified", scope="gradient descent in balls, until the rest of |w|^2 is bounded", most=20)
def own_rate(point: At) -> Any:
    data = point.data._replace(w=each(lambda a: point.r * a, point.data.w))
    return final_square(data, point.r * data.v[0], point.rate_gamma, point.eps)


KOHLER = Locator(MORWANI20, "Section 1, 'BN leads to linear convergence for an ordinary least squares ... with an "
                 "adaptive step size schedule'; the text of Kohler et al. (2019) we do not hold")  # fmt: skip
excess = symbols("excess", nonnegative=True)


@named("w′({1})", "w'({1})", shape=lambda data, _: (size(data.w),),
       means="w′(L) = w − σ²/(s² L) ∇_wJ(s, w), s = ⟨E[x y], w⟩/σ, σ² = E⟨x, w⟩²")  # fmt: skip
def _adapted(data: Data, top: Any) -> Any:
    if isinstance(data.A, Vec):
        return Vec.named("after", data.A.n)
    square, s = data.form(data.w, data.w), dot(data.g, data.w) / root(data.form(data.w, data.w))
    return each(lambda a, b: a - square / (s**2 * top) * b, data.w, gradient(s, data.w, data))


def _with_step(shape: Shape) -> Shape:
    """w' as a row of its own: the excess has it a dozen times."""
    data, (_, top) = shape.value, ends(shape.value)
    square, s = data.form(data.w, data.w), dot(data.g, data.w) / root(data.form(data.w, data.w))
    _, moved = step(data, s, data.w, 1, square / (s**2 * top))
    return with_rows(shape, every(lambda a, b: a == b, _adapted(data, top), moved), after=(data.A.n,))


ADAPTED = Known("w' = w - sigma^2/(s^2 high) grad_w J(s, w), s = w.E[x y]/sigma", _with_step)


@Claim(
    "morwani20.rates.adaptive-step",
    source=KOHLER,
    status="reconstructed",
    says="any loss phi(v) = E f(x.v) of a linear unit, v = gamma w/sigma with BN, gamma the best for w, a step of w "
    "with the rate sigma^2/(gamma^2 L): gamma w'/sigma = v - grad phi(v)/L, a plain step at the rate 1/L from v",
    hypotheses=("labels are f'(x.v), so that grad phi(v) = E[x y]; gamma is the best: w.grad phi = 0",),
    silent_on="what follows (note): where plain descent converges linearly, as for every smooth and strongly convex "
    "phi, so does this; generalised linear models without that",
    predicts=gamma / sigma * vw - gv / L,
    over=grid(vw=(2,), gv=(5, 7), gamma=(2, -3), sigma=(3,), L=(4, 9)),
    given=Given(
        {"data": data_sets(Integers(2), level=True), "gamma": Rationals(), "L": Rationals(above=0)},
        lambda at: at["gamma"] != 0,
        "gamma != 0",
        letters=letters("vw", "gv", "sigma"),
    ),
    speaks_of=("rs",),
    uses=("morwani20.critical.scale-invariant",),
    twins=(Twin(gamma / sigma * vw - gamma * gv / L, "the rate of w as it is"),),
).literal(scope="one step on the mean of f(gamma BN(x.w)), by its derivatives", most=30)
def plain_step(at: At) -> Any:
    data, w, gain = at.data, at.data.w, at.gamma
    x, square = data.row(w), data.form(w, w)
    rate = square / (gain**2 * at.L)
    moved = each(lambda a, row: a - rate * gain * dot(data.y, along(x, row)) / data.n, w, data.A)
    return gain / root(square) * dot(data.v, moved)


@named("Δ({1})", r"\Delta({1})", means="Δ(w) = min_γ J(γ, w) − min J, J(γ, w) = E(y − γ BN(⟨x, w⟩))²/2")
def _excess(data: Data, w: Any) -> Any:
    """J - min J at gamma = s(w)."""
    s = dot(data.g, w) / root(data.form(w, w))
    found = derivatives.loss(s, w, data) - least_loss(data)
    return found.expand() if isinstance(found, Expr) else found


@Claim(
    "morwani20.rates.linear-convergence",
    source=KOHLER,
    status="reconstructed",
    says="gamma = s before each step, and the rate sigma^2/(s^2 lambda_max(H)) for w: the excess of the loss falls at "
    "least by the factor (1 - 1/kappa)^2 a step, from every start with w.g != 0",
    hypotheses=("J halved", "gamma_k = s(w_k), the best for w_k"),
    silent_on="a fixed rate, with which it is linear in the end, too (convergence.region)",
    relation="<=",
    predicts=(1 - 1 / kappa) ** 2 * excess,
    over=grid(kappa=(2, 5), excess=(1, 3)),
    given=Given(
        {"data": data_sets(Integers(2, far=3), on_axes=True, known=(ENDS, ADAPTED))},
        lambda at: bool(dot(at["data"].g, at["data"].w)),
        "w.g != 0",
        letters=letters(kappa=lambda of: ends(of)[1] / ends(of)[0], excess=lambda of: _excess(of, of.w)),
    ),
    uses=("morwani20.rates.adaptive-step",),
    twins=(
        Twin((1 - 2 / (kappa + 1)) ** 2 / 4 * excess, "a quarter of what the best plain rate gives"),
        Twin((1 - 1 / kappa) ** 2 / 2 * excess, "half of it"),
    ),
).literal(scope="one step on the mean loss through BN, gamma at its best before and after", most=24)
def linear(at: At) -> Any:
    return _excess(at.data, _adapted(at.data, ends(at.data)[1]))


@named("tr H*", r"\mathrm{{tr}}\,H^*", means=STAR_OF_DATA, bare=True)
def trace_of_star(data: Data) -> Expr:
    return data.star.trace()


@Claim(
    "morwani20.rates.rate-of-w-unfelt",
    source=ARORA,
    **READING,
    says="the speed near a given minimiser (U, w), w || u, is unaffected by the rate eps of w: d = 2, the factor of "
    "the error across u is what it is at eps = 1",
    hypotheses=("J halved", "gamma = U, w = u"),
    silent_on="orders in the number of steps from a start, of which Arora et al. may speak",
    predicts=Abs(1 - high),
    over=grid(high=(2, Rational(1, 3)), eps=(1, 2, Rational(1, 2))),
    corrected_by=("morwani20.rates.local-rate",),
    given=Given({"data": data_sets(Integers(2, 2)), "eps": POSITIVE}, letters=letters(high=trace_of_star)),
    truth=Abs(1 - eps * high),
).literal(scope="the second derivative of the mean loss through BN across u", most=30)
def unfelt(at: At) -> Any:
    data, u = at.data, at.data.u
    second = by_w_twice(root(data.form(u, u)), u, (-u[1], u[0]), data)
    return abs(1 - at.eps * second / dot(u, u))
