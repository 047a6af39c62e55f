"""S2 to S5: fixed rays of RC + ReLU with escaped points: how many, where, how stable."""

from __future__ import annotations

from functools import cache
from typing import Any

from flint import arb
from sympy import QQ, Expr, Integer, Rational, Symbol, acos, asin, atan, pi, sqrt
from sympy.polys.ring_series import rs_asin, rs_mul, rs_nth_root, rs_sin, rs_trunc
from sympy.polys.rings import ring

from theory.claim import Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.claim.domains import Integers, Rationals
from theory.claim.given import Given
from theory.exact.certify import precision
from theory.exact.expressions import enclose, grid
from theory.notation import HALF, n
from theory.papers.nachum24 import NACHUM24
from theory.papers.nachum24.dynamics.setting import layer, one_against_all, parameter, recentred
from theory.wide.escaped import first_size, roots
from theory.wide.fixed_points import broken, escaped, saddle, saddle_node
from theory.wide.kernels import kappa
from theory.wide.spectrum import spectrum
from theory.wide.stability import saddle_series
from theory.words import At

ABSTRACT = Locator(NACHUM24, "abstract: 'an odd data point that breaks far away from the cluster'")
INFINITE = ("infinite width, He gain", "RC then ReLU in each layer")
DIGITS = 40

s = Symbol("s", positive=True)
u = 1 + s * (n - 2)
y = sqrt(s * (n - 2))
kappa_c = kappa((1 - s) / u)


def one_parameter_map(cubed: Expr = (n - 1) ** 3, angle: Any = atan) -> Expr:
    """F_n(s); the twins change two of its parts."""
    below = cubed - 2 / pi * (n - 1) ** 2 * (y - angle(y)) + u * (1 + (n - 2) * kappa_c)
    return n**2 * u * (1 - kappa_c) / below


one_escaped_map = Claim(
    "nachum24.dynamics.one-escaped-map",
    source=ABSTRACT,
    status="new",
    says="on centred rays with one point against n - 1 alike, H_oo = (n-1)^2, H_oc = -(n-1), H_cc = 1 + s(n-2) = u, "
    "H_cc' = "
    "1 - s, a layer is the map F_n(s) of one variable; and the outlier's cosine is (y - arctan y)/(pi sqrt u), y^2 = "
    "u - 1",
    tex=r"F_n(s)=\frac{n^2u(1-\kappa_c)}{(n-1)^3-\frac2\pi(n-1)^2(y-\arctan y)+u(1+(n-2)\kappa_c)},\quad"
    r"\kappa_c=\kappa\Big(\frac{1-s}u\Big)",
    hypotheses=("n >= 3, 0 < s", *INFINITE),
    predicts=(one_parameter_map(), (y - atan(y)) / (pi * sqrt(u))),
    over=grid(n=(4, 7), s=(Rational(1, 10), Rational(1, 6))),  # where every twin has a value
    given=Given(
        {"n": Integers(3), "s": Rationals(above=0)},
        lambda at: (at["n"], at["s"]) != (3, 1),
        "but (n, s) = (3, 1), where false variants divide by zero",
    ),
    left=r"\big(s(PK(H)P),\ \cos_{oc}K(H)\big)",
    speaks_of=("rc", "nl"),
    uses=("components.gaussian.arc-cosine",),
    twins=(
        Twin((one_parameter_map((n - 1) ** 2), (y - atan(y)) / (pi * sqrt(u))), "(n-1)^2 for (n-1)^3"),
        Twin((one_parameter_map(angle=asin), (y - atan(y)) / (pi * sqrt(u))), "arcsin for arctan"),
    ),
)


@one_escaped_map.literal(kind="certified", scope="the literal map on the n x n matrix", most=16)
def _literal_map(at: At) -> tuple[arb, ...]:
    """s of the image, recentred, and the cosine of the outlier in the image."""
    with precision(DIGITS):
        image = layer(one_against_all(int(at.n), enclose(at.s, {}, DIGITS)))
        return parameter(recentred(image)), image[0][1] / (image[0][0] * image[1][1]).sqrt()


