"""How fast the mean map makes spectra flat: the majorisation theorem, its ends, the local rate."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import accumulate, islice
from typing import Any

from flint import arb
from sympy import Integer, Rational, cancel, diff, symbols

from theory.choices import least
from theory.claim import Claim, Compared, Locator, Predicted, Twin
from theory.domains.given import Given
from theory.domains.listings import Preceded
from theory.domains.numbers import Integers
from theory.exact.certify import precision
from theory.exact.expressions import enclose, grid
from theory.exact.rationals import to_fmpq
from theory.notation import n
from theory.orthogonality.closed_forms import by_moments
from theory.orthogonality.mean_map import gap
from theory.papers.daneshmand21 import DANESHMAND21, normals
from theory.papers.daneshmand21.domains import positive_spectra, spectra
from theory.papers.daneshmand21.instances import mean_spectrum
from theory.papers.daneshmand21.mean_map.least import at_every_least, least_share, more
from theory.papers.daneshmand21.mean_map.setting import EXCHANGEABLE, UNIFORM, quotient
from theory.papers.daneshmand21.mean_map.setting import lam as place
from theory.papers.daneshmand21.mean_map.setting import mu as other
from theory.papers.daneshmand21.mean_map.spectra import (
    MEANS,
    UNEVEN,
    lam,
    with_map,
)
from theory.papers.daneshmand21.random_rows import (
    columns,
    exchangeable_laws,
    laws_of_directions,
    mean_shares,
    shares_have_means,
)
from theory.term import each, number, one_if, places, root, size, some, total
from theory.words import At

NEARLY_FLAT = tuple(
    tuple(1 + Fraction(e, 10**k) for e in spread) for k in (2, 4, 6) for spread in ((0, 1), (0, 0, 1), (0, 2, 3, 3))
)

SLIDES = Locator(DANESHMAND21, "slides, 'orthogonality gap = O((1 - alpha)^l + ..)'")

majorisation = Claim(
    "daneshmand21.mean-map.majorisation",
    source=SLIDES,
    status="new",
    says="F(lam) is majorised by (1 - kappa) lam + kappa/n, kappa = 2n lam_min/(n+2); hence V(F(lam)) <= (1 - "
    "2n lam_min/(n+2)) V(lam)",
    tex=r"F(\lambda)\prec(1-\kappa)\lambda+\tfrac\kappa n\mathbf1,\quad V(F(\lambda))\le"
    r"\Big(1-\tfrac{2n\lambda_{\min}}{n+2}\Big)V(\lambda)",
    hypotheses=MEANS,
    silent_on="sharpness: see majorisation-ends",
    relation="<=",
    predicts=1 - 2 * n * lam / (n + 2),
    given=UNEVEN,
    left=r"V(F(\lambda))/V(\lambda)",
    uses=("daneshmand21.mean-map.order", "daneshmand21.mean-map.lemma-8"),
    twins=(
        Twin(1 - 2 * lam, "k = 2 (n = 3, lam_min = 1/3 - .01: .6026 is not below .3533)"),
        Twin(1 - 4 * n * lam / (n + 4), "k = 4n/(n+4) (.4457)"),
        Twin(n / (n + 2), "one factor for all spectra"),
    ),
)


@majorisation.literal(kind="certified", most=100)
def _kept(at: At) -> arb:
    before = gap([arb(to_fmpq(e)) for e in at.spectrum])
    return gap(mean_spectrum(at.spectrum)) / before


@majorisation.exact(
    scope="every spectrum: p - q is concave in lam, not negative at the least, and of sum 0, for such a q",
    step="no partial sum of p is below that of q, which is not below 0 and then is: q majorises p, and V(p) <= V(q)",
)
def _crossing_once(predicted: Predicted) -> Compared:
    """q = c lam + (1 - c)/n, c the factor that is claimed; p_i = r(lam_i), r(x) = x times an integral over t > 0 of
    P/(1 + 2t x), P the same for all i. Along ascending lam p - q is not negative, and then negative: so no partial sum
    of p is below that of q. That is, q majorises p, and q has c V(lam) >= V(p) (Karamata)."""
    concave = cancel(diff(place / (1 + 2 * normals.t * place), place, 2)).factor()
    ascends = cancel(quotient().subs(place, other + more) - 1).factor()
    if not (concave.is_negative and ascends.is_positive):
        raise ArithmeticError("p - q is not concave in lam, or p does not ascend with lam")
    least = predicted * lam + (1 - predicted) / n - lam * least_share()  # q - p
    for where, above in zip(("between", "0", "1/n"), at_every_least(least), strict=True):
        yield f"at lam_min, {where}", above, Integer(0)


@majorisation.certified(scope="eight spectra: partial sums and V strictly below the bound")
def _majorised(predicted: Predicted) -> Compared:
    with precision(30):
        for where, values, p in with_map():
            size = len(values)
            factor = enclose(predicted, {"n": size, "lam": least(*values)})
            bound = [factor * e + (1 - factor) / size for e in values]
            sums = zip(accumulate(p), accumulate(bound), range(size - 1), strict=False)
            yield where + ", sums of the least", all(bool(mine > most) for mine, most, _ in sums), True
            yield where + ", V", gap(p) / gap(values), factor


def face(count: Any) -> Any:
    """0 and n - 1 ones."""
    return each(lambda i: Fraction(1) - one_if(i == 0), places(count))


ends = Claim(
    "daneshmand21.mean-map.majorisation-ends",
    source=SLIDES,
    status="new",
    says="the factor of majorisation is attained at lam_min = 0, where it is 1: V(F(lam)) = V(lam) for the uniform law "
    "on n - 1 of n",
    tex=r"V(F(\lambda))=V(\lambda),\quad\lambda=\Big(0,\tfrac1{n-1},..,\tfrac1{n-1}\Big)",
    hypotheses=EXCHANGEABLE,
    silent_on="the other end, lam_min -> 1/n, where it is n/(n+2): local-rate; lam_min between 0 and 1/n",
    predicts=Integer(1),
    given=Given(
        {"law": exchangeable_laws()},
        lambda at: shares_have_means(face(columns(at["law"])), at["law"]),
        "law that of w",
        letters={"n": lambda at: number(columns(at["law"]))},
    ),
    left=r"V(F(\lambda))/V(\lambda)",
    uses=("daneshmand21.mean-map.majorisation",),
    twins=(Twin(n / (n + 2), "one factor for all spectra"), Twin(1 - 2 / n, "that at I/n with k = 2")),
)


@ends.literal(most=40)
def _on_face(at: At) -> Any:
    spectrum = face(columns(at.law))
    return gap_of(mean_shares(spectrum, at.law)) / gap_of(spectrum)


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
factor = n / (n + 2)

local_rate = Claim(
    "daneshmand21.mean-map.local-rate",
    source=SLIDES,
    status="new",
    says="V(F(lam))/V(lam) is within (4n/(n+2)) V(lam) of n/(n+2): it goes there as lam goes to 1/n, in whatever "
    "direction",
    tex=r"\Big|\frac{V(F(\lambda))}{V(\lambda)}-\frac n{n+2}\Big|\le\frac{4n}{n+2}V(\lambda)",
    hypotheses=UNIFORM,
    silent_on="orbits: with C_{l+1} = F(C_l), V_{l+1}/V_l tends to it from every start of full rank other than I/n, as "
    "C_l goes to I/n by majorisation (note); finite width, where V stays at the order of sqrt(n/d)",
    relation="in",
    predicts=(factor - 4 * factor * V, factor + 4 * factor * V),
    given=Given(
        {"spectrum": Preceded(positive_spectra(), NEARLY_FLAT), "law": laws_of_directions()},
        _not_flat,
        "lam over its sum, not all equal; law that of u",
        letters={"n": lambda at: number(size(at["spectrum"])), "V": lambda at: number(gap_of(at["spectrum"]))},
    ),
    left=r"V(F(\lambda))/V(\lambda)",
    over=grid(n=(2, 3, 4), V=(Rational(1, 50), Rational(1, 1000))),
    uses=("daneshmand21.mean-map.lemma-8",),
    twins=tuple(
        Twin((other - 4 * other * V, other + 4 * other * V), says)
        for other, says in (
            ((n - 1) / (n + 1), "(n-1)/(n+1)"),
            (1 - 1 / n, "1 - 1/n"),
            (1 - 2 / (3 * n), "1 - 2 alpha/3 at alpha = 1/n"),
        )
    ),
)


@local_rate.literal(most=40)
def _multiplied(at: At) -> Any:
    return gap_of(mean_shares(at.spectrum, at.law)) / gap_of(at.spectrum)


FEW = Integers(2, 4)  # moments of normal rows cost much more for longer rows, and for wider ones


@local_rate.certified(scope="w normal: twelve steps to 1/n from small spectra, within their bounds")
def _near_identity(predicted: Predicted) -> Compared:
    near = (spread for spread in spectra(FEW).small() if max(spread) <= 4)
    for spread, k in ((spread, k) for spread in islice(near, 12) for k in range(1, 13)):
        if min(spread) == max(spread):
            continue
        values = [1 + e / 10**k for e in spread]
        with precision(30 + 2 * k):
            p = by_moments(values, 25 + 2 * k)
            before = gap([arb(to_fmpq(e)) for e in values])
            low, high = (enclose(e, {"n": len(values), "V": before}) for e in predicted)
            yield f"1 + ({', '.join(map(str, spread))})/10^{k}", gap(p) / before, (low, high)
