"""The chain with ReLU at infinite width, its fixed point, and Figure 6 (second-hand: appendix F)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import sympy
from flint import acb, arb, fmpq
from sympy import Expr, Integer, Rational, apart, asin, atan, cancel, expand, factor, oo, pi, sqrt, symbols

from theory.claim import Claim, Compared, Locator, Predicted, Twin, Verdict
from theory.domains.given import Given
from theory.domains.numbers import Rationals
from theory.exact.certify import precision, raised
from theory.exact.expressions import enclose
from theory.exact.rationals import ball
from theory.markov.cauchy import by_antiderivative
from theory.orthogonality.closed_forms import one_against_ball
from theory.orthogonality.stationary import gap_constant
from theory.papers.daneshmand21 import DANESHMAND21, integrals
from theory.papers.daneshmand21.activations.one_step import CHAIN, CONJECTURE
from theory.term.named import named
from theory.wide.fixed_points import symmetric
from theory.words import At

Of = Callable[[acb, acb, acb], acb]
"""A function of x, y and dy/dkappa, where a row of W F(Q) is up to scale x = cos U, y = kappa cos U + sqrt(1 - kappa^2)
sin U with U uniform, kappa the cosine of the columns of F(Q); a row of Q' is (x, y) over its length."""
XX: Of = lambda x, y, _: x * x / (x * x + y * y)  # noqa: E731
XY: Of = lambda x, y, _: x * y / (x * x + y * y)  # noqa: E731
YY: Of = lambda x, y, _: y * y / (x * x + y * y)  # noqa: E731
COSINE_AFTER = "κ′(κ) the cosine of the columns of F(Q′), Q′ = BN(W F(Q)), F = ReLU, d = ∞"
ROW = "u(κ) a row of Q′ = BN(W F(Q)), F(Q) of columns of cosine κ"


def integrals_of(kappa: arb, both: Of, first: Of, second: Of) -> tuple[arb, arb, arb]:
    """Over the U for which x and y are positive, where x is, where y is."""
    right, turned = arb.pi() / 2, kappa.asin()
    ends = ((-turned, right), (-right, right), (-turned, 2 * right - turned))
    found = (integral(kappa, of, *pair) for of, pair in zip((both, first, second), ends, strict=True))
    return next(found), next(found), next(found)


def integral(kappa: arb, of: Of, low: arb, high: arb) -> arb:
    rest = (1 - kappa * kappa).sqrt()

    def inside(U: acb, _: bool) -> acb:
        cosine, sine = U.cos(), U.sin()
        return of(cosine, kappa * cosine + rest * sine, cosine - kappa / rest * sine)

    return acb.integral(inside, low, high).real


@named("κ′({0})", r"\kappa'({0})", means=COSINE_AFTER)
def cosine_after(kappa: arb) -> arb:
    """kappa' = E relu(u_1) relu(u_2)/sqrt(E relu(u_1)^2 E relu(u_2)^2)."""
    both, first, second = integrals_of(ball(kappa), XY, XX, YY)
    return both / (first * second).sqrt()


@named("(dκ′/dκ)({0})", r"\frac{{d\kappa'}}{{d\kappa}}({0})", means=COSINE_AFTER)
def slope(kappa: arb) -> arb:
    """dkappa'/dkappa: the integrands differentiated, which are 0 at the ends that move."""
    both, first, second = integrals_of(kappa, XY, XX, YY)
    along_both, along_first, along_second = integrals_of(
        kappa,
        lambda x, y, v: v * x * (x * x - y * y) / (x * x + y * y) ** 2,
        lambda x, y, v: -2 * x * x * y * v / (x * x + y * y) ** 2,
        lambda x, y, v: 2 * x * x * y * v / (x * x + y * y) ** 2,
    )
    logarithmic = along_both / both - along_first / first / 2 - along_second / second / 2
    return both / (first * second).sqrt() * logarithmic


def mean_gram(kappa: arb) -> tuple[arb, arb, arb]:
    """E M_11, E M_12, E M_22 = E u_1^2, E u_1 u_2, E u_2^2."""
    whole = 2 * arb.pi()
    found = (integral(kappa, of, arb(0), whole) / whole for of in (XX, XY, YY))
    return next(found), next(found), next(found)


half = symbols("half", positive=True)  # tan((arcsin kappa)/2), below 1
COSINE, SINE = cancel(2 * half / (1 + half**2)), cancel((1 - half**2) / (1 + half**2))
"""kappa and sqrt(1 - kappa^2) of all kappa in (0, 1), by half = tan((arcsin kappa)/2)."""

