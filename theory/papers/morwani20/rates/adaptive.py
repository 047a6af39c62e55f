"""Section 1 on the work of others: a step size that adapts itself, and a learning rate that is not felt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sympy import Abs, Expr, Rational, symbols

from theory.batchnorm import dot as inner
from theory.claim import Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.exact.expressions import grid
from theory.least_squares.critical import star
from theory.least_squares.problem import Problem
from theory.papers.morwani20 import MORWANI20
from theory.papers.morwani20.data import ENDS, Data, data_sets, ends
from theory.papers.morwani20.data import sigma as sigma_of
from theory.papers.morwani20.derivatives import by_w_twice, gradient, loss
from theory.papers.morwani20.law import EVERY, Law, at_zero, t
from theory.papers.morwani20.law import loss as mean_loss
from theory.papers.morwani20.setting import MOMENTS, U2, eps, gamma, gv, gw, hvv, hvw, sigma, vw
from theory.term import each, root, size, total
from theory.term.named import named
from theory.words import At

KOHLER = Locator(MORWANI20, "Section 1, 'BN leads to linear convergence for an ordinary least squares ... with an "
                 "adaptive step size schedule'; the text of Kohler et al. (2019) we do not hold")  # fmt: skip
ARORA = Locator(MORWANI20, "Section 1, 'the convergence rate for GD/SGD ... is unaffected by the learning rate used "
                "for scale-independent parameters'; the text of Arora et al. (2019) we do not hold")  # fmt: skip

kappa, L, high = symbols("kappa L high", positive=True)
excess = symbols("excess", nonnegative=True)


def _gw(at: Mapping[str, Any]) -> Any:
    return inner(at["data"].g, at["data"].w)


@named(
    "w′({1})",
    "w'({1})",
    shape=lambda data, _: (size(data.w),),
    means="w′(L) = w − σ²/(s² L) ∇_wJ(s, w), s = ⟨E[x y], w⟩/σ, σ² = E⟨x, w⟩²",
)
def _adapted(data: Data, top: Any) -> Any:
    """w' from gamma = s, at the rate sigma^2/(s^2 L)."""
    square, s = data.form(data.w, data.w), _gw({"data": data}) / sigma_of(data)
    return each(lambda a, b: a - square / (s**2 * top) * b, data.w, gradient(s, data.w, data))


@Claim(
    "morwani20.rates.adaptive-step",
    source=KOHLER,
    status="reconstructed",
    says="gamma = s and a step of w with the rate sigma^2/(s^2 L): the weights s w'/sigma are those of a plain step "
    "of least squares at the rate 1/L from s w/sigma; along any v, v.w' = v.w - v.Hw/L + (sigma/s) v.g/L",
    hypotheses=(*MOMENTS, "J halved", "gamma = s != 0"),
    # along v: v.w' = v.w - (s/sigma) v.Hw (sigma/s)/L + (sigma/s) v.g/L
    predicts=vw - hvw / L + sigma / (gw / sigma) * gv / L,
    over=grid(vw=(2,), hvw=(3,), gv=(5, 7), gw=(2, -3), sigma=(3,), L=(4, 9)),
    given=Given(
        {"data": data_sets(), "L": Rationals(above=0)},
        lambda at: bool(_gw(at)),
        "w.g != 0",
        letters={
            "vw": lambda at: inner(at["data"].v, at["data"].w),
            "hvw": lambda at: at["data"].form(at["data"].v, at["data"].w),
            "gv": lambda at: inner(at["data"].g, at["data"].v),
            "gw": lambda at: _gw(at),
            "sigma": lambda at: root(at["data"].form(at["data"].w, at["data"].w)),
        },
    ),
    speaks_of=("rs",),
    uses=("morwani20.critical.gradient",),
    twins=(Twin(vw - hvw / L + gv / L, "as if s = sigma"),),
).literal(scope="one step on the mean loss through BN", most=30)
def plain_step(at: At) -> Any:
    return inner(at.data.v, _adapted(at.data, at.L))


