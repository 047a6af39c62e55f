"""The large-d law of mass kappa: y mu(dy) is the semicircle of radius 1 centred at c, by quadrature in balls."""

from __future__ import annotations

from typing import Any

from flint import acb, arb

from theory.choices import proved
from theory.claim import Locator
from theory.exact.certify import at_each_precision, guess, precision
from theory.exact.rationals import ball
from theory.papers.daneshmand20 import DANESHMAND20
from theory.term.named import named

FIGURE_3A = Locator(DANESHMAND20, "Figure 3a, behind 'the curves clearly indicate a dependency'")
LAW = "mu the law of which y mu(dy) is the semicircle of radius 1 centred at c"
OF_CHAINS = "chains: that the spectrum of M, scaled by sqrt(d), comes to this law is heuristic (rank-strata)"
DIGITS = 30
MU = "μ the law of which y μ(dy) is the semicircle of radius 1 centred at c"


@named(
    "(∫ y^{0}·y μ(dy))",
    r"\Big(\int y^{{{0}}}\,y\,\mu(dy)\Big)",
    means=MU,
)
def integral(power: int, centred: Any, least: Any = None) -> arb:
    """int y^power y mu(dy) over y >= least, all of the support by default: y = c + cos theta; c > 1 for power < 0."""
    with precision(DIGITS):
        middle = ball(centred)
        last = acb.pi() if least is None else acb((ball(least) - middle).acos())

        def density(theta: acb, _: bool) -> acb:
            return 2 / arb.pi() * theta.sin() ** 2 * (middle + theta.cos()) ** power

        return acb.integral(density, 0, last).real


@named("μ[{1}, ∞)", r"\mu[{1},\infty)", means=MU)
def mass_above(c: Any, x: Any) -> arb:
    """mu([x, oo)) by quadrature."""
    return integral(-1, c, x)


@named(
    "c({0})",
    "c({0})",
    means="μ the law of which y μ(dy) is the semicircle of radius 1 centred at c(κ) and whose mass is κ",
)
@at_each_precision
def centre_of(kappa: Any) -> arb:
    """The c > 1 at which the mass of the law is kappa < 2: Newton's method in balls; the mass falls in c.

    Raises
    ------
    ValueError : no such c is found.
    """
    with precision(DIGITS):
        wanted, point = ball(kappa), 1 / ball(kappa) + 1
        for _ in range(12):  # the mass is convex in c: Newton's method comes from above or jumps below once
            moved = guess(point - (wanted - integral(-1, point)) / integral(-2, point))
            point = moved if moved > 1 else (1 + point) / 2
        radius = arb(10) ** -(DIGITS // 2)
        around = point + arb(0, radius)
        found = point - (wanted - integral(-1, point)) / integral(-2, around)
        if proved(around, "!=", found):
            raise ValueError(f"got kappa = {kappa}; no centre of the law of this mass is found near {point}")
        return found


@named(
    "p.v.∫ y μ(dy)/({0} + {1} − y)",
    r"\mathrm{{p.v.}}\int\frac{{y\,\mu(dy)}}{{{0}+{1}-y}}",
    means=MU,
)
def principal_value(c: Any, u: Any) -> arb:
    """p.v. int s(v)/(u - v) dv of s(v) = (2/pi) sqrt(1 - v^2), |u| < 1.

    s(u) log((1 + u)/(1 - u)), and the integral of (s(v) - s(u))/(u - v), where v = cos theta.
    """
    with precision(DIGITS):
        at = ball(u)
        height = (1 - at**2).sqrt()

        def smooth(theta: acb, _: bool) -> acb:
            return (theta.cos() + at) * theta.sin() / (theta.sin() + height)

        return 2 / arb.pi() * (acb.integral(smooth, 0, acb.pi()).real + height * ((1 + at) / (1 - at)).log())
