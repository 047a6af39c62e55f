"""Layers without recentring: RS + ReLU settles at about 60 degrees, ReLU alone collapses like 3 pi/depth."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from flint import arb
from sympy import (
    QQ,
    Expr,
    Integer,
    Rational,
    Symbol,
    acos,
    cos,
    diff,
    exp,
    expand,
    expand_trig,
    integrate,
    log,
    oo,
    pi,
    simplify,
    sin,
    symbols,
)
from sympy.polys.ring_series import rs_asin, rs_cos, rs_mul, rs_nth_root, rs_series_inversion, rs_sin
from sympy.polys.rings import ring

from theory.claim import Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.domains.given import Given
from theory.domains.listings import Index
from theory.domains.numbers import Integers, Rationals
from theory.exact.expressions import enclose
from theory.notation import HALF, L
from theory.papers.nachum24 import NACHUM24
from theory.papers.nachum24.dynamics.literal import relu_alone as literal_alone
from theory.papers.nachum24.dynamics.literal.without_centring import (
    angle_after_layers,
    fixed_cosine_of,
    fixed_cosine_of_infinite_batch,
    greatest_modulus,
)
from theory.words import At, Within

FIGURE_5 = Locator(NACHUM24, "Figure 5, 'approximately 60 degrees'")


@Claim(
    "nachum24.dynamics.rescaled-relu-cosine",
    source=FIGURE_5,
    says="RS + ReLU without recentring has an equicorrelated fixed point of the cosine .500578946758816 at n = 9, "
    ".502346190117311 at n = 10 and .518735929369131 for an infinite batch: 20, 20 and 36 digits",
    hypotheses=("infinite width", "RS divides by the root mean square", "all points alike"),
    silent_on="rescaling by the standard deviation about the mean, under which the angles collapse",
    predicts=(
        Rational("0.50057894675881579584"),
        Rational("0.50234619011731058286"),
        Rational("0.518735929369130530177406501185936415"),
    ),
    given=Given(),
    uses=("components.gaussian.arc-cosine",),
    twins=(Twin((HALF, HALF, HALF), "60 degrees for every n"),),
).literal(
    kind="certified",
    scope="the literal layer on n x n matrices by quadrature, and in an infinite batch, at both sides of the cosine",
)
def rescaled_relu_cosine(_: At) -> tuple[Rational, ...]:
    return fixed_cosine_of(9, 20), fixed_cosine_of(10, 20), fixed_cosine_of_infinite_batch(36)


@Claim(
    "nachum24.dynamics.sixty-degrees",
    source=FIGURE_5,
    status="reading",
    says="without recentring the angles tend to exactly 60 degrees: cosine 1/2 in an infinite batch",
    hypotheses=("infinite width",),
    predicts=HALF,
    given=Given(),
    expected=Verdict.REFUTED,
    corrected_by=("nachum24.dynamics.rescaled-relu-cosine",),
    truth=rescaled_relu_cosine.predicts[2],
).literal(kind="certified", scope="the literal layer in an infinite batch, to 36 digits")
def sixty_degrees(_: At) -> Rational:
    return fixed_cosine_of_infinite_batch(36)


@Claim(
    "nachum24.dynamics.rescaled-relu-stable",
    source=FIGURE_5,
    says="the equicorrelated fixed point of RS + ReLU without recentring is stable: every eigenvalue of a layer there "
    "is below 1 in modulus",
    hypotheses=("infinite width", "RS divides by the root mean square"),
    silent_on="which starts are attracted by it; n not in the scope of a check",
    predicts=Integer(1),
    given={"n": Integers(3)},
    relation="<",
    uses=("nachum24.dynamics.rescaled-relu-cosine",),
    twins=(Twin(HALF, "below 1/2"),),
).literal(
    kind="certified",
    scope="central differences of the literal layer in the full n(n+1)/2 dimensions, by Gershgorin",
    most=2,
)
def rescaled_relu_stable(at: At) -> arb:
    return greatest_modulus(at.n)


theta = Symbol("theta", positive=True)


@cache
def one_relu_layer() -> Expr:
    """Angle after one ReLU layer to second order: 2 arcsin(sin(theta/2) sqrt(1 - m/pi)), m = 2 theta/3 + O(theta^3)."""
    _, angle, per_pi = ring("angle per_pi", QQ)
    # over angle^2, above and below
    above = (rs_sin(angle, angle, 6) - angle * rs_cos(angle, angle, 6)).quo(angle**2)
    below = (1 - rs_cos(angle, angle, 6)).quo(angle**2)
    m = rs_mul(above, rs_series_inversion(below, angle, 3), angle, 3)
    sine = rs_mul(rs_sin(angle / 2, angle, 3), rs_nth_root(1 - m * per_pi, 2, angle, 3), angle, 3)
    return (2 * rs_asin(sine, angle, 3)).as_expr(theta, 1 / pi)


@Claim(
    "nachum24.dynamics.relu-alone",
    source=FIGURE_5,
    says="ReLU alone (He): angles shrink like C/L with depth L, C = 3 pi, as theta' = theta - theta^2/C + O(theta^3)",
    hypotheses=("infinite width", "no recentring, no rescaling", "a right angle at most (from the first layer on)"),
    predicts=3 * pi,
    relation="->",
    given={"L": Index(1, listed=(1, 10**4, 10**3, 100, 10)), "rho": Rationals(least=0, below=1)},
    speaks_of=("nl",),
    uses=("components.gaussian.arc-cosine",),
    twins=(Twin(Integer(3), "C = 3"),),
).literal(kind="certified", scope="the literal layer, L times", most=6)
def relu_alone(at: At) -> Within:
    bound = 89 * (1 / acos(at.rho) + Rational(1, 5) + Rational(11, 10) * log(1 + L / 6)) / (L + 6)
    return Within(enclose(at.L, {}) * angle_after_layers(at.rho, at.L), bound)


@relu_alone.certified(
    scope="every start: the layer by integrals; what it adds to 1/theta lies between 1/C and 1/C + theta/20 on all of "
    "(0, pi/2], by a Taylor polynomial at 0 and balls beyond; both bounds of L theta_L for L -> oo",
    argued="1/theta grows in every layer by what lies between two bounds, so that sums over layers do",
)
def _every_start(predicted: Predicted) -> Compared:
    yield from _of_angles()
    leading = tuple(one_relu_layer().coeff(theta, power) for power in (1, 2))
    yield "1/C <= 1/theta' - 1/theta <= 1/C + theta/20", literal_alone.added(leading), True
    for bound in literal_alone.limits(-1 / leading[1]):
        yield "C", bound, predicted


@cache
def _of_angles() -> tuple[tuple[str, Any, Any], ...]:
    """What is said of a layer, whatever is predicted."""
    return tuple(_steps_of_angles())


def _steps_of_angles() -> Iterator[tuple[str, Any, Any]]:
    angle, turn, radius = symbols("angle turn radius", positive=True)  # 0 < angle <= pi/2
    radial = integrate(radius**3 * exp(-(radius**2) / 2), (radius, 0, oo))
    around = integrate(expand_trig(cos(turn) * cos(turn - angle)), (turn, angle - pi / 2, pi / 2))
    cosine = expand_trig(radial * around / pi)
    yield "cos theta'", cosine, (sin(angle) + (pi - angle) * cos(angle)) / pi
    # theta' < theta: cos theta' - cos theta is 0 at 0, and rises; 0 < theta': cos theta' is 1 at 0, and falls
    below = cosine - cos(angle)
    yield "at 0", (below.subs(angle, 0), cosine.subs(angle, 0)), (Integer(0), Integer(1))
    yield "pi times the slopes", (pi * diff(below, angle), pi * diff(cosine, angle)), (
        angle * sin(angle), (angle - pi) * sin(angle)
    )  # fmt: skip
    # theta' by its half, its series, and 1/theta' - 1/theta, whose mean over L layers comes to 1/(L theta_L)
    m = (sin(angle) - angle * cos(angle)) / (1 - cos(angle))
    yield "2 sin^2(theta'/2)", expand(1 - cosine), expand(simplify((1 - cos(angle)) * (1 - m / pi)))
    yield "theta' to first order", one_relu_layer().coeff(theta, 1), Integer(1)
