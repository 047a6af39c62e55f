"""Sections 1 and 2: the learning rates that converge, with and without BN, for the loss and for half of it (B3, B5)."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

from sympy import Expr, ImmutableMatrix, Integer, Rational, Symbol, solve

from theory.claim import Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.claim.domains import Rationals
from theory.claim.given import Given
from theory.exact.expressions import grid
from theory.least_squares.problem import HALVED, PRINTED, Generic, Point, Problem, dot
from theory.least_squares.rates import saddle_jacobian
from theory.papers.morwani20 import MORWANI20
from theory.papers.morwani20.convergence.setting import UP_TO_1
from theory.papers.morwani20.data import DataSets, along, letters
from theory.papers.morwani20.setting import (
    DIRECTIONS,
    MOMENTS,
    OLS,
    OVER,
    REDUCED,
    UP_TO_ROTATION,
    eps,
    gamma,
    gg,
    gradient,
    rate_gamma,
    sample,
    scalars,
    sigma,
)
from theory.words import At

BACKGROUND = Locator(MORWANI20, "Section 1, 'the maximum lr allowed is 2/lambda_max, where ... the Hessian'")


SECTION_2 = Locator(MORWANI20, "Section 2, 'the maximum allowed step size is 2/lambda_max, where ... of H'")


q, lam, trace = (Symbol(name, positive=True) for name in ("q", "lambda_max", "tr_H"))


FACTORS = (HALVED, PRINTED, Integer(3))


TOPS = (
    (ImmutableMatrix([[2, 1], [1, 2]]), ImmutableMatrix([1, 1]), 3),
    (ImmutableMatrix([[1, 0], [0, 7]]), ImmutableMatrix([0, 1]), 7),
    (ImmutableMatrix([[2, -1, 0], [-1, 3, -1], [0, -1, 2]]), ImmutableMatrix([1, -2, 1]), 4),
)
"""H, an eigenvector for its greatest eigenvalue, and that eigenvalue."""


def flip(problem: Problem, factor: Expr, top: ImmutableMatrix) -> Expr:
    """The rate at which a plain step takes the error along an eigenvector to its negative: 2 |error|/|gradient|."""
    v = ImmutableMatrix([Symbol(f"v{i}") for i in range(problem.d)])
    loss = factor * (dot(v, problem.H * v) - 2 * dot(v, problem.g))
    there = dict(zip(v, problem.u + top, strict=True))
    by = ImmutableMatrix([loss.diff(entry).subs(there) for entry in v])
    return 2 * dot(top, top) / dot(top, by)


hessian = Claim(
    "morwani20.convergence.largest-rate-of-the-hessian",
    source=BACKGROUND,
    status="quoted",
    says="gradient descent on a quadratic loss with Hessian A converges from every start if and only if the rate is "
    "below 2/lambda_max(A)",
    tex=r"\eta<\frac2{\lambda_{\max}(\nabla^2L)}",
    hypotheses=("quadratic loss, positive definite Hessian",),
    silent_on="the rate 2/lambda_max itself, at which the greatest component of the error only changes its sign",
    predicts=2 / lam,
    over=grid(lambda_max=(Integer(3), Rational(7, 2))),
    twins=(Twin(1 / lam, "the rate for which the error never overshoots"),),
)


@hessian.exact(
    scope="q = 1/2, 1, 3, three H: Hessian 2qH; the rate that takes the greatest error to its negative",
    reach="step",
    of="e' = (I - eta A) e, whose eigenvalues lie in (-1, 1) for all lambda iff eta < 2/lambda_max",
)
def _of_hessian(predicted: Predicted) -> Compared:
    for H, top, greatest in TOPS:
        for factor in FACTORS:
            computed = flip(Problem.of(H, H[:, 0]), factor, top)
            yield f"H = {H.tolist()}, q = {factor}", computed, predicted.subs(lam, 2 * factor * greatest)


as_printed = Claim(
    "morwani20.convergence.largest-rate-as-printed",
    source=SECTION_2,
    status="quoted",
    says="on E(y - x.w)^2 the greatest step is 2/lambda_max(H), H = E x x^T (right for half of this loss)",
    tex=r"\min\,\mathbb E(y-x^Tw)^2:\ \eta<\frac2{\lambda_{\max}(H)}",
    hypotheses=("H = E x x^T positive definite", "the step is along the gradient of the loss as printed"),
    silent_on="a gradient without its factor 2, for which the sentence is right",
    predicts=2 / lam,
    over=grid(lambda_max=(Integer(3),)),
    expected=Verdict.REFUTED,
    corrected_by=("morwani20.convergence.largest-rate",),
    truth=1 / lam,  # q = 1
)


@as_printed.exact(scope="three H: the rate that takes the greatest error to its negative is 1/lambda_max(H)")
def _printed(predicted: Predicted) -> Compared:
    for H, top, greatest in TOPS:
        yield f"H = {H.tolist()}", flip(Problem.of(H, H[:, 0]), PRINTED, top), predicted.subs(lam, greatest)


plain = Claim(
    "morwani20.convergence.largest-rate",
    source=SECTION_2,
    status="corrected",
    says="gradient descent on q E(y - x.w)^2 converges from every start if and only if the rate is below 1/(q "
    "lambda_max(H)): 1/lambda_max(H) for the loss as printed, 2/lambda_max(H) for half of it",
    tex=r"\eta<\frac1{q\,\lambda_{\max}(H)}",
    hypotheses=("H = E x x^T positive definite",),
    silent_on="the rate 1/(q lambda_max(H)) itself: no convergence unless the greatest component vanishes",
    predicts=1 / (q * lam),
    over=grid(q=FACTORS, lambda_max=(Integer(3), Rational(1, 2)), tr_H=(Integer(5),)),
    uses=("morwani20.convergence.largest-rate-of-the-hessian",),
    twins=(Twin(2 / lam, "2/lambda_max(H) in every normalisation"), Twin(2 / trace, "2/tr H, sufficient for q = 1/2")),
)


@plain.exact(
    scope="q = 1/2, 1, 3, three H: the rate that takes the greatest error to its negative",
    reach="step",
    of="`largest-rate-of-the-hessian` with A = 2qH",
)
def _plain(predicted: Predicted) -> Compared:
    for H, top, greatest in TOPS:
        for factor in FACTORS:
            claimed = predicted.subs({q: factor, lam: greatest, trace: H.trace()})
            yield f"H = {H.tolist()}, q = {factor}", flip(Problem.of(H, H[:, 0]), factor, top), claimed


def gamma_flip(problem: Problem, factor: Expr, w: ImmutableMatrix) -> Expr:
    """The rate for gamma at which a step takes gamma - s to its negative, at w fixed, from gamma = 0."""
    start = Point(Integer(0), w)
    return 2 * (start.gamma - problem.alignment(w)) / problem.gradient(start, factor).gamma


region = Claim(
    "morwani20.convergence.region",
    source=UP_TO_1,
    status="new",
    says="with BN, for every rate > 0 of w and every rate of gamma in (0, 1/q): |w_k| rises to a finite limit, grad J "
    "-> 0, and almost every start comes to a minimiser; for a rate of gamma above 1/q almost no start does. So eps_a < "
    "2 for the halved loss; one rate for both converges on the printed loss if it is below 1, and not if it is above",
    tex=r"\varepsilon_\gamma\in(0,1/q),\ \varepsilon>0\ \Rightarrow\ (\gamma_k,w_k)\to\pm(U,cu)\ \text{a.e.}",
    hypotheses=(*MOMENTS, "loss q E(y - gamma x.w/sigma)^2", "gamma and w move at once"),
    silent_on="the rate 1/q itself, and how many steps it takes",
    predicts=1 / q,
    over=grid(q=FACTORS),
    uses=("morwani20.critical.no-other", "morwani20.critical.norm-growth", "morwani20.convergence.saddle"),
    twins=(
        Twin(1 / (2 * q), "eps_a <= 1 necessary (q = 1/2), as a cautious theorem has it"),
        Twin(2 / q, "4 for the halved loss"),
        Twin(Integer(1), "'upto 1' in every normalisation"),
    ),
)


@region.exact(
    scope="q = 1/2, 1, 3, four weights: the rate at which gamma - s changes its sign, from the gradient",
    reach="step",
    of="(3): a_(k+1) = (1 - eps_a) a_k - (s_(k+1) - s_k) and |1 - eps_a| < 1, eps_a = 2q e_gamma",
)
def _gamma(predicted: Predicted) -> Compared:
    problem = sample()
    for factor in FACTORS:
        for w in map(ImmutableMatrix, DIRECTIONS):
            yield f"q = {factor}, w = {tuple(w)}", gamma_flip(problem, factor, w), predicted.subs(q, factor)


up_to_one = Claim(
    "morwani20.convergence.up-to-one",
    source=UP_TO_1,
    status="quoted",
    says="with BN gradient descent on least squares converges for any learning rate up to 1: exactly so for the loss "
    "as printed and one rate for gamma and w",
    tex=r"\sup\{\eta:\ \text{gradient descent converges}\}=1",
    hypotheses=(*MOMENTS, "loss E(y - gamma x.w/sigma)^2 (q = 1)", "one rate for gamma and w", "almost every start"),
    silent_on="the halved loss, where any rate below 2 does; the rate 1 itself",
    predicts=Integer(1),
    over=({},),
    uses=("morwani20.convergence.region",),
    twins=(Twin(Integer(2), "2, which is right for half of the loss"),),
)


@up_to_one.exact(
    scope="q = 1, four weights: the rate at which gamma - s changes its sign, from the gradient",
    reach="step",
    of="`region` with q = 1, and of that (3): a_(k+1) = (1 - eps_a) a_k - (s_(k+1) - s_k) and |1 - eps_a| < 1",
)
def _one(predicted: Predicted) -> Compared:
    for entries in DIRECTIONS:
        yield f"w = {entries}", gamma_flip(sample(), PRINTED, ImmutableMatrix(entries)), predicted


saddle = Claim(
    "morwani20.convergence.saddle",
    source=OLS,
    status="new",
    says="at gamma = 0, w.g = 0 one step has the multiplier 1 on the complement of g in w, and on the plane of gamma "
    "and g trace 2 - eps_a and determinant 1 - eps_a - eps eps_a |g|^2/sigma^2: one multiplier exceeds 1 for all rates",
    tex=r"\mathrm{tr}=2-\varepsilon_a,\qquad\det=1-\varepsilon_a-\varepsilon\varepsilon_a\frac{|g|^2}{\sigma^2}",
    hypotheses=(*MOMENTS, "gamma = 0", "w.g = 0", "halved loss"),
    predicts=(2 - rate_gamma, 1 - rate_gamma - eps * rate_gamma * gg / sigma**2),
    over=OVER,
    given=Given(
        {"data": DataSets(d=(2, 3), level=True), "eps": Rationals(above=0), "rate_gamma": Rationals(above=0)},
        letters=letters("gg", "sigma"),
    ),
    left=r"(\mathrm{tr},\det)\,DT|_{\gamma,g}",
    speaks_of=("rs", "divisor"),
    uses=("morwani20.critical.saddles",),
    twins=(
        Twin((2 - rate_gamma, 1 - rate_gamma + eps * rate_gamma * gg / sigma**2), "attracting saddles"),
        Twin((2 - rate_gamma, 1 - rate_gamma), "a neutral direction"),
    ),
)


@saddle.literal(scope="second derivatives of the mean loss through BN, along gamma and g", most=40)
def _of_a_step(point: At) -> Any:
    data = point.data
    _, _, by_gamma, mixed, by_g = along(data, Integer(0), data.w, data.g)
    size = sum(a**2 for a in data.g)
    # T = (gamma, w) - (eps_a J_gamma, eps grad_w J); what it does along g, measured in g
    block = ImmutableMatrix(
        [
            [1 - point.rate_gamma * by_gamma, -point.rate_gamma * mixed],
            [-point.eps * mixed / size, 1 - point.eps * by_g / size],
        ]
    )
    return block.trace(), block.det()


@cache
def _at_saddle(generic: Generic) -> tuple[Expr, Expr]:
    """Trace and determinant of the derivative of one step in gamma and along g, at gamma = 0, w.g = 0."""
    to_gamma = gamma - rate_gamma * generic.loss.diff(gamma)
    to_w = generic.w - eps * gradient(generic)
    g = generic.problem.g
    moved = (to_w.diff(gamma), to_w.applyfunc(partial(generic.along, v=g)))
    below = [dot(g, column) / dot(g, g) for column in moved]  # both along g
    block = ImmutableMatrix([[to_gamma.diff(gamma), generic.along(to_gamma, g)], below])
    found = (block[0, 0] + block[1, 1], block[0, 0] * block[1, 1] - block[0, 1] * block[1, 0])
    return _there(generic, found[0]), _there(generic, found[1])


@cache
def _level(generic: Generic) -> Expr:
    """u_1 where w.g = 0."""
    return solve(dot(generic.w, generic.problem.g), generic.u[0])[0]


def _there(generic: Generic, f: Expr) -> Expr:
    return generic.reduce(f.subs(gamma, 0).subs(generic.u[0], _level(generic)))


@saddle.exact(
    scope="every H, u, w with w.g = 0, eps, eps_a; d = 2, and d = 3 with H diagonal: derivatives of the step",
    reach="step",
    of=REDUCED,
)
def _block(predicted: Predicted) -> Compared:
    for generic in UP_TO_ROTATION:
        g = generic.problem.g
        for name, computed, part in zip(("trace", "determinant"), _at_saddle(generic), predicted, strict=True):
            yield f"d = {generic.d}, {name}", computed, _there(generic, part.subs(gg, dot(g, g)))


@saddle.exact(
    scope="H = [[2, 1], [1, 3]], g = (1, 0), w = (0, 1), every eps, eps_a: `saddle_jacobian`",
    reach="stand-in",
    of="the derivative of a step: its matrix is taken from the formula of the note",
)
def _whole(predicted: Predicted) -> Compared:
    problem = Problem.of([[2, 1], [1, 3]], [1, 0])
    w = ImmutableMatrix([0, 1])
    x = Symbol("x")
    jacobian = saddle_jacobian(problem, w, rate_gamma, eps)
    computed = (x * ImmutableMatrix.eye(3) - jacobian).det(method="berkowitz")
    known = scalars(problem, w, w) | {sigma: problem.sigma(w)}
    t, product = (part.subs({s: e for s, e in known.items() if s in part.free_symbols}) for part in predicted)
    yield "characteristic polynomial", computed, (x - 1) * (x**2 - t * x + product)
