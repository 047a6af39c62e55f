"""Closed forms of the mean map: one eigenvalue against n - 1 equal ones, and three by Carlson's elliptic integrals."""

from __future__ import annotations

from flint import arb
from sympy import Expr, Integer, Rational, apart, atan, diff, gamma, integrate, log, oo, simplify, sqrt, symbols

from theory.claim import Claim, Compared, Predicted, Twin, Verdict
from theory.domains.numbers import Integers, Rationals
from theory.exact.special import CarlsonRD, CarlsonRF, Gauss2F1
from theory.notation import HALF, n
from theory.orthogonality.closed_forms import r
from theory.papers.daneshmand21 import normals, polar
from theory.papers.daneshmand21.instances import mean_spectrum
from theory.papers.daneshmand21.mean_map.setting import (
    SLIDES,
    THE_MAP,
    a,
    b,
    by_height,
    c,
    one_and_others,
    share_by_angle,
    x,
    y,
)
from theory.words import At

rho = symbols("rho", positive=True)


@Claim(
    "daneshmand21.mean-map.one-against-others",
    source=SLIDES,
    says="one eigenvalue a against n - 1 equal to b: p of a is (a/(nb)) 2F1(1, 3/2; n/2 + 1; 1 - a/b)",
    predicts=a / (n * b) * Gauss2F1(Integer(1), Rational(3, 2), n / 2 + 1, 1 - a / b),
    given={"n": Integers(2), "a": Rationals(above=0), "b": Rationals(above=0)},
    uses=THE_MAP,
    twins=(
        Twin(a / (n * b) * Gauss2F1(Integer(1), Rational(3, 2), (n + 1) / 2, 1 - a / b), "(n+1)/2 in place of n/2 + 1"),
    ),
).literal(kind="certified", most=60)
def one_against_others(at: At) -> arb:
    return mean_spectrum(one_and_others(at.a, at.b, at.n))[0]


@one_against_others.exact(
    scope="every n >= 2, a and b: the mean over w in polar coordinates is Euler's integral, place by place",
    argued="the share of one square in n is Beta distributed: Euler's integral for 2F1",
)
def _by_euler(predicted: Predicted) -> Compared:
    u = polar.tangent  # |(w_2, .., w_n)|/|w_1|
    (function,) = predicted.atoms(Gauss2F1)
    mean = a / (a + b * u**2) * polar.by_tangent(1 + _more)
    claimed = predicted / function * euler(function.args, 1 / (1 + u**2)) * -diff(1 / (1 + u**2), u)
    yield "every n and u", Integer(1), simplify(claimed.subs(n, 1 + _more) / mean)


_more = symbols("more", positive=True)


def euler(arguments: tuple[Expr, ...], x: Expr) -> Expr:
    """The integrand over 0 < x < 1 of 2F1(first, second; third; z) for third > second > 0 and z < 1."""
    first, second, third, z = arguments
    scale = gamma(third) / (gamma(second) * gamma(third - second))
    return scale * x ** (second - 1) * (1 - x) ** (third - second - 1) * (1 - z * x) ** -first


@Claim(
    "daneshmand21.mean-map.one-against-even",
    source=SLIDES,
    says="one eigenvalue r^2 against n - 1 equal to 1, n = 2, 4, 6: r/(1+r), (r/(1+r))^2, r^2 (3r+1)/(3 (1+r)^3)",
    silent_on="odd n, where p is elementary but not rational",
    predicts=(r / (1 + r), (r / (1 + r)) ** 2, r**2 * (3 * r + 1) / (3 * (1 + r) ** 3)),
    given={"r": Rationals(above=0)},
    uses=("daneshmand21.mean-map.one-against-others",),
    twins=(Twin((r / (1 + r), r / (1 + r), r**2 * (3 * r + 1) / (3 * (1 + r) ** 3)), "n = 4 as n = 2"),),
).literal(kind="certified", most=50)
def even(at: At) -> tuple[arb, ...]:
    return tuple(mean_spectrum((at.r**2, *[1] * (size - 1)))[0] for size in (2, 4, 6))


@even.exact(
    scope="every r: the mean over w in polar coordinates, integrated",
    argued="the share of one square in n is Beta distributed: a rational integral at even n",
)
def _by_angle(predicted: Predicted) -> Compared:
    for place, size in enumerate((2, 4, 6)):
        yield f"n = {size}", share_by_angle(r**2, size), predicted[place]


