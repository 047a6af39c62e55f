"""Closed forms of the mean map: two eigenvalues, three, pairs, one against others, and one near 0."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import sympy
from flint import arb
from sympy import Expr, Integer, Rational, atan, cancel, diff, exp, integrate, log, simplify, sqrt, symbols

from theory.claim import Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.domains.given import Given
from theory.domains.listings import Index
from theory.domains.numbers import Integers, Rationals
from theory.exact.certify import precision
from theory.exact.expressions import grid
from theory.exact.rationals import ball
from theory.exact.special import CarlsonRD, CarlsonRF, Gauss2F1
from theory.markov.cauchy import by_antiderivative
from theory.notation import HALF, k, l, m, n
from theory.orthogonality.closed_forms import pairs, r, two
from theory.orthogonality.mean_map import GAP, SHARES, gap, iterated, mean_map, orbit
from theory.papers.daneshmand21 import DANESHMAND21, integrals
from theory.papers.daneshmand21.measures import mean_spectrum
from theory.term import whole
from theory.term.named import named
from theory.words import At, Within

SLIDES = Locator(DANESHMAND21, "slides, H_{l+1} = BN(W_l H_l)/sqrt(width)")
RATE = Locator(DANESHMAND21, "slides, 'orthogonality gap = O((1 - alpha)^l + ..)'")
THE_MAP = ("daneshmand21.mean-map.integral",)
POSITIVE = Rationals(above=0)
a, b, c, x, y, L, rho = symbols("a b c x y L rho", positive=True)
THREE = {"a": POSITIVE, "b": POSITIVE, "c": POSITIVE}
TINY = "eps = 10^(-k), k -> oo"


@cache
def share_by_angle(ratio: Expr, size: int) -> Expr:
    """E[ratio w_1^2/(ratio w_1^2 + w_2^2 + .. + w_n^2)] in polar coordinates, n = size even, by integration."""
    u = integrals.tangent
    return sympy.factor(integrals.over_half_line(ratio / (ratio + u**2) * integrals.by_tangent(size), u))


@cache
def by_height() -> tuple[Expr, Expr]:
    """E[a c^2/(a c^2 + 1 - c^2)], c = |w_1|/|w| in three dimensions: for a = 1 + y, and a = 1 - x^2, x < 1."""
    c, density = integrals.height, integrals.by_height()  # 1
    wholes = (
        (1 + y) / y * (c - atan(sqrt(y) * c) / sqrt(y)),
        (1 - x**2) / x**2 * (log((1 + x * c) / (1 - x * c)) / (2 * x) - c),
    )
    shares = (a * c**2 / (a * c**2 + 1 - c**2) for a in (1 + y, 1 - x**2))
    first, second = (by_antiderivative(*pair, c, 1) for pair in zip(wholes, (density * e for e in shares), strict=True))
    return first, second


@named("{0}, {1}, .., {1}", shape=lambda a, b, n: (n,))
def one_and_others(a: Any, b: Any, n: Any) -> tuple[Any, ...]:
    """The row (a, b, .., b) of n entries."""
    return (a, *[b] * (int(n) - 1))


@Claim(
    "daneshmand21.mean-map.two",
    source=SLIDES,
    says="n = 2: F(a, b) = (sqrt a, sqrt b)/(sqrt a + sqrt b)",
    predicts=(two(a, b), two(b, a)),
    given={"a": POSITIVE, "b": POSITIVE},
    over=grid(a=(Rational(16, 25), Rational(1, 7)), b=(Rational(9, 25), Rational(2, 5))),
    uses=THE_MAP,
    twins=(
        Twin((a / (a + b), b / (a + b)), "the identity (.64 stays)"),
        Twin((a ** Rational(1, 3) / (a ** Rational(1, 3) + b ** Rational(1, 3)), two(b, a)), "the cube root (.5478)"),
    ),
).literal(kind="certified", most=40)
def two_eigenvalues(at: At) -> tuple[arb, ...]:
    return tuple(mean_spectrum((at.a, at.b)))


@two_eigenvalues.exact("every a and b", argued="the ratio does not feel |w|: an integral over the angle of (w_1, w_2)")
def _by_angle(predicted: Predicted) -> Compared:
    for place, ratio in enumerate((x / y, y / x)):
        yield f"p_{place + 1}", share_by_angle(ratio**2, 2), predicted[place].subs({a: x**2, b: y**2})


@Claim(
    "daneshmand21.mean-map.halving",
    source=Locator(DANESHMAND21, "eq. (6) (second-hand: iterative orthogonalisation)"),
    says="n = 2, infinite width: the log ratio L of the eigenvalues is halved by every layer; the gap after l layers "
    "is tanh(L/2^(l+1))/sqrt 2",
    silent_on="finite width, where fluctuations of order 1/sqrt(d) stay",
    predicts=(exp(L / 2**l) - 1) / (exp(L / 2**l) + 1) / sqrt(2),
    given={"L": POSITIVE, "l": Integers(1)},
    uses=("daneshmand21.mean-map.two",),
    twins=(
        Twin((exp(L / 3**l) - 1) / (exp(L / 3**l) + 1) / sqrt(2), "a third of it"),
        Twin((exp(L) - 1) / (exp(L) + 1) / sqrt(2), "the identity: the gap stays"),
    ),
).literal(kind="certified", most=16)
def halving(at: At) -> arb:
    with precision(25):
        return gap(iterated((ball(at.L).exp(), 1), at.l))


@halving.exact("every L and l", argued="a layer halves the log ratio, so that l layers take it to 2^-l of it")
def _layer_by_layer(predicted: Predicted) -> Compared:
    ratio = symbols("ratio", positive=True)  # e^(L/2^l), that of the eigenvalues after l layers
    yield "l = 0", (exp(L / 2**l)).subs(l, 0), exp(L)
    share = share_by_angle(x**2, 2).subs(x, sqrt(ratio))
    yield "a layer", cancel(share / (1 - share)), sqrt(ratio)
    yield "the ratio after it", exp(L / 2**l / 2), exp(L / 2 ** (l + 1))
    # V^2 = (p_1 - 1/2)^2 + (p_2 - 1/2)^2 of p_1 = ratio p_2, p_1 + p_2 = 1
    square = cancel(sum((p - HALF) ** 2 for p in (ratio / (1 + ratio), 1 / (1 + ratio))))
    yield "V", sqrt(sympy.factor(square.subs(ratio, 1 + y))).subs(y, exp(L / 2**l) - 1), predicted


@Claim(
    "daneshmand21.mean-map.pairs",
    source=SLIDES,
    says="two pairs (x, x, y, y): the two x together have x/(x-y) - x y log(x/y)/(x-y)^2",
    predicts=pairs(x, y),
    given=Given({"x": POSITIVE, "y": POSITIVE}, lambda at: at["x"] != at["y"], "x != y"),
    over=grid(x=(Rational(1, 2), 3), y=(1, Rational(1, 5))),
    uses=THE_MAP,
    twins=(Twin(two(x, y), "the pairs as two single eigenvalues"),),
).literal(kind="certified", most=100)
def of_pairs(at: At) -> arb:
    p = mean_spectrum((at.x, at.x, at.y, at.y))
    return p[0] + p[1]


@cache
def of_two_planes() -> Expr:
    """E[x s/(x s + y (1 - s))], s the share of |(w_1, w_2)|^2 in |w|^2."""
    s = integrals.part
    whole = x / (x - y) * (s - y / (x - y) * log(y + (x - y) * s))
    return by_antiderivative(whole, integrals.by_part() * x * s / (x * s + y * (1 - s)), s, 1)


@of_pairs.exact("every x and y", argued="squares of two pairs are exponential: polar coordinates in both planes")
def _by_planes(predicted: Predicted) -> Compared:
    yield "p_1 + p_2", of_two_planes(), predicted


@Claim(
    "daneshmand21.mean-map.one-against-others",
    source=SLIDES,
    says="one eigenvalue a against n - 1 equal to b: p of a is (a/(nb)) 2F1(1, 3/2; n/2 + 1; 1 - a/b)",
    predicts=a / (n * b) * Gauss2F1(Integer(1), Rational(3, 2), n / 2 + 1, 1 - a / b),
    given={"n": Integers(2), "a": POSITIVE, "b": POSITIVE},
    uses=THE_MAP,
    twins=(
        Twin(a / (n * b) * Gauss2F1(Integer(1), Rational(3, 2), (n + 1) / 2, 1 - a / b), "(n+1)/2 in place of n/2 + 1"),
    ),
).literal(kind="certified", most=60)
def one_against_others(at: At) -> arb:
    return mean_spectrum(one_and_others(at.a, at.b, at.n))[0]


@one_against_others.exact("every n, a and b", argued="the share of one square in n is Beta distributed: Euler's 2F1")
def _by_euler(predicted: Predicted) -> Compared:
    more, u = symbols("more", positive=True), integrals.tangent  # u = |(w_2, .., w_n)|/|w_1|
    (function,) = predicted.atoms(Gauss2F1)
    mean = a / (a + b * u**2) * integrals.by_tangent(1 + more)
    claimed = predicted / function * euler(function.args, 1 / (1 + u**2)) * -diff(1 / (1 + u**2), u)
    point = {more: 2, u: 3, a: 5, b: 7}
    yield "n = 3, u = 3", mean.subs(point), claimed.subs(n, 1 + more).subs(point)  # most twins end here
    yield "every n and u", Integer(1), simplify(claimed.subs(n, 1 + more) / mean)


def euler(arguments: tuple[Expr, ...], x: Expr) -> Expr:
    """The integrand over 0 < x < 1 of 2F1(first, second; third; z) for third > second > 0 and z < 1."""
    first, second, third, z = arguments
    scale = sympy.gamma(third) / (sympy.gamma(second) * sympy.gamma(third - second))
    return scale * x ** (second - 1) * (1 - x) ** (third - second - 1) * (1 - z * x) ** -first


@Claim(
    "daneshmand21.mean-map.one-against-even",
    source=SLIDES,
    says="one eigenvalue r^2 against n - 1 equal to 1, n = 2, 4, 6: r/(1+r), (r/(1+r))^2, r^2 (3r+1)/(3 (1+r)^3)",
    silent_on="odd n, where p is elementary but not rational",
    predicts=(r / (1 + r), (r / (1 + r)) ** 2, r**2 * (3 * r + 1) / (3 * (1 + r) ** 3)),
    given={"r": POSITIVE},
    uses=("daneshmand21.mean-map.one-against-others",),
    twins=(Twin((r / (1 + r), r / (1 + r), r**2 * (3 * r + 1) / (3 * (1 + r) ** 3)), "n = 4 as n = 2"),),
).literal(kind="certified", most=50)
def even(at: At) -> tuple[arb, ...]:
    return tuple(mean_spectrum((at.r**2, *[1] * (size - 1)))[0] for size in (2, 4, 6))


@even.exact("every r", argued="the share of one square in n is Beta distributed: a rational integral at even n")
def _even_by_angle(predicted: Predicted) -> Compared:
    for place, size in enumerate((2, 4, 6)):
        yield f"n = {size}", share_by_angle(r**2, size), predicted[place]


@Claim(
    "daneshmand21.mean-map.ratio-of-four",
    source=SLIDES,
    says="n = 4, one eigenvalue rho times the others: a layer takes rho to 3 rho/(1 + 2 sqrt rho)",
    predicts=3 * rho / (1 + 2 * sqrt(rho)),
    given={"rho": POSITIVE},
    uses=("daneshmand21.mean-map.one-against-even",),
    twins=(Twin(sqrt(rho), "that of n = 2"),),
).literal(kind="certified", most=100)
def ratio(at: At) -> arb:
    p = mean_spectrum((at.rho, 1, 1, 1))
    return p[0] / p[1]


@ratio.exact("every rho", argued="the share of one square in four is Beta distributed: a rational integral")
def _both_parts(predicted: Predicted) -> Compared:
    # (w_2, w_3, w_4) has a direction, of which w_2 is the height, and a length: u times |w_1|
    u, c = integrals.tangent, integrals.height
    given_direction = integrals.over_half_line(u**2 / (r**2 + u**2) * integrals.by_tangent(4), u)
    second = integrate(c**2 * given_direction * integrals.by_height(), (c, 0, 1))
    yield "rho = r^2", simplify(share_by_angle(r**2, 4) / second), predicted.subs(rho, r**2)


@Claim(
    "daneshmand21.mean-map.one-against-two",
    source=SLIDES,
    says="one eigenvalue a against two equal to b: with y = a/b - 1 > 0, p = (1+y)(sqrt y - atan sqrt y)/y^(3/2); with "
    "x = 1 - a/b > 0, p = (1-x)(atanh sqrt x - sqrt x)/x^(3/2)",
    predicts=(
        (1 + y) * (sqrt(y) - atan(sqrt(y))) / y ** Rational(3, 2),
        (1 - x) * (log((1 + sqrt(x)) / (1 - sqrt(x))) * HALF - sqrt(x)) / x ** Rational(3, 2),
    ),
    given={"x": Rationals(above=0, below=1), "y": POSITIVE},
    uses=("daneshmand21.mean-map.one-against-others",),
).literal(kind="certified", most=30)
def of_three(at: At) -> tuple[arb, ...]:
    return tuple(mean_spectrum((e, 1, 1))[0] for e in (1 + at.y, 1 - at.x))


@of_three.exact("every x and y", argued="the share of one square in three is Beta distributed: an elementary integral")
def _by_height(predicted: Predicted) -> Compared:
    first, second = by_height()
    yield "y", first, predicted[0]
    yield "x, its square in x's place", second, predicted[1].subs(x, x**2)


@Claim(
    "daneshmand21.mean-map.three",
    source=SLIDES,
    says="n = 3: p of a is R_D(1/b, 1/c, 1/a)/(3 sqrt(abc)), Carlson's elliptic integral of the second kind",
    predicts=CarlsonRD(1 / b, 1 / c, 1 / a) / (3 * sqrt(a * b * c)),
    given=THREE,
    uses=THE_MAP,
    twins=(
        Twin(CarlsonRD(b, c, a) / (3 * sqrt(a * b * c)), "the eigenvalues in place of their inverses"),
        Twin(CarlsonRD(1 / a, 1 / c, 1 / b) / (3 * sqrt(a * b * c)), "the singular argument not last"),
    ),
).literal(kind="certified", most=60)
def three_eigenvalues(at: At) -> arb:
    return mean_spectrum((at.a, at.b, at.c))[0]


@three_eigenvalues.exact("every a, b, c: the integrand", argued="1/S is an integral of e^(-tS), a product of means")
def _integrand(predicted: Predicted) -> Compared:
    yield "S int_0^oo e^(-tS) dt", integrals.inverse(1), Integer(1)
    mean = a * integrals.by_one(a, 2) * integrals.by_one_more(b) * integrals.by_one_more(c)  # E[a w_1^2 e^(-tS)]
    u = symbols("u", positive=True)

    def second_kind(x: Expr, y: Expr, z: Expr) -> Expr:
        """The integrand of R_D(x, y, z) by its definition."""
        return Rational(3, 2) / (sqrt(u + x) * sqrt(u + y) * (u + z) ** Rational(3, 2))

    yield "t = u/2", mean.subs(integrals.t, u / 2) / 2, predicted.replace(CarlsonRD, second_kind)


Claim(
    "daneshmand21.mean-map.three-first-kind",
    source=SLIDES,
    status="reading",
    says="n = 3: p of a is R_F(1/b, 1/c, 1/a)/(3 sqrt(abc)), the integral of the first kind",
    predicts=CarlsonRF(1 / b, 1 / c, 1 / a) / (3 * sqrt(a * b * c)),
    given=THREE,
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.mean-map.three",),
).literal(three_eigenvalues, kind="certified", most=60)


@Claim(
    "daneshmand21.mean-map.escape-from-one",
    source=RATE,
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


@escape_one.exact("every eps, and its limit", argued="the mean over the angle is closed, and its limit follows")
def _limit_of_one(predicted: Predicted) -> Compared:
    e = symbols("e", positive=True)  # sqrt(eps)
    share = share_by_angle(x**2, 2).subs(x, e / sqrt(1 - e**2))
    yield "eps -> 0", sympy.limit(share / e, e, 0, "+"), predicted


@Claim(
    "daneshmand21.mean-map.escape-from-two",
    source=RATE,
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


@escape_two.exact("every eps, and its limit", argued="the mean over w in polar coordinates is closed, so is its limit")
def _limit_of_two(predicted: Predicted) -> Compared:
    yield "eps -> 0", _rest_of_two(), predicted


@cache
def _rest_of_two() -> Expr:
    quotient = 1 - x**2  # eps/((1 - eps)/2)
    eps = quotient / (2 + quotient)
    return sympy.limit(by_height()[1] / eps + log(eps), x, 1, "-")


@Claim(
    "daneshmand21.mean-map.escape-from-many",
    source=RATE,
    says="an eigenvalue eps -> 0 beside m >= 3 equal ones is multiplied by m/(m-2)",
    silent_on="m = 1, 2, where the factor grows without bound",
    relation="->",
    predicts=m / (m - 2),
    given=Given({"m": Integers(3), "k": Index(1, listed=(5, 1, 3))}, words="eps = 10^(-6k), k -> oo"),
    uses=THE_MAP,
).literal(kind="certified", most=100)
def escape_many(at: At) -> Within:
    count, small, m = at.m, Rational(1, 10**6) ** at.k, sympy.sympify(at.m)
    with precision(25):
        e = Rational(1, 10**6) ** k
        twice = 2 * (1 - e) / m
        # the note: 0 <= 1 - (1 + x)^(-3/2) <= (3x/2)^(1/4) with x = 2 t eps; and the sum of the others is 1 - eps
        a, b = Rational(5, 4), m / 2 - Rational(5, 4)
        rest = (3 * e / twice) ** Rational(1, 4) / twice * sympy.gamma(a) * sympy.gamma(b) / sympy.gamma(a + b)
        p = mean_map(one_and_others(small, (1 - small) / count, count + 1), 20)[0]
        return Within(p / ball(small), rest + m * e / (1 - e))


@Claim(
    "daneshmand21.mean-map.depth",
    source=RATE,
    says="from one eigenvalue 1e-12 and n - 1 equal ones, 10, 34 and 88 layers bring V below 1/100 for n = 2, 4, 8",
    silent_on="other eps: log2 log(1/eps) or log(1/eps)/log((n-1)/(n-3)) layers by the note, far fewer than 1/eps",
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
    small, counts = Fraction(1, 10 ** int(power)), [1, int(n) - 1]
    with precision(60):
        for layers, p in enumerate(orbit([small, (1 - small) / counts[1]], 30, multiplicities=counts)):
            V, threshold = gap(p, multiplicities=counts), arb(1) / 100
            if threshold > V:
                return Integer(layers)
            if not threshold < V:
                raise ArithmeticError(f"V = {V.str(8)} after {layers} layers: more digits are needed")
    raise AssertionError("orbits do not end")
