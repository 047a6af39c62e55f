"""Order under the mean map: it is kept, and ratios contract."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from flint import arb
from sympy import Integer, Rational, sqrt, symbols

from theory.claim import Claim, Compared, Predicted, Twin
from theory.domains.given import Given
from theory.domains.numbers import Domain, Integers
from theory.exact.rationals import to_fmpq
from theory.notation import t
from theory.papers.daneshmand21 import normals
from theory.papers.daneshmand21.domains import positive_spectra
from theory.papers.daneshmand21.instances import fraction
from theory.papers.daneshmand21.mean_map.setting import (
    APART,
    EXCHANGEABLE,
    LAYER,
    SLIDES,
    Q,
    damped,
    lam,
    mu,
)
from theory.papers.daneshmand21.random_rows import (
    columns,
    exchangeable_laws,
    exchangeable_laws_of_different,
    mean_shares,
    shares_have_means,
)
from theory.term import every, number, size
from theory.words import At

order = Claim(
    "daneshmand21.mean-map.order",
    source=SLIDES,
    status="new",
    says="E[(lam_i w_i^2 - lam_j w_j^2) e^(-tS)] is lam_i - lam_j times a positive function of t, E[(w_i^2 - w_j^2) "
    "e^(-tS)] is lam_j - lam_i times another",
    tex=r"\sqrt Q\,\mathbb E[(\lambda_iw_i^2-\lambda_jw_j^2)e^{-tS}]=\frac{\lambda_i-\lambda_j}"
    r"{(1+2t\lambda_i)(1+2t\lambda_j)},\quad\sqrt Q\,\mathbb E[(w_i^2-w_j^2)e^{-tS}]"
    r"=\frac{2t(\lambda_j-\lambda_i)}{(1+2t\lambda_i)(1+2t\lambda_j)}",
    hypotheses=(*LAYER, "lam_i, lam_j > 0"),
    silent_on="that so are their integrals p_i - p_j and p_i/lam_i - p_j/lam_j; the size of p_i - p_j: differences of "
    "small eigenvalues grow",
    predicts=(1 / ((1 + 2 * t * lam) * (1 + 2 * t * mu)), 2 * t / ((1 + 2 * t * lam) * (1 + 2 * t * mu))),
    given=APART,
    left=r"\sqrt Q\Big(\frac{\mathbb E[(\lambda_iw_i^2-\lambda_jw_j^2)e^{-tS}]}{\lambda_i-\lambda_j},\ "
    r"\frac{\mathbb E[(w_i^2-w_j^2)e^{-tS}]}{\lambda_j-\lambda_i}\Big)",
    uses=("daneshmand21.mean-map.integral",),
    twins=(
        Twin((1 / (1 + 2 * t * (lam + mu)), 2 * t / (1 + 2 * t * (lam + mu))), "the product of two factors cut short"),
        Twin((Integer(1), Integer(0)), "the identity, nothing contracts"),
    ),
)


@order.literal(kind="certified", most=24)
def _differences_of_means(at: At) -> tuple[arb, arb]:
    i, j = int(at.i) - 1, int(at.j) - 1
    one, other = (arb(to_fmpq(at.spectrum[k])) for k in (i, j))
    squares = [damped(at.spectrum, at.t, {k: 2}) for k in (i, j)]
    scale = math.prod((1 + 2 * arb(to_fmpq(e * fraction(at.t))) for e in at.spectrum), start=arb(1)).sqrt()
    first = one * squares[0] - other * squares[1]
    return scale * first / (one - other), scale * (squares[0] - squares[1]) / (other - one)


@order.exact(
    scope="every n, lam and t: integrals over one w_k after another, by induction on n",
    argued="the w_k are independent: one more eigenvalue is one more positive factor, an integral over w_k",
)
def _order(predicted: Predicted) -> Compared:
    scale = sqrt((1 + 2 * normals.t * lam) * (1 + 2 * normals.t * mu))
    first, second = (scale * normals.by_two(lam, mu, powers) for powers in ((2, 0), (0, 2)))
    claimed = tuple(map(normals.later, predicted))
    yield "n = 2", ((lam * first - mu * second) / (lam - mu), (first - second) / (mu - lam)), claimed
    for part in predicted:  # the root of Q takes away what one number more multiplies by
        yield from normals.induction(part / sqrt(Q), Q)
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
    status="new",
    says="order is kept and ratios shrink: 1 <= p_i/p_j <= lam_i/lam_j for lam_i > lam_j > 0",
    hypotheses=(*EXCHANGEABLE, "lam > 0, lam_i > lam_j"),
    silent_on="the size of p_i - p_j: differences of small eigenvalues grow",
    relation="in",
    predicts=(Integer(1), lam / mu),
    given=Given(
        {**ROWS, "i": Integers(0), "j": Integers(0)},
        _falling,
        "i, j < n, lam_i > lam_j; law of n numbers",
        letters={"lam": lambda at: number(at["spectrum"][at["i"]]), "mu": lambda at: number(at["spectrum"][at["j"]])},
    ),
    uses=("daneshmand21.mean-map.order",),
    twins=(
        Twin((Integer(1), (lam / mu) ** Rational(2, 5)), "more than halved in the logarithm, as for no n"),
        Twin((lam / mu, 2 * lam / mu), "ratios grow"),
    ),
)


@pairs_in_order.literal(most=60)
def _of_two(at: At) -> Any:
    p = mean_shares(at.spectrum, at.law)
    return p[at.i] / p[at.j]


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
    status="new",
    says="ratios contract: p_i/p_j < lam_max/lam_min for all i and j, and so for p_max/p_min, unless all eigenvalues "
    "are equal",
    hypotheses=(*EXCHANGEABLE, "the w_i different with probability 1", "lam > 0, not all equal"),
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


@ratios.literal(most=60)
def _of_ends(at: At) -> Any:
    p = mean_shares(at.spectrum, at.law)
    return p[at.i] / p[at.j]
