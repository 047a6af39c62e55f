"""The mean map F of a layer on the eigenvalues of C = H^T H: its integral, its Jacobian, the order that it keeps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import prod
from typing import Any

from flint import arb
from sympy import Integer, Rational, sqrt, symbols

from theory.claim import Claim, Locator, Twin
from theory.domains.given import Given
from theory.domains.numbers import Integers, Rationals
from theory.exact.rationals import ball, rational, to_sympy
from theory.notation import t
from theory.papers.daneshmand21 import DANESHMAND21, laws
from theory.papers.daneshmand21.domains import positive_spectra
from theory.papers.daneshmand21.mean_map.closed_forms import SLIDES
from theory.papers.daneshmand21.measures import fraction
from theory.term import each, every, mean, normal, number, product_of, size, total
from theory.term.named import named
from theory.wide.kernels import damped_moment
from theory.words import At

lam, mu = symbols("a b", positive=True)  # lam_i and another eigenvalue
Q = symbols("Q", positive=True)  # prod_j (1 + 2 t lam_j)
FACTORS = (1 + 2 * t * lam) * (1 + 2 * t * mu)
quotient_of_ends = symbols("quotient", positive=True)  # lam_max/lam_min
PLACE = Integers(0, far=3)  # laws of more than four numbers are not listed


def damped(spectrum: Sequence[Any], t: Any, *places: Any) -> arb:
    """E[e^(-t S) prod w_k over the places k], S = sum_j lam_j w_j^2, the w_j independent and normal."""
    powers = Counter(map(int, places))
    factors = (damped_moment(powers[j], fraction(e) * fraction(t)) for j, e in enumerate(spectrum))
    return prod(factors, start=arb(1))


def damped_mean(spectrum: Any, t: Any, *at: Any) -> Any:
    """As `damped`, by definition."""

    def observed(w: Any) -> Any:
        S = total(each(lambda e, v: e * v**2, spectrum, w))
        return prod((w[k] for k in at), start=(-t * S).exp())

    return mean(normal(size(spectrum)), observed)


def _mean_of(text: str, tex: str, power: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Names the mean of e^(-tS) times a power of each of some w_i."""
    return named(
        f"E[{text} exp(−{{1}} Σⱼ {{0}}ⱼ wⱼ²)]",
        rf"\mathbb E[{tex}e^{{{{-{{1}}\sum_j{{0}}_jw_j^2}}}}]",
        means="w normal",
        definition=lambda spectrum, t, *at: damped_mean(spectrum, t, *at * power),
    )


@_mean_of("w_{2}²", "w_{{{2}}}^2", 2)
def of_square(spectrum: Sequence[Any], t: Any, i: Any) -> arb:
    return damped(spectrum, t, i, i)


@_mean_of("w_{2}⁴", "w_{{{2}}}^4", 4)
def of_fourth_power(spectrum: Sequence[Any], t: Any, i: Any) -> arb:
    return damped(spectrum, t, i, i, i, i)


@_mean_of("w_{2}² w_{3}²", "w_{{{2}}}^2w_{{{3}}}^2", 2)
def of_two_squares(spectrum: Sequence[Any], t: Any, i: Any, j: Any) -> arb:
    return damped(spectrum, t, i, i, j, j)


def _product(at: Mapping[str, Any]) -> Any:
    return number(product_of(each(lambda e: 1 + 2 * rational(at["t"]) * rational(e), at["spectrum"])))


def _in_place(at: Mapping[str, Any]) -> Any:
    return at["i"] < size(at["spectrum"]) and at["j"] < size(at["spectrum"])


PLACES = Given(
    {"spectrum": positive_spectra(), "i": Integers(0), "j": Integers(0), "t": Rationals(above=0)},
    lambda at: _in_place(at) and at["i"] != at["j"],
    "i, j < n, i != j",
    letters={
        "a": lambda at: to_sympy(at["spectrum"][at["i"]]),
        "b": lambda at: to_sympy(at["spectrum"][at["j"]]),
        "Q": _product,
    },
)
"""Two eigenvalues lam = lam_i and mu = lam_j of a spectrum, a time t, and Q = prod_k (1 + 2 t lam_k)."""

APART = replace(
    PLACES,
    where=lambda at: _in_place(at) and at["spectrum"][at["i"]] > at["spectrum"][at["j"]],
    words="i, j < n, lam_i > lam_j",
)


@Claim(
    "daneshmand21.mean-map.integral",
    source=Locator(DANESHMAND21, "eqs. (13) and (15) (second-hand: the mean of C_{l+1} given C_l)"),
    status="reconstructed",
    says="E[lam_i w_i^2 e^(-tS)] = lam_i/(1 + 2 t lam_i) prod_j (1 + 2 t lam_j)^(-1/2) for S = sum_j lam_j w_j^2, the "
    "w_j independent and normal",
    silent_on="that E[C_{l+1} | C_l] has the eigenvectors of C_l and the eigenvalues p_i = E[lam_i w_i^2/S], the "
    "integral of this over t > 0, W Gaussian: in the note; fluctuations at finite width",
    predicts=lam / (1 + 2 * t * lam) / sqrt(Q),
    given=PLACES,
    twins=(Twin(mu / (1 + 2 * t * mu) / sqrt(Q), "index n (or any other) where i is meant"),),
).literal(kind="certified", most=40)
def integral(at: At) -> arb:
    return ball(at.spectrum[at.i]) * of_square(at.spectrum, at.t, at.i)


