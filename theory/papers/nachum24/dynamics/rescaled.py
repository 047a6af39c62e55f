"""S7: layers without recentring: RS + ReLU settles at about 60 degrees, ReLU alone collapses like 3 pi/depth."""

from __future__ import annotations

from functools import cache

from flint import arb, arb_mat
from sympy import QQ, Expr, Integer, Rational, Symbol, floor, pi
from sympy.polys.ring_series import rs_asin, rs_cos, rs_mul, rs_nth_root, rs_series_inversion, rs_sin
from sympy.polys.rings import ring

from theory.claim import Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.exact.certify import at_each_precision, precision
from theory.exact.expressions import enclose
from theory.notation import HALF
from theory.papers.nachum24 import NACHUM24
from theory.wide.fixed_points import symmetric
from theory.wide.gram_maps import gram_map_balls

FIGURE_5 = Locator(NACHUM24, "Figure 5, 'approximately 60 degrees'")
RS_RELU = ("rs", "nl")
DIGITS = 25

rescaled_relu_cosine = Claim(
    "nachum24.dynamics.rescaled-relu-cosine",
    source=FIGURE_5,
    status="new",
    says="RS + ReLU without recentring has an equicorrelated fixed point; its cosine is .500578946758816 at n = 9, "
    ".502346190117311 at n = 10 and .518735929369131 for n -> oo (58.7525 degrees)",
    tex=r"c=n\int_0^\infty(1+2t\lambda_1)^{-1/2}(1+2t\lambda_0)^{-(n-1)/2}h_t\,\kappa(\rho_t)\,dt",
    hypotheses=("infinite width", "RS divides by the root mean square", "all points alike"),
    silent_on="rescaling by the standard deviation about the mean, under which the angles collapse",
    predicts=(
        Rational("0.50057894675881579584"),
        Rational("0.50234619011731058286"),
        Rational("0.518735929369130530177406501185936415"),
    ),
    over=({},),
    uses=("components.gaussian.arc-cosine",),
    twins=(Twin((HALF, HALF, HALF), "60 degrees for every n"),),
)

LAST = (20, 20, 36)
"""Printed digits of the three."""


@rescaled_relu_cosine.certified(
    scope="all printed digits, from the certified fixed points; those of n = 3, 5, 9 moved by nothing under the "
    "literal map on "
    "the n x n matrix, by quadrature"
)
def _digits(predicted: Predicted) -> Compared:
    for size, claimed, last in zip((9, 10, None), predicted, LAST, strict=True):
        found = symmetric(size, RS_RELU).value("cos_cluster", 40)
        with precision(45):
            close = bool(abs(found - enclose(claimed, {}, 45)) < arb(10) ** -last)
        yield f"n = {size or 'oo'}, to 10^-{last}", close, True
    for size in (3, 5, 9):
        cosine = symmetric(size, RS_RELU).value("cos_cluster", DIGITS)
        image = gram_map_balls(_equicorrelated(size, cosine), RS_RELU, DIGITS)
        with precision(DIGITS):
            yield f"n = {size}, literal map", image[0, 1] / image[0, 0], cosine


def _equicorrelated(size: int, cosine: arb) -> arb_mat:
    return arb_mat([[arb(1) if i == j else cosine for j in range(size)] for i in range(size)])


sixty_degrees = Claim(
    "nachum24.dynamics.sixty-degrees",
    source=FIGURE_5,
    status="reading",
    says="without recentring the angles tend to exactly 60 degrees: cosine 1/2 in the limit of large batches",
    tex=r"\lim_n c=\tfrac12",
    hypotheses=("infinite width", "RS + ReLU"),
    predicts=HALF,
    over=({},),
    expected=Verdict.REFUTED,
    corrected_by=("nachum24.dynamics.rescaled-relu-cosine",),
    truth=rescaled_relu_cosine.predicts[2],
)


@sixty_degrees.certified(scope="n -> oo, to 30 decimals")
def _not_sixty(predicted: Predicted) -> Compared:
    found = symmetric(None, RS_RELU).value("cos_cluster", 40)
    with precision(45):
        decimals = (found * 10**30 + arb("0.5")).floor().unique_fmpz()
    yield "n -> oo, 30 decimals", Integer(int(decimals)), floor(predicted * 10**30 + HALF)


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


relu_alone = Claim(
    "nachum24.dynamics.relu-alone",
    source=FIGURE_5,
    status="new",
    says="ReLU alone (He): angles shrink like C/L with depth L, C = 3 pi, as theta' = theta - theta^2/C + O(theta^3)",
    tex=r"\theta'=\theta-\frac{\theta^2}{3\pi}+O(\theta^3)\ \Rightarrow\ \theta_L\sim\frac{3\pi}L",
    hypotheses=("infinite width", "no recentring, no rescaling"),
    predicts=3 * pi,
    over=({},),
    uses=("components.gaussian.arc-cosine",),
    twins=(Twin(2 * pi, "C = 2 pi"), Twin(Integer(3), "C = 3")),
)


@relu_alone.exact(scope="Taylor series of the layer's map of angles")
def _second_order(predicted: Predicted) -> Compared:
    yield "theta", one_relu_layer().coeff(theta, 1), Integer(1)
    yield "C", -1 / one_relu_layer().coeff(theta, 2), predicted


@at_each_precision
def _after(depth: int) -> arb:
    """The angle after so many layers of ReLU from a right angle."""
    half_turn = arb.pi()
    angle = half_turn / 2
    for _ in range(depth):
        sine, cosine = (angle / 2).sin_cos()
        fall = 2 * sine * sine  # 1 - cos(angle)
        m = (2 * sine * cosine - angle * (1 - fall)) / fall
        angle = (2 * (sine * (1 - m / half_turn).sqrt()).asin()).mid()  # rounding: 1e-59 a layer
    return angle


@relu_alone.certified(scope="20,000 layers from a right angle: L theta_L within 1% of C, as 1/theta_L = L/C + O(log L)")
def _iterated(predicted: Predicted) -> Compared:
    depth = 20_000
    with precision(60):
        ratio = _after(depth) * depth / enclose(predicted, {}, 30)
        yield f"L = {depth}", bool(abs(ratio - 1) < arb("0.01")), True