@Claim(
    "daneshmand21.mean-map.ratio-of-four",
    source=SLIDES,
    says="n = 4, one eigenvalue rho times the others: a layer takes rho to 3 rho/(1 + 2 sqrt rho)",
    predicts=3 * rho / (1 + 2 * sqrt(rho)),
    given={"rho": Rationals(above=0)},
    uses=("daneshmand21.mean-map.one-against-even",),
    twins=(Twin(sqrt(rho), "that of n = 2"),),
).literal(kind="certified", most=100)
def ratio(at: At) -> arb:
    p = mean_spectrum((at.rho, 1, 1, 1))
    return p[0] / p[1]


@ratio.exact(
    scope="every rho: the means of both parts over w in polar coordinates, integrated",
    argued="the share of one square in four is Beta distributed: a rational integral",
)
def _by_angle_again(predicted: Predicted) -> Compared:
    # (w_2, w_3, w_4) has a direction, of which w_2 is the height, and a length: u times |w_1|
    u, c = polar.tangent, polar.height
    given_direction = integrate(apart(u**2 / (r**2 + u**2) * polar.by_tangent(4), u), (u, 0, oo))
    second = integrate(c**2 * given_direction * polar.by_height(), (c, 0, 1))
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
    given={"x": Rationals(above=0, below=1), "y": Rationals(above=0)},
    uses=("daneshmand21.mean-map.one-against-others",),
).literal(kind="certified", most=30)
def of_three(at: At) -> tuple[arb, ...]:
    return tuple(mean_spectrum((e, 1, 1))[0] for e in (1 + at.y, 1 - at.x))


@of_three.exact(
    scope="every y > 0 and 0 < x < 1: the mean over w in polar coordinates, integrated",
    argued="the share of one square in three is Beta distributed: an elementary integral",
)
def _by_height(predicted: Predicted) -> Compared:
    first, second, rest = by_height()
    yield "y", first, predicted[0]
    yield "even parts", rest, Integer(0)
    yield "x, its square in x's place", second, predicted[1].subs(x, x**2)


THREE = {"a": Rationals(above=0), "b": Rationals(above=0), "c": Rationals(above=0)}

three_eigenvalues = Claim(
    "daneshmand21.mean-map.three",
    source=SLIDES,
    says="n = 3: p of a is R_D(1/b, 1/c, 1/a)/(3 sqrt(abc)), Carlson's elliptic integral of the second kind",
    predicts=CarlsonRD(1 / b, 1 / c, 1 / a) / (3 * sqrt(a * b * c)),
    given=THREE,
    uses=THE_MAP,
    twins=(
        Twin(CarlsonRD(1 / b, 1 / c, 1 / a) / sqrt(a * b * c), "the 3 of R_D's normalisation forgotten"),
        Twin(CarlsonRD(b, c, a) / (3 * sqrt(a * b * c)), "the eigenvalues in place of their inverses"),
        Twin(CarlsonRD(1 / a, 1 / c, 1 / b) / (3 * sqrt(a * b * c)), "the singular argument not last"),
    ),
)


def _of_three(at: At) -> arb:
    return mean_spectrum((at.a, at.b, at.c))[0]


three_eigenvalues.literal(_of_three, kind="certified", most=60)


@three_eigenvalues.exact(
    scope="every a, b, c: p as an integral over t of means over one w_i after another; its integrand",
    argued="1/S is an integral over t of e^(-tS), of which the mean is a product over the w_i",
)
def _integrand(predicted: Predicted) -> Compared:
    yield "S int_0^oo e^(-tS) dt", normals.inverse(1), Integer(1)
    mean = a * normals.by_one(a, 2) * normals.by_one_more(b) * normals.by_one_more(c)  # E[a w_1^2 e^(-tS)]
    u = symbols("u", positive=True)
    yield "t = u/2", mean.subs(normals.t, u / 2) / 2, predicted.replace(CarlsonRD, lambda *at: _of_second_kind(u, *at))


def _of_second_kind(u: Expr, x: Expr, y: Expr, z: Expr) -> Expr:
    """The integrand of R_D(x, y, z) by its definition."""
    return Rational(3, 2) / (sqrt(u + x) * sqrt(u + y) * (u + z) ** Rational(3, 2))


first_kind = Claim(
    "daneshmand21.mean-map.three-first-kind",
    source=SLIDES,
    status="reading",
    says="n = 3: p of a is R_F(1/b, 1/c, 1/a)/(3 sqrt(abc)), the integral of the first kind",
    predicts=CarlsonRF(1 / b, 1 / c, 1 / a) / (3 * sqrt(a * b * c)),
    given=THREE,
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.mean-map.three",),
)


first_kind.literal(_of_three, kind="certified", most=60)
