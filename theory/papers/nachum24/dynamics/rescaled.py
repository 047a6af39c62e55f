"""Layers without recentring: RS + ReLU settles at about 60 degrees, ReLU alone collapses like 3 pi/depth."""

from __future__ import annotations

from functools import cache, reduce
from itertools import combinations_with_replacement
from typing import Any

import sympy
from flint import acb, arb, arb_mat, arb_series
from sympy import QQ, Expr, Integer, Rational, cos, diff, expand, expand_trig, integrate, limit, oo, pi, sin, symbols
from sympy.polys.ring_series import rs_asin, rs_cos, rs_mul, rs_nth_root, rs_series_inversion, rs_sin
from sympy.polys.rings import ring

from theory.choices import greater, proved
from theory.claim import Claim, Compared, Locator, Predicted, Twin
from theory.domains.given import Given
from theory.domains.listings import Index
from theory.domains.numbers import Integers, Rationals
from theory.exact.certify import decimal, guess, lower_end, precision, radius, upper_end
from theory.exact.expressions import Undefined, enclose
from theory.notation import HALF, L
from theory.papers.nachum24 import NACHUM24, READING
from theory.papers.nachum24.dynamics.literal.far import angle_after_relu, covered
from theory.papers.nachum24.dynamics.literal.stability import moduli
from theory.primitive import primitive
from theory.term.named import named
from theory.wide.fixed_points import symmetric
from theory.wide.gram_maps import gram_map_balls
from theory.words import At, Within

RS_RELU = ("rs", "nl")


@named("c to {1} digits: RS + ReLU takes (1 − c) I + c J of {0} points to its multiple",
       r"c\text{{ to }}{1}\text{{ digits}}:\mathrm{{RS+ReLU}}\text{{ takes }}(1-c)I+cJ\text{{ of }}{0}"
       r"\text{{ points to its multiple}}", apart=())  # fmt: skip
@cache
def fixed_cosine(n: int | None, digits: int) -> Rational:
    """Cosine of equicorrelated points that RS + ReLU leaves as it is, n or infinitely many, rounded.

    A layer raises the cosine a little below it and lowers it a little above, at two exact points: between them is a
    fixed one. Where to look is taken from `theory.wide`; that it is there is seen by the layer alone.
    """
    with precision(digits + 15):
        near = symmetric(n, RS_RELU).value("cos_cluster", digits + 10)
        step = arb(10) ** (-digits - 4)
        ends = [guess(near + sign * step) for sign in (-1, 1)]
        low, high = ((after_layer(end, n, digits + 7) if n else in_infinite_batch(end)) - end for end in ends)
        if not (low > 0 and high < 0):
            raise Undefined(f"n = {n}: no change of sign near {near.str(8)}")
        return Rational(decimal(ends[0].union(ends[1]), digits))


@named("c to {0} digits: RS + ReLU keeps c in an infinite batch",
       r"c\text{{ to }}{0}\text{{ digits}}:\mathrm{{RS+ReLU}}\text{{ keeps }}c\text{{ in an infinite batch}}",
       )  # fmt: skip
def fixed_cosine_of_infinite_batch(significant: int) -> Rational:
    return fixed_cosine(None, significant)


def after_layer(cosine: arb, n: int, digits: int) -> arb:
    """By the n x n matrix: n E[relu(y_1) relu(y_2)/|y|^2] over n E[relu(y_1)^2/|y|^2], by quadrature with its error."""
    G = arb_mat([[arb(1) if i == j else cosine for j in range(n)] for i in range(n)])
    image = gram_map_balls(G, RS_RELU, digits)
    return image[0, 1] / image[0, 0]


def in_infinite_batch(cosine: arb) -> arb:
    """Of infinitely many y_i = sqrt(c) Z + sqrt(1-c) xi_i: their mean square given Z is what RS divides by.

    E[E[relu(y)|Z]^2/E[y^2|Z]] over E[relu(y)^2/E[y^2|Z]], which is 1/2 by y -> -y. Beyond |Z| = 24 the integrand is
    below the density.
    """
    root, rest = cosine.sqrt(), (1 - cosine).sqrt()

    def integrand(z: acb, _: bool) -> acb:
        at = root * z / rest
        mean = rest * (density(at) + at * (-at / arb(2).sqrt()).erfc() / 2)
        return density(z) * mean * mean / (cosine * z * z + 1 - cosine)

    beyond = (arb(24) / arb(2).sqrt()).erfc()
    return 2 * (acb.integral(integrand, -24, 24).real + arb(0, beyond))


def density(z: acb) -> acb:
    return (-z * z / 2).exp() / (2 * arb.pi()).sqrt()


@primitive("nl", lambda cosine: (81 * _relu(cosine) + 20 * cosine) / 101)
def after_relu(cosine: arb) -> arb:
    """Cosine of two points of equal norm after a layer of ReLU alone; a ball grows by no more than rounding."""
    return _relu(cosine)


def _relu(cosine: arb) -> arb:
    """The arc-cosine kernel in the middle; its slope is at most 1."""
    middle = guess(cosine)
    turn = arb.pi()
    return ((1 - middle * middle).sqrt() + (turn - middle.acos()) * middle) / turn + arb(0, radius(cosine))


