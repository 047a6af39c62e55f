"""Lyapunov exponents of linear networks with a skip connection and without normalization, H -> (I + gamma W) H."""

from __future__ import annotations

from typing import Any

from flint import acb
from sympy import Ei, Integer, Rational, Symbol, diff, limit, log, oo, polygamma
from sympy import exp as exponential

from theory.claim import At, Claim, Compared, Locator, Predicted, Twin
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.exact.expressions import enclose, grid
from theory.exact.rationals import to_sympy
from theory.markov import gaussian_row
from theory.markov.products import log_length
from theory.notation import d, k
from theory.papers.daneshmand20 import DANESHMAND20
from theory.papers.daneshmand20.layers import exact
from theory.papers.daneshmand20.matrices import orthonormal_rows
from theory.term import Vec, each, number, one_if, places, size, total
from theory.term.matrices import determinant, square
from theory.term.matrices import width as columns_of
from theory.term.named import named

LEMMA_3 = Locator(DANESHMAND20, "Lemma 3")
LEMMA_18 = Locator(DANESHMAND20, "Lemma 18 (Thm 3.1 of its reference 8)")
RESIDUAL = "H_(l+1) = (I + gamma W_l) H_l, entries of W_l i.i.d. of mean 0 and variance 1"
GINIBRE = "no skip connection (gamma = inf): products of i.i.d. standard Gaussian d x d matrices"
g = Symbol("g", positive=True)  # gamma
lam = 1 / (2 * g**2)
STRENGTHS = (Rational(1, 3), Rational(1), Rational(2))
DIGITS = 20
ANY_STRENGTH = Given({"g": Rationals(above=0)})
"""Every strength gamma of the skip connection."""


ginibre_exponents = Claim(
    "daneshmand20.vanilla.ginibre-exponents",
    source=LEMMA_3,
    says="without a skip connection and with Gaussian weights mu_k = (log 2 + psi((d-k+1)/2))/2",
    tex=r"\mu_k=\tfrac12\big(\log2+\psi(\tfrac{d-k+1}2)\big)",
    hypotheses=(GINIBRE, "1 <= k <= d"),
    predicts=(log(2) + polygamma(0, (d - k + 1) / 2)) / 2,
    given=Given({"d": Integers(1), "k": Integers(1)}, lambda at: at["k"] <= at["d"], "k <= d"),
    left=r"\mu_k",
    speaks_of=("law",),
    over=grid(d=(2, 3, 4, 8), k=(1, 2, 3), where=lambda d, k: k <= d),
    twins=(
        Twin((log(2) + polygamma(0, d / 2)) / 2, "every direction grows like the first"),
        Twin(log(d - k + 1) / 2, "log of the mean for the mean of the log"),
    ),
)


@ginibre_exponents.certified(
    "d <= 8, all k: E log chi^2 with d - k + 1 degrees by Frullani's integral",
    step="vol(A_k)/vol(A_(k-1)) is the root of a chi-square with d - k + 1 degrees",
)
def _chi_squares(predicted: Predicted) -> Compared:
    for width in range(1, 9):
        for place in range(1, width + 1):
            # the part of column k that is orthogonal to the columns before it has d - k + 1 normal coordinates
            claimed = enclose(predicted, {"d": width, "k": place}, DIGITS)
            yield f"d = {width}, k = {place}", log_length(width - place + 1), claimed


ginibre_gap = Claim(
    "daneshmand20.vanilla.ginibre-gap",
    source=LEMMA_3,
    says="without a skip connection, Gaussian weights, the second singular value falls behind the first at the rate "
    "mu_1 - mu_2 = (psi(d/2) - psi((d-1)/2))/2, about 1/(2d): log 2 - 1/2 = .1931 at d = 4",
    tex=r"\mu_1-\mu_2=\tfrac12\big[\psi(\tfrac d2)-\psi(\tfrac{d-1}2)\big]=\int_0^1\frac{t^{d-2}}{1+t}\,dt",
    hypotheses=(GINIBRE, "d >= 2"),
    predicts=(polygamma(0, d / 2) - polygamma(0, (d - 1) / 2)) / 2,
    given=Given({"d": Integers(2)}),
    left=r"\mu_1-\mu_2",
    speaks_of=("law",),
    over=grid(d=(2, 3, 4, 8)),
    uses=("daneshmand20.vanilla.ginibre-exponents",),
    twins=(
        Twin(1 / d, "twice the rate"),
        Twin(1 / (2 * d), "the leading term for large d as an equality"),
        Twin(1 / (2 * (d - 1)), "a lower bound as an equality"),
    ),
)


