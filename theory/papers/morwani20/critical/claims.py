"""Section 2: batch normalisation as a reparametrisation, its gradient, its invariances, means other than 0."""

from __future__ import annotations

from typing import Any

from sympy import ImmutableMatrix, Integer, Rational, Symbol, sign, sqrt, symbols

from theory.batchnorm import batchnorm, recentre
from theory.batchnorm import dot as inner
from theory.claim import Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.domains.given import Given
from theory.domains.matrices import Correlations
from theory.domains.numbers import Integers, Rationals
from theory.exact.expressions import Undefined, grid
from theory.notation import d
from theory.notation import r as of_rank
from theory.papers.morwani20 import MORWANI20
from theory.papers.morwani20.data import data_sets, letters
from theory.papers.morwani20.derivatives import LOSS, by_gamma, by_w, gradient
from theory.papers.morwani20.law import EVERY, Law, at_zero, loss, t
from theory.papers.morwani20.setting import (
    CAI,
    MOMENTS,
    OLS,
    OVER,
    eps,
    gamma,
    gv,
    gw,
    hvw,
    hww,
    law,
    norm_w,
    sigma,
    vw,
    ww,
)
from theory.term import each, number, size, total
from theory.term.matrices import rank
from theory.term.named import named
from theory.words import At

xw = Symbol("xw", real=True)
MOST = 30
"""Instances of the checks that differentiate through BN."""


@Claim(
    "morwani20.critical.reparametrised",
    source=Locator(MORWANI20, "Section 2, 'which under the assumption E(x) = 0, transforms to ...'"),
    status="quoted",
    says="if E x = 0, batch normalisation of x.w with scale gamma is gamma x.w/sqrt(w.Hw)",
    hypotheses=("H = E x x^T", "E x = 0", "w.Hw > 0"),
    predicts=gamma * xw / sqrt(hww),
    over=(OVER[0] | {"xw": Rational(5, 8)}, OVER[1] | {"xw": Rational(-3, 4)}),
    given=Given(
        {"data": data_sets(), "gamma": Rationals()},
        letters={"xw": lambda at: at["data"].row(at["data"].w)[0], **letters("hww", "norm_w")},
    ),
    speaks_of=("rs", "divisor"),
    twins=(Twin(gamma * xw / norm_w, "the Euclidean norm for w.Hw: weight normalisation"),),
).literal(scope="BN over the data from its definition, at the first datum", most=100)
def reparametrised(at_: At) -> Any:
    return at_.gamma * batchnorm(at_.data.row(at_.data.w))[0]


@reparametrised.exact(
    scope=EVERY, argued="BN depends on the data by first and second moments alone, which stay letters"
)
def _of_a_law(predicted: Predicted) -> Compared:
    found = gamma * law()["X"].normalised()
    yield "at x.w = xw", found["X"] * xw + found["1"], predicted.subs(hww, sigma**2)


@Claim(
    "morwani20.critical.gradient",
    source=CAI,
    status="reconstructed",
    says="dJ/dgamma = gamma - s and v.grad_w J = -(gamma/sigma)(g.v - (w.g/sigma^2) v.Hw), J = E(y - gamma "
    "x.w/sigma)^2/2, s = w.g/sigma, sigma^2 = w.Hw",
    predicts=(gamma - gw / sigma, -(gamma / sigma) * (gv - gw / sigma**2 * hvw)),
    over=OVER,
    given=Given(
        {"data": data_sets(known=(LOSS,)), "gamma": Rationals()},
        letters=letters("gw", "gv", "hvw", "vw", "sigma", "norm_w"),
    ),
    speaks_of=("rs", "divisor"),
    twins=(
        Twin((gamma - gw / norm_w, -(gamma / norm_w) * (gv - gw / norm_w**2 * vw)), "|w| in the place of sigma"),
        Twin((gamma - gw / sigma, -(gamma / sigma) * (gv - gw / sigma**2 * vw)), "H = I in the projection"),
    ),
).literal(scope="derivatives of the mean loss through BN over the data", most=MOST)
def gradient_claim(at_: At) -> Any:
    data = at_.data
    return by_gamma(at_.gamma, data.w, data), by_w(at_.gamma, data.w, data.v, data)


@gradient_claim.exact(scope=EVERY, argued="J depends on the data by second moments alone, which stay letters")
def _by_differentiation(predicted: Predicted) -> Compared:
    J = loss(law()["Y"], gamma, law()["X"] + t * law()["V"])
    yield "by gamma and along v", (at_zero(J, gamma), at_zero(J, t)), predicted


mw, my = symbols("mw my", real=True)


