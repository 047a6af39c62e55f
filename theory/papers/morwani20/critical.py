"""Section 2: batch normalisation as a reparametrisation, its gradient and invariances; the landscape of the loss."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sympy import ImmutableMatrix, Integer, Rational, Symbol, sign, sqrt, symbols

from theory.batchnorm import batchnorm, dot, recentre
from theory.claim import Claim, Compared, Locator, Predicted, Twin
from theory.claim.literal.strongest import strongest
from theory.domains.given import Given
from theory.domains.matrices import Correlations
from theory.domains.numbers import Integers, Rationals
from theory.exact.expressions import grid
from theory.notation import d
from theory.notation import r as of_rank
from theory.papers.morwani20 import MORWANI20, READING, derivatives
from theory.papers.morwani20.data import INVERSE, Data, data_sets, letters, rationals
from theory.papers.morwani20.derivatives import (
    LOSS,
    along,
    by_gamma,
    by_gamma_twice,
    by_w_twice,
    gradient,
    least_loss,
    loss,
)
from theory.papers.morwani20.law import ARORA, CAI, OF_ANY_LAW, OLS, OVER, law, scalars
from theory.term import each, number, one_if, root, size
from theory.term.matrices import rank
from theory.term.named import named
from theory.words import At

U2, eps, gamma, norm_w, sigma, ww = scalars("U2 eps gamma norm_w sigma ww")
gg, gv, gw, hvw, hww, vw = scalars("gg gv gw hvw hww vw")

xw = Symbol("xw", real=True)


@Claim(
    "morwani20.critical.reparametrised",
    source=Locator(MORWANI20, "Section 2, 'which under the assumption E(x) = 0, transforms to ...'"),
    status="quoted",
    says="if E x = 0, batch normalisation of x.w with scale gamma is gamma x.w/sqrt(w.Hw)",
    predicts=gamma * xw / sqrt(hww),
    over=(OVER[0] | {"xw": Rational(5, 8)}, OVER[1] | {"xw": Rational(-3, 4)}),
    given=Given(
        {"data": data_sets(), "gamma": Rationals()}, letters=letters("hww", "norm_w", xw=lambda of: of.row(of.w)[0])
    ),
    speaks_of=("rs", "divisor"),
    twins=(Twin(gamma * xw / norm_w, "the Euclidean norm for w.Hw: weight normalisation"),),
).literal(scope="BN over the data from its definition, at the first datum", most=100)
def reparametrised(at: At) -> Any:
    return at.gamma * batchnorm(at.data.row(at.data.w))[0]


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
).literal(scope="derivatives of the mean loss through BN over the data", most=30)
def gradient_claim(at: At) -> Any:
    data = at.data
    return by_gamma(at.gamma, data.w, data), derivatives.by_w(at.gamma, data.w, data.v, data)


mw, my = symbols("mw my", real=True)


@Claim(
    "morwani20.critical.mean-not-zero",
    source=OLS,
    status="corrected",
    says="if E x = mu, the variance of x.w, by which BN divides, is w.Hw - (w.mu)^2, and its covariance with y, which "
    "counts with a bias, is w.g - (w.mu) E y",
    silent_on="that in all else Cov(x) and Cov(x, y) take the places of H and g (note)",
    predicts=(hww - mw**2, gw - mw * my),
    over=tuple(point | {"mw": Rational(7, 9), "my": Rational(5, 6)} for point in OVER),
    given=Given({"data": data_sets(centred=False)}, letters=letters("mw", "my", "hww", "gw")),
    speaks_of=("rc",),
    twins=(Twin((hww, gw), "H and g, though mu is not 0"),),
).literal(scope="means over the recentred data", most=100)
def centred(at: At) -> Any:
    row, labels = recentre(at.data.row(at.data.w)), recentre(at.data.y)
    return dot(row, row) / at.data.n, dot(row, labels) / at.data.n


variance = Symbol("variance", positive=True)


@Claim(
    "morwani20.critical.second-moments-with-a-mean",
    source=OLS,
    **READING,
    says="with E x = mu != 0 the gradient may still be written with H = E x x^T beside sigma^2 = Var(x.w): "
    "w.(g - (w.g/sigma^2) Hw) = 0, as for every function of the direction of w",
    predicts=Integer(0),
    corrected_by=("morwani20.critical.mean-not-zero",),
    given=Given(
        {"data": data_sets(centred=False)},
        letters=letters("mw", "gw", variance=lambda of: dot(of.deviations(), of.deviations()) / of.n),
    ),
    truth=-gw * mw**2 / variance,  # w.g (1 - w.Hw/Var(x.w))
).literal(scope="moments of the data and the variance of x.w", most=60)
def mixed(at: At) -> Any:
    data, along = at.data, dot(at.data.w, at.data.g)
    row = recentre(data.row(data.w))
    variance = dot(row, row) / data.n
    return dot(data.w, each(lambda a, b: a - along / variance * b, data.g, data.times(data.w)))


@Claim(
    "morwani20.critical.singular-moments",
    source=OLS,
    **READING,
    says="the BN loss is defined at every w != 0, whatever the second moments H: the weights with w.Hw = 0 are a space "
    "of dimension 0",
    predicts=Integer(0),
    given=Given({"H": Correlations()}, letters={"d": lambda at: number(size(at["H"])), "r": lambda at: rank(at["H"])}),
    truth=d - of_rank,
).literal(scope="the null vectors of H, of which none has variance", most=100)
@named("dim{{w : wᵀ{H}w = 0}}", r"\dim\{{w:w^{{\mathsf T}}{H}w=0\}}")
def singular(at: At) -> Any:
    H = ImmutableMatrix(at.H).to_DM()  # over Q, where elimination is fast
    found = H.nullspace()
    if not (found * H * found.transpose()).is_zero_matrix:
        raise AssertionError("a null vector with variance")
    return Integer(found.shape[0])


slope2, along_v, r = symbols("slope2 along_v r", positive=True)


@named("∇L({0})", r"\nabla L({0})", shape=lambda w, _: (size(w),), means="L(w) = ⟨y, BN(⟨x, w⟩)⟩")
def _slope(w: Any, data: Data) -> Any:
    """The gradient of L in w, entry by entry: w_k moves x.w by the k-th coordinates of the data."""
    x = data.row(w)
    return each(lambda row: dot(data.y, along(x, row)), data.A)


def _moved(w: Any, eps: Any, data: Data) -> Any:
    return each(lambda a, b: a - eps * b, w, _slope(w, data))


@Claim(
    "morwani20.critical.scale-invariant",
    source=ARORA,
    says="whatever the loss L of a network with BN after x.w, delta = dL/dBN: w.grad L = 0, so a step of descent "
    "makes |w'|^2 = |w|^2 + eps^2 |grad L|^2, and from r w at the rate r^2 eps it leads to r w': the direction of w "
    "moves at the effective rate eps/|w|^2",
    hypotheses=("delta depends on w through BN(x.w) alone, so that it is one at w and at r w; labels are delta",),
    predicts=(Integer(0), ww + eps**2 * slope2, r * along_v),
    over=grid(ww=(2, Rational(17, 4)), eps=(3, Rational(1, 2)), slope2=(5,), r=(Rational(3, 2), 7), along_v=(11,)),
    given=Given(
        {"data": data_sets(centred=False), "r": Rationals(above=0), "eps": Rationals(above=0)},
        letters={
            "slope2": lambda at: dot(*[_slope(at["data"].w, at["data"])] * 2),
            "along_v": lambda at: dot(at["data"].v, _moved(at["data"].w, at["eps"], at["data"])),
            **letters("ww"),
        },
    ),
    speaks_of=("rs",),
    twins=(
        Twin((Integer(0), ww, r * along_v), "the norm is kept"),
        Twin((Integer(0), ww + eps**2 * slope2, along_v), "the path does not feel r"),
    ),
).literal(scope="a step on L = <delta, BN(x.w)> from w and, at r^2 eps, from r w, along v", most=30)
def scale_invariant(at: At) -> Any:
    data = at.data
    moved = _moved(data.w, at.eps, data)
    longer = _moved(each(lambda a: at.r * a, data.w), at.r**2 * at.eps, data)
    return dot(data.w, _slope(data.w, data)), dot(moved, moved), dot(data.v, longer)


stretch = Symbol("t", real=True, nonzero=True)


@Claim(
    "morwani20.critical.sign",
    source=CAI,
    status="reconstructed",
    says="s(t w) = sign(t) s(w): J does not feel the length of w, and t < 0 flips s, J(gamma, -w) = J(-gamma, w)",
    predicts=sign(stretch) * gw / sigma,
    over=tuple(point | {"t": t} for point in OVER for t in (Integer(2), Rational(-1, 3))),
    given=Given({"data": data_sets(), "t": Rationals()}, lambda at: at["t"] != 0, "t != 0", letters("gw", "sigma")),
    speaks_of=("rs", "divisor"),
    twins=(Twin(gw / sigma, "as if J(gamma, tw) = J(gamma, w) for t < 0, too"), Twin(stretch * gw / sigma, "degree 1")),
).literal(scope="mean of y BN(x.w) over the data", most=100)
def homogeneous(at: At) -> Any:
    row = batchnorm(at.data.row(each(lambda a: at.t * a, at.data.w)))
    return dot(at.data.y, row) / at.data.n


@homogeneous.exact(**OF_ANY_LAW)
def _both_signs(predicted: Predicted) -> Compared:
    of = law()
    for factor in (r, -r):
        found = of.mean(of["Y"] * of.bn(factor * of["X"]))
        yield f"t = {factor}, r > 0", found, predicted.subs(stretch, factor)
        yield f"J, t = {factor}", of.loss(gamma, factor * of["X"]), of.loss(factor / r * gamma, of["X"])


@Claim(
    "morwani20.critical.excess",
    source=OLS,
    says="J - E(y - x.u)^2/2 = ((gamma - s)^2 + U^2 - s^2)/2, U^2 = u.Hu, u = H^-1 g the solution of least squares",
    predicts=((gamma - gw / sigma) ** 2 + U2 - (gw / sigma) ** 2) / 2,
    over=OVER,
    given=Given({"data": data_sets(), "gamma": Rationals()}, letters=letters("gw", "U2", "sigma")),
    speaks_of=("rs", "divisor"),
    twins=(Twin(((gamma - gw / sigma) ** 2 + U2) / 2, "never below U^2/2"),),
).literal(scope="the mean loss through BN, less that of plain least squares at the solution", most=60)
def excess(point: At) -> Any:
    return loss(point.gamma, point.data.w, point.data) - least_loss(point.data)


critical, level = (Symbol(name, integer=True, nonnegative=True) for name in ("critical", "level"))


@named("1[γ = s({0})]", r"1[\gamma=s({0})]")
def _level(w: Any, gamma: Any, data: Data) -> Any:
    return number(one_if(gamma * root(data.form(w, w)) == dot(data.g, w)))


@named("1[γ = s({0}), γ = 0 ∨ {0} ∥ u]", r"1[\gamma=s({0}),\ \gamma=0\lor{0}\parallel u]",
       means="s(w) = ⟨E[x y], w⟩/sd⟨x, w⟩")  # fmt: skip
def _critical(w: Any, gamma: Any, data: Data) -> Any:
    along, square = dot(data.g, w), data.form(w, w)
    off = each(lambda a, b: gamma * (square * a - along * b), data.u, w)
    return _level(w, gamma, data) * number(one_if(dot(off, off) == 0))


@Claim(
    "morwani20.critical.no-other",
    source=OLS,
    says="(gamma, w) is a critical point of J exactly if gamma = s and either gamma = 0 or w || u: the saddles gamma = "
    "w.g = 0, and the minimisers gamma = +-U, w = +-c u, c > 0",
    predicts=critical,
    over=grid(critical=(0, 1), level=(0, 1)),
    given=Given(
        {"data": data_sets(known=(INVERSE, LOSS)), "gamma": Rationals()},
        letters={
            "critical": lambda at: _critical(at["data"].w, at["gamma"], at["data"]),
            "level": lambda at: _level(at["data"].w, at["gamma"], at["data"]),
        },
    ),
    speaks_of=("rs", "divisor"),
    uses=("morwani20.critical.gradient", "morwani20.critical.excess"),
    twins=(Twin(level, "dJ/dgamma = 0 is enough"),),
).literal(scope="the gradient of the mean loss through BN", most=30)
def no_other(point: At) -> Any:
    by = gradient(point.gamma, point.data.w, point.data)
    return one_if(by_gamma(point.gamma, point.data.w, point.data) ** 2 + dot(by, by) == 0)


def _cases() -> Iterator[dict[str, Any]]:
    """Minimisers, saddles and neither, where H = I, g = u = (3, 4), U = 5."""
    A, y = rationals(((-1, 1, -1, 1), (-1, -1, 1, 1))), (-7, -1, 1, 7)
    for w, scale in (((3, 4), 5), ((3, 4), 4), ((-6, -8), -5), ((-6, -8), 5), ((4, -3), 0), ((4, -3), 5), ((1, 0), 3)):
        labels, weights = rationals((y, w))
        yield {"data": Data(A, labels, weights, weights), "gamma": Rational(scale)}


strongest("morwani20.critical.no-other", *_cases())


@Claim(
    "morwani20.critical.saddles",
    source=OLS,
    says="at gamma = 0, w.g = 0 the Hessian of J on the plane of gamma and a direction v has the determinant "
    "-(g.v)^2/sigma^2",
    silent_on="what follows (note): these points are strict saddles, with one negative direction, v = g",
    predicts=-(gv**2) / sigma**2,
    over=OVER,
    given=Given({"data": data_sets(Integers(2), level=True, known=(LOSS,))}, letters=letters("gv", "sigma")),
    speaks_of=("rs", "divisor"),
    uses=("morwani20.critical.no-other",),
).literal(scope="second derivatives of the mean loss through BN", most=30)
def saddles(point: At) -> Any:
    data, gain = point.data, Integer(0)
    mixed = derivatives.by_gamma_and_w(gain, data.w, data.v, data)
    return by_gamma_twice(gain, data.w, data) * by_w_twice(gain, data.w, data.v, data) - mixed**2


@Claim(
    "morwani20.critical.all-starts",
    source=OLS,
    **READING,
    says="gradient descent reaches the minimum from every start with w_0 != 0",
    predicts=Integer(0),
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
).literal(scope="a step of gradient descent at any rates on the mean loss through BN, from gamma = 0, w.g = 0", most=30)
def stuck(point: At) -> Any:
    return loss_after(1, point.data, point.rate_gamma, point.eps) - least_loss(point.data)


@named("J(γ_{0}, w_{0})", r"J(\gamma_{0},w_{0})",
       means="(γ_k, w_k) gradient descent on J(γ, w) = E(y − γ BN(⟨x, w⟩))²/2 from (0, w), rate_gamma the rate of γ, "
       "eps that of w")  # fmt: skip
def loss_after(steps: int, data: Data, rate_gamma: Any, eps: Any) -> Any:
    gain, w = Integer(0), data.w
    for _ in range(steps):
        by = gradient(gain, w, data)
        gain, w = gain - rate_gamma * by_gamma(gain, w, data), each(lambda a, b: a - eps * b, w, by)
    return loss(gain, w, data)