@ginibre_gap.certified(
    "d = 2..12, by the integral of t^(d-2)/(1+t) over [0, 1]",
    step="the difference of two exponents of ginibre-exponents, by Gauss' integral",
)
def _beta_integral(predicted: Predicted) -> Compared:
    for width in range(2, 13):

        def integrand(t: acb, analytic: bool, width: int = width) -> acb:
            return t ** (width - 2) / (1 + t)

        yield f"d = {width}", acb.integral(integrand, 0, 1).real, enclose(predicted, {"d": width}, DIGITS)


def gram_determinant(E: Any, i: Any, j: Any, w: int) -> Any:
    """Of the images of the rows of E under I + w e_i e_j^T."""
    there = places(columns_of(E))
    moved = each(lambda e: each(lambda x, r: x + w * one_if(r == i) * e[j], e, there), E)
    G = square(moved)
    return determinant(G) if isinstance(G, Vec) else to_sympy(exact(G).det())


@named(
    "[γ²] E log vol((I + γW){0}ᵀ)",
    r"[\gamma^2]\,\mathbb E\log\mathrm{{vol}}\big((I+\gamma W){0}^\top\big)",
    means="Σ_ij [γ²] log √det G, G the Gram matrix of the images of the rows under I + γ e_i e_jᵀ",
)
def second_order_growth(E: Any) -> Any:
    """det G is a parabola in gamma, 1 + a gamma + b gamma^2: its values at -1 and 1 give b - a^2/2."""

    def bend(i: Any, j: Any) -> Any:
        up, down = (gram_determinant(E, i, j, w) for w in (1, -1))
        slope = (up - down) / 2
        return ((up + down) / 2 - 1 - slope * slope / 2) / 2

    there = places(columns_of(E))
    return number(total(each(lambda i: total(each(lambda j: bend(i, j), there)), there)))


@Claim(
    "daneshmand20.vanilla.second-order",
    source=LEMMA_3,
    says="for small gamma, every law of the weights and from every frame of k columns, the logarithm of its volume "
    "grows by gamma^2 k (d - k - 1)/2 + higher order in the mean of a layer, the coefficients of the weights one at a "
    "time. Hence (note) direction k grows by gamma^2 (d - 2k)/2, and mu_k is that, too: all neighbours are gamma^2 "
    "apart, so the rank collapses over 1/gamma^2 layers, whatever the width",
    hypotheses=(RESIDUAL, "gamma -> 0", "for the exponents themselves: log vol of a step integrable, uniformly"),
    silent_on="how small gamma must be; the exponents themselves, to which the note goes on from one layer",
    predicts=k * (d - k - 1) / 2,
    given=Given(
        {"E": orthonormal_rows()},
        words="E the frame, as rows",
        letters={"k": lambda at: number(size(at["E"])), "d": lambda at: number(columns_of(at["E"]))},
    ),
    twins=(Twin(k * (d - k - 1) / (2 * d), "by gaps of gamma^2/d"),),
).literal(most=100)
def second_order(at: At) -> object:
    return second_order_growth(at.E)