v, p, q = symbols("v p q", positive=True)
TWICE = SINE**2 + (v - COSINE) ** 2


def _over(value: Expr) -> tuple[Expr, Expr]:
    """pi times a function of v = g_2/g_1 times its density where g_1 > 0, as numerators over 1 + v^2 and over TWICE.

    (g_1, g_2) is a row of W F(Q), normal with variances 1: v = kappa + sqrt(1 - kappa^2) w_2/w_1, w normal, so that
    |v - kappa|/sqrt(1 - kappa^2) has the density `by_tangent`, which both signs of it and both of g_1 share.
    """
    density = integrals.by_tangent(2).subs(integrals.tangent, (v - COSINE) / SINE) / SINE / 4
    first = second = Integer(0)
    for part in sympy.Add.make_args(apart(factor(cancel(pi * value * density)), v)):
        over_one, over_other = cancel(part * (1 + v**2)), cancel(part * TWICE)
        if over_one.as_numer_denom()[1].has(v):
            second += over_other
        else:
            first += over_one
    return first, second


@cache
def both_on() -> Expr:
    """E relu(u_1) relu(u_2): a row u is (1, v) over its length where both are positive."""
    first, second = _over(v / (1 + v**2))
    one = by_antiderivative(atan(v), 1 / (1 + v**2), v, oo)
    other = by_antiderivative(atan((v - q) / p) / p, 1 / (p**2 + (v - q) ** 2), v, oo).subs({p: SINE, q: COSINE})
    # atan(2h/(1 - h^2)) = 2 atan h for 0 < h < 1
    other = other.replace(atan, lambda x: 2 * atan(half) if cancel(x - 2 * half / (1 - half**2)) == 0 else atan(x))
    return expand((first * one + second * other) / pi)


@cache
def over_all(value: Expr) -> Expr:
    """The mean where g_1 > 0, of a function of v: over all v.

    Of a v/(1 + v^2) + b (v - kappa)/TWICE with a + b = 0 the integral is 0.
    """
    first, second = (sympy.Poly(part, v) for part in _over(value))
    if cancel(first.coeff_monomial(v) + second.coeff_monomial(v)) != 0:
        raise ArithmeticError("the mean of a square has no value")
    arcs = first.coeff_monomial(1) * pi + (second.coeff_monomial(1) + second.coeff_monomial(v) * COSINE) * pi / SINE
    return cancel(arcs / pi)


def first_on() -> Expr:
    """E relu(u_1)^2: a row u is (1, v) over its length where g_1 > 0."""
    return over_all(1 / (1 + v**2))


def second_on() -> Expr:
    """E relu(u_2)^2: over v > 0 where g_1 > 0, and over v < 0 where g_1 < 0, which is as likely."""
    return over_all(v**2 / (1 + v**2))


@cache
def cosine_before() -> Expr:
    """E u_1 u_2/sqrt(E u_1^2 E u_2^2), either sign of g_1 alike."""
    return over_all(v / (1 + v**2)) / sqrt(over_all(1 / (1 + v**2)) * over_all(v**2 / (1 + v**2)))


@cache
def cosine_on_symbols() -> Expr:
    """kappa' = E relu(u_1) relu(u_2)/sqrt(E relu(u_1)^2 E relu(u_2)^2) as a function of half."""
    found = expand(both_on() / sqrt(first_on() * second_on()))
    return cancel(found.coeff(atan(half), 0)) + cancel(found.coeff(atan(half))) * atan(half)


FIGURE_6 = Locator(DANESHMAND21, "Figure 6 and its caption (second-hand)")
WIDE = (*CHAIN, "W Gaussian", "infinite width", "all columns alike")
RS_RELU = ("rs", "nl")

kappa = symbols("kappa", positive=True)  # cosine of two columns of F(Q)

w = kappa / (1 + sqrt(1 - kappa**2))


@Claim(
    "daneshmand21.activations.relu-map",
    source=CONJECTURE,
    says="ReLU, n = 2: the cosine kappa of the columns of F(Q) becomes w/2 + (w + 1/w) atan(w)/pi, where w = kappa/(1 "
    "+ sqrt(1 - kappa^2)) is the cosine of the columns of Q'",
    hypotheses=WIDE,
    predicts=w / 2 + (w + 1 / w) * atan(w) / pi,
    given={"kappa": Rationals(above=0, below=1)},
    uses=("daneshmand21.mean-map.two", "components.gaussian.arc-cosine"),
    twins=(
        Twin((sqrt(1 - kappa**2) + (pi / 2 + asin(kappa)) * kappa) / pi, "the arc-cosine kernel: no BN"),
        Twin(w / 2 + (w + 1 / w) * asin(w) / pi, "arcsin for arctan"),
    ),
).literal(kind="certified", most=10)
def relu_map(at: At) -> arb:
    return cosine_after(enclose(at.kappa, {}, 40))


