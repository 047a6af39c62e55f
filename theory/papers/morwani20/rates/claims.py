"""Section 2, speed near a minimiser: the Hessian H*/c^2, the spectrum of one step, BN's own rate (B6)."""

from __future__ import annotations

from functools import cache
from typing import Any

from flint import arb, fmpq_poly
from sympy import Abs, Expr, ImmutableMatrix, Integer, Max, Rational, Symbol, cancel, eye, sqrt, symbols

from theory.claim import Claim, Compared, Predicted, Twin
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers, Rationals
from theory.exact.certify import precision
from theory.exact.expressions import enclose, grid
from theory.exact.rationals import rational, to_fmpq
from theory.least_squares.critical import real_roots, star, star_eigenvalues
from theory.least_squares.problem import Generic, Problem
from theory.notation import HALF, d
from theory.papers.morwani20.data import Data, DataSets, letters
from theory.papers.morwani20.derivatives import along
from theory.papers.morwani20.descent import final_square
from theory.papers.morwani20.law import EVERY, at_zero, loss, t
from theory.papers.morwani20.rates.setting import EXAMPLES, SPEED, trace, x
from theory.papers.morwani20.setting import (
    CAI,
    MOMENTS,
    OVER,
    U2,
    c,
    eps,
    gamma,
    gg,
    gradient,
    gv,
    hvv,
    law,
    rate_gamma,
    sigma,
    uu,
    uv,
)
from theory.term import each, root
from theory.words import At

AT_MINIMISER = (*MOMENTS, "gamma = U, w = c u, c > 0", "J halved: for the loss as printed halve the rates")


U = Symbol("U", positive=True)


def with_numbers(problem: Problem, f: Expr, scale: Expr) -> Expr:
    """f(gamma, w, sigma) at gamma = U, w = scale u, for the numbers of a problem."""
    generic = Generic(problem.d)
    point = dict(zip(generic.w, scale * problem.u, strict=True)) | {sigma: scale * U, gamma: U}
    known = dict(zip(generic.u, problem.u, strict=True)) | dict(zip(generic.problem.H, problem.H, strict=True))
    return f.xreplace(point | known).expand().subs(U**2, problem.square).expand()


hessian = Claim(
    "morwani20.rates.hessian",
    source=SPEED,
    status="reconstructed",
    says="at gamma = U, w = c u the Hessian of J is 1 in gamma, 0 between gamma and w, and v.H*v/c^2 = (v.Hv - "
    "(g.v)^2/U^2)/c^2 along v",
    tex=r"\nabla^2J=\mathrm{diag}\big(1,\ H^*/c^2\big),\qquad H^*=H-\frac{gg^T}{u^THu}",
    hypotheses=AT_MINIMISER,
    predicts=(Integer(1), Integer(0), (hvv - gv**2 / U2) / c**2),
    over=OVER,
    given=Given({"data": DataSets(), "c": Rationals(above=0)}, letters=letters("hvv", "gv", "U2", "uv", "uu")),
    left=r"(J_{\gamma\gamma},\ J_{\gamma v},\ J_{vv})(U,cu)",
    speaks_of=("rs", "divisor"),
    uses=("morwani20.critical.gradient",),
    twins=(
        Twin((Integer(1), Integer(0), hvv / c**2), "H for H*"),
        Twin((Integer(1), Integer(0), (hvv - gv**2) / c**2), "H - g g^T"),
        Twin((Integer(1), Integer(0), (hvv - uv**2 / U2) / c**2), "H - u u^T/(u.Hu)"),
        Twin((Integer(1), Integer(0), (hvv - gv**2 / uu) / c**2), "H - g g^T/|u|^2"),
    ),
)


@hessian.literal(scope="second derivatives of the mean loss through BN at gamma = U, w = c u", most=18)
def _at_the_minimiser(point: At) -> Any:
    data = point.data
    gain = root(data.form(data.u, data.u))
    return along(data, gain, each(lambda a: point.c * a, data.u), data.v)[2:]


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


@cache
def step_polynomial(problem: Problem, scale: Expr, by_gamma: Expr, by_w: Expr) -> Expr:
    """det(x - DT) of one step T at gamma = U, w = scale u; DT by differentiating the gradient, H and u rational."""
    generic = Generic(problem.d)
    step = [gamma - by_gamma * generic.loss.diff(gamma), *(generic.w - by_w * gradient(generic))]
    units = eye(problem.d)
    rows = [[f.diff(gamma), *(generic.along(f, units[:, i]) for i in range(problem.d))] for f in step]
    jacobian = ImmutableMatrix(rows).applyfunc(lambda f: with_numbers(problem, f, scale))
    return (x * eye(problem.d + 1) - jacobian).det(method="berkowitz").expand().subs(U**2, problem.square)


