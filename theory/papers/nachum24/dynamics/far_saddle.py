"""S4 far out: the saddle as n grows."""

from __future__ import annotations

from functools import cache

from flint import arb, arb_series
from sympy import Symbol, pi

from theory.claim import Claim, Compared, Predicted, Twin
from theory.domains.numbers import Rationals
from theory.exact.certify import precision, upper_end
from theory.exact.expressions import Undefined, enclose
from theory.notation import n
from theory.papers.nachum24.dynamics.literal import far
from theory.papers.nachum24.dynamics.literal.rays import at_angle, far_angle, moved
from theory.papers.nachum24.dynamics.literal.sizes import FarOut, digits_at
from theory.papers.nachum24.dynamics.setting import ABSTRACT, INFINITE, kernel
from theory.words import At, Within

gap = Symbol("c", real=True)

saddle_gap = Claim(
    "nachum24.dynamics.saddle-gap",
    source=ABSTRACT,
    status="new",
    says="near the symmetric ray n (F_n(n - c) - (n - c)) tends to -c (c - 2(pi-2))/(4(pi-1)): the saddle lies at c "
    "= 2(pi-2) + o(1), norm ratio 1 + (pi-2)/n + o(1/n)",
    silent_on="that o(1) and o(1/n) are O(1/n) and O(1/n^2), and that so the basin of the symmetric ray shrinks like "
    "1/n (note)",
    tex=r"n(F_n(n-c)-(n-c))\to-\frac{c(c-2(\pi-2))}{4(\pi-1)},\quad n-s\to2(\pi-2),\quad n(|x_o|/|x_c|-1)\to\pi-2",
    hypotheses=("n -> oo, 0 < c <= 5 fixed", *INFINITE),
    predicts=(-gap * (gap - 2 * (pi - 2)) / (4 * (pi - 1)), 2 * (pi - 2), pi - 2),
    relation="->",
    over=({"n": 10**6, "c": 1}, {"n": 10**6, "c": 2}, {"n": 10**6, "c": 3}),
    given={"n": FarOut(100, falling=True), "c": Rationals(above=0, most=5)},
    left=r"\big(n(F_n(n-c)-(n-c)),\ n-s,\ n(|x_o|/|x_c|-1)\big)",
    speaks_of=("rc", "nl"),
    uses=("nachum24.dynamics.one-escaped-map",),
    twins=(
        Twin((-gap * (gap - 2 * pi) / (4 * (pi - 1)), 2 * pi, pi), "gap 2 pi"),
        Twin((-gap * (gap - pi + 2) / (4 * (pi - 1)), pi - 2, (pi - 2) / 2), "gap pi - 2"),
    ),
)


@saddle_gap.literal(
    kind="certified", scope="the literal layer, and a fixed ray of it by a change of sign at exact points", most=60
)
def _towards_the_saddle(at: At) -> Within:
    size = int(at.n)
    digits = digits_at(size)
    theta = far_angle(size, True, digits)
    with precision(digits + 20):
        s = size - enclose(at.c, {}, digits + 20)
        rho = theta.cos()
        place = size - (1 - rho) / (1 + (size - 2) * rho)
        if not (place > 1 and place < 5):
            raise Undefined(f"n = {size}: n - s = {place.str(8)} is not that of the saddle")
        ratio = at_angle(size, 1, theta).own[0].sqrt()
        found = size * (moved(size, s) - s), place, size * (ratio - 1)
    return Within(found, tuple(times / n for times in (100, 860, 450)))


@saddle_gap.certified(
    scope="every c: the literal layer on symbols to leading order in 1/n; the saddle is the one zero next to s = n, by "
    "boxes of 1/n and s",
    argued="the saddle is the one zero next to s = n, so that the leading order in 1/n is enough",
)
def _limits(predicted: Predicted) -> Compared:
    yield "n -> oo", far.saddle_limits(gap), predicted


def remainder(e: arb, c: arb) -> arb:
    """The third Taylor coefficient in e = 1/n of e (F_n(n - c) - (n - c)), at all e and c of the balls."""
    E = arb_series([e, 1], 4)
    square = (1 - c * E) * (1 - 2 * E)
    y, u = square.sqrt(), E * E + square  # times 1/e, 1/e^2
    kappa = kernel(arb(1), arb(1), (E * E - E * (1 - c * E)) / u)
    angle = arb.pi() / 2 - (E / y).atan()
    below = (1 - E) ** 3 - 2 / arb.pi() * (1 - E) ** 2 * (y - E * angle) + u * (E + (1 - 2 * E) * kappa)
    return (u * (1 - kappa) / below - (1 - c * E))[3]


@cache
def largest_remainder() -> arb:
    """Over 0 <= 1/n <= 1/100, 0 <= c <= 5, by subdivision."""
    with precision(20):
        found = arb(0)
        for i in range(80):
            e = (arb(i) / 8000).union(arb(i + 1) / 8000)
            for j in range(40):
                c = (arb(j) / 8).union(arb(j + 1) / 8)
                found = found.max(upper_end(abs(remainder(e, c))))
    return found


@saddle_gap.certified(
    scope="the remainder's bound 100, by subdivision of 0 <= 1/n <= 1/100, 0 <= c <= 5",
    step="F_n(n - c) - (n - c) is n times this Taylor polynomial and remainder in 1/n",
)
def _remainder(_: Predicted) -> Compared:
    yield "sup of the third coefficient is below 100", bool(largest_remainder() < 100), True