@Claim(
    "morwani20.critical.mean-not-zero",
    source=OLS,
    status="corrected",
    says="if E x = mu, the variance of x.w, by which BN divides, is w.Hw - (w.mu)^2, and its covariance with y, which "
    "counts with a bias, is w.g - (w.mu) E y",
    hypotheses=("H = E x x^T", "g = E x y", "E x = mu", "Cov(x) positive definite"),
    silent_on="that in all else Cov(x) and Cov(x, y) take the places of H and g (note)",
    predicts=(hww - mw**2, gw - mw * my),
    over=tuple(point | {"mw": Rational(7, 9), "my": Rational(5, 6)} for point in OVER),
    given=Given(
        {"data": data_sets(centred=False)},
        letters={
            "mw": lambda at: total(at["data"].row(at["data"].w)) / at["data"].n,
            "my": lambda at: total(at["data"].y) / at["data"].n,
            **letters("hww", "gw"),
        },
    ),
    speaks_of=("rc",),
    twins=(Twin((hww, gw), "H and g, though mu is not 0"),),
).literal(scope="means over the recentred data", most=100)
def centred(at_: At) -> Any:
    row, labels = recentre(at_.data.row(at_.data.w)), recentre(at_.data.y)
    return inner(row, row) / at_.data.n, inner(row, labels) / at_.data.n


@centred.exact(scope=EVERY, argued="BN depends on the data by first and second moments alone, which stay letters")
def _moments(predicted: Predicted) -> Compared:
    of = Law({"X": mw, "Y": my, "X X": hww, "X Y": gw})
    row, labels = of["X"].centred(), of["Y"].centred()
    yield "means over the recentred law", (row.times(row), row.times(labels)), predicted


variance = Symbol("variance", positive=True)


@Claim(
    "morwani20.critical.second-moments-with-a-mean",
    source=OLS,
    status="reading",
    says="with E x = mu != 0 the gradient may still be written with H = E x x^T beside sigma^2 = Var(x.w): "
    "w.(g - (w.g/sigma^2) Hw) = 0, as for every function of the direction of w",
    hypotheses=("E x = mu, not necessarily 0",),
    predicts=Integer(0),
    expected=Verdict.REFUTED,
    corrected_by=("morwani20.critical.mean-not-zero",),
    given=Given(
        {"data": data_sets(centred=False)},
        letters={"mw": lambda at: total(at["data"].row(at["data"].w)) / at["data"].n, **letters("gw"),
                 "variance": lambda at: inner(at["data"].deviations(), at["data"].deviations()) / at["data"].n},
    ),
    truth=-gw * mw**2 / variance,  # w.g (1 - w.Hw/Var(x.w))
).literal(scope="moments of the data and the variance of x.w", most=60)  # fmt: skip
def mixed(at_: At) -> Any:
    data, along = at_.data, inner(at_.data.w, at_.data.g)
    row = recentre(data.row(data.w))
    variance = inner(row, row) / data.n
    return inner(data.w, each(lambda a, b: a - along / variance * b, data.g, data.times(data.w)))


@Claim(
    "morwani20.critical.singular-moments",
    source=OLS,
    status="reading",
    says="the BN loss is defined at every w != 0, whatever the second moments H: the weights with w.Hw = 0 are a space "
    "of dimension 0",
    hypotheses=("H = E x x^T, not necessarily of full rank",),
    predicts=Integer(0),
    expected=Verdict.REFUTED,
    given=Given({"H": Correlations()}, letters={"d": lambda at: number(size(at["H"])), "r": lambda at: rank(at["H"])}),
    truth=d - of_rank,
).literal(scope="the null vectors of H, of which none has variance", most=100)
def singular(at_: At) -> Any:
    return nullity(at_.H)


@named("dim{{w : wᵀ{0}w = 0}}", r"\dim\{{w:w^{{\mathsf T}}{0}w=0\}}")
def nullity(H: Any) -> Any:
    H = ImmutableMatrix(H).to_DM()  # over Q, where elimination is fast
    found = H.nullspace()
    if not (found * H * found.transpose()).is_zero_matrix:
        raise AssertionError("a null vector with variance")
    return Integer(found.shape[0])


grad2 = Symbol("grad2", positive=True)


