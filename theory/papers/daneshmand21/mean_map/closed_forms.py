"""Closed forms of the mean map: two eigenvalues, three, one against the others, pairs."""

from __future__ import annotations

from functools import cache
from itertools import islice

import sympy
from flint import acb, arb
from sympy import Expr, Rational, cancel, exp, factor, log, sqrt, symbols

from theory.claim import Claim, Compared, Locator, Predicted, Twin
from theory.claim.domains import Integers, Rationals
from theory.claim.given import Given
from theory.exact.certify import precision
from theory.exact.expressions import enclose, grid
from theory.exact.rationals import to_fmpq
from theory.notation import HALF, L, l
from theory.orthogonality.closed_forms import pairs, two
from theory.orthogonality.mean_map import gap, mean_map, orbit
from theory.papers.daneshmand21 import DANESHMAND21, polar
from theory.papers.daneshmand21.instances import mean_spectrum
from theory.papers.daneshmand21.mean_map.setting import MEANS, THE_MAP, a, b, share_by_angle, x, y
from theory.words import At

SLIDES = Locator(DANESHMAND21, "slides, H_{l+1} = BN(W_l H_l)/sqrt(width)")


EQUATION_6 = Locator(DANESHMAND21, "eq. (6) (second-hand: iterative orthogonalisation)")


rho = symbols("rho", positive=True)


two_eigenvalues = Claim(
    "daneshmand21.mean-map.two",
    source=SLIDES,
    status="new",
    says="n = 2: F(a, b) = (sqrt a, sqrt b)/(sqrt a + sqrt b)",
    tex=r"F(a,b)=\frac{(\sqrt a,\sqrt b)}{\sqrt a+\sqrt b}",
    hypotheses=(*MEANS, "n = 2", "a, b > 0"),
    predicts=(two(a, b), two(b, a)),
    given={"a": Rationals(above=0), "b": Rationals(above=0)},
    left=r"F(a,b)",
    over=grid(a=(Rational(16, 25), Rational(1, 7)), b=(Rational(9, 25), Rational(2, 5))),
    uses=THE_MAP,
    twins=(
        Twin((a / (a + b), b / (a + b)), "A5: the identity (.64 stays)"),
        Twin(
            (a ** Rational(1, 3) / (a ** Rational(1, 3) + b ** Rational(1, 3)), two(b, a)), "A5: the cube root (.5478)"
        ),
    ),
)


@two_eigenvalues.literal(kind="certified", most=40)
def _of_pair(at: At) -> tuple[arb, ...]:
    return tuple(mean_spectrum((at.a, at.b)))


@two_eigenvalues.exact(
    scope="every a and b: the mean over (w_1, w_2) in polar coordinates, integrated",
    reach="stated",
)
def _by_angle(predicted: Predicted) -> Compared:
    for place, ratio in enumerate((x / y, y / x)):
        yield f"p_{place + 1}", share_by_angle(ratio**2, 2), predicted[place].subs({a: x**2, b: y**2})


@two_eigenvalues.exact(
    scope="all a != b: an antiderivative of the integral's integrand, and its ends",
    reach="step",
    of="p is the integral of the claim `integral`",
)
def _antiderivative(predicted: Predicted) -> Compared:
    s = symbols("s", positive=True)  # 2t; the integrand is f = (a/2)(1 + s a)^(-3/2) (1 + s b)^(-1/2) ds
    inner = (1 + s * b) / (1 + s * a)
    factor = -a / (a - b)  # G = factor inner^(1/2): G' = f
    yield "G' = f, times G", sympy.diff(factor**2 * inner, s) / 2, factor * a / 2 / (1 + s * a) ** 2
    ends = (factor * (sqrt(b / a) - 1)).subs({a: x**2, b: y**2})
    for place, (share, swap) in enumerate(((a, b), (b, a))):
        computed = ends if place == 0 else ends.subs({x: y, y: x}, simultaneous=True)
        yield f"p of {share} beside {swap}", computed, predicted[place].subs({a: x**2, b: y**2})


@two_eigenvalues.certified(scope="four pairs of eigenvalues: the mean over the circle by quadrature", reach="cases")
def _circle(predicted: Predicted) -> Compared:
    with precision(30):
        for first, second in ((16, 9), (256, 1), (1, 2), (5, 5)):
            part, rest = arb(first), arb(second)

            def share(angle: acb, _: bool, part: arb = part, rest: arb = rest) -> acb:
                cosine, sine = angle.cos() ** 2, angle.sin() ** 2  # meromorphic: a pole gives no finite ball
                return part * cosine / (part * cosine + rest * sine)

            mean = acb.integral(share, 0, acb.pi()).real / arb.pi()
            for place, computed in enumerate((mean, 1 - mean)):
                yield f"({first}, {second})_{place + 1}", computed, enclose(predicted[place], {"a": first, "b": second})


halving = Claim(
    "daneshmand21.mean-map.halving",
    source=EQUATION_6,
    status="new",
    says="n = 2, infinite width: the log ratio L of the eigenvalues is halved by every layer; the gap after l layers "
    "is tanh(L/2^(l+1))/sqrt 2",
    tex=r"V_l=\tfrac1{\sqrt2}\tanh\big(L/2^{l+1}\big)",
    hypotheses=(*MEANS, "n = 2", "C_{l+1} = F(C_l)"),
    silent_on="how many layers are enough: about log2(L), doubly fast; finite width, where fluctuations of order "
    "1/sqrt(d) stay",
    predicts=(exp(L / 2**l) - 1) / (exp(L / 2**l) + 1) / sqrt(2),
    given={"L": Rationals(above=0), "l": Integers(1)},
    left=r"V_l,\ C_0=\mathrm{diag}(e^L,1)",
    over=grid(L=(1, 4, 20), l=(1, 2, 3)),
    uses=("daneshmand21.mean-map.two",),
    twins=(
        Twin((exp(L / 3**l) - 1) / (exp(L / 3**l) + 1) / sqrt(2), "A5: a third of it"),
        Twin((exp(L) - 1) / (exp(L) + 1) / sqrt(2), "the identity: the gap stays"),
        Twin((exp(L / 2 ** (l + 1)) - 1) / (exp(L / 2 ** (l + 1)) + 1) / sqrt(2), "one layer too many"),
    ),
)