def multipliers(by_gamma: Expr, by_w: Expr) -> Expr:
    """det(x - DT) for d = 1, 2, 3: 1 - by_gamma, 1 (along u), 1 - by_w lambda_i(H*)."""
    moved = (x - 1) ** 2 + by_w * (trace - gg / U2) * (x - 1) + by_w**2 * minors
    return (x - 1 + by_gamma) * (x - 1) ** (d - 2) * moved


def _minors(matrix: ImmutableMatrix) -> Expr:
    """The sum of the principal minors of size 2."""
    return (matrix.trace() ** 2 - (matrix * matrix).trace()) / 2


spectrum = Claim(
    "morwani20.rates.spectrum",
    source=SPEED,
    status="reconstructed",
    says="one step of gradient descent has at gamma = U, w = c u the multipliers 1 - eps_a, 1 (along u) and 1 - "
    "(eps/c^2) lambda_i(H*): det(x - DT) for d = 1, 2, 3 through tr H* = tr H - |g|^2/U^2 and the sum e_2 of the "
    "principal minors of H* of size 2 (pdet H* = det H |u|^2/U^2 for d = 3)",
    tex=r"\mathrm{spec}\,DT=\{1-\varepsilon_a,\ 1\}\cup\Big\{1-\frac{\varepsilon}{c^2}\lambda_i(H^*)\Big\}",
    hypotheses=AT_MINIMISER,
    predicts=multipliers(rate_gamma, shift),
    over=tuple(
        point | {"x": Integer(4), "tr_H": Integer(17), "e2": Integer(23), "d": size}
        for point in OVER
        for size in (2, 3)
    ),
    given=Given(
        {
            "data": DataSets(d=(1, 3)),
            "x": Integers(3),
            "c": Rationals(above=0),
            "rate_gamma": Rationals(above=0),
            "eps": Rationals(above=0),
        },
        letters={
            "d": lambda at: Integer(len(at["data"].A)),
            "tr_H": lambda at: at["data"].H.trace(),
            "e2": lambda at: _minors(star(Problem.of(at["data"].H, at["data"].g))),
            **letters("gg", "U2"),
        },
    ),
    left=r"\det(x-DT)",
    speaks_of=("rs", "divisor"),
    uses=("morwani20.rates.hessian",),
    twins=(
        Twin(multipliers(rate_gamma, eps), "the effective step eps itself, without |u|^2/|w|^2"),
        Twin(multipliers(Integer(1), shift), "a spectrum that does not see eps_a"),
        Twin(multipliers(rate_gamma, eps / c), "c for its square"),
    ),
)


@spectrum.literal(scope="second derivatives of the mean loss through BN, along e_i and e_i + e_j", most=16)
def _of_a_step(point: At) -> Any:
    data, size = point.data, len(point.data.A)
    gain, w = sqrt(data.form(data.u, data.u)), tuple(point.c * a for a in data.u)
    units = [tuple(eye(size).row(i)) for i in range(size)]
    alone = [along(data, gain, w, e) for e in units]

    def entry(i: int, j: int) -> Any:
        if i == j:
            return alone[i][4]
        both = along(data, gain, w, tuple(a + b for a, b in zip(units[i], units[j], strict=True)))[4]
        return (both - alone[i][4] - alone[j][4]) / 2

    mixed = [one[3] for one in alone]
    hessian = [[alone[0][2], *mixed], *([mixed[i], *(entry(i, j) for j in range(size))] for i in range(size))]
    rates = [point.rate_gamma, *[point.eps] * size]
    step = ImmutableMatrix(size + 1, size + 1, lambda i, j: int(i == j) - rates[i] * hessian[i][j])
    return (point.x * eye(size + 1) - step).applyfunc(lambda a: a.expand()).det(method="berkowitz")


@cache
def flat_along(size: int) -> ImmutableMatrix:
    """Any symmetric matrix that takes (u1, u2, ..), none of them 0, to 0, by its first size - 1 rows and columns."""
    u, k = symbols(f"u1:{size + 1}", positive=True), symbols(f"k0:{size**2}", real=True)
    free = [[k[min(i, j) * size + max(i, j)] for j in range(size - 1)] for i in range(size - 1)]
    last = [-sum((a * b for a, b in zip(row, u, strict=False)), Integer(0)) / u[-1] for row in free]
    corner = -sum((a * b for a, b in zip(last, u, strict=False)), Integer(0)) / u[-1]
    return ImmutableMatrix([*([*row, end] for row, end in zip(free, last, strict=True)), [*last, corner]])


@cache
def by_matrix(size: int) -> Expr:
    """det(x - DT) for such an H*."""
    by_w = ((x - 1) * eye(size) + eps * flat_along(size) / c**2).det(method="berkowitz")
    return cancel((x - 1 + rate_gamma) * by_w)


