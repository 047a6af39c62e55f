"""S3 far out: the broken ray as n grows."""

from __future__ import annotations

from functools import cache

from flint import arb
from sympy import QQ, Expr, Integer, Rational, Symbol, expand, pi, sqrt
from sympy.polys.ring_series import rs_asin, rs_mul, rs_nth_root, rs_sin, rs_trunc
from sympy.polys.rings import ring

from theory.claim import Claim, Compared, Predicted, Twin
from theory.exact.certify import precision
from theory.exact.expressions import Undefined, enclose
from theory.notation import n
from theory.papers.nachum24.dynamics.literal import far_cluster
from theory.papers.nachum24.dynamics.literal.orbits import relu_of_two
from theory.papers.nachum24.dynamics.literal.rays import at_angle, far_angle
from theory.papers.nachum24.dynamics.literal.sizes import FarOut, digits_at
from theory.papers.nachum24.dynamics.setting import ABSTRACT, INFINITE
from theory.wide.fixed_points import broken
from theory.words import At, Within

epsilon = Symbol("epsilon", positive=True)  # 1/n


Q = Rational(3, 2) + 3 * pi**2 / 20


def angles(C: Expr = 3 * pi, p: int = -2, q: Expr = Q) -> tuple[Expr, Expr]:
    """(C/n)(1 + p/n + q/n^2 -+ 110/n^3)."""
    low, high = (C / n * (1 + p / n + q / n**2 + sign * 110 / n**3) for sign in (-1, 1))
    return low, high


broken_angle = Claim(
    "nachum24.dynamics.broken-angle",
    source=ABSTRACT,
    status="new",
    says="the cluster of the broken fixed point has angle (C/n)(1 + p/n + q/n^2 + O(n^-3)), C = 3 pi, p = -2 and q = "
    "3/2 + 3 pi^2/20 = 2.98044 (not 3): from n = 100 on to within 110/n^3 in the bracket",
    tex=r"\theta=\frac{3\pi}n\Big(1-\frac2n+\Big(\frac32+\frac{3\pi^2}{20}\Big)\frac1{n^2}\pm\frac{110}{n^3}\Big)",
    hypotheses=("n >= 100", *INFINITE),
    predicts=angles(),
    relation="in",
    given={"n": FarOut(100, last=9)},
    left=r"\arccos\cos_{cc'}K(H)",
    speaks_of=("rc",),
    uses=("nachum24.dynamics.one-escaped-map",),
    twins=(
        Twin(angles(q=Integer(3)), "q = 3, as three digits at n = 1000 suggest"),
        Twin(angles(C=2 * pi), "C = 2 pi"),
        Twin(angles(C=3 * pi / 2), "C = 3 pi/2"),
    ),
)


@broken_angle.literal(
    kind="certified", scope="a fixed ray of the literal layer, by a change of sign at exact points", most=20
)
def _cluster_angle(at: At) -> arb:
    size = int(at.n)
    digits = digits_at(size)
    theta = far_angle(size, False, digits)
    with precision(digits):
        image = relu_of_two(at_angle(size, 1, theta), theta)
        return (image.across[1][1] / image.own[1]).acos()


@broken_angle.certified(
    scope="every n >= 100: coefficients in 1/n up to n^-3 are exact, the next one a ball on all of 0 <= 1/n <= 1/100",
    reach="stated",
)
def _every_size(predicted: Predicted) -> Compared:
    leading, beyond = far_cluster.angle()
    ends = [expand(end.subs(n, 1 / epsilon)).as_poly(epsilon) for end in predicted]
    if None in ends:
        raise Undefined("an end is no polynomial in 1/n")
    for end in ends:
        for power in range(max(5, end.degree() + 1)):
            if power != 4:
                ours, theirs = dict(enumerate(leading, 1)).get(power, Integer(0)), end.coeff_monomial(epsilon**power)
                yield f"coefficient of n^-{power}", ours, (theirs, theirs)
    fourth = tuple(enclose(end.coeff_monomial(epsilon**4), {}, 20) for end in ends)
    for found in beyond:
        yield "n^4 times the rest", found, fourth