one_escaped_count = Claim(
    "nachum24.dynamics.one-escaped-count",
    source=ABSTRACT,
    status="new",
    says="between the exact outlier and the symmetric ray there is no fixed ray with one escaped point for n <= 6, "
    "and there are "
    "exactly two for n > 6: the broken one (BSB2) and a saddle",
    tex=r"\#\{s\in(0,n):F_n(s)=s\}=0\ (n\le6),\ =2\ (n\ge7)",
    hypotheses=("n >= 3", *INFINITE),
    silent_on="n not in the scope of the check: at least two for every n >= 7 is proved in the note",
    predicts=(Integer(6), Integer(2)),
    over=({},),
    uses=("nachum24.dynamics.one-escaped-map",),
    twins=(Twin((Integer(2), Integer(2)), "for every n"), Twin((Integer(5), Integer(2)), "from n = 6 on")),
)


@one_escaped_count.certified(scope="n = 3..60, 100, 1000, 10^6, by root isolation in ball arithmetic")
def _isolated(predicted: Predicted) -> Compared:
    last_without, count = predicted
    for size in (*range(3, 61), 100, 1000, 10**6):
        claimed = count if size > last_without else Integer(0)
        yield f"n = {size}, number of zeros", Integer(len(roots(size).roots)), claimed


born = (Rational("6.1070751248791860126647762453849"), Rational("2.15861208469"))

saddle_node_claim = Claim(
    "nachum24.dynamics.saddle-node",
    source=ABSTRACT,
    status="new",
    says="continued to real n, broken and saddle are born together at n* = 6.10707512487918601266477624538.., at "
    "norm ratio "
    "2.1586120847",
    tex=r"n^*=6.1070751248791860126647762453849\ldots",
    hypotheses=INFINITE,
    predicts=born,
    over=({},),
    uses=("nachum24.dynamics.one-escaped-map",),
    twins=(Twin((born[0] + Rational(1, 10**25), born[1]), "wrong in the 26th digit"),),
)


@saddle_node_claim.certified(scope="Krawczyk's operator in (n, theta): 30 digits of n*, 10 of the norm ratio")
def _born(predicted: Predicted) -> Compared:
    point = saddle_node()
    for name, claimed, last in (("n", predicted[0], 31), ("norm_ratio", predicted[1], 11)):
        digits = point.value(name, 35)
        with precision(40):
            yield (
                f"{name} to 10^-{last - 1}",
                bool(abs(digits - enclose(claimed, {}, 40)) < arb(10) ** (1 - last)),
                True,
            )


epsilon = Symbol("epsilon", positive=True)  # 1/n

broken_angle = Claim(
    "nachum24.dynamics.broken-angle",
    source=ABSTRACT,
    status="new",
    says="the cluster of the broken fixed point has angle (C/n)(1 + p/n + q/n^2 + O(n^-3)), C = 3 pi, p = -2 and q = "
    "3/2 + "
    "3 pi^2/20 = 2.98044 (not 3)",
    tex=r"\theta=\frac{3\pi}n\Big(1-\frac2n+\Big(\frac32+\frac{3\pi^2}{20}\Big)\frac1{n^2}+\dots\Big)",
    hypotheses=("n -> oo", *INFINITE),
    predicts=(3 * pi, Integer(-2), Rational(3, 2) + 3 * pi**2 / 20),
    over=({},),
    uses=("nachum24.dynamics.one-escaped-map",),
    twins=(
        Twin((3 * pi, Integer(-2), Integer(3)), "q = 3, as three digits at n = 1000 suggest"),
        Twin((2 * pi, Integer(-2), Rational(3, 2) + 3 * pi**2 / 20), "C = 2 pi"),
        Twin((3 * pi / 2, Integer(-2), Rational(3, 2) + 3 * pi**2 / 20), "C = 3 pi/2"),
    ),
)


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


