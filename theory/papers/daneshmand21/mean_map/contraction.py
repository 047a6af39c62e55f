"""How much the mean map raises the least eigenvalue: Lemma 8, with its sharp constant."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import sympy
from flint import arb
from sympy import (
    Expr,
    Integer,
    Rational,
    cancel,
    diff,
    exp,
    expand,
    factor,
    integrate,
    log,
    oo,
    powsimp,
    simplify,
    solve,
    symbols,
)

from theory.claim import Claim, Compared, Locator, Predicted, Twin
from theory.claim.domains import Integers, Rationals
from theory.claim.given import Given
from theory.exact.certify import precision
from theory.exact.expressions import enclose
from theory.notation import n, t
from theory.papers.daneshmand21 import DANESHMAND21, normals
from theory.papers.daneshmand21.instances import mean_spectrum
from theory.papers.daneshmand21.mean_map.setting import THE_MAP, quotient
from theory.papers.daneshmand21.mean_map.setting import lam as place
from theory.papers.daneshmand21.mean_map.setting import mu as other
from theory.papers.daneshmand21.mean_map.spectra import (
    MEANS,
    UNEVEN,
    lam,
    of_equal,
    slope,
    slope_on_symbols,
    squeezed,
    with_map,
)
from theory.words import At

LEMMA_8 = Locator(DANESHMAND21, "Lemma 8 (second-hand; in the sharper form that its proof gives)")

delta = symbols("delta", positive=True)
rate = 2 * n / (n + 2)
A, B = symbols("A B", positive=True)

first, second = 1 + 2 * t * (1 / n - delta), 1 + 2 * t * (1 / n + delta / (n - 1))
log_g = -Rational(3, 2) * log(first) - (n - 1) / 2 * log(second)
"""Of the integrand g of p/lam, lam = 1/n - delta beside n - 1 equal eigenvalues."""


convexity = Claim(
    "daneshmand21.mean-map.convexity",
    source=LEMMA_8,
    status="reconstructed",
    says="lam_min = 1/n - delta beside n - 1 equal eigenvalues: the logarithm of g = A^(-3/2) B^(-(n-1)/2), A and B as "
    "in the formula, has the second derivative 6t^2/A^2 + 2t^2/((n-1)B^2) in delta",
    tex=r"\frac{d^2}{d\delta^2}\log g=\frac{6t^2}{A^2}+\frac{2t^2}{(n-1)B^2},\quad A=1+2t\lambda_{\min},\ "
    r"B=1+2t\tfrac{1-\lambda_{\min}}{n-1}",
    hypotheses=MEANS,
    silent_on="that g is the integrand of p_min/lam_min, which is convex so",
    predicts=6 * t**2 / A**2 + 2 * t**2 / ((n - 1) * B**2),
    given=Given(
        {"n": Integers(2), "t": Rationals(above=0), "delta": Rationals(above=-1, below=1)},
        lambda at: -(at["n"] - 1) < at["n"] * at["delta"] < 1,
        "lam_min = 1/n - delta and the others positive",
        letters={
            "A": lambda at: 1 + 2 * at["t"] * (1 / at["n"] - at["delta"]),
            "B": lambda at: 1 + 2 * at["t"] * (1 / at["n"] + at["delta"] / (at["n"] - 1)),
        },
    ),
    left=r"\frac{d^2}{d\delta^2}\log g",
    decided_to=1,
    uses=THE_MAP,
    twins=(
        Twin(6 * t**2 / A**2 + 2 * t**2 * (n - 3) / ((n - 1) ** 2 * B**2), "(n-3)/2 for (n-1)/2 in the exponent of B"),
        Twin(2 * t**2 / A**2 + 2 * t**2 / ((n - 1) * B**2), "A with the exponent -1/2: that of p_j's integrand"),
    ),
)


@cache
def bending() -> Expr:
    return sympy.diff(log_g, delta, 2)


def bent(line: Callable[[Any], Any], at: Any) -> Any:
    """The second derivative of the logarithm of a + b x at x: -(slope/value)^2.

    >>> bent(lambda x: 1 + 2 * x, Rational(1, 2))
    -1
    """
    return -(((line(at + 1) - line(at)) / line(at)) ** 2)


@convexity.literal(most=100)
def _bent(at: At) -> Any:
    n, t = at.n, at.t
    first = bent(lambda delta: 1 + 2 * t * (1 / n - delta), at.delta)
    second = bent(lambda delta: 1 + 2 * t * (1 / n + delta / (n - 1)), at.delta)
    return -(3 * first + (n - 1) * second) / 2


@convexity.exact(scope="every n, by differentiation", reach="stated")
def _convexity(predicted: Predicted) -> Compared:
    yield "(log g)''", bending(), predicted.subs({A: first, B: second})


more, others = symbols("more others", positive=True)


@cache
def least_share() -> Expr:
    """A lower bound of p_min over lam_min, 1 + k delta with delta = 1/n - lam_min, for every spectrum of sum 1.

    p_min is that of lam_min: p keeps the order. It is lam_min times the integral over t of a product, which is least
    for equal others, as -log(1 + 2 t x)/2 is convex in x (Jensen); then it is g, convex in delta, above its tangent.

    Raises
    ------
    ArithmeticError : one of these is not so.
    """
    time = normals.t
    x, s = symbols("x s", positive=True)
    convex = 6 * t**2 / first**2 + 2 * t**2 / (others * second**2)  # a sum of squares
    found = (
        normals.inverse(1) == 1
        and cancel(quotient().subs(place, other + more) - 1).factor().is_positive
        and simplify(normals.by_one(x, 2) - (1 + 2 * time * x) ** Rational(-3, 2)) == 0
        and simplify(normals.by_one_more(x) - (1 + 2 * time * x) ** Rational(-1, 2)) == 0
        and diff(-log(1 + 2 * time * x) / 2, x, 2).is_positive
        and cancel((bending() - convex).subs(n, 1 + others)) == 0
    )
    if not found:
        raise ArithmeticError("p_min is not above the tangent of that of n - 1 equal eigenvalues")
    # at delta = 0 g is s^(-n/2 - 1), s = 1 + 2t/n, of the slope g (log g)'
    slope_of_log = cancel(diff(log_g, delta).subs(delta, 0).subs(t, (s - 1) * n / 2))
    if cancel(simplify(exp(log_g.subs(delta, 0)).subs(t, (s - 1) * n / 2) * s ** (n / 2 + 1))) != 1:
        raise ArithmeticError("g is no power where all eigenvalues are equal")
    powers = [expand(e * s ** (-n / 2 - 1) * n / 2) for e in (Integer(1), slope_of_log)]
    at_zero, tangent = (integrate(powsimp(e), (s, 1, oo)) for e in powers)
    return factor(simplify(at_zero)) + factor(simplify(tangent)) * (1 / n - lam)


def at_every_least(e: Expr) -> tuple[Expr, ...]:
    """At lam_min = 1/(n (1 + more)), and at the ends 0 and 1/n; n = 1 + others."""
    return tuple(factor(e.subs(lam, at).subs(n, 1 + others)) for at in (1 / (n * (1 + more)), Integer(0), 1 / n))


def above_tangent(predicted: Expr) -> Compared:
    """1/n - p_min at most, less what is claimed; p_min = lam_min where that is 0, too."""
    for where, gap in zip(
        ("between", "0", "1/n"), at_every_least(1 / n - lam * least_share() - predicted), strict=True
    ):
        yield f"lam_min, {where}", gap, Integer(0)


lemma_8 = Claim(
    "daneshmand21.mean-map.lemma-8",
    source=LEMMA_8,
    status="reconstructed",
    says="1/n - p_min <= (1 - k lam_min)(1/n - lam_min) with k = 2n/(n+2)",
    tex=r"\tfrac1n-p_{\min}\le\Big(1-\tfrac{2n}{n+2}\lambda_{\min}\Big)\Big(\tfrac1n-\lambda_{\min}\Big)",
    hypotheses=MEANS,
    relation="<=",
    predicts=(1 - rate * lam) * (1 / n - lam),
    given=UNEVEN,
    left=r"\tfrac1n-p_{\min}",
    uses=("daneshmand21.mean-map.convexity", "daneshmand21.mean-map.lemma-8-slope"),
    twins=(
        Twin((1 - 2 * lam) * (1 / n - lam), "A8: k = 2"),
        Twin((1 - 4 * n / (n + 4) * lam) * (1 / n - lam), "A8: k = 4n/(n+4)"),
    ),
)


@lemma_8.literal(kind="certified", most=100)
def _least(at: At) -> arb:
    return arb(1) / len(at.spectrum) - min(mean_spectrum(at.spectrum))


@lemma_8.exact(
    scope="every spectrum: the least of p is above a tangent, by convexity on symbols",
    reach="step",
    of="p_min is least where the others are equal (Jensen), there it is convex in 1/n - lam_min, and above its tangent",
)
def _above_tangent(predicted: Predicted) -> Compared:
    yield from above_tangent(predicted)


@lemma_8.certified(scope="the inequality at eight spectra, n = 2, 3, 4", reach="cases")
def _lemma_8(predicted: Predicted) -> Compared:
    with precision(30):
        for where, values, p in with_map():
            size = len(values)
            yield where, arb(1) / size - min(p), enclose(predicted, {"n": size, "lam": min(values)})


slope_at_identity = Claim(
    "daneshmand21.mean-map.lemma-8-slope",
    source=LEMMA_8,
    status="reconstructed",
    says="with lam_min beside n - 1 equal eigenvalues, (p_min/lam_min - 1)/(1/n - lam_min) -> k = 2n/(n+2) at I/n",
    tex=r"\frac{d}{d\delta}\frac{p_{\min}}{\lambda_{\min}}\Big|_{\delta=0}=\frac{2n}{n+2},\quad"
    r"\delta=\tfrac1n-\lambda_{\min}",
    hypotheses=MEANS,
    silent_on="that so no greater k will do in lemma-8",
    predicts=rate,
    given={"n": Integers(2)},
    left=r"\lim_{\delta\to0}\big(p_{\min}/\lambda_{\min}-1\big)/\delta",
    uses=("daneshmand21.mean-map.convexity",),
    twins=(
        Twin(Integer(2), "A8: k = 2"),
        Twin(4 * n / (n + 4), "A8: k = 4n/(n+4)"),
        Twin(Rational(2, 3), "that of Lemma 8 as stated, which is true, not sharp"),
    ),
)


@slope_at_identity.literal(kind="certified", most=20, scope="n = 2..21: the slope between two secants")
def _between_secants(at: At) -> arb:
    return slope(int(at.n))


@slope_at_identity.exact(
    scope="every n: p_min from its distance to the others, an integral over t held between two",
    reach="step",
    of="p_j - p_min is lam_j - lam_min times what lies between its values where all eigenvalues are alike",
)
def _from_distance(predicted: Predicted) -> Compared:
    yield from squeezed()
    p, quotient_ = symbols("p quotient", positive=True)
    least, others_ = 1 / n - delta, 1 / n + delta / (n - 1)
    (share,) = solve(p + (n - 1) * (p + (others_ - least) * quotient_) - 1, p)  # the others less p: by the quotient
    yield "delta -> 0", cancel((share / least - 1) / delta).subs(delta, 0).subs(quotient_, of_equal(1 / n)), predicted


@slope_at_identity.exact(
    scope="every n: p_min in polar coordinates, between bounds that have one limit",
    reach="step",
    of="p_min/lam_min - 1 by E[f_a], which lies between E[f_1] and E[f_1]/a",
)
def _on_symbols(predicted: Predicted) -> Compared:
    yield "slope at 0", slope_on_symbols(), predicted


@slope_at_identity.exact(
    scope="every n: the slope at I/n integrated, a beta function",
    reach="step",
    of="p/lam is an integral, which is differentiated under its sign",
)
def _slope(predicted: Predicted) -> Compared:
    # g (log g)' = 2t (1 + 2t/n)^(-n/2-2); with u = 2t/n its integral is (n^2/2) Beta(2, n/2)
    at_zero = sympy.diff(log_g, delta).subs(delta, 0)
    yield "(log g)' at 0", at_zero, 2 * t / (1 + 2 * t / n)
    beta = sympy.gammasimp(sympy.gamma(2) * sympy.gamma(n / 2) / sympy.gamma(n / 2 + 2))
    yield "slope at 0", n**2 / 2 * beta, predicted


two_thirds = Claim(
    "daneshmand21.mean-map.two-thirds",
    source=Locator(DANESHMAND21, "Lemma 8 (second-hand: as stated, with 2/3)"),
    status="reconstructed",
    says="2/3 in place of k = 2n/(n+2) is true, too: 1/n - p_min <= (1 - 2 lam_min/3)(1/n - lam_min)",
    tex=r"\tfrac1n-p_{\min}\le\Big(1-\tfrac23\lambda_{\min}\Big)\Big(\tfrac1n-\lambda_{\min}\Big)",
    hypotheses=MEANS,
    silent_on="sharpness: k - 2/3 = 4(n-1)/(3(n+2)) > 0 for n >= 2",
    relation="<=",
    predicts=(1 - 2 * lam / 3) * (1 / n - lam),
    given=UNEVEN,
    left=r"\tfrac1n-p_{\min}",
    uses=("daneshmand21.mean-map.lemma-8",),
    twins=(
        Twin((1 - 2 * lam) * (1 / n - lam), "A8: k = 2"),
        Twin(2 * (1 / n - lam) / 3, "a third less for all spectra"),
    ),
)


@two_thirds.literal(kind="certified", most=100)
def _least_again(at: At) -> arb:
    return arb(1) / len(at.spectrum) - min(mean_spectrum(at.spectrum))


@two_thirds.exact(
    scope="every spectrum: the least of p is above a tangent, by convexity on symbols",
    reach="step",
    of="p_min is least where the others are equal (Jensen), there it is convex in 1/n - lam_min, and above its tangent",
)
def _above_tangent_again(predicted: Predicted) -> Compared:
    yield from above_tangent(predicted)
