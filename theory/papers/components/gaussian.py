"""Gaussian moments of the ReLU and the arc-cosine kernel."""

from __future__ import annotations

from functools import cache
from typing import Any

import sympy
from flint import acb, arb
from sympy import Expr, Integer, Max, Rational, Symbol, acos, cos, diff, exp, expand, oo, pi, sin, sqrt, symbols

from theory.claim import Claim, Compared, Locator, Predicted, Twin
from theory.domains.numbers import Integers, Rationals
from theory.exact.certify import at_each_precision, precision
from theory.exact.expressions import grid
from theory.exact.quadrature import half_line
from theory.exact.rationals import ball
from theory.papers.components import COMPONENTS
from theory.term import whole
from theory.term.named import named
from theory.wide.kernels import damped_moment, kappa, relu_moment, relu_moment_by_quadrature
from theory.words import At

DIGITS = 25
power = Symbol("p", integer=True, positive=True)
rho = Symbol("rho", real=True)
rate = Symbol("c", real=True)


@Claim(
    "components.gaussian.relu-moment",
    source=Locator(COMPONENTS, "half moments"),
    says="E relu(g)^p = 2^(p/2 - 1) Gamma((p+1)/2)/sqrt(pi) for standard normal g: 1/2 for p = 2, 3/2 for p = 4",
    predicts=relu_moment(power),
    given={"p": Integers(1)},
).literal(
    kind="certified", scope="by quadrature", most=40
)  # of higher powers the tail is larger than what is asked for
def relu_moments(at: At) -> arb:
    return relu_moment_by_quadrature(whole(at.p))


@relu_moments.exact("every p", argued="the mean is an integral over the half-line against the normal density")
def _moment_on_symbols(predicted: Predicted) -> Compared:
    w = symbols("w", positive=True)
    found = sum(sympy.integrate(Max(g, 0) ** power * exp(-(w**2) / 2), (w, 0, oo)) for g in (w, -w)) / sqrt(2 * pi)
    yield "every p", found, predicted


@Claim(
    "components.gaussian.arc-cosine",
    source=Locator(COMPONENTS, "Cho and Saul (2009)"),
    says="E[2 relu(u) relu(v)] = kappa(rho) = (sqrt(1-rho^2) + (pi - arccos rho) rho)/pi for standard normal u, v of "
    "correlation rho",
    predicts=kappa(rho),
    given={"rho": Rationals(least=-1, most=1)},
    over=grid(rho=(Rational(-4, 5), Rational(-3, 5), Rational(0), Rational(1, 3), Rational(12, 13))),
    uses=("components.gaussian.relu-moment",),
    twins=(
        Twin(kappa(rho).subs(pi, Rational(314, 100)), "with pi = 3.14: wrong by less than a percent"),
        Twin(kappa(rho) * Rational(101, 100), "one per cent off"),
        Twin(1 - acos(rho) / pi, "the kernel of the step function, kappa'"),
    ),
).literal(kind="certified", scope="the integral over the plane, in polar coordinates, by quadrature in balls")
def arc_cosine(at: At) -> arb:
    return 2 * product_of_relus(at.rho)


@named(
    "E[ReLU(u) ReLU(v)]",
    r"\mathbb E[\mathrm{{ReLU}}(u)\,\mathrm{{ReLU}}(v)]",
    means="u, v standard normal of correlation ρ",
    bare=True,
)
def product_of_relus(rho: Any) -> arb:
    """u = r cos t, v = r cos(t - angle), cos(angle) = rho: both are positive for angle - pi/2 < t < pi/2."""
    with precision(DIGITS):
        angle, quarter = ball(rho).acos(), arb.pi() / 2
        around = acb.integral(lambda t, _: t.cos() * (t - angle).cos(), angle - quarter, quarter).real
        return _radial() * around / (2 * arb.pi())


@at_each_precision
def _radial() -> arb:
    """int_0^oo r^3 e^(-r^2/2) dr, sqrt(2 pi) times a moment over the half line of the density."""
    return half_line(lambda r: r**3, lambda end: end**4 * (-end * end / 2).exp(), DIGITS) * (2 * arb.pi()).sqrt()