@broken_angle.exact(
    scope="series in 1/n of the fixed-point equation: the terms that it leaves out are O(n^-3) relative"
)
def _angle_series(predicted: Predicted) -> Compared:
    C, p, q = predicted
    for order, claimed in ((1, C), (2, C * p), (3, C * q)):
        yield f"n^-{order}", angle_series().coeff(epsilon, order), claimed


@broken_angle.certified(scope="n = 10^6 and 10^9: n^3 times the relative error of the three terms stays below 50")
def _angle_far_out(predicted: Predicted) -> Compared:
    for size in (10**6, 10**9):
        cosine = broken(size).value("cos_cluster", 80)
        C, p, q = (enclose(part, {}, 80) for part in predicted)
        with precision(80):
            relative = cosine.acos() * size / C - 1 - p / size - q / arb(size) ** 2
            yield f"n = {size}", bool(abs(relative) * arb(size) ** 3 < 50), True


broken_ratio = Claim(
    "nachum24.dynamics.broken-ratio",
    source=ABSTRACT,
    status="new",
    says="the escaped point of the broken fixed point is n - 1 - 9 pi^2/(4n) + O(n^-2) times as long as the others, "
    "just short of "
    "the exact outlier's n - 1, and not quite orthogonal: n^3 cos tends to 9 pi^2/(2 sqrt 2)",
    tex=r"\frac{|x_o|}{|x_c|}=n-1-\frac{9\pi^2}{4n}+\dots,\qquad n^3\cos_{oc}\to\frac{9\pi^2}{2\sqrt2}",
    hypotheses=("n -> oo", *INFINITE),
    predicts=(-9 * pi**2 / 4, 9 * pi**2 / (2 * sqrt(2))),
    over=({},),
    uses=("nachum24.dynamics.broken-angle",),
    twins=(
        Twin((Integer(0), 9 * pi**2 / (2 * sqrt(2))), "exactly n - 1"),
        Twin((-9 * pi**2 / 4, Integer(0)), "exactly orthogonal"),
    ),
)


@broken_ratio.certified(scope="n = 10^8 and 10^10: ratio within 200/n, cosine within 1000/n of the limit")
def _ratio_far_out(predicted: Predicted) -> Compared:
    for size in (10**8, 10**10):
        point = broken(size)
        ratio, cosine = (point.value(name, 60) for name in ("norm_ratio", "cos_outlier_cluster"))
        excess, limit = (enclose(part, {}, 60) for part in predicted)
        with precision(60):
            yield f"n = {size}, ratio", bool(abs((ratio - size + 1) * size - excess) * size < 200), True
            yield f"n = {size}, cosine", bool(abs(cosine * arb(size) ** 3 - limit) * size < 1000), True


one_escaped_index = Claim(
    "nachum24.dynamics.one-escaped-index",
    source=ABSTRACT,
    status="new",
    says="the broken fixed point is stable and the saddle has Morse index exactly 1: eigenvalues above 1, with "
    "multiplicity",
    tex=r"\mathrm{ind}(\mathrm{BSB2})=0,\qquad\mathrm{ind}(\mathrm{saddle})=1",
    hypotheses=("n >= 7", *INFINITE),
    silent_on="n not in the scope of the check",
    predicts=(Integer(0), Integer(1)),
    over=({},),
    uses=("nachum24.dynamics.one-escaped-count",),
)


@one_escaped_index.certified(scope="n = 7..30, 50, 100, 1000: all eigenvalues by isotypic blocks, in balls")
def _indices(predicted: Predicted) -> Compared:
    for size in (*range(7, 31), 50, 100, 1000):
        found = tuple(Integer(spectrum(kind, size).index) for kind in ("broken", "saddle"))
        yield f"n = {size}", found, predicted


