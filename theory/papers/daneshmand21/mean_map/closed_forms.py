"""Closed forms of the mean map: two eigenvalues, three, one against the others, pairs."""

from __future__ import annotations

from functools import cache

import sympy
from flint import arb
from sympy import Expr, Rational, cancel, exp, factor, log, sqrt, symbols

from theory.claim import Claim, Compared, Locator, Predicted, Twin
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.exact.certify import precision
from theory.exact.expressions import grid
from theory.exact.rationals import ball
from theory.notation import HALF, l
from theory.orthogonality.closed_forms import pairs, two
from theory.orthogonality.mean_map import gap, iterated
from theory.papers.daneshmand21 import DANESHMAND21, polar
from theory.papers.daneshmand21.instances import mean_spectrum
from theory.papers.daneshmand21.mean_map.setting import THE_MAP, a, b, share_by_angle, x, y
from theory.words import At

SLIDES = Locator(DANESHMAND21, "slides, H_{l+1} = BN(W_l H_l)/sqrt(width)")

EQUATION_6 = Locator(DANESHMAND21, "eq. (6) (second-hand: iterative orthogonalisation)")

L = symbols("L", positive=True)


@Claim(
    "daneshmand21.mean-map.two",
    source=SLIDES,
    says="n = 2: F(a, b) = (sqrt a, sqrt b)/(sqrt a + sqrt b)",
    predicts=(two(a, b), two(b, a)),
    given={"a": Rationals(above=0), "b": Rationals(above=0)},
    uses=THE_MAP,
    twins=(
        Twin((a / (a + b), b / (a + b)), "the identity (.64 stays)"),
        Twin((a ** Rational(1, 3) / (a ** Rational(1, 3) + b ** Rational(1, 3)), two(b, a)), "the cube root (.5478)"),
    ),
    over=grid(a=(Rational(16, 25), Rational(1, 7)), b=(Rational(9, 25), Rational(2, 5))),
).literal(kind="certified", most=40)
def two_eigenvalues(at: At) -> tuple[arb, ...]:
    return tuple(mean_spectrum((at.a, at.b)))


@two_eigenvalues.exact(
    scope="every a and b: the mean over (w_1, w_2) in polar coordinates, integrated",
    argued="the ratio does not feel |w|: the mean is an integral over the angle of (w_1, w_2)",
)
def _by_angle(predicted: Predicted) -> Compared:
    for place, ratio in enumerate((x / y, y / x)):
        yield f"p_{place + 1}", share_by_angle(ratio**2, 2), predicted[place].subs({a: x**2, b: y**2})


@Claim(
    "daneshmand21.mean-map.halving",
    source=EQUATION_6,
    says="n = 2, infinite width: the log ratio L of the eigenvalues is halved by every layer; the gap after l layers "
    "is tanh(L/2^(l+1))/sqrt 2",
    silent_on="how many layers are enough: about log2(L), doubly fast; finite width, where fluctuations of order "
    "1/sqrt(d) stay",
    predicts=(exp(L / 2**l) - 1) / (exp(L / 2**l) + 1) / sqrt(2),
    given={"L": Rationals(above=0), "l": Integers(1)},
    uses=("daneshmand21.mean-map.two",),
    twins=(
        Twin((exp(L / 3**l) - 1) / (exp(L / 3**l) + 1) / sqrt(2), "a third of it"),
        Twin((exp(L) - 1) / (exp(L) + 1) / sqrt(2), "the identity: the gap stays"),
    ),
).literal(kind="certified", most=16)
def halving(at: At) -> arb:
    with precision(40):
        return gap(iterated((ball(at.L).exp(), 1), at.l))


@halving.exact(
    scope="every L and l, by induction over layers: each a mean over (w_1, w_2) in polar coordinates",
    argued="a layer takes the log ratio to its half, so that l layers take it to 2^-l of it",
)
def _layer_by_layer(predicted: Predicted) -> Compared:
    ratio = symbols("ratio", positive=True)  # e^(L/2^l), that of the eigenvalues after l layers
    yield "l = 0", (exp(L / 2**l)).subs(l, 0), exp(L)
    share = share_by_angle(x**2, 2).subs(x, sqrt(ratio))
    yield "a layer", cancel(share / (1 - share)), sqrt(ratio)
    yield "the ratio after it", exp(L / 2**l / 2), exp(L / 2 ** (l + 1))
    # V^2 = (p_1 - 1/2)^2 + (p_2 - 1/2)^2 of p_1 = ratio p_2, p_1 + p_2 = 1
    square = cancel(sum((p - HALF) ** 2 for p in (ratio / (1 + ratio), 1 / (1 + ratio))))
    yield "V", sqrt(factor(square.subs(ratio, 1 + y))).subs(y, exp(L / 2**l) - 1), predicted


@Claim(
    "daneshmand21.mean-map.pairs",
    source=SLIDES,
    says="two pairs (x, x, y, y): the two x together have x/(x-y) - x y log(x/y)/(x-y)^2",
    predicts=pairs(x, y),
    given=Given({"x": Rationals(above=0), "y": Rationals(above=0)}, lambda at: at["x"] != at["y"], "x != y"),
    uses=THE_MAP,
    twins=(
        Twin(x / (x - y) - y * log(x / y) / (x - y) ** 2, "not of degree 0"),
        Twin(two(x, y), "the pairs as two single eigenvalues"),
    ),
    over=grid(x=(Rational(1, 2), 3), y=(1, Rational(1, 5))),
).literal(kind="certified", most=100)
def of_pairs(at: At) -> arb:
    p = mean_spectrum((at.x, at.x, at.y, at.y))
    return p[0] + p[1]


@cache
def of_two_planes() -> Expr:
    """E[x s/(x s + y (1 - s))], s the share of |(w_1, w_2)|^2 in |w|^2."""
    s = polar.part
    return sympy.integrate(polar.by_part() * x * s / (x * s + y * (1 - s)), (s, 0, 1))


@of_pairs.exact(
    scope="every x and y: the mean over two planes, each in polar coordinates, integrated",
    argued="squares of two pairs are exponential variables: polar coordinates in both planes",
)
def _by_planes(predicted: Predicted) -> Compared:
    yield "p_1 + p_2", of_two_planes(), predicted
