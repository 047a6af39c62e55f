"""Section 2, speed near a minimiser: the Hessian H*/c^2, the spectrum of one step, BN's own rate."""

from __future__ import annotations

from functools import cache
from typing import Any

from sympy import Abs, Expr, ImmutableMatrix, Integer, Max, Rational, Symbol, eye, sqrt, symbols

from theory.claim import Claim, Compared, Predicted, Twin
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers, Rationals
from theory.exact.expressions import grid
from theory.least_squares.critical import star
from theory.least_squares.problem import Problem
from theory.notation import HALF, d
from theory.papers.morwani20.data import ENDS, Data, data_sets, letters
from theory.papers.morwani20.derivatives import LOSS, by_gamma_and_w, by_gamma_twice, by_w_twice
from theory.papers.morwani20.descent import final_square
from theory.papers.morwani20.law import EVERY, at_zero, loss, t
from theory.papers.morwani20.rates.setting import SPEED, trace, x
from theory.papers.morwani20.rates.star_sets import STAR_ENDS, star_ends
from theory.papers.morwani20.setting import CAI, MOMENTS, OVER, U2, c, eps, gamma, gg, gv, hvv, law, rate_gamma, uu, uv
from theory.term import each, number, root, size
from theory.term.named import named
from theory.words import At

AT_MINIMISER = (*MOMENTS, "gamma = U, w = c u, c > 0", "J halved: for the loss as printed halve the rates")
U = Symbol("U", positive=True)


