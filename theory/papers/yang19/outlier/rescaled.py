"""Full BN at the outlier of nachum24: the mean squared gradient is infinite, its median of the order of the width."""

from __future__ import annotations

from functools import cache
from typing import Any

import sympy
from flint import acb, arb
from sympy import Expr, Integer, Rational, Sum, Symbol, binomial, cancel, diff, erf, erfc, exp, expand, oo, pi, sqrt

from theory.batchnorm import dot, recentre, rescale
from theory.claim import Claim, Compared, Predicted, Twin
from theory.domains.numbers import Integers, Rationals
from theory.exact.certify import precision
from theory.exact.expressions import Undefined
from theory.exact.rationals import ball
from theory.markov.cauchy import by_antiderivative
from theory.notation import m, n
from theory.papers.yang19.growth.rates import DIGITS
from theory.papers.yang19.outlier.recentred import OWN
from theory.term import Series, each
from theory.term.named import named
from theory.words import At

e, s = sympy.symbols("epsilon s", positive=True)
AT = (
    "BN + ReLU, m neurons with Gaussian weights; n - 1 equal points and an outlier, apart by a vector that the weights "
    "give the normal length g_i; every row of dL/dH' is a unit vector among the equal points (0 at the outlier, sum 0)",
)
u = Symbol("u", positive=True)
DENSITY = 2 * exp(-(u**2) / 2) / sqrt(2 * pi)
"""Of |g|."""
k = Symbol("k", integer=True, nonnegative=True)


@Claim(
    "yang19.outlier.bn-scale",
    source=OWN,
    says="of a gradient among the equal points BN makes, in a neuron that is on, n^2/((n-1) g^2) of its square, g "
    "the distance of the outlier's preactivation from theirs",
    hypotheses=AT,
    predicts=n**2 / ((n - 1) * Symbol("g", positive=True) ** 2),
    given={"n": Integers(3), "g": Rationals(above=0)},
    speaks_of=("rc", "rs"),
    decided_to=1,
    twins=(Twin(1 / Symbol("g", positive=True) ** 2, "1/g^2"),),
).literal(scope="derivatives of BN itself", symbols=True, most=40)
def scale(at: At) -> Any:
    return growth_among(at.g, at.n)


@named(
    "|J δ|²/|δ|²",
    r"|J\delta|^2/|\delta|^2",
    means="J the derivative of BN at (g, 0, .., 0), n points; δ = (0, 1, −1, 0, .., 0)",
    bare=True,
)
def growth_among(g: Any, n: Any) -> Any:
    """|J delta|^2/|delta|^2 at (g, 0, .., 0) along (0, 1, -1, 0, ..): four kinds of entries, the last n - 3 times."""
    x, delta, times = (g, 0, 0, 0), (0, 1, -1, 0), (1, 1, 1, n - 3)
    moved = rescale(recentre(each(Series, x, delta), times), None, times)
    first = each(lambda entry: entry[1], moved)
    return dot(first, first, times) / dot(delta, delta, times)


@Claim(
    "yang19.outlier.bn-mean",
    source=OWN,
    says="so the mean growth is infinite at every batch size: of neurons with |g| > eps it is "
    "sqrt(2/pi) e^(-eps^2/2)/eps - erfc(eps/sqrt 2) times a constant, which grows like 1/eps",
    hypotheses=AT,
    predicts=sqrt(2 / pi) * exp(-(e**2) / 2) / e - erfc(e / sqrt(2)),
    given={"epsilon": Rationals(above=0)},
    uses=("yang19.outlier.bn-scale",),
    twins=(Twin(Integer(1), "finite"), Twin(sqrt(2 / pi) / e, "the leading order everywhere")),
).literal(kind="certified", scope="the integral over the normal density", most=40)
def mean(at: At) -> arb:
    return cut_mean(at.epsilon)


@named("E[1/g²; |g| > {0}]", r"\mathbb E[1/g^2;\,|g|>{0}]", means="g ~ N(0, 1)")
def cut_mean(epsilon: Any) -> arb:
    """2 phi(u)/u^2 from eps on, over log u; beyond u = 20 there is less than e^(-200)."""
    with precision(DIGITS):
        low = ball(epsilon).log()
        end = arb.max(arb(20).log(), low + 1)

        def density(v: acb, _: bool) -> acb:
            return 2 * (-(2 * v).exp() / 2).exp() / (2 * acb.pi()).sqrt() * (-v).exp()

        return acb.integral(density, low, end).real + arb(0, (-arb(200)).exp())


@mean.exact("every eps and n", argued="the growth is a constant over g^2, its mean an integral of the normal density")
def _integrated(predicted: Predicted) -> Compared:
    found, times = _beyond()
    yield "every eps", found, predicted
    yield "the constant is a number above 0", times, n**2 / (n - 1)
    yield "eps times it, eps -> 0", sympy.limit(e * predicted, e, 0), sqrt(2 / pi)


@cache
def _beyond() -> tuple[Expr, Expr]:
    """E[1/g^2; |g| > eps], and the growth times g^2."""
    times = cancel(growth_among(u, n) * u**2)
    whole = -DENSITY / u - erf(u / sqrt(2))
    return expand(by_antiderivative(whole, DENSITY / u**2, u, oo, e).rewrite(erfc)), times