@cache
def angle_series() -> Expr:
    """Angle of the broken cluster to order n^-3, as a polynomial in epsilon = 1/n.

    E = 0 of wide.escaped is, to this order, pi = (m/2) n^2/(n-1) with m = (2 theta/3)(1 - theta^2/60); then the angle
    phi after the layer has sin(phi/2) = sin(theta/2) sqrt(1 - m/pi).
    """
    _, e, half_turn = ring("e half_turn", QQ)
    bracket = e * (1 - e) * (1 + (3 * half_turn * e) ** 2 / 60)
    angle = 3 * half_turn * bracket
    m_over_pi = 2 * bracket * (1 - angle**2 / 60)
    root = rs_nth_root(1 - rs_trunc(m_over_pi, e, 4), 2, e, 4)
    sine = rs_mul(rs_sin(rs_trunc(angle / 2, e, 4), e, 4), root, e, 4)
    return (2 * rs_asin(sine, e, 4)).as_expr(epsilon, pi)


@broken_angle.certified(
    scope="n = 10^3, 10^6: the series in 1/n of the fixed-point equation",
    reach="step",
    of="E = 0 is pi = (m/2) n^2/(n-1) but for terms that change the angle by O(n^-3) relatively",
)
def _angle_series(predicted: Predicted) -> Compared:
    for size in (10**3, 10**6):
        ends = tuple(enclose(end, {"n": size}, 60) for end in predicted)
        yield f"n = {size}", enclose(angle_series(), {"epsilon": Rational(1, size)}, 60), ends


broken_ratio = Claim(
    "nachum24.dynamics.broken-ratio",
    source=ABSTRACT,
    status="new",
    says="the escaped point of the broken fixed point is n - 1 - 9 pi^2/(4n) + o(1/n) times as long as the others, "
    "just short of the exact outlier's n - 1, and not quite orthogonal: n^3 cos tends to 9 pi^2/(2 sqrt 2)",
    silent_on="that o(1/n) is O(n^-2) (note)",
    tex=r"n\Big(\frac{|x_o|}{|x_c|}-n+1\Big)\to-\frac{9\pi^2}4,\qquad n^3\cos_{oc}\to\frac{9\pi^2}{2\sqrt2}",
    hypotheses=("n -> oo", *INFINITE),
    predicts=(-9 * pi**2 / 4, 9 * pi**2 / (2 * sqrt(2))),
    relation="->",
    given={"n": FarOut(100)},
    left=r"\big(n(|x_o|/|x_c|-n+1),\ n^3\cos_{oc}\big)",
    speaks_of=("rc",),
    uses=("nachum24.dynamics.broken-angle",),
    twins=(
        Twin((Integer(0), 9 * pi**2 / (2 * sqrt(2))), "exactly n - 1"),
        Twin((-9 * pi**2 / 4, Integer(0)), "exactly orthogonal"),
    ),
)


@broken_ratio.literal(
    kind="certified", scope="a fixed ray of the literal layer, by a change of sign at exact points", most=20
)
def _ratio_and_cosine(at: At) -> Within:
    size = int(at.n)
    digits = digits_at(size)
    theta = far_angle(size, False, digits)
    with precision(digits):
        image = relu_of_two(at_angle(size, 1, theta), theta)
        ratio = (image.own[0] / image.own[1]).sqrt()
        cosine = image.across[0][1] / (image.own[0] * image.own[1]).sqrt()
        return Within((size * (ratio - size + 1), arb(size) ** 3 * cosine), (Rational(150, size), Rational(250, size)))


@broken_ratio.certified(
    scope="the literal layer on symbols to leading order in 1/n; the broken ray is the zero next to theta = 0, by "
    "boxes of 1/n and s",
    reach="stated",
)
def _limits(predicted: Predicted) -> Compared:
    yield "n -> oo", far_cluster.limits(), predicted


@broken_ratio.certified(
    scope="n = 10^8 and 10^10: ratio within 200/n, cosine within 1000/n of the limit",
    reach="step",
    of="fixed rays are the zeros of E",
)
def _ratio_far_out(_: Predicted) -> Compared:
    for size in (10**8, 10**10):
        point = broken(size)
        ratio, cosine = (point.value(name, 60) for name in ("norm_ratio", "cos_outlier_cluster"))
        with precision(60):
            found = (ratio - size + 1) * size, cosine * arb(size) ** 3
        yield f"n = {size}", Within(found, (Rational(200, size), Rational(1000, size))), _