@named("θ_{1}(arccos {0})", r"\theta_{{{1}}}(\arccos {0})")
def angle_after_layers(cosine: Any, depth: Any) -> arb:
    with precision(40):
        now = enclose(cosine, {}, 40)
        for _ in range(int(depth)):
            now = after_relu(now)
        return now.acos()


@cache
def _greatest_modulus(n: int) -> arb:
    """Of the eigenvalues of a layer of RS + ReLU at its equicorrelated fixed point, in all n(n+1)/2 dimensions.

    Rescaling forgets the scale, whose eigenvalue is 0, and the diagonal is 1/2: no multiplier. Derivatives are central
    differences of the literal layer of step h. For |z| <= r = l/(2 |E|), l the least eigenvalue of G, |E| by Frobenius,
    z -> Phi(G + zE)_ij is 2n E[relu(y_i) relu(y_j)/|y|^2], analytic and at most M = 2n 3^(n/2) in modulus (the density
    of N(0, G + zE) gives (|w|/Re w)^(1/2) for each eigenvalue w of I + z G^(-1/2) E G^(-1/2)): the error is at most
    2 M h^2/r^3.
    """
    digits, h = 14, arb(10) ** -5
    with precision(2 * digits):
        cosine = enclose(fixed_cosine(n, digits), {}, 2 * digits) + arb(0, arb(10) ** -digits)
        G = arb_mat([[arb(1) if i == j else cosine for j in range(n)] for i in range(n)])
        places = list(combinations_with_replacement(range(n), 2))
        along = []  # one entry of the diagonal, and one pair
        for p, q in ((0, 0), (0, 1)):
            E = arb_mat([[arb(int((i, j) in ((p, q), (q, p)))) for j in range(n)] for i in range(n)])
            upper, lower = (2 * gram_map_balls(G + E * (sign * h), RS_RELU, digits) for sign in (1, -1))
            r = (1 - cosine) / (2 * arb(2 - int(p == q)).sqrt())
            left_out = upper_end(4 * n * arb(3) ** (arb(n) / 2) * h**2 / r**3)
            along.append((upper - lower) / (2 * h) + arb_mat(n, n, [arb(0, left_out)] * n**2))
        columns = []
        for p, q in places:  # points change their names, which G does not tell apart
            names = sorted(range(n), key=lambda i: (i != p, i != q))
            at = [names.index(i) for i in range(n)]
            columns.append([along[int(p != q)][at[i], at[j]] for i, j in places])
        found = moduli(arb_mat(columns).transpose())
        return greater(*found)


DIGITS = 20
TWENTIETH = Integer(1) / 20


@cache
def added(leading: tuple[Expr, ...]) -> bool:
    """Whether the bounds of 1/theta' - 1/theta hold everywhere; `leading`: theta' = theta - theta^2/(3 pi) + .."""
    if leading != (1, -1 / (3 * pi)):
        raise Undefined("a layer's map of small angles is another")
    with precision(DIGITS):
        return _next_to_zero() and covered(_away, (arb(1) / 10).union(arb.pi() / 2), arb(0))


def _next_to_zero() -> bool:
    """theta' = theta (1 - q) with q = theta/C - c theta^2, c the third coefficient somewhere below theta <= 1/10."""
    third = [angle_after_relu(arb_series([(arb(i) / 160).union(arb(i + 1) / 160), 1], 4))[3] for i in range(16)]
    c, theta, rate = reduce(arb.union, third), arb(0).union(arb(1) / 10), 1 / (3 * arb.pi())
    over_theta = (-c + rate * rate - c * theta * rate) / (1 - theta * rate + c * theta * theta)
    return bool(over_theta > 0 and over_theta < arb(1) / 20)


def _away(theta: arb, _: arb) -> bool:
    """By the value in the middle and the slope."""

    def beyond(at: arb_series) -> arb_series:
        after = ((at.sin() + (arb.pi() - at) * at.cos()) / arb.pi()).acos()
        return 1 / after - 1 / at - 1 / (3 * arb.pi())

    try:
        found = beyond(arb_series([guess(theta)], 1))[0] + beyond(arb_series([theta, 1], 2))[1] * (theta - guess(theta))
    except ValueError:  # a ball too wide for an arccos
        return False
    return proved(found, ">", 0) and proved(found, "<", lower_end(theta) / 20)


@cache
def limits(constant: Expr) -> tuple[Expr, Expr]:
    """Limits of L theta_L from both bounds, of any start."""
    y, L, layer = symbols("y L layer", positive=True)
    least = y + L / constant
    term = TWENTIETH / (y + layer / constant)
    most = least + term.subs(layer, 0) + integrate(term, (layer, 0, L))
    return limit(L / most, L, oo), limit(L / least, L, oo)


FIGURE_5 = Locator(NACHUM24, "Figure 5, 'approximately 60 degrees'")