@spectrum.exact(
    scope="every law: d = 1, 2, 3 and H* any symmetric matrix that takes u to 0",
    step="DT is diagonal in blocks, 1 - eps_a and I - eps H*/c^2; H* is symmetric and takes u to 0",
)
def _of_a_law(predicted: Predicted) -> Compared:
    # H* is symmetric by its form along v, and g = Hu: v.H*u = g.v - (g.v)(g.u)/U^2
    yield "the Hessian of J", of_a_law(), (Integer(1), Integer(0), (hvv - gv**2 / U2) / c**2)
    yield "v.H*u", gv - gv * U2 / U2, Integer(0)
    for size in (1, 2, 3):
        there = {d: size, trace: flat_along(size).trace() + gg / U2, minors: _minors(flat_along(size))}
        yield f"d = {size}", by_matrix(size), predicted.subs(there)


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


@rate.certified(
    scope="the four problems of `spectrum`, five pairs of rates, c = 1/2 and 3: zeros of det(x - DT), less one 1",
    step="near a hyperbolic minimiser the error shrinks by the greatest multiplier but for the 1 along u",
)
def _greatest_multiplier(predicted: Predicted) -> Compared:
    pairs = ((1, Rational(1, 9)), (Rational(19, 10), Rational(1, 9)), (Rational(1, 10), 1), (1, 4), (Rational(3, 2), 9))
    with precision(40):
        for problem in EXAMPLES:
            values = star_eigenvalues(problem, 40)
            for scale in (Rational(1, 2), Integer(3)):
                polynomial = step_polynomial(problem, scale, rate_gamma, eps)
                for by_gamma, by_w in pairs:
                    moduli = transverse(polynomial.subs({rate_gamma: by_gamma, eps: by_w}))
                    known = {"rate_gamma": by_gamma, "eps": by_w, "c": scale, "low": values[0], "high": values[-1]}
                    where = f"d = {problem.d}, c = {scale}, eps_a = {by_gamma}, eps = {by_w}"
                    yield where, max(moduli), enclose(predicted, known, 40)


def transverse(polynomial: Expr) -> list[arb]:
    """Moduli of the roots but for one root 1, the direction of w itself."""
    exact = fmpq_poly([to_fmpq(rational(a)) for a in reversed(polynomial.as_poly(x).all_coeffs())])
    quotient, rest = divmod(exact, fmpq_poly([-1, 1]))
    if rest != 0:
        raise AssertionError("1 is not a multiplier")
    return [abs(root) for root in real_roots(quotient, 40)]


def _parallel(data: Data) -> bool:
    return bool(data.form(data.u, data.w) ** 2 == data.form(data.u, data.u) * data.form(data.w, data.w))


def _greatest(matrix: ImmutableMatrix) -> Expr:
    """The greatest eigenvalue of H*, d = 2, 3, of which one is 0."""
    return (matrix.trace() + sqrt(matrix.trace() ** 2 - 4 * _minors(matrix))) / 2


own_rate = Claim(
    "morwani20.rates.own-rate",
    source=CAI,
    status="new",
    says="at (U, c u) with c^2 = eps lambda_max(H*)/2 a multiplier is -1, and for smaller c the minimiser repels: from "
    "almost every start |w_inf|^2 >= eps |u|^2 lambda_max(H*)/2",
    tex=r"|w_\infty|^2\ge\tfrac12\varepsilon|u|^2\lambda_{\max}(H^*)",
    hypotheses=(*AT_MINIMISER, "0 < eps_a < 2", "almost every start"),
    silent_on="an upper bound for |w_inf|, which depends on the start",
    relation=">=",
    predicts=eps * uu * high / 2,
    over=grid(eps=(Rational(1, 3), Integer(7)), uu=(Rational(4, 5), Integer(6)), high=(Rational(9, 7),)),
    given=Given(
        {
            "data": DataSets(d=(2, 3)),
            "rate_gamma": Rationals(above=0, below=2, far=3),
            "eps": Preceded(Rationals(above=0, far=4), (Rational(1, 4), Rational(3))),
            "r": Preceded(Rationals(above=0, far=4), (Rational(1, 8), Rational(1, 2))),
        },
        lambda at: bool(at["data"].v[0]) and not _parallel(at["data"]),
        "start r (v_1, w), v_1 != 0, w not parallel to u",
        letters={
            "high": lambda at: _greatest(star(Problem.of(at["data"].H, at["data"].g))),
            **letters("uu"),
        },
    ),
    left=r"|w_\infty|^2",
    uses=("morwani20.rates.spectrum", "morwani20.convergence.region"),
    twins=(
        Twin(eps * uu * high, "the effective step below 1/lambda_max(H*)"),
        Twin(uu * high / 2, "|w_inf| bounded in eps"),
        Twin(eps * high / 2, "c^2 for |w|^2"),
    ),
)


@own_rate.literal(kind="certified", scope="gradient descent in balls, until the rest of |w|^2 is bounded", most=20)
def _tuned_by_itself(point: At) -> Any:
    data = point.data._replace(w=tuple(point.r * a for a in point.data.w))
    return final_square(data, point.r * data.v[0], point.rate_gamma, point.eps)