gap = Symbol("c", real=True)

saddle_gap = Claim(
    "nachum24.dynamics.saddle-gap",
    source=ABSTRACT,
    status="new",
    says="near the symmetric ray n (F_n(n - c) - (n - c)) tends to -c (c - 2(pi-2))/(4(pi-1)): the saddle lies at c "
    "= 2(pi-2) + O(1/n), norm ratio 1 + (pi-2)/n + O(1/n^2), so the basin of the symmetric ray shrinks like 1/n",
    tex=r"F_n(n-c)-(n-c)=-\frac{c(c-2(\pi-2))}{4(\pi-1)n}+O(n^{-2})",
    hypotheses=("n -> oo, c fixed", *INFINITE),
    predicts=(-gap * (gap - 2 * (pi - 2)) / (4 * (pi - 1)), 2 * (pi - 2), pi - 2),
    over=grid(c=(1, 2, 3)),
    uses=("nachum24.dynamics.one-escaped-map",),
    twins=(
        Twin((-gap * (gap - 2 * pi) / (4 * (pi - 1)), 2 * pi, pi), "gap 2 pi"),
        Twin((-gap * (gap - pi + 2) / (4 * (pi - 1)), pi - 2, (pi - 2) / 2), "gap pi - 2"),
    ),
)


@saddle_gap.exact(scope="series in 1/n over QQ(pi, c)")
def _normal_form(predicted: Predicted) -> Compared:
    found = saddle_series()
    yield "normal form, gap, norm ratio", (found.normal_form[0], found.gap[0], found.norm_ratio[1]), predicted


@saddle_gap.certified(scope="n = 10^9: the map at c = 1, 3; n = 10^6: the saddle itself; within 100/n")
def _gap_far_out(predicted: Predicted) -> Compared:
    size = 10**9
    F = one_escaped_map.predicts[0]
    for c in (1, 3):
        moved, claimed = enclose(F, {"n": size, "s": size - c}, 90), enclose(predicted[0], {"c": c}, 90)
        with precision(90):
            yield f"c = {c}", bool(abs((moved - (size - c)) * size - claimed) * size < 100), True
    size = 10**6
    point = saddle(size)
    place, ratio = (point.value(name, 60) for name in ("s", "norm_ratio"))
    with precision(60):
        yield "saddle", bool(abs(size - place - enclose(predicted[1], {}, 60)) * size < 100), True
        yield "norm ratio", bool(abs((ratio - 1) * size - enclose(predicted[2], {}, 60)) * size < 100), True


k_escaped_count = Claim(
    "nachum24.dynamics.k-escaped-count",
    source=ABSTRACT,
    status="new",
    says="two fixed rays with k escaped points exist from n = 7, 9, 12, 14, 17, 19 on for k = 1..6",
    tex=r"n_k=7,9,12,14,17,19\quad(k=1,\dots,6)",
    hypotheses=("k < n/2", *INFINITE),
    silent_on="larger n, for which the note proves at least two",
    predicts=tuple(map(Integer, (7, 9, 12, 14, 17, 19))),
    over=({},),
    uses=("nachum24.dynamics.one-escaped-count",),
)


@k_escaped_count.certified(
    scope="k = 1..6: two zeros at the claimed n and none one below, and the first size by bisection"
)
def _first_sizes(predicted: Predicted) -> Compared:
    for k, claimed in enumerate(predicted, 1):
        yield f"k = {k}", Integer(first_size(k)), claimed
        found = tuple(len(roots(size, k).roots) for size in (int(claimed) - 1, int(claimed)) if 2 * k < size)
        yield f"k = {k}, zeros one below and there", found[-2:], (0, 2)[-len(found) :]


k = Symbol("k", integer=True, positive=True)

