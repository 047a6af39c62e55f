"""Section 2: batch normalisation as a reparametrisation, its gradient, its invariances, means other than 0 (B1, B2)."""

from __future__ import annotations

from functools import cache

from sympy import Expr, ImmutableMatrix, Integer, Rational, Symbol, diag, ones, sign, sqrt, symbols

from theory.batchnorm import batchnorm, recentre
from theory.claim import Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.exact.expressions import grid
from theory.least_squares.problem import Problem, dot
from theory.notation import d
from theory.notation import r as rank
from theory.papers.morwani20 import MORWANI20
from theory.papers.morwani20.setting import (
    CAI,
    DIRECTIONS,
    GENERIC,
    LABELS,
    MOMENTS,
    OLS,
    OVER,
    POINTS,
    at,
    eps,
    gamma,
    gradient,
    gv,
    gw,
    hvw,
    hww,
    norm_w,
    sample,
    scalars,
    sigma,
    vw,
    ww,
)

xw = Symbol("xw", real=True)

reparametrised = Claim(
    "morwani20.critical.reparametrised",
    source=Locator(MORWANI20, "Section 2, 'which under the assumption E(x) = 0, transforms to ...'"),
    status="quoted",
    says="if E x = 0, batch normalisation of x.w with scale gamma is gamma x.w/sqrt(w.Hw)",
    tex=r"\gamma\,\frac{x^Tw-\mathbb E(x^Tw)}{\sqrt{\mathrm{Var}(x^Tw)}}=\gamma\,\frac{x^Tw}{\sqrt{w^THw}}",
    hypotheses=("H = E x x^T", "E x = 0", "w.Hw > 0"),
    predicts=gamma * xw / sqrt(hww),
    over=(OVER[0] | {"xw": Rational(5, 8)}, OVER[1] | {"xw": Rational(-3, 4)}),
    twins=(
        Twin(gamma * xw / norm_w, "the Euclidean norm for w.Hw: weight normalisation"),
        Twin(gamma * xw / hww, "the variance for its root"),
    ),
)


@reparametrised.exact(scope="nine data in the plane, four weights, BN with 1/n from its definition")
def _batch(predicted: Predicted) -> Compared:
    problem = sample()
    for direction in DIRECTIONS:
        w = ImmutableMatrix(direction)
        known = scalars(problem, w, w)
        for x, z in zip(POINTS, batchnorm([dot(ImmutableMatrix(x), w) for x in POINTS]), strict=True):
            value = predicted.subs({**known, xw: dot(ImmutableMatrix(x), w)})
            yield f"w = {direction}, x = {x}", gamma * z, value


gradient_claim = Claim(
    "morwani20.critical.gradient",
    source=CAI,
    status="reconstructed",
    says="dJ/dgamma = gamma - s and v.grad_w J = -(gamma/sigma)(g.v - (w.g/sigma^2) v.Hw), J = E(y - gamma "
    "x.w/sigma)^2/2, s = w.g/sigma, sigma^2 = w.Hw",
    tex=r"\partial_\gamma J=\gamma-\frac{w^Tg}{\sigma},\qquad"
    r"\nabla_wJ=-\frac\gamma\sigma\Big(g-\frac{w^Tg}{\sigma^2}Hw\Big)",
    hypotheses=MOMENTS,
    predicts=(gamma - gw / sigma, -(gamma / sigma) * (gv - gw / sigma**2 * hvw)),
    over=OVER,
    twins=(
        Twin((gamma - gw / norm_w, -(gamma / norm_w) * (gv - gw / norm_w**2 * vw)), "|w| in the place of sigma"),
        Twin((gamma - gw / sigma, -(gamma / sigma) * gv), "sigma held fixed in the backward pass"),
        Twin((gamma - gw / sigma, -(gamma / sigma) * (gv - gw / sigma**2 * vw)), "H = I in the projection"),
    ),
)


@gradient_claim.exact(scope="every H, u, w, gamma and direction v; d = 2, 3: differentiation")
def _by_differentiation(predicted: Predicted) -> Compared:
    for generic in GENERIC:
        scale, along = (at(generic, part) for part in predicted)
        yield f"d = {generic.d}, gamma", generic.reduce(generic.loss.diff(gamma)), scale
        yield f"d = {generic.d}, w", generic.reduce(generic.along(generic.loss, generic.vector("v"))), along


@cache
def _slopes(direction: tuple[int, ...], towards: tuple[int, ...]) -> tuple[Expr, Expr]:
    """Derivatives of the mean loss of the nine data by gamma and along `towards`, through BN."""
    t = Symbol("t", real=True)
    w, v = ImmutableMatrix(direction), ImmutableMatrix(towards)
    row = batchnorm([dot(ImmutableMatrix(x), w + t * v) for x in POINTS])
    loss = sum((y - gamma * z) ** 2 for y, z in zip(LABELS, row, strict=True)) / (2 * len(LABELS))
    return loss.diff(gamma).subs(t, 0), loss.diff(t).subs(t, 0)