@arc_cosine.exact("every rho", argued="in polar coordinates the mean is an integral over the angle where both are on")
def _over_the_plane_on_symbols(predicted: Predicted) -> Compared:
    missed, found = _over_the_plane()
    yield "antiderivatives", missed, (Integer(0), Integer(0))
    yield "every rho", found, predicted


@cache
def _over_the_plane() -> tuple[tuple[Expr, Expr], Expr]:
    """What the derivatives of both antiderivatives miss, and the mean by them; that of the radius is 0 at its end."""
    radius, turn, angle = symbols("radius turn angle", positive=True)
    radial, around = -(radius**2 + 2) * exp(-(radius**2) / 2), turn * cos(angle) / 2 + sin(2 * turn - angle) / 4
    missed = (
        expand(diff(radial, radius) - radius**3 * exp(-(radius**2) / 2)),
        sympy.expand_trig(expand(diff(around, turn) - cos(turn) * cos(turn - angle))),
    )
    whole_turn = around.subs(turn, pi / 2) - around.subs(turn, angle - pi / 2)
    found = sympy.expand_trig(-radial.subs(radius, 0) * whole_turn / pi)
    found = found.subs({cos(angle): rho, sin(angle): sqrt(1 - rho**2)})
    return missed, found.subs(angle, acos(rho))


@Claim(
    "components.gaussian.damped",
    source=Locator(COMPONENTS, "Gaussian integrals"),
    says="E[g^p e^(-c g^2)] = E[g^p]/(1 + 2c)^((p + 1)/2), E[g^p] twice that of relu(g) for even p, 0 for odd p",
    predicts=(1 + (-1) ** power) * relu_moment(power) / (1 + 2 * rate) ** ((power + 1) / 2),
    given={"p": Integers(1), "c": Rationals(least=0)},
    uses=("components.gaussian.relu-moment",),
    twins=(Twin((1 + (-1) ** power) * relu_moment(power) / (1 + rate) ** ((power + 1) / 2), "without the factor 2"),),
).literal(kind="certified", scope="by quadrature", most=30)
@named("E[g^{p} exp(−{c} g²)]", r"\mathbb E[g^{{{p}}}e^{{-{c}g^2}}]", means="g standard normal")
def damped(at: At) -> arb:
    return damped_moment(whole(at.p), at.c)


@Claim(
    "components.gaussian.both-positive",
    source=Locator(COMPONENTS, "Sheppard (1899)"),
    says="two standard normal numbers of correlation rho are both positive with probability (pi - arccos rho)/(2 pi)",
    predicts=(pi - acos(rho)) / (2 * pi),
    given={"rho": Rationals(above=-1, below=1)},
    twins=(Twin((1 + rho) / 4, "linear in rho"),),
).literal(kind="certified", scope="v given u is normal: one integral over u, by quadrature", most=30)
@named("P(u > 0, v > 0)", r"\mathbb P(u>0,v>0)", means="u, v standard normal of correlation ρ", bare=True)
def both_positive(at: At) -> arb:
    with precision(DIGITS):
        slope = ball(at.rho) / (2 * (1 - ball(at.rho) ** 2)).sqrt()
        return half_line(lambda u: (-slope * u).erfc() / 2, lambda end: (-end * end / 2).exp(), DIGITS)


@Claim(
    "components.gaussian.tail",
    source=Locator(COMPONENTS, "Gaussian integrals"),
    says="P(g > c) = erfc(c/sqrt(2))/2 for standard normal g",
    predicts=sympy.erfc(rate / sqrt(2)) / 2,
    given={"c": Rationals()},
    twins=(Twin(sympy.erfc(rate) / 2, "the variance 1/2"),),
).literal(kind="certified", scope="the density from 0 to c, by quadrature", most=30)
@named("P(g > {c})", r"\mathbb P(g>{c})", means="g standard normal")
def tail(at: At) -> arb:
    with precision(DIGITS):
        between = acb.integral(lambda u, _: (-u * u / 2).exp(), 0, ball(at.c)).real
        return arb(1) / 2 - between / (2 * arb.pi()).sqrt()