@relu_map.exact("every kappa", argued="the means over a Gaussian row are integrals over the ratio of its two entries")
def _integrated(predicted: Predicted) -> Compared:
    of_columns = w.xreplace({sqrt(1 - kappa**2): SINE, kappa: COSINE})
    yield "the cosine of the columns of Q'", cosine_before(), cancel(of_columns)
    yield "sqrt(1 - kappa^2)", cancel(COSINE**2 + SINE**2), Integer(1)
    place = {half: Rational(1, 3)}
    yield "kappa = 3/5", cosine_on_symbols().subs(place), predicted.subs(kappa, COSINE.subs(place))  # a quick "no"
    claimed = predicted.xreplace({sqrt(1 - kappa**2): SINE, kappa: COSINE})
    yield "kappa'", cosine_on_symbols(), claimed.replace(atan, lambda x: atan(cancel(x)))


def stationary_gap(size: int, digits: int) -> tuple[arb, arb]:
    """Infinite width, columns of equal cosine: that of ReLU(Q), and the gap of M.

    The mean of M has the eigenvectors of the Gram matrix of ReLU(Q), and the eigenvalues that the mean map gives.
    """
    cosine = symmetric(size, RS_RELU).value("cos_cluster", digits)
    with precision(digits):
        share = one_against_ball((1 + (size - 1) * cosine) / (1 - cosine), size)
        return cosine, (share - arb(1) / size) * (arb(size) / (size - 1)).sqrt()


COSINE_2, GAP_2 = Rational("0.4484928404325659"), Rational("0.16745939496201549")
MIDPOINT_2, RATE_2 = Rational("0.23682334750207505"), Rational("0.35349154606844981")
COSINE_4, GAP_4 = Rational("0.47967481545483871"), Rational("0.25163834126736702")
LAST = 16
"""Printed digits."""


@Claim(
    "daneshmand21.activations.relu-limit",
    source=CONJECTURE,
    says="ReLU, infinite width, n = 2: the map has the fixed point kappa = .448493, where the columns of Q have the "
    "cosine w = .236823, V(E M) = w/sqrt(2) = .167459 and the local rate is .353492: E M is not I/n",
    hypotheses=WIDE,
    predicts=(COSINE_2, MIDPOINT_2, GAP_2, RATE_2),
    given=Given(),
    uses=("daneshmand21.activations.relu-map",),
    twins=(
        Twin((COSINE_2, MIDPOINT_2, Integer(0), RATE_2), "the gap tends to 0"),
        Twin((COSINE_2, MIDPOINT_2, GAP_2, Rational(1, 2)), "the rate 1/2 of the linear chain"),
    ),
).literal(kind="certified", whole=False, scope="to 10^-15: a change of sign of kappa' - kappa, and what is there")
def relu_limit(at: At) -> tuple[arb, ...]:
    with raised(1), precision(18):  # no more than the interval knows
        fixed = fixed_cosine()
        return fixed, cosine_of_mean(fixed), gap_of_mean(fixed), slope(fixed)


@named("κ_*", r"\kappa_*", means="κ_* the fixed point of κ′ in (2/5, 1/2)")
def fixed_cosine() -> arb:
    """Where kappa' - kappa changes its sign, to 10^-15."""
    low, high = (fmpq(44849284043256580 + 10 * end, 10**17) for end in (0, 2))
    with precision(40):
        if not (cosine_after(arb(low)) > low and cosine_after(arb(high)) < high):
            raise ArithmeticError(f"no change of sign from {low} to {high}")
    with raised(1), precision(18):
        return arb(low).union(arb(high))


@named(
    "E[u₁u₂]/√(E[u₁²] E[u₂²])({0})",
    r"\frac{{\mathbb E[u_1u_2]}}{{\sqrt{{\mathbb E[u_1^2]\mathbb E[u_2^2]}}}}({0})",
    means=ROW,
)
def cosine_of_mean(kappa: arb) -> arb:
    first, both, second = mean_gram(kappa)
    return both / (first * second).sqrt()


@named("‖E[u uᵀ] − I/2‖({0})", r"\|\mathbb E[uu^\top]-I/2\|_F({0})", means=ROW)
def gap_of_mean(kappa: arb) -> arb:
    first, both, second = mean_gram(kappa)
    return ((first - arb(1) / 2) ** 2 + (second - arb(1) / 2) ** 2 + 2 * both**2).sqrt()