@Claim(
    "morwani20.critical.norm-growth",
    source=CAI,
    status="reconstructed",
    says="a step of gradient descent gives |w'|^2 = |w|^2 + eps^2 |grad_w J|^2, not less than |w|^2",
    predicts=ww + eps**2 * grad2,
    over=tuple(point | {"grad2": Rational(11, 6)} for point in OVER),
    given=Given(
        {"data": data_sets(known=(LOSS,)), "gamma": Rationals(), "eps": Rationals(above=0)},
        letters={"grad2": lambda at: inner(*[gradient(at["gamma"], at["data"].w, at["data"])] * 2), **letters("ww")},
    ),
    speaks_of=("rs",),
    uses=("morwani20.critical.gradient",),
    twins=(Twin(ww, "the norm is kept"), Twin(ww - 2 * eps * grad2 + eps**2 * grad2, "a gradient with a part along w")),
).literal(scope="a step of gradient descent on the mean loss through BN", most=MOST)
def norm_growth(at_: At) -> Any:
    by = gradient(at_.gamma, at_.data.w, at_.data)
    moved = each(lambda a, b: a - at_.eps * b, at_.data.w, by)
    return inner(moved, moved)


r = Symbol("r", positive=True)


@Claim(
    "morwani20.critical.scaling",
    source=CAI,
    status="reconstructed",
    says="the step in w from r w at the rate r^2 eps leads to r times where it leads from w at the rate eps",
    hypotheses=(*MOMENTS, "r > 0"),
    silent_on="all steps, with gamma, whose gradient is the same at r w and w: (r w_0, r^2 eps) gives the same "
    "gamma_k and w_k/|w_k| as (w_0, eps) (note)",
    predicts=r**2 * eps,
    over=grid(r=(Rational(3, 2), Integer(5)), eps=(Rational(1, 7), Integer(2))),
    given=Given(
        {
            "data": data_sets(Integers(2), known=(LOSS,)),
            "gamma": Rationals(above=0),
            "r": Rationals(above=0),
            "eps": Rationals(above=0),
        },
        lambda at: inner(*[gradient(at["gamma"], at["data"].w, at["data"])] * 2) != 0,
        "grad J != 0",
    ),
    uses=("morwani20.critical.gradient",),
    twins=(Twin(eps, "the rate need not change"), Twin(eps / r**2, "the wrong way")),
).literal(scope="the rate that takes r w to r w', from the gradients through BN at both", most=MOST)
def scaling(at_: At) -> Any:
    w = at_.data.w
    by, after = (gradient(at_.gamma, v, at_.data) for v in (w, each(lambda a: at_.r * a, w)))
    both, square = inner(by, after), inner(after, after)
    if both**2 != inner(by, by) * square:
        raise Undefined("no rate takes r w to r w': the gradients are not parallel")
    return at_.r * at_.eps * both / square


@scaling.exact(scope=EVERY, argued="the gradient depends on the data by second moments alone, which stay letters")
def _same_path(predicted: Predicted) -> Compared:
    by, after = (at_zero(loss(law()["Y"], gamma, a * law()["X"] + t * law()["V"]), t) for a in (Integer(1), r))
    yield "the rate that takes r w to r w', along every v", r * eps * by / after, predicted


stretch = Symbol("t", real=True, nonzero=True)


@Claim(
    "morwani20.critical.sign",
    source=CAI,
    status="reconstructed",
    says="s(t w) = sign(t) s(w): J does not feel the length of w, and t < 0 flips s, J(gamma, -w) = J(-gamma, w)",
    hypotheses=(*MOMENTS, "t != 0"),
    predicts=sign(stretch) * gw / sigma,
    over=tuple(point | {"t": t} for point in OVER for t in (Integer(2), Rational(-1, 3))),
    given=Given(
        {"data": data_sets(), "t": Rationals()}, lambda at: at["t"] != 0, "t != 0", letters=letters("gw", "sigma")
    ),
    speaks_of=("rs", "divisor"),
    twins=(Twin(gw / sigma, "as if J(gamma, tw) = J(gamma, w) for t < 0, too"), Twin(stretch * gw / sigma, "degree 1")),
).literal(scope="mean of y BN(x.w) over the data", most=100)
def homogeneous(at_: At) -> Any:
    row = batchnorm(at_.data.row(each(lambda a: at_.t * a, at_.data.w)))
    return inner(at_.data.y, row) / at_.data.n


@homogeneous.exact(scope=EVERY, argued="J depends on the data by second moments alone, which stay letters")
def _both_signs(predicted: Predicted) -> Compared:
    for factor in (r, -r):
        found = law()["Y"].times((factor * law()["X"]).normalised())
        yield f"t = {factor}, r > 0", found, predicted.subs(stretch, factor)
        same = loss(law()["Y"], factor / r * gamma, law()["X"])
        yield f"J, t = {factor}", loss(law()["Y"], gamma, factor * law()["X"]), same