k_escaped_index = Claim(
    "nachum24.dynamics.k-escaped-index",
    source=ABSTRACT,
    status="new",
    says="with k escaped points the more broken ray has Morse index k - 1 and the other k: of these, only the single "
    "escaped point is stable",
    tex=r"\mathrm{ind}=k-1\ \text{and}\ k",
    hypotheses=("k < n/2, two such rays exist", *INFINITE),
    silent_on="(n, k) not in the scope of the check",
    predicts=(k - 1, k),
    over=grid(k=range(1, 7)),
    uses=("nachum24.dynamics.k-escaped-count", "nachum24.dynamics.one-escaped-index"),
    twins=(Twin((k, k), "index k for both"), Twin((Integer(0), k), "the more broken one is stable")),
)

PAIRS = ((7, 1), (10, 2), (12, 3), (16, 4), (20, 5), (20, 6), (40, 2), (60, 8))


@k_escaped_index.certified(scope="(n, k) = " + ", ".join(map(str, PAIRS)))
def _k_indices(predicted: Predicted) -> Compared:
    for size, count in PAIRS:
        found = tuple(Integer(spectrum(kind, size, k=count).index) for kind in ("escaped", "saddle"))
        claimed = tuple(part.subs(k, count) for part in predicted)
        yield f"n = {size}, k = {count}", found, claimed


two_stable = Claim(
    "nachum24.dynamics.two-escaped-stable",
    source=ABSTRACT,
    status="reading",
    says="two points can escape together stably: the ray with k = 2 has no eigenvalue above 1",
    tex=r"\mathrm{ind}(k=2)=0",
    hypotheses=INFINITE,
    predicts=Integer(0),
    over=grid(k=(2,)),
    expected=Verdict.REFUTED,
    corrected_by=("nachum24.dynamics.k-escaped-index",),
    truth=k_escaped_index.predicts[0],
)


@two_stable.certified(scope="n = 10")
def _two(predicted: Predicted) -> Compared:
    found = Integer(spectrum("escaped", 10, k=2).index)
    yield "n = 10, k = 2, eigenvalues above 1", found, predicted.subs(k, 2)


rho = Symbol("rho", real=True)

equal_cosines = Claim(
    "nachum24.dynamics.equal-cosines",
    source=ABSTRACT,
    status="new",
    says="at any fixed ray every exchangeable cluster of two or more points has (1 - kappa(rho))/(1 - rho) = mu, rho "
    "its centred "
    "correlation: so all clusters have the same inner cosine, and it is kappa(rho)",
    tex=r"\frac{1-\kappa(\rho)}{1-\rho}=\mu",
    hypotheses=("clusters of exchangeable points, at least two in each and not all equal", *INFINITE),
    predicts=((1 - kappa(rho)) / (1 - rho), kappa(rho)),
    over=grid(rho=(Rational(-1, 5), Rational(1, 3), HALF)),
    uses=("components.gaussian.arc-cosine",),
    twins=(Twin((1 - acos(rho) / pi, kappa(rho)), "mu = kappa'"),),
)


@equal_cosines.certified(
    scope="(n, k) = (10, 2), (20, 5), and broken at n = 7, 10: against mu and the cosines of the certified points"
)
def _one_equation(predicted: Predicted) -> Compared:
    points = (escaped(10, 2), escaped(20, 5), escaped(10, 2, "saddle"), broken(7), broken(10))
    for point in points:
        where = f"n = {point.n}, k = {point.k}"
        inner = point.value("rho", DIGITS)
        mu, cosine = (enclose(part, {"rho": inner}, DIGITS) for part in predicted)
        gram = point.gram("ball", DIGITS)
        last = gram.nrows() - 1
        with precision(DIGITS):
            G = [list(row) for row in gram.tolist()]
            start, image = recentred(G), recentred(layer(G))
            yield where + ": mu, from the literal map", image[last][last] / start[last][last], mu
            yield where + ": cosine", gram[last, last - 1] / gram[last, last], cosine
