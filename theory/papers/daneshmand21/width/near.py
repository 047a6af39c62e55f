"""How long a nearly orthogonal start stays so at finite width: a bound for one layer, and what it is worth."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from flint import arb
from sympy import Integer, Rational, Symbol, exp

from theory.claim import Claim, Twin
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.notation import d, n
from theory.orthogonality.finite_width import gap_squared, mean_gram, useful_width
from theory.papers.daneshmand21.domains import Matrix, matrices
from theory.papers.daneshmand21.instances import fraction
from theory.papers.daneshmand21.measures import gap_at, top_of_parabola
from theory.papers.daneshmand21.width.setting import NEAR, ROWS, over_draws, uniform
from theory.term import root
from theory.words import At

v = Symbol("v", positive=True)
x = Symbol("x", positive=True)


@cache
def mean_square(M: Matrix, width: int) -> Fraction:
    """e^2 = (1 - 1/d) V(P)^2 + (n-1)/(n d), the mean of V^2 after a layer by one-step."""
    size = len(M[0])
    own = fraction(gap_squared(mean_gram(uniform(M))))
    return (1 - Fraction(1, width)) * own + Fraction(size - 1, size * width)


tail = Claim(
    "daneshmand21.width.one-layer-tail",
    source=NEAR,
    status="new",
    says="P(V(H_(l+1)) > e + x | H_l) <= exp(-d x^2) for d >= 2 and 0 < x <= 1/4, e^2 = (1 - 1/d) V(P)^2 + (n-1)/(nd); "
    "for W_l Gaussian and V(H_l) <= v, V(P) = V(F(C_l)) is at most rho_v v by majorisation",
    tex=r"P(V(H_{\ell+1})>e+x|H_\ell)\le e^{-dx^2},\quad e^2=\Big(1-\frac1d\Big)V(P)^2+\frac{n-1}{nd}",
    hypotheses=(*ROWS, "any law of the rows; P = F(C_l), the mean map, for W_l Gaussian"),
    silent_on="the probability itself, which may be far smaller; many layers, for which the bounds add up",
    relation="<=",
    predicts=exp(-d * x**2),
    given={"x": Rationals(above=0, most=Rational(1, 4)), "M": matrices(rows=Integers(2, 4)), "d": Integers(2)},
    left=r"P(V(H_{\ell+1})>e+x|H_\ell)",
    uses=("daneshmand21.width.one-step", "daneshmand21.width.one-row"),
    twins=(Twin(exp(-2 * d * x), "2x for x^2"), Twin(exp(-16 * d * x**2), "sixteen times the exponent")),
)


@tail.literal(most=100)
def _counted(at: At) -> Fraction:
    x, square = fraction(at.x), mean_square(at.M, int(at.d))

    def beyond(C: list[list[Fraction]]) -> int:
        # V > e + x iff V^2 - e^2 - x^2 > 2 x e
        more = gap_at(C) - square - x * x
        return int(more > 0 and more**2 > 4 * x * x * square)

    return over_draws(at.M, int(at.d), beyond)


def kept(size: Any, v: Any) -> Any:
    """(1 - rho_v) v = (2n alpha_v/(n+2)) v, alpha_v = 1/n - v sqrt(1 - 1/n)."""
    return 2 * size / (size + 2) * (1 / size - v * root(1 - 1 / size)) * v


near_orthogonal = Claim(
    "daneshmand21.width.near-orthogonal",
    source=NEAR,
    status="new",
    says="rho_v = 1 - 2n alpha_v/(n+2), alpha_v = 1/n - v sqrt(1 - 1/n): over 0 < v < 1/sqrt(n(n-1)) the greatest "
    "(1-rho_v)^2 v^2 is 1/(4n(n-1)(n+2)^2)",
    tex=r"\max_v\,(1-\rho_v)^2v^2=\frac1{4n(n-1)(n+2)^2}",
    hypotheses=("n >= 2", "0 < v < 1/sqrt(n(n-1))"),
    silent_on="that the exponent of one-layer-tail is below d (1-rho_v)^2 v^2, so that below the width "
    "4n(n-1)(n+2)^2 log(1/delta) this bound shows a failure of at most delta for no v; V <= v for ever: for every "
    "finite d it fails some day; the probability itself, which may be far smaller",
    predicts=4 * n * (n - 1) * (n + 2) ** 2,
    given={"n": Integers(2)},
    left=r"1/\max_v\,(1-\rho_v)^2v^2",
    decided_to=1,
    uses=("daneshmand21.width.one-layer-tail", "daneshmand21.mean-map.majorisation"),
    twins=(Twin(n * (n - 1) * (n + 2) ** 2, "the best v at the end of its range"), Twin(n**2, "d of order n^2")),
)


@near_orthogonal.literal(most=20)
def _greatest(at: At) -> Any:
    return 1 / top_of_parabola(lambda v: kept(at.n, v)) ** 2


e = Symbol("e", positive=True)  # sqrt(1 - 1/n)


useful_widths = Claim(
    "daneshmand21.width.useful-widths",
    source=NEAR,
    status="new",
    says="with the noise, some v gives a failure of at most 10^-6 per layer at the widths 1790, 24132, 311639 for "
    "n = 2, 4, 8, and none at one less",
    tex=r"\min\{d:\max_v d(v-\sqrt{\rho_v^2v^2+\tfrac{n-1}{nd}})_+^2\ge6\log10\}",
    hypotheses=("W_l Gaussian",),
    silent_on="smaller and greater widths, between which the bound changes one way; the true probability, which the "
    "bounded differences overestimate",
    predicts=(Integer(1790), Integer(24132), Integer(311639)),
    given=Given(),
    left=r"\min\{d:\max_v d(v-\sqrt{\rho_v^2v^2+\tfrac{n-1}{nd}})_+^2\ge6\log10\}_{n=2,4,8}",
    uses=("daneshmand21.width.near-orthogonal",),
    twins=(Twin((Integer(1768), Integer(23873), Integer(309468)), "the leading order: the noise forgotten"),),
)


@useful_widths.literal(kind="certified", scope="zeros in v isolated, width by width of a bisection")
def _bisected(at: At) -> tuple[Integer, ...]:
    return tuple(Integer(useful_width(size, arb("1e-6"))) for size in (2, 4, 8))