@Claim(
    "nachum24.dynamics.rescaled-relu-cosine",
    source=FIGURE_5,
    says="RS + ReLU without recentring has an equicorrelated fixed point of the cosine .500578946758816 at n = 9, "
    ".502346190117311 at n = 10 and .518735929369131 for an infinite batch: 20, 20 and 36 digits",
    hypotheses=("infinite width", "RS divides by the root mean square"),
    silent_on="rescaling by the standard deviation about the mean, under which the angles collapse",
    predicts=(
        Rational("0.50057894675881579584"),
        Rational("0.50234619011731058286"),
        Rational("0.518735929369130530177406501185936415"),
    ),
    given=Given(),
    uses=("components.gaussian.arc-cosine",),
    twins=(Twin((HALF, HALF, HALF), "60 degrees for every n"),),
).literal(kind="certified", scope="the literal layer on n x n matrices and in an infinite batch, beside the cosine")
def rescaled_relu_cosine(_: At) -> tuple[Rational, ...]:
    return fixed_cosine(9, 20), fixed_cosine(10, 20), fixed_cosine_of_infinite_batch(36)


@Claim(
    "nachum24.dynamics.sixty-degrees",
    source=FIGURE_5,
    **READING,
    says="without recentring the angles tend to exactly 60 degrees: cosine 1/2 in an infinite batch",
    hypotheses=("infinite width",),
    predicts=HALF,
    given=Given(),
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
    silent_on="which starts are attracted by it",
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
@named("max |λ| of RS + ReLU where it keeps (1 − c) I + c J of {n} points",
       r"\max|\lambda|\text{{ of RS + ReLU where it keeps }}(1-c)I+cJ\text{{ of }}{n}\text{{ points}}")  # fmt: skip
def rescaled_relu_stable(at: At) -> arb:
    return _greatest_modulus(int(at.n))


theta = sympy.Symbol("theta", positive=True)


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
    hypotheses=("infinite width", "no recentring, no rescaling"),
    predicts=3 * pi,
    relation="->",
    given={"L": Index(1, listed=(1, 10**4, 10**3, 100, 10)), "rho": Rationals(least=0, below=1)},
    speaks_of=("nl",),
    uses=("components.gaussian.arc-cosine",),
    twins=(Twin(Integer(3), "C = 3"),),
).literal(kind="certified", scope="the literal layer, L times", most=6)
def relu_alone(at: At) -> Within:
    bound = 89 * (1 / sympy.acos(at.rho) + Rational(1, 5) + Rational(11, 10) * sympy.log(1 + L / 6)) / (L + 6)
    return Within(enclose(at.L, {}) * angle_after_layers(at.rho, at.L), bound)


@relu_alone.certified(
    scope="every start: the layer by integrals; what it adds to 1/theta lies between 1/C and 1/C + theta/20 on all of "
    "(0, pi/2], by a Taylor polynomial at 0 and balls beyond; both bounds of L theta_L for L -> oo",
    argued="1/theta grows in every layer by what lies between two bounds, so that sums over layers do",
)
def _every_start(predicted: Predicted) -> Compared:
    yield from _of_angles()
    leading = tuple(one_relu_layer().coeff(theta, power) for power in (1, 2))
    yield "1/C <= 1/theta' - 1/theta <= 1/C + theta/20", added(leading), True
    for bound in limits(-1 / leading[1]):
        yield "C", bound, predicted


@cache
def _of_angles() -> tuple[tuple[str, Any, Any], ...]:
    """What is said of a layer, whatever is predicted."""
    angle, turn, length = symbols("angle turn length", positive=True)  # 0 < angle <= pi/2
    radial = -(length**2 + 2) * sympy.exp(-(length**2) / 2)  # antiderivatives
    around = turn * cos(angle) / 2 + sin(2 * turn - angle) / 4
    integrands = length**3 * sympy.exp(-(length**2) / 2), cos(turn) * cos(turn - angle)
    missed = diff(radial, length) - integrands[0], expand_trig(expand(diff(around, turn) - integrands[1]))
    integrals = 0 - radial.subs(length, 0), around.subs(turn, pi / 2) - around.subs(turn, angle - pi / 2)
    cosine = expand_trig(integrals[0] * integrals[1] / pi)
    # theta' < theta: cos theta' - cos theta is 0 at 0, and rises; 0 < theta': cos theta' is 1 at 0, and falls
    below = cosine - cos(angle)
    slopes = pi * diff(below, angle), pi * diff(cosine, angle)
    # theta' by its half, its series, and 1/theta' - 1/theta, whose mean over L layers comes to 1/(L theta_L)
    m = (sin(angle) - angle * cos(angle)) / (1 - cos(angle))
    return (
        ("antiderivatives", tuple(map(expand, missed)), (Integer(0), Integer(0))),
        ("cos theta'", cosine, (sin(angle) + (pi - angle) * cos(angle)) / pi),
        ("at 0", (below.subs(angle, 0), cosine.subs(angle, 0)), (Integer(0), Integer(1))),
        ("pi times the slopes", slopes, (angle * sin(angle), (angle - pi) * sin(angle))),
        ("2 sin^2(theta'/2)", expand(1 - cosine), expand(1 - cos(angle) - (1 - cos(angle)) * m / pi)),
        ("theta' to first order", one_relu_layer().coeff(theta, 1), Integer(1)),
    )