@gradient_claim.exact(
    scope="nine data in the plane, four weights, two directions: derivative of the mean loss through BN"
)
def _through_the_batch(predicted: Predicted) -> Compared:
    problem = sample()
    for direction in DIRECTIONS:
        for towards in ((1, 0), (2, -3)):
            w, v = ImmutableMatrix(direction), ImmutableMatrix(towards)
            known = scalars(problem, w, v) | {sigma: problem.sigma(w)}
            names = "gamma", f"v = {towards}"
            for which, slope, part in zip(names, _slopes(direction, towards), predicted, strict=True):
                yield f"w = {direction}, {which}", slope, part.subs(known)


mw, my = symbols("mw my", real=True)

centred = Claim(
    "morwani20.critical.mean-not-zero",
    source=OLS,
    status="corrected",
    says="if E x = mu, BN divides by the variance w.Hw - (w.mu)^2 and, with a bias, correlates with y by w.g - (w.mu) "
    "E y: Cov(x) and Cov(x, y) take the places of H and g",
    tex=r"\mathrm{Var}(x^Tw)=w^T(H-\mu\mu^T)w,\qquad\mathrm{Cov}(x^Tw,y)=w^T(g-\mu\,\mathbb Ey)",
    hypotheses=("H = E x x^T", "g = E x y", "E x = mu", "Cov(x) positive definite"),
    predicts=(hww - mw**2, gw - mw * my),
    over=tuple(point | {"mw": Rational(7, 9), "my": Rational(5, 6)} for point in OVER),
    twins=(
        Twin((hww, gw), "H and g, though mu is not 0"),
        Twin((hww - mw**2, gw), "the mean of y forgotten (right if E y = 0)"),
    ),
)


@centred.exact(scope="every w; five data in R^2 and in R^3: RC from its definition, and `Problem.centred`")
def _moments(predicted: Predicted) -> Compared:
    for data in (((1, 0), (4, 1), (2, 5), (3, 3), (0, 7)), ((1, 0, 2), (3, 1, 1), (0, 5, 4), (2, 2, 9), (6, 1, 0))):
        X, y = ImmutableMatrix(data), ImmutableMatrix(LABELS[:5])
        w = ImmutableMatrix(symbols(f"w1:{X.shape[1] + 1}", real=True))
        H, g, mu = X.T * X / 5, X.T * y / 5, X.T * ImmutableMatrix([1] * 5) / 5
        row, labels = recentre(list(X * w)), recentre(list(y))
        by_problem = Problem.centred(H, g, mu, Rational(sum(y), 5))
        known = {hww: dot(w, H * w), gw: dot(w, g), mw: dot(w, mu), my: Rational(sum(y), 5)}
        moments = (sum(z * z for z in row) / 5, sum(z * t for z, t in zip(row, labels, strict=True)) / 5)
        taken = (by_problem.variance(w), dot(w, by_problem.g))
        for name, computed, again, part in zip(("variance", "covariance"), moments, taken, predicted, strict=True):
            yield f"d = {X.shape[1]}, {name}", computed, part.subs(known)
            yield f"d = {X.shape[1]}, {name} of Problem.centred", again, part.subs(known)


mixed = Claim(
    "morwani20.critical.second-moments-with-a-mean",
    source=OLS,
    status="reading",
    says="with E x = mu != 0 the gradient may still be written with H = E x x^T beside sigma^2 = Var(x.w): "
    "w.(g - (w.g/sigma^2) Hw) = 0, as for every function of the direction of w",
    tex=r"w^T\Big(g-\frac{w^Tg}{\mathrm{Var}(x^Tw)}Hw\Big)=0",
    hypotheses=("E x = mu != 0",),
    predicts=Integer(0),
    over=grid(gw=(2, 7), ww=(2, 5), mw=(2, 3)),
    expected=Verdict.REFUTED,
    corrected_by=("morwani20.critical.mean-not-zero",),
    truth=-gw * mw**2 / ww,  # w.g (1 - w.Hw/Var(x.w)), at Cov(x) = I
)


@mixed.exact(scope="Cov(x) = I; mu = (2, 0), w = g = (1, 1): -4; mu = (1, 1), w = (1, 2), g = (3, 2): -63/5")
def _mixed(predicted: Predicted) -> Compared:
    for entries in (((2, 0), (1, 1), (1, 1)), ((1, 1), (1, 2), (3, 2))):
        mu, w, g = map(ImmutableMatrix, entries)
        H = ImmutableMatrix.eye(2) + mu * mu.T
        variance = dot(w, w)
        claimed = predicted.subs({gw: dot(g, w), ww: dot(w, w), mw: dot(mu, w)})
        yield f"mu, w, g = {entries}", dot(w, g - H * w * (dot(w, g) / variance)), claimed


singular = Claim(
    "morwani20.critical.singular-moments",
    source=OLS,
    status="reading",
    says="the BN loss is defined at every w != 0, whatever the second moments H: the weights with w.Hw = 0 are a space "
    "of dimension 0",
    tex=r"\dim\{w:w^THw=0\}=0",
    hypotheses=("H = E x x^T, not necessarily of full rank",),
    predicts=Integer(0),
    over=grid(d=(2, 3), r=(1, 2), where=lambda d, r: r < d),
    expected=Verdict.REFUTED,
    truth=d - rank,
)