@halving.literal(kind="certified", most=16)
def _after_layers(at: At) -> arb:
    with precision(40):
        return gap(next(islice(orbit([arb(to_fmpq(at.L)).exp(), 1], 30), int(at.l), None)))


@halving.exact(
    scope="every L and l, by induction over layers: each a mean over (w_1, w_2) in polar coordinates",
    reach="stated",
)
def _layer_by_layer(predicted: Predicted) -> Compared:
    ratio = symbols("ratio", positive=True)  # e^(L/2^l), that of the eigenvalues after l layers
    yield "l = 0", (exp(L / 2**l)).subs(l, 0), exp(L)
    share = share_by_angle(x**2, 2).subs(x, sqrt(ratio))
    yield "a layer", cancel(share / (1 - share)), sqrt(ratio)
    yield "the ratio after it", exp(L / 2**l / 2), exp(L / 2 ** (l + 1))
    # V^2 = (p_1 - 1/2)^2 + (p_2 - 1/2)^2 of p_1 = ratio p_2, p_1 + p_2 = 1
    square = cancel(sum((p - HALF) ** 2 for p in (ratio / (1 + ratio), 1 / (1 + ratio))))
    yield "V", sqrt(factor(square.subs(ratio, 1 + y))).subs(y, exp(L / 2**l) - 1), predicted


@halving.certified(scope="ratios e, e^4, e^20, 256, after 0..4 layers of the integral", reach="cases")
def _by_orbit(predicted: Predicted) -> Compared:
    with precision(40):
        for start in (arb(1), arb(4), arb(20), arb(256).log()):
            for layers, p in enumerate(islice(orbit([start.exp(), 1], 25), 5)):
                claimed = enclose(predicted, {"L": start, "l": layers}, 40)
                yield f"L = {start.str(6, radius=False)}, l = {layers}", gap(p), claimed


of_pairs = Claim(
    "daneshmand21.mean-map.pairs",
    source=SLIDES,
    status="new",
    says="two pairs (x, x, y, y): the two x together have x/(x-y) - x y log(x/y)/(x-y)^2",
    tex=r"2p_x=\frac x{x-y}-\frac{xy\log(x/y)}{(x-y)^2}",
    hypotheses=(*MEANS, "n = 4", "x, y > 0, x != y"),
    predicts=pairs(x, y),
    given=Given({"x": Rationals(above=0), "y": Rationals(above=0)}, lambda at: at["x"] != at["y"], "x != y"),
    left=r"p_1+p_2,\ \lambda=(x,x,y,y)",
    over=grid(x=(Rational(1, 2), 3), y=(1, Rational(1, 5))),
    uses=THE_MAP,
    twins=(
        Twin(x / (x - y) - y * log(x / y) / (x - y) ** 2, "not of degree 0"),
        Twin(two(x, y), "the pairs as two single eigenvalues"),
    ),
)


@of_pairs.literal(kind="certified", most=100)
def _of_two_pairs(at: At) -> arb:
    p = mean_spectrum((at.x, at.x, at.y, at.y))
    return p[0] + p[1]


@cache
def of_two_planes() -> Expr:
    """E[x s/(x s + y (1 - s))], s the share of |(w_1, w_2)|^2 in |w|^2."""
    s = polar.part
    return sympy.integrate(polar.by_part() * x * s / (x * s + y * (1 - s)), (s, 0, 1))


@of_pairs.exact(
    scope="every x and y: the mean over two planes, each in polar coordinates, integrated",
    reach="stated",
)
def _by_planes(predicted: Predicted) -> Compared:
    yield "p_1 + p_2", of_two_planes(), predicted


@of_pairs.exact(
    scope="all x != y: an antiderivative of the integrand in its rational and logarithmic parts, and its ends",
    reach="step",
    of="p is the integral of the claim `integral`",
)
def _partial_fractions(predicted: Predicted) -> Compared:
    s, ell = symbols("s ell", positive=True)  # 2t; ell = log(x/y)
    # 2 p_x = int_0^oo x (1 + s x)^-2 (1 + s y)^-1 ds, G = u/(1 + s x) + v log((1 + s x)/(1 + s y))
    u, v = -x / (x - y), -x * y / (x - y) ** 2
    slope = sympy.diff(u / (1 + s * x), s) + v * (x / (1 + s * x) - y / (1 + s * y))
    yield "G' = f", slope, x / (1 + s * x) ** 2 / (1 + s * y)
    parts = sympy.expand_log(predicted).expand().subs(log(x), ell + log(y))
    yield "G(oo) - G(0)", v * ell - u, sympy.expand(parts)


@of_pairs.certified(scope="four pairs, by the integral", reach="cases")
def _pairs_in_balls(predicted: Predicted) -> Compared:
    for first, second in ((1, 2), (3, 1), (1000, 1), (7, 6)):
        computed = 2 * mean_map([first, second], 20, multiplicities=[2, 2])[0]
        yield f"({first}, {first}, {second}, {second})", computed, enclose(predicted, {"x": first, "y": second})
