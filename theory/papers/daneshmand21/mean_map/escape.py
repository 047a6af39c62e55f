"""The mean map near a face: how an eigenvalue eps grows beside m equal ones, and how many layers that takes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy
from flint import arb
from sympy import Integer, Rational, gamma, limit, log, sqrt, symbols, sympify

from theory.claim import Claim, Compared, Locator, Predicted, Twin
from theory.domains.given import Given
from theory.domains.listings import Index
from theory.domains.numbers import Integers
from theory.exact.certify import precision
from theory.exact.rationals import ball
from theory.notation import k, m
from theory.orthogonality.mean_map import GAP, SHARES, gap, mean_map, orbit
from theory.papers.daneshmand21 import DANESHMAND21
from theory.papers.daneshmand21.mean_map.setting import by_height, one_and_others, share_by_angle, x
from theory.term import whole
from theory.term.named import named
from theory.words import At, Within

SLIDES = Locator(DANESHMAND21, "slides, 'orthogonality gap = O((1 - alpha)^l + ..)'")
THE_MAP = ("daneshmand21.mean-map.integral",)

TINY = "eps = 10^(-k), k -> oo"


@Claim(
    "daneshmand21.mean-map.escape-from-one",
    source=SLIDES,
    says="an eigenvalue eps beside one of 1 - eps becomes p_1 with p_1/sqrt(eps) -> 1",
    relation="->",
    predicts=Integer(1),
    given=Given({"k": Index(1, listed=(20, *range(1, 20)))}, words=TINY),
    uses=("daneshmand21.mean-map.two",),
    twins=(Twin(1 / sqrt(2), "a root of eps/2"),),
).literal(kind="certified", most=20)
def escape_one(at: At) -> Within:
    small = Rational(1, 10) ** at.k
    with precision(40 + 2 * whole(at.k)):
        root = ball(small).sqrt()
        # the note: p_1/sqrt(eps) = 1/(sqrt(eps) + sqrt(1 - eps)), within sqrt(eps) of 1
        return Within(mean_map((small, 1 - small), 20 + 2 * whole(at.k))[0] / root, sqrt(Rational(1, 10)) ** k)


@escape_one.exact(
    scope="every eps: the mean over w in polar coordinates, integrated; and its limit",
    argued="the mean over the angle is closed, and its limit follows",
)
def _limit_of_one(predicted: Predicted) -> Compared:
    e = symbols("e", positive=True)  # sqrt(eps)
    share = share_by_angle(x**2, 2).subs(x, e / sqrt(1 - e**2))
    yield "eps -> 0", limit(share / e, e, 0, "+"), predicted


@Claim(
    "daneshmand21.mean-map.escape-from-two",
    source=SLIDES,
    says="an eigenvalue eps beside two of (1 - eps)/2 becomes p_1 with p_1/eps - log(1/eps) -> log 2 - 2",
    relation="->",
    predicts=log(2) - 2,
    given=Given({"k": Index(2, listed=tuple(range(2, 20)))}, words=TINY),
    uses=("daneshmand21.mean-map.one-against-two",),
    twins=(Twin(Integer(0), "the leading term alone"),),
).literal(kind="certified", most=18)
def escape_two(at: At) -> Within:
    small = Rational(1, 10) ** at.k
    with precision(40 + 2 * whole(at.k)):
        p = mean_map((small, (1 - small) / 2, (1 - small) / 2), 20 + 2 * whole(at.k))[0]
        found = p / ball(small) + ball(small).log()
        q = 2 * Rational(1, 10) ** k / (1 - Rational(1, 10) ** k)
        return Within(found, 20 * q * (1 - log(q)))  # the note's remainder, for q < 1/10


@escape_two.exact(
    scope="every eps: the mean over w in polar coordinates, integrated; and its limit",
    argued="the mean over w in polar coordinates is closed, and its limit follows",
)
def _limit_of_two(predicted: Predicted) -> Compared:
    quotient = 1 - x**2  # eps/((1 - eps)/2)
    eps = quotient / (2 + quotient)
    yield "eps -> 0", limit(sympy.simplify(by_height()[1]) / eps + log(eps), x, 1, "-"), predicted


@Claim(
    "daneshmand21.mean-map.escape-from-many",
    source=SLIDES,
    says="an eigenvalue eps -> 0 beside m >= 3 equal ones is multiplied by m/(m-2)",
    silent_on="m = 1, 2, where the factor grows without bound",
    relation="->",
    predicts=m / (m - 2),
    given=Given({"m": Integers(3), "k": Index(1, listed=(5, 1, 3))}, words="eps = 10^(-6k), k -> oo"),
    uses=THE_MAP,
).literal(kind="certified", most=100)
def escape_many(at: At) -> Within:
    count, small, m = at.m, Rational(1, 10**6) ** at.k, sympify(at.m)
    with precision(40):
        e = Rational(1, 10**6) ** k
        twice = 2 * (1 - e) / m
        # the note: 0 <= 1 - (1 + x)^(-3/2) <= (3x/2)^(1/4) with x = 2 t eps; and the sum of the others is 1 - eps
        a, b = Rational(5, 4), m / 2 - Rational(5, 4)
        rest = (3 * e / twice) ** Rational(1, 4) / twice * gamma(a) * gamma(b) / gamma(a + b)
        p = mean_map(one_and_others(small, (1 - small) / count, count + 1), 20)[0]
        return Within(p / ball(small), rest + m * e / (1 - e))


@Claim(
    "daneshmand21.mean-map.depth",
    source=SLIDES,
    says="from one eigenvalue 1e-12 and n - 1 equal ones, 10, 34 and 88 layers bring V below 1/100 for n = 2, 4, 8",
    silent_on="other eps: log2 log(1/eps) or log(1/eps)/log((n-1)/(n-3)) layers by the note, not 1/eps as "
    "(1 - 2 alpha/3)^l with alpha = lam_min suggests",
    predicts=(Integer(10), Integer(34), Integer(88)),
    given=Given(),
    uses=("daneshmand21.mean-map.escape-from-one", "daneshmand21.mean-map.escape-from-many"),
    twins=(Twin((Integer(10) ** 12,) * 3, "linear in 1/eps"),),
).literal(kind="certified", scope="orbits in balls, V compared with 1/100 at every layer")
def depth(at: At) -> tuple[Integer, ...]:
    return tuple(layers_needed(12, size) for size in (2, 4, 8))


@named(
    "min{{l : V(F^l(10^(−{0}), b, .., b)) < 1/100, n = {1}}}",
    r"\min\{{l:V(F^l(10^{{-{0}}},b,..,b))<\tfrac1{{100}},\ n={1}\}}",
    means=f"n numbers of sum 1; {SHARES}; {GAP}",
)
def layers_needed(power: Any, n: Any) -> Integer:
    """First l with V_l < 1/100, from (10^-power, b, .., b); every comparison is certain."""
    small, size = Fraction(1, 10 ** int(power)), int(n)
    counts = [1, size - 1]
    with precision(60):
        for layers, p in enumerate(orbit([small, (1 - small) / (size - 1)], 45, multiplicities=counts)):
            V, threshold = gap(p, multiplicities=counts), arb(1) / 100
            if threshold > V:
                return Integer(layers)
            if not threshold < V:
                raise ArithmeticError(f"V = {V.str(8)} after {layers} layers: more digits are needed")
    raise AssertionError("orbits do not end")