four = Claim(
    "daneshmand21.activations.relu-limit-four",
    source=CONJECTURE,
    says="ReLU, infinite width, n = 4: the columns of ReLU(Q) have the cosine kappa = .479675 in the limit, and "
    "V(E M) = .251638: E M is not I/n at any width that is large enough",
    hypotheses=WIDE,
    predicts=(COSINE_4, GAP_4),
    given=Given(),
    left=r"(\kappa_*,V(\mathbb EM))",
    uses=("daneshmand21.mean-map.one-against-even",),
    twins=(
        Twin((COSINE_4, Integer(0)), "the gap tends to 0"),
        Twin((COSINE_4, COSINE_4 * sqrt(3) / 2), "the cosine of ReLU(Q) for that of Q"),
    ),
)


@four.certified(
    "all printed digits", step="at infinite width the cosines follow the map of RS + ReLU, here at its fixed point"
)
def _fixed_point_of_four(predicted: Predicted) -> Compared:
    found = stationary_gap(4, LAST + 20)
    with precision(LAST + 20):
        for value, claimed in zip(found, predicted, strict=True):
            close = abs(value - enclose(claimed, {}, LAST + 20)) < arb(10) ** -LAST
            yield f"to 10^-{LAST}: {value.str(6)}", bool(close), True


@Claim(
    "daneshmand21.activations.unique-law",
    source=CONJECTURE,
    status="reading",
    says="the chain has one invariant law, hence the map of cosines for ReLU at n = 2 one fixed point in [0, 1]",
    hypotheses=WIDE,
    relation="<=",
    predicts=Integer(1),
    given=Given(),
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.activations.relu-limit",),
    truth=Integer(2),  # kappa = 1, which every F keeps, and that of `relu-limit`
).literal(kind="certified", scope="kappa = 1, and a change of sign of kappa' - kappa from 2/5 to 1/2: at least two")
def unique(at: At) -> Integer:
    return fixed_points()


@named("#{κ ∈ [0, 1] : κ′(κ) = κ}", r"\#\{\kappa\in[0,1]:\kappa'(\kappa)=\kappa\}", means=COSINE_AFTER)
def fixed_points() -> Integer:
    """At least: equal columns stay equal, and kappa' - kappa may change its sign from 2/5 to 1/2."""
    inside = cosine_after(arb(2) / 5) > fmpq(2, 5) and cosine_after(arb(1) / 2) < fmpq(1, 2)
    return Integer(1 + inside)


constants = Claim(
    "daneshmand21.activations.constants",
    source=FIGURE_6,
    status="measured",
    says="n = 4, d = 64, the stationary chain: d E|M - E M|_F^2 is 1.35 to order 1/d for the identity (stationary-"
    "gap), and measured 1.53 for ReLU, 1.40 for tanh, .43 for tanh + 1: all of order 1/d, with different constants",
    hypotheses=(*CHAIN, "W Gaussian", "n = 4, d = 64", "rows of length 1 go into F", "measured, but for the identity"),
    silent_on="existence of a limit of the constants for F other than the identity",
    predicts=(gap_constant(Integer(4)), Rational(153, 100), Rational(140, 100), Rational(43, 100)),
    given=Given(),
    left=r"d\,\mathbb E\|M-\mathbb E_\nu M\|_F^2,\ F=\mathrm{id},\mathrm{ReLU},\tanh,\tanh+1",
    uses=("daneshmand21.width.stationary-gap",),
    twins=(
        Twin((gap_constant(Integer(4)),) * 4, "all constants are equal"),
        Twin((Rational(3, 4), Rational(3, 4), Rational(3, 4), Rational(3, 4)), "the noise of one layer, (n-1)/n"),
    ),
)

negligible = Claim(
    "daneshmand21.activations.figure-6",
    source=FIGURE_6,
    status="reading",
    says="the curves of Figure 6 differ negligibly: E|M - E M|_F^2 of tanh + 1 over that of the identity is 1, at n = "
    "4, d = 64",
    hypotheses=(*CHAIN, "W Gaussian", "n = 4, d = 64"),
    predicts=Integer(1),
    given=Given(),
    left=r"\mathbb E\|M-\mathbb EM\|_F^2\,(\tanh+1)\,/\,\mathbb E\|M-\mathbb EM\|_F^2\,(\mathrm{id})",
    expected=Verdict.REFUTED,
    corrected_by=("daneshmand21.activations.constants",),
    truth=constants.predicts[3] / constants.predicts[0],  # measured over proved
)
