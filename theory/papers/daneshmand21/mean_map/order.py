"""The mean map F of a layer on the eigenvalues of C = H^T H: its integral, its Jacobian, the order that it keeps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flint import arb
from sympy import Integer, Rational, sqrt, symbols

from theory.claim import Claim, Compared, Locator, Predicted, Twin
from theory.domains.given import Given
from theory.domains.numbers import Domain, Integers
from theory.exact.rationals import ball
from theory.notation import t
from theory.papers.daneshmand21 import DANESHMAND21, integrals
from theory.papers.daneshmand21.domains import positive_spectra
from theory.papers.daneshmand21.laws import (
    columns,
    exchangeable_laws,
    exchangeable_laws_of_different,
    mean_shares,
    shares_have_means,
)
from theory.papers.daneshmand21.mean_map.setting import (
    APART,
    LAYER,
    PLACES,
    SLIDES,
    Q,
    lam,
    mu,
    of_fourth_power,
    of_square,
    of_two_squares,
)
from theory.term import every, number, size
from theory.words import At

EQUATIONS = Locator(DANESHMAND21, "eqs. (13) and (15) (second-hand: the mean of C_{l+1} given C_l)")

EVERY = "every n, lam and t: integrals over one w_j after another, by induction on n"


@Claim(
    "daneshmand21.mean-map.integral",
    source=EQUATIONS,
    status="reconstructed",
    says="E[lam_i w_i^2 e^(-tS)] = lam_i/(1 + 2 t lam_i) prod_j (1 + 2 t lam_j)^(-1/2) for S = sum_j lam_j w_j^2, the "
    "w_j independent and normal",
    hypotheses=LAYER,
    silent_on="that E[C_{l+1} | C_l] has the eigenvectors of C_l and the eigenvalues p_i = E[lam_i w_i^2/S], the "
    "integral of this over t > 0: in the note; fluctuations at finite width",
    predicts=lam / (1 + 2 * t * lam) * Q ** Rational(-1, 2),
    given=PLACES,
    twins=(Twin(mu / (1 + 2 * t * mu) * Q ** Rational(-1, 2), "index n (or any other) where i is meant"),),
).literal(kind="certified", most=40)
def integral(at: At) -> arb:
    return ball(at.spectrum[at.i]) * of_square(at.spectrum, at.t, at.i)


@integral.exact(
    scope=EVERY, argued="the w_j are independent: one more eigenvalue is one more factor, an integral over w_j"
)
def _integrand(predicted: Predicted) -> Compared:
    alone = {Q: 1 + 2 * integrals.t * lam}
    yield "n = 1", lam * integrals.by_one(lam, 2), integrals.later(predicted).subs(alone)
    yield "lam_i = 0", Integer(0), predicted.subs(lam, 0)
    yield from integrals.induction(predicted, Q)


@Claim(
    "daneshmand21.mean-map.jacobian",
    source=SLIDES,
    says="E[t lam_i lam_j w_i^2 w_j^2 e^(-tS)] is t lam_i lam_j (1 + 2[i = j])/((1 + 2t lam_i)(1 + 2t lam_j)) prod_k "
    "(1 + 2t lam_k)^(-1/2), S = sum_k lam_k w_k^2: the integrand of E pi_i pi_j, pi_i = lam_i w_i^2/S",
    silent_on="that with s = log lam F is the gradient of the convex E log S, dp_i/ds_j = p_i [i = j] - E pi_i pi_j",
    predicts=(
        t * lam * mu / ((1 + 2 * t * lam) * (1 + 2 * t * mu)) * Q ** Rational(-1, 2),
        3 * t * lam**2 / (1 + 2 * t * lam) ** 2 * Q ** Rational(-1, 2),
    ),
    given=PLACES,
    uses=("daneshmand21.mean-map.integral",),
    twins=(
        Twin(
            (
                t * lam * mu / ((1 + 2 * t * lam) * (1 + 2 * t * mu)) * Q ** Rational(-1, 2),
                t * lam**2 / (1 + 2 * t * lam) ** 2 * Q ** Rational(-1, 2),
            ),
            "E w^4 = 1",
        ),
    ),
).literal(kind="certified", most=24)
def jacobian(at: At) -> tuple[arb, arb]:
    one, other, t = (ball(e) for e in (at.spectrum[at.i], at.spectrum[at.j], at.t))
    pair, square = of_two_squares(at.spectrum, at.t, at.i, at.j), of_fourth_power(at.spectrum, at.t, at.i)
    return t * one * other * pair, t * one**2 * square


@jacobian.exact(
    scope=EVERY, argued="the w_j are independent: one more eigenvalue is one more factor, an integral over w_j"
)
def _one_by_one(predicted: Predicted) -> Compared:
    time = integrals.t
    first, second = (integrals.later(part) for part in predicted)
    both = {Q: (1 + 2 * time * lam) * (1 + 2 * time * mu)}
    yield "i != j, n = 2", time * lam * mu * integrals.by_two(lam, mu, (2, 2)), first.subs(both)
    yield "i = j, n = 1", time * lam**2 * integrals.by_one(lam, 4), second.subs(Q, 1 + 2 * time * lam)
    for part in predicted:
        yield from integrals.induction(part, Q)
    yield "S^2 int_0^oo t e^(-tS) dt", integrals.inverse(2), Integer(1)


@Claim(
    "daneshmand21.mean-map.order",
    source=SLIDES,
    says="E[(lam_i w_i^2 - lam_j w_j^2) e^(-tS)] is lam_i - lam_j times a positive function of t, E[(w_i^2 - w_j^2) "
    "e^(-tS)] is lam_j - lam_i times another",
    silent_on="that so are their integrals p_i - p_j and p_i/lam_i - p_j/lam_j; the size of p_i - p_j: differences of "
    "small eigenvalues grow",
    predicts=(1 / ((1 + 2 * t * lam) * (1 + 2 * t * mu)), 2 * t / ((1 + 2 * t * lam) * (1 + 2 * t * mu))),
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


@order.exact(
    scope="every n, lam and t: integrals over one w_k after another, by induction on n",
    argued="the w_k are independent: one more eigenvalue is one more positive factor, an integral over w_k",
)
def _order(predicted: Predicted) -> Compared:
    scale = sqrt((1 + 2 * integrals.t * lam) * (1 + 2 * integrals.t * mu))
    first, second = (scale * integrals.by_two(lam, mu, powers) for powers in ((2, 0), (0, 2)))
    claimed = tuple(map(integrals.later, predicted))
    yield "n = 2", ((lam * first - mu * second) / (lam - mu), (first - second) / (mu - lam)), claimed
    for part in predicted:  # the root of Q takes away what one number more multiplies by
        yield from integrals.induction(part / sqrt(Q), Q)
    yield "positive", all(part.is_positive for part in claimed), True


ROWS: Mapping[str, Domain] = {"spectrum": positive_spectra(), "law": exchangeable_laws()}
PLACE = Integers(0, far=3)  # laws of more than four numbers are not listed


def _falling(at: Mapping[str, Any]) -> Any:
    spectrum, i, j = at["spectrum"], at["i"], at["j"]
    sizes = size(spectrum) == columns(at["law"]) and i < size(spectrum) and j < size(spectrum)
    return sizes and spectrum[j] < spectrum[i] and shares_have_means(spectrum, at["law"])


pairs_in_order = Claim(
    "daneshmand21.mean-map.order-pairs",
    source=SLIDES,
    says="order is kept and ratios shrink: 1 <= p_i/p_j <= lam_i/lam_j for lam_i > lam_j > 0",
    silent_on="the size of p_i - p_j: differences of small eigenvalues grow",
    relation="in",
    predicts=(Integer(1), lam / mu),
    given=Given(
        {**ROWS, "i": Integers(0), "j": Integers(0)},
        _falling,
        "i, j < n, lam_i > lam_j; law of n numbers",
        letters={"a": lambda at: number(at["spectrum"][at["i"]]), "b": lambda at: number(at["spectrum"][at["j"]])},
    ),
    uses=("daneshmand21.mean-map.order",),
    twins=(
        Twin((Integer(1), (lam / mu) ** Rational(2, 5)), "more than halved in the logarithm, as for no n"),
        Twin((lam / mu, 2 * lam / mu), "ratios grow"),
    ),
)


def _of_two(at: At) -> Any:
    p = mean_shares(at.spectrum, at.law)
    return p[at.i] / p[at.j]


pairs_in_order.literal(_of_two, most=60)


quotient_of_ends = symbols("quotient", positive=True)  # lam_max/lam_min


def _ends(at: Mapping[str, Any]) -> Any:
    spectrum, law, top, least = at["spectrum"], at["law"], at["top"], at["least"]
    n = size(spectrum)
    sizes = n == columns(law) and at["i"] < n and at["j"] < n and top < n and least < n
    if not sizes:
        return False
    extreme = every(lambda e: e <= spectrum[top], spectrum) and every(lambda e: spectrum[least] <= e, spectrum)
    return extreme and spectrum[least] < spectrum[top] and shares_have_means(spectrum, law)


ratios = Claim(
    "daneshmand21.mean-map.order-ratios",
    source=SLIDES,
    says="ratios contract: p_i/p_j < lam_max/lam_min for all i and j, and so for p_max/p_min, unless all eigenvalues "
    "are equal",
    relation="<",
    predicts=quotient_of_ends,
    given=Given(
        {**ROWS, "law": exchangeable_laws_of_different(), **dict.fromkeys(("i", "j", "top", "least"), PLACE)},
        _ends,
        "top, least the places of lam_max > lam_min; law of as many numbers",
        letters={"quotient": lambda at: number(at["spectrum"][at["top"]] / at["spectrum"][at["least"]])},
    ),
    uses=("daneshmand21.mean-map.order",),
    twins=(Twin(quotient_of_ends ** Rational(2, 5), "more than halved in the logarithm, as for no n"),),
)


ratios.literal(_of_two, most=60)
