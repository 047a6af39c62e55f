"""The soft rank under the large-d law, and how slowly it comes to the number of directions."""

from __future__ import annotations

from flint import arb
from sympy import Integer, Symbol, diff, limit, pi, simplify, sqrt

from theory.claim import At, Claim, Compared, Predicted, Twin
from theory.domains.given import Given
from theory.domains.numbers import Rationals
from theory.exact.certify import at_each_precision, precision
from theory.markov import mean_field as on_symbols
from theory.markov.mean_field import c, count_above
from theory.notation import x
from theory.papers.daneshmand20.mean_field.setting import FIGURE_3A, LAW, OF_CHAINS, integral

soft = Claim(
    "daneshmand20.mean-field.soft-rank",
    source=FIGURE_3A,
    status="new",
    says="under the law the number of eigenvalues above x sqrt(d) is sqrt(d) (2/pi) (P(1) - P(x - c)) with P(u) = "
    "sqrt(1-u^2) + c arcsin u - sqrt(c^2-1) arcsin((1+cu)/(u+c)); for fixed tau it comes to 2 sqrt(d) only like "
    "d^(-1/4)",
    hypotheses=(LAW, "c - 1 < x < c + 1", "c > 1, and c = 1 for the rate"),
    silent_on=OF_CHAINS,
    given=Given(
        {"c": Rationals(above=1), "u": Rationals(above=-1, below=1)},
        words=f"{LAW}, x = c + u",
        letters={"x": lambda at: at["c"] + at["u"]},
    ),
    left=r"\mu\big([x,\infty)\big),\ \lim_{x\to0}\mu\big([0,x]\big)/\sqrt x\text{ at }c=1",
    predicts=(count_above(x, c), 4 * sqrt(2) / pi),
    uses=("daneshmand20.mean-field.directions",),
    twins=(Twin((count_above(x, c) / c, 4 * sqrt(2) / pi), "counted by energy"),),
)


@soft.literal(kind="certified", scope="by quadrature; the rate from x = 10^-26, to a relative error of x", most=20)
def _counted(at: At) -> tuple[arb, arb]:
    return integral(-1, at.c, at.x), lost_below()


@soft.exact(
    scope="every c and x: the antiderivative of the density, and its end; at c = 1 the limit",
    argued="the number is the integral of the density from x - c to 1",
)
def _by_antiderivatives(predicted: Predicted) -> Compared:
    u = on_symbols.u
    above = predicted[0].subs(x, c + u)
    density = on_symbols.SEMICIRCLE / (c + u)
    yield "the derivative", on_symbols.everywhere(-density), on_symbols.everywhere(diff(above, u))
    yield "at the end", Integer(0), simplify(above.subs(u, 1))
    y = Symbol("y", positive=True)
    below = on_symbols.at_two(y)
    yield "c = 1, the antiderivative", diff(below, y), (on_symbols.SEMICIRCLE / (c + u)).subs({c: 1, u: y - 1})
    yield "c = 1, all of it", below.subs(y, 2), Integer(2)
    yield "c = 1, the rate", limit(below / sqrt(y), y, 0, "+"), predicted[1]


@at_each_precision
def lost_below() -> arb:
    """mu([0, x])/sqrt(x) at c = 1 and x = 10^-26, to a relative error of x.

    y = 1 - cos theta makes it the integral of (2/pi) (1 + cos theta) up to phi, 1 - cos phi = x.
    """
    with precision(60):
        tiny = arb(10) ** -26
        phi = 2 * (tiny / 2).sqrt().asin()
        return 2 / arb.pi() * (phi + phi.sin()) / tiny.sqrt() * (1 + arb(0, tiny))