law = Claim(
    "yang19.outlier.bn-law",
    source=OWN,
    says="the sum S of 1/g_i^2 over the neurons that are on among the equal points has the law of N^2/g^2, N binomial "
    "(m, 1/2): P(S <= s) = 2^-m sum_k C(m,k) erfc(k/sqrt(2s))",
    hypotheses=AT,
    silent_on="that a layer's growth is 2 alpha S/m, its median of the order of the width m (note)",
    predicts=(1 + Sum(binomial(m, k) * erfc(k / sqrt(2 * s)), (k, 1, m))) / 2**m,
    given={"m": Integers(1), "s": Rationals(above=0)},
    left=r"P(S\le s)",
    over=({"m": 1, "s": Rational(1, 10)}, {"m": 4, "s": Integer(8)}, {"m": 16, "s": Integer(100)}),
    speaks_of=("rs",),
    uses=("yang19.outlier.bn-scale",),
    twins=(
        Twin(erfc(m / sqrt(2 * s)), "every neuron is on"),
        Twin(erfc(m / sqrt(8 * s)), "half of the neurons, always"),
        Twin((1 + Sum(binomial(m, k) * erfc(sqrt(k) / sqrt(2 * s)), (k, 1, m))) / 2**m, "of order m: a mean"),
    ),
)


@law.exact("every m and s", argued="neurons are independent: one more is off, or on with the density of its 1/g^2")
def _convolved(predicted: Predicted) -> Compared:
    """P(S <= s) is the sum over k of share(m, k) times `_below(k)`: with one more neuron k of k if it is off, k + 1 if
    it is on."""
    on, off = _on_and_off()
    yield from _of_neurons()
    yield "m = 1", predicted.subs(m, 1).doit(), off + on
    half = on / _below(Integer(1))
    none, some = _shares(predicted)
    yield "shares are numbers", (some.has(s), none.has(s)), (False, False)
    yield "share(m + 1, 0)", none.subs(m, m + 1), off * none
    before = some.subs(k, k - 1)  # 2 <= k <= m
    yield "share(m + 1, k)", sympy.gammasimp(some.subs(m, m + 1) / before), sympy.gammasimp(off * some / before) + half
    yield "share(m + 1, 1)", sympy.simplify(some.subs(k, 1).subs(m, m + 1) - off * some.subs(k, 1)), half * none
    yield "share(m + 1, m + 1)", some.subs(k, m).subs(m, m + 1), half * some.subs(k, m)


def _shares(predicted: Expr) -> tuple[Expr, Expr]:
    """Of the law with m neurons, the shares of `_below(0)`, which is 1, and of `_below(k)`, 1 <= k <= m."""
    sums, rest = list(predicted.atoms(Sum)), Symbol("rest")
    if [found.limits for found in sums] != [((k, 1, m),)]:
        raise Undefined(f"{predicted} has no sum over k = 1, .., m")
    linear = predicted.subs(sums[0], rest)
    return linear.subs(rest, 0), diff(linear, rest) * sums[0].function / _below(k)


@cache
def _on_and_off() -> tuple[Expr, Expr]:
    """P(g > 0, 1/g^2 <= s) and P(g < 0), of a normal g."""
    whole, density = -erfc(u / sqrt(2)) / 2, exp(-(u**2) / 2) / sqrt(2 * pi)
    on, off = (by_antiderivative(whole, density, u, oo, start) for start in (1 / sqrt(s), 0))
    return on, off


def _below(count: Expr) -> Expr:
    """P(S <= s) for a number of neurons on; whether it is that is for `_of_neurons`."""
    return erfc(count / sqrt(2 * s))


@cache
def _of_neurons() -> tuple[tuple[str, Any, Any], ...]:
    """That `_below` is the law of one, by the density of |g|, and if of k, then of k + 1, by convolution."""
    one = by_antiderivative(-erfc(u / sqrt(2)), DENSITY, u, oo, 1 / sqrt(s))
    count, r = sympy.symbols("count r", positive=True)
    part, left = s * r**2 / (1 + r**2), s / (1 + r**2)  # of s: the last of them, and the others
    rest, last = (diff(_below(c), s).subs(s, at) for c, at in ((count, left), (Integer(1), part)))
    # the exponents add up to -((count +- 1)^2 + (count r -+ 1/r)^2)/(2s)
    whole = sum(
        (1 / count + sign) * exp(-((count + sign) ** 2) / (2 * s)) * erf((count * r - sign / r) / sqrt(2 * s))
        for sign in (1, -1)
    ) * count / sqrt(8 * pi * s**3)  # fmt: skip
    same = cancel(_split(diff(whole, r)) / _split(rest * last * diff(part, r)))
    both = whole.subs(r, oo) - whole.subs(r, 1 / r).subs(r, oo)
    ratio = cancel(_split(both / diff(_below(count + 1), s)))
    return (
        ("one neuron", one, _below(Integer(1))),
        ("one more: an antiderivative", same, Integer(1)),
        ("one more: ratio of densities", ratio, Integer(1)),
    )


def _split(e: Expr) -> Expr:
    """With exponentials of sums as products."""
    return e.replace(exp, lambda x: exp(expand(x)).expand(power_exp=True))