@Claim(
    "daneshmand21.mean-map.jacobian",
    source=SLIDES,
    says="E[t lam_i lam_j w_i^2 w_j^2 e^(-tS)] is t lam_i lam_j (1 + 2[i = j])/((1 + 2t lam_i)(1 + 2t lam_j)) prod_k "
    "(1 + 2t lam_k)^(-1/2), S = sum_k lam_k w_k^2: the integrand of E pi_i pi_j, pi_i = lam_i w_i^2/S",
    silent_on="that with s = log lam F is the gradient of the convex E log S, dp_i/ds_j = p_i [i = j] - E pi_i pi_j",
    predicts=(t * lam * mu / FACTORS / sqrt(Q), 3 * t * lam**2 / (1 + 2 * t * lam) ** 2 / sqrt(Q)),
    given=PLACES,
    uses=("daneshmand21.mean-map.integral",),
    twins=(Twin((t * lam * mu / FACTORS / sqrt(Q), t * lam**2 / (1 + 2 * t * lam) ** 2 / sqrt(Q)), "E w^4 = 1"),),
).literal(kind="certified", most=24)
def jacobian(at: At) -> tuple[arb, arb]:
    one, other, t = (ball(e) for e in (at.spectrum[at.i], at.spectrum[at.j], at.t))
    pair, square = of_two_squares(at.spectrum, at.t, at.i, at.j), of_fourth_power(at.spectrum, at.t, at.i)
    return t * one * other * pair, t * one**2 * square


@Claim(
    "daneshmand21.mean-map.order",
    source=SLIDES,
    says="E[(lam_i w_i^2 - lam_j w_j^2) e^(-tS)] is lam_i - lam_j times a positive function of t, E[(w_i^2 - w_j^2) "
    "e^(-tS)] is lam_j - lam_i times another",
    silent_on="that so are their integrals p_i - p_j and p_i/lam_i - p_j/lam_j; the size of p_i - p_j",
    predicts=(1 / FACTORS, 2 * t / FACTORS),
    given=APART,
    uses=("daneshmand21.mean-map.integral",),
    twins=(
        Twin((1 / (1 + 2 * t * (lam + mu)), 2 * t / (1 + 2 * t * (lam + mu))), "the product of two factors cut short"),
        Twin((Integer(1), Integer(0)), "the identity, nothing contracts"),
    ),
).literal(kind="certified", most=24)
def order(at: At) -> tuple[arb, arb]:
    one, other = (ball(at.spectrum[k]) for k in (at.i, at.j))
    squares = [of_square(at.spectrum, at.t, k) for k in (at.i, at.j)]
    scale = ball(at.Q).sqrt()
    first = one * squares[0] - other * squares[1]
    return scale * first / (one - other), scale * (squares[0] - squares[1]) / (other - one)


def _falling(at: Mapping[str, Any]) -> Any:
    spectrum, i, j = at["spectrum"], at["i"], at["j"]
    sizes = size(spectrum) == laws.columns(at["law"]) and i < size(spectrum) and j < size(spectrum)
    return sizes and spectrum[j] < spectrum[i] and laws.shares_have_means(spectrum, at["law"])


@Claim(
    "daneshmand21.mean-map.order-pairs",
    source=SLIDES,
    says="order is kept and ratios shrink: 1 <= p_i/p_j <= lam_i/lam_j for lam_i > lam_j > 0",
    silent_on="the size of p_i - p_j: differences of small eigenvalues grow",
    relation="in",
    predicts=(Integer(1), lam / mu),
    given=Given(
        {"spectrum": positive_spectra(), "law": laws.exchangeable_laws(), "i": Integers(0), "j": Integers(0)},
        _falling,
        "i, j < n, lam_i > lam_j; law of n numbers",
        letters={"a": lambda at: number(at["spectrum"][at["i"]]), "b": lambda at: number(at["spectrum"][at["j"]])},
    ),
    uses=("daneshmand21.mean-map.order",),
    twins=(
        Twin((Integer(1), (lam / mu) ** Rational(2, 5)), "more than halved in the logarithm, as for no n"),
        Twin((lam / mu, 2 * lam / mu), "ratios grow"),
    ),
).literal(most=60)
def pairs_in_order(at: At) -> Any:
    p = laws.mean_shares(at.spectrum, at.law)
    return p[at.i] / p[at.j]


def _ends(at: Mapping[str, Any]) -> Any:
    spectrum, law, top, least = at["spectrum"], at["law"], at["top"], at["least"]
    n = size(spectrum)
    sizes = n == laws.columns(law) and at["i"] < n and at["j"] < n and top < n and least < n
    if not sizes:
        return False
    extreme = every(lambda e: e <= spectrum[top], spectrum) and every(lambda e: spectrum[least] <= e, spectrum)
    return extreme and spectrum[least] < spectrum[top] and laws.shares_have_means(spectrum, law)


Claim(
    "daneshmand21.mean-map.order-ratios",
    source=SLIDES,
    says="ratios contract: p_i/p_j < lam_max/lam_min for all i and j, and so for p_max/p_min, unless all eigenvalues "
    "are equal",
    relation="<",
    predicts=quotient_of_ends,
    given=Given(
        {"spectrum": positive_spectra(), "law": laws.exchangeable_laws_of_different()}
        | dict.fromkeys(("i", "j", "top", "least"), PLACE),
        _ends,
        "top, least the places of lam_max > lam_min; law of as many numbers",
        letters={"quotient": lambda at: number(at["spectrum"][at["top"]] / at["spectrum"][at["least"]])},
    ),
    uses=("daneshmand21.mean-map.order",),
    twins=(Twin(quotient_of_ends ** Rational(2, 5), "more than halved in the logarithm, as for no n"),),
).literal(pairs_in_order, most=60)