@plain_step.exact(scope=EVERY, argued="both steps depend on the data by second moments alone, which stay letters")
def _of_a_law(predicted: Predicted) -> Compared:
    of = Law({"X": 0, "V": 0, "Y": 0, "X X": sigma**2, "X V": hvw, "V V": hvv, "X Y": gw, "V Y": gv, "Y Y": U2})
    s = of["Y"].times(of["X"].normalised())
    by = at_zero(mean_loss(of["Y"], gamma, of["X"] + t * of["V"]), t).subs(gamma, s)  # v.grad J
    yield "v.w'", vw - sigma**2 / (s**2 * L) * by, predicted
    off = of["Y"] - (s / sigma) * of["X"] - t * of["V"]  # of a plain step, from s w/sigma
    plain = s / sigma * vw - at_zero(off.times(off) / 2, t) / L
    yield "s v.w'/sigma", plain, s / sigma * predicted


@named("Δ({1})", r"\Delta({1})", means="Δ(w) = min_γ J(γ, w) − min J, J(γ, w) = E(y − γ BN(⟨x, w⟩))²/2")
def _excess(data: Data, w: Any) -> Any:
    """J - min J at gamma = s(w)."""
    s = inner(data.g, w) / root(data.form(w, w))
    least = total(each(lambda y, p: (y - p) ** 2, data.y, data.row(data.u))) / (2 * data.n)
    found = loss(s, w, data) - least
    return found.expand() if isinstance(found, Expr) else found


@Claim(
    "morwani20.rates.linear-convergence",
    source=KOHLER,
    status="reconstructed",
    says="gamma = s before each step, and the rate sigma^2/(s^2 lambda_max(H)) for w: the excess of the loss falls at "
    "least by the factor (1 - 1/kappa)^2 a step, from every start with w.g != 0",
    hypotheses=(*MOMENTS, "J halved", "gamma_k = s(w_k), the best for w_k", "w_0.g != 0"),
    silent_on="a fixed rate, with which it is linear in the end, too (convergence.region, trap); the constants of "
    "Kohler et al., whose text we do not hold",
    relation="<=",
    predicts=(1 - 1 / kappa) ** 2 * excess,
    over=grid(kappa=(2, 5), excess=(1, 3)),
    given=Given(
        {"data": data_sets(Integers(2, far=3), on_axes=True, known=(ENDS,))},
        lambda at: bool(_gw(at)),
        "w.g != 0",
        letters={
            "kappa": lambda at: ends(at["data"])[1] / ends(at["data"])[0],
            "excess": lambda at: _excess(at["data"], at["data"].w),
        },
    ),
    uses=("morwani20.rates.adaptive-step",),
    twins=(
        Twin((1 - 2 / (kappa + 1)) ** 2 / 4 * excess, "a quarter of what the best plain rate gives"),
        Twin((1 - 1 / kappa) ** 2 / 2 * excess, "half of it"),
    ),
).literal(scope="one step on the mean loss through BN, gamma at its best before and after", most=24)
def linear(at: At) -> Any:
    return _excess(at.data, _adapted(at.data, ends(at.data)[1]))


@named("tr H*", r"\mathrm{{tr}}\,H^*", means="H* = H − E[x y] E[x y]ᵀ/⟨u, E[x y]⟩", bare=True)
def trace_of_star(data: Data) -> Expr:
    """The trace of H*."""
    return star(Problem.of(data.H, data.g)).trace()


@Claim(
    "morwani20.rates.rate-of-w-unfelt",
    source=ARORA,
    status="reading",
    says="the speed near a given minimiser (U, w), w || u, is unaffected by the rate eps of w: d = 2, the factor of "
    "the error across u is what it is at eps = 1",
    hypotheses=(*MOMENTS, "J halved", "d = 2, gamma = U, w = u"),
    silent_on="orders in the number of steps from a start, of which Arora et al. may speak, and that every eps "
    "converges: convergence.region",
    predicts=Abs(1 - high),
    over=grid(high=(2, Rational(1, 3)), eps=(1, 2, Rational(1, 2))),
    expected=Verdict.REFUTED,
    corrected_by=("morwani20.rates.local-rate",),
    given=Given(
        {"data": data_sets(Integers(2, 2)), "eps": Rationals(above=0)},
        letters={"high": lambda at: trace_of_star(at["data"])},
    ),
    truth=Abs(1 - eps * high),
).literal(scope="the second derivative of the mean loss through BN across u", most=30)
def unfelt(at: At) -> Any:
    data, u = at.data, at.data.u
    second = by_w_twice(root(data.form(u, u)), u, (-u[1], u[0]), data)
    return abs(1 - at.eps * second / inner(u, u))