@singular.exact(scope="H = diag(1, 0), diag(1, 4, 0) and 3 x 3 ones, of ranks 1, 2 and 1: their null spaces")
def _no_variance(predicted: Predicted) -> Compared:
    for H, known in ((diag(1, 0), 1), (diag(1, 4, 0), 2), (ones(3), 1)):
        found = H.nullspace()
        if any(dot(w, H * w) != 0 for w in found):
            raise AssertionError("a null vector with variance")
        yield f"H = {H.tolist()}, dimension", Integer(len(found)), predicted.subs({d: H.rows, rank: known})


grad2 = Symbol("grad2", positive=True)

norm_growth = Claim(
    "morwani20.critical.norm-growth",
    source=CAI,
    status="reconstructed",
    says="w.grad_w J = 0, so a step of gradient descent gives |w'|^2 = |w|^2 + eps^2 |grad_w J|^2: the norm "
    "never falls",
    tex=r"w^T\nabla_wJ=0,\qquad|w'|^2=|w|^2+\varepsilon^2|\nabla_wJ|^2",
    hypotheses=MOMENTS,
    predicts=ww + eps**2 * grad2,
    over=tuple(point | {"grad2": Rational(11, 6)} for point in OVER),
    uses=("morwani20.critical.gradient",),
    twins=(
        Twin(ww, "the norm is kept"),
        Twin(ww - 2 * eps * grad2 + eps**2 * grad2, "a gradient with a part along w"),
    ),
)


@norm_growth.exact(scope="every H, u, w, gamma, eps; d = 2, 3")
def _pythagoras(predicted: Predicted) -> Compared:
    for generic in GENERIC:
        by = gradient(generic)
        after = generic.w - eps * by
        claimed = predicted.subs({ww: dot(generic.w, generic.w), grad2: dot(by, by)})
        yield f"d = {generic.d}", generic.reduce(dot(after, after)), generic.reduce(claimed)


r = Symbol("r", positive=True)

scaling = Claim(
    "morwani20.critical.scaling",
    source=CAI,
    status="reconstructed",
    says="grad_w J has degree -1 in w, so (r w_0, r^2 eps) gives the same gamma_k and w_k/|w_k| as (w_0, eps)",
    tex=r"(w_0,\varepsilon)\to(rw_0,r^2\varepsilon)",
    hypotheses=(*MOMENTS, "r > 0"),
    predicts=r**2 * eps,
    over=grid(r=(Rational(3, 2), Integer(5)), eps=(Rational(1, 7), Integer(2))),
    uses=("morwani20.critical.gradient",),
    twins=(
        Twin(r * eps, "eps -> r eps"),
        Twin(eps, "the rate need not change"),
        Twin(eps / r**2, "the wrong way"),
    ),
)


@scaling.exact(scope="every H, u, w, gamma, r; d = 2, 3: the rate that takes r w to r w', from each entry of w")
def _same_path(predicted: Predicted) -> Compared:
    for generic in GENERIC:
        by = gradient(generic)
        stretched = {w: r * w for w in generic.w} | {sigma: r * sigma}
        for i, entry in enumerate(by):
            rate = r * eps * entry / entry.subs(stretched, simultaneous=True)
            yield f"d = {generic.d}, entry {i + 1}", generic.reduce(rate), predicted


stretch = Symbol("t", real=True, nonzero=True)

homogeneous = Claim(
    "morwani20.critical.sign",
    source=CAI,
    status="reconstructed",
    says="s(t w) = sign(t) s(w): J does not feel the length of w, and t < 0 flips s, J(gamma, -w) = J(-gamma, w)",
    tex=r"s(tw)=\mathrm{sign}(t)\,s(w)",
    hypotheses=(*MOMENTS, "t != 0"),
    predicts=sign(stretch) * gw / sigma,
    over=tuple(point | {"t": t} for point in OVER for t in (Integer(2), Rational(-1, 3))),
    twins=(
        Twin(gw / sigma, "as if J(gamma, tw) = J(gamma, w) for t < 0, too"),
        Twin(stretch * gw / sigma, "degree 1"),
    ),
)


@homogeneous.exact(scope="nine data in the plane, four weights, t = 2, 1/5, -1, -3: mean of y BN(x.w)")
def _stretched(predicted: Predicted) -> Compared:
    problem = sample()
    for direction in DIRECTIONS:
        w = ImmutableMatrix(direction)
        known = scalars(problem, w, w) | {sigma: problem.sigma(w)}
        for t in (Integer(2), Rational(1, 5), Integer(-1), Integer(-3)):
            row = batchnorm([dot(ImmutableMatrix(x), t * w) for x in POINTS])
            computed = sum(y * z for y, z in zip(LABELS, row, strict=True)) / len(LABELS)
            yield f"w = {direction}, t = {t}", computed, predicted.subs({**known, stretch: t})