@Claim(
    "morwani20.rates.hessian",
    source=SPEED,
    status="reconstructed",
    says="at gamma = U, w = c u the Hessian of J is 1 in gamma, 0 between gamma and w, and v.H*v/c^2 = (v.Hv - "
    "(g.v)^2/U^2)/c^2 along v",
    hypotheses=AT_MINIMISER,
    predicts=(Integer(1), Integer(0), (hvv - gv**2 / U2) / c**2),
    over=OVER,
    given=Given(
        {"data": data_sets(known=(LOSS,)), "c": Rationals(above=0)}, letters=letters("hvv", "gv", "U2", "uv", "uu")
    ),
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
    mixed, by_v = by_gamma_and_w(gain, w, data.v, data), by_w_twice(gain, w, data.v, data)
    return by_gamma_twice(gain, w, data), mixed, by_v


@cache
def of_a_law() -> tuple[Expr, ...]:
    """J_gamma gamma, J_gamma v and J_vv at (U, c u), of every law."""
    of = law(P=0, P_P=U2, P_Y=U2, P_V=gv)  # P = x.u, so that E PV = u.Hv = g.v
    J = loss(of["Y"], gamma, c * of["P"] + t * of["V"])
    return tuple(at_zero(J, *by).subs(gamma, sqrt(U2)) for by in ((gamma, gamma), (gamma, t), (t, t)))


@hessian.exact(scope=EVERY, argued="J depends on the data by second moments alone, which stay letters")
def _second_derivatives(predicted: Predicted) -> Compared:
    yield "second derivatives", of_a_law(), predicted


shift = eps / c**2
minors = Symbol("e2", real=True)


def multipliers(by_gamma: Expr, by_w: Expr) -> Expr:
    """det(x - DT) for d = 1, 2, 3: 1 - by_gamma, 1 (along u), 1 - by_w lambda_i(H*)."""
    moved = (x - 1) ** 2 + by_w * (trace - gg / U2) * (x - 1) + by_w**2 * minors
    return (x - 1 + by_gamma) * (x - 1) ** (d - 2) * moved


@named("tr H", r"\mathrm{{tr}}\,H", bare=True)
def _trace(data: Data) -> Expr:
    """The trace of H."""
    return data.H.trace()


@named(
    "e₂(H*)",
    "e_2(H^*)",
    means="H* = H − E[x y] E[x y]ᵀ/⟨u, E[x y]⟩; e₂ the sum of the principal minors of size 2",
    bare=True,
)
def _minors(data: Data) -> Expr:
    """The sum of the principal minors of H* of size 2."""
    matrix = star(Problem.of(data.H, data.g))
    return (matrix.trace() ** 2 - (matrix * matrix).trace()) / 2


@Claim(
    "morwani20.rates.spectrum",
    source=SPEED,
    status="reconstructed",
    says="one step of gradient descent has at gamma = U, w = c u the multipliers 1 - eps_a, 1 (along u) and 1 - "
    "(eps/c^2) lambda_i(H*): det(x - DT) for d = 1, 2, 3 through tr H* = tr H - |g|^2/U^2 and the sum e_2 of the "
    "principal minors of H* of size 2 (pdet H* = det H |u|^2/U^2 for d = 3)",
    hypotheses=AT_MINIMISER,
    predicts=multipliers(rate_gamma, shift),
    over=tuple(
        point | {"x": Integer(4), "tr_H": Integer(17), "e2": Integer(23), "d": size}
        for point in OVER
        for size in (2, 3)
    ),
    given=Given(
        {
            "data": data_sets(Integers(1, 3)),
            "x": Integers(3),
            "c": Rationals(above=0),
            "rate_gamma": Rationals(above=0),
            "eps": Rationals(above=0),
        },
        letters={
            "d": lambda at: number(size(at["data"].A)),
            "tr_H": lambda at: _trace(at["data"]),
            "e2": lambda at: _minors(at["data"]),
            **letters("gg", "U2"),
        },
    ),
    speaks_of=("rs", "divisor"),
    uses=("morwani20.rates.hessian",),
    twins=(
        Twin(multipliers(rate_gamma, eps), "the effective step eps itself, without |u|^2/|w|^2"),
        Twin(multipliers(Integer(1), shift), "a spectrum that does not see eps_a"),
        Twin(multipliers(rate_gamma, eps / c), "c for its square"),
    ),
).literal(scope="second derivatives of the mean loss through BN, along e_i and e_i + e_j", most=16)
def spectrum(point: At) -> Any:
    return step_determinant(point.x, point.data, point.c, point.rate_gamma, point.eps)


@named(
    "det({0} − DT)",
    r"\det({0}-DT)",
    means="DT the derivative of (γ, w) ↦ (γ − rate_gamma ∂_γJ, w − eps ∇_wJ) at (U, c u)",
)
def step_determinant(value: Any, data: Data, c: Any, rate_gamma: Any, eps: Any) -> Any:
    """det(value - DT), DT of second derivatives along units and their sums."""
    size = len(data.A)
    gain, w = sqrt(data.form(data.u, data.u)), tuple(c * a for a in data.u)
    units = [tuple(eye(size).row(i)) for i in range(size)]
    alone = [by_w_twice(gain, w, e, data) for e in units]
    mixed = [by_gamma_and_w(gain, w, e, data) for e in units]

    def entry(i: int, j: int) -> Any:
        if i == j:
            return alone[i]
        both = by_w_twice(gain, w, tuple(a + b for a, b in zip(units[i], units[j], strict=True)), data)
        return (both - alone[i] - alone[j]) / 2

    first = [by_gamma_twice(gain, w, data), *mixed]
    hessian = [first, *([mixed[i], *(entry(i, j) for j in range(size))] for i in range(size))]
    rates = [rate_gamma, *[eps] * size]
    step = ImmutableMatrix(size + 1, size + 1, lambda i, j: int(i == j) - rates[i] * hessian[i][j])
    return (value * eye(size + 1) - step).applyfunc(lambda a: a.expand()).det(method="berkowitz")


low, high = symbols("low high", positive=True)

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
    over=tuple(
        {"rate_gamma": a, "eps": e, "c": Rational(3, 2), "low": HALF, "high": Integer(2)}
        for a, e in ((Integer(1), Integer(1)), (Rational(19, 10), Integer(1)), (Integer(1), Integer(2)))
    ),
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


def _parallel(data: Data) -> bool:
    return bool(data.form(data.u, data.w) ** 2 == data.form(data.u, data.u) * data.form(data.w, data.w))


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
        lambda at: bool(at["data"].v[0]) and not _parallel(at["data"]),
        "start r (v_1, w), v_1 != 0, w not parallel to u",
        letters={"high": lambda at: star_ends(at["data"])[1], **letters("uu")},
    ),
    uses=("morwani20.rates.spectrum", "morwani20.convergence.region"),
    twins=(Twin(uu * high / 2, "|w_inf| bounded in eps"), Twin(eps * high / 2, "c^2 for |w|^2")),
).literal(kind="certified", scope="gradient descent in balls, until the rest of |w|^2 is bounded", most=20)
def own_rate(point: At) -> Any:
    data = point.data._replace(w=each(lambda a: point.r * a, point.data.w))
    return final_square(data, point.r * data.v[0], point.rate_gamma, point.eps)
