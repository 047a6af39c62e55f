"""Section 1: for rates of gamma below 2 gradient descent with BN stays bounded, whatever the rate of w."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from sympy import Integer, Rational, Symbol, symbols

from theory.batchnorm import dot, recentre
from theory.claim import Claim
from theory.domains.composite import composite
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Choose, Integers, Rationals
from theory.exact.expressions import grid
from theory.papers.morwani20.convergence.with_bn import OF_HALF, UP_TO_1, U_of
from theory.papers.morwani20.data import ENDS, Data, crossed, data_sets, ends, numbers, rationals
from theory.papers.morwani20.derivatives import LOSS, by_gamma, gradient, least_loss, loss
from theory.papers.morwani20.law import scalars
from theory.papers.morwani20.rates.star_sets import with_rows
from theory.term import Series, Shape, Vec, each, every, number, places, root, size, smallest, total, variable
from theory.term.named import named
from theory.words import At

eps, rate_gamma = scalars("eps rate_gamma")
by_w_squared, by_gamma_squared = symbols("by_w_squared by_gamma_squared", nonnegative=True)


def _slow(at: Mapping[str, Any]) -> Any:
    """Whether eps is at most w.Hw/(16 G lambda_max U), with G = |gamma| + 2 U/(2 - eps_a)."""
    data, top = at["data"], U_of(at["data"])
    most = abs(at["gamma"]) + 2 * top / (2 - at["rate_gamma"])
    return 16 * at["eps"] * most * ends(data)[1] * top <= data.form(data.w, data.w)


@Claim(
    "morwani20.convergence.decrease",
    source=UP_TO_1,
    status="reconstructed",
    says="0 < eps_a < 2 and eps <= w.Hw/(16 G lambda_max(H) U), G = |gamma| + 2 U/(2 - eps_a): a step of gradient "
    "descent takes from J at least half of what it would for small rates, eps |grad_w J|^2/2 + eps_a (2 - eps_a) "
    "(dJ/dgamma)^2/4",
    hypotheses=OF_HALF,
    silent_on="greater rates of w: |w| grows until the rate is as small (convergence.bounded)",
    relation="<=",
    predicts=-eps * by_w_squared / 2 - rate_gamma * (2 - rate_gamma) * by_gamma_squared / 4,
    over=grid(
        eps=(Rational(1, 3), 2),
        rate_gamma=(Rational(1, 2), Rational(5, 4)),
        by_w_squared=(1, 5),
        by_gamma_squared=(2, Rational(1, 7)),
    ),
    given=Given(
        {
            "data": data_sets(Integers(1, far=3), on_axes=True, known=(ENDS, LOSS)),
            "gamma": Rationals(far=3),
            "rate_gamma": Rationals(above=0, below=2, far=3),
            "eps": Preceded(Rationals(above=0, far=9), (Rational(1, 512), Rational(1, 2048))),
        },
        _slow,
        "16 eps G lambda_max(H) U <= w.Hw",
        letters={
            "by_w_squared": lambda at: dot(*[gradient(at["gamma"], at["data"].w, at["data"])] * 2),
            "by_gamma_squared": lambda at: by_gamma(at["gamma"], at["data"].w, at["data"]) ** 2,
        },
    ),
    speaks_of=("rs",),
    uses=("morwani20.critical.gradient", "morwani20.critical.excess"),
).literal(scope="one step on the mean loss through BN", most=10)
def decrease(at: At) -> Any:
    data, w, gain = at.data, at.data.w, at.gamma
    moved = each(lambda a, b: a - at.eps * b, w, gradient(gain, w, data))
    return loss(gain - at.rate_gamma * by_gamma(gain, w, data), moved, data) - loss(gain, w, data)


class Run(NamedTuple):
    """Steps of gradient descent on the halved loss through BN: scales (K + 1), weights (K + 1, d), and both rates."""

    data: Data
    gamma: Any
    W: Any
    rate_gamma: Any
    eps: Any
    last: Any


def step(data: Data, gain: Any, w: Any, rate_gamma: Any, eps: Any) -> tuple[Any, Any]:
    """One of them, from derivatives of BN by power series, for x.w that is known to have spread."""
    x = data.row(w)

    def slope(direction: Any, factor: Any, place: int) -> Any:
        moved = recentre(each(Series, x, direction))
        scale = root(dot(moved, moved) / data.n)
        z = each(lambda c: c / scale, moved)
        return total(each(lambda y, path: (gain * path[0] - y) * factor * path[place], data.y, z)) / data.n

    after = each(lambda a, row: a - eps * slope(row, gain, 1), w, data.A)
    return gain - rate_gamma * slope(x, 1, 0), after


def _is_run(value: object) -> bool:
    if not isinstance(value, Run) or value.data not in data_sets(Integers(1)) or not 0 < value.rate_gamma < 2:
        return False
    steps = zip(value.gamma, value.W, value.gamma[1:], value.W[1:], strict=False)
    after = ((step(value.data, gain, w, value.rate_gamma, value.eps), found) for gain, w, *found in steps)
    return value.eps > 0 and value.W[0] == value.data.w and all(made == tuple(found) for made, found in after)


def _run_of_any_length(name: str) -> Shape:
    (shape,) = data_sets(Integers(1), known=(ENDS, LOSS)).general(name)
    data, K, r, eps = shape.value, variable("K", "nat"), variable("rate_gamma"), variable("eps")
    at = places(K + 1)
    gamma, W = Vec.named("g", K + 1), Vec.named("W", K + 1, size(data.A))

    def after(j: Any, k: Any) -> Any:
        gain, w = step(data, gamma[j], W[j], r, eps)
        return ~(k == j + 1) | (gamma[k] == gain) & every(lambda a, b: a == b, W[k], w)

    start = every(lambda a, b: a == b, W[0], data.w)
    steps = every(lambda j: every(lambda k: after(j, k), at), at)
    shape = with_rows(
        shape, r > 0, r < 2, eps > 0, start, steps, variables=(K, r, eps), g=(K + 1,), W=(K + 1, size(data.A))
    )
    return replace(shape, value=Run(data, gamma, W, r, eps, K))


@composite(
    "K steps of gradient descent on J(g, w) = E(y - g BN(<x, w>))^2/2 at rates 0 < eps_a < 2 of g and eps > 0 of w, "
    "from (g_0, w_0), over data with E x = 0, H = Cov x > 0, E[x y], w_0 != 0, low and high the ends of its spectrum",
    _is_run,
    _run_of_any_length,
    size=lambda run: len(run.gamma),
)
def runs(choose: Choose) -> Run | None:
    """Of one step or none, whose numbers are square roots."""
    d = choose(1, 2)
    A = rationals(crossed(sorted(Integer(choose(1, 9)) for _ in range(d)), choose(0, 3))[0])
    data = Data(A, numbers(choose, 2 * d), numbers(choose, d), numbers(choose, d))
    r, gain = Rational(choose(1, 7), 4), Rational(choose(-9, 9))
    eps = Rational(choose(1, 9), choose(1, 9) * 1000 ** choose(0, 2))
    if not any(data.g) or not any(data.w):
        return None
    gamma, W = [gain], [data.w]
    for _ in range(choose(0, 1)):
        gain, w = step(data, gamma[-1], W[-1], r, eps)
        gamma.append(gain)
        W.append(w)
    return Run(data, tuple(gamma), tuple(W), r, eps, len(gamma) - 1)


least, most, U, uu, ww, gain = symbols("least most U uu ww gain", positive=True)


@Claim(
    "morwani20.convergence.bounded",
    source=UP_TO_1,
    status="reconstructed",
    says="0 < eps_a < 2, any eps > 0 and start with w_0 != 0: whatever K, |gamma_K| <= G = |gamma_0| + 2 U/(2 - eps_a) "
    "and |w_K|^2 <= |w_0|^2 + 16 eps G lambda_max U/lambda_min + eps^2 G^2 lambda_max U^2/(lambda_min |w_0|^2) + "
    "eps (G + U)^2, lambda the ends of the spectrum of H",
    hypotheses=OF_HALF,
    silent_on="what follows (note): sum_k |grad_w J|^2 is finite, so that grad_w J -> 0",
    relation="<=",
    predicts=(
        gain,
        ww + 16 * eps * gain * most * U / least + eps**2 * gain**2 * most * U**2 / (least * ww) + eps * (gain + U) ** 2,
    ),
    over=grid(gain=(2, 5), ww=(1, 3), eps=(Rational(1, 3), 2), most=(7,), least=(2,), U=(Rational(3, 2),)),
    given=Given(
        {"run": runs()},
        letters={
            "eps": lambda at: at["run"].eps,
            "least": lambda at: ends(at["run"].data)[0],
            "most": lambda at: ends(at["run"].data)[1],
            "U": lambda at: U_of(at["run"].data),
            "ww": lambda at: dot(at["run"].data.w, at["run"].data.w),
            "gain": lambda at: abs(at["run"].gamma[0]) + 2 * U_of(at["run"].data) / (2 - at["run"].rate_gamma),
        },
    ),
    uses=("morwani20.convergence.decrease",),
).literal(scope="the last of any number of steps", most=16)
def bounded(at: At) -> Any:
    run = at.run
    return abs(run.gamma[run.last]), dot(run.W[run.last], run.W[run.last])


c, excess = symbols("c excess", positive=True)
K = Symbol("K", integer=True, nonnegative=True)


def _of_start(run: Run) -> tuple[Any, Any]:
    """gamma_0 and s_0."""
    return run.gamma[0], _best(run, 0)


@named("s_{1}", bare=False, means="s_k = ⟨E[x y], w_k⟩/√E⟨x, w_k⟩²")
def _best(run: Run, k: Any) -> Any:
    return dot(run.data.g, run.W[k]) / root(run.data.form(run.W[k], run.W[k]))


def _same_signs(at: Mapping[str, Any]) -> Any:
    """eps_a <= 1, gamma_0 > 0, s_0 > 0, and eps at most lambda_min |w_0|^2/(16 G lambda_max U)."""
    run = at["run"]
    low, high = ends(run.data)
    most = run.gamma[0] + 2 * U_of(run.data) / (2 - run.rate_gamma)
    slow = 16 * run.eps * most * high * U_of(run.data) <= low * dot(run.data.w, run.data.w)
    return (run.rate_gamma <= 1) & (run.gamma[0] > 0) & (dot(run.data.g, run.data.w) > 0) & slow


@named("J_{1} − min J", r"J_{1}-\min J", means="J_k = J(γ_k, w_k)")
def _over(run: Run, k: Any) -> Any:
    return loss(run.gamma[k], run.W[k], run.data) - least_loss(run.data)


@named(
    "c", bare=True, means="c = min(ε_γ(2 − ε_γ)/2, eps m² λ_min/(λ_max (|w₀|² + 2 eps (J₀ − min J)))), m = min(γ₀, s₀)"
)
def _share(run: Run) -> Any:
    """What a step takes of the excess at least."""
    (low, high), start = ends(run.data), smallest(_of_start(run))
    longest = dot(run.data.w, run.data.w) + 2 * run.eps * _over(run, 0)
    return smallest((run.rate_gamma * (2 - run.rate_gamma) / 2, run.eps * start**2 * low / (high * longest)))


@Claim(
    "morwani20.convergence.linear-from-signs",
    source=UP_TO_1,
    status="reconstructed",
    says="0 < eps_a <= 1, gamma_0 > 0, w_0.g > 0 and eps <= lambda_min |w_0|^2/(16 G lambda_max U), G = gamma_0 + 2 "
    "U/(2 - eps_a): J_K - min J <= (1 - c)^K (J_0 - min J) whatever K, c the less of eps_a (2 - eps_a)/2 and eps m^2 "
    "lambda_min/(lambda_max (|w_0|^2 + 2 eps (J_0 - min J))), m that of gamma_0 and s_0 = w_0.g/sigma_0",
    hypotheses=OF_HALF,
    silent_on="gamma_0 < 0, w_0.g < 0: the same by symmetry; other signs and greater rates (convergence.region)",
    relation="<=",
    predicts=(1 - c) ** K * excess,
    over=grid(c=(Rational(1, 2), Rational(1, 5)), K=(1, 3), excess=(3, 5)),
    given=Given(
        {"run": runs()},
        _same_signs,
        "eps_a <= 1, gamma_0 > 0, w_0.g > 0, 16 eps G lambda_max U <= lambda_min |w_0|^2",
        letters={
            "c": lambda at: _share(at["run"]),
            "K": lambda at: number(at["run"].last),
            "excess": lambda at: _over(at["run"], 0),
        },
    ),
    uses=("morwani20.convergence.decrease", "morwani20.convergence.bounded"),
).literal(scope="the last of any number of steps", most=5)
def linear_from_signs(at: At) -> Any:
    return _over(at.run, at.run.last)
