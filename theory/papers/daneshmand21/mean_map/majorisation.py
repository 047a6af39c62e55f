"""How fast the mean map makes spectra flat: the majorisation theorem, its ends, the local rate."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import accumulate
from typing import Any

from flint import arb
from sympy import Integer, Rational, cancel, diff, factor, symbols

from theory.claim import Claim, Compared, Locator, Predicted, Twin
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.exact.expressions import enclose, grid
from theory.exact.rationals import ball, to_fmpq
from theory.notation import n
from theory.orthogonality.mean_map import gap
from theory.papers.daneshmand21 import DANESHMAND21
from theory.papers.daneshmand21.domains import NEARLY_FLAT, positive_spectra
from theory.papers.daneshmand21.instances import mean_spectrum
from theory.papers.daneshmand21.mean_map.setting import UNEVEN, low, shown
from theory.papers.daneshmand21.random_rows import (
    columns,
    exchangeable_laws,
    laws_of_directions,
    mean_shares,
    shares_have_means,
)
from theory.term import each, number, one_if, places, root, size, some, total
from theory.term.named import named
from theory.words import At

more, others, x, time = symbols("more others x time", positive=True)

SLIDES = Locator(DANESHMAND21, "slides, 'orthogonality gap = O((1 - alpha)^l + ..)'")


@Claim(
    "daneshmand21.mean-map.majorisation",
    source=SLIDES,
    says="F(lam) is majorised by (1 - kappa) lam + kappa/n, kappa = 2n lam_min/(n+2); hence V(F(lam)) <= (1 - "
    "2n lam_min/(n+2)) V(lam)",
    silent_on="sharpness: see majorisation-ends",
    relation="<=",
    predicts=1 - 2 * n * low / (n + 2),
    given=UNEVEN,
    uses=("daneshmand21.mean-map.order", "daneshmand21.mean-map.lemma-8"),
    twins=(
        Twin(1 - 2 * low, "k = 2 (n = 3, lam_min = 1/3 - .01: .6026 is not below .3533)"),
        Twin(1 - 4 * n * low / (n + 4), "k = 4n/(n+4) (.4457)"),
        Twin(n / (n + 2), "one factor for all spectra"),
    ),
).literal(kind="certified", most=100)
def majorisation(at: At) -> arb:
    before = gap(each(ball, at.spectrum))
    return gap(mean_spectrum(at.spectrum)) / before


@majorisation.exact(
    scope="every spectrum: concavity in lam, and q = c lam + (1 - c)/n, c the claimed factor, at the least eigenvalue",
    argued="p ascends with lam (order); p - q is concave in lam, of sum 0, and not negative at the least (lemma-8): so "
    "no partial sum of p, ascending, is below that of q, which has c V(lam) >= V(p) (Karamata)",
)
def _crossing_once(predicted: Predicted) -> Compared:
    # by `integral` p_i is lam_i times an integral over times of P/(1 + time lam_i), P > 0 the same for all i
    if not cancel(diff(x / (1 + time * x), x, 2)).factor().is_negative:
        raise ArithmeticError("p - q is not concave in lam")
    above = (1 - 2 * n * low / (n + 2) - predicted) * (1 / n - low)  # at least q_min - p_min, by lemma-8
    for least in (1 / (n * (1 + more)), Integer(0)):  # between 0 and 1/n, and there
        yield f"lam_min = {least}", factor(above.subs(low, least).subs(n, 1 + others)), Integer(0)


@majorisation.certified(scope="w normal, small spectra: partial sums of F(lam), ascending, not below those of q")
def _majorised(predicted: Predicted) -> Compared:
    for at in UNEVEN.some(12):
        spectrum = sorted(at["spectrum"])
        c = enclose(predicted, {name: of(at) for name, of in UNEVEN.letters.items()})
        bound = [c * to_fmpq(e / sum(spectrum)) + (1 - c) / len(spectrum) for e in spectrum]
        sums = list(zip(accumulate(mean_spectrum(spectrum)), accumulate(bound), strict=True))[:-1]
        yield f"lam = {shown(tuple(spectrum))}", all(bool(mine > least) for mine, least in sums), True


@named("(0, 1, .., 1) ∈ ℝ^{0}", r"(0,1,..,1)\in\mathbb R^{{{0}}}", shape=lambda count: (count,))
def face(count: Any) -> Any:
    """0 and n - 1 ones."""
    return each(lambda i: Fraction(1) - one_if(i == 0), places(count))


@Claim(
    "daneshmand21.mean-map.majorisation-ends",
    source=SLIDES,
    says="the factor of majorisation is attained at lam_min = 0, where it is 1: V(F(lam)) = V(lam) for the uniform law "
    "on n - 1 of n",
    silent_on="the other end, lam_min -> 1/n, where it is n/(n+2): local-rate; lam_min between 0 and 1/n",
    predicts=Integer(1),
    given=Given(
        {"law": exchangeable_laws()},
        lambda at: shares_have_means(face(columns(at["law"])), at["law"]),
        "law that of w",
        letters={"n": lambda at: number(columns(at["law"]))},
    ),
    uses=("daneshmand21.mean-map.majorisation",),
    twins=(Twin(n / (n + 2), "one factor for all spectra"), Twin(1 - 2 / n, "that at I/n with k = 2")),
).literal(most=40)
def ends(at: At) -> Any:
    spectrum = face(columns(at.law))
    return gap_of(mean_shares(spectrum, at.law)) / gap_of(spectrum)


@named("V")
def gap_of(spectrum: Any) -> Any:
    """V = |lam/sum lam - 1/n|."""
    whole, n = total(spectrum), size(spectrum)
    return root(total(each(lambda e: (e / whole - Fraction(1) / n) * (e / whole - Fraction(1) / n), spectrum)))


def _not_flat(at: Mapping[str, Any]) -> Any:
    spectrum, law = at["spectrum"], at["law"]
    if size(spectrum) == columns(law):
        return some(lambda e: e != spectrum[0], spectrum) and shares_have_means(spectrum, law)
    return False


V = symbols("V", positive=True)
limit = n / (n + 2)


@Claim(
    "daneshmand21.mean-map.local-rate",
    source=SLIDES,
    says="V(F(lam))/V(lam) is within (4n/(n+2)) V(lam) of n/(n+2): it goes there as lam goes to 1/n, in whatever "
    "direction",
    silent_on="orbits: with C_{l+1} = F(C_l), V_{l+1}/V_l tends to it from every start of full rank other than I/n, as "
    "C_l goes to I/n by majorisation (note); finite width, where V stays at the order of sqrt(n/d)",
    relation="in",
    predicts=(limit - 4 * limit * V, limit + 4 * limit * V),
    given=Given(
        {"spectrum": Preceded(positive_spectra(), NEARLY_FLAT), "law": laws_of_directions()},
        _not_flat,
        "not all equal; law of as many numbers",
        letters={"n": lambda at: number(size(at["spectrum"])), "V": lambda at: number(gap_of(at["spectrum"]))},
    ),
    uses=("daneshmand21.mean-map.lemma-8",),
    twins=tuple(
        Twin((other - 4 * other * V, other + 4 * other * V), says)
        for other, says in (
            ((n - 1) / (n + 1), "(n-1)/(n+1)"),
            (1 - 1 / n, "1 - 1/n"),
            (1 - 2 / (3 * n), "1 - 2 alpha/3 at alpha = 1/n"),
        )
    ),
    over=grid(n=(2, 3, 4), V=(Rational(1, 50), Rational(1, 1000))),
).literal(most=40)
def local_rate(at: At) -> Any:
    return gap_of(mean_shares(at.spectrum, at.law)) / gap_of(at.spectrum)