top_exponent = Claim(
    "daneshmand20.vanilla.top-exponent",
    source=LEMMA_3,
    says="Gaussian weights, lam = 1/(2 gamma^2): log|H_l x| grows in the mean of a layer by mu_1 = E_1(lam)/2 at "
    "d = 2, positive but smaller than every power of gamma, and mu_1 = E_1(lam)/2 + gamma^2 (1 - e^(-lam)) at d = 4",
    tex=r"\mu_1^{(2)}=\tfrac12E_1(\tfrac1{2\gamma^2}),\quad\mu_1^{(4)}=\mu_1^{(2)}+\gamma^2\big(1-e^{-1/2\gamma^2}\big)",
    hypotheses=(RESIDUAL, "W Gaussian", "x != 0"),
    silent_on="that log|H_l|/l tends to it almost surely: log|H_l x| is a sum of independent steps of one law (note)",
    predicts=(-Ei(-lam) / 2, -Ei(-lam) / 2 + g**2 * (1 - exponential(-lam))),
    given=ANY_STRENGTH,
    left=r"\big(\mu_1^{(2)},\ \mu_1^{(4)}\big)",
    speaks_of=("law",),
    over=grid(g=STRENGTHS),
    uses=("daneshmand20.vanilla.direction-moves",),
    twins=(Twin((Integer(0), g**2), "second order as an equality"),),
)


@top_exponent.exact(
    "every gamma and unit vector u: the law of W u, derivatives by gamma, and the limit for gamma -> 0",
    step="Frullani: E log|x| is the integral of (e^(-s) - E e^(-s|x|^2))/(2s) over s > 0, as is its slope in gamma",
)
def _on_symbols(predicted: Predicted) -> Compared:
    # the law of (I + gamma W) u is, but for a rotation, that of e_1 + gamma w for all unit vectors u
    yield "Cov(<a, Wu>, <b, Wu>) is <a, b> |u|^2", tuple(map(gaussian_row.frame_covariance, (2, 4))), (0, 0)
    slopes = tuple(map(gaussian_row.log_length_slope, (2, 4)))
    yield "derivatives", slopes, tuple(diff(part, g) for part in predicted)
    yield "gamma -> 0", (Integer(0), Integer(0)), tuple(limit(part, g, 0, "+") for part in predicted)
    yield "positive", bool(slopes[0].is_positive), True
    yield "below every power", limit(predicted[0] * exponential(lam / 2), g, 0, "+"), Integer(0)


planar = Claim(
    "daneshmand20.vanilla.planar-spectrum",
    source=LEMMA_3,
    says="Gaussian weights, d = 2, lam = 1/(2 gamma^2): E log|det(I + gamma W)| = E_1(2 lam) - e^(-lam) Shi(lam), by "
    "which log|det H_l| grows in the mean of a layer: mu_1 + mu_2",
    tex=r"\mu_1+\mu_2=\mathbb E\log|\det(I+\gamma W)|=E_1(\tfrac1{\gamma^2})"
    r"-e^{-1/2\gamma^2}\,\mathrm{Shi}(\tfrac1{2\gamma^2})",
    hypotheses=(RESIDUAL, "W Gaussian, d = 2"),
    silent_on="that the exponents are limits: log|det H_l| is a sum of independent steps of one law (note)",
    predicts=-Ei(-2 * lam) - exponential(-lam) * (Ei(lam) - Ei(-lam)) / 2,
    given=ANY_STRENGTH,
    left=r"\mu_1+\mu_2",
    speaks_of=("law",),
    over=grid(g=STRENGTHS),
    twins=(Twin(-(g**2), "second order as an equality"), Twin(Integer(0), "the mean of det(I + gamma W) is 1")),
)


@planar.exact(
    "every gamma: the law of det by its characteristic function, Frullani's integral",
    step="Frullani: E log|D| is the integral of (cos t - Re E e^(itD))/t over t > 0, differentiated by m^2 under it",
)
def _determinant_on_symbols(predicted: Predicted) -> Compared:
    # det(I + gamma W) = D/m^2, m = 1/gamma
    yield from gaussian_row.determinant_steps()
    m = gaussian_row.m
    yield (
        "derivative by m^2",
        gaussian_row.log_determinant_slope()[0] - 1 / m**2,
        diff(predicted.subs(g, 1 / m), m) / (2 * m),
    )
    yield "gamma -> 0", Integer(0), limit(predicted.subs(g, 1 / m), m, oo)
